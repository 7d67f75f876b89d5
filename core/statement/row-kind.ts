import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { type BoundColumns, boundIndexes, isBlank, requiredIndexes } from './column-binding.ts';
import { legibleText } from './displayed-text.ts';
import { type Header, headerKey } from './header.ts';
import { headerWords } from './header-words.ts';
import type { SkippedRows } from './line.ts';
import { directionOf } from './line-kind.ts';
import type { LineTexts } from './line-texts.ts';
import type { Cell } from './source.ts';
import { isTotalsWord, totalsLabel } from './totals-label.ts';
import { judgeTotals, looksLikeTotal, type TotalsEvidence } from './totals-row.ts';

/**
 * Recognises rows that are not data (docs/reference/carriers-and-formats.md#reading-a-file). Only rows without a readable id and amount,
 * and rows that look like a page footer or a total, are examined. A repeated header has mostly names of the header in their places. Page
 * footers have at most three cells; totals are in totals-row.ts.
 */
export type OddRow = Extract<keyof SkippedRows, 'totals' | 'repeatedHeader'>;

const PAGE_FOOTER = /^page[\s:#]*\d+(?:\s*(?:of|\/)\s*\d+)?\.?$|^\W*end of (?:report|statement|file)\W*$/i;
const PAGE_FOOTER_CELLS_MAX = 3;
/** Matches "No activity this period" and "There were no commissions to report". */
const NO_ACTIVITY =
  /^\W*(?:there (?:is|was|are|were)\s+)?no\s+(?:\p{L}+\s+){0,3}?(?:activity|commissions?|payments?|transactions?|records?|data|earnings|results|statements?)\b/iu;

/** Tells whether a row begins with a label of a total: "Total", "Agent Total" or, possibly on a line, "Total Care". */
export function beginsWithLabel(cells: readonly Cell[]): boolean {
  return totalsLabel(firstText(cells)) !== null;
}

/** Tells whether a row begins with a bare word for a total. */
export function beginsWithTotal(cells: readonly Cell[]): boolean {
  return isTotalsWord(firstText(cells));
}

/** Tells whether a row with an id and an amount needs a closer look, because it may be a page footer or a total. */
export function looksOdd(
  id: string,
  cells: readonly Cell[],
  { bound, lines }: { readonly bound: BoundColumns; readonly lines: LineTexts },
): boolean {
  return PAGE_FOOTER.test(id) || looksLikeTotal(cells, bound, lines);
}

/** Returns the kind of a suspicious row: null for data, 'doubtful' when undecidable. */
export function recogniseOddRow(
  cells: readonly Cell[],
  sheet: { readonly header: Header; readonly bound: BoundColumns },
  evidence: TotalsEvidence,
): OddRow | 'doubtful' | null {
  if (isRepeatedHeader(cells, sheet)) return 'repeatedHeader';
  if (isNoActivity(cells)) return 'totals';
  if (!evidence.config.skipRows.totals) return null;
  return isPageFooter(cells) ? 'totals' : judgeTotals(cells, sheet.bound, evidence);
}

/** Tells whether most cells are names of the header in their places, or most are its names and so are the required cells. */
function isRepeatedHeader(
  cells: readonly Cell[],
  { header, bound }: { readonly header: Header; readonly bound: BoundColumns },
): boolean {
  const keys = cells.map((cell) => (typeof cell === 'string' ? headerKey(cell) : ''));
  const filled = cells.filter((cell) => !isBlank(cell)).length;
  const isMostly = (count: number) => count * 2 > filled;
  if (filled < 2) return false;
  return header.rows.some((row) => {
    const names = row.map(headerKey);
    const known = new Set(names);
    const isName = (key: string | undefined) => key !== undefined && key !== '' && known.has(key);
    const requiredAreNames = [...requiredIndexes(bound)].every((index) => isName(keys[index]));
    return isMostly(countInPlace(keys, names)) || (requiredAreNames && isMostly(keys.filter(isName).length));
  });
}

/** Counts the names that are in the same place as in the header. */
function countInPlace(keys: readonly string[], names: readonly string[]): number {
  return keys.filter((key, at) => key !== '' && names[at] === key).length;
}

/**
 * Returns in words how a repeated header contradicts the header; null when it agrees. Later rows would be misread when a
 * column moved, or when the id or the amount has another name.
 */
export function headerContradiction(
  cells: readonly Cell[],
  { header, bound }: { readonly header: Header; readonly bound: BoundColumns },
): string | null {
  const keys = cells.map((cell) => (isBlank(cell) ? '' : headerKey(legibleText(cell))));
  const rows = header.rows.map((row) => row.map(headerKey));
  const known = rows.toSorted((a, b) => countInPlace(keys, b) - countInPlace(keys, a))[0] ?? [];
  const required = requiredIndexes(bound);
  for (const index of boundIndexes(bound)) {
    const key = known[index] ?? '';
    const found = keys[index] ?? '';
    if (key === '' || found === key) continue;
    if (keys.some((other, at) => other === key && known[at] !== key))
      return `"${header.names[index]}" stands elsewhere`;
    if (found !== '' && required.has(index))
      return `"${legibleText(cells[index] ?? '')}" stands where "${header.names[index]}" stood`;
  }
  return null;
}

/** Returns the text of the first filled cell; "" when it is a number. */
function firstText(cells: readonly Cell[]): string {
  const first = cells.find((cell) => !isBlank(cell));
  return typeof first === 'string' ? legibleText(first) : '';
}

function isPageFooter(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell));
  return filled.length <= PAGE_FOOTER_CELLS_MAX && filled.some((cell) => PAGE_FOOTER.test(legibleText(cell)));
}

