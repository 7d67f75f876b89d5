import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { Paid } from '../../core/report/paid.ts';
import type { MonthFacts, MonthRecord } from './month-reads.ts';
import type { BookFilter } from './read-models.ts';

/** docs/reference/scoring.md#rollups: summed exactly, then rounded. */
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
  /** The part of `commissionOwed` that rests on an estimated rate. */
  readonly commissionOwedEstimated: number;
  readonly chargebackCount: number;
  readonly chargebackAmount: number;
  /** Money without a member. */
  readonly unassignedCount: number;
  readonly unassignedAmount: number;
}

export interface CarrierRollup extends RollupTotals {
  readonly carrierId: string;
  readonly carrierName: string;
  /** red / (memberCount + red), 0 for nobody. */
  readonly attritionRate: number;
  /** The month still waits for files, in a workspace: so far, who dropped did so provisionally. */
  readonly provisional: boolean;
}

/** What an agent was paid by a carrier; both null where the statement names none. */
export interface AgentRollup extends Paid {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
}

export interface RollupReport {
  /** Null when no period was asked for and there is no data. */
  readonly period: Period | null;
  readonly totals: RollupTotals;
  /** By name, then id. */
  readonly byCarrier: readonly CarrierRollup[];
  /** When asked for. */
  readonly byAgent?: readonly AgentRollup[];
  /** Those that wait for files, and those that were closed. */
  readonly months: readonly MonthRecord[];
}

/** The report, its months as they are stored. */
export type RollupFacts = Omit<RollupReport, 'months'> & { readonly months: readonly MonthFacts[] };

export interface RollupFilter extends BookFilter {
  readonly period?: Period | undefined;
  /** `agent` adds `byAgent` to the report. */
  readonly groupBy?: 'agent' | undefined;
}

export interface RollupReads {
  /** Without a period: the latest one with data of what the filter allows. */
  rollup(accountId: string, filter: RollupFilter): Promise<RollupFacts | Refused>;
}
