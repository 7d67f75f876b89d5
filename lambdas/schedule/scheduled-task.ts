import type { ScheduledEvent } from 'aws-lambda';
import type { TaskCounts } from '../../app/operations/maintenance-ports.ts';

/** One scheduled task as a function of its own. The event only says that it is time; the database clock says since when. */
export function createScheduledTask(run: () => Promise<TaskCounts>): (event: ScheduledEvent) => Promise<TaskCounts> {
  return () => run();
}
