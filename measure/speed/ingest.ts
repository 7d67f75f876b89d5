import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { forkWorker } from './api-uploads.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import { periodOf, statementBytes } from './bench-statement.ts';
import { createBookWith, ingestMonth, type StatementBook } from './ingest-book.ts';
import { milliseconds, type Outcome, pairedRatio, type Section } from './section.ts';

const RUNS = 7;
const BARS = { csv: 5, xlsx: 6.5 };

/** Compares the whole job, from its claim to its commit, with the minimum cost of storing the same rows. */
export async function measureIngest({
  lines,
  seed,
}: {
  readonly lines: number;
  readonly seed: number;
}): Promise<Section> {
  const service = await startBenchService();
  try {
    const outcomes: Outcome[] = [];
    for (const fileType of ['csv', 'xlsx'] as const) {
      // The first month has no baseline. The second warms up the code that is compiled at run time.
      const book = await createBookWith(service, { seed, lines, fileType }, 2);
      const floor = await openCopyFloor(book, 1);
      let month = 2;
      const found = await pairedRatio(RUNS, async () => (await ingestMonth(book, month++)).elapsedMs, floor.run);
      await floor.close();
      outcomes.push({
        what: `${fileType.toUpperCase()} into PostgreSQL`,
        measured: milliseconds(found.measured),
        compared: milliseconds(found.compared),
        ratio: found.ratio,
        barMax: BARS[fileType],
      });
    }
    outcomes.push(await measureOverHttp(service, { seed, lines, fileType: 'csv' }));
    return {
      title: 'Ingest',
      about: `A job of ${lines.toLocaleString('en')} lines in 25 columns into a durable PostgreSQL, beside the month before it. Compared with psql's \\copy of the same lines, scored rows and deltas into tables without keys or indexes; from sending the file over HTTP to the end of its job, with the job. Medians of ${RUNS} paired runs.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}

/** The minimum cost of storing a job's result: its exact bytes, written by psql's \copy into tables without keys or indexes. */
interface CopyFloor {
  run(): Promise<number>;
  close(): Promise<void>;
}

const TABLES = ['statement_lines', 'scored_rows', 'deltas'];

/** Prepares the lines, scored rows and deltas of one month of the book. */
async function openCopyFloor(book: StatementBook, month: number): Promise<CopyFloor> {
  const { owner } = book.service;
  const folder = await mkdtemp(join(tmpdir(), 'cas-floor-'));
  const psql = await openPsql(book.service);
  const period = periodOf({ month });
  for (const table of TABLES) {
    await owner.unsafe(`create table if not exists bare_${table} as select * from ${table} with no data`);
    await psql([
      `\\copy (select * from ${table} where account_id = '${book.accountId}' and period = '${period}') to '${join(folder, table)}'`,
    ]);
  }
  return {
    async run() {
      for (const table of TABLES) await owner.unsafe(`truncate bare_${table}`);
      const started = performance.now();
      await psql(['begin', ...TABLES.map((table) => `\\copy bare_${table} from '${join(folder, table)}'`), 'commit']);
      return performance.now() - started;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const BAR = 1.3;

const accepted = z.object({ jobId: z.string() });
const jobRow = z.object({ status: z.string(), elapsed_ms: z.number().nullable() });

/** Compares the time from the POST to a completed job, by HTTP and a worker process, with that of the job alone. */
async function measureOverHttp(service: StatementBook['service'], plan: StatementBook['plan']): Promise<Outcome> {
  const book = await createBookWith(service, plan, 1);
  const worker = forkWorker(service);
  try {
    let month = 1;
    let jobMs = 0;
    const postToCompleted = async () => {
      const bytes = statementBytes({ ...plan, month });
      const started = performance.now();
      jobMs = await completed(book, await post(book, month++, bytes));
      return performance.now() - started;
    };
    // The first job of a worker compiles the code that later jobs run.
    await postToCompleted();
    const found = await pairedRatio(RUNS, postToCompleted, async () => jobMs);
    return {
      what: `${plan.fileType.toUpperCase()} from POST to completed`,
      measured: milliseconds(found.measured),
      compared: `${milliseconds(found.compared)}, the job in it`,
      ratio: found.ratio,
      barMax: BAR,
    };
  } finally {
    await worker.close();
  }
}

async function post({ service, carrierId, token, plan }: StatementBook, month: number, bytes: Uint8Array) {
  const [year, monthOfYear] = periodOf({ month }).split('-');
  const form = new FormData();
  form.set('carrierId', carrierId);
  form.set('periodYear', String(year));
  form.set('periodMonth', String(Number(monthOfYear)));
  form.set('file', new Blob([new Uint8Array(bytes)]), `statement.${plan.fileType}`);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/v1/files`, { method: 'POST', headers, body: form });
  const body: unknown = await response.json();
  if (response.status !== 202) throw new Error(`The upload was not accepted: ${JSON.stringify(body)}`);
  return accepted.parse(body).jobId;
}

/** Waits for the end of the job, and returns the time since its claim by the database's clock. */
async function completed({ service: { owner } }: StatementBook, jobId: string): Promise<number> {
  for (;;) {
    const [row] = await owner`
      select status, extract(epoch from completed_at - started_at)::float8 * 1000 as elapsed_ms from jobs where job_id = ${jobId}`;
    const { status, elapsed_ms } = jobRow.parse(row);
    if (status === 'completed' && elapsed_ms !== null) return elapsed_ms;
    if (status === 'failed') throw new Error('The job did not complete');
    await delay(5);
  }
}

const placeOf = z.tuple([
  z.object({ directory: z.string(), port: z.string(), user: z.string(), database: z.string() }),
]);

/** Starts psql, connected to the bench's database. The program is found on the path or named by PSQL. */
export async function openPsql({
  owner,
}: Pick<BenchService, 'owner'>): Promise<(commands: readonly string[]) => Promise<void>> {
  const [place] = placeOf.parse(
    await owner`
      select current_setting('unix_socket_directories') as directory, current_setting('port') as port,
        current_user as "user", current_database() as database`,
  );
  return async (commands) => {
    await promisify(execFile)(process.env['PSQL'] ?? 'psql', [
      ...['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', place.directory, '-p', place.port],
      ...['-U', place.user, '-d', place.database],
      ...commands.flatMap((command) => ['-c', command]),
    ]);
  };
}
