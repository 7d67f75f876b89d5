import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createMaintenanceStore } from '../../adapters/postgres/operations/maintenance-store.ts';
import type { TaskRunner } from '../../app/operations/scheduled-tasks.ts';

/** Makes the parts that every scheduled task needs. */
export function createMaintenance(database: Database): Pick<TaskRunner, 'maintenance' | 'elapsedMs'> {
  return { maintenance: createMaintenanceStore(database), elapsedMs: () => performance.now() };
}