/** Recognises a notice of no activity, alone or beside one text without digits. */
function isNoActivity(cells: readonly Cell[]): boolean {
  const filled = cells
    .filter((cell) => !isBlank(cell))
    .map((cell) => (typeof cell === 'string' ? legibleText(cell) : '0'));
  const others = filled.filter((text) => !NO_ACTIVITY.test(text));
  return filled.length > others.length && others.length <= 1 && others.every((text) => !/\d/.test(text));
}

/**
 * Joins the texts of a row with spaces, for skip patterns and group rows. An overlong row is truncated just beyond the
 * pattern limit.
 */
export function rowText(cells: readonly Cell[], textOf: (cell: Cell) => string = legibleText): string {
  let joined = '';
  for (const cell of cells) {
    if (joined.length > PATTERN_LIMITS.textCharacters) break;
    const text = textOf(cell);
    if (text !== '') joined += joined === '' ? text : ` ${text}`;
  }
  return joined.slice(0, PATTERN_LIMITS.textCharacters + 1).replace(/[\r\n]+/g, ' ');
}

/** Largest numbers of cells and words of a heading. Longer rows are data or prose. */
const HEADING_CELLS_MAX = 2;
const HEADING_WORDS_MAX = 4;
/** Matches headings of blocks with payments and chargebacks, such as "Renewals & Chargebacks". */
const MIXED = /[&/,+]|\b(?:and|or|incl)/i;
/** Matches headings that end a block of chargebacks. The name of an agent does not end it. */
const OTHER_BLOCK =
  /renew|initial|\bnew\b|first|adjust|overrid|bonus|commission|advance|residual|trail|earned|summary/i;

/** Follows the headings of chargebacks on one sheet: its name, captions above the header, and captions between the lines. */
export interface BlockHeadings {
  /** Takes a row above the header. */
  seeTitle(cells: readonly Cell[]): void;
  /** Takes a row below the header that is no line: a caption begins or ends a block, and a total ends it. */
  seeRow(cells: readonly Cell[]): void;
  /** Returns the heading of chargebacks that the next line stands under; null outside such a block. */
  current(): string | null;
}

/** Starts at the top of a sheet. The name is empty for CSV. */
export function blockHeadings(sheetName: string): BlockHeadings {
  const sheetHeading = namesTakenBack(sheetName) ? sheetName : null;
  let heading = sheetHeading;
  return {
    seeTitle(cells) {
      if (isCaption(cells)) heading = rowText(cells);
    },
    seeRow(cells) {
      if (isCaption(cells)) heading = rowText(cells);
      else if (endsBlock(cells)) heading = sheetHeading;
    },
    current: () => heading,
  };
}

/** Returns whether a row is the caption of chargebacks. A caption beside an amount belongs to a summary. */
function isCaption(cells: readonly Cell[]): boolean {
  return isShort(cells) && !cells.some(isNumber) && namesTakenBack(rowText(cells));
}

function endsBlock(cells: readonly Cell[]): boolean {
  if (!isShort(cells)) return false;
  const text = rowText(cells);
  return OTHER_BLOCK.test(text) || totalsLabel(text) === 'sure';
}

function isShort(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell)).length;
  return filled > 0 && filled <= HEADING_CELLS_MAX;
}

/** Returns whether a cell is a number, a date or an amount: digits without letters before them. */
function isNumber(cell: Cell): boolean {
  return typeof cell !== 'string' || /^[^\p{L}]*\d/u.test(legibleText(cell));
}

function namesTakenBack(text: string): boolean {
  if (MIXED.test(text) || totalsLabel(text) !== null) return false;
  return headerWords(text).length <= HEADING_WORDS_MAX && directionOf(text, 'type') === 'back';
}
