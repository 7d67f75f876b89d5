import type { SignalCode } from '../../../core/scoring/signal.ts';
import type { Sql } from '../sql.ts';

/** How a scored row `s` is shown. What is owed is null where it could not be told, which is not the same as nothing. */
export const standingColumns = (sql: Sql) => sql`
  s.flags, s.signals, s.reason, round(s.commission_amount, 2)::float8 as "commissionAmount",
  round(s.prev_commission_amount, 2)::float8 as "prevCommissionAmount", s.compared_against_period as "comparedAgainstPeriod",
  round(s.expected_amount, 2)::float8 as "expectedAmount", coalesce(round(s.commission_owed, 2), 0)::float8 as "commissionOwed",
  round(s.chargeback_amount, 2)::float8 as "chargebackAmount"`;

/** Whether the scored row `s` has this finding. */
export const hasSignal = (sql: Sql, code: SignalCode) =>
  sql`and s.signals @> ${JSON.stringify([{ code }])}::text::jsonb`;
