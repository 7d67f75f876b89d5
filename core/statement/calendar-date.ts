import { type Period, periodOf } from '../period.ts';
import type { StatementConfig } from './config.ts';
import type { Cell, NumberFormat } from './source.ts';

/**
 * Reads dates as carriers write them (docs/reference/carriers-and-formats.md#dates). An impossible date is a problem;
 * day and month are never swapped to make it possible. A form without a day means the first of the month.
 */

export type DateOptions = StatementConfig['dates'];

/** An ISO date, or the problem of the cell in words. The date is null for a blank cell and for dates that mean "no end". */
export type DateReading =
  | { readonly ok: true; readonly date: string | null }
  | { readonly ok: false; readonly problem: string };

/** The month of a cell, null for none, or the problem of the cell in words. */
export type MonthReading =
  | { readonly ok: true; readonly month: Period | null }
  | { readonly ok: false; readonly problem: string };

const NO_DATE = { ok: true, date: null } as const;
const NOT_A_DATE = { ok: false, problem: 'is not a date' } as const;

/** Longest text that is searched. No valid date is longer. */
const CHARACTERS_MAX = 60;
const YEAR_MIN = 1800;
/** Two-digit years from here on belong to the last century. Statements have no dates before 1970. */
const PIVOT = 70;
/** Serial of 9999-12-31, the last day of a spreadsheet. */
const SERIAL_MAX = 2_958_465;
const MILLISECONDS_PER_DAY = 86_400_000;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Matches the usual prints of "none": dashes and zeros ("00/00/0000", "0000-00-00 00:00:00"). */
const NOTHING = /^[-\u2010-\u2015\u2212]*$|^[0\s/.:-]*$/;
const TIME = /(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:[AP]M)?\s*(?:Z|UTC|[-+]\d{2}:?\d{2})?$/i;
const NUMERIC = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;
const YEAR_MONTH = /^(\d{4})[-/.](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/.\s](\d{4})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[-\s./]?([A-Z]{3,9})\.?[-\s./,]*(\d{4}|\d{2})$/i;
const NAME_DAY_YEAR = /^([A-Z]{3,9})\.?[-\s./]*(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|[-\s./]+)(\d{4})$/i;
const NAME_YEAR = /^([A-Z]{3,9})\.?[-\s./,']*(\d{4}|\d{2})$/i;
const YEAR_NAME_DAY = /^(\d{4})[-\s./]([A-Z]{3,9})(?:[-\s./](\d{1,2}))?$/i;

/** Reads the date of a cell, null for none. Time of day and zone are dropped, because the printed date counts. */
export function readDate(cell: Cell, options: DateOptions): DateReading {
  const date = typeof cell === 'string' ? textDate(cell, options) : numberDate(cell.value, cell.format, options);
  if (date === null) return NOT_A_DATE;
  return date === '' || options.openEnded.includes(date) ? NO_DATE : { ok: true, date };
}

/** Reads the month of a cell, from a date or a form with month and year only. */
export function readMonth(cell: Cell, options: DateOptions): MonthReading {
  const reading = readDate(cell, options);
  if (!reading.ok) return { ok: false, problem: 'is not a month' };
  return { ok: true, month: reading.date === null ? null : reading.date.slice(0, 7) };
}

/**
 * Converts a spreadsheet's serial number to an ISO date, or null. The 1900 system counts a 29 February 1900 that never
 * existed: its serial is no date, and earlier serials are shifted by a day.
 */
export function serialDate(serial: number, date1904: boolean): string | null {
  // Fractions of a day are times. A time within a millisecond of midnight is midnight.
  const day = Math.floor(serial + 1 / MILLISECONDS_PER_DAY);
  if (!(day >= (date1904 ? 0 : 1) && day <= SERIAL_MAX)) return null;
  if (date1904) return fromDays(Date.UTC(1904, 0, 1) / MILLISECONDS_PER_DAY + day);
  if (day === 60) return null;
  return fromDays(Date.UTC(1899, 11, day < 60 ? 31 : 30) / MILLISECONDS_PER_DAY + day);
}

function fromDays(days: number): string | null {
  const date = new Date(days * MILLISECONDS_PER_DAY);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Returns an ISO date, '' for "none", or null for no date. */
function numberDate(value: number, format: NumberFormat, options: DateOptions): string | null {
  if (value === 0) return '';
  if (format.isDate) return serialDate(value, format.date1904);
  if (Number.isInteger(value)) {
    // With the format 00000000 the number 1152026 stands for 01152026.
    const places = /^0+$/.test(format.code) ? format.code.length : 0;
    return digitsDate(String(value).padStart(places, '0'), format.date1904, options);
  }
  // The value is a serial with a time of day, in a column without a date format.
  return value >= 10_000 && value < 100_000 ? serialDate(value, format.date1904) : null;
}

/** Returns an ISO date, '' for "none", or null for no date. */
function textDate(raw: string, options: DateOptions): string | null {
  const trimmed = raw.trim();
  if (trimmed.length > CHARACTERS_MAX) return null;
  const marked = trimmed.charCodeAt(0) === 39 ? trimmed.slice(1) : trimmed;
  if (NOTHING.test(marked)) return '';
  const text = marked.replace(TIME, '');
  if (/^\d+$/.test(text)) return digitsDate(text, false, options);
  return numericDate(text, options) ?? namedDate(text, options);
}

/** Reads digits without separators: five are a serial, six YYYYMM, eight YYYYMMDD or else the configured order. */
function digitsDate(digits: string, date1904: boolean, options: DateOptions): string | null {
  if (digits.length === 5) return serialDate(Number(digits), date1904);
  if (digits.length === 7) return Number(digits) === SERIAL_MAX ? serialDate(SERIAL_MAX, date1904) : null;
  if (digits.length === 6) {
    const year = Number(digits.slice(0, 4));
    return year >= 1900 && year < 2200 ? isoDate(year, Number(digits.slice(4)), 1) : null;
  }
  if (digits.length !== 8) return null;
  const yearFirst = isoDate(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6)));
  return yearFirst ?? dateInOrder([digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)], options);
}

