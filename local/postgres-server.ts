// Starts a server on a data directory and sees to it that it ends when we do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import { writeAccessRules } from './postgres-access.ts';
import type { ServerAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { giveTo, pathForServer, serverEnvironment } from './postgres-data.ts';
import {
  DataDirectoryInUse,
  endOrphan,
  identitySettings,
  type LockFile,
  lockFileHead,
  readLockFile,
  signal,
} from './postgres-postmaster.ts';
import { removeLeftRunDirectory } from './postgres-run-directory.ts';

export interface EmbeddedPostgres {
  readonly address: DatabaseAddress;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Ends the server and waits for it. Transactions under way are rolled back. Twice is harmless. */
  stop(): Promise<void>;
}

/** The port is a part of the socket's name and nothing else. */
const port = 5432;

export interface ServerPlan {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly dataDirectory: string;
  /** Holds the socket. Removed, with all that is in it, when the server has ended. */
  readonly runDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onEnd: 'SIGINT' | 'SIGQUIT';
}

const startSeconds = 60;
/** How long a lock may be held by something that is no server we see: what is left of a killed one needs less. */
const unseenSeconds = 10;
/**
 * Then it is told to leave at once, and recovers from its log at the next start: an analyst's calculation that can't be
 * interrupted must not keep the service from ending.
 */
const stopSeconds = 10;
/** Then it is killed: it was stopped by a signal, for example. */
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
        // Somebody was faster (then we find who), or backends of a killed server are still on their way out.
        const mayPass = isLocked || /lock file .* already exists|pre-existing shared memory block/.test(reason);
        if (!mayPass || seconds > startSeconds) throw new Error(`PostgreSQL ${failure}: ${reason}`);
      } finally {
        await log.handle.close();
      }
      await delay(50);
      await mkdir(runDirectory, { recursive: true });
      await giveTo(plan.account, runDirectory);
    }
  } catch (error) {
    await rm(runDirectory, { recursive: true, force: true });
    throw error;
  }
}

/**
 * What each process of the server may have for itself, beside the memory they share: PostgreSQL has no such limit of its own, and
 * one statement must not take the machine's memory. It then fails with "out of memory" and the server goes on. Far above what
 * the sets of our own statements need. Where the system knows no such limit there is none.
 */
const processMemoryKibibytes = 1024 * 1024;

const lockedText = 'Another process holds the lock of this data directory';

/**
 * Stands between us and the server. When we close the pipe, or are killed and the system closes it, it ends the server: the
 * server itself would never notice. It also cleans up, and ends with the server.
 *
 * It locks the directory itself, where the system has `flock`; all processes of the server inherit the lock. That holds also
 * against containers whose processes can't be seen. Only under it a lock file of PostgreSQL is removed, and only the one that
 * was found to be stale: PostgreSQL would give up at a file that is empty or names a process number that is in use again.
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

/** In a process group of its own: Ctrl-C in a terminal is for us, who may still need the database to finish. */
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

/** Null once connections are accepted, else what went wrong. */
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
  // Read now: the directory may be moved, or be gone, when the server is stopped.
  const postmaster = readLockFile(dataDirectory)?.pid ?? null;
  pipe.on('error', () => {});
  // A program that forgets to stop the server can end nevertheless, and the server with it.
  child.unref();
  pipe.unref();
  return {
    address: { kind: 'socket', directory: runDirectory, port, user: 'postgres', database: 'postgres' },
    ended,
    async stop() {
      child.ref();
      pipe.destroy();
      const after = (seconds: number, name: NodeJS.Signals) =>
        setTimeout(() => {
          if (postmaster !== null) signal(postmaster, name);
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
  // As root we write in a folder of another account: never through a link it may have put there.
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  return { handle, start: size > logBytesMax ? 0 : size };
}

async function tail({ handle, start }: Log): Promise<string> {
  const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(4000) });
  return buffer.toString('utf8', 0, bytesRead).trim();
}
