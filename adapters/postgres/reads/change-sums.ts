import type { Fragment } from 'postgres';
import type { CarrierChanges } from '../../../core/report/home-figures.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/exact-from.ts';
import { countColumns, countedRows } from './change-counts.ts';

interface ChangesRow {
  readonly carrierId: string;
  readonly period: string;
  readonly gone: number;
  readonly paid_less: number;
  readonly new: number;
  readonly back: number;
  readonly paid_more: number;
  readonly taken_back: number;
  readonly same: number;
  readonly goneAmount: string;
  readonly paidLessAmount: string;
}

/** Loads the numbers and lost dollars of changed members from the rollups `r` that fulfil the condition, by carrier and month. */
export async function loadChangeSums(
  sql: Sql,
  accountId: string,
  condition: Fragment | readonly Fragment[],
): Promise<readonly CarrierChanges[]> {
  const rows = await sql<ChangesRow[]>`
    select r.carrier_id as "carrierId", r.period, ${countColumns(sql)}, sum(r.commission_dropped)::text as "goneAmount",
      sum(r.commission_reduced)::text as "paidLessAmount"
    from ${rollups} r
    left join lateral ${countedRows(sql, accountId)} counted on r.same is null
    where ${condition}
    group by r.carrier_id, r.period`;
  return rows.map(({ paid_less: paidLess, paid_more: paidMore, taken_back: takenBack, ...row }) => ({
    ...row,
    paidLess,
    paidMore,
    takenBack,
    goneAmount: exactFrom(row.goneAmount),
    paidLessAmount: exactFrom(row.paidLessAmount),
  }));
}
