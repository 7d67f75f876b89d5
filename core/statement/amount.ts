import { format as formatNumber } from 'numfmt';
import { MONEY_LIMIT, type Money, moneyFromDecimal, scaleDecimal } from '../money.ts';
import type { StatementConfig } from './config.ts';
import { isSpreadsheetError } from './displayed-text.ts';
import type { Cell, NumberCell, NumberFormat } from './source.ts';

/**
 * Reads amounts as carriers write them (docs/reference/carriers-and-formats.md#amounts). A text either has one of the
 * documented forms and is read to the last digit, or it is a problem. Guessing is ruled out, because a misread amount
 * would be paid, owed or disputed.
 */

export type AmountOptions = StatementConfig['amounts'];

/** An amount in ten-thousandths of a dollar, or the problem of its cell in words. */
export type AmountReading =
  | { readonly ok: true; readonly amount: Money }
  | { readonly ok: false; readonly problem: string };

/** A count or rate as a scaled integer, or the problem of its cell in words. */
export type QuantityReading =
  | { readonly ok: true; readonly quantity: number }
  | { readonly ok: false; readonly problem: string };

/** Decimal places of an integer, and its exclusive limit. */
export interface Scale {
  readonly places: number;
  readonly limit: number;
}

type DecimalReading =
  | { readonly ok: true; readonly decimal: string }
  | { readonly ok: false; readonly problem: string };

/** Reading of a blank cell, which is no fault in an optional column. */
export const BLANK = { ok: false, problem: 'is blank' } as const;
const NOT_AN_AMOUNT = { ok: false, problem: 'is not an amount' } as const;
const TOO_LARGE = { ok: false, problem: 'is too large' } as const;
const IS_DATE = { ok: false, problem: 'is a date' } as const;

