import { format as formatNumber, getFormatInfo } from 'numfmt';
import { CELL_CHARACTERS_MAX } from '../limits/statement-limits.ts';
import { serialDate } from './calendar-date.ts';
import type { Cell, NumberCell } from './source.ts';

/**
 * Reads the text of a cell. Ids are read as a spreadsheet shows them (docs/reference/carriers-and-formats.md#ids). A
 * workbook's 123 shown as "00123" is the member 00123. "1.23457E+11" has lost its digits and is no id.
 */

/** The id of a cell, '' for none, or the problem of the cell in words. */
export type IdReading = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: string };

/** Longest id, short enough for a database index. */
const ID_CHARACTERS_MAX = 200;
/** Numbers from this limit on lose whole units as doubles, and spreadsheets show them with an exponent. */
const EXACT_LIMIT = 1e15;
/** Matches [$USD] and [$€-407], but not [$-409], which names only a language. */
const CURRENCY = /\[\$[^-\]]/;
/** Longest format code of Excel. Longer codes are ignored, because they could be made to exhaust the reader. */
const FORMAT_CHARACTERS_MAX = 255;

/**
 * Fast path for printable ASCII without surrounding white space. It runs for every cell, so it avoids regular
 * expressions.
 */
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

/** Matches text that needs cleaning: surrounding white space, NUL, or a lone surrogate. */
const UNTIDY = /[\0\p{Cs}]|^\s|\s$/u;
/** Matches text with invisible characters or surrounding white space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]|^\s|\s$/u;
/** Stands for unreadable characters. Ids with it are refused, because different members could share one. */
const UNREADABLE = '\uFFFD';
/**
 * Matches a number in scientific notation. Excel always writes the exponent's sign, so ids such as 12E5 do not match.
 */
const EXPONENT = /(?<![\w.,])\d(?:[.,]\d+)?E\+\d+(?!\w)/i;
/** Begins the problem of an id whose characters Excel has replaced. The console recognises it (console/drop/save-layout.tsx). */
const LOST_IN_EXCEL = 'was lost in Excel';
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)';
/** Texts that Excel writes for ids such as 3-12, 12:30, 50% or MAY26, each with the words for it. */
const EXCEL_TEXTS: readonly (readonly [string, RegExp])[] = [
  ['a truth value', /^(?:true|false)$/i],
  ['a time', /^\d{1,2}:[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?$/i],
  ['a percentage', /^-?\d+(?:\.\d+)?%$/],
  ['a date', new RegExp(`^(?:\\d{1,2}-${MONTH}(?:-\\d{2}|-\\d{4})?|${MONTH}-\\d{2})$`, 'i')],
  ['a date', /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?$/],
  [
    'a date',
    /^(?:(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2]))\/(?:19|20)\d\d$/,
  ],
];
const MAY_BE_EXCEL_TEXT = /[-:/%]|^(?:true|false)$/i;
/** Matches what Excel shows in place of a number in a narrow column. */
const NUMBER_SIGNS = /^#{2,}$/;
/** Matches texts that stand for a missing id. */
const NO_ID = /^(?:[-\u2010-\u2015\u2212]+|n\/?a|null|none)$/i;
const SPREADSHEET_ERROR = /^#(?:[A-Z_]+[!?]|N\/A|DIV\/0!)$/;

/** Recognises spreadsheet errors such as "#REF!", which replace a cell's value. */
export function isSpreadsheetError(text: string): boolean {
  return text.charCodeAt(0) === 35 && SPREADSHEET_ERROR.test(text);
}

/**
 * Returns the text of a cell as it is stored: trimmed, with its invisible characters. NUL and lone surrogates, which
 * PostgreSQL can't store, become U+FFFD.
 */
export function displayedText(cell: Cell): string {
  if (typeof cell !== 'string') return displayedNumber(cell);
  return !isPlain(cell) && UNTIDY.test(cell) ? cell.toWellFormed().replaceAll('\0', UNREADABLE).trim() : cell;
}

/** Returns the visible text of a cell, for comparison with labels, types and column names. */
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
 * Reads the id of a cell; '' when it is empty or says that there is none ("N/A", a dash). Rounded numbers, spreadsheet
 * errors and overlong texts are problems.
 */
