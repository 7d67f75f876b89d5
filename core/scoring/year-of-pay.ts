import { type Exact, exactFromMoney, type Money } from '../money.ts';
import { addMonths, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { matchingAdvance, paysForYear } from './cms-year.ts';
import type { MemberHistory } from './member-history.ts';
import type { MemberMonth, MemberProfile, PolicyRecord } from './member-month.ts';
import { policyCoverages } from './policy-coverages.ts';

/** A Medicare member's month in a calendar year that is paid at once and not monthly. */
export interface YearOfPay {
  /** `whole`: this payment is for the year. `settled`: an earlier payment was, so nothing more is due. */
  readonly kind: 'whole' | 'settled';
  readonly planYear: number;
  /** Number of months of the year from the effective month on; 12 after the first year. */
  readonly months: number;
  /** Sum that earlier statements paid for this year, net of chargebacks, in ten-thousandths of a dollar. */
  readonly paidBefore: Money;
  /** True when the renewal amount was paid first and the true-up is not late yet. */
  readonly mayBeTruedUp: boolean;
}

/** The period of the month, and facts about the carrier. */
interface Moment {
  readonly period: Period;
  readonly productLine: ProductLine | null;
  readonly kindOf: LineKindOf;
}

/** The member's previous row, as far as the year's pay is read from it. */
interface Before {
  readonly profile: MemberProfile;
  readonly history: MemberHistory;
}

/** Number of months after the effective date by which a true-up should have been paid. */
export const TRUE_UP_MONTHS = 3;
/** A month, in hundredths. */
const ONE_MONTH = 100;

/** Returns the year that a Medicare member's month belongs to; null if the month is paid as a month, or if the line states its months. */
export function yearOfPay(
  moment: Moment,
  prior: Before | undefined,
  { month, planYear }: { readonly month: MemberMonth; readonly planYear: number | null },
): YearOfPay | null {
  const [record] = month.records;
  if (moment.productLine !== 'medicare' || planYear === null) return null;
  if (record === undefined || month.records.length > 1) return null;
  if ((record.monthsPaid ?? ONE_MONTH) !== ONE_MONTH || policyCoverages(record).length > 1) return null;
  const effectiveDate = record.effectiveDate ?? prior?.profile.effectiveDate ?? null;
  const plan = effectiveDate === record.effectiveDate ? record : { ...record, effectiveDate };
  const before = prior?.history.planYear === planYear ? prior.history : null;
  const paidBefore = Math.max(before?.planYearPaid ?? 0, 0);
  const isSettled = before !== null && paidBefore > 0 && paysForYear(before.lastPaidAmount, planYear, plan);
  if (!isSettled && !hasYearsPayment(record, planYear, { plan, kindOf: moment.kindOf })) return null;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === planYear;
  return {
    kind: isSettled ? 'settled' : 'whole',
    planYear,
    months: isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12,
    paidBefore,
    mayBeTruedUp:
      isFirst &&
      moment.period < addMonths(periodOfDate(effectiveDate), TRUE_UP_MONTHS) &&
      matchingAdvance(record.paid, planYear, plan) !== undefined,
  };
}

/** Returns whether a line other than an override, bonus or fee pays for the year. */
function hasYearsPayment(
  { lines }: PolicyRecord,
  planYear: number,
  { plan, kindOf }: { readonly plan: MemberProfile; readonly kindOf: LineKindOf },
): boolean {
  return lines.some((line) => {
    const kind = kindOf(line);
    if (kind === 'override' || kind === 'bonus' || kind === 'fee') return false;
    return paysForYear(line.amount, planYear, plan);
  });
}

/** Units of an exact amount (ten decimals) in a millionth of a dollar. */
const EXACT_PER_MILLIONTH = 10_000n;
/** Millionths of a dollar in a unit of money. */
const MILLIONTHS_PER_MONEY = 100;
const MONTHS_A_YEAR = 12n;

/**
 * Returns the amount due by a contracted flat rate with a payment for the year, in ten-billionths of a dollar. The rate is for a month,
 * unless it equals a CMS amount for a year. Such a rate may be paid in part for the first year.
 */
export function dueForYear(rateMillionths: number, record: PolicyRecord, year: YearOfPay): Exact {
  const rate = BigInt(rateMillionths) * EXACT_PER_MILLIONTH;
  if (!paysForYear(Math.round(rateMillionths / MILLIONTHS_PER_MONEY), year.planYear, record)) {
    const due = rate * BigInt(year.months) - exactFromMoney(year.paidBefore);
    return due > 0n ? due : 0n;
  }
  const part = (rate * BigInt(year.months)) / MONTHS_A_YEAR;
  return isRounding(exactFromMoney(record.paid) - part) ? part : rate;
}

/** Returns whether a difference is at most a dollar, because plans round a year's pay to whole dollars. */
export function isRounding(difference: Exact): boolean {
  return difference <= DOLLAR && difference >= -DOLLAR;
}

/** A dollar, in ten-billionths. */
const DOLLAR: Exact = 10_000_000_000n;
