import { z } from 'zod';
import { STATED_TOTAL_TOLERANCE_DOLLARS, STATED_TOTAL_TOLERANCE_PERMILLE } from '../limits/statement-limits.ts';
import { addMoney, exactToDollars, type Money, moneyFromDecimal, moneyToDollars } from '../money.ts';
import type { Rollup } from '../scoring/period-sums.ts';
import { netTotal } from '../scoring/score-period.ts';
import type { MappedStatement, SkippedRows, StatementLine, StatementWarning } from '../statement/line.ts';
import type { UnassignedTotals } from '../statement/unassigned-line.ts';

/** Numbers of members of a period, and amounts in dollars, rounded to cents. */
const periodFigures = {
  members: z.int(),
  green: z.int(),
  yellow: z.int(),
  red: z.int(),
  new: z.int(),
  reappeared: z.int(),
  commissionTotal: z.number().describe('All that was paid, less chargebacks, also what belongs to no member.'),
  unassignedCount: z.int().describe('Rows with money of no member, see GET /v1/unassigned-lines.'),
  unassignedAmount: z.number().describe('What they add to commissionTotal.'),
  chargebackCount: z.int(),
  chargebackAmount: z.number(),
  commissionOwed: z.number(),
  commissionOwedEstimated: z.number().describe('The part of commissionOwed that rests on an estimated rate.'),
};

/** Statistics of a completed job. */
export const completedStats = z
  .object({
    ...periodFigures,
    ...z
      .object({
        rowsTotal: z.int().describe('Rows of the file, like the next five. Absent for mode retract and rescore.'),
        rowsIngested: z.int(),
        rowsUnassigned: z.int().describe('Rows with money of no member.'),
        rowsSkipped: z.int(),
        rowsFailed: z.int(),
        rowWarnings: z.int().describe('Optional values that could not be read; a dry run of the file names them.'),
        statedTotal: z.number().describe('Present, as the next two, when the stated total differs.'),
        ingestedTotal: z.number(),
        variance: z.number(),
      })
      .partial().shape,
  })
  .meta({
    id: 'JobStats',
    description:
      "Row counts are those of the job's file, all else is of its period as of statsAsOf, when the job scored it for the first time. A later change of rates, of a neighbouring month or of the period itself does not change these figures: see currentStats.",
  });

export type JobStats = Readonly<z.output<typeof completedStats>>;

/** Statistics of a job that has not completed, all absent. Clients may read the figures of any job. */
export const noStats = completedStats
  .partial()
  .meta({ id: 'NoStats', description: 'Empty until the job has completed.' });

export type NoStats = { readonly [Name in keyof JobStats]?: undefined };

/** The figures of a period as it is scored now; `completedStats` has them as its job left them. */
export const periodStats = z.object(periodFigures).meta({
  id: 'PeriodStats',
  description:
    "The same figures of the job's period as it is scored now, all files of the period together. Null when the period no longer has the job's file: it was replaced or retracted, or is not scored yet.",
});
export type PeriodStats = Readonly<z.output<typeof periodStats>>;

type VarianceStats = Pick<JobStats, 'statedTotal' | 'ingestedTotal' | 'variance'>;

/**
 * Returns the statistics of a job: rows of its file, members and dollars of its period. Dollars are rounded to cents.
 */
export function jobStats(
  mapped: MappedStatement | null,
  rollup: Rollup | null,
  unassigned: UnassignedTotals,
): JobStats {
  return { ...(mapped === null ? {} : statsOfRows(mapped)), ...statsOfPeriod(rollup, unassigned) };
}

function statsOfRows({ lines, unassigned, failures, skipped, rowWarningCount }: MappedStatement) {
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

function statsOfPeriod(rollup: Rollup | null, unassigned: UnassignedTotals): PeriodStats {
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
): { readonly stats: VarianceStats; readonly warnings: readonly StatementWarning[] } {
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

/** The figures of one file: its members, the sum of its rows net of chargebacks, and the sum that it prints itself. */
export interface FileFigures {
  readonly members: number;
  /** With money without a member, as far as the statement's own total contains it. */
  readonly net: Money;
  /** Null when the file prints no sum. */
  readonly printed: Money | null;
}

/** Counts and sums the rows of a file. The lines come sorted by member. */
export function fileFigures(
  lines: readonly { readonly memberRefId: string; readonly amount: Money }[],
  { unassigned, printedTotal }: Pick<MappedStatement, 'unassigned' | 'printedTotal'>,
): FileFigures {
  let members = 0;
  let net = 0;
  let previous: string | null = null;
  for (const { memberRefId, amount } of lines) {
    if (memberRefId !== previous) members += 1;
    previous = memberRefId;
    net = addMoney(net, amount);
  }
  for (const { amount, isCounted } of unassigned) if (isCounted) net = addMoney(net, amount);
  return { members, net, printed: printedTotal };
}
