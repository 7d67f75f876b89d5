import type { Period } from '../../../core/period.ts';

/** The forms in which carriers print dates, months, names and dollars. */

/** 01/05/2026, 2026-01-05, 1/5/26, or 05-Jan-2026. */
export type DateForm = 'us' | 'iso' | 'short' | 'named';
/** The first day as a date, 2026-01, 01/2026, or Jan 2026. */
export type MonthForm = 'day' | 'iso' | 'slash' | 'named';
/** -1234.50, (1234.50), or -$1,234.50. */
export type MoneyForm = 'plain' | 'brackets' | 'dollar';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns an empty text for a date that the statement does not show. */
export function printedDate(iso: string, form: DateForm): string {
  const [year = '', month = '', day] = iso.split('-');
  if (day === undefined) return '';
  if (form === 'us') return `${month}/${day}/${year}`;
  if (form === 'short') return `${Number(month)}/${Number(day)}/${year.slice(2)}`;
  return form === 'iso' ? iso : `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

export function printedMonth(period: Period, form: MonthForm, date: DateForm): string {
  const [year = '', month = ''] = period.split('-');
  if (form === 'day') return printedDate(`${period}-01`, date);
  if (form === 'iso') return period;
  return form === 'slash' ? `${month}/${year}` : `${MONTHS[Number(month) - 1]} ${year}`;
}

/** Prints dollars that stand as plain digits, and leaves an empty text empty. */
export function printedMoney(dollars: string, form: MoneyForm): string {
  if (dollars === '' || form === 'plain') return dollars;
  const digits = dollars.replace('-', '');
  const isNegative = dollars.startsWith('-');
  if (form === 'brackets') return isNegative ? `(${digits})` : digits;
  const [whole = '', cents] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${isNegative ? '-' : ''}$${grouped}${cents === undefined ? '' : `.${cents}`}`;
}

/** Prints `Ada Bowen` as `BOWEN, ADA`. */
export function lastNameFirst(name: string): string {
  const words = name.toUpperCase().split(' ');
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
