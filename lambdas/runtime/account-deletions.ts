import { createAccountDeletionStore } from '../../adapters/postgres/accounts/account-deletion-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { AccountDeletions } from '../../app/accounts/delete-accounts.ts';
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
