import { addMonths, monthIndex, type Period } from '../period.ts';
import type { MonthSpan } from '../scoring/cadence.ts';
import { amountOf, type ClaimLine, type ClaimRow } from './claim.ts';

/**
 * Returns the unpaid months before a row, as coverage months; null when there are none. `paid` has the row's payments. The carrier pays in
 * arrears when these payments are for an earlier month and are no catch-up payment (docs/reference/signals.md#pay-in-arrears).
 */
export function missedSpan(row: ClaimRow, paid: readonly ClaimLine[]): MonthSpan | null {
  const { period, unpaidSince } = row;
  if (unpaidSince === null || unpaidSince >= period) return null;
  const lag = lagOf(row, paid);
  return { from: addMonths(unpaidSince, -lag), to: addMonths(period, -lag - 1) };
}

/** Returns the months from the latest paid coverage month to the row; 0 for a carrier that does not pay in arrears. */
function lagOf(row: ClaimRow, paid: readonly ClaimLine[]): number {
  if (amountOf(row, 'CATCH_UP_PAYMENT') !== 0n) return 0;
  const latest = paid.reduce<Period | null>(
    (last, { coverageMonth }) =>
      coverageMonth !== null && (last === null || coverageMonth > last) ? coverageMonth : last,
    null,
  );
  return latest === null || latest >= row.period ? 0 : monthIndex(row.period) - monthIndex(latest);
}
