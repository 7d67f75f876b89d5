import { singleSpaced } from '../folded-text.ts';
import type { Money } from '../money.ts';
import {
  addMonths,
  isIn,
  lastDayOf,
  type MonthSpan,
  monthIndex,
  monthsWithin,
  type Period,
  periodMonth,
  periodOfDate,
  periodYear,
} from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import { type LineKindOf, lineKindOf } from '../statement/line-kind.ts';
import { compilePatterns, memoize } from '../statement/pattern.ts';
import { paysForYear } from './cms-maximum.ts';
import type { MemberMonth, MemberProfile, ScorableLine } from './member-month.ts';
import { isWithinTerm, lastPaidMonth, TERM_PAID_LATE_MAX } from './policy-term.ts';

/**
 * Computes how far a payment reaches (docs/reference/signals.md#cadence). Carriers pay some business monthly, and some for a year or
 * several months at once. A member who is paid ahead is missing from later statements and has not dropped.
 */

/** The number of months that a carrier pays at once; `calendar_year` means all months through December. */
export type PaidMonths = 'monthly' | 'calendar_year' | number;

/** Returns the cadence of a line by its type, description, product type and amount. */
export type CadenceOf = (
  line: Pick<ScorableLine, 'transactionType' | 'description' | 'productType' | 'amount'>,
) => PaidMonths;

/** Returns the cadence of a line by any of its fields. */
export type LineCadence = (line: ScorableLine) => PaidMonths;

/** The reach of a member's payments in one period. */
export interface PaymentReach {
  /** The last paid month, if it is after the period; null otherwise. */
  readonly through: Period | null;
  /** Number of paid months without caught-up months; 1 unless the payment is for several months and reaches ahead. */
  readonly months: number;
}

/** The unpaid coverage months of a member before the period, and the last pay before these months. */
export interface MissedMonths extends MonthSpan {
  /** Number of months that were due. The carrier may pay nothing for some months of the span. */
  readonly due: number;
  readonly lastPayment: { readonly amount: Money; readonly months: number };
}

/** The facts about a statement that determine how far its payments reach. */
export interface PaymentContext {
  readonly period: Period;
  readonly cadence: LineCadence;
  readonly kindOf: LineKindOf;
  readonly productLine: string | null;
  /** True when payments are for the term of a policy, which begins on the policy's effective date. */
  readonly isPolicyTerm: boolean;
  /** The months by which the carrier's payments follow the month that they are for. */
  readonly paymentLag: number;
  /** The premium modes that the statement states beyond doubt. */
  readonly modes?: ReadonlySet<number>;
  /** The premium modes that the interval between two payments may show; absent for all. */
  readonly intervals?: ReadonlySet<number>;
}

const OWN_MONTH: PaymentReach = { through: null, months: 1 };
/** Maximum number of months ahead, ten years. A "paid to" date or number of months beyond it is a mistake and is ignored. */
const MONTHS_AHEAD_MAX = 120;
/** Months by which a premium may be billed in advance. The "paid to" date is then a month ahead of a single month's commission. */
const BILLED_AHEAD_MONTHS = 1;

/**
 * Makes the function that finds a line's cadence by a format. The first matching entry decides or, in the older form, the entry of the
 * type, else the default. Without an entry the words of the type decide, else the cadence is monthly.
 */
export function cadenceOf({ cadence }: Pick<StatementConfig, 'cadence'>): CadenceOf {
  return Array.isArray(cadence) ? cadenceOfEntries(cadence) : cadenceByType(cadence);
}

type CadenceEntries = Extract<StatementConfig['cadence'], readonly unknown[]>;

