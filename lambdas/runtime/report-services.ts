import type { Database } from '../../adapters/postgres/connection/database.ts';
import {
  createSavedReportSchedule,
  createSavedReportStore,
} from '../../adapters/postgres/saved-reports/saved-report-store.ts';
import { createSqlParser } from '../../adapters/sql-parser/sql-parser.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import { judgeReport, type ReportRunner, type RunReport, runReport } from '../../app/saved-reports/run-saved-report.ts';
import type { SavedReports } from '../../app/saved-reports/saved-reports.ts';
import type { ScheduledReports } from '../../app/saved-reports/send-scheduled-reports.ts';
import type { Log } from './log.ts';

/** The platform parts that reports need. */
export interface ReportPlatform {
  readonly runner: ReportRunner;
  readonly mailer: Mailer;
}

export type ReportServices = SavedReports & ScheduledReports;

/**
 * Makes saved reports with their stores. It exposes only the guarded way to run a query, never the runner itself. Without a report
 * platform it throws on use, because the worker of statements never runs reports.
 */
export function createReportServices(
  { database, log }: { readonly database: Database; readonly log: Log },
  { runner, mailer }: ReportPlatform = { runner: { run: noReports, plan: noReports }, mailer: { send: noReports } },
): ReportServices {
  const elapsedMs = () => performance.now();
  const engine = { parseSql: createSqlParser(), runner, elapsedMs };
  const run: RunReport = (request) => runReport(engine, request);
  return {
    reports: createSavedReportStore(database),
    schedule: createSavedReportSchedule(database),
    judgeReport: (request) => judgeReport(engine, request),
    runReport: run,
    mailer,
    elapsedMs,
    onError: (error, { accountId, reportId, attempt }) =>
      log('error', 'report_try_failed', { accountId, reportId, attempt, error }),
  };
}

function noReports(): Promise<never> {
  return Promise.reject(new Error('This process was given no platform for reports'));
}
