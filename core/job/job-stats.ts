import { STATED_TOTAL_TOLERANCE_DOLLARS, STATED_TOTAL_TOLERANCE_PERMILLE } from '../limits/statement-limits.ts';
import { exactToDollars, type Money, moneyFromDecimal, moneyToDollars } from '../money.ts';
import type { Rollup } from '../scoring/period-sums.ts';
import { netTotal } from '../scoring/score-period.ts';
import type { MappedStatement, SkippedRows, StatementLine, StatementWarning } from '../statement/line.ts';
import type { UnassignedTotals } from '../statement/unassigned-line.ts';

/** Numbers of members of a period, and amounts in dollars, rounded to cents. */
export type PeriodStats = {
  readonly members: number;
  readonly green: number;
  readonly yellow: number;
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  /** Net of chargebacks, with the money without a member. */
  readonly commissionTotal: number;
  /** Number of lines without a member. */
  readonly unassignedCount: number;
  /** Money without a member, net of its chargebacks. */
  readonly unassignedAmount: number;
  readonly chargebackCount: number;
  /** Chargebacks of members, as a positive amount. */
  readonly chargebackAmount: number;
  readonly commissionOwed: number;
  /** The part of `commissionOwed` that is based on an estimated rate. */
  readonly commissionOwedEstimated: number;
};

/** Numbers of rows of a job's file; absent for a job that reads no file. */
type RowStats = {
  readonly rowsTotal: number;
  readonly rowsIngested: number;
  readonly rowsUnassigned: number;
  readonly rowsSkipped: number;
  readonly rowsFailed: number;
  readonly rowWarnings: number;
};

/** Dollars of a stated total and of the lines' sum, which differs from it, and `variance`, lines minus stated. Absent when both agree. */
type VarianceStats = { readonly statedTotal: number; readonly ingestedTotal: number; readonly variance: number };

/** Statistics of a completed job. */
export type JobStats = PeriodStats & Partial<RowStats & VarianceStats>;

/** Statistics of a job that has not completed. */
export type NoStats = { readonly [Name in keyof JobStats]?: undefined };

/**
 * Returns the statistics of a job: rows of its file, members and dollars of its period. Dollars are rounded to cents.
 */
export function jobStats(
  mapped: MappedStatement | null,
  rollup: Rollup | null,
  unassigned: UnassignedTotals,
): JobStats {
  return { ...(mapped === null ? {} : rowStats(mapped)), ...periodStats(rollup, unassigned) };
}

function rowStats({ lines, unassigned, failures, skipped, rowWarningCount }: MappedStatement): RowStats {
  const rowsSkipped = countSkipped(skipped);
  return {
    rowsTotal: lines.length + unassigned.length + failures.length + rowsSkipped,
    rowsIngested: lines.length,
    rowsUnassigned: unassigned.length,
    rowsSkipped,
    rowsFailed: failures.length,
    rowWarnings: rowWarningCount,
  };
}

function countSkipped(skipped: SkippedRows): number {
  return Object.values(skipped).reduce((sum: number, count: number) => sum + count, 0);
}

function periodStats(rollup: Rollup | null, unassigned: UnassignedTotals): PeriodStats {
  const unassignedAmount = unassigned.gross - unassigned.chargebackAmount;
  const ofMembers = rollup === null ? 0 : rollup.gross - rollup.chargebackAmount;
  return {
    members: rollup?.memberCount ?? 0,
    green: rollup?.green ?? 0,
    yellow: rollup?.yellow ?? 0,
    red: rollup?.red ?? 0,
    new: rollup?.new ?? 0,
    reappeared: rollup?.reappeared ?? 0,
    commissionTotal: moneyToDollars(ofMembers + unassignedAmount),
    unassignedCount: unassigned.count,
    unassignedAmount: moneyToDollars(unassignedAmount),
    chargebackCount: rollup?.chargebackCount ?? 0,
    chargebackAmount: moneyToDollars(rollup?.chargebackAmount ?? 0),
    commissionOwed: exactToDollars(rollup?.commissionOwed ?? 0n),
    commissionOwedEstimated: exactToDollars(rollup?.commissionOwedEstimated ?? 0n),
  };
}

/**
 * Compares a stated total, decimal text in dollars, with the sum of the lines net of chargebacks
 * (docs/reference/uploads-and-jobs.md#stated-total). A difference above the greater of a cent and half a percent gives
 * a warning.
 */
export function reconcileStatedTotal(
  statedTotal: string | null,
  lines: Iterable<Pick<StatementLine, 'amount'>>,
): { readonly stats: Partial<VarianceStats>; readonly warnings: readonly StatementWarning[] } {
  const stated = statedTotal === null ? null : moneyFromDecimal(statedTotal);
  if (stated === null) return { stats: {}, warnings: [] };
  const ingested = netTotal(lines);
  const variance = ingested - stated;
  if (Math.abs(variance) <= toleratedVariance(stated)) return { stats: {}, warnings: [] };
  const stats = {
    statedTotal: moneyToDollars(stated),
    ingestedTotal: moneyToDollars(ingested),
    variance: moneyToDollars(variance),
  };
  const detail = `The carrier states $${stats.statedTotal.toFixed(2)}, the lines add up to $${stats.ingestedTotal.toFixed(2)}: ${Math.abs(stats.variance).toFixed(2)} ${variance < 0 ? 'less' : 'more'}.`;
  return { stats, warnings: [{ code: 'statement_total_variance', detail }] };
}

/** Returns the tolerance in ten-thousandths of a dollar. The half percent may be fractional and is not rounded. */
function toleratedVariance(stated: Money): number {
  const cent = moneyFromDecimal(STATED_TOTAL_TOLERANCE_DOLLARS) ?? 0;
  return Math.max(cent, (Math.abs(stated) * STATED_TOTAL_TOLERANCE_PERMILLE) / 1000);
}
