// npm run faults
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';
import { startThrowawayPostgres } from '../../server/embedded-postgres.ts';
import { readOptions } from '../../server/settings.ts';
import { type MatrixResult, type MatrixRun, runMatrix } from './fault-matrix.ts';
import { FAULT_KINDS, pairOf } from './fault-plan.ts';
import { recordJobTrail } from './oracle.ts';
import { serverAt } from './server.ts';

const HELP = `The fault matrix: random histories, with a fault at every step of the service, each held against its files.

  npm run faults                        500 runs from a new seed
  npm run faults -- --runs 50           so many
  npm run faults -- --seed 17           the same histories and faults again
  npm run faults -- --seed 17 --only 3  one run of them

Ends with 0 when every run was right, 1 when one was not, 2 for options it does not know.
`;
const RUNS = 500;
const SEED_MAX = 2 ** 31 - 1;

process.exit(await main());

async function main(): Promise<number> {
  const options = readOptions(HELP, readRun);
  const postgres = await startThrowawayPostgres();
  try {
    await migrate(postgres.address);
    await recordJobTrail(postgres.address);
    const result = await runMatrix(serverAt(postgres.address), {
      ...options,
      onRun: (run) => report(options.seed, run),
    });
    summarise(options.seed, result);
    return result.runs.some(({ report: { wrong } }) => wrong.length > 0) ? 1 : 0;
  } catch (error) {
    process.stderr.write(`Seed ${options.seed}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  } finally {
    await postgres.stop();
  }
}

function readRun(args: string[]): { readonly seed: number; readonly runs: number; readonly only: number | null } {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: String(RUNS) },
      seed: { type: 'string', default: 'random' },
      only: { type: 'string' },
    },
  });
  const seed = values.seed === 'random' ? randomInt(SEED_MAX) : whole('seed', values.seed);
  const only = values.only === undefined ? null : whole('only', values.only);
  return { seed, only, runs: Math.max(whole('runs', values.runs), (only ?? 0) + 1) };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > SEED_MAX) throw new Error(`--${name} takes a whole number`);
  return value;
}

function report(seed: number, { index, report: { wrong, struck } }: MatrixRun): void {
  process.stdout.write(wrong.length > 0 ? 'x' : '.');
  if (wrong.length === 0) return;
  process.stdout.write(`\nRun ${index} is wrong: npm run faults -- --seed ${seed} --only ${index}\n`);
  for (const one of wrong) process.stdout.write(`  ${one}\n`);
  process.stdout.write(`  after: ${struck.map(pairOf).join('; ')}\n`);
}

function summarise(seed: number, { steps, struck, runs }: MatrixResult): void {
  const sum = (of: (run: MatrixRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const kinds = FAULT_KINDS.map((kind) => {
    const counts = [...struck].filter(([pair]) => pair.startsWith(`${kind} at `)).map(([, count]) => count);
    return {
      fault: kind,
      steps: counts.length,
      reached: counts.filter((count) => count > 0).length,
      struck: total(counts),
    };
  });
  process.stdout.write(
    `\n\nSeed ${seed}: ${runs.length} runs, ${sum(({ report: { jobs } }) => jobs)} jobs, ${steps.length} steps.\n`,
  );
  console.table(kinds);
  process.stdout.write(
    `Messages that only the recovery task's resend brought back: ${sum(({ report: { resent } }) => resent)}. ` +
      `Bytes left for the store's lifecycle: ${sum(({ report: { orphanObjects } }) => orphanObjects)}. ` +
      `Wrong runs: ${runs.filter(({ report: { wrong } }) => wrong.length > 0).length}.\n`,
  );
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
