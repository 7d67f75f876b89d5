import type { Fragment } from 'postgres';
import type { ChangeKind } from '../../../core/scoring/period-sums.ts';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects counts by kind of change from rollups `r`, added up. The first month of a book has no changes. A month that was scored by a
 * release without these counts is counted in `counted`, see `countedRows`.
 */
export const countColumns = (sql: Sql) => sql`
  coalesce(sum(r.red) filter (where ${isCompared(sql)}), 0)::int as gone,
  coalesce(sum(coalesce(counted.paid_less, r.paid_less)), 0)::int as paid_less,
  coalesce(sum(coalesce(counted.planned_step, r.planned_step)), 0)::int as planned_step,
  coalesce(sum(r.new) filter (where ${isCompared(sql)}), 0)::int as new,
  coalesce(sum(r.reappeared) filter (where ${isCompared(sql)}), 0)::int as back,
  coalesce(sum(coalesce(counted.paid_more, r.paid_more)), 0)::int as paid_more,
  coalesce(sum(coalesce(counted.taken_back, r.taken_back)), 0)::int as taken_back,
  coalesce(sum(coalesce(counted.same, r.same)), 0)::int as same`;

/** Selects the dollars of `amountsOfRows` from rollups `r`. */
export const amountColumns = (sql: Sql) => sql`
  round(coalesce(sum(r.commission_dropped), 0), 2)::float8 as "goneAmount",
  round(coalesce(sum(${paidLessAmount(sql)}), 0), 2)::float8 as "paidLessAmount",
  round(coalesce(sum(${plannedStepAmount(sql)}), 0), 2)::float8 as "plannedStepAmount"`;

/** Selects the dollars that the members who are paid less lost, of a rollup `r` or of its rows in `counted`. */
export const paidLessAmount = (sql: Sql) => sql`coalesce(counted.paid_less_amount, r.paid_less_amount)`;

/** Selects the dollars of planned steps of a rollup `r`, or of its rows in `counted`. */
export const plannedStepAmount = (sql: Sql) => sql`coalesce(counted.planned_step_amount, r.planned_step_amount)`;

const isCompared = (sql: Sql) => sql`r.baseline_period is not null`;

/** True for a rollup `r` that an earlier release wrote. */
export const lacksCounts = (sql: Sql) => sql`r.paid_less is null`;

/** Selects the counts that a rollup `r` of an earlier release lacks, as a subquery for a lateral join. */
export const countedRows = (sql: Sql, accountId: string): Fragment => sql`(
  select count(*) filter (where k.kind = 'paid_more') as paid_more, count(*) filter (where k.kind = 'taken_back') as taken_back,
    count(*) filter (where k.kind = 'same') as same, count(*) filter (where k.kind = 'planned_step') as planned_step,
    sum(k.less) filter (where k.kind = 'planned_step') as planned_step_amount,
    count(*) filter (where k.kind = 'paid_less') as paid_less, sum(k.lost) filter (where k.kind = 'paid_less') as paid_less_amount
  from (
    select ${countedColumns(sql)} from ${scoredRows} s
    where ${lacksCounts(sql)} and s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.status <> 'carried'
  ) k
)`;

/** Selects the lost dollars of members who are gone or paid less, and the dollars by which planned steps lowered pay. */
const amountsOfRows = (sql: Sql): Fragment => sql`
  round(coalesce(sum(k.lost) filter (where k.kind = 'gone'), 0), 2)::float8 as "goneAmount",
  round(coalesce(sum(k.lost) filter (where k.kind = 'paid_less'), 0), 2)::float8 as "paidLessAmount",
  round(coalesce(sum(k.less) filter (where k.kind = 'planned_step'), 0), 2)::float8 as "plannedStepAmount"`;

/** Selects the kind and the dollars of a row `s`, from which counts and amounts are added up. */
export const countedColumns = (sql: Sql): Fragment => sql`
  ${kindOf(sql)} as kind, ${atRisk(sql)} as lost, s.prev_commission_amount - s.commission_amount as less`;

/** Selects counts by kind of change from rows with the columns of `countedColumns`, and their amounts. */
export const countsOfRows = (sql: Sql, rows: Fragment): Fragment => sql`
  select count(*) filter (where k.kind = 'gone')::int as gone, count(*) filter (where k.kind = 'paid_less')::int as paid_less,
    count(*) filter (where k.kind = 'planned_step')::int as planned_step,
    count(*) filter (where k.kind = 'new')::int as new, count(*) filter (where k.kind = 'back')::int as back,
    count(*) filter (where k.kind = 'paid_more')::int as paid_more,
    count(*) filter (where k.kind = 'taken_back')::int as taken_back, count(*) filter (where k.kind = 'same')::int as same,
    ${amountsOfRows(sql)}
  from ${rows} k`;

/** Kinds of changes in SQL, for the scored row `s`. They follow core/scoring/period-sums.ts; a test compares the two. */

/** True for a month whose lines only take money back. */
const isOnlyChargeback = (sql: Sql) => sql`s.chargeback_amount > 0 and s.commission_amount = -s.chargeback_amount`;

/** Selects the kind of a row that is not paid ahead. */
export const kindOf = (sql: Sql) => sql`
  case s.status
    when 'red' then case when s.counted then 'gone' else 'taken_back' end
    when 'yellow' then case when ${isOnlyChargeback(sql)} then 'taken_back' else 'paid_less' end when 'new' then 'new' when 'reappeared' then 'back'
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
 * looked up in an index. Rows of the kind `taken_back` have three statuses, so that kind is found along the index of all changes.
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
