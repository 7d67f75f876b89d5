import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { OperatorStore, TaskRun } from '../accounts/account-ports.ts';
import type { TaskCounts } from '../platform/portions.ts';
import { runTask, type TaskName, type TaskRunner } from './scheduled-tasks.ts';

/** Runs scheduled tasks for the operator. */
export interface OperatorTasks {
  readonly operator: OperatorStore;
  readonly taskRunner: TaskRunner;
}

/** Runs a task now. The order is written to the operator's audit trail before the task begins. */
export async function runTaskByHand(
  { operator, taskRunner }: OperatorTasks,
  task: TaskName,
  origin: RequestOrigin,
): Promise<TaskCounts> {
  await operator.record(origin, { action: 'system.run', target: task });
  return runTask(taskRunner, task);
}

/** Lists runs of all tasks, newest first. */
export function listTaskRuns(
  { operator }: Pick<OperatorTasks, 'operator'>,
  page: OffsetPosition,
): Promise<OffsetPage<TaskRun>> {
  return operator.listTaskRuns(page);
}
