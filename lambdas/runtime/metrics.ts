import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { BookStore } from '../../app/book/book-store.ts';
import type { StatementWorker } from '../../app/book/process-statement.ts';
import type { JobStore, LeasedJob } from '../../app/jobs/job-store.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import type { SavedReports } from '../../app/saved-reports/saved-reports.ts';
import type { WebhookDelivery } from '../../app/webhooks/attempt-delivery.ts';
import type { JobStats } from '../../core/job/job-stats.ts';
import { JOB_ATTEMPTS_MAX, UPLOAD_SCORED_SECONDS, WEBHOOK_BEGUN_SECONDS } from '../../core/limits/job-limits.ts';
import { isRefused } from '../../core/problem.ts';

/** Metrics for dashboards and alarms: sums over all accounts without member data. CloudWatch extracts them from log lines. */
export const METRICS_NAMESPACE = 'CommissionStatements';

/** Every metric of the service, with its unit. */
export const METRICS = {
  JobsCompleted: MetricUnit.Count,
  JobsFailed: MetricUnit.Count,
  JobTriesFailed: MetricUnit.Count,
  RowsIngested: MetricUnit.Count,
  RowsFailed: MetricUnit.Count,
  /** The commission that carriers owe by the results of a job, in dollars. */
  CommissionOwed: MetricUnit.NoUnit,
  /** The dollars by which the stated total of a statement differs from the sum of its lines, as a positive number. */
  StatedTotalVariance: MetricUnit.NoUnit,
  /** Uploads whose job ended for the first time, and those of them that missed the objective (core/limits/job-limits.ts). */
  UploadsEnded: MetricUnit.Count,
  UploadsLate: MetricUnit.Count,
  /** First attempts of webhooks, and those of them that missed the objective. */
  WebhooksBegun: MetricUnit.Count,
  WebhooksLate: MetricUnit.Count,
  /** The metrics of the scheduled tasks. */
  JobsRequeued: MetricUnit.Count,
  MessagesResent: MetricUnit.Count,
  FilesPurged: MetricUnit.Count,
  JobsCanceled: MetricUnit.Count,
  WebhooksRedelivered: MetricUnit.Count,
  DropsAccepted: MetricUnit.Count,
  DropsRejected: MetricUnit.Count,
  DropsHeld: MetricUnit.Count,
  DropsFailed: MetricUnit.Count,
  ReportsSent: MetricUnit.Count,
  ReportsFailed: MetricUnit.Count,
  /** Requests that got 500 for an unexpected error: a defect, and never a limit that a client reached. */
  UnexpectedErrors: MetricUnit.Count,
  /** Queries that the guard of saved reports refused. */
  ReportsRefused: MetricUnit.Count,
  /** Messages that were kept from dead-letter queues. */
  MessagesBuried: MetricUnit.Count,
  /** Runs of the canary with a failed step. */
  CanaryFailed: MetricUnit.Count,
  /** Endpoints that keep failing. */
  WebhooksFailing: MetricUnit.Count,
} as const;

export type MetricName = keyof typeof METRICS;
export type CountMetric = (name: MetricName, value: number) => void;
/** Names the account of the message in the log line of its metrics. It is no dimension, so the number of metrics stays the same. */
export type NameAccount = (accountId: string) => void;

/** Makes the metrics of a function. The dimension `service` is the name of the function. */
export function createMetrics(serviceName: string): Metrics {
  return new Metrics({ namespace: METRICS_NAMESPACE, serviceName });
}

/** Metrics that are also counted with the dimension `version`, because the alarms of a release watch the new version alone. */
const BY_VERSION: readonly MetricName[] = ['JobTriesFailed', 'UnexpectedErrors'];

/** Makes the counter. `version` is the version of the Lambda function; undefined outside Lambda. */
export function countBy(metrics: Metrics, version: string | undefined): CountMetric {
  return (name, value) => {
    metrics.addMetric(name, METRICS[name], value);
    if (version === undefined || !BY_VERSION.includes(name)) return;
    const ofVersion = metrics.singleMetric();
    ofVersion.addDimension('version', version);
    ofVersion.addMetric(name, METRICS[name], value);
  };
}

/** The task counts that have a metric; all counts are in the record of the run. */
const METRIC_OF_COUNT: Readonly<Record<string, MetricName>> = {
  requeued: 'JobsRequeued',
  jobsFailed: 'JobsFailed',
  resent: 'MessagesResent',
  filesPurged: 'FilesPurged',
  jobsCanceled: 'JobsCanceled',
  webhooksRedelivered: 'WebhooksRedelivered',
  dropsAccepted: 'DropsAccepted',
  dropsRejected: 'DropsRejected',
  dropsHeld: 'DropsHeld',
  dropsFailed: 'DropsFailed',
  reportsSent: 'ReportsSent',
  reportsFailed: 'ReportsFailed',
};

export function countTask(count: CountMetric, counts: TaskCounts): TaskCounts {
  for (const [name, value] of Object.entries(counts)) {
    const metric = METRIC_OF_COUNT[name];
    if (metric !== undefined) count(metric, value);
  }
  return counts;
}