/** Longest text that is searched. No valid amount is longer. */
const CHARACTERS_MAX = 60;
const MONEY: Scale = { places: 4, limit: MONEY_LIMIT };
/** Exclusive limit of a number in any column. */
const NUMBER_LIMIT = 1e12;
/** Decimal digits that a double keeps exactly. Further digits are rounding noise, as in 0.1 + 0.2. */
const DOUBLE_DIGITS = 15;

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const HARD_SPACES = /[\u2000-\u200a\u202f\u3000]/g;
const LOOSE_SPACES = /[ \u00a0]*(USD|US\$|[-+$()])[ \u00a0]*/g;
const LONE_DASH = /^(?:\$|USD|US\$)?-$/;
/** Brackets of other shapes that stand for parentheses. */
const BRACKETS = /\[([^[\]]*)\]|<([^<>]*)>/g;
const MARKED = /^(.*?)[ \u00a0]*(CR|DR|DB)$/;
const MARKED_BEFORE = /^(CR|DR|DB)[ \u00a0]*(?=[\d$.(])(.*)$/;
const PLAIN = /^([-+]?)(USD|US\$|\$)?([-+]?)([\d.,\u00a0]+)(USD|US\$|\$)?([-+]?)(USD|US\$|\$)?$/;
const PARENTHESISED = /^(USD|US\$|\$)?\((USD|US\$|\$)?([\d.,\u00a0]+)(USD|US\$|\$)?\)(USD|US\$|\$)?$/;
const SCIENTIFIC = /^[-+]?[\d.,]+E[-+]?\d+$/;
/**
 * Matches numbers by their decimal mark. Groups have three digits and one separator, and never begin with 0. "0,123" is a misplaced decimal
 * comma.
 */
const NUMBER = {
  '.': /^(?:\d+|[1-9]\d{0,2}([,\u00a0])\d{3}(?:\1\d{3})*)(?:\.\d*)?$|^\.\d+$/,
  ',': /^(?:\d+|[1-9]\d{0,2}([.\u00a0])\d{3}(?:\1\d{3})*)(?:,\d*)?$|^,\d+$/,
} as const;
const NOT_DIGITS = { '.': /[,\u00a0]/g, ',': /[.\u00a0]/g } as const;

/**
 * Reads an amount, rounded half away from zero to four places; a lone dash is 0 and a blank is a problem. Numbers of a
 * workbook are first rounded to 15 significant digits, as spreadsheets show them, and read with the sign that their format shows.
 */
export function readAmount(cell: Cell, options: AmountOptions): AmountReading {
  const shown = typeof cell === 'string' ? null : shownAround(cell);
  if (typeof cell !== 'string' && shown !== null) return readShown(cell, shown, options);
  const plain = typeof cell === 'string' ? plainText(cell, options.decimal, MONEY) : plainNumber(cell, MONEY);
  if (plain !== null) return { ok: true, amount: plain };
  const reading = typeof cell === 'string' ? readDecimal(cell, options) : numberDecimal(cell);
  if (!reading.ok) return reading;
  const amount = moneyFromDecimal(reading.decimal);
  return amount === null ? TOO_LARGE : { ok: true, amount };
}

/**
 * Reads a number whose format shows a sign, a mark or a unit beside it, by the rules of texts: "(10.00)" and "10.00 CR" are taken back. A
 * number below zero stays below zero.
 */
function readShown(cell: NumberCell, { before, after }: ShownAround, options: AmountOptions): AmountReading {
  if (after.includes('%')) return { ok: false, problem: 'is a percentage' };
  const digits = numberDecimal({ ...cell, value: Math.abs(cell.value) });
  if (!digits.ok) return digits;
  const reading = readAmount(`${before}${digits.decimal}${after}`, { ...options, decimal: '.' });
  if (!reading.ok) return { ok: false, problem: `is shown as "${before}…${after}", which ${reading.problem}` };
  return cell.value < 0 ? { ok: true, amount: 0 - Math.abs(reading.amount) } : reading;
}

/** Reads a count or a rate as an integer scaled by `scale`. "5%" is 0.05; a value from the limit on is a problem. */
export function readQuantity(cell: Cell, decimal: AmountOptions['decimal'], scale: Scale): QuantityReading {
  const plain = typeof cell === 'string' ? plainText(cell, decimal, scale) : plainNumber(cell, scale);
  if (plain !== null) return { ok: true, quantity: plain };
  const percent = typeof cell === 'string' && cell.trimEnd().endsWith('%');
  const reading =
    typeof cell === 'string'
      ? readDecimal(percent ? cell.trimEnd().slice(0, -1) : cell, { decimal, creditDebitMark: 'ignore' })
      : numberDecimal(cell);
  if (!reading.ok)
    return reading.problem === NOT_AN_AMOUNT.problem ? { ok: false, problem: 'is not a number' } : reading;
  const scaled = scaleDecimal(reading.decimal, percent ? scale.places - 2 : scale.places);
  if (scaled === null || scaled >= BigInt(scale.limit) || scaled <= -BigInt(scale.limit)) return TOO_LARGE;
  return { ok: true, quantity: Number(scaled) };
}

/**
 * Fast path without regular expressions for plain numbers such as "-1234.5", the form of nearly all. Null leaves the
 * text to the full rules.
 */
function plainText(text: string, decimal: AmountOptions['decimal'], { places, limit }: Scale): number | null {
  const length = text.length;
  if (length === 0 || length > 11 || decimal !== '.') return null;
  const negative = text.charCodeAt(0) === 45;
  let value = 0;
  let digits = 0;
  let read = -1;
  for (let at = negative ? 1 : 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46 && read < 0) {
      read = 0;
    } else if (code >= 48 && code <= 57 && read < places) {
      value = value * 10 + code - 48;
      digits += 1;
      if (read >= 0) read += 1;
    } else {
      return null;
    }
  }
  if (digits === 0) return null;
  for (let place = Math.max(read, 0); place < places; place += 1) value *= 10;
  if (value >= limit) return null;
  return negative ? 0 - value : value;
}

/**
 * Fast path for a number with few places, which the nearest double represents. Null leaves the number to the full
 * rules.
 */
function plainNumber({ value, format }: NumberCell, { places, limit }: Scale): number | null {
  const unit = 10 ** places;
  const scaled = Math.round(value * unit);
  return scaled / unit === value && Math.abs(scaled) < limit && !format.isDate ? scaled + 0 : null;
}

