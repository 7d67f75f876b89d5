import type { Exact } from '../money.ts';
import type { OwedCertainty, SignalCode } from '../scoring/signal.ts';
import type { ClaimRow } from './claim.ts';

/** Exact units in a cent: amounts of signals are rounded to cents. */
const EXACT_PER_CENT = 100_000_000n;

/** What a row's signal comes to; zero without the signal. */
export function amountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  const found = row.signals.find((signal) => signal.code === code);
  return found?.amount === undefined ? 0n : BigInt(Math.round(found.amount * 100)) * EXACT_PER_CENT;
}

/**
 * What a disputed event takes from the member, unless a rate that is no guess says what the month owes: the same money is not claimed
 * twice.
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

/** What the shortfall rests on. Rows of an older release don't say it. */
export function owedCertainty(
  { certainty }: Pick<ClaimRow['signals'][number], 'certainty'>,
  owedEstimated: boolean,
): OwedCertainty {
  return certainty ?? (owedEstimated ? 'estimated' : 'contracted');
}

/** The same of a warning. What is told as info explains, or asks: it is no claim. */
export function warnedAmountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  const isWarning = row.signals.some((signal) => signal.code === code && signal.severity !== 'info');
  return isWarning ? amountOf(row, code) : 0n;
}
