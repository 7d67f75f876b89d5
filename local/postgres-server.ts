// Starts a server on a data directory and sees to it that it ends when we do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, type FileHandle, mkdir, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../adapters/postgres/connection.ts';
import { writeAccessRules } from './postgres-access.ts';
import { canEnter, type ServerAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { giveTo, pathForServer, serverEnvironment } from './postgres-data.ts';
import { clearDataDirectory, ownerSetting, readLockFile, signal } from './postgres-postmaster.ts';

export interface EmbeddedPostgres {
  readonly address: DatabaseAddress;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Ends the server and waits for it. Transactions under way are rolled back. Twice is harmless. */
  stop(): Promise<void>;
}

/** The port is a part of the socket's name and nothing else. */
const port = 5432;

/** Short, because the name of a socket may have no more than some hundred bytes, and open to the account all the way. */
export async function createRunDirectory(account: ServerAccount): Promise<string> {
  for (const root of [tmpdir(), '/tmp', '/var/tmp']) {
    if (root.length > 60 || !(await canEnter(account, root))) continue;
    const directory = await mkdtemp(join(await realpath(root), runPrefix));
    await giveTo(account, directory);
    return directory;
  }
  throw new Error(
    'PostgreSQL can enter none of the folders for temporary files; set DATABASE_URL to use another server',
  );
}

const runPrefix = 'cas-pg-';

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
/**
 * Then it is told to leave at once, and recovers from its log at the next start: an analyst's calculation that can't be
 * interrupted must not keep the service from ending.
 */
const stopSeconds = 10;

export async function startServer(plan: ServerPlan): Promise<EmbeddedPostgres> {
  const { dataDirectory, runDirectory } = plan;
  const patience = performance.now() + startSeconds * 1000;
  try {
    for (;;) {
      const previous = readLockFile(dataDirectory);
      await clearDataDirectory(dataDirectory);
      if (previous !== null) await removeRunDirectory(previous.socketDirectory);
      await writeAccessRules(plan.account, dataDirectory);
      const log = await openLog(dataDirectory);
      try {
        const child = supervise(plan, log);
        const failure = await untilReady(child, plan);
        if (failure === null) return serverOf(child, plan);
        const reason = await tail(log);
        // Somebody was faster (then we find who), or backends of a killed server are still on their way out.
        const mayPass = /lock file .* already exists|pre-existing shared memory block/.test(reason);
        if (!mayPass || performance.now() > patience) throw new Error(`PostgreSQL ${failure}: ${reason}`);
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

/** Only what this module made: the path comes from a file in the data directory. */
async function removeRunDirectory(directory: string): Promise<void> {
  if (basename(directory).startsWith(runPrefix)) await rm(directory, { recursive: true, force: true });
}

/**
 * What each process of the server may have for itself, beside the memory they share: PostgreSQL has no such limit of its own, and
 * one statement must not take the machine's memory. It then fails with "out of memory" and the server goes on. Far above what
 * the sets of our own statements need. Where the system knows no such limit there is none.
 */
const processMemoryKibibytes = 1024 * 1024;

/**
 * Stands between us and the server. When we close the pipe, or are killed and the system closes it, it ends the server: the
 * server itself would never notice. It also cleans up, and ends with the server.
 */
const supervisor = `
  ulimit -d ${processMemoryKibibytes} 2>/dev/null
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
  log: Log,
): ChildProcess {
  const options = { ...settings, port: String(port), unix_socket_directories: runDirectory };
  const server = [
    join(binaries.directory, 'postgres'),
    ...['-D', pathForServer(dataDirectory), '-c', ownerSetting()],
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  return spawn('/bin/sh', ['-c', supervisor, 'postgres-supervisor', ...server], {
    ...account,
    cwd: dataDirectory,
    env: { ...serverEnvironment, ON_END: onEnd.slice(3), RUN_DIRECTORY: runDirectory },
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
      const overdue = setTimeout(() => {
        const lock = readLockFile(dataDirectory);
        if (lock?.socketDirectory === runDirectory) signal(lock.pid, 'SIGQUIT');
      }, stopSeconds * 1000);
      await ended;
      clearTimeout(overdue);
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