function cadenceOfEntries(entries: CadenceEntries): CadenceOf {
  const tests = entries.map(({ type, productType, atLeast, months }) => ({
    months,
    // The format has dollars, and amounts are in ten-thousandths of a dollar.
    atLeast: atLeast === undefined ? null : Math.round(atLeast * 10_000),
    fitsType: type === undefined ? null : compilePatterns(type),
    fitsProduct: productType === undefined ? null : compilePatterns(productType),
  }));
  const ofWords = cadenceByWords();
  if (tests.length === 0) return ofWords;
  const fitting = memoize((key: string) => {
    const [type = '', description = '', product = ''] = key.split(SEPARATOR);
    return tests.filter(
      ({ fitsType, fitsProduct }) =>
        (fitsType === null || fitsType(type) || (description !== '' && fitsType(description))) &&
        (fitsProduct === null || fitsProduct(product)),
    );
  });
  return (line) => {
    const { transactionType, description, productType, amount } = line;
    const known = fitting([transactionType ?? '', description ?? '', productType ?? ''].join(SEPARATOR));
    return known.find(({ atLeast }) => atLeast === null || amount >= atLeast)?.months ?? ofWords(line);
  };
}

/** Words of types that state a cadence. "Annual" is not one of them, because monthly pay of annual policies has this word too. */
const CADENCE_WORDS: readonly (readonly [months: number, words: RegExp])[] = [
  [3, /\b(?:quarterly|qtrly|qtr)\b/i],
  [6, /\bsemi[\s-]?annual(?:ly)?\b/i],
];

/** Makes a function that returns the cadence stated by the words of a line's type, else monthly. */
function cadenceByWords(): CadenceOf {
  const usualKind = lineKindOf({ lineKinds: [] });
  const monthsOfType = memoize((transactionType: string): PaidMonths => {
    const told = CADENCE_WORDS.find(([, words]) => words.test(transactionType));
    // A quarterly bonus is paid once, beside monthly pay.
    const isPay = told !== undefined && usualKind({ transactionType, description: null }) === 'commission';
    return isPay ? told[0] : 'monthly';
  });
  return ({ transactionType }) => (transactionType === null ? 'monthly' : monthsOfType(transactionType));
}

/** A separator that occurs in no text of a statement. */
const SEPARATOR = '\u0000';

function cadenceByType(cadence: Exclude<StatementConfig['cadence'], readonly unknown[]>): CadenceOf {
  const byType = new Map(Object.entries(cadence).map(([type, value]) => [foldType(type), value]));
  const fallback = byType.get('default') ?? 'monthly';
  byType.delete('default');
  // A format without a cadence has the default "monthly" too, so the words of a line may override it.
  const otherwise: CadenceOf = fallback === 'monthly' ? cadenceByWords() : () => fallback;
  if (byType.size === 0) return otherwise;
  return (line) => {
    const own = line.transactionType === null ? undefined : byType.get(foldType(line.transactionType));
    return own ?? otherwise(line);
  };
}

/**
 * Returns how far a member's positive lines reach ahead. Months that separate lines pay are counted together. `missed`: the member's
 * unpaid months before the period, which do not count.
 */
export function reachOf(month: MemberMonth, context: PaymentContext, missed: MissedMonths | null): PaymentReach {
  const only = month.lineCount === 1 ? month.records[0]?.lines[0] : undefined;
  if (only !== undefined) return reachOfLine(only, context, missed);
  let through: Period | null = null;
  let months = 1;
  const covered = new Set<Period>();
  for (const record of month.records) {
    for (const line of record.lines) {
      const { amount, coverageMonth } = line;
      if (amount > 0 && coverageMonth !== null && !isIn(missed, coverageMonth) && !isTooFar(coverageMonth, context)) {
        covered.add(coverageMonth);
      }
      const reach = reachOfLine(line, context, missed);
      if (reach.through === null) continue;
      months = Math.max(months, reach.months);
      if (through === null || reach.through > through) through = reach.through;
    }
  }
  if (covered.size > 1) {
    const last = [...covered].sort().at(-1) ?? context.period;
    if (last > context.period && last > ownMonth(context) && (through === null || last >= through))
      return { through: last, months: covered.size };
  }
  return through === null ? OWN_MONTH : { through, months };
}

function reachOfLine(line: ScorableLine, context: PaymentContext, missed: MissedMonths | null): PaymentReach {
  // Nearly every line takes this path, so nothing is allocated for it.
  if (
    line.paidThrough === null &&
    statedMonths(line) <= 1 &&
    context.cadence(line) === 'monthly' &&
    !isAdvance(line, context) &&
    yearsSpan(line, context) === null
  ) {
    return OWN_MONTH;
  }
  const paid = isWithinTerm(line, context) ? null : paidSpan(line, context, missed);
  if (paid === null || paid.to <= ownMonth(context) || isTooFar(paid.to, context)) return OWN_MONTH;
  return { through: paid.to, months: paid.months - monthsWithin(paid, missed) };
}

