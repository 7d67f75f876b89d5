// Who serves a data directory right now: PostgreSQL's own lock file says the process, its command line says for whom it runs.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Another process has a server running on the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  readonly pid: number;
  readonly path: string;

  constructor(pid: number, path: string) {
    super(`The data directory ${path} is in use by process ${pid}`);
    this.pid = pid;
    this.path = path;
  }
}

export interface LockFile {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

/** Null while there is none, or none that is complete. The lines are described in PostgreSQL's pidfile.h. */
export function readLockFile(dataDirectory: string): LockFile | null {
  const lines = read(`${dataDirectory}/postmaster.pid`).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 1) return null;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

const setting = 'service.owner';

/** The process that a server runs for, told to the server so that everybody can ask it: process number and start time. */
export function ownerSetting(): string {
  return `${setting}=${process.pid}:${startTime(process.pid) ?? ''}`;
}

const stopSeconds = 30;

/**
 * Makes way for a new server. Throws `DataDirectoryInUse` if the one there has a living owner; stops one whose owner was
 * killed; and removes a lock file whose process number belongs to something else by now, at which PostgreSQL would give up.
 */
export async function clearDataDirectory(dataDirectory: string): Promise<void> {
  const lock = readLockFile(dataDirectory);
  if (lock === null) return;
  const command = postmasterCommand(lock.pid, dataDirectory);
  if (command === null) {
    await rm(`${dataDirectory}/postmaster.pid`, { force: true });
    return;
  }
  const owner = new RegExp(`${setting}=(\\d+):(.*?)(?:\\0|$| -)`).exec(command);
  // Without an owner it was started by hand: not ours to stop.
  if (owner === null) throw new DataDirectoryInUse(lock.pid, dataDirectory);
  const ownerPid = Number(owner[1]);
  if (startTime(ownerPid) === owner[2]) throw new DataDirectoryInUse(ownerPid, dataDirectory);
  await stopOrphan(lock.pid, dataDirectory);
}

async function stopOrphan(pid: number, dataDirectory: string): Promise<void> {
  const patience = performance.now() + stopSeconds * 1000;
  signal(pid, 'SIGINT');
  while (postmasterCommand(pid, dataDirectory) !== null) {
    // Its clients are gone with its owner, so it has no reason to take long; after this it recovers from its log.
    if (performance.now() > patience) signal(pid, 'SIGQUIT');
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
  if (process.platform !== 'linux') {
    const command = ps(pid, 'command');
    return command?.includes('postgres') && command.includes(`-D ${dataDirectory}`) ? command : null;
  }
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const isServer = /\/postgres\0/.test(command) || command.startsWith('postgres');
    return isServer && readlinkSync(`/proc/${pid}/cwd`) === dataDirectory ? command : null;
  } catch {
    return null;
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
