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

/** Lists the jobs and dead letters of all accounts for the operator. */

const OPERATOR_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
type OperatorJobState = (typeof OPERATOR_JOB_STATES)[number];

export const operatorJobStates = z.enum(OPERATOR_JOB_STATES);

/** A job of any account. It names no member and no file. */
export const operatorJob = z
  .object({
    id: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    carrierName: z.string(),
    period: z.string(),
    mode: z.string(),
    status: operatorJobStates,
    attempts: z.int(),
    errorCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OperatorJob' });
export type OperatorJob = Readonly<z.output<typeof operatorJob>>;

export const OPERATOR_JOB_COLUMNS = [
  ...['id', 'accountId', 'accountName', 'carrierName', 'period', 'mode', 'status', 'attempts', 'errorCode'],
  ...['createdAt', 'completedAt'],
];

/** A message that was given up after its last attempt. */
export const deadLetter = z
  .object({
    id: z.string(),
    queue: z.string(),
    receiveCount: z.int().describe('How often a worker received the message.'),
    recordedAt: z.iso.datetime(),
    jobId: z.string().nullable().describe('Null for a message that is about no job.'),
    jobStatus: operatorJobStates.nullable(),
    accountName: z.string().nullable().describe('Null when the account is gone.'),
  })
  .meta({ id: 'DeadLetter' });
export type OperatorDeadLetter = Readonly<z.output<typeof deadLetter>>;

export const DEAD_LETTER_COLUMNS = ['id', 'queue', 'receiveCount', 'recordedAt', 'jobId', 'jobStatus', 'accountName'];

/** The work of an account in some days. */
export const heavyAccount = z
  .object({
    accountId: z.string(),
    accountName: z.string(),
    jobs: z.int().describe('Jobs that ended in these days.'),
    rows: z.int().describe('Rows that these jobs took in.'),
    workerSeconds: z.int().describe('Seconds for which workers were busy with them.'),
    storedBytes: z.int().describe('Bytes of files that are stored now.'),
  })
  .meta({ id: 'HeavyAccount' });
export type HeavyAccount = Readonly<z.output<typeof heavyAccount>>;

export const HEAVY_ACCOUNT_COLUMNS = ['accountId', 'accountName', 'jobs', 'rows', 'workerSeconds', 'storedBytes'];

const HEAVIEST_ACCOUNTS = 10;

export interface OperatorWorkReads {
  /** Returns jobs, newest first; `status` selects those in one state. */
  listJobs(
    filter: { readonly status?: OperatorJobState | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<OperatorJob>>;
  /** Returns dead letters, newest first. */
  listDeadLetters(page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>>;
  /** Returns the accounts with work in the last days, those first that kept the workers busy for longest. */
  listHeaviest(last: { readonly days: number; readonly limit: number }): Promise<readonly HeavyAccount[]>;
}

/** Lists the work of all accounts for the operator. */
export interface OperatorWork {
  readonly work: OperatorWorkReads;
}

/** Lists jobs of all accounts, newest first. */
export function listAllJobs(
  { work }: OperatorWork,
  { status, ...page }: OffsetPosition & { readonly status?: OperatorJobState | undefined },
): Promise<OffsetPage<OperatorJob>> {
  return work.listJobs({ status }, page);
}

/** Lists messages that were given up, newest first. */
export function listDeadLetters({ work }: OperatorWork, page: OffsetPosition): Promise<OffsetPage<OperatorDeadLetter>> {
  return work.listDeadLetters(page);
}

/** Lists the accounts that used most in the last days. */
export async function listHeaviestAccounts(
  { work }: OperatorWork,
  days: number,
): Promise<{ days: number; data: HeavyAccount[] }> {
  return { days, data: [...(await work.listHeaviest({ days, limit: HEAVIEST_ACCOUNTS }))] };
}
