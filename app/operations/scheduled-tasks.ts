import { EXPIRED_BATCH, NAMES_EXPIRED_BATCH } from '../../core/limits/account-limits.ts';
import {
  JOB_RECOVERY_BATCH,
  JOB_RESEND_SECONDS,
  JOB_STUCK_SECONDS,
  SCHEDULED_TASK_LIMITS,
  type TaskLimits,
  WEBHOOK_REDELIVERY_BATCH,
} from '../../core/limits/job-limits.ts';
import { type AccountDeletions, deleteAccounts } from '../accounts/delete-accounts.ts';
import { failIfKept, type Purge, type Purged, purgeDue } from '../files/purge-due.ts';
import { type SftpSweep, sweepSftp } from '../intake/sweep-sftp.ts';
import { mailOwners, type OwnerMailing } from '../months/manage-months.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { PurgePortion, TaskCounts } from '../platform/portions.ts';
import type { MessageQueue } from '../platform/queue.ts';
import { type ScheduledReports, sendScheduledReports } from '../saved-reports/send-scheduled-reports.ts';
import { type DeliveryStore, webhookMessageBody } from '../webhooks/attempt-delivery.ts';
import type { IsDiskFull } from './check-readiness.ts';

/** The scheduled tasks (docs/reference/accounts.md#scheduled-tasks). Every run is recorded. All tasks are safe to run concurrently. */

/** The database writes of the scheduled tasks. Each method is safe to run concurrently. */
export interface MaintenanceStore {
  /**
   * Sets jobs that have been in processing for longer than `stuckSeconds` (at most `limit`) back to queued with a new message, or fails
   * them when their attempts are used up. Queued jobs whose message must have been lost get a new one.
   */
  recoverJobs(options: {
    readonly stuckSeconds: number;
    readonly resendSeconds: number;
    readonly limit: number;
    /** Whether a stuck job counts as timed out. False at a start, when all workers died with their machine. */
    readonly ranOutOfTime?: boolean;
  }): Promise<{
    readonly requeued: number;
    readonly failed: number;
    readonly resent: number;
  }>;
  /**
   * Recovers one job in processing whose worker has died. `timed-out`: the job was stopped because its time was over; the second time
   * fails it. `stuck`: the worker gave no sign of life, which no database outage explains; this fails the job at once.
   */
  recoverJob(jobId: string, death: 'died' | 'timed-out' | 'stuck'): Promise<void>;
  /** Cancels jobs that never started and were uploaded too long ago, with their files (at most `limit`). Returns their number. */
  cancelUnprocessed(limit: number): Promise<number>;
  /** Deletes raw bytes past their retention. A job whose bytes are being deleted is not retried automatically. */
  readonly purgeRaw: PurgePortion;
  /** Deletes records past their retention: exceptions, sent messages, dead letters and task runs; at most `limit` of each, oldest first. */
  deleteExpired(limit: number): Promise<void>;
  /** Replaces names of files that no longer count, and of drops that became no file, after their retention; at most `limit` of each. */
  expireNames(limit: number): Promise<void>;
  recordRun(task: string, durationMs: number, counts: TaskCounts): Promise<void>;
}

export const TASK_NAMES = [
  'recover_jobs',
  'redeliver_webhooks',
  'purge_files',
  'sweep_sftp',
  'run_saved_reports',
] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** Tasks that store something. They wait while the disk is full, and the next run does their work. */
const STORING_TASKS: ReadonlySet<TaskName> = new Set(['sweep_sftp', 'run_saved_reports']);

