import { type Money, moneyToDollars } from '../money.ts';

/** Codes of findings that are finer than a status or a flag. docs/reference/signals.md describes each code. */
export const SIGNAL_CODES = [
  'COMMISSION_INCREASED',
  'COMMISSION_REDUCED',
  'ZERO_COMMISSION',
  'NEGATIVE_NET',
  'PLAN_CHANGED',
  'POLICY_CHANGED',
  'PREMIUM_CHANGED',
  'AGENT_CHANGED',
  'RATE_CHANGED',
  'UNDERPAID',
  'OVERPAID',
  'RATE_MISSING',
  'ABOVE_CMS_MAX',
  'PAID_AHEAD',
  'CATCH_UP_PAYMENT',
  'MISSED_MONTHS',
  'TERMINATED',
  'RETRO_TERMINATION',
  'RAPID_DISENROLLMENT',
  'DUPLICATE_PAYMENT',
  'CHARGEBACK_DUPLICATE',
  'CHARGEBACK_UNMATCHED',
  'CHARGEBACK_EXCEEDS_PAID',
  'CHARGEBACK_ON_ACTIVE',
  'REINSTATED_NOT_REPAID',
  'TRUE_UP',
  'TRUE_UP_MISSING',
] as const;
export type SignalCode = (typeof SIGNAL_CODES)[number];

/** critical: money is most likely wrong; warn: a person should look at it; info: explains what happened. */
export type Severity = 'info' | 'warn' | 'critical';

/** The basis of an owed amount: a contract, the statement's own rate, or an estimate. */
export const OWED_CERTAINTIES = ['contracted', 'statement_rate', 'estimated'] as const;
export type OwedCertainty = (typeof OWED_CERTAINTIES)[number];

/**
 * How sure it is that the carrier owes a finding's money. certain: the statements or a contract prove it. likely: the book's habits or
 * comparable members say so. to_check: all else, which is worth a question. Headline sums hold certain money only.
 */
export const CERTAINTIES = ['certain', 'likely', 'to_check'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** A finding about one member in one period. */
export interface Signal {
  readonly code: SignalCode;
  readonly severity: Severity;
  /** Dollars, rounded to cents, never below zero. Absent if the signal is not about an amount. */
  readonly amount?: number;
  /** The finding in one sentence. */
  readonly detail: string;
  /** The basis of the amount owed; only for UNDERPAID. */
  readonly certainty?: OwedCertainty;
  /** How sure the claim is that the finding makes; absent for a finding that claims nothing. */
  readonly claim?: Certainty;
  /** The shared finding or the accepted habit that the signal is part of, as `eventKey` writes it. Such a signal is `info`. */
  readonly event?: string;
}

/** Returns whether a person should look at the signal. */
export function isWarning({ severity }: Pick<Signal, 'severity'>): boolean {
  return severity !== 'info';
}

/** Makes a signal without an amount. */
export function signal(code: SignalCode, severity: Severity, detail: string): Signal {
  return { code, severity, detail };
}

/** Makes a signal with an amount, which is shown in dollars without its sign. */
export function amountSignal(
  code: SignalCode,
  severity: Severity,
  { amount, detail, claim }: { readonly amount: Money; readonly detail: string; readonly claim?: Certainty },
): Signal {
  const made = { code, severity, amount: moneyToDollars(Math.abs(amount)), detail };
  return claim === undefined ? made : { ...made, claim };
}