/** Returns whether a line is an advance of unstated length: its type says so, and no later "paid to" date says how far it reaches. */
function isAdvance(line: ScorableLine, { period, kindOf, isPolicyTerm }: PaymentContext): boolean {
  if (line.amount <= 0 || kindOf(line) !== 'advance') return false;
  return (
    line.paidThrough === null ||
    monthsBetween(period, lastPaidMonth(line.paidThrough, isPolicyTerm, line.effectiveDate)) <= BILLED_AHEAD_MONTHS
  );
}

/** The assumed length of an advance, outside Medicare. */
const ADVANCE_MONTHS = 12;

/** Returns the assumed months of an advance: a year, or for Medicare plans the rest of the calendar year. */
function advanceSpan(line: ScorableLine, { period, productLine }: PaymentContext): PaidSpan {
  const from = line.coverageMonth ?? firstMonth(line.effectiveDate, period);
  const months = productLine === 'medicare' ? 13 - periodMonth(from) : ADVANCE_MONTHS;
  return { from, to: addMonths(from, months - 1), months };
}

/** The months that one line pays for. */
export interface PaidSpan extends MonthSpan {
  /** Number of months that the line pays for. It may exceed the span when the line does not name its months. */
  readonly months: number;
}

/**
 * Returns the months that a line pays for; null when neither the line nor the cadence shows them. A "paid to" date takes precedence over a
 * stated number of months, and both over the configured cadence.
 */
export function paidSpan(line: ScorableLine, context: PaymentContext, missed: MissedMonths | null): PaidSpan | null {
  const { period, cadence } = context;
  if (line.amount <= 0) return null;
  const { coverageMonth } = line;
  const stated = statedMonths(line);
  if (stated === 0 && cadence(line) === 'monthly' && isAdvance(line, context)) return advanceSpan(line, context);
  if (line.paidThrough !== null) {
    return paidToDate(lastPaidMonth(line.paidThrough, context.isPolicyTerm, line.effectiveDate), context, {
      line,
      missed,
    });
  }
  const configured = cadence(line);
  if (configured === 'monthly') return monthlySpan(line, context, missed);
  const from = coverageMonth ?? termStart(line, context) ?? firstMonth(line.effectiveDate, period);
  const isStated = stated > 0 && line.monthsPaid !== 0;
  const months = isStated ? stated : configured === 'calendar_year' ? 13 - periodMonth(from) : configured;
  return { from, to: addMonths(from, months - 1), months };
}

/** Returns the months of a line of a carrier that pays monthly and prints no "paid to" date on it. */
function monthlySpan(line: ScorableLine, context: PaymentContext, missed: MissedMonths | null): PaidSpan | null {
  const { period } = context;
  const { coverageMonth } = line;
  const stated = statedMonths(line);
  const year = yearsSpan(line, context);
  if (year !== null) return year;
  if (coverageMonth === null && stated === 0) return null;
  if (coverageMonth === null && context.kindOf(line) === 'advance') {
    const from = firstMonth(line.effectiveDate, period);
    return { from, to: addMonths(from, stated - 1), months: stated };
  }
  const own = coverageMonth ?? ownMonth(context);
  const months = Math.max(stated, 1);
  // Arrears come first: pay for several months fills the unpaid ones before its coverage month, and the rest reaches ahead. Pay for as
  // many months as always begins with the month that it names.
  const isUsual = coverageMonth !== null && months === missed?.lastPayment.months;
  const arrears = missed === null || isUsual ? 0 : Math.min(Math.max(monthsBetween(missed.from, own), 0), months - 1);
  const rest = coverageMonth === null ? restOfYear(line, arrears, context) : null;
  if (rest !== null) return rest;
  // Without a coverage month, several months at once may be arrears as well as a premium by the quarter, half-year or year.
  const isArrears = coverageMonth === null && !isAhead(line, context, { months, missed });
  const to = isArrears ? period : addMonths(own, months - 1 - arrears);
  return { from: addMonths(own, -arrears), to, months };
}

