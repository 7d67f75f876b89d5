import { CELL_CHARACTERS_MAX, CSV_COLUMNS_MAX } from '../../core/limits/statement-limits.ts';
import { shortened } from '../../core/statement/displayed-text.ts';
import { memoize } from '../../core/statement/pattern.ts';
import { type SourceRow, UnreadableFile } from '../../core/statement/source.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
/**
 * The most bytes of a cell that are read, enough for the longest cell: a character has at most four bytes, and a quotation mark inside
 * quotes is written twice.
 */
const CELL_BYTES_READ = 4 * (CELL_CHARACTERS_MAX + 1);

/**
 * Reads the records of a CSV text on demand. Quotes that enclose a cell follow RFC 4180; other quotes are ordinary characters, as in Excel.
 * CRLF, LF and CR end a record. Throws UnreadableFile, naming the row, where the division into rows is ambiguous.
 */
export function csvRows(text: string, delimiter: string): Generator<SourceRow> {
  return csvRowsOf(Buffer.from(text), delimiter);
}

/** Reads the records of a UTF-8 text. Only cells with other characters than ASCII are decoded. */
export function csvRowsOf(utf8: Buffer, delimiter: string): Generator<SourceRow> {
  return new CsvTokenizer(utf8, delimiter).rows();
}

/** Works on byte positions: all separators are ASCII, and UTF-8 has no ASCII byte inside another character. */
class CsvTokenizer {
  private readonly bytes: Buffer;
  /** The text with one character for each byte. ASCII cells are cut from it unchanged. */
  private readonly text: string;
  /** Decodes a cell with other characters. Memoized, because names repeat. */
  private readonly decoded = memoize((cell: string) => Buffer.from(cell, 'latin1').toString());
  private readonly delimiter: number;
  private position = 0;
  private row = 0;
  /** Number of cells of the previous record. */
  private widthBefore = 0;

  constructor(utf8: Buffer, delimiter: string) {
    this.bytes = utf8;
    this.text = utf8.toString('latin1');
    this.delimiter = delimiter.charCodeAt(0);
  }

  *rows(): Generator<SourceRow> {
    while (this.position < this.bytes.length) {
      this.row++;
      const cells = this.readRecord();
      if (cells.length > 0) this.widthBefore = cells.length;
      yield { row: this.row, cells };
    }
  }

  /** Reads one record, from its first character to the end of its line ending. */
  private readRecord(): string[] {
    const { bytes, delimiter } = this;
    const cells: string[] = [];
    if (this.atLineEnd()) {
      this.passLineEnd();
      return cells;
    }
    for (;;) {
      this.add(cells, this.readCell());
      if (this.position >= bytes.length) return cells;
      if (bytes[this.position] !== delimiter) {
        this.passLineEnd();
        return cells;
      }
      this.position++;
      if (this.position >= bytes.length) {
        this.add(cells, '');
        return cells;
      }
    }
  }

  private readCell(): string {
    switch (this.bytes[this.position]) {
      case QUOTE:
        return unmarked(this.readQuoted());
      case EQUALS:
      case SPACE:
        return unmarked(this.readIntroduced());
      case APOSTROPHE:
        return unmarked(this.readPlain());
      default:
        return this.readPlain();
    }
  }

  private add(cells: string[], cell: string): void {
    if (cells.length < CSV_COLUMNS_MAX) cells.push(cell);
    // Spreadsheets export empty formatted columns up to their own limit; these are dropped.
    else if (cell !== '') throw this.unreadable(`has more than ${CSV_COLUMNS_MAX} columns`);
  }

  private readPlain(): string {
    const { bytes, delimiter } = this;
    const start = this.position;
    let at = start;
    let seen = 0;
    for (; at < bytes.length; at++) {
      const code = bytes[at] ?? 0;
      if (code === delimiter || code === LF || code === CR) break;
      seen |= code;
    }
    this.position = at;
    const cell = this.text.slice(start, Math.min(at, start + CELL_BYTES_READ));
    return shortened(seen < 0x80 ? cell : this.decoded(cell));
  }

