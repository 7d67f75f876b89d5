import type { Money } from '../../money.ts';
import { type MemberMonth, principalRecord } from '../member-month.ts';
import type { ComparedScores, PriorRow } from '../scored-row.ts';
import { differByCents, type Tolerance, toleratedDifference } from '../tolerance.ts';

/** A ratio of pay, and the number of members whose range of possible ratios contains it. */
export interface SharedRatio {
  readonly ratio: number;
  readonly fitting: number;
}

/** Returns the ratio that lies in the most ranges, with as few decimals as these ranges allow. Returns null without ranges. */
export function sharedRatio(ranges: readonly RatioRange[]): SharedRatio | null {
  const densest = densestRange(ranges);
  if (densest === null) return null;
  const ratio = shortestRatio(densest) ?? (densest.low + densest.high) / 2;
  let fitting = 0;
  for (const range of ranges) if (includesRatio(range, ratio)) fitting += 1;
  return { ratio, fitting };
}

/** Returns the interval where the most ranges overlap, by a sweep over their ends. Of equally dense intervals the lowest is returned. */
function densestRange(ranges: readonly RatioRange[]): RatioRange | null {
  const lows = ranges.map(({ low }) => low).sort(ascending);
  const highs = ranges.map(({ high }) => high).sort(ascending);
  let densest: RatioRange | null = null;
  let most = 0;
  let closed = 0;
  for (const [index, low] of lows.entries()) {
    for (let high = highs[closed]; high !== undefined && high < low; high = highs[closed]) closed += 1;
    const open = index + 1 - closed;
    const high = highs[closed];
    if (open <= most || high === undefined) continue;
    most = open;
    densest = { low, high };
  }
  return densest;
}

const ascending = (a: number, b: number) => a - b;

/** Decimal places to try. Fewer come first, so that "20 %" is preferred to "19.98 %". */
const DIGITS = [2, 3, 4, 5, 6];

/** Rounds the middle of the range to the fewest decimals that stay inside it. Returns null if six decimals, as in a rate, are too few. */
export function shortestRatio(range: RatioRange): number | null {
  const middle = (range.low + range.high) / 2;
  for (const digits of DIGITS) {
    const rounded = Number(middle.toFixed(digits));
    if (includesRatio(range, rounded)) return rounded;
  }
  return null;
}

/** The change of one member's pay: pay now divided by pay before. Each range contains all ratios that rounding to cents allows. */
export interface PayChange {
  /** Ratio of the statement's rates, if both months show one for the same policy and they differ. */
  readonly rate: RatioRange | null;
  /** Ratio of the compared amounts per life; null when nothing can be compared. */
  readonly amount: RatioRange | null;
  /** Ratio of the amounts per dollar of premium. Null unless the premium changed, and the amount and this ratio both rose or both fell. */
  readonly perPremium: RatioRange | null;
  /** True when the amount changed by more than the tolerance, and not as the premium did. */
  readonly isAmountChanged: boolean;
}

export interface RatioRange {
  readonly low: number;
  readonly high: number;
}

/** The ratio of an unchanged amount. */
export const UNCHANGED: RatioRange = { low: 1, high: 1 };

/** The whole, in millionths. A larger printed rate is a percentage without its sign, dollars per life, or more than all of the premium. */
const WHOLE = 1_000_000;
/** Half a cent, in ten-thousandths of a dollar. */
const ROUNDING: Money = 50;
/** Maximum width of a range, as a share of its lower end. Amounts below about 35 cents have wider ranges, which fit nearly every ratio. */
const RANGE_SHARE_MAX = 0.06;
/** Rounding error of the ratio of two printed rates. */
const RATE_ROUNDING = 0.002;

/** A member's lines and scored row of this period, with the earlier row that they are compared with. */
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
  // Less pay per dollar of a higher premium may still be more pay in all.
  const isOneDirection = perPremium !== null && perPremium.low < 1 === now < before;
  return {
    rate: rateRange(prior, row),
    amount: amountRange(before, now, { lines, factor: livesFactor(prior, row) }),
    perPremium: isOneDirection ? perPremium : null,
    isAmountChanged:
      !includesRatio(perPremium, 1) &&
      Math.abs(now - before) > toleratedDifference(tolerance, before) &&
      !differByCents(before, now),
  };
}

