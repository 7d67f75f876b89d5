import type { ScheduledEvent } from 'aws-lambda';
import type { TaskCounts } from '../../app/platform/portions.ts';

/** One scheduled task as a function of its own. The event is only a trigger; the database clock gives the times. */
export function createScheduledTask(run: () => Promise<TaskCounts>): (event: ScheduledEvent) => Promise<TaskCounts> {
  return () => run();
}
