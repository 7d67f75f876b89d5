/** A calendar month as "YYYY-MM": sorts and compares as text. All arithmetic on months is here. */
export type Period = string;

/** No statement is for an earlier month (docs/reference/requests.md#values). */
export const FIRST_PERIOD: Period = '2000-01';
const FORM = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function isPeriod(text: string): boolean {
  return FORM.test(text);
}

/** The month with this year and month (1 to 12), or null. */
export function periodOf(year: number, month: number): Period | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return isPeriod(text) ? text : null;
}

export function periodYear(period: Period): number {
  return digitAt(period, 0) * 1000 + digitAt(period, 1) * 100 + digitAt(period, 2) * 10 + digitAt(period, 3);
}

/** 1 to 12. */
export function periodMonth(period: Period): number {
  return digitAt(period, 5) * 10 + digitAt(period, 6);
}

/** Months are taken apart several times for every member, which cutting out texts of digits would make dear. */
function digitAt(period: Period, at: number): number {
  return period.charCodeAt(at) - 48;
}

/** The January of its year. */
export function yearStart(period: Period): Period {
  return `${period.slice(0, 4)}-01`;
}

/** Months since year 0, for differences. */
export function monthIndex(period: Period): number {
  return periodYear(period) * 12 + periodMonth(period) - 1;
}

export function addMonths(period: Period, months: number): Period {
  const index = monthIndex(period) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The month that holds an ISO date or timestamp. */
export function periodOfDate(isoDate: string): Period {
  return isoDate.slice(0, 7);
}

/**
 * The months a statement may be for: from 2000-01 to the month after the current one
 * (docs/reference/requests.md#values).
 */
export function isStatementPeriod(period: Period, today: string): boolean {
  return isPeriod(period) && period >= FIRST_PERIOD && period <= addMonths(periodOfDate(today), 1);
}

/** The last day of a month, as an ISO date. */
export function lastDayOf(period: Period): string {
  const days = new Date(Date.UTC(periodYear(period), periodMonth(period), 0)).getUTCDate();
  return `${period}-${String(days).padStart(2, '0')}`;
}

/**
 * The last day covered by a date such as "paid to" or "term date". A first of a month means the day before
 * (docs/reference/reports.md#rapid-disenrollment): nobody is covered for one day.
 */
export function lastCoveredDay(isoDate: string): string {
  return isoDate.endsWith('-01') ? lastDayOf(addMonths(periodOfDate(isoDate), -1)) : isoDate;
}

export function lastCoveredMonth(isoDate: string): Period {
  return periodOfDate(lastCoveredDay(isoDate));
}
