import { createAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import { createCarrierStore } from '../../adapters/postgres/carriers/carrier-store.ts';
import { createConfigStore } from '../../adapters/postgres/carriers/config-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { inRehearsal } from '../../adapters/postgres/connection/rehearsed-database.ts';
import { createJobReads } from '../../adapters/postgres/reads/job-reads.ts';
import { rehearseStatements } from '../../app/operations/rehearse-statements.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import type { Log } from './log.ts';
import { createStatementWorker } from './statement-worker.ts';
import { createUploadIntake } from './upload-intake.ts';

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