/** Premium modes in months, other than monthly. Commissions follow them. */
export const MODES: ReadonlySet<number> = new Set([3, 6, 12]);

/** Returns whether the stated months reach ahead: those of a premium mode, or regular pay for more months than a policy is old. */
function isAhead(
  line: ScorableLine,
  context: PaymentContext,
  { months, missed }: { readonly months: number; readonly missed: MissedMonths | null },
): boolean {
  if (line.effectiveDate === null) return false;
  const age = monthsBetween(periodOfDate(line.effectiveDate), ownMonth(context)) + 1;
  if (age < months && context.kindOf(line) === 'commission') return true;
  if (missed !== null || !MODES.has(months)) return false;
  // Most Medicare plans are paid by the month or the rest of a calendar year.
  return context.modes?.has(months) === true || (context.productLine !== 'medicare' && age !== months);
}

/** Minimum number of months for a payment of the rest of the year. For a member who isn't new, fewer months may as well be arrears. */
const REST_OF_YEAR_MIN = 3;

/**
 * Recognises a Medicare payment for the rest of the calendar year: it states as many months as the year has left and names none of them.
 * `arrears`: unpaid months before, which the payment may include. Returns null for other payments.
 */
function restOfYear(line: ScorableLine, arrears: number, context: PaymentContext): PaidSpan | null {
  if (context.productLine !== 'medicare') return null;
  const own = ownMonth(context);
  const from = firstMonth(line.effectiveDate, own);
  const isNew = line.effectiveDate !== null && periodOfDate(line.effectiveDate) >= own;
  const left = 13 - periodMonth(from);
  const months = statedMonths(line);
  if (left < (isNew ? 2 : REST_OF_YEAR_MIN) || (months !== left && months !== left + arrears)) return null;
  return { from: addMonths(from, left - months), to: addMonths(from, left - 1), months };
}

/**
 * Recognises a Medicare payment for the calendar year by its amount, and returns its months. Returns null for other payments, for kinds
 * other than commission and advance, and for lines that state their months.
 */
function yearsSpan(line: ScorableLine, { period, productLine, kindOf }: PaymentContext): PaidSpan | null {
  if (productLine !== 'medicare' || line.amount <= 0 || statedMonths(line) > 0) return null;
  const kind = kindOf(line);
  if (kind !== 'commission' && kind !== 'advance') return null;
  const from = line.coverageMonth ?? firstMonth(line.effectiveDate, period);
  const year = periodYear(from);
  if (!paysForYear(line.amount, year, line)) return null;
  return { from, to: `${year}-12`, months: 13 - periodMonth(from) };
}

/** Returns the coverage month that a statement pays for: the period minus the payment lag. */
export function ownMonth({ period, paymentLag }: Pick<PaymentContext, 'period' | 'paymentLag'>): Period {
  return addMonths(period, -paymentLag);
}

function isTooFar(month: Period, { period }: PaymentContext): boolean {
  return monthsBetween(period, month) > MONTHS_AHEAD_MAX;
}

/** Returns the first month of a policy's term, if it began at most a few months before the period; null when the line does not show it. */
function termStart({ effectiveDate }: ScorableLine, { period, isPolicyTerm }: PaymentContext): Period | null {
  if (!isPolicyTerm || effectiveDate === null) return null;
  const start = periodOfDate(effectiveDate);
  const ago = monthsBetween(start, period);
  return ago >= 0 && ago <= TERM_PAID_LATE_MAX ? start : null;
}

