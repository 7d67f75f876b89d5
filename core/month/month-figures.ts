import { addMoney, type Exact, type Money } from '../money.ts';
import type { Rollup } from '../scoring/rollup.ts';

/** The figures of a month that people report, and by how much something changed them after the month was closed. */
export interface MonthFigures {
  readonly memberCount: number;
  /** Members who dropped. */
  readonly red: number;
  readonly gross: Money;
  /** Magnitude. */
  readonly chargebackAmount: Money;
  readonly commissionOwed: Exact;
}

/** With what else people report of a month and no adjustment holds. */
export interface ClosedFigures extends MonthFigures {
  readonly yellow: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionDropped: Money;
  readonly commissionReduced: Money;
}

/** Anything that people report of the month is other now. */
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

/** `after` less `before`; null when nothing changed. */
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

export function monthFigures({ memberCount, red, gross, chargebackAmount, commissionOwed }: Rollup): MonthFigures {
  return { memberCount, red, gross, chargebackAmount, commissionOwed };
}
