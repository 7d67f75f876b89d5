import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { RunOutcome } from '../../../app/saved-reports/run-saved-report.ts';
import type {
  NewSavedReport,
  SavedReport,
  SavedReportKey,
  SavedReportStore,
} from '../../../app/saved-reports/saved-reports.ts';
import type { Refused } from '../../../core/problem.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { type Cadence, nextDueAt } from '../../../core/saved-report/schedule.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

export function createSavedReportStore(database: Database): SavedReportStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await orm(sql)
          .select(SHOWN)
          .from(savedReports)
          .where(eq(savedReports.accountId, accountId))
          .orderBy(desc(savedReports.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows.map(savedReport), page, () =>
          countOfTable(sql, savedReports, eq(savedReports.accountId, accountId)),
        );
      }),
    find: (key) => database.read(key.accountId, (sql) => findReport(sql, key)),
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
        const deleted = await deleteReport(sql, accountId, reportId);
        if (deleted) await recordAudit(sql, { accountId, origin, action: 'report.delete', target: reportId });
        return deleted;
      }),
    recordRun: ({ accountId, reportId }, outcome, origin) =>
      database.tenant(accountId, async (sql) => {
        const { status, rows, truncated, error } = outcome;
        await orm(sql)
          .update(savedReports)
          .set({ lastRanAt: clockTime, lastStatus: status, lastRows: rows, lastTruncated: truncated, lastError: error })
          .where(ofReport({ accountId, reportId }));
        await recordAudit(sql, { accountId, origin, action: 'report.run', target: reportId, meta: outcome.meta });
      }),
  };
}

/**
 * Deletes a report, and returns whether there was one. Another report of the account takes over the time of the last run: otherwise an
 * account that deletes each report after its run would always be next.
 */
async function deleteReport(sql: Sql, accountId: string, reportId: string): Promise<boolean> {
  // Rows are locked in one order, so that concurrent deletions can't deadlock.
  await sql`select 1 from ${savedReports} where account_id = ${accountId} order by report_id for update`;
  await sql`
    update ${savedReports} heir set taken_at = greatest(heir.taken_at, deleted.taken_at)
    from ${savedReports} deleted
    where deleted.account_id = ${accountId} and deleted.report_id = ${reportId} and heir.account_id = ${accountId}
      and heir.report_id = (
        select report_id from ${savedReports}
        where account_id = ${accountId} and report_id <> ${reportId} order by next_due_at nulls last, report_id limit 1)`;
  const deleted = await orm(sql)
    .delete(savedReports)
    .where(and(eq(savedReports.accountId, accountId), eq(savedReports.reportId, reportId)))
    .returning({ reportId: savedReports.reportId });
  return deleted.length > 0;
}

const SHOWN = {
  id: savedReports.reportId,
  name: savedReports.name,
  question: savedReports.question,
  sql: savedReports.sql,
  cadence: savedReports.cadence,
  createdAt: savedReports.createdAt,
  ranAt: savedReports.lastRanAt,
  status: savedReports.lastStatus,
  rows: savedReports.lastRows,
  truncated: savedReports.lastTruncated,
  error: savedReports.lastError,
};

const ofReport = ({ accountId, reportId }: SavedReportKey) =>
  and(eq(savedReports.accountId, accountId), eq(savedReports.reportId, reportId));

const selectReport = (sql: Sql, key: SavedReportKey) => orm(sql).select(SHOWN).from(savedReports).where(ofReport(key));

type ReportRow = Awaited<ReturnType<typeof selectReport>>[number];

function savedReport({ ranAt, status, rows, truncated, error, ...report }: ReportRow): SavedReport {
  const lastRun =
    ranAt === null || status === null ? null : { ranAt, status, rows, truncated: truncated ?? false, error };
  return { ...report, lastRun };
}

async function findReport(sql: Sql, key: SavedReportKey): Promise<SavedReport | null> {
  const [row] = await selectReport(sql, key);
  return row === undefined ? null : savedReport(row);
}

async function createReport(
  sql: Sql,
  {
    report: { accountId, name, question, sql: text },
    meta,
    origin,
  }: { readonly report: NewSavedReport; readonly meta: RunOutcome['meta']; readonly origin: RequestOrigin },
): Promise<SavedReport | Refused> {
  const full = await refuseOneMore(sql, accountId, 'savedReports');
  if (full !== null) return full;
  const [created] = await orm(sql)
    .insert(savedReports)
    .values({ reportId: randomUUID(), accountId, name, question, sql: text })
    .returning(SHOWN);
  if (created === undefined) throw new Error('The statement returned no row.');
  await recordAudit(sql, { accountId, origin, action: 'report.create', target: created.id, meta });
  return savedReport(created);
}

/** Sets a cadence. The row is locked while the date is computed, so that the second of two concurrent changes sees the first. */
async function setCadence(
  sql: Sql,
  { key, cadence, origin }: { readonly key: SavedReportKey; readonly cadence: Cadence; readonly origin: RequestOrigin },
): Promise<SavedReport | null> {
  const { accountId, reportId } = key;
  const [found] = await orm(sql)
    .select({ cadence: savedReports.cadence, now: clockTime })
    .from(savedReports)
    .where(ofReport(key))
    .for('update');
  if (found === undefined) return null;
  if (found.cadence !== cadence) {
    await orm(sql)
      .update(savedReports)
      .set({ cadence, nextDueAt: nextDueAt(cadence, found.now), attempts: 0 })
      .where(ofReport(key));
    await recordAudit(sql, { accountId, origin, action: 'report.schedule', target: reportId, meta: { cadence } });
  }
  return findReport(sql, key);
}
