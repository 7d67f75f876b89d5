import type { Exact } from '../money.ts';
import type { Certainty, OwedCertainty, SignalCode } from '../scoring/signal.ts';
import type { ClaimRow } from './claim.ts';

type FoundSignal = ClaimRow['signals'][number];

/** Exact units in a cent. Amounts of signals are rounded to cents. */
const EXACT_PER_CENT = 100_000_000n;

/** Returns the amount of a row's signal; zero without the signal. */
export function amountOf(row: Pick<ClaimRow, 'signals'>, code: SignalCode): Exact {
  return exactAmount(row.signals.find((signal) => signal.code === code));
}

function exactAmount(signal: FoundSignal | undefined): Exact {
  return signal?.amount === undefined ? 0n : BigInt(Math.round(signal.amount * 100)) * EXACT_PER_CENT;
}

/**
 * Returns the amount that a disputed carrier event took from the member. Null when a rate other than an estimate
 * already gives the owed amount, so that no dollar is claimed twice.
 */
export function disputedCutOf(
  row: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated' | 'disputedCut'>,
): ClaimRow['disputedCut'] {
  return row.disputedCut === null || isOwedByRate(row) ? null : row.disputedCut;
}

function isOwedByRate({ signals, owed, owedEstimated }: Pick<ClaimRow, 'signals' | 'owed' | 'owedEstimated'>) {
  const underpaid = signals.find(({ code }) => code === 'UNDERPAID');
  return (
    owed !== null && owed > 0n && underpaid !== undefined && owedCertainty(underpaid, owedEstimated) !== 'estimated'
  );
}

/** Returns the basis of the owed amount. Rows of older releases do not store it, so it is derived. */
export function owedCertainty({ certainty }: Pick<FoundSignal, 'certainty'>, owedEstimated: boolean): OwedCertainty {
  return certainty ?? (owedEstimated ? 'estimated' : 'contracted');
}

/** The money that a row's signal claims, and how sure it is. */
export interface ClaimedMoney {
  readonly amount: Exact;
  readonly certainty: Certainty;
}

/**
 * Returns the money that a row's signal claims; null when it claims nothing. An info claims only what is to be checked. A signal that many
 * members share claims nothing until a person disputes its event.
 */
export function claimedMoney(row: Pick<ClaimRow, 'signals' | 'disputedEvents'>, code: SignalCode): ClaimedMoney | null {
  const signal = row.signals.find((found) => found.code === code);
  if (signal === undefined) return null;
  const isDisputed = signal.event !== undefined && row.disputedEvents.includes(signal.event);
  const isQuestion = signal.event === undefined && signal.claim === 'to_check';
  if (signal.severity === 'info' && !isDisputed && !isQuestion) return null;
  const amount = exactAmount(signal);
  return amount === 0n ? null : { amount, certainty: certaintyOf(signal) };
}

/** Returns how sure a signal's claim is. Rows of older releases do not store it; only a repeated chargeback proves itself. */
function certaintyOf({ code, claim }: FoundSignal): Certainty {
  return claim ?? (code === 'CHARGEBACK_DUPLICATE' ? 'certain' : code === 'MISSED_MONTHS' ? 'likely' : 'to_check');
}

/** Returns how sure an owed amount is, by its signal and its basis. */
export function owedClaim({ severity, claim }: FoundSignal, basis: OwedCertainty): Certainty {
  if (claim !== undefined) return claim;
  if (basis === 'estimated') return 'likely';
  return severity === 'info' ? 'to_check' : 'certain';
}