/** Returns the months of a line that is paid through the month `to`; null for a date too far ahead, or one that shows no further month. */
function paidToDate(
  to: Period,
  context: PaymentContext,
  { line, missed }: { readonly line: ScorableLine; readonly missed: MissedMonths | null },
): PaidSpan | null {
  const { period } = context;
  const ahead = monthsBetween(period, to);
  if (ahead > MONTHS_AHEAD_MAX) return null;
  const stated = statedMonths(line);
  if (stated === 0 && (ahead <= 0 || isDueAgainIn(to, line, context))) {
    return line.coverageMonth === null ? null : { from: line.coverageMonth, to: line.coverageMonth, months: 1 };
  }
  const start = stated > 0 ? null : termStart(line, context);
  if (start !== null && start <= to && ahead > 0) return { from: start, to, months: monthsBetween(start, to) + 1 };
  const asBefore = stated > 0 || missed === null ? null : missed.lastPayment;
  if (asBefore !== null && asBefore.months > 1 && asBefore.amount === line.amount) {
    // Quarterly or yearly pay may come late. An unchanged amount is for as many months as the last payment.
    return { from: addMonths(to, 1 - asBefore.months), to, months: asBefore.months };
  }
  const months = stated > 0 ? stated : ahead <= BILLED_AHEAD_MONTHS ? 1 : ahead + 1;
  return { from: addMonths(to, 1 - months), to, months };
}

/**
 * Returns whether the "paid to" date is a day within the next month, before its last day. The next premium is due on that day, so the
 * payment is for the statement's own month only.
 */
function isDueAgainIn(month: Period, { paidThrough }: ScorableLine, { period }: PaymentContext): boolean {
  if (paidThrough === null || monthsBetween(period, month) > BILLED_AHEAD_MONTHS) return false;
  return periodOfDate(paidThrough) === month && paidThrough !== lastDayOf(month);
}

/** Returns the number of whole months that the line states, at least one; 0 when it states no number or an impossible number. */
export function statedMonths({ monthsPaid }: ScorableLine): number {
  if (monthsPaid === null) return 0;
  const months = Math.max(Math.floor(monthsPaid / 100), 1);
  return months > MONTHS_AHEAD_MAX ? 0 : months;
}

/** Scales an amount to another number of months, rounded half away from zero to a ten-thousandth, in bigints. */
export function scaleToMonths(amount: Money, months: number, paidMonths: number): Money {
  if (months === paidMonths) return amount;
  const numerator = BigInt(Math.abs(amount)) * BigInt(months) * 2n + BigInt(paidMonths);
  const magnitude = Number(numerator / (BigInt(paidMonths) * 2n));
  return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Returns the first month of a payment: the effective month if it is at most a year after the period, else the period. */
function firstMonth(effectiveDate: string | null, period: Period): Period {
  if (effectiveDate === null) return period;
  const month = periodOfDate(effectiveDate);
  return month > period && monthsBetween(period, month) <= 12 ? month : period;
}

function monthsBetween(from: Period, to: Period): number {
  return monthIndex(to) - monthIndex(from);
}

function foldType(type: string): string {
  return singleSpaced(type).toLowerCase();
}

/** Returns the last day of the last paid month, as an ISO date for `paidThrough`; null without a month. */
export function paidThroughDate(through: Period | null): string | null {
  return through === null ? null : lastDayOf(through);
}

/** Returns whether a carrier pays nothing to a member in the period (docs/reference/signals.md#months-without-pay). */
export type IsUnpaidMonth = (member: Pick<MemberProfile, 'productType' | 'effectiveDate'>, period: Period) => boolean;

/** The rule of a carrier that pays every month. */
export const EVERY_MONTH_PAID: IsUnpaidMonth = () => false;

/** Makes the rule of a format. Policy months count from 1 for the effective month. */
export function unpaidMonthsOf({ unpaidMonths = [] }: Pick<StatementConfig, 'unpaidMonths'>): IsUnpaidMonth {
  if (unpaidMonths.length === 0) return EVERY_MONTH_PAID;
  const entries = unpaidMonths.map(({ productType, months = [], policyMonths = [] }) => ({
    fitsProduct: productType === undefined ? null : compilePatterns(productType),
    months: new Set(months),
    policyMonths: new Set(policyMonths),
  }));
  return ({ productType, effectiveDate }, period) => {
    const policyMonth = effectiveDate === null ? 0 : 1 + monthIndex(period) - monthIndex(periodOfDate(effectiveDate));
    return entries.some(
      ({ fitsProduct, months, policyMonths }) =>
        (fitsProduct === null || fitsProduct(productType ?? '')) &&
        (months.has(periodMonth(period)) || policyMonths.has(policyMonth)),
    );
  };
}
