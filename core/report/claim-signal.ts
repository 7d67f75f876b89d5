import type { Exact } from '../money.ts';
import type { SignalCode } from '../scoring/signal.ts';
import type { ClaimRow } from './claim.ts';

/** Exact units in a cent: amounts of signals are rounded to cents. */
const EXACT_PER_CENT = 100_000_000n;

/** What a row's signal comes to; zero without the signal. */
export function amountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  const found = row.signals.find((signal) => signal.code === code);
  return found?.amount === undefined ? 0n : BigInt(Math.round(found.amount * 100)) * EXACT_PER_CENT;
}

/** The same of a warning. What is told as info explains, or asks: it is no claim. */
export function warnedAmountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  const isWarning = row.signals.some((signal) => signal.code === code && signal.severity !== 'info');
  return isWarning ? amountOf(row, code) : 0n;
}
