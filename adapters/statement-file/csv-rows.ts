import { CELL_CHARACTERS_MAX, CSV_COLUMNS_MAX } from '../../core/limits.ts';
import { remembering } from '../../core/statement/remembering.ts';
import { type SourceRow, UnreadableFile } from '../../core/statement/source.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;

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
  private readonly decoded = remembering((cell: string) => Buffer.from(cell, 'latin1').toString());
  private readonly delimiter: number;
  private position = 0;
  private row = 0;

  constructor(utf8: Buffer, delimiter: string) {
    this.bytes = utf8;
    this.text = utf8.toString('latin1');
    this.delimiter = delimiter.charCodeAt(0);
  }

  *rows(): Generator<SourceRow> {
    while (this.position < this.bytes.length) {
      this.row++;
      yield { row: this.row, cells: this.readRecord() };
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
    const cell = this.text.slice(start, at);
    return this.bounded(seen < 0x80 ? cell : this.decoded(cell));
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
    if (this.position === closed + 1) return value;
    const rest = this.cut(closed + 1, this.position);
    if (rest.trim() !== '' && /[\r\n]/.test(value)) {
      // A stray quotation mark paired with one some lines below: reading on would hide those lines in one cell.
      throw this.unreadable('has a stray quotation mark that runs into the rows below it');
    }
    return this.bounded(value + rest);
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
    const value = this.cut(opened + 1, closed);
    if (this.cut(closed + 1, end).trim() !== '' || /[\r\n]/.test(value)) return this.readPlain();
    this.position = end;
    return this.bounded(value.replaceAll('""', '"'));
  }

  private closingQuote(opened: number): number {
    const { text, bytes } = this;
    let closed = text.indexOf('"', opened + 1);
    while (closed !== -1 && bytes[closed + 1] === QUOTE) closed = text.indexOf('"', closed + 2);
    return closed;
  }

  private unescaped(from: number, to: number): string {
    const value = this.cut(from, to);
    return this.bounded(value.includes('"') ? value.replaceAll('""', '"') : value);
  }

  private cut(from: number, to: number): string {
    const { bytes } = this;
    let seen = 0;
    for (let at = from; at < to; at++) seen |= bytes[at] ?? 0;
    const text = this.text.slice(from, to);
    return seen < 0x80 ? text : this.decoded(text);
  }

  private bounded(cell: string): string {
    if (cell.length <= CELL_CHARACTERS_MAX) return cell;
    throw this.unreadable(`has a cell of more than ${CELL_CHARACTERS_MAX.toLocaleString('en-US')} characters`);
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
  if (first === EQUALS && /^="(?:[^"\r\n]|"")*"$/.test(cell)) return cell.slice(2, -1).replaceAll('""', '"');
  if (first === APOSTROPHE && (GUARDED_SIGN.test(cell) || (MARKED_WORD.test(cell) && /\d/.test(cell))))
    return cell.endsWith("'") ? cell.slice(1, -1) : cell.slice(1);
  return cell;
}

const GUARDED_SIGN = /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const MARKED_WORD = /^'[^\s'"`<>=;|&]+'?$/;
