import { type Money, moneyToDollars } from '../money.ts';

/** Findings finer than a status or a flag. What each means is in docs/reference/signals.md. */
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

/** critical: money is most likely wrong; warn: somebody should look; info: explains what happened. */
export type Severity = 'info' | 'warn' | 'critical';

/** What an owed amount rests on: a contract, the rate that the statement itself shows, or an estimate. */
export const OWED_CERTAINTIES = ['contracted', 'statement_rate', 'estimated'] as const;
export type OwedCertainty = (typeof OWED_CERTAINTIES)[number];

export interface Signal {
  readonly code: SignalCode;
  readonly severity: Severity;
  /** Dollars, rounded to cents, never below zero. Absent where the finding is not about an amount. */
  readonly amount?: number;
  /** One sentence. */
  readonly detail: string;
  /** Of UNDERPAID only. */
  readonly certainty?: OwedCertainty;
}

export function signal(code: SignalCode, severity: Severity, detail: string): Signal {
  return { code, severity, detail };
}

export function amountSignal(
  code: SignalCode,
  severity: Severity,
  finding: { readonly amount: Money; readonly detail: string },
): Signal {
  return { code, severity, amount: moneyToDollars(Math.abs(finding.amount)), detail: finding.detail };
}
