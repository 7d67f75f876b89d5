import { addMoney, type Exact, type Money } from '../money.ts';
import type { Rollup } from '../scoring/rollup.ts';

/** The reported figures of a month, or the change of each since the month was closed. */
export interface MonthFigures {
  readonly memberCount: number;
  /** Number of dropped members. */
  readonly red: number;
  readonly gross: Money;
  /** Magnitude of the chargebacks. */
  readonly chargebackAmount: Money;
  readonly commissionOwed: Exact;
}

/** All reported figures of a month. Adjustments hold only the inherited ones. */
export interface ClosedFigures extends MonthFigures {
  readonly yellow: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionDropped: Money;
  readonly commissionReduced: Money;
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

/** Returns `after` minus `before`, figure by figure; null when nothing changed. */
export function adjustmentOf(before: MonthFigures, after: MonthFigures): MonthFigures | null {
  const change: MonthFigures = {
    memberCount: after.memberCount - before.memberCount,
    red: after.red - before.red,
    gross: addMoney(after.gross, -before.gross),
    chargebackAmount: addMoney(after.chargebackAmount, -before.chargebackAmount),
    commissionOwed: after.commissionOwed - before.commissionOwed,
  };
  const isSame =
    change.memberCount === 0 &&
    change.red === 0 &&
    change.gross === 0 &&
    change.chargebackAmount === 0 &&
    change.commissionOwed === 0n;
  return isSame ? null : change;
}

/** Picks the figures of a month from its rollup. */
export function monthFigures({ memberCount, red, gross, chargebackAmount, commissionOwed }: Rollup): MonthFigures {
  return { memberCount, red, gross, chargebackAmount, commissionOwed };
}
