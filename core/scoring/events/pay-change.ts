import type { Money } from '../../money.ts';
import { type MemberMonth, principalRecord } from '../member-month.ts';
import type { ComparedScores, PriorRow } from '../scored-row.ts';
import { type Tolerance, toleratedDifference } from '../tolerance.ts';

/** The change of one member's pay, as a ratio of now to before. Each range contains all ratios that rounding to cents allows. */
export interface PayChange {
  /** Ratio of the statement's rates, if both months show one for the same policy and they differ. */
  readonly rate: RatioRange | null;
  /** Ratio of the compared amounts per life; null when nothing can be compared. */
  readonly amount: RatioRange | null;
  /** Ratio of the amounts per dollar of premium, if the premium differs and both changed in one direction. */
  readonly perPremium: RatioRange | null;
  /** True when the amount changed by more than the tolerance. */
  readonly isAmountChanged: boolean;
}

export interface RatioRange {
  readonly low: number;
  readonly high: number;
}

/** The ratio of an unchanged amount. */
export const UNCHANGED: RatioRange = { low: 1, high: 1 };

/** Half a cent, in units of money. */
const ROUNDING: Money = 50;
/** A range wider than this share of its ratio fits nearly every change and so proves none: amounts below some 35 cents. */
const RANGE_SHARE_MAX = 0.06;
/** Rounding error of the ratio of two printed rates. */
const RATE_ROUNDING = 0.002;

export interface ComparedMember {
  readonly prior: PriorRow;
  readonly month: MemberMonth;
  readonly row: ComparedScores;
}

/** Returns how a member's pay changed, as ranges of the possible ratios. */
export function payChange({ prior, month, row }: ComparedMember, tolerance: Tolerance): PayChange {
  const [before, now] = [row.prevCommissionAmount, row.comparedAmount];
  const { lineCount: lines } = month;
  const premium = premiumFactor(prior, row);
  const perPremium = premium === null ? null : amountRange(before, now, { lines, factor: premium });
  // A smaller share of a higher premium is not less pay.
  const isOneDirection = perPremium !== null && perPremium.low < 1 === now < before;
  return {
    rate: rateRange(prior, row),
    amount: amountRange(before, now, { lines, factor: livesFactor(prior, row) }),
    perPremium: isOneDirection ? perPremium : null,
    isAmountChanged: Math.abs(now - before) > toleratedDifference(tolerance, before),
  };
}

/**
 * Returns whether the change can show a change for everybody: one ordinary payment compared with another, without chargebacks, missed
 * months, additional pay, or a step that the policy's age explains.
 */
export function isOrdinaryPay({ prior, month, row }: ComparedMember): boolean {
  return (
    prior.status !== 'red' &&
    row.plannedStep === null &&
    month.chargeback === 0 &&
    row.prevCommissionAmount > 0 &&
    row.comparedAmount > 0 &&
    row.repeatedAmount === 0 &&
    row.history.extraMonths === 0 &&
    row.history.extraAmount === 0 &&
    (prior.history.lastPaidPeriod !== prior.lastPresentPeriod || prior.history.extraMonths === 0) &&
    (prior.history.lastPaidPeriod !== prior.lastPresentPeriod || prior.history.extraAmount === 0)
  );
}

/** Each line of a statement is rounded separately. */
function amountRange(
  before: Money,
  now: Money,
  { lines, factor }: { readonly lines: number; readonly factor: number },
): RatioRange | null {
  const rounding = ROUNDING * lines;
  if (before <= rounding || now <= rounding) return null;
  const low = (factor * (now - rounding)) / (before + rounding);
  const high = (factor * (now + rounding)) / (before - rounding);
  return high - low > RANGE_SHARE_MAX * low ? null : { low, high };
}

/** Pay for more lives is not better pay. */
function livesFactor({ profile: { lives: before } }: PriorRow, { profile: { lives: now } }: ComparedScores): number {
  return before === null || now === null || before <= 0 || now <= 0 ? 1 : before / now;
}

function premiumFactor(prior: PriorRow, row: ComparedScores): number | null {
  const [before, now] = [prior.profile.premium, row.profile.premium];
  if (before === null || now === null || before <= 0 || now <= 0 || before === now) return null;
  return before / now;
}

/** Rates are stored for the principal record only, so another policy's rate is not compared. */
function rateRange(prior: PriorRow, row: ComparedScores): RatioRange | null {
  const [before, now] = [prior.history.rate, row.history.rate];
  if (before === null || now === null || before <= 0 || now <= 0 || before === now) return null;
  if (row.profile.policyRefId !== prior.profile.policyRefId) return null;
  const ratio = now / before;
  return { low: ratio * (1 - RATE_ROUNDING), high: ratio * (1 + RATE_ROUNDING) };
}

/** Returns whether the range contains the ratio; false without a range. */
export function includesRatio(range: RatioRange | null, ratio: number): boolean {
  return range !== null && range.low <= ratio && ratio <= range.high;
}

/** Returns the figures of the principal record, if it is the member's only one. */
export function payBasis(month: MemberMonth): {
  readonly rate: number | null;
  readonly premium: Money | null;
  /** Ten-thousandths of one life for one month: both are counted in hundredths. */
  readonly units: number;
} | null {
  if (month.records.length !== 1) return null;
  const record = principalRecord(month);
  const rate = record.lines.find((line) => line.rate !== null)?.rate ?? null;
  return { rate, premium: record.premium, units: (record.lives ?? 100) * (record.monthsPaid ?? 100) };
}
