// Starts a server on a data directory and ensures that it ends with this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants, type FileHandle, mkdir, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import { canEnter, type PostgresBinaries, type ServerAccount } from './postgres-binaries.ts';
import { giveDirectoryTo, pathForServer, serverEnvironment, writeAccessRules } from './postgres-data.ts';
import {
  DataDirectoryInUse,
  directoryIdentity,
  endOrphan,
  identitySettings,
  type LockFile,
  lockFileHead,
  readLockFile,
  sendSignal,
} from './postgres-postmaster.ts';

export interface EmbeddedPostgres {
  readonly address: DatabaseAddress;
  /** Resolves when the server has ended, whether or not it was asked to. */
  readonly ended: Promise<void>;
  /** Stops the server and waits for its end. Open transactions are rolled back. A second call does nothing. */
  stop(): Promise<void>;
}

/** The port, which is only a part of the socket's name. */
const port = 5432;

/** The address of the server whose socket is in the folder. */
export function addressIn(runDirectory: string): DatabaseAddress {
  return { kind: 'socket', directory: runDirectory, port, user: 'postgres', database: 'postgres' };
}

export interface ServerPlan {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly dataDirectory: string;
  /** The folder that holds the socket. It is removed with its contents when the server has ended. */
  readonly runDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onEnd: 'SIGINT' | 'SIGQUIT';
}

const startSeconds = 60;
/** The seconds for which an unknown process may hold a lock; the remaining processes of a killed server need less. */
const unseenSeconds = 10;
/**
 * The seconds after which the server is told to stop immediately; it recovers from its log at the next start. An analyst's
 * uninterruptible calculation must not keep the service from ending.
 */
const stopSeconds = 10;
/** The seconds after which the server is killed, for example if a signal has stopped it. */
const killSeconds = 30;