/** Formats a workbook's number as plain decimal text with at most 15 significant digits. */
function numberDecimal(cell: NumberCell): DecimalReading {
  if (cell.format.isDate) return IS_DATE;
  const magnitude = Math.abs(cell.value);
  if (Number.isNaN(magnitude)) return NOT_AN_AMOUNT;
  if (magnitude >= NUMBER_LIMIT) return TOO_LARGE;
  const decimal = magnitude < 1e-6 ? cell.value.toFixed(20) : cell.value.toPrecision(DOUBLE_DIGITS);
  return { ok: true, decimal };
}

function readDecimal(raw: string, options: AmountOptions): DecimalReading {
  const trimmed = raw.trim();
  if (trimmed === '' || trimmed === "'") return BLANK;
  if (trimmed.length > CHARACTERS_MAX) return NOT_AN_AMOUNT;
  const text = tidy(trimmed);
  if (LONE_DASH.test(text)) return { ok: true, decimal: '0' };
  if (isSpreadsheetError(text)) return { ok: false, problem: `is the spreadsheet error ${text}` };
  if (SCIENTIFIC.test(text)) return { ok: false, problem: 'is in scientific notation, so digits may be lost' };
  const { number, mark: found } = withoutMark(text);
  const mark = options.creditDebitMark === 'ignore' ? undefined : found;
  const signed = readSigned(number, options.decimal);
  if (signed === null) return NOT_AN_AMOUNT;
  if (mark === undefined) return { ok: true, decimal: signed.negative ? `-${signed.digits}` : signed.digits };
  if (signed.hasSign) return { ok: false, problem: `has both a sign and the mark ${mark}` };
  const negative = options.creditDebitMark === 'negative' || mark !== 'CR';
  return { ok: true, decimal: negative ? `-${signed.digits}` : signed.digits };
}

/** Separates an amount from the mark of a credit or a debit before or behind it. */
function withoutMark(text: string): { readonly number: string; readonly mark?: string | undefined } {
  const before = MARKED_BEFORE.exec(text);
  if (before !== null) return { number: before[2] ?? '', mark: before[1] };
  const behind = MARKED.exec(text);
  return behind === null ? { number: text } : { number: behind[1] ?? '', mark: behind[2] };
}

/** Normalises brackets, dashes, spaces and case, and drops the apostrophe that marks text in Excel. */
function tidy(trimmed: string): string {
  const text = trimmed.charCodeAt(0) === 39 ? trimmed.slice(1) : trimmed;
  return text
    .toUpperCase()
    .replace(BRACKETS, '($1$2)')
    .replace(DASHES, '-')
    .replace(HARD_SPACES, '\u00a0')
    .replace(LOOSE_SPACES, '$1')
    .trim();
}

interface Signed {
  readonly digits: string;
  readonly negative: boolean;
  readonly hasSign: boolean;
}

/** Splits an amount into digits and sign; null for a text of another form. */
function readSigned(text: string, decimal: AmountOptions['decimal']): Signed | null {
  const plain = PLAIN.exec(text);
  if (plain !== null) {
    const signs = [plain[1], plain[3], plain[6]].filter((sign) => sign !== '');
    const currencies = [plain[2], plain[5], plain[7]].filter((currency) => currency !== undefined);
    const digits = readDigits(plain[4] ?? '', decimal);
    if (digits === null || signs.length > 1 || currencies.length > 1) return null;
    return { digits, negative: signs[0] === '-', hasSign: signs.length > 0 };
  }
  const within = PARENTHESISED.exec(text);
  if (within === null) return null;
  const currencies = [within[1], within[2], within[4], within[5]].filter((currency) => currency !== undefined);
  const digits = readDigits(within[3] ?? '', decimal);
  return digits === null || currencies.length > 1 ? null : { digits, negative: true, hasSign: true };
}

/** Returns plain digits with a decimal point; null when the digits are grouped wrongly. */
function readDigits(text: string, decimal: AmountOptions['decimal']): string | null {
  if (!NUMBER[decimal].test(text)) return null;
  return text.replace(NOT_DIGITS[decimal], '').replace(',', '.');
}

