import { createAccountDeletionStore } from '../../adapters/postgres/accounts/account-deletion-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createDueDeletionStore } from '../../adapters/postgres/files/due-deletion-store.ts';
import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-store.ts';
import { createDeadJobStore } from '../../adapters/postgres/jobs/job-store.ts';
import { createOwnerNewsStore } from '../../adapters/postgres/months/month-store.ts';
import { createMaintenanceStore } from '../../adapters/postgres/operations/maintenance-store.ts';
import { createStatementReads } from '../../adapters/postgres/reads/statement-reads.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import type { AccountDeletions } from '../../app/accounts/delete-accounts.ts';
import { duePurges, type Purge } from '../../app/files/purge-due.ts';
import type { SftpFolderStore } from '../../app/intake/intake-store.ts';
import type { JobStore } from '../../app/jobs/job-store.ts';
import type { OwnerMailing } from '../../app/months/manage-months.ts';
import type { TaskRunner } from '../../app/operations/scheduled-tasks.ts';
import type { MailPerson } from '../../app/people/mail-person.ts';
import type { DeliveryStore } from '../../app/webhooks/attempt-delivery.ts';
import type { Log } from './log.ts';

export function deadJobsIn(database: Database): Pick<JobStore, 'failDead'> {
  return createDeadJobStore(database);
}

export function deliveriesIn(database: Database): DeliveryStore {
  return createDeliveryStore(database);
}

export function sftpFoldersIn(database: Database): SftpFolderStore {
  return createSftpFolderStore(database);
}

/** Makes the parts that every scheduled task needs. */
export function createMaintenance(database: Database): Pick<TaskRunner, 'maintenance' | 'elapsedMs'> {
  return { maintenance: createMaintenanceStore(database), elapsedMs: () => performance.now() };
}

/** Connects the mails to owners with their stores. `mailPerson` queues a mail. */
export function createOwnerMailing(database: Database, mailPerson: MailPerson): OwnerMailing {
  return {
    news: createOwnerNewsStore(database),
    statements: createStatementReads(database),
    mailPerson,
    clock: () => new Date(),
  };
}

interface DeletionParts extends Pick<AccountDeletions, 'objects' | 'dropStore' | 'sentMail' | 'waitsForTask'> {
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
