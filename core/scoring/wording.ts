import { type Exact, exactToDollars, type Money, moneyToDollars } from '../money.ts';

/** How amounts, counts and texts read in a sentence: US English. */

export function dollars(amount: Money): string {
  return dollarText(moneyToDollars(amount));
}

export function exactDollars(amount: Exact): string {
  return dollarText(exactToDollars(amount));
}

/** "$1,234.50" and "-$20.00". Written for every row, so the separators are looked for only where there are any. */
function dollarText(value: number): string {
  const cents = Math.round(Math.abs(value) * 100);
  const part = cents % 100;
  const whole = (cents - part) / 100;
  const grouped = whole < 1000 ? String(whole) : String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '-$' : '$'}${grouped}${part < 10 ? '.0' : '.'}${part}`;
}

/** From millionths: "5 %", "4.25 %". */
export function percent(millionths: number): string {
  return `${String(Math.round(millionths / 100) / 100)} %`;
}

/** "1 month", "3 months". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** From hundredths: "3", "1.5". */
export function quantity(hundredths: number): string {
  return String(hundredths / 100);
}

const TEXT_MAX = 32;

/** A text of the statement within a sentence: on one line, in quotation marks, and not longer than a sentence bears. */
export function quoted(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  const letters = [...plain];
  return `"${letters.length > TEXT_MAX ? `${letters.slice(0, TEXT_MAX - 1).join('')}…` : plain}"`;
}
