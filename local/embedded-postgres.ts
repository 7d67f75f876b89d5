// A PostgreSQL of our own, from the installed package: no container, no port, no account, no installation.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from '../adapters/postgres/connection.ts';
import { type ServerAccount, serverAccountFor } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { copyTemplateData, createData, giveTo, pathForServer, serverEnvironment } from './postgres-data.ts';
import { clearDataDirectory, ownerSetting, readLockFile, signal } from './postgres-postmaster.ts';

export interface EmbeddedPostgres {
  readonly address: DatabaseAddress;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Ends the server and waits for it. Transactions under way are rolled back. Twice is harmless. */
  stop(): Promise<void>;
}

/**
 * Starts a durable server on the directory, which is made at the first start. Throws `DataDirectoryInUse` while another process
 * has one there. When this process ends, however it ends, the server ends too.
 */
export async function startEmbeddedPostgres(options: { readonly dataDirectory: string }): Promise<EmbeddedPostgres> {
  const requested = resolve(options.dataDirectory);
  const account = await serverAccountFor(requested);
  const binaries = await findPostgresBinaries(account);
  await createData(binaries, account, requested);
  const dataDirectory = await realpath(requested);
  const runDirectory = await createRunDirectory(account);
  return startServer({ binaries, account, dataDirectory, runDirectory, settings: durableSettings, onEnd: 'SIGINT' });
}

/** A server for tests: fast, forgetful, and gone with its data when stopped. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const account = await serverAccountFor('');
  const binaries = await findPostgresBinaries(account);
  const runDirectory = await createRunDirectory(account);
  const dataDirectory = join(runDirectory, 'data');
  await copyTemplateData(binaries, account, dataDirectory);
  return startServer({ binaries, account, dataDirectory, runDirectory, settings: throwawaySettings, onEnd: 'SIGQUIT' });
}

/** The port is a part of the socket's name and nothing else. */
const port = 5432;

const commonSettings = {
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements here are short or touch a part of one account; neither is worth compiling or spreading over processes.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Nobody replicates from this server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
};

const durableSettings = {
  ...commonSettings,
  shared_buffers: '192MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // The defaults, said aloud: what was committed survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  log_line_prefix: '%m [%p] %d ',
};

const throwawaySettings = {
  ...commonSettings,
  max_connections: '300',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** A short path, because the name of a socket may have no more than some hundred bytes. */
async function createRunDirectory(account: ServerAccount): Promise<string> {
  const root = tmpdir().length <= 60 ? tmpdir() : '/tmp';
  const directory = await mkdtemp(join(await realpath(root), runPrefix));
  await giveTo(account, directory);
  return directory;
}

const runPrefix = 'cas-pg-';

interface ServerPlan {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly dataDirectory: string;
  /** Holds the socket. Removed, with all that is in it, when the server has ended. */
  readonly runDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onEnd: 'SIGINT' | 'SIGQUIT';
}

const startSeconds = 60;

async function startServer(plan: ServerPlan): Promise<EmbeddedPostgres> {
  const { dataDirectory, runDirectory } = plan;
  const patience = performance.now() + startSeconds * 1000;
  try {
    for (;;) {
      const previous = await readLockFile(dataDirectory);
      await clearDataDirectory(dataDirectory);
      if (previous !== null) await removeRunDirectory(previous.socketDirectory);
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
 * Stands between us and the server. When we close the pipe, or are killed and the system closes it, it ends the server: the
 * server itself would never notice. It also cleans up, and ends with the server.
 */
const supervisor = `
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
  const options = { ...settings, unix_socket_directories: runDirectory };
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
    const lock = await readLockFile(dataDirectory);
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
      const overdue = setTimeout(async () => {
        const lock = await readLockFile(dataDirectory);
        if (lock?.socketDirectory === runDirectory) signal(lock.pid, 'SIGQUIT');
      }, startSeconds * 1000);
      await ended;
      clearTimeout(overdue);
    },
  };
}

interface Log {
  readonly handle: FileHandle;
  readonly start: number;
}

const logBytesMax = 10_000_000;

async function openLog(dataDirectory: string): Promise<Log> {
  const path = join(dataDirectory, 'server.log');
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > logBytesMax) await rename(path, `${path}.old`);
  const handle = await open(path, 'a+', 0o600);
  return { handle, start: size > logBytesMax ? 0 : size };
}

async function tail({ handle, start }: Log): Promise<string> {
  const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(4000) });
  return buffer.toString('utf8', 0, bytesRead).trim();
}
