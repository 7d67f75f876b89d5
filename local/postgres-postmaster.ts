// Who serves a data directory right now. PostgreSQL's lock file names a process; the command line of that process names the directory
// and the program that it runs for. A copied directory has the lock file of the original, so the file alone proves nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process has a server running on the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  /** Null when the process can't be seen from here. */
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

/** The first line of the lock file as it is; null if there is no such file. It is empty when its writer was killed. */
export function lockFileHead(dataDirectory: string): string | null {
  try {
    return readFileSync(`${dataDirectory}/postmaster.pid`, 'utf8').split('\n')[0] ?? '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Null while there is none, or none that is complete. The lines are described in PostgreSQL's pidfile.h. */
export function readLockFile(dataDirectory: string): LockFile | null {
  const lines = read(`${dataDirectory}/postmaster.pid`).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 1) return null;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

const ownerName = 'service.owner';
const directoryName = 'service.directory';

/**
 * Settings without effect, on the command line of a server so that everybody can read them: the process that it runs for (number
 * and start time), and the directory that it serves.
 */
export function identitySettings(dataDirectory: string): Readonly<Record<string, string>> {
  return {
    [ownerName]: `${process.pid}:${startTime(process.pid) ?? ''}`,
    [directoryName]: directoryIdentity(dataDirectory),
  };
}

/** The same by whatever path the directory is reached, also after it was moved. A copy has another one. */
export function directoryIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** Then a server without an owner is told to leave at once, and recovers from its log at the next start. */
const interruptSeconds = 30;
/** Then it is killed: it was stopped by a signal, for example. */
const quitSeconds = 40;
/** Then not even that has helped. */
const killSeconds = 50;

/**
 * Makes way for a new server: throws `DataDirectoryInUse` if the one there has a living owner, and stops one whose owner was killed.
 * A process that is no server of this very directory is left alone, whatever the lock file says.
 */
export async function endOrphan(dataDirectory: string): Promise<void> {
  const lock = readLockFile(dataDirectory);
  if (lock === null) return;
  const command = postmasterCommand(lock.pid, dataDirectory);
  if (command === null) return;
  const owner = new RegExp(`${ownerName}=(\\d+):(.*?)(?:\\0|$| -)`).exec(command);
  // Without an owner it was started by hand: not ours to stop.
  if (owner === null) throw new DataDirectoryInUse(lock.pid, dataDirectory);
  const ownerPid = Number(owner[1]);
  if (startTime(ownerPid) === owner[2]) throw new DataDirectoryInUse(ownerPid, dataDirectory);
  await stopOrphan(lock.pid, dataDirectory);
}

async function stopOrphan(pid: number, dataDirectory: string): Promise<void> {
  const started = performance.now();
  signal(pid, 'SIGINT');
  while (postmasterCommand(pid, dataDirectory) !== null) {
    const seconds = (performance.now() - started) / 1000;
    if (seconds > killSeconds) throw new Error(`Process ${pid} serves ${dataDirectory} for nobody and can't be ended`);
    if (seconds > quitSeconds) signal(pid, 'SIGKILL');
    else if (seconds > interruptSeconds) signal(pid, 'SIGQUIT');
    await delay(20);
  }
}

/** It may be gone by now. */
export function signal(pid: number, name: NodeJS.Signals): void {
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

/** For a server that was started by hand, or by a release that did not state the directory. */
function servesByPath(pid: number, command: string, dataDirectory: string): boolean {
  if (process.platform !== 'linux') return command.includes(`-D ${dataDirectory}`);
  try {
    return directoryIdentity(`/proc/${pid}/cwd`) === directoryIdentity(dataDirectory);
  } catch (error) {
    // Without the right to see where it runs it counts as running here: better refused than two servers on one directory.
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT';
  }
}

/** Tells two processes of one number apart. Null if there is no such process. */
function startTime(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  const stat = read(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may hold anything; the 22nd field is the 20th after it.
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