/**
 * Returns whether two ordinary payments are compared. Only ordinary payments can show a change for many members. A payment is not ordinary
 * if it is zero, contains a chargeback, caught-up or repeated pay, or is a planned step.
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
    !hadExtraPay(prior)
  );
}

/** Returns whether the payment that this month is compared with contained caught-up or repeated pay. */
function hadExtraPay({ history, lastPresentPeriod }: PriorRow): boolean {
  return history.lastPaidPeriod === lastPresentPeriod && (history.extraMonths !== 0 || history.extraAmount !== 0);
}

/** The share of an amount by which carriers' cents vary from month to month, and the cents by which each line does, up to a share. */
const CENTS_SHARE = 0.001;
const CENTS_OF_LINE: Money = 200;
const CENTS_SHARE_MAX = 0.01;

/** Returns all ratios that the carrier's cents allow; null if an amount is too small to compare. */
function amountRange(
  before: Money,
  now: Money,
  { lines, factor }: { readonly lines: number; readonly factor: number },
): RatioRange | null {
  const cents = Math.min(CENTS_OF_LINE * lines, CENTS_SHARE_MAX * now);
  const rounding = Math.max(ROUNDING * lines, CENTS_SHARE * before, cents);
  if (before <= rounding || now <= rounding) return null;
  const low = (factor * (now - rounding)) / (before + rounding);
  const high = (factor * (now + rounding)) / (before - rounding);
  return high - low > RANGE_SHARE_MAX * low ? null : { low, high };
}

/** Returns the factor that turns a ratio of amounts into a ratio per life; 1 when a number of lives is unknown. */
function livesFactor({ profile: { lives: before } }: PriorRow, { profile: { lives: now } }: ComparedScores): number {
  return before === null || now === null || before <= 0 || now <= 0 ? 1 : before / now;
}

/** Returns the factor from a ratio of amounts to a ratio per dollar of premium; null unless both premiums are known and differ. */
export function premiumFactor(prior: PriorRow, row: ComparedScores): number | null {
  const [before, now] = [prior.profile.premium, row.profile.premium];
  if (before === null || now === null || before <= 0 || now <= 0 || before === now) return null;
  return before / now;
}

/** Returns the ratio of the printed rates; null unless they differ. A row stores one policy's rate, so both rows must show this policy. */
function rateRange(prior: PriorRow, row: ComparedScores): RatioRange | null {
  const [before, now] = [prior.history.rate, row.history.rate];
  if (before === null || now === null || before <= 0 || now <= 0 || before === now) return null;
  if (row.profile.policyRefId !== prior.profile.policyRefId) return null;
  // A carrier that prints 8 in one month and 6 % in the next has not cut its rate by 99 %. The amounts tell what it did.
  if (now > WHOLE !== before > WHOLE) return null;
  const ratio = now / before;
  return { low: ratio * (1 - RATE_ROUNDING), high: ratio * (1 + RATE_ROUNDING) };
}

/** Returns whether the range contains the ratio; false without a range. */
export function includesRatio(range: RatioRange | null, ratio: number): boolean {
  return range !== null && range.low <= ratio && ratio <= range.high;
}

/** Returns the figures that the pay of a member's only policy is calculated from; null for a member with several policies. */
export function payBasis(month: MemberMonth): {
  readonly rate: number | null;
  readonly premium: Money | null;
  /** Lives times months, in ten-thousandths, because both are counted in hundredths. */
  readonly units: number;
} | null {
  if (month.records.length !== 1) return null;
  const record = principalRecord(month);
  const rate = record.lines.find((line) => line.rate !== null)?.rate ?? null;
  return { rate, premium: record.premium, units: (record.lives ?? 100) * (record.monthsPaid ?? 100) };
}
