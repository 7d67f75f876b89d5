import { randomUUID } from 'node:crypto';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import type {
  LastRun,
  NewSavedReport,
  RunOutcome,
  SavedReport,
  SavedReportKey,
  SavedReportStore,
} from '../../../app/saved-reports/saved-report-store-ports.ts';
import { SAVED_REPORTS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { offsetPage } from '../../../core/page.ts';
import { type Refused, refuse } from '../../../core/problem.ts';
import { type Cadence, nextDueAt } from '../../../core/saved-report/schedule.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

export function createSavedReportStore(database: Database): SavedReportStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<ReportRow[]>`
          select ${reportColumns(sql)} from saved_reports where account_id = ${accountId}
          order by position desc limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows.map(savedReport), page);
      }),
    find: ({ accountId, reportId }) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<ReportRow[]>`
          select ${reportColumns(sql)} from saved_reports where account_id = ${accountId} and report_id = ${reportId}`;
        return firstReport(rows);
      }),
    create: (report, meta, origin) =>
      database.tenant(report.accountId, (sql) => createReport(sql, { report, meta, origin })),
    recordRefusal: (accountId, meta, origin) =>
      database.tenant(accountId, (sql) =>
        recordAudit(sql, { accountId, origin, action: 'report.refuse', target: null, meta }),
      ),
    setCadence: (key, cadence, origin) =>
      database.tenant(key.accountId, (sql) => setCadence(sql, { key, cadence, origin })),
    delete: ({ accountId, reportId }, origin) =>
      database.tenant(accountId, async (sql) => {
        const { count } = await deleteReport(sql, accountId, reportId);
        if (count > 0) await recordAudit(sql, { accountId, origin, action: 'report.delete', target: reportId });
        return count > 0;
      }),
    recordRun: ({ accountId, reportId }, outcome, origin) =>
      database.tenant(accountId, async (sql) => {
        await sql`
          update saved_reports set ${lastRunValues(sql, outcome)}
          where account_id = ${accountId} and report_id = ${reportId}`;
        await recordAudit(sql, { accountId, origin, action: 'report.run', target: reportId, meta: outcome.meta });
      }),
  };
}

/**
 * Another report of the account keeps the time at which one was last taken: else an account that deletes each report after its run
 * would always be the next whose turn it is.
 */
async function deleteReport(sql: Sql, accountId: string, reportId: string): Promise<{ readonly count: number }> {
  // In one order, or two deletions at once would wait for each other.
  await sql`select 1 from saved_reports where account_id = ${accountId} order by report_id for update`;
  await sql`
    update saved_reports heir set taken_at = greatest(heir.taken_at, deleted.taken_at)
    from saved_reports deleted
    where deleted.account_id = ${accountId} and deleted.report_id = ${reportId} and heir.account_id = ${accountId}
      and heir.report_id = (
        select report_id from saved_reports
        where account_id = ${accountId} and report_id <> ${reportId} order by next_due_at nulls last, report_id limit 1)`;
  return sql`delete from saved_reports where account_id = ${accountId} and report_id = ${reportId}`;
}

interface ReportRow extends Omit<SavedReport, 'lastRun'> {
  ranAt: LastRun['ranAt'] | null;
  status: LastRun['status'] | null;
  rows: number | null;
  truncated: boolean | null;
  error: string | null;
}

const reportColumns = (sql: Sql) => sql`
  report_id as id, name, question, sql, cadence, created_at as "createdAt", last_ran_at as "ranAt", last_status as status,
  last_rows as rows, last_truncated as truncated, last_error as error`;

function savedReport({ ranAt, status, rows, truncated, error, ...report }: ReportRow): SavedReport {
  const lastRun =
    ranAt === null || status === null ? null : { ranAt, status, rows, truncated: truncated ?? false, error };
  return { ...report, lastRun };
}

function firstReport(rows: readonly ReportRow[]): SavedReport | null {
  const [row] = rows;
  return row === undefined ? null : savedReport(row);
}

/** The assignments that make an outcome the last run, as of now. */
export const lastRunValues = (sql: Sql, { status, rows, truncated, error }: RunOutcome) => sql`
  last_ran_at = clock_timestamp(), last_status = ${status}, last_rows = ${rows}, last_truncated = ${truncated}, last_error = ${error}`;

/** Two at once wait for each other, or both would be the last one that fits. */
async function createReport(
  sql: Sql,
  {
    report: { accountId, name, question, sql: text },
    meta,
    origin,
  }: { readonly report: NewSavedReport; readonly meta: RunOutcome['meta']; readonly origin: RequestOrigin },
): Promise<SavedReport | Refused> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved reports ${accountId}`}, 0))`;
  const created = await sql<ReportRow[]>`
    insert into saved_reports (report_id, account_id, name, question, sql)
    select ${randomUUID()}::uuid, ${accountId}::uuid, ${name}, ${question}::text, ${text}
    where (select count(*) from saved_reports where account_id = ${accountId}) < ${SAVED_REPORTS_MAX}
    returning ${reportColumns(sql)}`;
  const report = firstReport(created);
  if (report === null) {
    return refuse(
      'conflict',
      `The account has ${SAVED_REPORTS_MAX} saved reports, the most there may be. Delete one first.`,
    );
  }
  await recordAudit(sql, { accountId, origin, action: 'report.create', target: report.id, meta });
  return report;
}

/** The row is locked while the date is worked out, so that of two changes at once the second sees the first. */
async function setCadence(
  sql: Sql,
  {
    key: { accountId, reportId },
    cadence,
    origin,
  }: { readonly key: SavedReportKey; readonly cadence: Cadence; readonly origin: RequestOrigin },
): Promise<SavedReport | null> {
  const [found] = await sql<{ cadence: Cadence; now: string }[]>`
    select cadence, clock_timestamp() as now from saved_reports
    where account_id = ${accountId} and report_id = ${reportId} for update`;
  if (found === undefined) return null;
  if (found.cadence !== cadence) {
    await sql`
      update saved_reports set cadence = ${cadence}, next_due_at = ${nextDueAt(cadence, found.now)}, attempts = 0
      where account_id = ${accountId} and report_id = ${reportId}`;
    await recordAudit(sql, { accountId, origin, action: 'report.schedule', target: reportId, meta: { cadence } });
  }
  const rows = await sql<ReportRow[]>`
    select ${reportColumns(sql)} from saved_reports where account_id = ${accountId} and report_id = ${reportId}`;
  return firstReport(rows);
}
