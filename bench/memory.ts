import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { build } from 'esbuild';
import { WORKER_SEMI_SPACE_MB } from '../core/limits/job-limits.ts';
import { BUNDLING } from '../scripts/bundle-lambdas.ts';
import { percentile } from './figures.ts';
import { periodOf, STATEMENT_COLUMNS, statementBytes } from './ingest-statement.ts';
import { type MemoryAnswer, type MemoryJob, memoryAnswerSchema, peerRollupSchema } from './memory-files.ts';
import { milliseconds, type Outcome, type Section } from './outcome.ts';

const run = promisify(execFile);
const RUNS = 7;
const BARS = { csv: null, xlsx: 0.25, peakMebibytes: 320 };
/** The option of Node with which workers run. */
const YOUNG = `--max-semi-space-size=${WORKER_SEMI_SPACE_MB}`;
const PERIOD = '2026-09';
const PRIOR_PERIOD = '2026-08';

type FileType = 'csv' | 'xlsx';

/** Another program for the same job, with its command for a folder of statements and a folder of answers. */
interface Peer {
  readonly name: string;
  command(statements: string, answers: string): readonly [string, readonly string[]];
}

/** The code that makes the pandas script read workbooks, with openpyxl as pandas does. The script itself reads CSV. */
const READ_WORKBOOKS = `
import sys, pandas as pd
csv = pd.read_csv
pd.read_csv = lambda f, **o: csv(f, **o) if 'red-history' in f else pd.read_excel(f.replace('.csv', '.xlsx'), dtype=str, keep_default_na=False, usecols=o['usecols'])
script = sys.argv.pop(1)
exec(compile(open(script).read(), script, 'exec'))
`;

const peersIn = (folder: string): Readonly<Record<FileType, Peer>> => ({
  csv: {
    name: 'DuckDB',
    command: (statements, answers) => [process.execPath, [join(folder, 'peers/duckdb.mjs'), statements, answers]],
  },
  xlsx: {
    name: 'pandas',
    command: (statements, answers) => [
      '/usr/bin/python3',
      ['-c', READ_WORKBOOKS, join(folder, 'peers/pandas_job.py'), statements, answers],
    ],
  },
});

/**
 * Reads, maps, scores and totals two months' statements in a process of its own, bundled like the deployed code. It compares processor
 * time, of all threads and from the start of the process to its end. `peers` is the folder with the peers' scripts and the generator of
 * their statements; without it nothing is compared.
 */
