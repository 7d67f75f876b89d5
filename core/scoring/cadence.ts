import type { Money } from '../money.ts';
import {
  addMonths,
  lastCoveredMonth,
  lastDayOf,
  monthIndex,
  type Period,
  periodMonth,
  periodOfDate,
  periodYear,
} from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { memoize } from '../statement/memoize.ts';
import { compilePatterns } from '../statement/pattern.ts';
import { paysForYear } from './cms-year.ts';
import type { MemberMonth, ScorableLine } from './member-month.ts';

/**
 * How far a payment reaches (docs/reference/signals.md#cadence). Carriers pay some business month by month and some at
 * once for a year or a number of months; a member who is paid ahead is missing from the statements between, and has not
 * dropped.
 */

/** How many months a carrier pays at once; `calendar_year`: through December. */
export type PaidMonths = 'monthly' | 'calendar_year' | number;

/** The cadence of one line. */
export type CadenceOf = (
  line: Pick<ScorableLine, 'transactionType' | 'description' | 'productType' | 'amount'>,
) => PaidMonths;

/** The same, where more of the line may decide. */
export type LineCadence = (line: ScorableLine) => PaidMonths;

/** What a member's month was paid for. */
export interface Coverage {
  /** Last month paid for, when that is after the statement's own; else null. */
  readonly through: Period | null;
  /** Months the payment is for, without those it catches up; 1 unless it is known to be for several and reaches ahead. */
  readonly months: number;
}

/** Months in a row, both ends counted. */
export interface MonthSpan {
  readonly from: Period;
  readonly to: Period;
}

/** A member's months up to the one before the period that no statement paid for, and what was paid last before them. */
export interface MissedMonths extends MonthSpan {
  readonly lastPayment: { readonly amount: Money; readonly months: number };
}

/** Where a payment is on a statement. */
export interface PaymentContext {
  readonly period: Period;
  readonly cadence: LineCadence;
  readonly kindOf: LineKindOf;
  readonly productLine: string | null;
  /** What is paid ahead is the term of a policy, which begins on the policy's effective date. */
  readonly isPolicyTerm: boolean;
}

const OWN_MONTH: Coverage = { through: null, months: 1 };
/** A "paid to" date further off than this is not one: ten years, the longest cadence there is. */
const MONTHS_AHEAD_MAX = 120;
/** Months after which an effective date is the policy's first one rather than that of a term paid late. */
const TERM_PAID_LATE_MAX = 3;
/** A premium billed a month in advance moves the "paid to" date one month on; it is still one month's commission. */
const BILLED_AHEAD_MONTHS = 1;

/** The first entry that fits a line decides; in the older form a type's own entry goes before the default. Else monthly. */
export function cadenceOf({ cadence }: Pick<StatementConfig, 'cadence'>): CadenceOf {
  return Array.isArray(cadence) ? cadenceOfEntries(cadence) : cadenceByType(cadence);
}

type CadenceEntries = Extract<StatementConfig['cadence'], readonly unknown[]>;

function cadenceOfEntries(entries: CadenceEntries): CadenceOf {
  const tests = entries.map(({ type, productType, atLeast, months }) => ({
    months,
    // Dollars as ten-thousandths, like every amount.
    atLeast: atLeast === undefined ? null : Math.round(atLeast * 10_000),
    fitsType: type === undefined ? null : compilePatterns(type),
    fitsProduct: productType === undefined ? null : compilePatterns(productType),
  }));
  if (tests.length === 0) return () => 'monthly';
  const fitting = memoize((key: string) => {
    const [type = '', description = '', product = ''] = key.split(SEPARATOR);
    return tests.filter(
      ({ fitsType, fitsProduct }) =>
        (fitsType === null || fitsType(type) || (description !== '' && fitsType(description))) &&
        (fitsProduct === null || fitsProduct(product)),
    );
  });
  return ({ transactionType, description, productType, amount }) =>
    fitting([transactionType ?? '', description ?? '', productType ?? ''].join(SEPARATOR)).find(
      ({ atLeast }) => atLeast === null || amount >= atLeast,
    )?.months ?? 'monthly';
}

/** No text of a statement holds it. */
const SEPARATOR = '\u0000';

