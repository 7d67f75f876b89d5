import type { Database } from '../../adapters/postgres/database.ts';
import { createDeliveryStore } from '../../adapters/postgres/delivery-store.ts';
import { createDeadJobStore } from '../../adapters/postgres/job-store.ts';
import { createSftpFolderStore } from '../../adapters/postgres/sftp-folder-store.ts';
import type { SftpFolderStore } from '../../app/intake-ports.ts';
import type { JobStore } from '../../app/job-ports.ts';
import type { DeliveryStore } from '../../app/webhook-delivery-ports.ts';

/** Single stores, for the functions that need one and no more. */

export function deadJobsIn(database: Database): Pick<JobStore, 'failDead'> {
  return createDeadJobStore(database);
}

export function deliveriesIn(database: Database): DeliveryStore {
  return createDeliveryStore(database);
}

export function sftpFoldersIn(database: Database): SftpFolderStore {
  return createSftpFolderStore(database);
}
