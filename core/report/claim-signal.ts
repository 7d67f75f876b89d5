import type { Exact } from '../money.ts';
import type { OwedCertainty, SignalCode } from '../scoring/signal.ts';
import type { ClaimRow } from './claim.ts';

/** Exact units in a cent. Amounts of signals are rounded to cents. */
const EXACT_PER_CENT = 100_000_000n;

/** Returns the amount of a row's signal; zero without the signal. */
export function amountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  const found = row.signals.find((signal) => signal.code === code);
  return found?.amount === undefined ? 0n : BigInt(Math.round(found.amount * 100)) * EXACT_PER_CENT;
}

/**
 * Returns the amount that a disputed carrier event took from the member. Null when a rate other than an estimate
 * already gives the owed amount, so that no dollar is claimed twice.
 */
export function disputedCutOf(
  row: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated' | 'disputedCut'>,
): ClaimRow['disputedCut'] {
  return row.disputedCut === null || isOwedForCertain(row) ? null : row.disputedCut;
}

function isOwedForCertain({ signals, owed, owedEstimated }: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated'>) {
  const underpaid = signals.find(({ code }) => code === 'UNDERPAID');
  return (
    owed !== null && owed > 0n && underpaid !== undefined && owedCertainty(underpaid, owedEstimated) !== 'estimated'
  );
}

/** Returns the basis of the owed amount. Rows of older releases do not store it, so it is derived. */
export function owedCertainty(
  { certainty }: Pick<ClaimRow['signals'][number], 'certainty'>,
  owedEstimated: boolean,
): OwedCertainty {
  return certainty ?? (owedEstimated ? 'estimated' : 'contracted');
}

/**
 * Returns the amount of a row's signal; zero for severity `info`, which only explains or asks and makes no claim. The signals of a disputed
 * shared finding make claims again.
 */
export function warnedAmountOf(row: Pick<ClaimRow, 'signals' | 'disputedEvents'>, code: SignalCode): Exact {
  const isClaimed = row.signals.some(
    (signal) =>
      signal.code === code &&
      (signal.severity !== 'info' || (signal.event !== undefined && row.disputedEvents.includes(signal.event))),
  );
  return isClaimed ? amountOf(row, code) : 0n;
}
