import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { BookStore } from '../../app/book/book-ports.ts';
import type { JobStore } from '../../app/jobs/job-ports.ts';
import type { StatementWorker } from '../../app/jobs/process-statement.ts';
import type { TaskCounts } from '../../app/operations/maintenance-ports.ts';
import type { SavedReports } from '../../app/saved-reports/saved-reports.ts';
import { isRefused } from '../../core/problem.ts';

/** Figures for dashboards and alarms: sums over all accounts, nothing of a member. Written as log lines that CloudWatch counts. */
export const METRICS_NAMESPACE = 'CommissionStatements';

/** Every figure the service writes, and what it counts. */
export const METRICS = {
  JobsCompleted: MetricUnit.Count,
  JobsFailed: MetricUnit.Count,
  JobTriesFailed: MetricUnit.Count,
  RowsIngested: MetricUnit.Count,
  RowsFailed: MetricUnit.Count,
  /** Dollars. */
  CommissionOwed: MetricUnit.NoUnit,
  /** Dollars between what statements say they pay and what their lines add up to, whichever is more. */
  StatedTotalVariance: MetricUnit.NoUnit,
  /** Of the scheduled tasks. */
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
  /** Requests answered 500 for an error that nobody foresaw: a defect, never a limit that a client ran into. */
  UnexpectedErrors: MetricUnit.Count,
  /** Queries that the guard of saved reports refused. */
  ReportsRefused: MetricUnit.Count,
  /** Of dead-letter queues. */
  MessagesBuried: MetricUnit.Count,
  /** Endpoints that keep failing. */
  WebhooksFailing: MetricUnit.Count,
} as const;

export type MetricName = keyof typeof METRICS;
export type CountMetric = (name: MetricName, value: number) => void;

/** The dimension `service` is the function. */
export function createMetrics(serviceName: string): Metrics {
  return new Metrics({ namespace: METRICS_NAMESPACE, serviceName });
}

export function countBy(metrics: Metrics): CountMetric {
  return (name, value) => {
    metrics.addMetric(name, METRICS[name], value);
  };
}

/** The figures of a task's counts that have a metric; all of them are in the record of its run. */
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

/** The same worker, which counts what its jobs came to once that is stored. */
export function countedWorker(worker: StatementWorker, count: CountMetric): StatementWorker {
  return {
    ...worker,
    jobs: countedJobs(worker.jobs, count),
    books: countedBooks(worker.books, count),
    onError(error, job) {
      count('JobTriesFailed', 1);
      worker.onError(error, job);
    },
  };
}

function countedJobs(jobs: JobStore, count: CountMetric): JobStore {
  return {
    ...jobs,
    async fail(job, failure) {
      const failed = await jobs.fail(job, failure);
      if (failed) count('JobsFailed', 1);
      return failed;
    },
  };
}

function countedBooks(books: BookStore, count: CountMetric): BookStore {
  return {
    async withJobBook(job, work) {
      let stats: Readonly<Record<string, number>> = {};
      const stored = await books.withJobBook(job, (book) =>
        work({
          ...book,
          complete(result, exceptions) {
            stats = result.stats;
            return book.complete(result, exceptions);
          },
        }),
      );
      if (stored) {
        count('JobsCompleted', 1);
        count('RowsIngested', stats['rowsIngested'] ?? 0);
        count('RowsFailed', stats['rowsFailed'] ?? 0);
        count('CommissionOwed', stats['commissionOwed'] ?? 0);
        count('StatedTotalVariance', Math.abs(stats['variance'] ?? 0));
      }
      return stored;
    },
  };
}

/** How queries are judged and run, which counts those that are not allowed: slips of the pen, or somebody who tries the walls. */
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