export async function startServer(plan: ServerPlan): Promise<EmbeddedPostgres> {
  const { dataDirectory, runDirectory } = plan;
  const started = performance.now();
  let previous: LockFile | null = null;
  try {
    for (;;) {
      previous = readLockFile(dataDirectory) ?? previous;
      const staleHead = lockFileHead(dataDirectory);
      await endOrphan(dataDirectory);
      await writeAccessRules(plan.account, dataDirectory);
      const log = await openLog(dataDirectory);
      try {
        const child = supervise(plan, { log, staleHead });
        const failure = await untilReady(child, plan);
        if (failure === null) {
          if (previous !== null) await removeLeftRunDirectory(previous.socketDirectory, dataDirectory);
          return serverOf(child, plan);
        }
        const seconds = (performance.now() - started) / 1000;
        const reason = await tail(log);
        const isLocked = reason.includes(lockedText);
        if (isLocked && seconds > unseenSeconds) throw new DataDirectoryInUse(null, dataDirectory);
        // Another process started first (the next attempt finds it), or backends of a killed server are still ending.
        const mayPass = isLocked || /lock file .* already exists|pre-existing shared memory block/.test(reason);
        if (!mayPass || seconds > startSeconds) throw new Error(`PostgreSQL ${failure}: ${reason}`);
      } finally {
        await log.handle.close();
      }
      await delay(50);
      await mkdir(runDirectory, { recursive: true });
      await giveDirectoryTo(plan.account, runDirectory);
    }
  } catch (error) {
    await rm(runDirectory, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The memory limit of each server process, beside the shared memory. PostgreSQL has no such limit, and one statement must not take the
 * whole memory of the machine: it fails with "out of memory" and the server goes on. The limit is far above the needs of the service's
 * own statements. Systems without such limits have none.
 */
const processMemoryKibibytes = 1024 * 1024;

const lockedText = 'Another process holds the lock of this data directory';

/**
 * A process between this program and the server. When this program closes the pipe, or is killed and the system closes it, the supervisor
 * ends the server, which would not notice by itself. It also cleans up, and ends with the server. It locks the directory itself if the
 * system has `flock`, and all server processes inherit the lock. That lock also holds against containers whose processes are invisible.
 * PostgreSQL's lock file is removed only under it, and only if the file was found to be stale. PostgreSQL itself would refuse to start at a
 * file that is empty or names a reused process number.
 */
const supervisor = `
  ulimit -d ${processMemoryKibibytes} 2>/dev/null
  if command -v flock >/dev/null; then
    exec 4<.
    flock -n 4
    # Any other code than 1: the file system knows no such locks.
    if [ $? = 1 ]; then echo '${lockedText}' >&2; cd /; rm -rf -- "$RUN_DIRECTORY"; exit 1; fi
  fi
  if [ "$STALE" = yes ] && [ -e postmaster.pid ]; then
    head=
    read -r head <postmaster.pid
    if [ "$head" = "$STALE_HEAD" ]; then rm -f postmaster.pid; fi
  fi
  "$@" </dev/null 3<&- & server=$!
  (while read -r _ <&3; do :; done; kill -s "$ON_END" "$server") & watch=$!
  wait "$server"; code=$?
  kill "$watch" 2>/dev/null
  cd /
  rm -rf -- "$RUN_DIRECTORY"
  exit "$code"`;

/** The server has a process group of its own: Ctrl-C in a terminal is for this program, which may still need the database to finish. */
function supervise(
  { binaries, account, dataDirectory, runDirectory, settings, onEnd }: ServerPlan,
  { log, staleHead }: { readonly log: Log; readonly staleHead: string | null },
): ChildProcess {
  const options = {
    ...identitySettings(dataDirectory),
    ...settings,
    port: String(port),
    unix_socket_directories: runDirectory,
  };
  const server = [
    join(binaries.directory, 'postgres'),
    ...['-D', pathForServer(dataDirectory)],
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return spawn('/bin/sh', ['-c', supervisor, 'postgres-supervisor', ...server], {
    ...account,
    cwd: dataDirectory,
    env: {
      ...serverEnvironment,
      ON_END: onEnd.slice(3),
      RUN_DIRECTORY: runDirectory,
      STALE: staleHead === null ? 'no' : 'yes',
      STALE_HEAD: staleHead ?? '',
    },
    detached: true,
    stdio: ['ignore', log.handle.fd, log.handle.fd, 'pipe'],
  });
}

/** Waits for the server. Returns null once it accepts connections, else the error text. */
async function untilReady(child: ChildProcess, { dataDirectory, runDirectory }: ServerPlan): Promise<string | null> {
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = `could not be started (${error.message})`;
  });
  child.once('exit', (code, name) => {
    failure = `ended at its start (${name ?? code})`;
  });
  for (;;) {
    if (failure !== null) return failure;
    const lock = readLockFile(dataDirectory);
    if (lock?.ready && lock.socketDirectory === runDirectory) return null;
    await delay(10);
  }
}

function serverOf(child: ChildProcess, { dataDirectory, runDirectory }: ServerPlan): EmbeddedPostgres {
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit').then(() => {}) : Promise.resolve();
  const pipe = child.stdio[3];
  if (!(pipe instanceof Socket)) throw new TypeError('The pipe to the server is no socket');
  // The process number is read now, because the directory may be moved or gone when the server is stopped.
  const postmaster = readLockFile(dataDirectory)?.pid ?? null;
  pipe.on('error', () => {});
  // A program that forgets to stop the server can still end, and the server ends with it.
  child.unref();
  pipe.unref();
  return {
    address: addressIn(runDirectory),
    ended,
    async stop() {
      child.ref();
      pipe.destroy();
      const after = (seconds: number, name: NodeJS.Signals) =>
        setTimeout(() => {
          if (postmaster !== null) sendSignal(postmaster, name);
        }, seconds * 1000);
      const overdue = [after(stopSeconds, 'SIGQUIT'), after(killSeconds, 'SIGKILL')];
      await ended;
      for (const timer of overdue) clearTimeout(timer);
    },
  };
}

interface Log {
  readonly handle: FileHandle;
  readonly start: number;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
const logBytesMax = 10_000_000;

async function openLog(dataDirectory: string): Promise<Log> {
  const path = join(dataDirectory, 'server.log');
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > logBytesMax) await rename(path, `${path}.old`);
  // A process of root writes into a folder of another account, so it never follows a link that the account may have put there.
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return { handle, start: size > logBytesMax ? 0 : size };
}

async function tail({ handle, start }: Log): Promise<string> {
  const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(4000) });
  return buffer.toString('utf8', 0, bytesRead).trim();
}

const PREFIX = 'cas-pg-';

/**
 * Creates the folder for the socket. Its path is short, because a socket's name may have only about a hundred bytes, and the account can
 * enter every folder of it.
 */
export async function createRunDirectory(account: ServerAccount, dataDirectory: string | null): Promise<string> {
  const prefix = dataDirectory === null ? PREFIX : prefixFor(dataDirectory);
  for (const root of [tmpdir(), '/tmp', '/var/tmp']) {
    if (root.length > 60 || !(await canEnter(account, root))) continue;
    const directory = await mkdtemp(join(await realpath(root), prefix));
    await giveDirectoryTo(account, directory);
    return directory;
  }
  throw new Error(
    'PostgreSQL can enter none of the folders for temporary files; set DATABASE_URL to use another server',
  );
}

/**
 * Removes the folder that a dead server of this very data directory left behind. The path comes from a lock file, and the lock file of a
 * copied directory names the folder of the original, which may be alive. The folder's name says to which directory it belongs.
 */
async function removeLeftRunDirectory(directory: string, dataDirectory: string): Promise<void> {
  if (basename(directory).startsWith(prefixFor(dataDirectory))) await rm(directory, { recursive: true, force: true });
}

function prefixFor(dataDirectory: string): string {
  const identity = createHash('sha256').update(directoryIdentity(dataDirectory)).digest('hex').slice(0, 8);
  return `${PREFIX}${identity}-`;
}
