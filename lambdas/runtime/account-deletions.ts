import { createAccountDeletionStore } from '../../adapters/postgres/accounts/account-deletion-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createDueDeletionStore } from '../../adapters/postgres/files/due-deletion-store.ts';
import type { AccountDeletions } from '../../app/accounts/delete-accounts.ts';
import { duePurges, type Purge } from '../../app/files/purge-due.ts';
import type { Log } from './log.ts';

export interface DeletionParts extends Pick<AccountDeletions, 'objects' | 'dropStore' | 'sentMail' | 'waitsForTask'> {
  readonly database: Database;
  readonly log: Log;
}

/** Makes the use case that deletes whole accounts, with its store. */
export function createAccountDeletions({ database, log, ...stores }: DeletionParts): AccountDeletions {
  return {
    ...stores,
    deletionStore: createAccountDeletionStore(database),
    elapsedMs: () => performance.now(),
    onDeletionError: (error, deletionId) => log('error', 'account_deletion_failed', { deletionId, error }),
  };
}

/** Makes the purges of objects that requests have marked, for the process that deletes them. */
export function createDuePurges(database: Database, stores: Parameters<typeof duePurges>[1]): readonly Purge[] {
  return duePurges(createDueDeletionStore(database), stores);
}
