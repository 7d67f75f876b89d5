import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { addMoney, type Exact, exactFromMoney, type Money } from '../money.ts';
import { addMonths, type Period, periodMonth, periodOfDate, periodYear, yearStart } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { matchingAdvance, paysForYear } from './cms-maximum.ts';
import { policyCoverages } from './gone-parts.ts';
import type { MemberHistory } from './member-history.ts';
import {
  type MemberMonth,
  type MemberProfile,
  memberMonths,
  type PolicyRecord,
  type ScorableLine,
} from './member-month.ts';

/** The sum of the year that a statement prints for one policy of one member, in ten-thousandths of a dollar. */
export interface RecordTotal {
  readonly memberRefId: string;
  readonly policyRefId: string | null;
  readonly amount: Money;
}

/**
 * Returns whether the year's sums of a statement continue those of the baseline (docs/reference/scoring.md#year-to-date-statements). False
 * in a book's first period and after the turn of the year, where the sums themselves are the payments.
 */
export function continuesTotals(period: Period, baselinePeriod: Period | null): baselinePeriod is Period {
  return baselinePeriod !== null && periodYear(baselinePeriod) === periodYear(period);
}

/** Returns whether a book's first statement has the pay of one month, as in January. Later sums cover an unknown number of months. */
export function totalsOneMonth(period: Period): boolean {
  return period === yearStart(period);
}

/** Returns the ids of members who have a record without an earlier sum. */
export function membersWithoutTotal(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): string[] {
  const known = new Set<string>();
  for (const total of totals) known.add(recordKey(total));
  const members = new Set<string>();
  for (const line of lines) if (!known.has(recordKey(line))) members.add(line.memberRefId);
  return [...members];
}

/**
 * Returns a line for each record, whose amount is the record's sum of the year minus its earlier sum. A lower sum makes a chargeback.
 * A descriptive field comes from the record's first line that has it. Throws a RangeError for sums that are not exact.
 */
export function sinceTotals(lines: Iterable<ScorableLine>, totals: Iterable<RecordTotal>): ScorableLine[] {
  const before = new Map<string, Money>();
  for (const total of totals) before.set(recordKey(total), total.amount);
  const since: ScorableLine[] = [];
  for (const { memberExternalId, records } of memberMonths(lines)) {
    for (const { lines: own, ...record } of records) {
      const [first] = own;
      if (first === undefined) continue;
      const earlier = before.get(recordKey(first)) ?? 0;
      since.push({ ...first, ...record, memberExternalId, amount: addMoney(record.amount, -earlier) });
    }
  }
  return since;
}

function recordKey({ memberRefId, policyRefId }: Omit<RecordTotal, 'amount'>): string {
  return `${memberRefId}/${policyRefId ?? ''}`;
}

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
export interface Before {
  readonly profile: MemberProfile;
  readonly history: MemberHistory;
}

/** A true-up that comparable members get: those who began on the same day and are paid the same. */
export interface UsualTrueUp {
  readonly amount: Money;
  readonly members: number;
  readonly of: number;
}

/** Finds the true-up that comparable members of the book get with this statement; undefined without one. */
export type FindUsualTrueUp = (prior: Before) => UsualTrueUp | undefined;

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