export function readId(cell: Cell): IdReading {
  const isPlainCell = typeof cell === 'string' && isPlain(cell);
  const shown = isPlainCell ? cell : displayedText(cell);
  // Some programs export the apostrophe that marks text in Excel as a character.
  const id = shown.charCodeAt(0) === 39 ? shown.slice(1) : shown;
  const turnedInto = lostInExcel(cell, id);
  if (turnedInto !== null) return { ok: false, problem: `${LOST_IN_EXCEL}: the id has been turned into ${turnedInto}` };
  if (!isPlainCell && id.includes(UNREADABLE)) {
    return { ok: false, problem: 'holds characters that could not be read (is the encoding the configured one?)' };
  }
  if (id.length > ID_CHARACTERS_MAX) return { ok: false, problem: `is longer than ${ID_CHARACTERS_MAX} characters` };
  if (isSpreadsheetError(id)) return { ok: false, problem: `is the spreadsheet error ${id}` };
  const saysNone = (id.length <= 4 && NO_ID.test(id)) || (!isPlainCell && UNSEEN.test(id) && legibleText(id) === '');
  return { ok: true, id: saysNone ? '' : id };
}

/** Returns whether the problem of an id is that Excel has replaced its characters. */
export function isLostInExcel(problem: string): boolean {
  return problem.startsWith(LOST_IN_EXCEL);
}

/** Returns what Excel has turned an id into, with its article; null for an id that is as the carrier wrote it. */
function lostInExcel(cell: Cell, shown: string): string | null {
  if (typeof cell !== 'string') {
    if (cell.format.isDate) return 'a date or a time';
    const { code } = cell.format;
    if (code.includes('%')) return 'a percentage';
    if (/\?\/[?\d]/.test(code)) return 'a fraction';
  } else if (NUMBER_SIGNS.test(shown)) {
    return 'number signs, because its column was too narrow';
  } else if (shown.length <= EXCEL_TEXT_MAX && MAY_BE_EXCEL_TEXT.test(shown)) {
    const found = EXCEL_TEXTS.find(([, form]) => form.test(shown));
    if (found !== undefined) return found[0];
  }
  return shown.includes('+') && EXPONENT.test(shown) ? 'a rounded number' : null;
}

/** Length of the longest of these texts: a date with its time. */
const EXCEL_TEXT_MAX = 19;

function displayedNumber({ value, format }: NumberCell): string {
  if (format.isDate) return serialDate(value, format.date1904) ?? String(value);
  if (isRounded(value)) return withExponent(value);
  // Calculated numbers may miss an integer by a rounding error.
  const exact = Number.isInteger(value) ? value + 0 : Number(value.toPrecision(15));
  const display = displayOf(format.code);
  if (display === 'exponent') return withExponent(exact);
  if (display === 'bare' || !Number.isInteger(exact)) return String(exact);
  const shown = formatNumber(wholeGeneral(format.code), exact).trim();
  // A format that shows no digit would give all members the same id.
  return exact === 0 || /\d/.test(shown) ? shown : String(exact);
}

/**
 * Replaces General in a format code by a form that shows all digits. Excel rounds General from twelve digits on to fit the cell, while the
 * workbook has all digits.
 */
function wholeGeneral(code: string): string {
  return code.replace(/"[^"]*"|general/gi, (part) => (part.startsWith('"') ? part : '0'));
}

/**
 * Tells whether a number has lost digits. Spreadsheets keep fifteen, so a nonzero sixteenth digit proves that all were
 * written.
 */
function isRounded(value: number): boolean {
  return Math.abs(value) >= EXACT_LIMIT && (value % 10 === 0 || !Number.isSafeInteger(value));
}

function withExponent(value: number): string {
  return value.toExponential(5).toUpperCase();
}

/**
 * Display of a whole number. `formatted` shows digit places and texts, such as 00000, 000-00-0000 or "M"#. `exponent`
 * is the rest of an id that passed through a CSV in Excel. `bare` is a quantity (thousands, decimals, money), whose
 * plain digits are the id.
 */
type NumberDisplay = 'bare' | 'exponent' | 'formatted';

function displayOf(code: string): NumberDisplay {
  if (code === 'General' || code.length > FORMAT_CHARACTERS_MAX || CURRENCY.test(code)) return 'bare';
  const { type, scale, maxDecimals } = getFormatInfo(code);
  if (type === 'scientific') return 'exponent';
  const isWhole = type === 'general' || (type === 'number' && scale === 1 && maxDecimals === 0);
  return isWhole ? 'formatted' : 'bare';
}

/**
 * Returns a text as file readers supply it, truncated when longer than a cell may be. A truncated text is one character
 * longer than any whole one, which `isTooLong` detects.
 */
export function shortened(text: string): string {
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…`;
}

/** Tells whether a cell was truncated. It is no problem in an unused column. */
export function isTooLong(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > CELL_CHARACTERS_MAX;
}
