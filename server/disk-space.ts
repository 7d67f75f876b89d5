import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsDiskFull } from '../app/operations/check-readiness.ts';
import {
  type DiskSpace,
  diskFigures,
  isDiskFull,
  neededDiskBytes,
  saysNoSpace,
  tightestDisk,
} from '../core/disk-room.ts';
import { EMPTY_DATABASE_BYTES } from '../core/limits/request-limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';

/**
 * The variable with the process number of npm, which the scripts of package.json set. They use exec, so that there is no shell between npm
 * and the program.
 */
const PARENT = 'SERVE_WHILE_PID';
const LOOK_MS = 1_000;
/**
 * The time within which two requests count as one. Under npm, one Ctrl-C reaches the program twice: from the terminal, and forwarded by
 * npm.
 */
const SAME_REQUEST_MS = 1_000;
const SIGHUP_BIT = 1n;

/**
 * Calls `request` when the program is asked to end: by SIGINT, SIGTERM or SIGHUP, or because npm, which started it, has ended in any way.
 * `isRepeated` is true for a request a second or more after the first: the person does not want to wait.
 */
export function onStopRequest(request: (isRepeated: boolean) => void): void {
  let firstMs: number | null = null;
  const take = () => {
    const now = performance.now();
    firstMs ??= now;
    if (now === firstMs) request(false);
    else if (now - firstMs >= SAME_REQUEST_MS) request(true);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, take);
  if (isHangupForUs()) process.on('SIGHUP', take);
  watchParent(() => {
    // Closing a terminal sends a signal and ends npm: that is one request.
    if (firstMs === null) take();
  });
  // The reader of the output may be gone as well, and this must not end the program early.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Returns whether a hang-up should end this program. Under `nohup` the signal is ignored and must stay ignored. Only Linux shows this;
 * elsewhere the system's default stays.
 */
function isHangupForUs(): boolean {
  if (process.platform !== 'linux') return false;
  const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return ignored === undefined || (BigInt(`0x${ignored}`) & SIGHUP_BIT) === 0n;
}

function watchParent(gone: () => void): void {
  const parent = Number(process.env[PARENT]);
  // The variable is removed, because programs that this program starts must not inherit it.
  delete process.env[PARENT];
  if (!Number.isInteger(parent) || parent < 1) return;
  if (process.ppid !== parent) {
    // npm has ended before this check, or another program is between it and this process, and then npm cannot be watched.
    if (!isAlive(parent)) gone();
    return;
  }
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The milliseconds for which a reading is kept by default. Every piece of a body asks for it. */
const KEPT_MS = 500;
/** The milliseconds between two looks at the disk for the log. */
const REPORTED_EACH_MS = 5_000;

/**
 * Makes a function that reads the space of the disk of the data directory. If PostgreSQL's write-ahead log is on another disk, it reads
 * both and returns the tighter one. Free is the space available to programs that do not run as root.
 */
export function createDiskReader(dataDirectory: string, keptMs = KEPT_MS): () => Promise<DiskSpace> {
  let kept: { readonly until: number; readonly space: Promise<DiskSpace> } | null = null;
  return () => {
    if (kept === null || performance.now() >= kept.until) {
      kept = { until: performance.now() + keptMs, space: readDiskSpace(dataDirectory) };
    }
    return kept.space;
  };
}

/** The disk of the data directory has too little room. The message is one sentence for the operator. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';

  constructor(dataDirectory: string, space: Pick<DiskSpace, 'freeBytes' | 'neededBytes'> | null, consequence: string) {
    const figures = space === null ? '' : ` (${diskFigures(space)})`;
    super(`The disk of ${dataDirectory} is full${figures}: ${consequence}`);
  }
}

/** Throws `DiskFull` before the first start makes a database on a disk that has too little room to work with it. */
export async function requireRoomForDatabase(dataDirectory: string): Promise<void> {
  const hasDatabase = (await readdir(join(dataDirectory, 'postgres')).catch(() => [])).length > 0;
  if (hasDatabase) return;
  const space = await spaceOf(dataDirectory, EMPTY_DATABASE_BYTES + neededDiskBytes(0));
  if (isDiskFull(space)) throw new DiskFull(dataDirectory, space, 'make room, or choose another DATA_DIR.');
}

/**
 * Returns true when PostgreSQL wrote, since its last start, that the disk is full. Its log says so even when the end of its processes has
 * made room again.
 */
export async function hasDatabaseDiedOfSpace(dataDirectory: string): Promise<boolean> {
  const log = await readFile(join(dataDirectory, 'postgres', 'server.log'), 'utf8').catch(() => '');
  return saysNoSpace(log.slice(Math.max(0, log.lastIndexOf('starting PostgreSQL'))));
}

/** Makes the question whether the disk is full. A disk that cannot be read counts as not full; GET /v1/ready reports it. */
export function createFullDiskCheck(readDisk: () => Promise<DiskSpace>): IsDiskFull {
  return async () => readDisk().then(isDiskFull, () => false);
}

/**
 * Makes the function that writes one line when the disk becomes full and one when it has room again, both at the default level. Errors
 * of PostgreSQL that follow then have their cause above them in the log.
 */
export function createDiskReport(log: Log): (space: DiskSpace) => void {
  let wasFull = false;
  return (space) => {
    const isFull = isDiskFull(space);
    if (isFull === wasFull) return;
    wasFull = isFull;
    const { freeBytes, neededBytes } = space;
    if (isFull)
      log('warn', 'disk_full', { freeBytes, neededBytes, detail: 'Nothing more is stored until there is room.' });
    else log('warn', 'disk_has_room', { freeBytes, neededBytes, detail: 'Storing goes on.' });
  };
}

/** Looks at the disk at an interval and reports it. A disk that cannot be read is reported by GET /v1/ready. */
export function reportDisk(readDisk: () => Promise<DiskSpace>, log: Log): { close(): Promise<void> } {
  const report = createDiskReport(log);
  const timer = setInterval(() => void readDisk().then(report, () => {}), REPORTED_EACH_MS);
  return { close: async () => clearInterval(timer) };
}

async function readDiskSpace(dataDirectory: string): Promise<DiskSpace> {
  const logDirectory = join(dataDirectory, 'postgres', 'pg_wal');
  const walBytes = await bytesOfFilesIn(logDirectory);
  if (walBytes === null) return spaceOf(dataDirectory, neededDiskBytes(null));
  const logDisk = await spaceOf(logDirectory, neededDiskBytes(walBytes));
  const isOneDisk = (await stat(dataDirectory)).dev === (await stat(logDirectory)).dev;
  return isOneDisk ? logDisk : tightestDisk(logDisk, await spaceOf(dataDirectory, neededDiskBytes(null)));
}

/** Reads the space of the disk that holds the directory. */
async function spaceOf(directory: string, neededBytes: number): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, neededBytes };
}

/** Sums the sizes of the files of a folder; null when there is no such folder. PostgreSQL renames and removes files meanwhile. */
async function bytesOfFilesIn(directory: string): Promise<number | null> {
  const names = await readdir(directory).catch(() => null);
  if (names === null) return null;
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        (file) => (file.isFile() ? file.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
