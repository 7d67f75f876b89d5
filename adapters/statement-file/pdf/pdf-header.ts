import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { overlap } from './pdf-band.ts';
import { joined, type PdfLine, type PdfRun } from './pdf-lines.ts';
import type { PdfWord } from './pdf-words.ts';

/** The header of a table: lines that together name its columns. */
export interface PdfHeader {
  readonly lines: readonly PdfLine[];
  /** Index of the first line among the lines that were searched. */
  readonly at: number;
}

/** Matches an amount with cents, or a whole amount with a dollar sign. */
const AMOUNT =
  /(?:^|[\s$€£([<+-])\d{1,3}(?:[,.\s]?\d{3})*[.,]\d{2,4}[)\]>]?-?(?:\s*(?:CR|DR|DB))?$|^[([<+-]?\$\s?\d[\d,]*[)\]>]?-?$/i;
const HEADER_LINES_MAX = 4;
/** The most lines between a header and the first data line, such as headings of groups. */
const LINES_BETWEEN_MAX = 6;
/** The largest distance between lines of a header, in heights of their font. */
const SPACING_MAX = 1.9;
/** The least score of a header: two well-known names, or three likely names. */
const SCORE_MIN = 1.2;
const MEANING_MIN = 0.5;
/** The score that each line of a header costs, so that a line without meaning does not become a part of it. */
const COST_OF_LINE = 0.05;

/** Returns whether a text is an amount of money. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** Returns the words of a header, by which a repeated header is recognised. */
export function signatureOf(lines: readonly PdfLine[]): string {
  return lines.flatMap(({ runs }) => runs.map(({ text }) => text.toLowerCase())).join('|');
}

/**
 * Finds the header above a data line: the group of at most four lines above it whose words, read column by column, are most likely the
 * names of a statement's columns. A header with a known signature is preferred. Null when no lines look like a header.
 */
export function findHeader(above: readonly PdfLine[], page: number, known: ReadonlySet<string>): PdfHeader | null {
  let best: { readonly header: PdfHeader; readonly score: number } | null = null;
  const first = Math.max(0, above.length - LINES_BETWEEN_MAX - HEADER_LINES_MAX);
  for (let end = above.length; end > Math.max(first, above.length - LINES_BETWEEN_MAX); end -= 1) {
    for (let at = end - 1; at >= Math.max(first, end - HEADER_LINES_MAX); at -= 1) {
      const lines = above.slice(at, end);
      if (!isStack(lines, page)) break;
      if (known.has(signatureOf(lines))) return { lines, at };
      const score = scoreOf(lines) - COST_OF_LINE * lines.length;
      if (score >= SCORE_MIN && score > (best?.score ?? 0)) best = { header: { lines, at }, score };
    }
  }
  return best?.header ?? null;
}

function isStack(lines: readonly PdfLine[], page: number): boolean {
  return lines.every((line, at) => {
    const before = lines[at - 1];
    if (line.page !== page || line.runs.some(({ text }) => isValue(text))) return false;
    return before === undefined || line.y - before.y <= SPACING_MAX * Math.max(line.size, before.size);
  });
}

/** Returns true for amounts, dates, long numbers and sentences, none of which a header has. */
function isValue(text: string): boolean {
  return isAmount(text) || /\d{3}|\d[/-]\d/.test(text) || text.length > 60 || /:\s*\S/.test(text);
}

function scoreOf(lines: readonly PdfLine[]): number {
  if (!lines.some(({ runs }) => runs.length > 1)) return 0;
  let score = 0;
  for (const words of cellsOf(lines.flatMap(({ runs }) => runs))) {
    const meaning = Math.max(0, ...headerMeanings(joined(words)).values());
    score += meaning >= MEANING_MIN ? meaning : 0;
  }
  return score;
}

/** Joins runs that overlap horizontally into one cell. Returns the words of each cell. */
function cellsOf(runs: readonly PdfRun[]): readonly (readonly PdfWord[])[] {
  const cells: { left: number; right: number; words: PdfWord[] }[] = [];
  for (const run of runs) {
    const cell = cells.find((one) => overlap(one, run) > 0);
    if (cell === undefined) cells.push({ left: run.left, right: run.right, words: [...run.words] });
    else {
      cell.words.push(...run.words);
      cell.left = Math.min(cell.left, run.left);
      cell.right = Math.max(cell.right, run.right);
    }
  }
  return cells.map(({ words }) => words);
}
