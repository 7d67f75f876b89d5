// The program `node measure/speed/agencies.ts`: runs the service of `npm start` with many agencies, and prints what docs/capacity.md says.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inParallel } from '../../app/platform/portions.ts';
import { answerOf, type CommissionClient, createCommissionClient } from '../../client/commission-client.ts';
import { uploadStatement, waitForJob } from '../../client/upload-statement.ts';
import { readOptions } from '../../server/settings.ts';
import { periodOf, STATEMENT_COLUMNS, statementBytes } from './bench-statement.ts';
import { machineName, median } from './section.ts';

const HELP = `Measures how much disk and memory agencies take on one machine, and how fast it reads their statements.

  node measure/speed/agencies.ts                    200 agencies with 3 carriers and 3 months of 200 lines: some minutes
  node measure/speed/agencies.ts --agencies 20      fewer agencies
  node measure/speed/agencies.ts --help             this text
`;

const TOKEN = 'operator-token-of-the-bench';
const CARRIERS = 3;
const MONTHS = 3;
const LINES = 200;
/** The number of agencies that send at once. */
const AT_ONCE = 6;
const READS = 200;
const MEGABYTE = 1_000_000;

const agencies = Number(
  readOptions(
    HELP,
    (args) => parseArgs({ args, options: { agencies: { type: 'string', default: '200' } } }).values.agencies,
  ),
);
const directory = await mkdtemp(join(tmpdir(), 'cas-agencies-'));
const { child, url } = await start(directory);
try {
  const empty = diskOf(directory);
  const idle = memoryOf(child);
  const offices = await inParallelOver(
    Array.from({ length: agencies }, (_, index) => index),
    openOffice,
  );
  const jobs: string[][] = offices.map(() => []);
  const beganMs = performance.now();
  let sentMs = 0;
  let peak = idle;
  for (let month = 0; month < MONTHS; month += 1) {
    const monthMs = performance.now();
    await inParallelOver([...offices.entries()], async ([index, office]) => {
      jobs[index] = await sendMonth(office, month, index);
    });
    sentMs += performance.now() - monthMs;
    const now = memoryOf(child);
    if (now.node + now.database > peak.node + peak.database) peak = now;
    await inParallelOver([...offices.entries()], async ([index, { client }]) => {
      for (const jobId of jobs[index] ?? []) {
        const { status } = await waitForJob(client, jobId);
        if (status !== 'completed') throw new Error(`Job ${jobId} ended as ${status}`);
      }
    });
    process.stderr.write(`\rmonth ${month + 1} of ${MONTHS}: ${Math.round((performance.now() - beganMs) / 1000)} s`);
  }
  process.stderr.write('\n');
  const seconds = (performance.now() - beganMs) / 1000;
  const statements = agencies * CARRIERS * MONTHS;
  const reads = await readTimes(offices);
  const full = diskOf(directory);
  const perStatement = (full.tables - empty.tables) / statements;
  const row = (what: string, value: string) => process.stdout.write(`| ${what} | ${value} |\n`);
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, ${machineName()}\n`);
  row('agencies, statements, lines', `${agencies}, ${statements}, ${statements * LINES}`);
  row('statements read in a second', (statements / seconds).toFixed(1));
  row('uploads accepted in a second while others are read', (statements / (sentMs / 1000)).toFixed(1));
  row('disk of an empty service: tables, log, files', megabytesOf(empty));
  row('disk afterwards: tables, log, files', megabytesOf(full));
  row('tables for a statement', `${Math.round(perStatement / 1000)} kB`);
  row('tables for a line', `${Math.round(perStatement / LINES)} bytes`);
  row('stored files for a statement', `${Math.round((full.files - empty.files) / statements / 1000)} kB`);
  row('memory after the start: processes of Node, database', memoryInWords(idle));
  row('memory at work', memoryInWords(peak));
  row('home page of an agency, median and 95 of 100', `${reads.median} ms, ${reads.most} ms`);
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(directory, { recursive: true, force: true });
}

interface Office {
  readonly client: CommissionClient;
  readonly carrierIds: readonly string[];
}

/** Starts the service as `npm start` does, with its workers and its own database. */
async function start(dataDirectory: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const program = fileURLToPath(new URL('../../server/start.ts', import.meta.url));
  const environment = {
    PORT: '0',
    DATA_DIR: dataDirectory,
    ADMIN_TOKEN: TOKEN,
    DATABASE_URL: '',
    EXAMPLE_AGENCY: 'off',
  };
  const started = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment, RATE_LIMIT_PER_MINUTE: '10000000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  started.stdout.setEncoding('utf8');
  for await (const [chunk] of on(started)) {
    output += chunk;
    const address = /API\s+(http:\S+)\/v1/.exec(output)?.[1];
    if (address !== undefined) {
      started.stdout.resume();
      return { child: started, url: address };
    }
  }
  throw new Error('The service ended');
}

async function* on(started: { readonly stdout: NodeJS.ReadableStream }): AsyncGenerator<readonly [string]> {
  for (;;) {
    const [chunk] = await once(started.stdout, 'data');
    yield [String(chunk)];
  }
}

async function openOffice(index: number): Promise<Office> {
  const operator = createCommissionClient({ baseUrl: url, token: TOKEN });
  const account = await answerOf(
    operator.api.POST('/v1/admin/accounts', { body: { name: `Agency ${index}`, tier: 'standard' } }),
  );
  const { token } = await answerOf(
    operator.api.POST('/v1/admin/accounts/{accountId}/tokens', {
      params: { path: { accountId: account.id } },
      body: {},
    }),
  );
  const client = createCommissionClient({ baseUrl: url, token });
  const carrierIds: string[] = [];
  for (let carrier = 0; carrier < CARRIERS; carrier += 1) {
    const { id } = await answerOf(client.api.POST('/v1/carriers', { body: { name: `Carrier ${carrier}` } }));
    const body = { fileType: 'csv' as const, columns: STATEMENT_COLUMNS };
    await answerOf(client.api.POST('/v1/carriers/{carrierId}/configs', { params: { path: { carrierId: id } }, body }));
    carrierIds.push(id);
  }
  return { client, carrierIds };
}

async function sendMonth({ client, carrierIds }: Office, month: number, office: number): Promise<string[]> {
  const jobIds: string[] = [];
  for (const [index, carrierId] of carrierIds.entries()) {
    const seed = 1 + office * CARRIERS + index;
    const bytes = new Uint8Array(statementBytes({ seed, lines: LINES, month, fileType: 'csv' }));
    const file = new File([bytes], `statement-${month}.csv`);
    const { jobId } = await uploadStatement(client, { file, carrierId, period: periodOf({ month }) });
    jobIds.push(jobId);
  }
  return jobIds;
}

async function readTimes(offices: readonly Office[]): Promise<{ readonly median: number; readonly most: number }> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const office = offices[(read * 7) % offices.length];
    if (office === undefined) throw new Error('There is no agency');
    const beganMs = performance.now();
    await answerOf(office.client.api.GET('/v1/home', { params: { query: {} } }));
    times.push(performance.now() - beganMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: Math.round(median(times)), most: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0) };
}

async function inParallelOver<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  await inParallel([...items.entries()], AT_ONCE, async ([index, item]) => {
    results[index] = await work(item);
  });
  return results;
}

interface Disk {
  readonly tables: number;
  readonly log: number;
  readonly files: number;
}

/** Measures the bytes on the disk: tables and indexes, PostgreSQL's write-ahead log, and the service's own files. */
function diskOf(dataDirectory: string): Disk {
  const bytesOf = (folder: string) =>
    Number(execFileSync('du', ['-sk', join(dataDirectory, folder)], { encoding: 'utf8' }).split('\t')[0]) * 1024;
  return { tables: bytesOf('postgres/base'), log: bytesOf('postgres/pg_wal'), files: bytesOf('objects') };
}

function megabytesOf({ tables, log, files }: Disk): string {
  return [tables, log, files].map((bytes) => `${Math.round(bytes / MEGABYTE)} MB`).join(', ');
}

interface Memory {
  readonly node: number;
  readonly database: number;
}

function memoryInWords({ node, database }: Memory): string {
  return `${Math.round(node / MEGABYTE)} MB, ${Math.round(database / MEGABYTE)} MB`;
}

/** Adds up the memory of the processes of the service. Memory that several share counts once (PSS), so this needs Linux. */
function memoryOf({ pid }: ChildProcess): Memory {
  const parents = new Map<string, { readonly parent: string; readonly name: string }>();
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const line = readIfThere(`/proc/${process}/stat`);
    const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/.exec(line) ?? [];
    parents.set(process, { parent, name });
  }
  const isOurs = (process: string): boolean =>
    process === String(pid) || (parents.has(process) && process !== '1' && isOurs(parents.get(process)?.parent ?? '1'));
  const sums = { node: 0, database: 0 };
  for (const [process, { name }] of parents) {
    if (!isOurs(process)) continue;
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${process}/smaps_rollup`))?.[1] ?? 0);
    sums[name === 'postgres' ? 'database' : 'node'] += kilobytes * 1024;
  }
  return sums;
}

function readIfThere(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
