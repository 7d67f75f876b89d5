import type { Fragment } from 'postgres';
import type { MemberStatus } from '../../../core/scoring/scored-row.ts';
import type { SignalCode } from '../../../core/scoring/signal.ts';
import { isProvisional, reasonOf } from '../book/month-columns.ts';
import type { Sql } from '../connection/sql.ts';

/** How a scored row `s` is shown. What is owed is null where it could not be told, which is not the same as nothing. */
export const memberStatusColumns = (sql: Sql) => sql`
  s.flags, s.signals, ${reasonOf(sql)} as reason, ${isProvisional(sql)} as provisional, round(s.commission_amount, 2)::float8 as "commissionAmount",
  round(s.prev_commission_amount, 2)::float8 as "prevCommissionAmount", s.compared_against_period as "comparedAgainstPeriod",
  round(s.expected_amount, 2)::float8 as "expectedAmount", coalesce(round(s.commission_owed, 2), 0)::float8 as "commissionOwed",
  round(s.chargeback_amount, 2)::float8 as "chargebackAmount"`;

/** A month that was paid ahead is shown as the unchanged month it stands for. */
export const shownStatus = (sql: Sql) => sql`case when s.status = 'carried' then 'green' else s.status end as status`;

/** Whether the scored row `s` is shown with this status. */
export const hasStatus = (sql: Sql, status: MemberStatus) =>
  status === 'green' ? sql`and s.status in ('green', 'carried')` : sql`and s.status = ${status}`;

/**
 * Whether the scored row `row` belongs on a list. A month that was paid ahead is no result, but who asks for a finding wants to see it
 * there too: a true-up is missing in the months after a payment for the year.
 */
export const isListed = (sql: Sql, row: Fragment, signal: SignalCode | undefined) =>
  signal === undefined ? sql`${row}.status <> 'carried'` : sql`true`;

/** Whether the scored row `s` has this finding. */
export const hasSignal = (sql: Sql, code: SignalCode) =>
  sql`and s.signals @> ${JSON.stringify([{ code }])}::text::jsonb`;
