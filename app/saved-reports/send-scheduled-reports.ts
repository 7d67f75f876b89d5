import { z } from 'zod';
import { SCHEDULED_TASK_LIMITS, type TaskLimits } from '../../core/limits/job-limits.ts';
import { REPORT_CLAIM_SECONDS, REPORT_TRIES_MAX } from '../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { failureMail, nextDueAt, resultMail } from '../../core/saved-report/report-mail.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import type { Mailer } from '../platform/mail.ts';
import type { TaskCounts } from '../platform/portions.ts';
import type { RunOutcome, RunReport } from './run-saved-report.ts';
import type { DueReport, ReportSchedule } from './saved-reports.ts';

const address = z.email('must be an email address').max(254).nullable();

export const reportAddressChange = z.strictObject({
  email: address.meta({ type: ['string', 'null'], description: 'One address, or null for none.' }),
});

/**
 * Runs the due saved reports and mails them to their accounts (docs/reference/saved-reports.md#schedule), one at a time: claim, run, mail,
 * record. If a process dies between mail and record, the claim expires and the email is sent again. After a few such attempts the report
 * counts as failed.
 */
export interface ScheduledReports {
  readonly schedule: ReportSchedule;
  readonly runReport: RunReport;
  readonly mailer: Mailer;
  /** Reports an error that is not the report's fault. The claim expires, and the report is tried again. */
  readonly onError: (error: unknown, due: DueReport) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Sends reports until none is due or the time is up. The next run of the task continues. */
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
    const end = await handleDue(parts, due, reportSeconds);
    if (end === 'postponed') postponed.push(due);
    else if (end !== null) counts[end] += 1;
  }
  // Postponed reports are released at the end: a released report would be claimed again at once, as the longest due.
  for (const due of postponed) await parts.schedule.release(due);
  return counts;
}

/**
 * Handles one due report. Returns null when the attempt failed and is repeated, and `postponed` when the run needs more time than is left
 * or no place was free.
 */
async function handleDue(
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
    // The email about the failure could not be sent either.
    await parts.schedule.conclude(due, failure(GIVEN_UP), next);
    return 'reportsFailed';
  }
}

const GIVEN_UP = 'The report was tried several times and could not be finished.';
const NO_ADDRESS = 'The account has no email address to send the report to.';

/** Runs and mails a report. Returns null when it needs more time than is left, or no place was free. */
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

/** Reads and changes the address to which an account's scheduled reports are mailed. */

export interface ReportAddresses {
  readonly accounts: Pick<AccountStore, 'find' | 'update'>;
}

export const reportAddress = z
  .object({ email: z.string().nullable().describe('null: nothing is mailed.') })
  .meta({ id: 'ReportAddress' });
type ReportAddress = Readonly<z.output<typeof reportAddress>>;

const deletedAccount = (): Refused => refuse('not_found', 'The account does not exist any more.');

/** Finds the address. Refuses an account that was deleted meanwhile. */
export async function findReportAddress(
  { accounts }: ReportAddresses,
  accountId: string,
): Promise<ReportAddress | Refused> {
  const account = await accounts.find(accountId);
  return account === null ? deletedAccount() : { email: account.email };
}

/** Changes the address; null turns the mails off. Refuses an account that was deleted meanwhile. */
export async function changeReportAddress(
  { accounts }: ReportAddresses,
  { accountId, email }: ReportAddress & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<ReportAddress | Refused> {
  const account = await accounts.update(accountId, { email }, origin);
  if (account === null) return deletedAccount();
  return isRefused(account) ? account : { email: account.email };
}