export interface TaskRunner {
  readonly maintenance: MaintenanceStore;
  readonly objects: ObjectStore;
  readonly queue: MessageQueue;
  readonly redelivery: Pick<DeliveryStore, 'takeDue' | 'deleteExpired'>;
  /** Mails owners. Absent in a process that mails nobody. */
  readonly ownerMails?: OwnerMailing | undefined;
  readonly relayOutbox: () => Promise<void>;
  readonly scheduledReports: ScheduledReports;
  /** Null where statements can't be dropped. */
  readonly sftpSweep: SftpSweep | null;
  /** Purges files dropped by SFTP. Absent where statements can't be dropped. */
  readonly sftpPurge?: Purge | undefined;
  /** Purges received messages, which hold members' data. Absent where no mail is kept. */
  readonly mailPurge?: Purge | undefined;
  /** Purges objects that requests have marked (app/files/purge-due.ts). Absent in a process that only marks. */
  readonly duePurges?: readonly Purge[] | undefined;
  /** Continues deletions of accounts. */
  readonly deletions?: AccountDeletions | undefined;
  /** Shorter limits for a run that has less time than the task's own function. */
  readonly limits?: TaskLimits | undefined;
  /** Asks for the disk of the service. Absent where it stores nothing on a disk of its own. */
  readonly isDiskFull?: IsDiskFull | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Runs a task and records the run. Returns the figures of the run; none, and no record, when the task waits for a full disk. */
export async function runTask(runner: TaskRunner, task: TaskName): Promise<TaskCounts> {
  if (STORING_TASKS.has(task) && (await runner.isDiskFull?.())) return {};
  return recordRun(runner, task, () => TASKS[task](runner));
}

/** Records a run in a process that has only the parts of one task. */
export async function recordRun(
  { maintenance, elapsedMs }: Pick<TaskRunner, 'maintenance' | 'elapsedMs'>,
  task: TaskName,
  run: () => Promise<TaskCounts>,
): Promise<TaskCounts> {
  const startedMs = elapsedMs();
  const counts = await run();
  await maintenance.recordRun(task, Math.round(elapsedMs() - startedMs), counts);
  return counts;
}

/** Recovers stuck jobs and lost messages, and sends the outbox. Returns how many jobs were requeued, failed and sent again. */
export async function recoverJobs({
  maintenance,
  relayOutbox,
}: Pick<TaskRunner, 'maintenance' | 'relayOutbox'>): Promise<TaskCounts> {
  const counts = await maintenance.recoverJobs({
    stuckSeconds: JOB_STUCK_SECONDS,
    resendSeconds: JOB_RESEND_SECONDS,
    limit: JOB_RECOVERY_BATCH,
    ranOutOfTime: true,
  });
  await relayOutbox();
  return { requeued: counts.requeued, jobsFailed: counts.failed, resent: counts.resent };
}

/**
 * Queues new messages for due deliveries whose messages were lost, of which there are normally none, and then mails owners. Both tell
 * people and programs what happened.
 */
export async function redeliverWebhooks({
  redelivery,
  queue,
  ownerMails,
}: Pick<TaskRunner, 'redelivery' | 'queue' | 'ownerMails'>): Promise<TaskCounts> {
  const due = await redelivery.takeDue(WEBHOOK_REDELIVERY_BATCH);
  await queue.send(
    'webhooks',
    due.map(({ deliveryId, accountId }) => ({ body: webhookMessageBody({ deliveryId }), groupId: accountId })),
  );
  await redelivery.deleteExpired(EXPIRED_BATCH);
  const ownersMailed = ownerMails === undefined ? 0 : await mailOwners(ownerMails);
  return { webhooksRedelivered: due.length, ...(ownersMailed === 0 ? {} : { ownersMailed }) };
}

/**
 * Deletes files, messages and records past their retention, and continues deletions of accounts. Jobs that never started are cancelled
 * first, so that no worker finds a job without bytes.
 */
export async function purgeFiles(runner: PurgeRunner): Promise<TaskCounts> {
  const { maintenance, objects, sftpPurge, mailPurge, duePurges = [], deletions, elapsedMs } = runner;
  const { limits = SCHEDULED_TASK_LIMITS } = runner;
  const jobsCanceled = await maintenance.cancelUnprocessed(limits.purgeBatch);
  const files = await purgeDue({ portion: maintenance.purgeRaw, remove: objects.delete }, limits, elapsedMs);
  const drops = sftpPurge === undefined ? null : await purgeDue(sftpPurge, limits, elapsedMs);
  const mails = mailPurge === undefined ? null : await purgeDue(mailPurge, limits, elapsedMs);
  const marked: Purged[] = [];
  for (const purge of duePurges) marked.push(await purgeDue(purge, limits, elapsedMs));
  await maintenance.deleteExpired(EXPIRED_BATCH);
  await maintenance.expireNames(NAMES_EXPIRED_BATCH);
  const deleted = deletions === undefined ? 0 : await deleteAccounts(deletions, limits);
  failIfKept([files, drops, mails, ...marked].filter((purge) => purge !== null));
  return {
    filesPurged: files.purged,
    jobsCanceled,
    ...(drops === null || drops.purged === 0 ? {} : { dropsPurged: drops.purged }),
    ...(mails === null ? {} : { mailsPurged: mails.purged }),
    ...(deleted === 0 ? {} : { accountsDeleted: deleted }),
  };
}

type PurgeRunner = Pick<
  TaskRunner,
  'maintenance' | 'objects' | 'sftpPurge' | 'mailPurge' | 'duePurges' | 'deletions' | 'limits' | 'elapsedMs'
>;

const TASKS: Readonly<Record<TaskName, (runner: TaskRunner) => Promise<TaskCounts>>> = {
  recover_jobs: recoverJobs,
  redeliver_webhooks: redeliverWebhooks,
  purge_files: purgeFiles,
  sweep_sftp: async ({ sftpSweep, limits }) => (sftpSweep === null ? {} : sweepSftp(sftpSweep, limits)),
  run_saved_reports: ({ scheduledReports, limits }) => sendScheduledReports(scheduledReports, limits),
};
