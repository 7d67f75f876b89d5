import { format as formatNumber, getFormatInfo } from 'numfmt';
import { serialDate } from './calendar-date.ts';
import type { Cell, NumberCell, NumberFormat } from './source.ts';

/**
 * What a cell says. Ids are read from what a spreadsheet shows (docs/reference/carriers-and-formats.md#ids): a
 * workbook's 123 shown as "00123" is the member 00123, and "1.23457E+11" is no member at all, whatever number the
 * workbook holds for it.
 */

export type IdReading = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: string };

/** Longer than any id in use, and short enough for a database index. */
const ID_CHARACTERS_MAX = 200;
/** From here on a double has lost whole units, and a spreadsheet shows an exponent. */
const EXACT_LIMIT = 1e15;
/** [$USD] and [$€-407], but not [$-409], which names a language only. */
const CURRENCY = /\[\$[^-\]]/;
/** Excel takes no longer format; one made to keep a reader busy is not looked at. */
const FORMAT_CHARACTERS_MAX = 255;

/** Nearly all cells: printable ASCII without white space around it. Asked of every cell, so without a regular expression. */
function isPlain(text: string): boolean {
  const end = text.length - 1;
  if (end < 0) return true;
  if (text.charCodeAt(0) === 32 || text.charCodeAt(end) === 32) return false;
  for (let at = 0; at <= end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return false;
  }
  return true;
}

/** Needs more than to be taken as it is: white space around it, NUL, half a surrogate pair. */
const UNTIDY = /[\0\p{Cs}]|^\s|\s$/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]|^\s|\s$/u;
/** What is left of characters that could not be read or kept: one sign for many, so it can't tell members apart. */
const UNREADABLE = '\uFFFD';
/** Excel always writes the sign of the exponent, so ids such as 12E5 are not meant. */
const LOST_IN_EXCEL = /(?<![\w.,])\d(?:[.,]\d+)?E\+\d+(?!\w)/i;
const NO_ID = /^(?:[-\u2010-\u2015\u2212]+|n\/?a|null|none)$/i;
const SPREADSHEET_ERROR = /^#(?:[A-Z_]+[!?]|N\/A|DIV\/0!)$/;

/** "#REF!" and its like: a cell that holds no value but the failure to make one. */
export function isSpreadsheetError(text: string): boolean {
  return text.charCodeAt(0) === 35 && SPREADSHEET_ERROR.test(text);
}

/**
 * The text of a cell as it came, invisible characters and all, without white space around it. Only what PostgreSQL can't
 * keep (NUL and half a surrogate pair) becomes U+FFFD.
 */
export function displayedText(cell: Cell): string {
  if (typeof cell !== 'string') return displayedNumber(cell);
  return !isPlain(cell) && UNTIDY.test(cell) ? cell.toWellFormed().replaceAll('\0', UNREADABLE).trim() : cell;
}

/** What a person reads in a cell, for comparing it with labels, types and names of columns: nothing that can't be seen. */
export function legibleText(cell: Cell): string {
  if (typeof cell !== 'string') return displayedNumber(cell);
  if (isPlain(cell) || !UNSEEN.test(cell)) return cell;
  return cell
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * The id in a cell, '' when nothing can be seen in it or it says that there is none ("N/A", a dash). An id that a spreadsheet has
 * turned into a rounded number, a spreadsheet error and an overlong text are problems.
 */
export function readId(cell: Cell): IdReading {
  const isPlainCell = typeof cell === 'string' && isPlain(cell);
  const shown = isPlainCell ? cell : displayedText(cell);
  // The apostrophe that tells Excel "this is text" arrives as a character when a file was exported by something else.
  const id = shown.charCodeAt(0) === 39 ? shown.slice(1) : shown;
  if (id.includes('+') && LOST_IN_EXCEL.test(id)) {
    return { ok: false, problem: 'was lost in Excel: the id has been turned into a rounded number' };
  }
  if (!isPlainCell && id.includes(UNREADABLE)) {
    return { ok: false, problem: 'holds characters that could not be read (is the encoding the configured one?)' };
  }
  if (id.length > ID_CHARACTERS_MAX) return { ok: false, problem: `is longer than ${ID_CHARACTERS_MAX} characters` };
  if (isSpreadsheetError(id)) return { ok: false, problem: `is the spreadsheet error ${id}` };
  const saysNone = (id.length <= 4 && NO_ID.test(id)) || (!isPlainCell && UNSEEN.test(id) && legibleText(id) === '');
  return { ok: true, id: saysNone ? '' : id };
}

function displayedNumber({ value, format }: NumberCell): string {
  if (format.isDate) return serialDate(value, format.date1904) ?? String(value);
  if (isRounded(value)) return withExponent(value);
  // Calculated numbers miss their last digits by a hair.
  const exact = Number.isInteger(value) ? value + 0 : Number(value.toPrecision(15));
  const display = displayOf(format);
  if (display === 'exponent') return withExponent(exact);
  if (display === 'bare' || !Number.isInteger(exact)) return String(exact);
  const shown = formatNumber(wholeGeneral(format.code), exact).trim();
  // A format that shows no digit would make one member of all.
  return exact === 0 || /\d/.test(shown) ? shown : String(exact);
}

/** General rounds from twelve digits on, for want of room; the workbook has them all, as it has where nothing but General is said. */
function wholeGeneral(code: string): string {
  return code.replace(/"[^"]*"|general/gi, (part) => (part.startsWith('"') ? part : '0'));
}

/** A spreadsheet keeps fifteen digits: whoever wrote a sixteenth that is no zero had them all. */
function isRounded(value: number): boolean {
  return Math.abs(value) >= EXACT_LIMIT && (value % 10 === 0 || !Number.isSafeInteger(value));
}

function withExponent(value: number): string {
  return value.toExponential(5).toUpperCase();
}

/**
 * What a format makes of a whole number: `formatted` with its own digit places and texts, such as 00000, 000-00-0000 or
 * "M"#; an `exponent`, which is what is left of an id that went through a CSV in Excel; or a quantity (thousands, decimals,
 * money), whose `bare` digits are the id, so that it is the same whoever decorates it.
 */
type NumberDisplay = 'bare' | 'exponent' | 'formatted';

/** A workbook has few formats and many cells of each. */
const displays = new WeakMap<NumberFormat, NumberDisplay>();

function displayOf(format: NumberFormat): NumberDisplay {
  const before = displays.get(format);
  if (before !== undefined) return before;
  const isOrdinary = format.code !== 'General' && format.code.length <= FORMAT_CHARACTERS_MAX;
  const display = isOrdinary ? displayOfCode(format.code) : 'bare';
  displays.set(format, display);
  return display;
}

function displayOfCode(code: string): NumberDisplay {
  if (CURRENCY.test(code)) return 'bare';
  const { type, scale, maxDecimals } = getFormatInfo(code);
  if (type === 'scientific') return 'exponent';
  const isWhole = type === 'general' || (type === 'number' && scale === 1 && maxDecimals === 0);
  return isWhole ? 'formatted' : 'bare';
}