function cadenceByType(cadence: Exclude<StatementConfig['cadence'], readonly unknown[]>): CadenceOf {
  const byType = new Map(Object.entries(cadence).map(([type, value]) => [foldType(type), value]));
  const fallback = byType.get('default') ?? 'monthly';
  byType.delete('default');
  if (byType.size === 0) return () => fallback;
  return ({ transactionType }) =>
    transactionType === null ? fallback : (byType.get(foldType(transactionType)) ?? fallback);
}

/**
 * The furthest of a member's positive lines; several months paid in lines of their own count together. `missed` are the
 * member's months up to the one before the period that no statement paid for.
 */
export function coverageOf(month: MemberMonth, context: PaymentContext, missed: MissedMonths | null): Coverage {
  const only = month.lineCount === 1 ? month.records[0]?.lines[0] : undefined;
  if (only !== undefined) return coverageOfLine(only, context, missed);
  let through: Period | null = null;
  let months = 1;
  const covered = new Set<Period>();
  for (const record of month.records) {
    for (const line of record.lines) {
      const { amount, coverageMonth } = line;
      if (amount > 0 && coverageMonth !== null && !isIn(missed, coverageMonth) && !isTooFar(coverageMonth, context)) {
        covered.add(coverageMonth);
      }
      const reach = coverageOfLine(line, context, missed);
      if (reach.through === null) continue;
      months = Math.max(months, reach.months);
      if (through === null || reach.through > through) through = reach.through;
    }
  }
  if (covered.size > 1) {
    const last = [...covered].sort().at(-1) ?? context.period;
    if (last > context.period && (through === null || last >= through)) return { through: last, months: covered.size };
  }
  return through === null ? OWN_MONTH : { through, months };
}

function coverageOfLine(line: ScorableLine, context: PaymentContext, missed: MissedMonths | null): Coverage {
  // Nearly every line: told apart before anything is made for it.
  if (
    line.paidThrough === null &&
    statedMonths(line) <= 1 &&
    context.cadence(line) === 'monthly' &&
    !isAdvance(line, context) &&
    yearsSpan(line, context) === null
  ) {
    return OWN_MONTH;
  }
  const paid = paidSpan(line, context, missed);
  if (paid === null || paid.to <= context.period || isTooFar(paid.to, context)) return OWN_MONTH;
  return { through: paid.to, months: paid.months - monthsWithin(paid, missed) };
}

/** Nothing but the type says that the line pays ahead; a "paid to" date further off would say how far. */
function isAdvance(line: ScorableLine, { period, kindOf }: PaymentContext): boolean {
  if (line.amount <= 0 || kindOf(line) !== 'advance') return false;
  return line.paidThrough === null || monthsBetween(period, lastCoveredMonth(line.paidThrough)) <= BILLED_AHEAD_MONTHS;
}

/** Advances are paid for a year at most, and a Medicare plan's for the calendar year. */
const ADVANCE_MONTHS = 12;

function advanceSpan(line: ScorableLine, { period, productLine }: PaymentContext): PaidSpan {
  const from = line.coverageMonth ?? firstMonth(line.effectiveDate, period);
  const months = productLine === 'medicare' ? 13 - periodMonth(from) : ADVANCE_MONTHS;
  return { from, to: addMonths(from, months - 1), months };
}

/** The months one line pays for. */
export interface PaidSpan extends MonthSpan {
  /** As many as the line is for; more than the span has where it doesn't say which. */
  readonly months: number;
}

/**
 * A line's months, from the first on, and each of them once: what it catches up it can't pay ahead. An explicit "paid to"
 * date goes before the number of months paid, and this before the configured cadence. Null: the line doesn't say.
 */
export function paidSpan(line: ScorableLine, context: PaymentContext, missed: MissedMonths | null): PaidSpan | null {
  const { period, cadence } = context;
  if (line.amount <= 0) return null;
  const { coverageMonth } = line;
  const stated = statedMonths(line);
  if (stated === 0 && cadence(line) === 'monthly' && isAdvance(line, context)) return advanceSpan(line, context);
  if (line.paidThrough !== null) return paidToDate(lastCoveredMonth(line.paidThrough), context, { line, missed });
  const configured = cadence(line);
  if (configured === 'monthly') {
    const year = yearsSpan(line, context);
    if (year !== null) return year;
    if (coverageMonth === null && stated === 0) return null;
    const own = coverageMonth ?? period;
    const months = Math.max(stated, 1);
    // Arrears first: pay for several months fills the unpaid ones before its coverage month, and the rest reaches ahead.
    const arrears = missed === null ? 0 : Math.min(Math.max(monthsBetween(missed.from, own), 0), months - 1);
    // Without a coverage month, several months at once are as often arrears as an advance.
    const to = coverageMonth === null ? period : addMonths(own, months - 1 - arrears);
    return { from: addMonths(own, -arrears), to, months };
  }
  const from = coverageMonth ?? termStart(line, context) ?? firstMonth(line.effectiveDate, period);
  const isStated = stated > 0 && line.monthsPaid !== 0;
  const months = isStated ? stated : configured === 'calendar_year' ? 13 - periodMonth(from) : configured;
  return { from, to: addMonths(from, months - 1), months };
}

