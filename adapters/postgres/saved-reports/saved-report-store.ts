import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { AccountStatus } from '../../../app/accounts/issue-token.ts';
import type { RunOutcome } from '../../../app/saved-reports/run-saved-report.ts';
import type {
  DueReport,
  NewSavedReport,
  ReportSchedule,
  SavedReport,
  SavedReportKey,
  SavedReportStore,
} from '../../../app/saved-reports/saved-reports.ts';
import type { Refused } from '../../../core/problem.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { type Cadence, nextDueAt } from '../../../core/saved-report/report-mail.ts';
import { accounts } from '../../../schema/accounts.ts';
import { bookMonths } from '../../../schema/months.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { isOfStayingAccount } from '../queries/outbox.ts';

/** Due reports of all accounts, claimed as jobs are. */
export function createSavedReportSchedule(database: Database): ReportSchedule {
  return {
    takeDue: (claimSeconds) => database.system((sql) => takeDue(sql, claimSeconds)),
    conclude: (due, outcome, nextDueAt) => database.system((sql) => conclude(sql, due, { outcome, nextDueAt })),
    // A cadence that was changed meanwhile has reset the attempts.
    async release({ accountId, reportId, leaseEpoch }) {
      await database.systemStatement(
        (sql) => sql`
          update ${savedReports} set attempts = greatest(attempts - 1, 0), claimed_until = null
          where account_id = ${accountId} and report_id = ${reportId} and lease_epoch = ${leaseEpoch}`,
      );
    },
  };
}

/** The most open months that a mail names; more would not help the reader. */
const OPEN_MONTHS_NAMED = 3;

interface DueRow extends Omit<DueReport, 'account'> {
  accountStatus: AccountStatus;
  email: string | null;
}

/**
 * Takes the next due report. Accounts take turns: the one whose report was taken longest ago comes first, so hundreds of due reports of
 * one account delay another's by one. Locked rows are skipped; a taken row is hidden by its claim.
 */
async function takeDue(sql: Sql, claimSeconds: number): Promise<DueReport | null> {
  const [row] = await sql<DueRow[]>`
    with due as materialized (
      select report_id, account_id, next_due_at from ${savedReports} s
      where next_due_at <= statement_timestamp() and (claimed_until is null or claimed_until <= clock_timestamp())
        and ${isOfStayingAccount(sql, sql`s.account_id`)}
    ), turns as materialized (
      select account_id, max(taken_at) as last_taken_at
      from ${savedReports} where account_id in (select account_id from due) group by account_id
    ), next as materialized (
      select r.report_id from ${savedReports} r join due using (report_id) join turns on turns.account_id = r.account_id
      where r.next_due_at <= statement_timestamp() and (r.claimed_until is null or r.claimed_until <= clock_timestamp())
      order by last_taken_at nulls first, due.next_due_at, r.report_id limit 1 for update of r skip locked
    )
    update ${savedReports} r set lease_epoch = r.lease_epoch + 1, attempts = r.attempts + 1, taken_at = clock_timestamp(),
      claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from next, ${accounts} a
    where r.report_id = next.report_id and a.account_id = r.account_id
    returning r.report_id as "reportId", r.account_id as "accountId", r.name, r.question, r.sql, r.cadence,
      clock_timestamp() as "takenAt", r.attempts as attempt, r.lease_epoch as "leaseEpoch",
      a.status as "accountStatus", a.email, a.archived_through as "archivedThrough",
      array(
        select m.period::text from ${bookMonths} m where m.account_id = r.account_id and m.is_open
        group by m.period order by m.period desc limit ${OPEN_MONTHS_NAMED}) as "openMonths"`;
  if (row === undefined) return null;
  const { accountStatus, email, ...due } = row;
  return { ...due, account: { status: accountStatus, email } };
}

/** Ends a claim. A cadence that was set during the run has set its own later date, which stays. */
async function conclude(
  sql: Sql,
  { accountId, reportId, cadence, leaseEpoch }: DueReport,
  { outcome, nextDueAt }: { readonly outcome: RunOutcome | null; readonly nextDueAt: string | null },
): Promise<boolean> {
  const ran = outcome === null ? sql`` : sql`${lastRunValues(sql, outcome)},`;
  const { count } = await sql`
    update ${savedReports} set ${ran} claimed_until = null, attempts = 0,
      next_due_at = case
        when cadence = ${cadence} and next_due_at <= clock_timestamp() then ${nextDueAt}::timestamptz else next_due_at end
    where account_id = ${accountId} and report_id = ${reportId} and lease_epoch = ${leaseEpoch}`;
  if (count > 0 && outcome !== null) {
    await recordAudit(sql, {
      accountId,
      origin: { actor: 'schedule', ip: null, requestId: 'schedule' },
      action: 'report.run',
      target: reportId,
      meta: { ...outcome.meta, cadence },
    });
  }
  return count > 0;
}

/** Makes the assignments that record an outcome as the last run, as of now. */
const lastRunValues = (sql: Sql, { status, rows, truncated, error }: RunOutcome) => sql`
  last_ran_at = clock_timestamp(), last_status = ${status}, last_rows = ${rows}, last_truncated = ${truncated}, last_error = ${error}`;

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
