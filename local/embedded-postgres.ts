// A PostgreSQL of our own, from the installed package: no container, no port, no account, no installation.
import { realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { claimLinkedFolders } from './linked-folders.ts';
import { serverAccountFor } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { copyTemplateData, createData, requireFilesOfItsOwn, restoreOwnership } from './postgres-data.ts';
import { createRunDirectory } from './postgres-run-directory.ts';
import { type EmbeddedPostgres, startServer } from './postgres-server.ts';

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
  await requireFilesOfItsOwn(dataDirectory);
  for (const folder of ['.', 'pg_tblspc']) await claimLinkedFolders(join(dataDirectory, folder));
  await restoreOwnership(account, dataDirectory);
  const runDirectory = await createRunDirectory(account, dataDirectory);
  return startServer({ binaries, account, dataDirectory, runDirectory, settings: durableSettings, onEnd: 'SIGINT' });
}

/** A server for tests: fast, forgetful, and gone with its data when stopped. */
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
  // Statements here are short or touch a part of one account; neither is worth compiling or spreading over processes.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Messages, details and statements of errors quote values: names of members. The service logs the code of each error itself. The
  // messages are kept out of the log by the database's own settings, so that errors of the server's other processes are still in it.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  // Nobody replicates from this server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
};

const MEBIBYTE = 1024 * 1024;

/**
 * The pages that statements and reads touch of a few books of three years fit into 1 GB; with a fifth of it the 36th month of such a
 * book took a tenth longer. A small machine gives an eighth of what it has.
 */
const sharedMegabytes = Math.round(Math.min(1_024, Math.max(128, totalmem() / MEBIBYTE / 8)));

const durableSettings = {
  ...commonSettings,
  shared_buffers: `${sharedMegabytes}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Months that are scored again write hundreds of megabytes of log. With 16 MB of room for it, the most that is taken
  // by default, and files of it that are deleted and made anew, the server waited for its log a seventh of the time.
  wal_buffers: `${Math.round(sharedMegabytes / 16)}MB`,
  min_wal_size: '1GB',
  max_wal_size: '2GB',
  // A first statement makes tables of nothing; until they are looked at, plans are guesses.
  autovacuum_naptime: '5s',
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