/** Texts that a number format shows before and after the digits of a number, such as "(" and ")", or " CR". */
interface ShownAround {
  readonly before: string;
  readonly after: string;
}

/** Texts around positive and negative numbers; null for nothing but a currency and the number's own sign. */
interface ShownSigns {
  readonly positive: ShownAround | null;
  readonly negative: ShownAround | null;
  /** True when a negative number is shown like a positive one, not even in another color. */
  readonly hidesMinus: boolean;
}

/** Longest format code of Excel. Longer codes are ignored, because they could be made to exhaust the reader. */
const FORMAT_CHARACTERS_MAX = 255;
const CURRENCY = /USD|US\$|\$|\+|\s/gi;
const MINUS = /^[-\u2010-\u2015\u2212]$/;
const PARENTHESES = new Set(['()', '[]', '<>']);
/** Matches the color of a format's section. */
const COLOR = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\s*\d+)\]/i;

/** Parts of a format that show nothing but digits and dollars: "#,##0.00", "_)", "* ", "[Red]", "[$-409]", "$". */
const USUAL = String.raw`(?:[#0?,.\s$@/]|E\+|General|_.|\*.|\[\$\$?(?:-[^\]]*)?\]|\[(?:red|black|blue|green|color ?\d+)\]|"\$"|\\[ $])*`;
/** Matches a format that shows nothing beside a number above zero. Nearly all formats of amounts match, so that few have to be applied. */
const USUAL_ABOVE = new RegExp(`^${USUAL}(?:;|$)`, 'i');
/** Matches a format that shows a number below zero with a minus or in parentheses. */
const USUAL_BELOW = new RegExp(
  String.raw`^${USUAL}(?:$|;${USUAL}(?:(?:\\?-|"-")${USUAL}|\\?\(${USUAL}\\?\))(?:;|$))`,
  'i',
);

/** Returns what a cell shows around its digits; null when nothing there changes how the number is read. */
export function shownAround({ value, format }: NumberCell): ShownAround | null {
  if (format.code === 'General' || format.isDate || value === 0 || isUsual(value, format)) return null;
  const { positive, negative } = judge(format.code, Math.abs(value));
  return value < 0 ? negative : positive;
}

/** Tells whether a cell is a negative number that looks like a positive one. */
export function hidesMinus({ value, format }: NumberCell): boolean {
  if (value >= 0 || format.isDate || isUsual(value, format)) return false;
  return judge(format.code, Math.abs(value)).hidesMinus;
}

function isUsual(value: number, { code }: NumberFormat): boolean {
  return code.length > FORMAT_CHARACTERS_MAX || (value < 0 ? USUAL_BELOW : USUAL_ABOVE).test(code);
}

/** Applies a format to a number above zero and its opposite. */
function judge(code: string, sample: number): ShownSigns {
  const positive = aroundDigits(code, sample);
  const negative = aroundDigits(code, -sample);
  const bare = negative === null ? null : bareText(negative);
  return {
    positive: positive === null || bareText(positive) === '' ? null : positive,
    negative: negative === null || bare === null || bare === '' || isMinus(bare) ? null : negative,
    hidesMinus: bare === '' && !COLOR.test(code.split(';')[1] ?? ''),
  };
}

/** Returns null when the format shows no digits, or can't be used. */
function aroundDigits(code: string, value: number): ShownAround | null {
  let shown: string;
  try {
    shown = formatNumber(code, value);
  } catch {
    return null;
  }
  const [, before, after] = /^([^\d.]*)[\d.].*?([^\d.]*)$/s.exec(shown) ?? [];
  return before === undefined || after === undefined ? null : { before, after };
}

/** Returns the texts around a number without a currency, a plus and spaces. */
function bareText({ before, after }: ShownAround): string {
  return `${before}${after}`.replace(CURRENCY, '');
}

function isMinus(bare: string): boolean {
  return MINUS.test(bare) || PARENTHESES.has(bare);
}
