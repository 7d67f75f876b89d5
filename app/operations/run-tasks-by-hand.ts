import type { RequestOrigin } from '../../core/book-key.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { TaskCounts } from '../platform/portions.ts';
import { runTask, type TaskName, type TaskRunner } from './scheduled-tasks.ts';

/** One run of a scheduled task. */
export interface TaskRun {
  readonly id: string;
  readonly task: string;
  readonly ranAt: string;
  readonly durationMs: number;
  readonly counts: TaskCounts;
}

export interface OperatorStore {
  /** Returns runs of scheduled tasks, newest first. */
  listTaskRuns(page: OffsetPosition): Promise<OffsetPage<TaskRun>>;
  /** Records an action of the operator on the service itself, which belongs to no account. */
  record(origin: RequestOrigin, entry: { readonly action: string; readonly target: string | null }): Promise<void>;
}

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
