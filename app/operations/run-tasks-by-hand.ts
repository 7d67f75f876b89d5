import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { TaskCounts } from '../platform/portions.ts';
import { runTask, type TaskName, type TaskRunner } from './scheduled-tasks.ts';

const count = z.int().min(0);

/** The figures of all tasks. A figure that a task does not have is zero. */
const counts = {
  requeued: count,
  jobsFailed: count,
  resent: count,
  webhooksRedelivered: count,
  ownersMailed: count,
  filesPurged: count,
  dropsPurged: count,
  mailsPurged: count,
  accountsDeleted: count,
  jobsCanceled: count,
  dropsAccepted: count,
  dropsRejected: count,
  dropsDuplicate: count,
  dropsHeld: count,
  dropsWaiting: count,
  dropsFailed: count,
  reportsSent: count,
  reportsFailed: count,
  reportsSkipped: count,
};

type CountName = keyof typeof counts;

/** Returns the figures of all tasks, with zero for those that the run did not count. */
export function everyCount(counted: Readonly<Record<string, number>>): Readonly<Record<CountName, number>> {
  const countOf = (name: CountName) => counted[name] ?? 0;
  return {
    requeued: countOf('requeued'),
    jobsFailed: countOf('jobsFailed'),
    resent: countOf('resent'),
    webhooksRedelivered: countOf('webhooksRedelivered'),
    ownersMailed: countOf('ownersMailed'),
    filesPurged: countOf('filesPurged'),
    dropsPurged: countOf('dropsPurged'),
    mailsPurged: countOf('mailsPurged'),
    accountsDeleted: countOf('accountsDeleted'),
    jobsCanceled: countOf('jobsCanceled'),
    dropsAccepted: countOf('dropsAccepted'),
    dropsRejected: countOf('dropsRejected'),
    dropsDuplicate: countOf('dropsDuplicate'),
    dropsHeld: countOf('dropsHeld'),
    dropsWaiting: countOf('dropsWaiting'),
    dropsFailed: countOf('dropsFailed'),
    reportsSent: countOf('reportsSent'),
    reportsFailed: countOf('reportsFailed'),
    reportsSkipped: countOf('reportsSkipped'),
  };
}

export const taskResult = z.object({ task: z.string(), ...counts }).meta({ id: 'TaskResult' });

const taskRunFields = { id: z.string(), task: z.string(), ranAt: z.iso.datetime(), durationMs: z.int(), ...counts };

export const taskRun = z.object(taskRunFields).meta({ id: 'TaskRun' });

export const TASK_RUN_COLUMNS = [
  ...['id', 'task', 'ranAt', 'durationMs', 'requeued', 'jobsFailed', 'resent', 'webhooksRedelivered'],
  ...['filesPurged', 'dropsPurged', 'mailsPurged', 'accountsDeleted', 'jobsCanceled', 'dropsAccepted'],
  ...['dropsRejected', 'dropsDuplicate', 'dropsHeld', 'dropsWaiting', 'dropsFailed', 'reportsSent'],
  ...['reportsFailed', 'reportsSkipped', 'ownersMailed'],
];

/** A run of a scheduled task. */
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