  /** Returns the position of the delimiter, line ending or end of text that ends an unquoted cell. */
  private cellEnd(start: number): number {
    const { bytes, delimiter } = this;
    let at = start;
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === delimiter || code === LF || code === CR) break;
    }
    return at;
  }

  private readQuoted(): string {
    const opened = this.position;
    const closed = this.closingQuote(opened);
    if (closed === -1) {
      throw this.unreadable(
        'has a quotation mark that is opened and never closed, so the rows after it cannot be told apart',
      );
    }
    const value = this.unescaped(opened + 1, closed);
    this.position = this.cellEnd(closed + 1);
    if (value.length > CELL_CHARACTERS_MAX && this.holdsRows(opened + 1, closed)) throw this.strayQuote();
    if (this.position === closed + 1) return value;
    const rest = this.cut(closed + 1, this.position);
    if (rest.trim() !== '' && this.hasLineBreak(opened + 1, closed)) throw this.strayQuote();
    return shortened(value + rest);
  }

  /**
   * Makes the error for a stray quotation mark that pairs with another quotation mark some lines below. The lines between would disappear
   * in one cell.
   */
  private strayQuote(): UnreadableFile {
    return this.unreadable('has a stray quotation mark that runs into the rows below it');
  }

  private hasLineBreak(from: number, to: number): boolean {
    const { bytes } = this;
    for (let at = from; at < to; at++) if (bytes[at] === LF || bytes[at] === CR) return true;
    return false;
  }

  /**
   * Returns whether an overlong cell consists of rows: at least half of its lines have as many delimiters as the previous record. A
   * shortened cell would hide these rows.
   */
  private holdsRows(from: number, to: number): boolean {
    const { bytes, delimiter, widthBefore } = this;
    if (widthBefore < 2) return false;
    let [lines, rows, delimiters, start] = [0, 0, 0, from];
    for (let at = from; at <= to; at++) {
      const code = bytes[at];
      if (at < to && code !== LF && code !== CR) {
        if (code === delimiter) delimiters++;
        continue;
      }
      if (at > start) {
        lines++;
        if (delimiters === widthBefore - 1) rows++;
      }
      delimiters = 0;
      start = at + 1;
    }
    return lines > 1 && rows * 2 >= lines;
  }

  /**
   * Reads a quoted cell after "=" or spaces. Exports write `="00123"` to keep leading zeros, and some put a space after every comma. The
   * quotes count only if they close on the same line.
   */
  private readIntroduced(): string {
    const { bytes } = this;
    let opened = this.position + 1;
    while (bytes[opened] === SPACE) opened++;
    if (bytes[opened] !== QUOTE) return this.readPlain();
    const closed = this.closingQuote(opened);
    if (closed === -1) return this.readPlain();
    const end = this.cellEnd(closed + 1);
    if (this.cut(closed + 1, end).trim() !== '' || this.hasLineBreak(opened + 1, closed)) return this.readPlain();
    this.position = end;
    return this.unescaped(opened + 1, closed);
  }

  private closingQuote(opened: number): number {
    const { text, bytes } = this;
    let closed = text.indexOf('"', opened + 1);
    while (closed !== -1 && bytes[closed + 1] === QUOTE) closed = text.indexOf('"', closed + 2);
    return closed;
  }

  private unescaped(from: number, to: number): string {
    const value = this.cut(from, to);
    return shortened(value.includes('"') ? value.replaceAll('""', '"') : value);
  }

  /** Returns the text between two positions, shortened to the maximum length of a cell. */
  private cut(from: number, end: number): string {
    const { bytes } = this;
    const to = Math.min(end, from + 2 * CELL_BYTES_READ);
    let seen = 0;
    for (let at = from; at < to; at++) seen |= bytes[at] ?? 0;
    const text = this.text.slice(from, to);
    return seen < 0x80 ? text : this.decoded(text);
  }

  private atLineEnd(): boolean {
    const code = this.bytes[this.position];
    return code === LF || code === CR;
  }

  private passLineEnd(): void {
    const code = this.bytes[this.position];
    this.position += code === CR && this.bytes[this.position + 1] === LF ? 2 : 1;
  }

  private unreadable(what: string): UnreadableFile {
    return new UnreadableFile(`Row ${this.row} ${what}.`);
  }
}

/**
 * Removes marks of text cells: `="…"` that was itself quoted, and a leading apostrophe. The apostrophe is removed only before a formula
 * sign or a single word with a digit, such as an id, because names may begin with one ('t Hooft).
 */
function unmarked(cell: string): string {
  const first = cell.charCodeAt(0);
  // A cell of the maximum length may have been shortened, and removing characters would hide that.
  if (cell.length > CELL_CHARACTERS_MAX) return cell;
  if (first === EQUALS && /^="(?:[^"\r\n]|"")*"$/.test(cell)) return cell.slice(2, -1).replaceAll('""', '"');
  if (first === APOSTROPHE && (GUARDED_SIGN.test(cell) || (MARKED_WORD.test(cell) && /\d/.test(cell))))
    return cell.endsWith("'") ? cell.slice(1, -1) : cell.slice(1);
  return cell;
}

const GUARDED_SIGN = /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const MARKED_WORD = /^'[^\s'"`<>=;|&]+'?$/;
