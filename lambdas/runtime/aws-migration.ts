import { setTimeout } from 'node:timers/promises';
import { createAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import { createCarrierStore } from '../../adapters/postgres/carriers/carrier-store.ts';
import { createConfigStore } from '../../adapters/postgres/carriers/config-store.ts';
import { createSharedCatalogueStore } from '../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { type DatabaseAddress, withOwnerLock } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database, inRehearsal } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { canLogIn, ensureLogins, LOGINS } from '../../adapters/postgres/connection/role-logins.ts';
import { readAccountSums } from '../../adapters/postgres/connection/tenant-tables.ts';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';
import { createJobReads } from '../../adapters/postgres/reads/job-reads.ts';
import { readCredentials, type SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import { type CatalogueLoad, loadCatalogue } from '../../app/carriers/manage-catalogue.ts';
import { rehearseStatements } from '../../app/operations/rehearse-statements.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import { type AwayRetry, retryWhileUnavailable } from '../../app/platform/retry-while-unavailable.ts';
import type { TableSum } from '../../core/account-sums.ts';
import {
  DATABASE_RETRY_DELAYS_SECONDS,
  MIGRATION_LOCK_SECONDS,
  MIGRATION_RUN_LOCK_SECONDS,
  MIGRATION_TIMEOUT_SECONDS,
} from '../../core/limits/job-limits.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { createUploadIntake } from './intake-services.ts';
import type { Log } from './log.ts';
import { createStatementWorker } from './statement-worker.ts';

export interface ReleaseCheckPlatform {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly log: Log;
}

/** The key of a file that does not exist. Reading it shows whether the function may read files at all. */
const NO_FILE = 'raw/release-check/none';

const CONFIG = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'Member ID', member_name: 'Name', commission_amount: 'Commission' },
});

/**
 * Checks a version of the worker before it gets work: its rights on stored files, its settings and logins, and the scores of a few
 * statements. Throws if anything is wrong. The statements themselves are kept in memory, and their rows are rolled back.
 */
export async function checkWorker({
  database,
  objects: stored,
  log,
}: ReleaseCheckPlatform): Promise<{ checked: true }> {
  if ((await stored.get(NO_FILE)) !== null) throw new Error(`There is a file ${NO_FILE}`);
  // The rehearsal uses the system login alone, so the other login is tried by itself.
  await database.tenant(NO_ACCOUNT, (sql) => sql`select 1 from jobs limit 1`);
  await inRehearsal(database, async (rehearsed) => {
    const objects = objectsInMemory();
    const jobs = createJobReads(rehearsed);
    const worker = createStatementWorker({ database: rehearsed, objects, log });
    await rehearseStatements(
      {
        accounts: createAccountStore(rehearsed),
        carriers: createCarrierStore(rehearsed),
        configs: createConfigStore(rehearsed),
        intake: createUploadIntake({ database: rehearsed, objects, relayOutbox: async () => {}, log }),
        worker: { ...worker, onError: rethrow, isTransient: () => false },
        findStats: async (accountId, jobId) => {
          const job = await jobs.find(accountId, jobId, async () => null);
          return job === null || job.status !== 'completed' ? null : job.stats;
        },
      },
      CONFIG,
    );
    return true;
  });
  log('info', 'release_checked', {});
  return { checked: true };
}

const NO_ACCOUNT = '00000000-0000-4000-8000-000000000000';

function rethrow(error: unknown): never {
  throw error;
}

function objectsInMemory(): ObjectStore {
  const bytesOf = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => {
      bytesOf.set(key, bytes);
    },
    get: async (key) => bytesOf.get(key) ?? null,
    delete: async (key) => {
      bytesOf.delete(key);
    },
    deleteBelow: async () => ({ objects: 0, bytes: 0 }),
  };
}

export interface MigrationReport {
  /** The names of the applied migrations; empty when the database was up to date. */
  readonly applied: readonly string[];
  /** Applied migrations of a newer program version that this version can work with. If there are any, this version applies nothing. */
  readonly newer: readonly string[];
  /** The loaded catalogue. Null when the database belongs to a newer version, whose catalogue stays. */
  readonly catalogue: CatalogueLoad | null;
}

