import type { Fragment } from 'postgres';
import type { MemberStatus } from '../../../core/scoring/scored-row.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierName } from '../queries/carrier-scope.ts';
import { isProvisional, reasonOf } from '../queries/month-columns.ts';

/** Columns of a scored row `s` as it is shown. The owed amount is null where it could not be computed, which is not the same as zero. */
export const memberStatusColumns = (sql: Sql) => sql`
  s.flags, s.signals, ${reasonOf(sql)} as reason, ${isProvisional(sql)} as provisional, round(s.commission_amount, 2)::float8 as "commissionAmount",
  round(s.prev_commission_amount, 2)::float8 as "prevCommissionAmount", s.compared_against_period as "comparedAgainstPeriod",
  round(s.expected_amount, 2)::float8 as "expectedAmount", coalesce(round(s.commission_owed, 2), 0)::float8 as "commissionOwed",
  round(s.chargeback_amount, 2)::float8 as "chargebackAmount"`;

/** Columns of a scored row `s`, with the carrier and month of the row `book`, which is the scored row or a delta. */
export const rowContextColumns = (sql: Sql, accountId: string, book: Fragment = sql`s`) => sql`
  ${book}.carrier_id as "carrierId", (${carrierName(sql, accountId, book)}) as "carrierName", s.agent_id as "agentId",
  s.agent_name as "agentName", s.effective_date as "effectiveDate", s.term_date as "termDate", ${book}.period`;

/** Selects the shown status: a month that is paid ahead is shown as unchanged. */
export const shownStatus = (sql: Sql) => sql`case when s.status = 'carried' then 'green' else s.status end as status`;

/** Makes the condition that the scored row `s` is shown with this status. */
export const hasStatus = (sql: Sql, status: MemberStatus) =>
  status === 'green' ? sql`and s.status in ('green', 'carried')` : sql`and s.status = ${status}`;

/**
 * Makes the condition that the scored row `row` is listed. Months that are paid ahead are listed only with a signal filter, because
 * signals such as a true-up can occur in them.
 */
export const isListed = (sql: Sql, row: Fragment, signal: SignalCode | undefined) =>
  signal === undefined ? sql`${row}.status <> 'carried'` : sql`true`;

/** Makes the condition that the scored row `s` has this signal. */
export const hasSignal = (sql: Sql, code: SignalCode) =>
  sql`and s.signals @> ${JSON.stringify([{ code }])}::text::jsonb`;
