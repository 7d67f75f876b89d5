import type { FieldError, Refused } from './problem.ts';
import { refuseFields } from './refuse.ts';

/** A calendar month as "YYYY-MM", which sorts as text. All arithmetic on months is in this file. */
export type Period = string;

/** Earliest month of a statement (docs/reference/requests.md#values). */
export const FIRST_PERIOD: Period = '2000-01';
/** The form of a month in texts: YYYY-MM with a month from 01 to 12. */
export const PERIOD_FORM = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Checks the form "YYYY-MM" with a month from 01 to 12. */
export function isPeriod(text: string): boolean {
  return PERIOD_FORM.test(text);
}

/** Returns the period of a year (0 to 9999) and a month (1 to 12); null for other numbers. */
export function periodOf(year: number, month: number): Period | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return isPeriod(text) ? text : null;
}

/** Returns the year of a period. */
export function periodYear(period: Period): number {
  return digitAt(period, 0) * 1000 + digitAt(period, 1) * 100 + digitAt(period, 2) * 10 + digitAt(period, 3);
}

/** Returns the month of a period, 1 to 12. */
export function periodMonth(period: Period): number {
  return digitAt(period, 5) * 10 + digitAt(period, 6);
}

/** Reads one digit. Every member's periods are parsed several times, and substrings would be slow. */
function digitAt(period: Period, at: number): number {
  return period.charCodeAt(at) - 48;
}

/** Returns January of the period's year. */
export function yearStart(period: Period): Period {
  return `${period.slice(0, 4)}-01`;
}

/** Returns the number of months since January of the year 0. Differences are numbers of months. */
export function monthIndex(period: Period): number {
  return periodYear(period) * 12 + periodMonth(period) - 1;
}

/** Adds months, which may be negative. The result must stay within the years 0 to 9999. */
export function addMonths(period: Period, months: number): Period {
  const index = monthIndex(period) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Returns the period of an ISO date or timestamp. */
export function periodOfDate(isoDate: string): Period {
  return isoDate.slice(0, 7);
}

/**
 * Checks that a statement may be for the period: from 2000-01 to the month after `today`'s
 * (docs/reference/requests.md#values).
 */
export function isStatementPeriod(period: Period, today: string): boolean {
  return isPeriod(period) && period >= FIRST_PERIOD && period <= addMonths(periodOfDate(today), 1);
}

/** Returns the last day of a month as an ISO date. */
export function lastDayOf(period: Period): string {
  const days = new Date(Date.UTC(periodYear(period), periodMonth(period), 0)).getUTCDate();
  return `${period}-${String(days).padStart(2, '0')}`;
}

/**
 * Returns the last covered day for a date such as "paid to" or "term date". The first of a month means the day before,
 * because nobody is covered for one day (docs/reference/reports.md#rapid-disenrollment).
 */
export function lastCoveredDay(isoDate: string): string {
  return isoDate.endsWith('-01') ? lastDayOf(addMonths(periodOfDate(isoDate), -1)) : isoDate;
}

/** Returns the month of the last covered day of an ISO date. */
export function lastCoveredMonth(isoDate: string): Period {
  return periodOfDate(lastCoveredDay(isoDate));
}

/** Consecutive months, both ends included. */
export interface MonthSpan {
  readonly from: Period;
  readonly to: Period;
}

/** Returns the number of months that two spans share. */
export function monthsWithin(span: MonthSpan, other: MonthSpan | null): number {
  if (other === null) return 0;
  const first = Math.max(monthIndex(span.from), monthIndex(other.from));
  const last = Math.min(monthIndex(span.to), monthIndex(other.to));
  return Math.max(last - first + 1, 0);
}

/** Returns whether the span contains the month. Without a span the answer is false. */
export function isIn(span: MonthSpan | null, month: Period): boolean {
  return span !== null && span.from <= month && month <= span.to;
}

/** A month of a request: in one field, in two fields, or in both forms. */
export interface NamedPeriod {
  readonly period?: Period | undefined;
  readonly periodYear?: number | undefined;
  readonly periodMonth?: number | undefined;
}

/** Returns the month of a request; undefined when it names none. Refuses half a month, and two months that differ. */
export function namedPeriod(named: NamedPeriod): Period | undefined | Refused {
  const faults = periodFaults(named);
  if (faults.length > 0) return refuseFields(faults);
  const { period, periodYear, periodMonth } = named;
  if (period !== undefined || periodYear === undefined || periodMonth === undefined) return period;
  return periodOf(periodYear, periodMonth) ?? undefined;
}

/** Lists the faults between the fields that name a month: half a month, and two months that differ. */
export function periodFaults(named: NamedPeriod): readonly FieldError[] {
  const { periodYear, periodMonth } = named;
  const faults = [...differentPeriods(named)];
  if (periodYear === undefined && periodMonth !== undefined) {
    faults.push({ field: 'periodYear', detail: 'is required with periodMonth' });
  }
  if (periodMonth === undefined && periodYear !== undefined) {
    faults.push({ field: 'periodMonth', detail: 'is required with periodYear' });
  }
  return faults;
}

/** Lists the fault of a `period` that is not in `periodYear` or not the month `periodMonth`; empty when the fields agree. */
export function differentPeriods(named: NamedPeriod): readonly FieldError[] {
  const { period } = named;
  if (period === undefined) return [];
  const year = periodYear(period);
  const month = periodMonth(period);
  if ((named.periodYear ?? year) === year && (named.periodMonth ?? month) === month) return [];
  return [{ field: 'period', detail: 'is another month than periodYear and periodMonth' }];
}
