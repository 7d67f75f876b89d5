import { setTimeout } from 'node:timers/promises';
import { createSharedCatalogueStore } from '../../adapters/postgres/carriers/shared-catalogue-store.ts';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { withOwnerLock } from '../../adapters/postgres/connection/lock-wait.ts';
import { canLogIn, ensureLogins, LOGINS } from '../../adapters/postgres/connection/role-logins.ts';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';
import { readCredentials } from '../../adapters/secrets/database-login.ts';
import type { SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import { type CatalogueLoad, loadCatalogue } from '../../app/carriers/manage-catalogue.ts';
import { type AwayRetry, retryWhileUnavailable } from '../../app/platform/retry-while-unavailable.ts';
import { MIGRATION_LOCK_SECONDS, MIGRATION_RUN_LOCK_SECONDS } from '../../core/limits/database-limits.ts';
import { DATABASE_RETRY_DELAYS_SECONDS } from '../../core/limits/job-limits.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';

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
