import type { Fragment } from 'postgres';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { atRisk, kindOf } from './change-columns.ts';

/**
 * Selects counts by kind of change from rollups `r`, added up. The first month of a book has no changes. A month that was scored by a
 * release without these counts is counted in `counted`, see `countedRows`.
 */
export const countColumns = (sql: Sql) => sql`
  coalesce(sum(r.red) filter (where ${isCompared(sql)}), 0)::int as gone,
  coalesce(sum(r.yellow) filter (where ${isCompared(sql)}), 0)::int as paid_less,
  coalesce(sum(coalesce(r.planned_step, counted.planned_step)), 0)::int as planned_step,
  coalesce(sum(r.new) filter (where ${isCompared(sql)}), 0)::int as new,
  coalesce(sum(r.reappeared) filter (where ${isCompared(sql)}), 0)::int as back,
  coalesce(sum(coalesce(r.paid_more, counted.paid_more)), 0)::int as paid_more,
  coalesce(sum(coalesce(r.taken_back, counted.taken_back)), 0)::int as taken_back,
  coalesce(sum(coalesce(r.same, counted.same)), 0)::int as same`;

/** Selects the dollars of `amountsOfRows` from rollups `r`. */
export const amountColumns = (sql: Sql) => sql`
  round(coalesce(sum(r.commission_dropped), 0), 2)::float8 as "goneAmount",
  round(coalesce(sum(r.commission_reduced), 0), 2)::float8 as "paidLessAmount",
  round(coalesce(sum(${plannedStepAmount(sql)}), 0), 2)::float8 as "plannedStepAmount"`;

/** Selects the dollars of planned steps of a rollup `r`, or of its rows in `counted`. */
export const plannedStepAmount = (sql: Sql) => sql`coalesce(r.planned_step_amount, counted.planned_step_amount)`;

const isCompared = (sql: Sql) => sql`r.baseline_period is not null`;

/** Selects the counts that a rollup `r` of an earlier release lacks, as a subquery for a lateral join. */
export const countedRows = (sql: Sql, accountId: string): Fragment => sql`(
  select count(*) filter (where k.kind = 'paid_more') as paid_more, count(*) filter (where k.kind = 'taken_back') as taken_back,
    count(*) filter (where k.kind = 'same') as same, count(*) filter (where k.kind = 'planned_step') as planned_step,
    sum(k.less) filter (where k.kind = 'planned_step') as planned_step_amount
  from (
    select ${kindOf(sql)} as kind, s.prev_commission_amount - s.commission_amount as less from ${scoredRows} s
    where r.same is null and s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
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