export interface WorkerCounters {
  readonly count: CountMetric;
  readonly nameAccount: NameAccount;
  /** Milliseconds by a clock that only runs forward. */
  readonly now: () => number;
}

/** Returns the worker with counters: the outcome of each job is counted once it is stored. */
export function countedWorker(worker: StatementWorker, counters: WorkerCounters): StatementWorker {
  const { count } = counters;
  const objective = uploadObjective(counters);
  return {
    ...worker,
    jobs: countedJobs(worker.jobs, counters, objective),
    books: countedBooks(worker.books, count, objective),
    onError(error, job) {
      count('JobTriesFailed', 1);
      worker.onError(error, job);
    },
  };
}

interface UploadObjective {
  leased(job: LeasedJob): void;
  /** `isFault` when the service itself could not process the file, however fast. */
  ended(job: LeasedJob, isFault: boolean): void;
}

function uploadObjective({ count, now }: WorkerCounters): UploadObjective {
  /** When the jobs under way were leased. A job that is leased again replaces its time. */
  const leasedAt = new Map<string, number>();
  return {
    leased: ({ jobId }) => leasedAt.set(jobId, now()),
    ended({ jobId, uploadedSecondsAgo }, isFault) {
      const seconds = (uploadedSecondsAgo ?? 0) + (now() - (leasedAt.get(jobId) ?? now())) / 1_000;
      leasedAt.delete(jobId);
      if (uploadedSecondsAgo === null) return;
      count('UploadsEnded', 1);
      count('UploadsLate', isFault || seconds > UPLOAD_SCORED_SECONDS ? 1 : 0);
    },
  };
}

function countedJobs(jobs: JobStore, { count, nameAccount }: WorkerCounters, objective: UploadObjective): JobStore {
  return {
    ...jobs,
    async lease(jobId, leaseId) {
      const job = await jobs.lease(jobId, leaseId);
      if (job === null) return null;
      objective.leased(job);
      nameAccount(job.accountId);
      return job;
    },
    async fail(job, failure) {
      const failed = await jobs.fail(job, failure);
      if (!failed) return false;
      count('JobsFailed', 1);
      // A failure without a code is not the file's fault: the service gave up after its last attempt.
      objective.ended(job, failure.errorCode === null && job.attempt >= JOB_ATTEMPTS_MAX);
      return true;
    },
  };
}

function countedBooks(books: BookStore, count: CountMetric, objective: UploadObjective): BookStore {
  return {
    async withJobBook(job, work) {
      const completed: Partial<JobStats>[] = [];
      const stored = await books.withJobBook(job, (book) =>
        work({
          ...book,
          complete(result, exceptions) {
            completed.splice(0, 1, result.stats);
            return book.complete(result, exceptions);
          },
        }),
      );
      const [stats] = completed;
      // A file that could not be read ends without a result, and its job fails.
      if (stored && stats !== undefined) {
        count('JobsCompleted', 1);
        count('RowsIngested', stats.rowsIngested ?? 0);
        count('RowsFailed', stats.rowsFailed ?? 0);
        count('CommissionOwed', stats.commissionOwed ?? 0);
        count('StatedTotalVariance', Math.abs(stats.variance ?? 0));
        objective.ended(job, false);
      }
      return stored;
    },
  };
}

/** Returns the delivery with counters: of first attempts and of endpoints that keep failing. */
export function countedDelivery(
  delivery: WebhookDelivery,
  { count, nameAccount }: Pick<WorkerCounters, 'count' | 'nameAccount'>,
): WebhookDelivery {
  const { deliveries, onFailing } = delivery;
  return {
    ...delivery,
    deliveries: {
      ...deliveries,
      async lease(deliveryId, decide) {
        const lease = await deliveries.lease(deliveryId, decide);
        if (lease.kind !== 'send') return lease;
        const { accountId, attempt, dueSecondsAgo } = lease.delivery;
        nameAccount(accountId);
        if (attempt === 1) {
          count('WebhooksBegun', 1);
          count('WebhooksLate', dueSecondsAgo > WEBHOOK_BEGUN_SECONDS ? 1 : 0);
        }
        return lease;
      },
    },
    onFailing(...failing) {
      count('WebhooksFailing', 1);
      onFailing(...failing);
    },
  };
}

/** Returns the guard with a counter of refused queries, which are typing errors or attempts to break out of the restrictions. */
export function countedGuard(
  { judgeReport, runReport }: Pick<SavedReports, 'judgeReport' | 'runReport'>,
  count: CountMetric,
): Pick<SavedReports, 'judgeReport' | 'runReport'> {
  const counted = (answer: object): void => {
    if (isRefused(answer) && answer.refused.code === 'invalid_sql') count('ReportsRefused', 1);
  };
  return {
    async judgeReport(request) {
      const judged = await judgeReport(request);
      counted(judged);
      return judged;
    },
    async runReport(request) {
      const run = await runReport(request);
      counted(run.result);
      return run;
    },
  };
}
