import type { Money } from '../money.ts';
import { periodMonth, periodOfDate, periodYear } from '../period.ts';
import { type CmsMaximum, cmsMaxima, lowestMaximum, type RatedPlan } from './cms-maximum.ts';
import type { MemberProfile } from './member-month.ts';

/** The CMS amounts that a Medicare plan may pay at once for a calendar year or its remaining months, in ten-thousandths of a dollar. */
export interface YearsPay {
  readonly initial: Money;
  readonly renewal: Money;
  /** Number of months that the amounts pay for. The last one is December. */
  readonly months: number;
}

/** Minimum number of months of a payment for the rest of a year. Two months' renewal equals one month's initial pay. */
const MONTHS_MIN = 3;
/** A dollar, in ten-thousandths: plans round a year's pay to whole dollars. */
const ROUNDING = 10_000;

/** The fields of a plan, and the date from which it is paid in its first year. */
type DatedPlan = RatedPlan & Pick<MemberProfile, 'effectiveDate'>;

/** Returns the amounts that may pay the year, for every region if the state is unknown. Returns none if CMS does not limit the plan. */
export function yearsPayOf(year: number, profile: DatedPlan): readonly YearsPay[] {
  const { effectiveDate } = profile;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  const isWhole = months === 12 || months < MONTHS_MIN;
  return cmsMaxima(year, profile).flatMap((maximum) => {
    const whole = { ...maximum, months: 12 };
    return isWhole ? [whole] : [whole, partOf(maximum, months)];
  });
}

/** Returns the year's amounts whose renewal amount was paid; undefined if none matches, or if the pay also equals an initial amount. */
export function matchingAdvance(paid: Money, year: number, plan: DatedPlan): YearsPay | undefined {
  const lowest = lowestMaximum(year);
  // A month's pay is less than any part of a year's pay, so that its plan need not be classified.
  if (lowest === null || paid < shareOfYear(lowest.renewal, MONTHS_MIN) - ROUNDING) return undefined;
  const options = yearsPayOf(year, plan);
  if (options.some(({ initial }) => isSameAmount(paid, initial))) return undefined;
  return options.find(({ renewal }) => isSameAmount(paid, renewal));
}

/** Returns the amounts whose initial or renewal amount was paid; undefined if none matches. */
export function matchingYearsPay(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  return options.find(({ initial, renewal }) => isSameAmount(paid, initial) || isSameAmount(paid, renewal));
}

/** Returns whether a positive payment equals an amount within a dollar. */
export function isSameAmount(paid: Money, amount: Money): boolean {
  return paid > 0 && Math.abs(paid - amount) <= ROUNDING;
}

/** A cent, in ten-thousandths of a dollar: a month's part is rounded to cents. */
const _CENT = 100;

/** Months of initial pay above which a single line pays for the year, whatever the carrier calls it. */
const LUMP_MONTHS = 5;
/** Minimum number of months of a first-year payment at the initial amount; the effective date excludes two months' renewal. */
const FIRST_YEAR_MONTHS_MIN = 2;

/**
 * Returns whether one payment is for the rest of a calendar year: the CMS amount of the year or of its remaining months, or more than five
 * months of initial pay. Returns false if no CMS maximum applies to the plan.
 */
export function paysForYear(amount: Money, year: number, plan: DatedPlan): boolean {
  const lowest = lowestMaximum(year);
  if (amount <= 0 || lowest === null) return false;
  const { effectiveDate } = plan;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  // Most pay is for a month, and less than any plan's pay for a year, so that its plan need not be classified.
  if (!isLump(amount, lowest.initial) && amount < shareOfYear(lowest.renewal, months) - ROUNDING) return false;
  const maxima = cmsMaxima(year, plan);
  if (maxima.length === 0) return false;
  if (isLump(amount, Math.max(...maxima.map(({ initial }) => initial)))) return true;
  return maxima.some(
    (maximum) =>
      isSameAmount(amount, maximum.renewal) ||
      (isFirst && months >= FIRST_YEAR_MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).initial)) ||
      (isFirst && months >= MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).renewal)),
  );
}

/** Returns whether an amount is more than a few months of initial pay. `initial`: the initial amount of the year. */
function isLump(amount: Money, initial: Money): boolean {
  return amount * 12 > initial * LUMP_MONTHS;
}

function partOf({ initial, renewal }: CmsMaximum, months: number): YearsPay {
  return { initial: shareOfYear(initial, months), renewal: shareOfYear(renewal, months), months };
}

function shareOfYear(amount: Money, months: number): Money {
  return Math.round((amount * months) / 12);
}
