import cdk from '../../cdk.json' with { type: 'json' };
import { LAMBDA_EXPORT_LIMITS, UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { STATEMENT_ROWS_MAX } from '../../core/limits/statement-limits.ts';
import { type Dice, diceOf } from '../../demo/statements/seeded.ts';
import { readStage } from '../../lib/stage.ts';
import { COST_INPUTS, monthlyLoad } from '../speed/cost-bill.ts';
import {
  createAccountPlaces,
  createRequests,
  createUploads,
  createWorkers,
  EventClock,
  type FairLimits,
  SHIPPED_LIMITS,
} from './service-model.ts';

const AGENCIES = 1_000;
const HOUR = 3_600;
/** The part of the agencies that send all statements of their month within the simulated hour, each as one archive. */
const SENDING_SHARE = 1 / 4;
/** Number of statements of which one has as many lines as a statement may have. */
const LARGEST_EVERY = 100;
/** Number of requests of others of which one is an export that takes as long as one may take. */
const EXPORT_EVERY = 500;
const BACKFILL_FILES = 5_000;
const BACKFILL_UPLOADS_AT_ONCE = 20;
/** Number of requests of the misbehaving account of which one is an export. */
const ITS_EXPORT_EVERY = 20;
/** Seconds between an answer and the next request of a program, for the way over the network. */
const ROUND_TRIP_SECONDS = 0.06;

/** The account that misbehaves. It obeys no Retry-After: its next request follows at once. */
interface Misbehaviour {
  /** True when it sends BACKFILL_FILES statements of earlier months. */
  readonly backfill: boolean;
  /** The connections from which it sends requests, all from one address. */
  readonly connections: number;
}

/** Seconds after which it tries again when the firewall has blocked it. */
const BLOCKED_RETRY_SECONDS = 1;

/** A request that takes as long as one may. */
const EXPORT = { seconds: LAMBDA_EXPORT_LIMITS.seconds };

export const QUIET: Misbehaviour = { backfill: false, connections: 0 };
export const BACKFILL: Misbehaviour = { backfill: true, connections: 20 };
const FLOOD: Misbehaviour = { backfill: true, connections: 100 };

/** Seconds at the half and at 99 of 100. */
interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

/** The times of the other agencies, and how far the account that misbehaves comes meanwhile. */
export interface Simulated {
  /** From the first try of an upload to the end of its job. */
  readonly scored: Spread;
  /** From the first try of a request to its answer, without exports. */
  readonly answered: Spread;
  readonly its: { requests: number; refused: number; stored: number; scored: number };
}

/**
 * Simulates an hour of the first of a month with the templates' figures. The seed decides every draw, and each source has dice of its own,
 * so that the others do the same in every run.
 */
export function simulate(
  misbehaviour: Misbehaviour,
  { seed = 18, limits = SHIPPED_LIMITS }: { readonly seed?: number; readonly limits?: FairLimits } = {},
): Simulated {
  const hour = createHour(limits);
  const scored: number[] = [];
  const answered: number[] = [];
  const its = { requests: 0, refused: 0, stored: 0, scored: 0 };
  sendArchives(hour, diceOf(seed), (seconds) => scored.push(seconds));
  sendRequests(hour, diceOf(seed + 1), (seconds) => answered.push(seconds));
  misbehave(hour, { dice: diceOf(seed + 2), misbehaviour, its });
  hour.clock.runUntil(() => hour.clock.now >= HOUR && hour.others.unfinished === 0);
  return { scored: spread(scored), answered: spread(answered), its };
}

/** The service, its load, and the number of uploads and requests of the others that have not ended. */
type Hour = ReturnType<typeof createHour>;

function createHour(limits: FairLimits) {
  const stage = readStage('prod', cdk.context.stages.prod);
  const load = monthlyLoad(COST_INPUTS, AGENCIES);
  const clock = new EventClock();
  const parts = { clock, stage, limits, requestSeconds: load.requestSeconds };
  const places = createAccountPlaces(parts);
  const stations = {
    request: createRequests(parts, places),
    upload: createUploads(parts, places),
    work: createWorkers(parts),
  };
  return { ...stations, clock, load, others: { unfinished: 0 } };
}

/** Other agencies send all statements of their month, each as one archive. */
function sendArchives(
  { clock, load, upload, work, others }: Hour,
  dice: Dice,
  scored: (seconds: number) => void,
): void {
  const { agency, waiting, measured } = COST_INPUTS;
  const ofThousand = measured.workerCpuSeconds.perThousandLines + measured.databaseCpuSeconds.perThousandLines;
  const largest = load.statementSeconds + (waiting.slowerThanMeasured * ofThousand * STATEMENT_ROWS_MAX) / 1_000;
  const jobSeconds = () =>
    dice.chance(1 / LARGEST_EVERY) ? largest : (load.statementSeconds * dice.int(50, 150)) / 100;
  const send = (account: number, files: readonly number[], since: number) =>
    upload(account, files.length * waiting.secondsPerUpload, (isStored) => {
      if (!isStored) return clock.after(UNAVAILABLE_RETRY_SECONDS, () => send(account, files, since));
      for (const [file, seconds] of files.entries()) {
        const ended = () => {
          others.unfinished -= 1;
          scored(clock.now - since);
        };
        work({ account, carrier: file % agency.carriers, seconds, ended });
      }
    });
  for (let account = 1; account <= AGENCIES * SENDING_SHARE; account++) {
    const files = Array.from({ length: agency.statementsAMonth }, jobSeconds);
    others.unfinished += files.length;
    clock.after(dice.int(0, HOUR * 1_000) / 1_000, () => send(account, files, clock.now));
  }
}

/** Other agencies send requests at random moments, as many as in bursts of the busiest hour. */
function sendRequests({ clock, load, request, others }: Hour, dice: Dice, answered: (seconds: number) => void): void {
  const perSecond = (load.busiestHour.requests * COST_INPUTS.calendar.burst) / HOUR;
  const send = (account: number, isExport: boolean, since: number) =>
    request(account, isExport ? EXPORT : null, (answer) => {
      if (answer !== 'done') return clock.after(UNAVAILABLE_RETRY_SECONDS, () => send(account, isExport, since));
      others.unfinished -= 1;
      if (!isExport) answered(clock.now - since);
    });
  const next = () => {
    if (clock.now >= HOUR) return;
    others.unfinished += 1;
    send(dice.int(1, AGENCIES), dice.chance(1 / EXPORT_EVERY), clock.now);
    clock.after(-Math.log(dice.int(1, 1_000_000) / 1_000_000) / perSecond, next);
  };
  next();
}

interface Misbehaving {
  readonly dice: Dice;
  readonly misbehaviour: Misbehaviour;
  readonly its: Simulated['its'];
}

/** Lets one account send requests from all its connections, and files of earlier months. */
function misbehave({ clock, load, request, upload, work }: Hour, { dice, misbehaviour, its }: Misbehaving): void {
  const { agency, waiting } = COST_INPUTS;
  const hammer = () => {
    if (clock.now >= HOUR) return;
    its.requests += 1;
    request(0, dice.chance(1 / ITS_EXPORT_EVERY) ? EXPORT : null, (answer) => {
      if (answer !== 'done') its.refused += 1;
      clock.after(answer === 'blocked' ? BLOCKED_RETRY_SECONDS : ROUND_TRIP_SECONDS, hammer);
    });
  };
  for (let connection = 0; connection < misbehaviour.connections; connection++) hammer();
  let left = misbehaviour.backfill ? BACKFILL_FILES : 0;
  const send = () =>
    upload(0, waiting.secondsPerUpload, (isStored) => {
      if (!isStored) return clock.after(ROUND_TRIP_SECONDS, send);
      its.stored += 1;
      const ended = () => {
        its.scored += 1;
      };
      // A file of an earlier month scores the months after it again.
      const seconds = load.statementSeconds * dice.int(1, agency.monthsKept);
      work({ account: 0, carrier: dice.int(1, agency.carriers), seconds, ended });
      next();
    });
  const next = () => {
    if (left > 0) send();
    left -= 1;
  };
  for (let sender = 0; sender < BACKFILL_UPLOADS_AT_ONCE; sender++) next();
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

/** The limits of production without those of one account among the workers. */
const OWN_JOBS_UNLIMITED = { ...SHIPPED_LIMITS, jobsAtOnce: Infinity, lockWaitSeconds: 20 };

const RUNS: readonly (readonly [name: string, run: () => Simulated])[] = [
  ['nobody misbehaves', () => simulate(QUIET)],
  ['a backfill, and 20 connections', () => simulate(BACKFILL)],
  ['a backfill, and 100 connections', () => simulate(FLOOD)],
  ['a backfill without a limit on its jobs', () => simulate(BACKFILL, { limits: OWN_JOBS_UNLIMITED })],
];

/** Returns the rows of docs/fairness.md, which every run of the simulation repeats. */
export function fairnessTable(): string {
  const rows = RUNS.map(([name, run]) => {
    const { scored, answered, its } = run();
    const times = [scored.p50, scored.p99, answered.p50, answered.p99].map(seconds);
    return `| ${[name, ...times, `${count(its.requests)}, ${count(its.refused)}`, `${count(its.stored)}, ${count(its.scored)}`].join(' | ')} |`;
  });
  return rows.join('\n');
}

const seconds = (value: number) => `${value < 1 ? value.toFixed(3) : count(Math.round(value))} s`;
const count = (value: number) => value.toLocaleString('en');
