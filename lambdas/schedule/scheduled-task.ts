import type { ScheduledEvent } from 'aws-lambda';
import type { TaskCounts } from '../../app/ports.ts';
import { runTask, type TaskName, type TaskRunner } from '../../app/scheduled-tasks.ts';

/** One scheduled task as a function of its own. The event only says that it is time; the database clock says since when. */
export function createScheduledTask(
  runner: TaskRunner,
  task: TaskName,
): (event: ScheduledEvent) => Promise<TaskCounts> {
  return () => runTask(runner, task);
}
