import type { Money } from '../money.ts';
import { periodMonth, periodOfDate, periodYear } from '../period.ts';
import { type CmsMaximum, cmsMaxima, type RatedPlan } from './cms-maximum.ts';
import type { MemberProfile } from './member-month.ts';

/**
 * A payment for a calendar year that Medicare plans make at once, recognised by the CMS maximum: the initial or the renewal amount, for
 * the whole year or for its remaining months.
 */
export interface YearsPay {
  readonly initial: Money;
  readonly renewal: Money;
  /** Months that it pays for, of which December is the last. */
  readonly months: number;
}

/**
 * The renewal amount of two months equals the initial amount of one. Only from three months on does an amount differ from a month's pay.
 */
const MONTHS_MIN = 3;
/** Plans pay in whole dollars. In ten-thousandths. */
const ROUNDING = 10_000;

/** Returns the amounts that may pay the year: those of every region if the statement has no state; none if CMS sets no maximum. */
export function yearsPayOf(year: number, profile: MemberProfile): readonly YearsPay[] {
  const { effectiveDate } = profile;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  const isWhole = months === 12 || months < MONTHS_MIN;
  return cmsMaxima(year, profile).flatMap((maximum) => {
    const whole = { ...maximum, months: 12 };
    return isWhole ? [whole] : [whole, partOf(maximum, months)];
  });
}

/** Returns the matching renewal amount, unless it equals the initial amount of fewer months. */
export function matchingAdvance(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  if (options.some(({ initial }) => isSameAmount(paid, initial))) return undefined;
  return options.find(({ renewal }) => isSameAmount(paid, renewal));
}

/** Returns the matching amount of the year. */
export function matchingYearsPay(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  return options.find(({ initial, renewal }) => isSameAmount(paid, initial) || isSameAmount(paid, renewal));
}

/** Returns whether a positive payment equals an amount within a dollar. */
export function isSameAmount(paid: Money, amount: Money): boolean {
  return paid > 0 && Math.abs(paid - amount) <= ROUNDING;
}

/** A month's part is rounded to cents. In ten-thousandths. */
const CENT = 100;

/** Returns whether an amount is one month's renewal pay by a CMS maximum of the year. */
export function isMonthsRenewal(amount: Money, year: number, profile: MemberProfile): boolean {
  return cmsMaxima(year, profile).some(({ renewal }) => Math.abs(amount - renewal / 12) <= CENT);
}

/** One line with more months of initial pay than this is no month's pay, whatever the carrier calls it. */
const LUMP_MONTHS = 5;
/** The effective date identifies pay for the last two months of the first year. */
const FIRST_YEAR_MONTHS_MIN = 2;

/**
 * Returns whether one payment is for the rest of a calendar year: the CMS amount of the year or of its remaining months, or more than five
 * months of initial pay. Returns false if no CMS maximum applies to the plan.
 */
export function paysForYear(
  amount: Money,
  year: number,
  plan: RatedPlan & Pick<MemberProfile, 'effectiveDate'>,
): boolean {
  const maxima = cmsMaxima(year, plan);
  if (amount <= 0 || maxima.length === 0) return false;
  const { effectiveDate } = plan;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  const highest = Math.max(...maxima.map(({ initial }) => initial));
  if (amount * 12 > highest * LUMP_MONTHS) return true;
  return maxima.some(
    (maximum) =>
      isSameAmount(amount, maximum.renewal) ||
      (isFirst && months >= FIRST_YEAR_MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).initial)) ||
      (isFirst && months >= MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).renewal)),
  );
}

function partOf({ initial, renewal }: CmsMaximum, months: number): YearsPay {
  return { initial: Math.round((initial * months) / 12), renewal: Math.round((renewal * months) / 12), months };
}
