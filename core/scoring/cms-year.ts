import type { Money } from '../money.ts';
import { periodMonth, periodOfDate, periodYear } from '../period.ts';
import { type CmsMaximum, cmsMaxima, type RatedPlan } from './cms-maximum.ts';
import type { MemberProfile } from './member-month.ts';

/**
 * What Medicare plans pay at once for a calendar year, told by the CMS maximum: the initial or the renewal amount, for the
 * whole year or for the months left of it.
 */
export interface YearsPay {
  readonly initial: Money;
  readonly renewal: Money;
  /** Months it pays for, the last of them December. */
  readonly months: number;
}

/** The renewal amount of two months is the initial one of one: from three on an amount is no month's pay. */
const MONTHS_MIN = 3;
/** Plans pay in rounded dollars. In ten-thousandths. */
const ROUNDING = 10_000;

/** The amounts that may pay the year: those of every region where the statement has no state. Empty where CMS sets no maximum. */
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

/** The renewal amount, and not the initial one of fewer months that comes to the same. */
export function advanceOf(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  if (options.some(({ initial }) => isSameAmount(paid, initial))) return undefined;
  return options.find(({ renewal }) => isSameAmount(paid, renewal));
}

/** Whichever of the year's amounts this is. */
export function anyYearsPay(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  return options.find(({ initial, renewal }) => isSameAmount(paid, initial) || isSameAmount(paid, renewal));
}

export function isSameAmount(paid: Money, amount: Money): boolean {
  return paid > 0 && Math.abs(paid - amount) <= ROUNDING;
}

/** More than so many months of initial pay in one line is no month's pay, whatever the carrier calls it. */
const LUMP_MONTHS = 5;
/** Pay for the last two months of the first year is told by the effective date. */
const FIRST_YEAR_MONTHS_MIN = 2;

/**
 * Whether one payment is for the rest of a calendar year: the CMS amount of the year or of the months left of it, or more than five
 * months of initial pay. False where no CMS maximum applies to the plan.
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
