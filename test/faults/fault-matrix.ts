import { setTimeout as delay } from 'node:timers/promises';
import { type Dice, diceOf } from '../../demo/statements/seeded.ts';
import { type Fault, type FaultKind, kindsOf, pairOf } from './fault-plan.ts';
import { type RunReport, runFaults } from './fault-run.ts';
import type { Server } from './server.ts';

/** Distributes the faults over many runs, so that every step has all its kinds of fault, each time in another order. */

export interface MatrixOptions {
  readonly seed: number;
  /** The number of runs. Null continues until every step has had all its kinds of fault. */
  readonly runs: number | null;
  /** The share of its kinds of fault that each step has, at least one kind; by default all. */
  readonly share?: number;
  /** Limits the matrix to this run. */
  readonly only?: number | null;
  readonly onRun?: (run: MatrixRun) => void;
}

export interface MatrixRun {
  /** The index of the run, from 0. */
  readonly index: number;
  readonly faults: readonly Fault[];
  readonly report: RunReport;
}

export interface MatrixResult {
  readonly steps: readonly string[];
  /** How often each pair of step and kind occurred. */
  readonly struck: ReadonlyMap<string, number>;
  readonly runs: readonly MatrixRun[];
}

/** With more faults in a run most jobs use up their attempts; with fewer the matrix takes longer. */
const FAULTS_A_RUN = 28;
/**
 * The number of passes over all pairs of step and kind. A pair that is still missing then is taken for impossible. Few books reach the
 * rarest steps, so one pass is not enough.
 */
const PASSES_MAX = 12;
/** A longer run hangs, because a run only waits for the database. */
const RUN_SECONDS_MAX = 120;

export async function runMatrix(server: Server, options: MatrixOptions): Promise<MatrixResult> {
  const dice = diceOf(options.seed);
  const calm = await runFaults(server, options.seed, []);
  const pairs = pairsOf(calm.steps, options.share ?? 1);
  const runs: MatrixRun[] = [{ index: -1, faults: [], report: calm }];
  const struck = new Map<string, number>(pairs.map((fault) => [pairOf(fault), 0]));
  for (let index = 0, pass = 0; options.runs === null ? pass < PASSES_MAX : index < options.runs; pass++) {
    // The first pass has all pairs in any order. Without a number of runs, later passes continue with the pairs that did not occur.
    const left = options.runs === null ? pairs.filter((fault) => struck.get(pairOf(fault)) === 0) : pairs;
    if (left.length === 0) break;
    // Missing faults occur at the first chance, because most books reach a rare step only once.
    const nthMax = options.runs === null && pass > 0 ? 1 : NTH_MAX;
    for (const faults of dealt(dice, left, { steps: calm.steps, nthMax })) {
      if (options.runs !== null && index >= options.runs) break;
      const run = index++;
      if (options.only !== undefined && options.only !== null && options.only !== run) continue;
      const report = await within(run, runFaults(server, seedOf(options.seed, run), faults));
      for (const fault of report.struck) struck.set(pairOf(fault), (struck.get(pairOf(fault)) ?? 0) + 1);
      runs.push({ index: run, faults, report });
      options.onRun?.({ index: run, faults, report });
    }
  }
  return { steps: [...calm.steps.keys()], struck, runs };
}

/** The distance ensures that neighbouring seeds share no run. */
const seedOf = (seed: number, run: number) => (Math.imul(seed, 7_919) + run) | 0;

/** Pairs every step with a share of its kinds. Prefers kinds that few earlier steps have, then rare kinds, so that none is left out. */
function pairsOf(steps: ReadonlyMap<string, number>, share: number): Fault[] {
  const sorted = [...steps.keys()].sort();
  const possible = Object.groupBy(sorted.flatMap(kindsOf), (kind) => kind);
  const taken = new Map<FaultKind, number>();
  const rank = (kind: FaultKind) => (taken.get(kind) ?? 0) * sorted.length + (possible[kind]?.length ?? 0);
  return sorted.flatMap((step) => {
    const kinds = kindsOf(step).toSorted((one, other) => rank(one) - rank(other));
    return kinds.slice(0, Math.ceil(kinds.length * share)).map((kind) => {
      taken.set(kind, (taken.get(kind) ?? 0) + 1);
      return { step, kind, nth: 1 };
    });
  });
}

const NTH_MAX = 4;

interface Reach {
  readonly steps: ReadonlyMap<string, number>;
  readonly nthMax: number;
}

/** Shuffles the faults and divides them among runs. */
function dealt(dice: Dice, pairs: readonly Fault[], { steps, nthMax }: Reach): Fault[][] {
  const faults = dice
    .sample(pairs, pairs.length)
    .map((fault) => ({ ...fault, nth: dice.int(1, Math.min(nthMax, steps.get(fault.step) ?? 1)) }));
  return Array.from({ length: Math.ceil(faults.length / FAULTS_A_RUN) }, (_, index) =>
    faults.slice(index * FAULTS_A_RUN, (index + 1) * FAULTS_A_RUN),
  );
}

/** Reports a run that hangs as failed. */
async function within(run: number, report: Promise<RunReport>): Promise<RunReport> {
  const stop = new AbortController();
  const late = delay(RUN_SECONDS_MAX * 1000, null, { signal: stop.signal }).catch(() => null);
  const first = await Promise.race([report, late]).finally(() => stop.abort());
  if (first === null) throw new Error(`Run ${run} did not end within ${RUN_SECONDS_MAX} seconds`);
  return first;
}
