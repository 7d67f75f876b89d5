import { z } from 'zod';
import { REPORT_SECONDS_MAX } from '../../core/limits/saved-report-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type ProblemCode, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { READY_MADE_REPORTS, type ReadyMadeReport, readyMadeReport } from '../../core/saved-report/ready-made.ts';
import { CADENCES, type Cadence } from '../../core/saved-report/report-mail.ts';
import type { AccountStatus } from '../accounts/issue-token.ts';
import { displayName } from '../platform/shared-fields.ts';
import {
  type JudgeReport,
  lastRun,
  type ReportResult,
  type RunOutcome,
  type RunReport,
  sqlHash,
} from './run-saved-report.ts';

const cadence = z.enum(CADENCES);

/** A saved query of an account, with its cadence and its last run. */
export const savedReport = z
  .object({
    id: z.string(),
    name: z.string(),
    question: z.string().nullable(),
    sql: z.string(),
    cadence: cadence.describe('weekly: Mondays 08:00 UTC; monthly: the 1st 08:00 UTC.'),
    lastRun: lastRun.nullable().describe('By hand or by schedule; null before the first.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedReport' });
export type SavedReport = Readonly<z.output<typeof savedReport>>;

export const SAVED_REPORT_COLUMNS = [
  ...['id', 'name', 'question', 'sql', 'cadence', 'createdAt'],
  ...['lastRanAt', 'lastRunStatus', 'lastRunRows', 'lastRunTruncated', 'lastRunError'],
];

const QUESTION_CHARACTERS_MAX = 2_000;

export const newSavedReport = z.strictObject({
  name: displayName('What the list and the email show.'),
  question: z
    .string()
    .trim()
    .max(QUESTION_CHARACTERS_MAX, `must not be longer than ${QUESTION_CHARACTERS_MAX} characters`)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null)
    .meta({ type: ['string', 'null'], description: 'What the query answers, in words.' }),
  sql: z.string().describe('One SELECT or WITH over the report views.'),
});

export const cadenceChange = z.strictObject({ cadence });

export const reportToRun = z.strictObject({ sql: newSavedReport.shape.sql });

export type NewSavedReport = Readonly<z.output<typeof newSavedReport>> & { readonly accountId: string };

export interface SavedReportKey {
  readonly accountId: string;
  readonly reportId: string;
}

/** The reports of one account. Changes are written with their audit entries. */
export interface SavedReportStore {
  /** Returns reports, newest first. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<SavedReport>>;
  find(key: SavedReportKey): Promise<SavedReport | null>;
  /** Stores a report. Refuses when the account has as many as it may. `meta` is for the audit trail. */
  create(report: NewSavedReport, meta: RunOutcome['meta'], origin: RequestOrigin): Promise<SavedReport | Refused>;
  /** Records in the audit trail that a query was refused. */
  recordRefusal(
    accountId: string,
    meta: RunOutcome['meta'] & { readonly code: ProblemCode },
    origin: RequestOrigin,
  ): Promise<void>;
  /**
   * Sets the cadence; the first date after now is the next due date. Setting the same cadence again changes nothing. Returns null when the
   * report does not exist.
   */
  setCadence(key: SavedReportKey, cadence: Cadence, origin: RequestOrigin): Promise<SavedReport | null>;
  /** Returns false when the report does not exist. */
  delete(key: SavedReportKey, origin: RequestOrigin): Promise<boolean>;
  recordRun(key: SavedReportKey, outcome: RunOutcome, origin: RequestOrigin): Promise<void>;
}

/** A due report that this run has claimed. No other run takes it until the claim has expired. */
export interface DueReport extends SavedReportKey {
  readonly name: string;
  readonly question: string | null;
  readonly sql: string;
  readonly cadence: Cadence;
  /** The newest months of the account that still wait for files, newest first. */
  readonly openMonths: readonly Period[];
  /** The newest archived month of the account; null without any. */
  readonly archivedThrough?: Period | null;
  /** The time of the claim by the database's clock. */
  readonly takenAt: string;
  /** 1 on the first attempt for this date. */
  readonly attempt: number;
  /** Grows with every claim. A call that ends a claim names its epoch. */
  readonly leaseEpoch: number;
  readonly account: { readonly status: AccountStatus; readonly email: string | null };
}

