import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { Paid } from '../../core/report/carrier-month.ts';
import { describeMonth, type MonthFacts, type MonthRecord } from './describe-month.ts';
import type { BookFilter } from './read-models.ts';

/** The sums of a rollup (docs/reference/scoring.md#rollups), summed exactly and then rounded to cents. */
export interface RollupTotals extends Paid {
  readonly memberCount: number;
  readonly green: number;
  readonly yellow: number;
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionAtRisk: number;
  readonly commissionDropped: number;
  readonly commissionReduced: number;
  readonly reducedCount: number;
  readonly commissionOwed: number;
  readonly owedEvaluated: number;
  readonly owedTotal: number;
  readonly owedEstimated: boolean;
  /** The part of `commissionOwed` that is based on an estimated rate. */
  readonly commissionOwedEstimated: number;
  readonly chargebackCount: number;
  readonly chargebackAmount: number;
  /** The number of rows whose money belongs to no member. */
  readonly unassignedCount: number;
  readonly unassignedAmount: number;
}

export interface CarrierRollup extends RollupTotals {
  readonly carrierId: string;
  readonly carrierName: string;
  /** red / (memberCount + red); 0 without members. */
  readonly attritionRate: number;
  /** True when the month still waits for files in a workspace: dropped members are provisional so far. */
  readonly provisional: boolean;
}

/** Pay of one agent by a carrier; id and name are null where the statement names no agent. */
export interface AgentRollup extends Paid {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
}

export interface RollupReport {
  /** Null when the request names no period and there is no data. */
  readonly period: Period | null;
  readonly totals: RollupTotals;
  /** Sorted by name, then by id. */
  readonly byCarrier: readonly CarrierRollup[];
  /** Present when the request groups by agent. */
  readonly byAgent?: readonly AgentRollup[];
  /** Months that wait for files, and closed months. */
  readonly months: readonly MonthRecord[];
}

/** The report with its months as they are stored. */
export type RollupFacts = Omit<RollupReport, 'months'> & { readonly months: readonly MonthFacts[] };

export interface RollupFilter extends BookFilter {
  readonly period?: Period | undefined;
  /** `agent` adds `byAgent` to the report. */
  readonly groupBy?: 'agent' | undefined;
}

export interface RollupReads {
  /** Returns the rollup of the period, by default of the latest with data that matches the filter. */
  rollup(accountId: string, filter: RollupFilter): Promise<RollupFacts | Refused>;
}

export interface RollupReports {
  readonly rollups: RollupReads;
}

/** Reports the rollup of a period, by default of the latest with data. Refuses an unknown carrier or workspace. */
export async function reportRollup(
  rollups: RollupReads,
  accountId: string,
  filter: RollupFilter,
): Promise<RollupReport | Refused> {
  const found = await rollups.rollup(accountId, filter);
  return isRefused(found) ? found : { ...found, months: found.months.map(describeMonth) };
}
