import { addMoney, type Exact, type Money } from '../money.ts';
import type { Rollup } from '../scoring/period-sums.ts';
import type { UnassignedTotals } from '../statement/unassigned-line.ts';

/** The figures of a month that its page shows. */
export interface MonthFigures {
  readonly memberCount: number;
  /** Number of dropped members. */
  readonly red: number;
  /** Includes money without a member, as in every report. */
  readonly gross: Money;
  /** Magnitude of the chargebacks, with those without a member. */
  readonly chargebackAmount: Money;
  readonly commissionOwed: Exact;
  /** Part of `commissionOwed` that rests on an estimated rate. */
  readonly commissionOwedEstimated: Exact;
}

/** The figures from which adjustments are computed. */
export interface AdjustableFigures extends MonthFigures {
  readonly commissionDropped: Money;
  readonly commissionReduced: Money;
}

/** Differences of the figures of a closed month, after minus before. */
export interface FiguresChange extends MonthFigures {
  /** Sum for dropped and reduced members, as reports show it. */
  readonly commissionAtRisk: Money;
}

/** All reported figures of a month. An adjustment leaves out the counts that this interface adds. */
export interface ClosedFigures extends AdjustableFigures {
  readonly yellow: number;
  readonly new: number;
  readonly reappeared: number;
}

/** Tells whether any reported figure of the month changed. */
export function isChangedMonth(before: ClosedFigures, after: ClosedFigures): boolean {
  return (
    adjustmentOf(before, after) !== null ||
    before.yellow !== after.yellow ||
    before.new !== after.new ||
    before.reappeared !== after.reappeared ||
    before.commissionDropped !== after.commissionDropped ||
    before.commissionReduced !== after.commissionReduced
  );
}

/** Returns `after` minus `before`, figure by figure; null when none of these figures changed. */
export function adjustmentOf(before: AdjustableFigures, after: AdjustableFigures): FiguresChange | null {
  const change: FiguresChange = {
    memberCount: after.memberCount - before.memberCount,
    red: after.red - before.red,
    gross: addMoney(after.gross, -before.gross),
    chargebackAmount: addMoney(after.chargebackAmount, -before.chargebackAmount),
    commissionOwed: after.commissionOwed - before.commissionOwed,
    commissionOwedEstimated: after.commissionOwedEstimated - before.commissionOwedEstimated,
    commissionAtRisk: addMoney(atRisk(after), -atRisk(before)),
  };
  const isSame =
    change.memberCount === 0 &&
    change.red === 0 &&
    change.gross === 0 &&
    change.chargebackAmount === 0 &&
    change.commissionOwed === 0n &&
    change.commissionOwedEstimated === 0n &&
    change.commissionAtRisk === 0;
  return isSame ? null : change;
}

function atRisk({ commissionDropped, commissionReduced }: AdjustableFigures): Money {
  return addMoney(commissionDropped, commissionReduced);
}

/** Returns the figures of a month from its rollup and its money without a member. */
export function monthFigures(rollup: Rollup, unassigned: UnassignedTotals): ClosedFigures {
  const { memberCount, red, gross, chargebackAmount, commissionDropped, commissionReduced } = rollup;
  const { commissionOwed, commissionOwedEstimated, yellow, new: newMembers, reappeared } = rollup;
  return {
    memberCount,
    red,
    gross: addMoney(gross, unassigned.gross),
    chargebackAmount: addMoney(chargebackAmount, unassigned.chargebackAmount),
    commissionOwed,
    commissionOwedEstimated,
    commissionDropped,
    commissionReduced,
    yellow,
    new: newMembers,
    reappeared,
  };
}
