/**
 * Amounts of money. A Money counts ten-thousandths of a dollar, because statements carry fractions of a cent and
 * integers add without error. A product with a rate is an Exact, which counts ten-billionths in a bigint. Amounts are
 * rounded only for output (docs/reference/requests.md#values).
 */

/** Integer ten-thousandths of a dollar. */
export type Money = number;
/** Integer ten-billionths of a dollar. Money (4 places) times a rate (6 places) fits without rounding. */
export type Exact = bigint;

const MONEY_PLACES = 4;
const EXACT_PLACES = 10;
const EXACT_PER_MONEY = 10n ** BigInt(EXACT_PLACES - MONEY_PLACES);
const EXACT_PER_CENT = 10n ** BigInt(EXACT_PLACES - 2);

/** Exclusive bound of a line's amount: the largest value of numeric(14,4). */
export const MONEY_LIMIT: Money = 10 ** 14;

/** Adds two amounts exactly. Throws a RangeError when the sum exceeds the safe integers. */
export function addMoney(a: Money, b: Money): Money {
  const sum = a + b;
  if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of these amounts is too large to be kept exactly.');
  return sum;
}

/**
 * Reads plain decimal text ("-12.34") and rounds half away from zero to four places. Null for other text and for
 * amounts from MONEY_LIMIT on.
 */
export function moneyFromDecimal(text: string): Money | null {
  const scaled = scaleDecimal(text, MONEY_PLACES);
  if (scaled === null) return null;
  return scaled > -BigInt(MONEY_LIMIT) && scaled < BigInt(MONEY_LIMIT) ? Number(scaled) : null;
}

/** Returns decimal text with four places, for numeric columns. */
export function moneyToDecimal(amount: Money): string {
  return amount === 0 ? '0.0000' : decimalOf(amount, 10 ** MONEY_PLACES);
}

/** Returns decimal text with six places for an integer number of millionths, as rates are stored. */
export function millionthsToDecimal(millionths: number): string {
  return decimalOf(millionths, 1_000_000);
}

/** Formats `value` / `unit`; `unit` is a power of ten. It runs a dozen times for every row, so it avoids bigints. */
function decimalOf(value: number, unit: number): string {
  const magnitude = Math.abs(value);
  const part = magnitude % unit;
  const digits = `${(magnitude - part) / unit}.${String(unit + part).slice(1)}`;
  return value < 0 ? `-${digits}` : digits;
}

/** Returns dollars for output, rounded half away from zero to cents. */
export function moneyToDollars(amount: Money): number {
  const cents = Math.floor((Math.abs(amount) + 50) / 100);
  return amount < 0 && cents !== 0 ? -cents / 100 : cents / 100;
}

/** Converts ten-thousandths of a dollar to ten-billionths. */
export function exactFromMoney(amount: Money): Exact {
  return BigInt(amount) * EXACT_PER_MONEY;
}

/** Returns decimal text with ten places. */
export function exactToDecimal(amount: Exact): string {
  return unscaleDecimal(amount, EXACT_PLACES);
}

/** Returns dollars for output, rounded half away from zero to cents. */
export function exactToDollars(amount: Exact): number {
  return Number(wholeCents(amount) / EXACT_PER_CENT) / 100;
}

/** Rounds half away from zero to cents. */
export function wholeCents(amount: Exact): Exact {
  const cents = ((amount < 0n ? -amount : amount) + EXACT_PER_CENT / 2n) / EXACT_PER_CENT;
  return (amount < 0n ? -cents : cents) * EXACT_PER_CENT;
}

/** Reads decimal text as an integer scaled by 10^`places`, rounded half away from zero. Null for other text. */
export function scaleDecimal(text: string, places: number): bigint | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const part = match?.[3] ?? '';
  if (match === null || (whole === '' && part === '')) return null;
  const kept = BigInt(whole + part.slice(0, places).padEnd(places, '0'));
  const magnitude = part.length > places && part.charCodeAt(places) >= 53 ? kept + 1n : kept;
  return match[1] === '-' ? -magnitude : magnitude;
}

/** Formats a scaled integer as decimal text with `places` places; the inverse of scaleDecimal. */
export function unscaleDecimal(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