/** Due reports of all accounts, by the database's clock. */
export interface ReportSchedule {
  /** Claims the report that has been due for longest; returns null when none is due. Concurrent runs get different reports. */
  takeDue(claimSeconds: number): Promise<DueReport | null>;
  /**
   * Ends the claim and sets the next date, unless the cadence was changed meanwhile. A null outcome leaves the last run unchanged. Returns
   * false, writing nothing, when the claim was lost.
   */
  conclude(due: DueReport, outcome: RunOutcome | null, nextDueAt: string | null): Promise<boolean>;
  /** Releases the claim without counting the attempt. Does nothing when the claim was lost. */
  release(due: DueReport): Promise<void>;
}

/** Saves, runs, schedules and deletes reports (docs/reference/saved-reports.md). */
export interface SavedReports {
  readonly reports: SavedReportStore;
  readonly judgeReport: JudgeReport;
  readonly runReport: RunReport;
}

const unknownReport = (): Refused => refuse('not_found', 'There is no saved report with this id.');

/** Stores a report whose query is allowed and can be planned. Refuses any other query and records that in the audit trail. */
export async function saveReport(
  { reports, judgeReport }: SavedReports,
  report: NewSavedReport,
  origin: RequestOrigin,
): Promise<SavedReport | Refused> {
  const query = await judgeReport(report);
  const sqlSha256 = sqlHash(report.sql);
  if (isRefused(query)) {
    await reports.recordRefusal(report.accountId, { sqlSha256, code: query.refused.code }, origin);
    return query;
  }
  return reports.create(report, { sqlSha256, relations: query.relations }, origin);
}

/**
 * Runs a report now. The run is recorded as the last run and in the audit trail, unless it could not begin. Refuses an unknown report, and
 * a query that `runReport` refuses.
 */
export async function runSavedReport(
  { reports, runReport }: SavedReports,
  key: SavedReportKey,
  origin: RequestOrigin,
): Promise<ReportResult | Refused> {
  const report = await reports.find(key);
  if (report === null) return unknownReport();
  const run = await runReport({ accountId: key.accountId, sql: report.sql, seconds: REPORT_SECONDS_MAX });
  if (run.outcome !== null) await reports.recordRun(key, run.outcome, origin);
  return run.result;
}

/** Lists saved reports, newest first. */
export function listReports(
  { reports }: Pick<SavedReports, 'reports'>,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<SavedReport>> {
  return reports.list(accountId, page);
}

/** Sets how often a report is mailed; the first email comes at the next such date. Refuses an unknown report. */
export async function scheduleReport(
  { reports }: Pick<SavedReports, 'reports'>,
  { cadence, ...key }: SavedReportKey & Readonly<z.output<typeof cadenceChange>>,
  origin: RequestOrigin,
): Promise<SavedReport | Refused> {
  return (await reports.setCadence(key, cadence, origin)) ?? unknownReport();
}

/** Deletes a report. Returns null when done; refuses an unknown report. */
export async function deleteReport(
  { reports }: Pick<SavedReports, 'reports'>,
  key: SavedReportKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await reports.delete(key, origin)) ? null : unknownReport();
}

const readyMade = z
  .object({
    key: z.string().describe('Names the report; it stays the same over releases.'),
    name: z.string(),
    question: z.string().describe('What it answers, in words.'),
    sql: z.string(),
  })
  .meta({ id: 'ReadyMadeReport' });

export const readyMadeList = z.object({ data: z.array(readyMade).readonly() }).meta({ id: 'ReadyMadeReports' });

/** Lists and runs the reports that need no SQL. They pass the guard and the limits of saved reports. */

export interface ReadyMadeReports {
  readonly runReport: RunReport;
}

/** Lists all ready-made reports. */
export function listReadyMadeReports(): readonly ReadyMadeReport[] {
  return READY_MADE_REPORTS;
}

/** Runs a report now. Refuses an unknown key. */
export async function runReadyMadeReport(
  { runReport }: ReadyMadeReports,
  { accountId, key }: { readonly accountId: string; readonly key: string },
): Promise<ReportResult | Refused> {
  const report = readyMadeReport(key);
  if (report === null) return refuse('not_found', 'There is no report with this key.');
  return (await runReport({ accountId, sql: report.sql, seconds: REPORT_SECONDS_MAX })).result;
}
