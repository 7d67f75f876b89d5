import type { Fragment } from 'postgres';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { kindOf } from './change-columns.ts';

/**
 * Selects counts by kind of change from rollups `r`, added up. The first month of a book has no changes. A month that was scored by a
 * release without these counts is counted in `counted`, see `countedRows`.
 */
export const countColumns = (sql: Sql) => sql`
  coalesce(sum(r.red) filter (where ${isCompared(sql)}), 0)::int as gone,
  coalesce(sum(r.yellow) filter (where ${isCompared(sql)}), 0)::int as paid_less,
  coalesce(sum(r.new) filter (where ${isCompared(sql)}), 0)::int as new,
  coalesce(sum(r.reappeared) filter (where ${isCompared(sql)}), 0)::int as back,
  coalesce(sum(coalesce(r.paid_more, counted.paid_more)), 0)::int as paid_more,
  coalesce(sum(coalesce(r.taken_back, counted.taken_back)), 0)::int as taken_back,
  coalesce(sum(coalesce(r.same, counted.same)), 0)::int as same`;

const isCompared = (sql: Sql) => sql`r.baseline_period is not null`;

/** Selects the counts that a rollup `r` of an earlier release lacks, as a subquery for a lateral join. */
export const countedRows = (sql: Sql, accountId: string): Fragment => sql`(
  select count(*) filter (where k.kind = 'paid_more') as paid_more, count(*) filter (where k.kind = 'taken_back') as taken_back,
    count(*) filter (where k.kind = 'same') as same
  from (
    select ${kindOf(sql)} as kind from ${scoredRows} s
    where r.same is null and s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.status <> 'carried'
  ) k
)`;

/** Selects counts by kind of change from rows with a column `kind`. */
export const countsOfRows = (sql: Sql, rows: Fragment): Fragment => sql`
  select count(*) filter (where k.kind = 'gone')::int as gone, count(*) filter (where k.kind = 'paid_less')::int as paid_less,
    count(*) filter (where k.kind = 'new')::int as new, count(*) filter (where k.kind = 'back')::int as back,
    count(*) filter (where k.kind = 'paid_more')::int as paid_more,
    count(*) filter (where k.kind = 'taken_back')::int as taken_back, count(*) filter (where k.kind = 'same')::int as same
  from ${rows} k`;
