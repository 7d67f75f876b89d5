import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { isAmount } from './pdf-header.ts';
import { type PdfLine, pageLines } from './pdf-lines.ts';
import { withTablesBelow } from './pdf-side-tables.ts';
import type { PdfWord } from './pdf-words.ts';

/** The words of a page. */
export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly words: readonly PdfWord[];
}

/** The points by which the lines of two halves of a row may differ. */
const HEIGHT_TOLERANCE = 1;
/** The share of the right page's lines that need a left half. Titles are on the left page only. */
const MATCHED_SHARE = 0.95;
/** The most lines of the left page for each line of the right page. */
const LINES_MAX = 2;
const MEANING_MIN = 0.5;

/**
 * Returns the lines of all pages. A sheet that is wider than its paper is printed on left and right pages, either all left pages first or
 * alternating. When every pair has lines at the same heights, with the ids on its left page and the amounts on its right page, the pair is
 * read as one page with the number of the left page.
 */
export function documentLines(pages: readonly PdfPage[]): readonly PdfLine[] {
  const seen = pages.map((found) => {
    const page = { ...found, words: withTablesBelow(found.words, found.number) };
    return { page, lines: pageLines(page.words, page.number) };
  });
  const half = pages.length / 2;
  const pairings = Number.isInteger(half)
    ? [
        seen.slice(0, half).map((left, at) => [left, seen[half + at]] as const),
        seen.slice(0, half).map((_, at) => [seen[2 * at], seen[2 * at + 1]] as const),
      ]
    : [];
  // The header may be on the first pair alone.
  const pairing = pairings.find((pairs) => pairs.every(isPair) && pairs[0]?.[0]?.lines.some(namesIds) === true);
  if (pairing === undefined) return seen.flatMap(({ lines }) => lines);
  return pairing.flatMap(([left, right]) =>
    left === undefined || right === undefined ? [] : joinedLines(left.page, right.page),
  );
}

interface SeenPage {
  readonly page: PdfPage;
  readonly lines: readonly PdfLine[];
}

function isPair([left, right]: readonly [SeenPage | undefined, SeenPage | undefined]): boolean {
  if (left === undefined || right === undefined || right.lines.length < 2) return false;
  if (left.lines.length > LINES_MAX * right.lines.length || left.lines.some(hasAmount)) return false;
  if (!right.lines.some(hasAmount) || right.lines.some(namesIds)) return false;
  const heights = new Set(left.lines.map(({ y }) => Math.round(y)));
  const matched = right.lines.filter(({ y }) =>
    [-HEIGHT_TOLERANCE, 0, HEIGHT_TOLERANCE].some((by) => heights.has(Math.round(y) + by)),
  );
  return matched.length >= MATCHED_SHARE * right.lines.length;
}

const hasAmount = ({ runs }: PdfLine) => runs.some(({ text }) => isAmount(text));

/** Returns whether a line names columns, including the column of the ids. */
function namesIds({ runs }: PdfLine): boolean {
  if (runs.length < 2) return false;
  return runs.some(({ text }) => (headerMeanings(text).get('member_external_id') ?? 0) >= MEANING_MIN);
}

function joinedLines(left: PdfPage, right: PdfPage): readonly PdfLine[] {
  const drawings = 1 + left.words.reduce((most, { drawing }) => Math.max(most, drawing), 0);
  const moved = right.words.map((word) => ({
    ...word,
    left: word.left + left.width,
    right: word.right + left.width,
    drawing: word.drawing + drawings,
  }));
  return pageLines([...left.words, ...moved], left.number);
}
