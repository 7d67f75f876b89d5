import { setTimeout as delay } from 'node:timers/promises';
import { type Dice, diceOf } from '../../demo/statements/seeded.ts';
import { type Fault, kindsOf, pairOf } from './fault-plan.ts';
import { type RunReport, runFaults } from './fault-run.ts';
import type { Server } from './server.ts';

/** Many runs: the faults are dealt out so that every step suffers every kind, again and again in another order. */

export interface MatrixOptions {
  readonly seed: number;
  /** Null: until every step has suffered every kind. */
  readonly runs: number | null;
  /** Only this run of them. */
  readonly only?: number | null;
  readonly onRun?: (run: MatrixRun) => void;
}

export interface MatrixRun {
  /** Which of the runs, from 0. */
  readonly index: number;
  readonly faults: readonly Fault[];
  readonly report: RunReport;
}

export interface MatrixResult {
  readonly steps: readonly string[];
  /** How often each pair of step and kind struck. */
  readonly struck: ReadonlyMap<string, number>;
  readonly runs: readonly MatrixRun[];
}

/** With more, jobs mostly run out of tries; with fewer it takes longer. */
const FAULTS_A_RUN = 28;
/** Passes over all pairs; one that was not struck then can't be. Few books reach the rarest steps: a dozen give each its chance. */
const PASSES_MAX = 12;
/** A run that takes longer hangs: it is made to wait for nothing but the database. */
const RUN_SECONDS_MAX = 120;

export async function runMatrix(server: Server, options: MatrixOptions): Promise<MatrixResult> {
  const dice = diceOf(options.seed);
  const calm = await runFaults(server, options.seed, []);
  const pairs = pairsOf(calm.steps);
  const runs: MatrixRun[] = [{ index: -1, faults: [], report: calm }];
  const struck = new Map<string, number>(pairs.map((fault) => [pairOf(fault), 0]));
  for (let index = 0, pass = 0; options.runs === null ? pass < PASSES_MAX : index < options.runs; pass++) {
    // The first pass has all of them, in any order; a set without a number of runs goes on with what was missed.
    const left = options.runs === null ? pairs.filter((fault) => struck.get(pairOf(fault)) === 0) : pairs;
    if (left.length === 0) break;
    // What was missed strikes at the first chance: most books don't come to a rare step a second time.
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

/** Far enough apart that neighbouring seeds share no run. */
const seedOf = (seed: number, run: number) => (Math.imul(seed, 7_919) + run) | 0;

function pairsOf(steps: ReadonlyMap<string, number>): Fault[] {
  return [...steps.keys()].sort().flatMap((step) => kindsOf(step).map((kind) => ({ step, kind, nth: 1 })));
}

const NTH_MAX = 4;

interface Reach {
  readonly steps: ReadonlyMap<string, number>;
  readonly nthMax: number;
}

/** All of them in any order, some at a time. */
function dealt(dice: Dice, pairs: readonly Fault[], { steps, nthMax }: Reach): Fault[][] {
  const faults = dice
    .sample(pairs, pairs.length)
    .map((fault) => ({ ...fault, nth: dice.int(1, Math.min(nthMax, steps.get(fault.step) ?? 1)) }));
  return Array.from({ length: Math.ceil(faults.length / FAULTS_A_RUN) }, (_, index) =>
    faults.slice(index * FAULTS_A_RUN, (index + 1) * FAULTS_A_RUN),
  );
}

/** A run that hangs is a finding too. */
async function within(run: number, report: Promise<RunReport>): Promise<RunReport> {
  const stop = new AbortController();
  const late = delay(RUN_SECONDS_MAX * 1000, null, { signal: stop.signal }).catch(() => null);
  const first = await Promise.race([report, late]).finally(() => stop.abort());
  if (first === null) throw new Error(`Run ${run} did not end within ${RUN_SECONDS_MAX} seconds`);
  return first;
}
