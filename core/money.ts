/**
 * Amounts. In core a Money is an integer number of ten-thousandths of a dollar: statements carry fractions of a cent,
 * and integers add without error. Products with a rate need more places: those are Exact, an integer number of
 * ten-billionths in a bigint. Nothing is rounded before it is shown (docs/reference/requests.md#values).
 */

/** Integer ten-thousandths of a dollar. */
export type Money = number;
/** Integer ten-billionths of a dollar: Money (4 places) times a rate (6 places) fits without rounding. */
export type Exact = bigint;

const MONEY_PLACES = 4;
const EXACT_PLACES = 10;
const EXACT_PER_MONEY = 10n ** BigInt(EXACT_PLACES - MONEY_PLACES);
const EXACT_PER_CENT = 10n ** BigInt(EXACT_PLACES - 2);

/** The largest amount a line may have, exclusive: what numeric(14,4) can hold. */
export const MONEY_LIMIT: Money = 10 ** 14;

/** Adds exactly or not at all: a sum that a double can't hold is an error, never a rounded figure. */
export function addMoney(a: Money, b: Money): Money {
  const sum = a + b;
  if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of these amounts is too large to be kept exactly.');
  return sum;
}

/** Reads plain decimal text ("-12.34"). More than four places are rounded half away from zero; anything else is null. */
export function moneyFromDecimal(text: string): Money | null {
  const scaled = scaleDecimal(text, MONEY_PLACES);
  if (scaled === null) return null;
  return scaled > -BigInt(MONEY_LIMIT) && scaled < BigInt(MONEY_LIMIT) ? Number(scaled) : null;
}

/** Plain decimal text with four places, as numeric columns take it. */
export function moneyToDecimal(amount: Money): string {
  return amount === 0 ? '0.0000' : decimalOf(amount, 10 ** MONEY_PLACES);
}

/** The same of an integer number of millionths, as rates are kept, with six places. */
export function millionthsToDecimal(millionths: number): string {
  return decimalOf(millionths, 1_000_000);
}

/** Written a dozen times for every row. `unit`: one in the places of the value, a power of ten. */
function decimalOf(value: number, unit: number): string {
  const magnitude = Math.abs(value);
  const part = magnitude % unit;
  const digits = `${(magnitude - part) / unit}.${String(unit + part).slice(1)}`;
  return value < 0 ? `-${digits}` : digits;
}

/** Dollars for output: cents, half away from zero. */
export function moneyToDollars(amount: Money): number {
  const cents = Math.floor((Math.abs(amount) + 50) / 100);
  return amount < 0 && cents !== 0 ? -cents / 100 : cents / 100;
}

export function exactFromMoney(amount: Money): Exact {
  return BigInt(amount) * EXACT_PER_MONEY;
}

export function exactToDecimal(amount: Exact): string {
  return unscaleDecimal(amount, EXACT_PLACES);
}

/** Dollars for output: cents, half away from zero. */
export function exactToDollars(amount: Exact): number {
  const cents = ((amount < 0n ? -amount : amount) + EXACT_PER_CENT / 2n) / EXACT_PER_CENT;
  return Number(amount < 0n ? -cents : cents) / 100;
}

/** Decimal text to an integer with so many places, rounded half away from zero; null when it isn't plain decimal text. */
export function scaleDecimal(text: string, places: number): bigint | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const part = match?.[3] ?? '';
  if (match === null || (whole === '' && part === '')) return null;
  const kept = BigInt(whole + part.slice(0, places).padEnd(places, '0'));
  const magnitude = part.length > places && part.charCodeAt(places) >= 53 ? kept + 1n : kept;
  return match[1] === '-' ? -magnitude : magnitude;
}

/** The reverse of scaleDecimal. */
export function unscaleDecimal(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
