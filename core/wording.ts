import { singleSpaced } from './folded-text.ts';
import { type Exact, exactToDollars, type Money, moneyToDollars } from './money.ts';
import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from './period.ts';

/** Formats an amount in dollars, rounded to cents: "$1,234.50" or "-$20.00". */
export function dollars(amount: Money): string {
  return dollarText(moneyToDollars(amount));
}

/** Formats an exact amount in dollars, rounded to cents: "$1,234.50". */
export function exactDollars(amount: Exact): string {
  return dollarText(exactToDollars(amount));
}

/** Formats dollars as a report has them: "$1,234.50" or "-$20.00". */
export const dollarsText = (amount: number): string => dollarText(amount);

/** Returns "$1,234.50" or "-$20.00". Called for every row, so separators are inserted only where needed. */
function dollarText(value: number): string {
  const cents = Math.round(Math.abs(value) * 100);
  const part = cents % 100;
  const whole = (cents - part) / 100;
  const grouped = whole < 1000 ? String(whole) : String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '-$' : '$'}${grouped}${part < 10 ? '.0' : '.'}${part}`;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];

function longMonth(period: Period): string {
  return MONTHS[periodMonth(period) - 1] ?? period;
}

/** Returns "Aug 2026". */
export function monthName(period: Period): string {
  return `${longMonth(period).slice(0, 3)} ${periodYear(period)}`;
}

/** Returns "August 2026". */
export function fullMonthName(period: Period): string {
  return `${longMonth(period)} ${periodYear(period)}`;
}

/** Returns "August" if the year is clear, that is within the year up to `now`; otherwise "Aug 2026". */
export function nearMonth(period: Period, now: Period): string {
  return isNear(period, now) ? longMonth(period) : monthName(period);
}

function isNear(period: Period, now: Period): boolean {
  const ago = monthIndex(now) - monthIndex(period);
  return ago >= 0 && ago < MONTHS.length;
}

/** Returns "Nov to Dec 2025", "Dec 2025 to Jan 2026" or "Dec 2025". */
export function monthRange({ from, to }: { readonly from: Period; readonly to: Period }): string {
  if (from === to) return monthName(from);
  const first = periodYear(from) === periodYear(to) ? longMonth(from).slice(0, 3) : monthName(from);
  return `${first} to ${monthName(to)}`;
}

/** Formats an ISO date: "Feb 28, 2026". */
export function dayName(isoDate: string): string {
  return `${shortDay(isoDate)}, ${isoDate.slice(0, 4)}`;
}

/** Returns "Feb 28" if the year is clear, that is within the year up to `now`; otherwise "Feb 28, 2026". */
export function nearDay(isoDate: string, now: Period): string {
  return isNear(periodOfDate(isoDate), now) ? shortDay(isoDate) : dayName(isoDate);
}

function shortDay(isoDate: string): string {
  return `${longMonth(periodOfDate(isoDate)).slice(0, 3)} ${Number(isoDate.slice(8, 10))}`;
}

/** The whole, in millionths. */
const WHOLE = 1_000_000;

/** Maximum number, in millionths, that is read as a share, because life carriers pay up to 130 % in the first year. */
export const SHARE_MAX = 1.5 * WHOLE;

/** Formats a statement's rate in millionths, a share (0.05) or a percentage (5): "5 %", "4.25 %", "105 %". */
export function percent(millionths: number): string {
  return sharePercent(millionths <= SHARE_MAX ? millionths : millionths / 100);
}

/** Formats a share in millionths, which may be more than the whole: 2,000,000 is "200 %". */
export function sharePercent(millionths: number): string {
  return `${String(Math.round(millionths / 100) / 100)} %`;
}

/** Returns "1 month", "3 months" or "3,000 months". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats hundredths: "3", "1.5". */
export function quantity(hundredths: number): string {
  return String(hundredths / 100);
}

const TEXT_MAX = 32;

/** Quotes a text of the statement within a sentence: on one line, in quotation marks, and shortened. */
export function quoted(text: string): string {
  const plain = singleSpaced(text);
  const letters = [...plain];
  return `"${letters.length > TEXT_MAX ? `${letters.slice(0, TEXT_MAX - 1).join('')}…` : plain}"`;
}

/** Formats a day of the month: "12th", "1st", "22nd". */
export function ordinalDay(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13;
  const ending = isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}