/**
 * Prepares the database for the new code of a deployment: migrates the schema, then the logins, then the shared catalogue, one run at a
 * time. Migrations only add, because the old code keeps working until it is replaced, or for good after a rollback. A column is removed
 * only when it was unused for a release. An interrupted run can be repeated.
 */
export async function migrateDeployed(secrets: SecretSource, folder: string): Promise<MigrationReport> {
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_SECRET_ARNS: arns } = readVariables(VARIABLES.owner);
  const passwordOf = async (arn: string) => (await readCredentials(secrets, arn)).password;
  const credentials = await readCredentials(secrets, arns.owner);
  const addressOf = (user: string, password: string): DatabaseAddress => ({
    kind: 'login',
    host: DATABASE_HOST,
    port: DATABASE_PORT,
    database: DATABASE_NAME,
    login: { user, password: async () => password, refused: () => {} },
  });
  const owner = addressOf(credentials.user, credentials.password);
  const passwords = {
    service: await passwordOf(arns.service),
    system: await passwordOf(arns.system),
    scheduler: await passwordOf(arns.scheduler),
    report: await passwordOf(arns.report),
  };
  await wakeDatabase(owner, (seconds) => setTimeout(seconds * 1000));
  return withOwnerLock(owner, MIGRATION_RUN_LOCK_SECONDS, async () => {
    const { applied, newer } = await migrate(owner, folder, { lockSeconds: MIGRATION_LOCK_SECONDS });
    await ensureLogins(owner, passwords);
    const catalogue = newer.length > 0 ? null : await loadSharedCatalogue(addressOf(LOGINS.system, passwords.system));
    return { applied, newer, catalogue };
  });
}

/**
 * Waits until the database answers. A paused database, such as the one of development, wakes up at the first attempt, and a later attempt
 * succeeds. A refused login ends the wait, because the migration reports it.
 */
export async function wakeDatabase(owner: DatabaseAddress, pause: AwayRetry['pause']): Promise<void> {
  const patience = { isTransient: isTransientDatabaseError, pause, delaysSeconds: DATABASE_RETRY_DELAYS_SECONDS };
  await retryWhileUnavailable(patience, () => canLogIn(owner));
}

/** Loads the catalogue as the system's login, so that a deployment with broken logins fails here and not at its first request. */
async function loadSharedCatalogue(system: DatabaseAddress): Promise<CatalogueLoad | null> {
  const database = connectDatabase(system, { poolSize: 1, applicationName: 'load-catalogue' });
  try {
    return await loadCatalogue(createSharedCatalogueStore(database));
  } finally {
    await database.close();
  }
}

/** Sums the rows of every account in the stage's database (`own`), or in a copy of it beside. */
export async function sumDeployed(secrets: SecretSource, host: string): Promise<readonly TableSum[]> {
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_SECRET_ARNS } = readVariables(VARIABLES.owner);
  const { user, password } = await readCredentials(secrets, DATABASE_SECRET_ARNS.system);
  const database = connectDatabase(
    {
      kind: 'login',
      host: host === 'own' ? DATABASE_HOST : besideOwn(host, DATABASE_HOST),
      port: DATABASE_PORT,
      database: DATABASE_NAME,
      login: { user, password: async () => password, refused: () => {} },
    },
    {
      poolSize: 1,
      applicationName: 'account-sums',
      statementTimeoutSeconds: MIGRATION_TIMEOUT_SECONDS - 60,
    },
  );
  try {
    return [...Map.groupBy(await readAccountSums(database), ({ accountId }) => accountId)].map(inAll);
  } finally {
    await database.close();
  }
}

/** Adds the tables of an account up to one sum, because the answer of a function has a limit. A difference is looked up in the copy. */
function inAll([accountId, sums]: readonly [string, readonly TableSum[]]): TableSum {
  return {
    ...{ accountId, table: 'all tables' },
    rows: sums.reduce((total, { rows }) => total + rows, 0),
    digest: String(sums.reduce((total, { digest }) => total + BigInt(digest), 0n)),
  };
}

/** Refuses a host that is not a cluster of the same account and region, because it would be told the password. */
export function besideOwn(host: string, own: string): string {
  const suffix = own.slice(own.indexOf('.'));
  if (!/^[a-z0-9-]+$/.test(host.slice(0, -suffix.length)) || !host.endsWith(suffix)) {
    throw new Error(`${host} is no cluster beside ${own}`);
  }
  return host;
}