function numericDate(text: string, options: DateOptions): string | null {
  const match = NUMERIC.exec(text);
  if (match !== null) {
    const [, first = '', , second = '', third = ''] = match;
    if (first.length === 4) return third.length > 2 ? null : isoDate(Number(first), Number(second), Number(third));
    return first.length > 2 ? null : dateInOrder([first, second, third], options);
  }
  const yearMonth = YEAR_MONTH.exec(text);
  if (yearMonth !== null) return isoDate(Number(yearMonth[1]), Number(yearMonth[2]), 1);
  const monthYear = MONTH_YEAR.exec(text);
  return monthYear === null ? null : isoDate(Number(monthYear[2]), Number(monthYear[1]), 1);
}

function dateInOrder(parts: readonly [string, string, string], options: DateOptions): string | null {
  const [first, second, third] = parts;
  if (options.order === 'YMD') {
    return first.length === 2 && third.length <= 2
      ? dateOfParts({ year: first, month: Number(second), day: Number(third) }, options)
      : null;
  }
  const [month, day] = options.order === 'MDY' ? [first, second] : [second, first];
  return dateOfParts({ year: third, month: Number(month), day: Number(day) }, options);
}

function namedDate(text: string, options: DateOptions): string | null {
  const monthYear = NAME_YEAR.exec(text);
  if (monthYear !== null) {
    return dateOfParts({ year: monthYear[2] ?? '', month: monthNumber(monthYear[1]), day: 1 }, options);
  }
  const dayFirst = DAY_NAME_YEAR.exec(text);
  if (dayFirst !== null) {
    const [, day, name, year = ''] = dayFirst;
    return dateOfParts({ year, month: monthNumber(name), day: Number(day) }, options);
  }
  const nameFirst = NAME_DAY_YEAR.exec(text);
  if (nameFirst !== null) return isoDate(Number(nameFirst[3]), monthNumber(nameFirst[1]), Number(nameFirst[2]));
  const yearFirst = YEAR_NAME_DAY.exec(text);
  return yearFirst === null
    ? null
    : isoDate(Number(yearFirst[1]), monthNumber(yearFirst[2]), Number(yearFirst[3] ?? 1));
}

/** Returns 1 to 12 for a month's name or its beginning, 0 for other text. */
function monthNumber(name: string | undefined): number {
  const wanted = (name ?? '').toLowerCase();
  return MONTHS.findIndex((month) => month.startsWith(wanted === 'sept' ? 'sep' : wanted)) + 1;
}

function dateOfParts(parts: { year: string; month: number; day: number }, options: DateOptions): string | null {
  if (parts.year.length === 4) return isoDate(Number(parts.year), parts.month, parts.day);
  if (parts.year.length !== 2) return null;
  const short = Number(parts.year);
  const date = isoDate(short < PIVOT ? 2000 + short : 1900 + short, parts.month, parts.day);
  // "12/31/99" is 9999-12-31 without its century. Read as 1999 it would end a running policy.
  const open = options.openEnded.find((end) => end > '2050' && date !== null && end.slice(2) === date.slice(2));
  return open ?? date;
}

function isoDate(year: number, month: number, day: number): string | null {
  const period = year >= YEAR_MIN && year <= 9999 ? periodOf(year, month) : null;
  if (period === null || day < 1 || day > daysIn(year, month)) return null;
  return `${period}-${String(day).padStart(2, '0')}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
