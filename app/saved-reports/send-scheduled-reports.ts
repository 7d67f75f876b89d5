import { REPORT_CLAIM_SECONDS, REPORT_TRIES_MAX } from '../../core/limits/saved-report-limits.ts';
import { SCHEDULED_TASK_LIMITS, type TaskLimits } from '../../core/limits/task-limits.ts';
import { isRefused } from '../../core/problem.ts';
import { failureMail, resultMail } from '../../core/saved-report/report-mail.ts';
import { nextDueAt } from '../../core/saved-report/schedule.ts';
import type { Mailer } from '../intake/mail-ports.ts';
import type { TaskCounts } from '../operations/maintenance-ports.ts';
import type { RunReport } from './run-saved-report.ts';
import type { DueReport, ReportSchedule, RunOutcome } from './saved-report-store-ports.ts';

/**
 * Runs the saved reports that are due and mails them to their accounts (docs/reference/saved-reports.md#schedule). One
 * at a time: taken, run, mailed, written down. A process that dies after the email and before the last step leaves its
 * claim behind; when that has expired the email is sent again. Better twice than never, and after a few such ends the
 * report counts as failed.
 */
export interface ScheduledReports {
  readonly schedule: ReportSchedule;
  readonly runReport: RunReport;
  readonly mailer: Mailer;
  /** What could not be run or mailed for a reason that is not the report's: its claim expires, and it is tried again. */
  readonly onError: (error: unknown, due: DueReport) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsedMs: () => number;
}

/** Until none is due or the time is up; the next run of the task goes on with the rest. */
export async function sendScheduledReports(
  parts: ScheduledReports,
  { reportsBeginSeconds, reportSeconds }: TaskLimits = SCHEDULED_TASK_LIMITS,
): Promise<TaskCounts> {
  const counts = { reportsSent: 0, reportsFailed: 0, reportsSkipped: 0 };
  const startedMs = parts.elapsedMs();
  const postponed: DueReport[] = [];
  while (parts.elapsedMs() - startedMs < reportsBeginSeconds * 1000) {
    const due = await parts.schedule.takeDue(REPORT_CLAIM_SECONDS);
    if (due === null) break;
    const end = await answer(parts, due, reportSeconds);
    if (end === 'postponed') postponed.push(due);
    else if (end !== null) counts[end] += 1;
  }
  // Only now: one that is given back is the first that is due.
  for (const due of postponed) await parts.schedule.giveBack(due);
  return counts;
}

/**
 * Null: it was not answered and is tried again. Postponed: it was not really tried, because it needs more time than
 * there is here, or there was no place for it.
 */
async function answer(
  parts: ScheduledReports,
  due: DueReport,
  seconds: number,
): Promise<'reportsSent' | 'reportsFailed' | 'reportsSkipped' | 'postponed' | null> {
  const next = nextDueAt(due.cadence, due.takenAt);
  if (due.account.status !== 'active') {
    await parts.schedule.conclude(due, null, next);
    return 'reportsSkipped';
  }
  try {
    const outcome = await deliver(parts, due, seconds);
    if (outcome === null) return 'postponed';
    await parts.schedule.conclude(due, outcome, next);
    return outcome.status === 'ok' ? 'reportsSent' : 'reportsFailed';
  } catch (error) {
    parts.onError(error, due);
    if (due.attempt <= REPORT_TRIES_MAX) return null;
    // Not even the news of its failure could be mailed.
    await parts.schedule.conclude(due, failure(GIVEN_UP), next);
    return 'reportsFailed';
  }
}

const GIVEN_UP = 'The report was tried several times and could not be finished.';
const NO_ADDRESS = 'The account has no email address to send the report to.';

/** Null: it needs more time than there is here, or there was no place for it. */
async function deliver(
  { runReport, mailer, onError }: ScheduledReports,
  due: DueReport,
  seconds: number,
): Promise<RunOutcome | null> {
  const { accountId, sql, account, attempt } = due;
  const to = account.email;
  if (to === null) return failure(NO_ADDRESS);
  if (attempt > REPORT_TRIES_MAX) {
    await mailer.send({ to, ...failureMail(due, GIVEN_UP) }, { accountId });
    return failure(GIVEN_UP);
  }
  const { result, outcome } = await runReport({ accountId, sql, seconds });
  if (outcome === null) {
    onError(new Error('There was no place to run the report in'), due);
    return null;
  }
  const isOverLimit = isRefused(result) && result.refused.code === 'query_limit';
  if (isOverLimit && seconds < SCHEDULED_TASK_LIMITS.reportSeconds) return null;
  const content = isRefused(result) ? failureMail(due, outcome.error ?? '') : resultMail(due, result);
  await mailer.send({ to, ...content }, { accountId });
  return outcome;
}

function failure(error: string): RunOutcome {
  return { status: 'failed', rows: null, truncated: false, error, meta: { outcome: 'not_run' } };
}
