// Finds the process that serves a data directory. PostgreSQL's lock file names a process, and the command line of that process names the
// directory and the program that started it. A copied directory has the lock file of the original, so the file alone proves nothing.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process runs a server on the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  /** Null when the process is invisible from here. */
  readonly pid: number | null;
  readonly path: string;

  constructor(pid: number | null, path: string) {
    super(
      pid === null
        ? `The data directory ${path} is in use by a process that can't be seen from here, in another container for example`
        : `The data directory ${path} is in use by process ${pid}`,
    );
    this.pid = pid;
    this.path = path;
  }
}

export interface LockFile {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

/** The first line of the lock file; null if there is no such file. It is empty if its writer was killed. */
export function lockFileHead(dataDirectory: string): string | null {
  try {
    return readFileSync(`${dataDirectory}/postmaster.pid`, 'utf8').split('\n')[0] ?? '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads the lock file; null when there is no complete one. PostgreSQL's pidfile.h describes the lines. */
export function readLockFile(dataDirectory: string): LockFile | null {
  const lines = read(`${dataDirectory}/postmaster.pid`).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 1) return null;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

const ownerName = 'service.owner';
const directoryName = 'service.directory';

/**
 * Makes settings without an effect that name, on the server's public command line, the process that started it (number and start time) and
 * the directory that it serves.
 */
export function identitySettings(dataDirectory: string): Readonly<Record<string, string>> {
  return {
    [ownerName]: `${process.pid}:${startTime(process.pid) ?? ''}`,
    [directoryName]: directoryIdentity(dataDirectory),
  };
}

/** Identifies the directory by its inode, under every path and after a move. A copy has another identity. */
export function directoryIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** The seconds after which a server without an owner is told to stop immediately; it recovers from its log at the next start. */
const interruptSeconds = 30;
/** The seconds after which the server is killed, for example if a signal has stopped it. */
const quitSeconds = 40;
/** The seconds after which stopping the server counts as failed. */
const killSeconds = 50;

/**
 * Prepares the directory for a new server: throws `DataDirectoryInUse` if its present server has a living owner, and stops a server whose
 * owner was killed. A process that does not serve this very directory is left alone, whatever the lock file says.
 */
export async function endOrphan(dataDirectory: string): Promise<void> {
  const lock = readLockFile(dataDirectory);
  if (lock === null) return;
  const command = postmasterCommand(lock.pid, dataDirectory);
  if (command === null) return;
  const owner = new RegExp(`${ownerName}=(\\d+):(.*?)(?:\\0|$| -)`).exec(command);
  // A server without an owner was started by hand, so this program must not stop it.
  if (owner === null) throw new DataDirectoryInUse(lock.pid, dataDirectory);
  const ownerPid = Number(owner[1]);
  if (startTime(ownerPid) === owner[2]) throw new DataDirectoryInUse(ownerPid, dataDirectory);
  await stopOrphan(lock.pid, dataDirectory);
}

async function stopOrphan(pid: number, dataDirectory: string): Promise<void> {
  const started = performance.now();
  sendSignal(pid, 'SIGINT');
  while (postmasterCommand(pid, dataDirectory) !== null) {
    const seconds = (performance.now() - started) / 1000;
    if (seconds > killSeconds) throw new Error(`Process ${pid} serves ${dataDirectory} for nobody and can't be ended`);
    if (seconds > quitSeconds) sendSignal(pid, 'SIGKILL');
    else if (seconds > interruptSeconds) sendSignal(pid, 'SIGQUIT');
    await delay(20);
  }
}

/** Sends a signal to a process. Does nothing when the process has ended already. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/** The command line of the process if it is a server on this very directory, else null. */
function postmasterCommand(pid: number, dataDirectory: string): string | null {
  const isLinux = process.platform === 'linux';
  const command = isLinux ? read(`/proc/${pid}/cmdline`) : (ps(pid, 'command') ?? '');
  const [program = ''] = command.split('\0');
  if (isLinux ? basename(program) !== 'postgres' : !command.includes('postgres')) return null;
  const stated = new RegExp(`${directoryName}=(\\d+:\\d+)`).exec(command)?.[1];
  const isHere =
    stated === undefined ? servesByPath(pid, command, dataDirectory) : stated === directoryIdentity(dataDirectory);
  return isHere ? command : null;
}

/**
 * Returns whether the command line or the working directory of the process names the directory. Recognises servers that were started by
 * hand, or by a release that did not state the directory.
 */
function servesByPath(pid: number, command: string, dataDirectory: string): boolean {
  if (process.platform !== 'linux') return command.includes(`-D ${dataDirectory}`);
  try {
    return directoryIdentity(`/proc/${pid}/cwd`) === directoryIdentity(dataDirectory);
  } catch (error) {
    // A process whose folder may not be read counts as running here: a refusal is better than two servers on one directory.
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT';
  }
}

/**
 * Returns the start time of a process, which distinguishes it from an earlier process with the same number. Null if there is no such
 * process.
 */
function startTime(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  const stat = read(`/proc/${pid}/stat`);
  // The program's name, in brackets, may contain anything; the 22nd field is the 20th after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, column: 'command' | 'lstart'): string | null {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
