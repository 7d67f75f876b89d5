// The service's own PostgreSQL, from the installed package. It needs no container, port, account or installation.
import { realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { MEBIBYTE } from '../core/limits/account-limits.ts';
import { WAL_BYTES_MAX } from '../core/limits/request-limits.ts';
import { claimLinkedFolders } from './data-directory.ts';
import { findPostgresBinaries, serverAccountFor } from './postgres-binaries.ts';
import { copyTemplateData, createData, requireFilesOfItsOwn, restoreOwnership } from './postgres-data.ts';
import { createRunDirectory, type EmbeddedPostgres, startServer } from './postgres-server.ts';

/**
 * Starts a durable server on the directory, which the first start creates. Throws `DataDirectoryInUse` while another process serves it.
 * The server ends with this process, however this process ends.
 */
export async function startEmbeddedPostgres(options: { readonly dataDirectory: string }): Promise<EmbeddedPostgres> {
  const requested = resolve(options.dataDirectory);
  const account = await serverAccountFor(requested);
  const binaries = await findPostgresBinaries(account);
  await createData(binaries, account, requested);
  const dataDirectory = await realpath(requested);
  await requireFilesOfItsOwn(dataDirectory);
  for (const folder of ['.', 'pg_tblspc']) await claimLinkedFolders(join(dataDirectory, folder));
  await restoreOwnership(account, dataDirectory);
  const runDirectory = await createRunDirectory(account, dataDirectory);
  return startServer({ binaries, account, dataDirectory, runDirectory, settings: durableSettings, onEnd: 'SIGINT' });
}

/** Starts a server for tests: fast, not durable, and deleted with its data when stopped. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const account = await serverAccountFor('');
  const binaries = await findPostgresBinaries(account);
  const runDirectory = await createRunDirectory(account, null);
  const dataDirectory = join(runDirectory, 'data');
  await copyTemplateData(binaries, account, dataDirectory);
  return startServer({ binaries, account, dataDirectory, runDirectory, settings: throwawaySettings, onEnd: 'SIGQUIT' });
}

const commonSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements here are short or read a part of one account, so neither compilation nor parallel workers pay off.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Error messages, details and statements quote values such as members' names. The service logs the code of each error itself. The
  // database's own settings keep the messages out of the log, so that errors of the server's other processes stay in it.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  // No other server replicates from this one.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
};

/**
 * The size of PostgreSQL's shared buffers. 1 GB holds the pages that the statements and reads of a few three-year books touch. A small
 * machine uses an eighth of its memory.
 */
const sharedMegabytes = Math.round(Math.min(1_024, Math.max(128, totalmem() / MEBIBYTE / 8)));

const durableSettings = {
  ...commonSettings,
  // A backup of the running server needs this level of its write-ahead log (backup/take-backup.ts).
  wal_level: 'replica',
  shared_buffers: `${sharedMegabytes}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Scoring months again writes hundreds of megabytes of write-ahead log. With the default buffers, and with log files that are deleted and
  // created again, the server often waits for its log.
  wal_buffers: `${Math.round(sharedMegabytes / 16)}MB`,
  min_wal_size: '1GB',
  // The disk keeps room for as much (core/disk-room.ts).
  max_wal_size: `${WAL_BYTES_MAX / MEBIBYTE}MB`,
  // The first statement fills empty tables. Until they are analysed, the planner has no statistics for them.
  autovacuum_naptime: '5s',
  // These are the defaults, written out: committed data survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  log_line_prefix: '%m [%p] %d ',
};

const throwawaySettings = {
  ...commonSettings,
  wal_level: 'minimal',
  max_connections: '300',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
