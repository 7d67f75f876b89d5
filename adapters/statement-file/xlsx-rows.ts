import { XLSX_LIMITS } from '../../core/limits/statement-limits.ts';
import { shortened } from '../../core/statement/displayed-text.ts';
import { type Cell, type NumberFormat, type SourceRow, UnreadableFile } from '../../core/statement/source.ts';
import { readRichText, withoutEscapes } from './xlsx-package.ts';
import type { XmlScanner } from './xml-scanner.ts';

/** The shared strings and styles that cells refer to. */
export interface CellContext {
  readonly sheetName: string;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly general: NumberFormat;
}

/** The number of Excel's last row. */
const ROWS_MAX = 1_048_576;
/** The most characters of a number. Programs write about twenty, and a longer text would make the pattern slow. */
const NUMBER_CHARACTERS_MAX = 400;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const LONG_INTEGER = /^[+-]?\d{16,}$/;
const NO_CELLS: readonly Cell[] = [];

/**
 * Yields the rows of a sheet in the order of their numbers, as a spreadsheet shows them, up to the last one with a value, including blank
 * rows that the file omits. A row with no number, or with the number of another row, follows directly after the previous row, so that no
 * row is lost.
 */
export function* sheetRows(scanner: XmlScanner, context: CellContext): Generator<SourceRow> {
  const isInOrder = areRowsInOrder(scanner.bytes);
  const filled = filledRows(scanner, context);
  let shown = 0;
  for (const { row: stated, cells } of isInOrder ? filled : [...filled].sort((a, b) => a.row - b.row)) {
    const row = Math.max(shown + 1, stated);
    if (row > ROWS_MAX) throw tooManyRows(context);
    while (shown < row - 1) yield { row: ++shown, cells: NO_CELLS };
    shown = row;
    yield { row, cells };
  }
}

/** Yields the rows with cells in the order of the file. A row without a number has the number after the previous row's. */
function* filledRows(scanner: XmlScanner, context: CellContext): Generator<SourceRow> {
  const reader = new RowReader(scanner, context);
  let row = 0;
  let inData = false;
  while (scanner.next()) {
    if (scanner.name === 'sheetData') inData = scanner.kind === 'open';
    if (!inData || scanner.name !== 'row' || scanner.kind === 'close') continue;
    row = Number(scanner.attribute('r') ?? 0) || row + 1;
    const cells = reader.read(row);
    if (cells.length === 0) continue;
    if (!Number.isInteger(row) || row > ROWS_MAX) throw tooManyRows(context);
    yield { row, cells };
  }
}