export async function measureMemory({
  lines,
  seed,
  peers,
}: {
  readonly lines: number;
  readonly seed: number;
  readonly peers: string | undefined;
}): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'cas-memory-'));
  try {
    const program = await bundleJob(folder);
    const outcomes: Outcome[] = [];
    for (const fileType of ['csv', 'xlsx'] as const) {
      const job = await statementsOf(folder, { fileType, lines, seed, peers });
      const peer = peers === undefined ? null : peersIn(peers)[fileType];
      outcomes.push(...(await measureJob({ folder, program, fileType, job, peer })));
    }
    const compared =
      peers === undefined
        ? 'PEERS names no folder, so time is compared with nothing.'
        : 'Compared with the peers, which write status, amounts, deltas and rollup to files and find the same members green, yellow, red, new and reappeared.';
    return {
      title: 'In memory',
      about: `Two months of ${lines.toLocaleString('en')} lines in 25 columns: read, map, score both months, deltas, findings, sentences and rollup, in a new process. CPU seconds of all threads from start to end, medians of ${RUNS} paired runs. ${compared}`,
      outcomes,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleJob(folder: string): Promise<string> {
  const outfile = join(folder, 'memory-job.mjs');
  await build({
    ...BUNDLING,
    entryPoints: [fileURLToPath(new URL('./memory-job.ts', import.meta.url))],
    outfile,
  });
  return outfile;
}

/** Uses the peers' own generator if there is one, because their scripts know its columns. */
async function statementsOf(
  folder: string,
  {
    fileType,
    lines,
    seed,
    peers,
  }: {
    readonly fileType: FileType;
    readonly lines: number;
    readonly seed: number;
    readonly peers: string | undefined;
  },
): Promise<MemoryJob> {
  const path = (name: string) => join(folder, `${name}.${fileType}`);
  if (peers === undefined) {
    for (const [month, name] of ['prior', 'current'].entries()) {
      await writeFile(path(name), statementBytes({ seed, lines, month: month + 6, fileType }));
    }
  } else if (fileType === 'csv') {
    const generator = join(peers, 'gen-statement.mjs');
    const pair = ['--pair', '--xlsx', '--rows', String(lines), '--period', PERIOD, '--seed', String(seed)];
    await run(process.execPath, [generator, ...pair, '--dir', folder]);
  }
  const isOwn = peers === undefined;
  return {
    prior: { path: path('prior'), period: isOwn ? periodOf({ month: 6 }) : PRIOR_PERIOD },
    current: { path: path('current'), period: isOwn ? periodOf({ month: 7 }) : PERIOD },
    dropped: isOwn ? null : join(folder, 'red-history.csv'),
    // The peers count a decrease of one cent as paid less.
    config: { fileType, columns: STATEMENT_COLUMNS, tolerance: { absolute: 0 } },
  };
}

async function measureJob({
  folder,
  program,
  fileType,
  job,
  peer,
}: {
  readonly folder: string;
  readonly program: string;
  readonly fileType: FileType;
  readonly job: MemoryJob;
  readonly peer: Peer | null;
}): Promise<readonly Outcome[]> {
  const own: MemoryAnswer[] = [];
  const theirs: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    const { stdout } = await run(process.execPath, [YOUNG, program, JSON.stringify(job)]);
    const answer = memoryAnswerSchema.parse(JSON.parse(stdout));
    own.push(answer);
    if (peer === null) continue;
    theirs.push(await cpuMsOf(...peer.command(folder, folder)));
    const rollup = peerRollupSchema.parse(JSON.parse(await readFile(join(folder, 'rollup.json'), 'utf8')));
    if (!isDeepStrictEqual(rollup, answer.counts)) {
      throw new Error(`${peer.name} finds ${JSON.stringify(rollup)}, the service ${JSON.stringify(answer.counts)}`);
    }
  }
  const name = fileType.toUpperCase();
  const cpuMs = median(own.map((answer) => answer.cpuMs));
  const peak = median(own.map(({ peakKibibytes }) => peakKibibytes / 1024));
  return [
    {
      what: `${name}, CPU`,
      measured: milliseconds(cpuMs),
      compared: peer === null ? 'not compared' : `${peer.name} ${milliseconds(median(theirs))}`,
      ratio: peer === null ? null : median(own.map((answer, at) => answer.cpuMs / (theirs[at] ?? Number.NaN))),
      barMax: peer === null ? null : BARS[fileType],
    },
    {
      what: `${name}, peak memory`,
      measured: `${peak.toFixed(0)} MiB`,
      compared: `${BARS.peakMebibytes} MiB`,
      ratio: peak / BARS.peakMebibytes,
      barMax: 1,
    },
  ];
}

const median = (values: readonly number[]) => percentile(values, 0.5);

/**
 * Runs a command and returns its processor time, from the report of a shell on its children: user and system time, "0m1.230s 0m0.045s", in
 * its second line.
 */
async function cpuMsOf(command: string, args: readonly string[]): Promise<number> {
  const { stdout } = await run('/bin/sh', ['-c', '"$@" > /dev/null && times', 'sh', command, ...args]);
  const [, ofChildren = ''] = stdout.trim().split('\n');
  let cpuMs = 0;
  for (const [, minutes, seconds] of ofChildren.matchAll(/(\d+)m([\d.]+)s/g)) {
    cpuMs += (Number(minutes) * 60 + Number(seconds)) * 1000;
  }
  return cpuMs;
}
