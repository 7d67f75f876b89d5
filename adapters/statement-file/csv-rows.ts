import { CELL_CHARACTERS_MAX, CSV_COLUMNS_MAX } from '../../core/limits/statement-limits.ts';
import { shortened } from '../../core/statement/long-cell.ts';
import { memoize } from '../../core/statement/memoize.ts';
import { type SourceRow, UnreadableFile } from '../../core/statement/source.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
/** Enough for the longest cell, whose characters have four bytes at most; inside quotes a quotation mark is written twice. */
const CELL_BYTES_READ = 4 * (CELL_CHARACTERS_MAX + 1);

/**
 * The records of a CSV text, read on demand. Quotes follow RFC 4180 where they enclose a cell; anywhere else they are
 * ordinary characters, as Excel reads them. Any of CRLF, LF and CR ends a record. Throws UnreadableFile, naming the
 * row, where going on would have to guess which rows exist.
 */
export function csvRows(text: string, delimiter: string): Generator<SourceRow> {
  return csvRowsOf(Buffer.from(text), delimiter);
}

/** The same of a text in UTF-8, of which only the cells that need it are decoded. */
export function csvRowsOf(utf8: Buffer, delimiter: string): Generator<SourceRow> {
  return new CsvTokenizer(utf8, delimiter).rows();
}

/** Positions are those of bytes: whatever divides cells is ASCII, and UTF-8 has no such byte inside another character. */
class CsvTokenizer {
  private readonly bytes: Buffer;
  /** Each byte as a character: what is ASCII is cut from it as it is. */
  private readonly text: string;
  /** What such characters stand for; names repeat. */
  private readonly decoded = memoize((cell: string) => Buffer.from(cell, 'latin1').toString());
  private readonly delimiter: number;
  private position = 0;
  private row = 0;
  /** Cells of the record before this one. */
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

  /** Starts at the first character of a record and ends behind its line ending. */
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
    // Spreadsheets export formatted but empty columns up to their own limit: those say nothing and are let go.
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

  /** The delimiter, line ending or end of text that ends an unquoted cell. */
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

  /** A stray quotation mark paired with one some lines below: reading on would hide those lines in one cell. */
  private strayQuote(): UnreadableFile {
    return this.unreadable('has a stray quotation mark that runs into the rows below it');
  }

  private hasLineBreak(from: number, to: number): boolean {
    const { bytes } = this;
    for (let at = from; at < to; at++) if (bytes[at] === LF || bytes[at] === CR) return true;
    return false;
  }

  /**
   * Whether a cell that is too long is made of rows rather than of text: half of its lines or more have as many delimiters as the record
   * before. What is left of it is shortened, so nobody would see the rows again.
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
   * A quoted cell behind "=" or spaces: `="00123"` is how exports keep a spreadsheet from eating leading zeros, and some
   * put a space behind every comma. Taken only when it closes cleanly on the same line; anything else stays as written.
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

  /** The text between two positions, or its beginning where that is longer than a cell may be. */
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
 * Takes off what marks a cell as text for a spreadsheet: `="…"` that was itself quoted, and the leading apostrophe. The
 * apostrophe goes only from a guarded formula sign and from a single word with a digit in it, which an id, an amount or a
 * date is: names may begin with one ('t Hooft).
 */
function unmarked(cell: string): string {
  const first = cell.charCodeAt(0);
  // Taking something off would hide that the text is a shortened one.
  if (cell.length > CELL_CHARACTERS_MAX) return cell;
  if (first === EQUALS && /^="(?:[^"\r\n]|"")*"$/.test(cell)) return cell.slice(2, -1).replaceAll('""', '"');
  if (first === APOSTROPHE && (GUARDED_SIGN.test(cell) || (MARKED_WORD.test(cell) && /\d/.test(cell))))
    return cell.endsWith("'") ? cell.slice(1, -1) : cell.slice(1);
  return cell;
}

const GUARDED_SIGN = /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const MARKED_WORD = /^'[^\s'"`<>=;|&]+'?$/;
