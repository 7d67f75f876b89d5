import { REPORT_SECONDS_MAX } from '../../core/limits/saved-report-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { type JudgeReport, type RunReport, sqlHash } from './run-saved-report.ts';
import type { ReportResult } from './saved-report-ports.ts';
import type { NewSavedReport, SavedReport, SavedReportKey, SavedReportStore } from './saved-report-store-ports.ts';

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
  { cadence, ...key }: SavedReportKey & Pick<SavedReport, 'cadence'>,
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
