import type { Fragment } from 'postgres';
import type { ChangeKind } from '../../../core/report/change-kind.ts';
import type { Sql } from '../connection/sql.ts';

/** Kinds of changes in SQL, for the scored row `s`. They follow core/report/change-kind.ts; a test compares the two. */

/** Selects the kind of a row that is not paid ahead. */
export const kindOf = (sql: Sql) => sql`
  case s.status
    when 'red' then case when s.counted then 'gone' else 'taken_back' end
    when 'yellow' then 'paid_less' when 'new' then 'new' when 'reappeared' then 'back'
    else case
      when s.commission_amount < 0 then 'taken_back'
      when not 'COMMISSION_CHANGED' = any (s.flags) or s.commission_amount = s.prev_commission_amount then 'same'
      when s.commission_amount > s.prev_commission_amount then 'paid_more'
      when s.chargeback_amount > 0 then 'taken_back' else 'planned_step' end
  end`;

/**
 * Makes the condition of the indexes scored_rows_changes and scored_rows_changes_by_status. A green row with an unchanged net
 * is of the kind `same`.
 */
export const isInIndexOfChanges = (sql: Sql) => sql`
  s.compared_against_period is not null
  and (s.status in ('yellow', 'red', 'new', 'reappeared') or (s.status = 'green' and 'COMMISSION_CHANGED' = any (s.flags))
    or (s.status = 'green' and s.commission_amount < 0))`;

/**
 * Narrows a kind to the status of its rows, along the index scored_rows_changes_by_status. Row-level security keeps `kindOf` from being
 * looked up in an index. Rows of the kind `taken_back` have two statuses, so that kind is found along the index of all changes.
 */
export function statusOf(sql: Sql, kind: ChangeKind): Fragment {
  const statuses: Readonly<Record<ChangeKind, Fragment>> = {
    gone: sql`and s.status = 'red' and s.counted`,
    paid_less: sql`and s.status = 'yellow'`,
    planned_step: sql`and s.status = 'green'`,
    new: sql`and s.status = 'new'`,
    back: sql`and s.status = 'reappeared'`,
    paid_more: sql`and s.status = 'green'`,
    taken_back: sql``,
    same: sql`and s.status = 'green'`,
  };
  return statuses[kind];
}

/**
 * Selects the lost dollars of a row. A reduction is the fall of the regular pay, which the signal COMMISSION_REDUCED states, and amounts
 * below zero count as zero (docs/reference/scoring.md#status-table).
 */
export const atRisk = (sql: Sql) => sql`
  case
    when s.status = 'red' and s.counted then greatest(s.prev_commission_amount, 0)
    when s.status = 'yellow' then greatest(s.prev_commission_amount, 0) - greatest(s.prev_commission_amount - coalesce((
      select (signal.value ->> 'amount')::numeric from jsonb_array_elements(s.signals) signal
      where signal.value ->> 'code' = 'COMMISSION_REDUCED' limit 1), s.prev_commission_amount - s.commission_amount), 0)
    else 0
  end`;
