import { HEADER_SEARCH_ROWS } from '../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import { csvRows } from './csv-rows.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The number of characters that are searched: enough for the title lines, the header and some data of all known statements. */
export const SAMPLE_CHARACTERS = 65_536;
/** The number of rows that are compared: twice the rows in which the header is searched. */
const SAMPLE_ROWS = 2 * HEADER_SEARCH_ROWS;

interface Reading {
  readonly delimiter: string;
  /** The number of columns that most rows have with this delimiter. */
  readonly columns: number;
  readonly rows: number;
  /** Index of the first row with that many columns: the header, if this is the right delimiter. */
  readonly first: number;
}

/**
 * Reads Excel's first line `sep=;`, which names the delimiter and is no data row. It overrides the declared delimiter, because the file
 * was written with it.
 */
export function separatorLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const found = /^"?sep=([,;\t|:^~])"?(?:\r\n|\n|\r|$)/i.exec(text);
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length };
}

/** Returns the delimiter that gives most rows the same number of columns, respecting quotes; a comma when none divides the rows. */
export function sniffDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  return DELIMITERS.map((delimiter) => readWith(delimiter, sample)).reduce((best, next) =>
    isBetter(next, best) ? next : best,
  ).delimiter;
}

function readWith(delimiter: string, sample: string): Reading {
  const widths = rowWidths(delimiter, sample);
  const frequency = new Map<number, number>();
  for (const width of widths) if (width > 1) frequency.set(width, (frequency.get(width) ?? 0) + 1);
  let columns = 1;
  let rows = 0;
  for (const [width, count] of frequency) {
    if (count > rows || (count === rows && width > columns)) [columns, rows] = [width, count];
  }
  return { delimiter, columns, rows, first: widths.indexOf(columns) };
}

function rowWidths(delimiter: string, sample: string): number[] {
  const widths: number[] = [];
  try {
    for (const { cells } of csvRows(sample, delimiter)) {
      if (cells.length > 0) widths.push(cells.length);
      if (widths.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // An error is ignored: the sample may end inside a quoted cell, and a wrong delimiter may find stray quotes.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return widths;
}

/**
 * Returns whether reading `a` is better. A character inside values, such as a decimal comma, is missing from the header. It therefore
 * starts to divide rows later, and divides no more rows than the real delimiter.
 */
function isBetter(a: Reading, b: Reading): boolean {
  if (a.rows === 0 || b.rows === 0) return a.rows > b.rows;
  if (a.first < b.first && a.rows >= b.rows) return true;
  if (b.first < a.first && b.rows >= a.rows) return false;
  return a.rows * (a.columns - 1) > b.rows * (b.columns - 1);
}
