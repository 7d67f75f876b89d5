import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createDueDeletionStore } from '../../adapters/postgres/files/due-deletion-store.ts';
import { duePurges, type Purge } from '../../app/files/purge-due.ts';

/** Makes the purges of objects that requests have marked, for the process that deletes them. */
export function createDuePurges(database: Database, stores: Parameters<typeof duePurges>[1]): readonly Purge[] {
  return duePurges(createDueDeletionStore(database), stores);
}