const ROW = Buffer.from('row');
/** Matches the rest of a row's tag up to its number. */
const ROW_NUMBER = /^\s(?:[^>]*?\s)?r\s*=\s*["'](\d+)["']/;
const TAG_BYTES_MAX = 200;

/**
 * Tells whether the numbers of a sheet's rows never fall. It looks for tags in the bytes only, which is fast; a text that looks like a tag
 * at worst makes the rows be sorted for nothing.
 */
function areRowsInOrder(bytes: Buffer): boolean {
  let highest = 0;
  for (let at = bytes.indexOf(ROW); at !== -1; at = bytes.indexOf(ROW, at + ROW.length)) {
    const before = bytes[at - 1];
    if (before !== LESS && before !== COLON) continue;
    const found = ROW_NUMBER.exec(bytes.toString('latin1', at + ROW.length, at + TAG_BYTES_MAX));
    const row = found === null ? highest + 1 : Number(found[1]);
    if (row < highest) return false;
    highest = row;
  }
  return true;
}

const LESS = 0x3c;
const COLON = 0x3a;

function tooManyRows(context: CellContext): UnreadableFile {
  return unreadable(context, `has more than ${ROWS_MAX.toLocaleString('en-US')} rows`);
}

class RowReader {
  private readonly scanner: XmlScanner;
  private readonly context: CellContext;
  private readonly plain = new PlainCell();
  private row = 0;
  private filledCells = 0;
  private characters = 0;

  constructor(scanner: XmlScanner, context: CellContext) {
    this.scanner = scanner;
    this.context = context;
  }

  /** Reads the cells of the row element just opened, up to the last one with a value. */
  read(row: number): Cell[] {
    this.row = row;
    const { scanner } = this;
    const cells: Cell[] = [];
    let column = -1;
    if (scanner.kind === 'empty') return cells;
    for (;;) {
      column = this.readPlainCells(cells, column);
      if (!scanner.next() || (scanner.name === 'row' && scanner.kind === 'close')) return cells;
      if (scanner.name !== 'c') {
        scanner.skip();
        continue;
      }
      column = columnOf(scanner.attribute('r')) ?? column + 1;
      if (scanner.kind === 'open') this.place(cells, column, this.readCell());
    }
  }

  /** Reads cells in the plain form at the scanner's position. Returns the column of the last one. */
  private readPlainCells(cells: Cell[], before: number): number {
    const { scanner, plain } = this;
    let column = before;
    for (;;) {
      const end = plain.read(scanner.bytes, scanner.position);
      if (end === -1) return column;
      scanner.position = end;
      column = plain.column === -1 ? column + 1 : plain.column;
      const cell = plain.isShared
        ? this.sharedText(plain.value)
        : { value: plain.value, format: this.formatOf(plain.style) };
      if (typeof cell === 'string') this.countCharacters(cell.length);
      this.place(cells, column, cell);
    }
  }

  private place(cells: Cell[], column: number, cell: Cell): void {
    if (cell === '') return;
    if (column >= XLSX_LIMITS.columns) throw this.unreadable(`has more than ${XLSX_LIMITS.columns} columns`);
    if (++this.filledCells > XLSX_LIMITS.cells)
      throw unreadable(this.context, `has more than ${XLSX_LIMITS.cells.toLocaleString('en-US')} cells`);
    while (cells.length < column) cells.push('');
    if (column === cells.length) cells.push(cell);
    else if (cells[column] === '') cells[column] = cell;
    else throw this.unreadable(`has two values for column ${column + 1}`);
  }

  /** Reads the value of the cell element just opened. A formula gives its stored result. */
  private readCell(): Cell {
    const { scanner } = this;
    const type = scanner.attribute('t') ?? 'n';
    const style = scanner.attribute('s');
    let value = '';
    let inline = '';
    while (scanner.next() && !(scanner.name === 'c' && scanner.kind === 'close')) {
      if (scanner.name === 'is') inline = readRichText(scanner);
      else if (scanner.name === 'v' && scanner.kind === 'open') value = this.readValue();
      else scanner.skip();
    }
    const cell = type === 'inlineStr' ? inline : this.valueOf(value, type, style);
    if (typeof cell !== 'string') return cell;
    const text = shortened(cell);
    this.countCharacters(text.length);
    return text;
  }

  private readValue(): string {
    const value = this.scanner.textHere();
    this.scanner.next();
    if (this.scanner.kind !== 'close') throw this.unreadable('has a cell that cannot be read');
    return value;
  }

  /** Counts the characters of the sheet with every shared text expanded, because one long text may be used in a million cells. */
  private countCharacters(length: number): void {
    this.characters += length;
    if (this.characters > XLSX_LIMITS.expandedBytes) {
      throw unreadable(this.context, `has more text than a statement can have`);
    }
  }

  private valueOf(value: string, type: string, style: string | undefined): Cell {
    if (value === '') return '';
    if (type === 's') return this.sharedText(Number(value));
    if (type === 'n') return this.numberOf(value.trim(), style);
    if (type === 'b') return value.trim() === '0' || value.trim() === 'false' ? 'FALSE' : 'TRUE';
    return withoutEscapes(value);
  }

  /** Converts a number. Integers that a double can't hold stay text: they are ids, and rounding would merge two members. */
  private numberOf(text: string, style: string | undefined): Cell {
    if (text.length > NUMBER_CHARACTERS_MAX || !NUMBER.test(text)) return text;
    const value = Number(text);
    if (!Number.isFinite(value) || (LONG_INTEGER.test(text) && !Number.isSafeInteger(value))) return text;
    return { value, format: this.formatOf(style === undefined ? -1 : Number(style)) };
  }

  private sharedText(index: number): string {
    const shared = this.context.strings[index];
    if (shared === undefined) throw this.unreadable('refers to a text that is not in the workbook');
    return shared;
  }

  private formatOf(style: number): NumberFormat {
    return this.context.formats[style] ?? this.context.general;
  }

  private unreadable(what: string): UnreadableFile {
    return unreadable(this.context, what, this.row);
  }
}

/** Returns the column of a reference, counted from 0 ("BC7" is 54); null when it is missing or malformed. */
function columnOf(reference: string | undefined): number | null {
  if (reference === undefined) return null;
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  return column === 0 ? null : column - 1;
}

function unreadable(context: CellContext, what: string, row?: number): UnreadableFile {
  const place = row === undefined ? `Sheet "${context.sheetName}"` : `Row ${row} of sheet "${context.sheetName}"`;
  return new UnreadableFile(`${place} ${what}.`);
}

const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const EQUALS = 0x3d;
const GREATER = 0x3e;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_C = 0x63;
const LOWER_N = 0x6e;
const LOWER_R = 0x72;
const LOWER_S = 0x73;
const LOWER_T = 0x74;
const VALUE = Buffer.from('<v>');
const CELL_END = Buffer.from('</v></c>');
/** The number of digits up to which integers and powers of ten are exact as doubles, so that their quotient is correctly rounded. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/**
 * Reads a cell in the form that nearly every program writes, `<c r="B7" s="1" t="s"><v>12</v></c>`, directly from its bytes, because a
 * statement has a million cells. Other forms are left to the scanner.
 */
export class PlainCell {
  /** The column of the cell, from 0; -1 when the cell has no reference. */
  column = -1;
  /** The style of the cell; -1 when the cell has no style. */
  style = -1;
  /** True when the value is an index of the shared strings; otherwise it is a number. */
  isShared = false;
  value = 0;

  private at = 0;
  private isTyped = false;

  /** Reads the cell at a position. Returns the position after it, or -1 when the cell has another form. */
  read(bytes: Buffer, start: number): number {
    if (bytes[start] !== LESS || bytes[start + 1] !== LOWER_C) return -1;
    this.column = -1;
    this.style = -1;
    this.isShared = false;
    this.isTyped = false;
    this.at = start + 2;
    while (bytes[this.at] === SPACE) if (!this.readAttribute(bytes)) return -1;
    if (bytes[this.at] !== GREATER || !this.pass(bytes, this.at + 1, VALUE)) return -1;
    return this.readNumber(bytes) && this.pass(bytes, this.at, CELL_END) ? this.at : -1;
  }

  private readAttribute(bytes: Buffer): boolean {
    const name = bytes[this.at + 1];
    if (bytes[this.at + 2] !== EQUALS || bytes[this.at + 3] !== DOUBLE_QUOTE) return false;
    this.at += 4;
    if (name === LOWER_R && this.column === -1) {
      this.column = this.readLetters(bytes) - 1;
      this.readDigits(bytes);
    } else if (name === LOWER_S && this.style === -1) {
      this.style = this.readDigits(bytes);
    } else if (name === LOWER_T && !this.isTyped) {
      this.isTyped = true;
      this.isShared = bytes[this.at] === LOWER_S;
      if (!this.isShared && bytes[this.at] !== LOWER_N) return false;
      this.at += 1;
    } else {
      return false;
    }
    return bytes[this.at++] === DOUBLE_QUOTE;
  }

  private readLetters(bytes: Buffer): number {
    let column = 0;
    for (let code = bytes[this.at] ?? 0; code >= UPPER_A && code <= UPPER_Z; code = bytes[++this.at] ?? 0) {
      column = column * 26 + code - UPPER_A + 1;
    }
    return column;
  }

  private readDigits(bytes: Buffer): number {
    let value = 0;
    for (let code = bytes[this.at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++this.at] ?? 0) {
      value = value * 10 + code - ZERO;
    }
    return value;
  }

  /** Reads a plain decimal of at most fifteen digits; an index of a shared string must be a whole number. */
  private readNumber(bytes: Buffer): boolean {
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    this.at = start;
    let value = this.readDigits(bytes);
    let digits = this.at - start;
    let places = 0;
    if (bytes[this.at] === POINT) {
      this.at += 1;
      for (let code = bytes[this.at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++this.at] ?? 0) {
        value = value * 10 + code - ZERO;
        places += 1;
      }
      digits += places;
    }
    if (digits === 0 || digits > EXACT_DIGITS || (this.isShared && (isNegative || digits + start !== this.at)))
      return false;
    const magnitude = places === 0 ? value : value / (POWERS[places] ?? 1);
    this.value = isNegative ? -magnitude : magnitude;
    return true;
  }

  private pass(bytes: Buffer, from: number, text: Buffer): boolean {
    for (let at = 0; at < text.length; at += 1) if (bytes[from + at] !== text[at]) return false;
    this.at = from + text.length;
    return true;
  }
}
