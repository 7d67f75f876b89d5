import { SHIPPED_LIMITS } from './service-model.ts';
import { BACKFILL, FLOOD, QUIET, type Simulated, simulate } from './simulate.ts';

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
