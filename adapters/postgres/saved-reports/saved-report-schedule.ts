import type { AccountStatus } from '../../../app/accounts/token-check.ts';
import type { RunOutcome } from '../../../app/saved-reports/run-saved-report.ts';
import type { DueReport, ReportSchedule } from '../../../app/saved-reports/saved-reports.ts';
import { accounts } from '../../../schema/accounts.ts';
import { bookMonths } from '../../../schema/months.ts';
import { savedReports } from '../../../schema/saved-reports.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

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
      select report_id, account_id, next_due_at from ${savedReports}
      where next_due_at <= statement_timestamp() and (claimed_until is null or claimed_until <= clock_timestamp())
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
      a.status as "accountStatus", a.email,
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