/**
 * Medicare plans pay many enrollments once for the calendar year and say so nowhere but in the amount. Null: not such a payment. An
 * extra on top of the commission, or a line that says its months, is none.
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

function isTooFar(month: Period, { period }: PaymentContext): boolean {
  return monthsBetween(period, month) > MONTHS_AHEAD_MAX;
}

/** The first month of a policy's term, where it began at most a few months before the period; null where the line tells none. */
function termStart({ effectiveDate }: ScorableLine, { period, isPolicyTerm }: PaymentContext): Period | null {
  if (!isPolicyTerm || effectiveDate === null) return null;
  const start = periodOfDate(effectiveDate);
  const ago = monthsBetween(start, period);
  return ago >= 0 && ago <= TERM_PAID_LATE_MAX ? start : null;
}

function paidToDate(
  to: Period,
  context: PaymentContext,
  { line, missed }: { readonly line: ScorableLine; readonly missed: MissedMonths | null },
): PaidSpan | null {
  const { period } = context;
  const ahead = monthsBetween(period, to);
  if (ahead > MONTHS_AHEAD_MAX) return null;
  const stated = statedMonths(line);
  if (stated === 0 && ahead <= 0) {
    return line.coverageMonth === null ? null : { from: line.coverageMonth, to: line.coverageMonth, months: 1 };
  }
  const start = stated > 0 ? null : termStart(line, context);
  if (start !== null && start <= to && ahead > 0) return { from: start, to, months: monthsBetween(start, to) + 1 };
  const asBefore = stated > 0 || missed === null ? null : missed.lastPayment;
  if (asBefore !== null && asBefore.months > 1 && asBefore.amount === line.amount) {
    // Paid late by the quarter or the year: the same amount is for as many months as before.
    return { from: addMonths(to, 1 - asBefore.months), to, months: asBefore.months };
  }
  const months = stated > 0 ? stated : ahead <= BILLED_AHEAD_MONTHS ? 1 : ahead + 1;
  return { from: addMonths(to, 1 - months), to, months };
}

/** Whole months, at least one; 0 where the line doesn't say, or says a number that is none of months. */
function statedMonths({ monthsPaid }: ScorableLine): number {
  if (monthsPaid === null) return 0;
  const months = Math.max(Math.floor(monthsPaid / 100), 1);
  return months > MONTHS_AHEAD_MAX ? 0 : months;
}

/** How many months two spans share. */
export function monthsWithin(span: MonthSpan, other: MonthSpan | null): number {
  if (other === null) return 0;
  const first = Math.max(monthIndex(span.from), monthIndex(other.from));
  const last = Math.min(monthIndex(span.to), monthIndex(other.to));
  return Math.max(last - first + 1, 0);
}

export function isIn(span: MonthSpan | null, month: Period): boolean {
  return span !== null && span.from <= month && month <= span.to;
}

/** An amount for so many months as one for so many others: half away from zero to a ten-thousandth, in bigints. */
export function forMonths(amount: Money, months: number, paidMonths: number): Money {
  if (months === paidMonths) return amount;
  const numerator = BigInt(Math.abs(amount)) * BigInt(months) * 2n + BigInt(paidMonths);
  const magnitude = Number(numerator / (BigInt(paidMonths) * 2n));
  return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** New business is often paid before it begins; a date further off than a year is not when this payment begins. */
function firstMonth(effectiveDate: string | null, period: Period): Period {
  if (effectiveDate === null) return period;
  const month = periodOfDate(effectiveDate);
  return month > period && monthsBetween(period, month) <= 12 ? month : period;
}

function monthsBetween(from: Period, to: Period): number {
  return monthIndex(to) - monthIndex(from);
}

function foldType(type: string): string {
  return type.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A month as the date it is stored as. */
export function paidThroughDate(through: Period | null): string | null {
  return through === null ? null : lastDayOf(through);
}
