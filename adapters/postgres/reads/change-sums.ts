import type { Fragment } from 'postgres';
import type { CarrierChanges } from '../../../core/report/home-figures.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/exact-from.ts';
import { countColumns, countedRows, plannedStepAmount } from './change-counts.ts';

interface ChangesRow {
  readonly carrierId: string;
  readonly period: string;
  readonly gone: number;
  readonly paid_less: number;
  readonly planned_step: number;
  readonly new: number;
  readonly back: number;
  readonly paid_more: number;
  readonly taken_back: number;
  readonly same: number;
  readonly goneAmount: string;
  readonly paidLessAmount: string;
  readonly plannedStepAmount: string;
}

/** Loads the numbers and dollars of changed members from the rollups `r` that fulfil the condition, by carrier and month. */
export async function loadChangeSums(
  sql: Sql,
  accountId: string,
  condition: Fragment | readonly Fragment[],
): Promise<readonly CarrierChanges[]> {
  const rows = await sql<ChangesRow[]>`
    select r.carrier_id as "carrierId", r.period, ${countColumns(sql)}, sum(r.commission_dropped)::text as "goneAmount",
      sum(r.commission_reduced)::text as "paidLessAmount", coalesce(sum(${plannedStepAmount(sql)}), 0)::text as "plannedStepAmount"
    from ${rollups} r
    left join lateral ${countedRows(sql, accountId)} counted on r.same is null
    where ${condition}
    group by r.carrier_id, r.period`;
  return rows.map(
    ({ paid_less: paidLess, planned_step: plannedStep, paid_more: paidMore, taken_back: takenBack, ...row }) => ({
      ...row,
      paidLess,
      plannedStep,
      paidMore,
      takenBack,
      goneAmount: exactFrom(row.goneAmount),
      paidLessAmount: exactFrom(row.paidLessAmount),
      plannedStepAmount: exactFrom(row.plannedStepAmount),
    }),
  );
}
