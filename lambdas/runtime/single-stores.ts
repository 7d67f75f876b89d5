import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createSftpFolderStore } from '../../adapters/postgres/intake/sftp-store.ts';
import { createDeadJobStore } from '../../adapters/postgres/jobs/job-store.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import type { SftpFolderStore } from '../../app/intake/intake-store.ts';
import type { JobStore } from '../../app/jobs/job-store.ts';
import type { DeliveryStore } from '../../app/webhooks/attempt-delivery.ts';

export function deadJobsIn(database: Database): Pick<JobStore, 'failDead'> {
  return createDeadJobStore(database);
}

export function deliveriesIn(database: Database): DeliveryStore {
  return createDeliveryStore(database);
}

export function sftpFoldersIn(database: Database): SftpFolderStore {
  return createSftpFolderStore(database);
}
