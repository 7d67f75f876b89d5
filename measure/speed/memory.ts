import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { build } from 'esbuild';
import { WORKER_SEMI_SPACE_MB } from '../../core/limits/job-limits.ts';
import { BUNDLING } from '../../scripts/bundle-lambdas.ts';
import { periodOf, STATEMENT_COLUMNS, statementBytes } from './bench-statement.ts';
import {
  idCounts,
  type MemberCounts,
  type MemoryAnswer,
  type MemoryJob,
  memoryAnswerSchema,
  peerRollupSchema,
} from './memory-files.ts';
import { milliseconds, type Outcome, percentile, type Section } from './section.ts';

const run = promisify(execFile);
const RUNS = 7;
const BARS = { csv: 3, xlsx: 0.15, peakMebibytes: 320 };
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

const GENERATOR = 'gen-statement.mjs';

/** Returns the folder of the generator, which has the scripts in `peers/`. PEERS may name either of the two. Throws without a generator. */
function peersFolder(named: string): string {
  const found = [named, dirname(named)].find((folder) => existsSync(join(folder, GENERATOR)));
  if (found === undefined)
    throw new Error(`PEERS names ${named}, which has no ${GENERATOR}, nor has the folder above it.`);
  return found;
}

/**
 * Reads, maps, scores and totals two months' statements in a process of its own, bundled like the deployed code. It compares processor
 * time, of all threads and from the start of the process to its end. `namedPeers` is the folder with the peers' scripts and the generator
 * of their statements; without it nothing is compared.
 */
export async function measureMemory({
  lines,
  seed,
  namedPeers,
}: {
  readonly lines: number;
  readonly seed: number;
  readonly namedPeers: string | undefined;
}): Promise<Section> {
  const peers = namedPeers === undefined ? undefined : peersFolder(namedPeers);
  const folder = await mkdtemp(join(tmpdir(), 'cas-memory-'));
  try {
    const program = await bundleJob(folder);
    const outcomes: Outcome[] = [];
    const notes: string[] = [];
    const hashes = new Set<string>();
    for (const fileType of ['csv', 'xlsx'] as const) {
      const job = await statementsOf(folder, { fileType, lines, seed, peers });
      const peer = peers === undefined ? null : peersIn(peers)[fileType];
      const measured = await measureJob({ folder, program, fileType, job, peer });
      outcomes.push(...measured.outcomes);
      if (measured.note !== null) notes.push(measured.note);
      for (const hash of measured.rowsHashes) hashes.add(hash);
    }
    const [rowsHash = '', ...others] = hashes;
    if (others.length > 0) throw new Error('CSV and XLSX of the same lines, or two runs, gave different rows.');
    const compared =
      peers === undefined
        ? 'PEERS names no folder, so time is compared with nothing.'
        : `Compared with peers, which write status, amounts, deltas and rollup to files and find equally many members, red, new and reappeared. ${notes.join(' ')}`;
    return {
      title: 'In memory',
      about: `Two months of ${lines.toLocaleString('en')} lines in 25 columns: read, map, score both and describe them, in a new process. CPU seconds of all threads, medians of ${RUNS} paired runs. ${compared} Hash of the rows: ${rowsHash.slice(0, 12)}.`,
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

interface MeasuredJob {
  readonly outcomes: readonly Outcome[];
  /** A sentence about the counts that the peer finds and that the service finds; null without a peer. */
  readonly note: string | null;
  readonly rowsHashes: readonly string[];
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
}): Promise<MeasuredJob> {
  const own: MemoryAnswer[] = [];
  const theirs: number[] = [];
  let note: string | null = null;
  for (let at = 0; at < RUNS; at++) {
    const { stdout } = await run(process.execPath, [YOUNG, program, JSON.stringify(job)]);
    const answer = memoryAnswerSchema.parse(JSON.parse(stdout));
    own.push(answer);
    if (peer === null) continue;
    theirs.push(await cpuMsOf(...peer.command(folder, folder)));
    const rollup = peerRollupSchema.parse(JSON.parse(await readFile(join(folder, 'rollup.json'), 'utf8')));
    if (!isDeepStrictEqual(idCounts(rollup), idCounts(answer.counts))) {
      throw new Error(`${peer.name} finds ${JSON.stringify(rollup)}, the service ${JSON.stringify(answer.counts)}`);
    }
    note = `${peer.name} finds ${ruleCountsText(rollup)}; the service ${ruleCountsText(answer.counts)}.`;
  }
  const name = fileType.toUpperCase();
  const cpuMs = median(own.map((answer) => answer.cpuMs));
  const peak = median(own.map(({ peakKibibytes }) => peakKibibytes / 1024));
  const outcomes = [
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
  return { outcomes, note, rowsHashes: own.map(({ rowsHash }) => rowsHash) };
}

/** Returns the counts that need not be equal, in words: "35,626 green, 1,925 yellow and 488 chargebacks". */
function ruleCountsText({ green, yellow, chargebackCount }: MemberCounts): string {
  const [greens, yellows, chargebacks] = [green, yellow, chargebackCount].map((count) => count.toLocaleString('en'));
  return `${greens} green, ${yellows} yellow and ${chargebacks} chargebacks`;
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
