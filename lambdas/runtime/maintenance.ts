import type { Database } from '../../adapters/postgres/database.ts';
import { createMaintenanceStore } from '../../adapters/postgres/maintenance-store.ts';
import type { TaskRunner } from '../../app/scheduled-tasks.ts';

/** What every scheduled task needs, whatever else it does. */
export function createMaintenance(database: Database): Pick<TaskRunner, 'maintenance' | 'elapsedMs'> {
  return { maintenance: createMaintenanceStore(database), elapsedMs: () => performance.now() };
}
