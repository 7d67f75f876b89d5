import { readAmount } from '../statement/amount.ts';
import { readDate } from '../statement/calendar-date.ts';
import { isBlank } from '../statement/column-binding.ts';
import { displayedText, legibleText } from '../statement/displayed-text.ts';
import { headerCells, headerKey, readHeader } from '../statement/header.ts';
import { beginsWithLabel, beginsWithTotal } from '../statement/row-kind.ts';
import type { Cell, SourceRow, SourceSheet } from '../statement/source.ts';
import { type ColumnProfile, profileColumn } from './column-profile.ts';
import { contentFit } from './content-fit.ts';
import { headerMeanings, namesPayee } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';

/** A column of a table: its header and the statistics of its cells. */
export interface TableColumn {
  /** 0-based position in the sheet. */
  readonly index: number;
  /** The column's name in a configuration: the header, with "#2" when it repeats an earlier one. */
  readonly name: string;
  /** The header with the caption of its group, if any, from which the meaning is found (column-title.ts). */
  readonly title: string;
  readonly profile: ColumnProfile;
}

/** The part of a sheet that looks like a table with a header. */
export interface SheetTable {
  readonly sheet: SourceSheet;
  /** 1-based row of the header; the lower row of a header in two rows. */
  readonly headerRow: number;
  readonly headerRows: 1 | 2;
  readonly columns: readonly TableColumn[];
  /** Rows above the header. */
  readonly titles: readonly SourceRow[];
  /** Rows with more than half as many cells as most rows have, without totals. */
  readonly dataRows: readonly SourceRow[];
  /** Other filled rows: headings of groups, totals, notes. */
  readonly oddRows: readonly SourceRow[];
}

/** Number of rows that are read of each sheet. They suffice to recognise a format in a file of any length. */
const SAMPLE_ROWS = 500;
/** Last row in which a header is searched. Mapping by "auto" searches fewer rows, but some reports begin with a title page. */
const HEADER_SEARCH_ROWS = 60;
/** Minimum score of a header, which takes two well-known column names. */
const HEADER_SCORE_MIN = 1.6;
const CELLS_SCORED_MAX = 120;

/**
 * Returns the first 500 rows of a sheet that are not blank, without reading far beyond row 2000. Throws UnreadableFile when the source
 * does.
 */
export function sampleRows(sheet: SourceSheet): readonly SourceRow[] {
  const rows: SourceRow[] = [];
  for (const row of sheet.rows()) {
    if (row.cells.some((cell) => !isBlank(cell))) rows.push(row);
    if (rows.length === SAMPLE_ROWS || row.row > 4 * SAMPLE_ROWS) break;
  }
  return rows;
}

/** Finds the table in the sampled rows of a sheet; null when no row looks like the header of a statement. */
export function findTable(sheet: SourceSheet, rows: readonly SourceRow[]): SheetTable | null {
  const best = findHeader(rows);
  const header = best === null ? undefined : rows[best.at];
  if (best === null || header === undefined) return null;
  const below = rows.slice(best.at + 1);
  const widths = below.map(({ cells }) => filledCount(cells)).sort((a, b) => a - b);
  // Most rows are data, so a data row has the median number of cells. Headings and totals have less than half of it.
  const medianWidth = widths[Math.floor(widths.length / 2)] ?? 0;
  const dataRows = below.filter(({ cells }) => {
    const filled = filledCount(cells);
    // A line of the plan "Total Care" has as many cells as other lines; a total has fewer.
    const isTotal = beginsWithTotal(cells) || (filled < medianWidth && beginsWithLabel(cells));
    return filled * 2 > medianWidth && !isTotal;
  });
  const names = uniqueNames(headerCells(rows, best.at, best.headerRows));
  const upper = best.headerRows === 2 ? rows[best.at - 1] : undefined;
  const captioned = upper === undefined ? [] : captionedCells(upper, header);
  return {
    sheet,
    headerRow: header.row,
    headerRows: best.headerRows,
    columns: names.flatMap((name, index) => {
      if (name === '') return [];
      const profile = profileColumn(dataRows.map(({ cells }) => cells[index] ?? ''));
      const words = captioned[index];
      const title = words === undefined ? name.replace(/#\d+$/, '') : titleOf(words, profile);
      return [{ index, name, title, profile }];
    }),
    titles: rows.slice(0, best.at + 1 - best.headerRows),
    dataRows,
    oddRows: below.filter((row) => !dataRows.includes(row)),
  };
}

interface FoundHeader {
  /** 0-based position among the sampled rows. */
  readonly at: number;
  readonly score: number;
  readonly headerRows: 1 | 2;
}

/** Finds the row that looks most like a header, alone or with the row above it. Of equal rows the first wins. */
function findHeader(rows: readonly SourceRow[]): FoundHeader | null {
  let best: FoundHeader | null = null;
  for (const [at, row] of rows.entries()) {
    if (row.row > HEADER_SEARCH_ROWS) break;
    const alone = headerScore(row.cells);
    if (alone >= HEADER_SCORE_MIN && alone > (best?.score ?? 0)) best = { at, score: alone, headerRows: 1 };
    const upper = rows[at - 1];
    if (upper === undefined || !mayContinue(upper, row)) continue;
    const both = headerScore(captionedCells(upper, row).map(titleByWords));
    // The upper row alone may already be the best header. Then the lower row continues it, if both score as much.
    const isUpperBest = best !== null && best.at === at - 1 && both >= best.score;
    const isBest = isUpperBest || both > (best?.score ?? 0);
    if (both >= HEADER_SCORE_MIN && both > alone && isBest) best = { at, score: both, headerRows: 2 };
  }
  return best;
}

/**
 * Returns whether two adjacent rows may be one header: both have only words, and the lower row has at least half as many cells as the
 * upper. A single text in the upper row is a caption, unless it is in the first column, where titles are.
 */
function mayContinue(upper: SourceRow, lower: SourceRow): boolean {
  if (upper.row !== lower.row - 1 || upper.cells.some(holdsTwoCaptions)) return false;
  const [above, below] = [filledCount(upper.cells), filledCount(lower.cells)];
  const isCaption = above > 1 || (above === 1 && isBlank(upper.cells[0] ?? ''));
  return isCaption && below * 2 >= above && ![...upper.cells, ...lower.cells].some(isValue);
}

/** Returns whether a cell holds the captions of two columns, "Member Member", which a PDF may print without a gap. */
function holdsTwoCaptions(cell: Cell): boolean {
  return typeof cell === 'string' && /\b(\p{L}{2,})\s+\1\b/iu.test(cell);
}

function isValue(cell: Cell): boolean {
  return !isBlank(cell) && looksLikeValue(cell);
}

/**
 * Scores a row as header: the sum of the weights of known column names, less half a point for each cell that is a value. A row with fewer
 * than two cells, or with values in more than a fifth of its cells, scores 0.
 */
function headerScore(cells: readonly Cell[]): number {
  const filled = cells.filter((cell) => !isBlank(cell)).slice(0, CELLS_SCORED_MAX);
  const values = filled.filter(looksLikeValue).length;
  if (filled.length < 2 || values * 5 > filled.length) return 0;
  const scores = filled.map((cell) => (typeof cell === 'string' ? Math.max(0, ...headerMeanings(cell).values()) : 0));
  return scores.reduce((sum, score) => sum + (score >= 0.5 ? score : 0), 0) - 0.5 * values;
}

function looksLikeValue(cell: Cell): boolean {
  if (typeof cell !== 'string') return true;
  const amount = readAmount(cell, { decimal: '.', creditDebitMark: 'negative' });
  if (amount.ok) return true;
  const date = readDate(cell, { order: 'MDY', openEnded: [] });
  return (date.ok && date.date !== null && /\d/.test(cell)) || cell.trim().length > 80;
}

function filledCount(cells: readonly Cell[]): number {
  return cells.reduce((count, cell) => count + (isBlank(cell) ? 0 : 1), 0);
}

/** Returns the unique names by which the mapping finds the columns; '' for a column that no name finds. */
function uniqueNames(cells: readonly Cell[]): readonly string[] {
  const header = readHeader(cells);
  return header.names.map(legibleText).map((name, index) => {
    if (name === '' || header.find(name) === index) return name;
    for (let count = 2; count <= cells.length; count += 1) {
      if (header.find(`${name}#${count}`) === index) return `${name}#${count}`;
    }
    return '';
  });
}

/**
 * The words of one column in a header of two rows. A caption merged over several columns fills only its first cell, so it also
 * belongs to the columns to the right, up to the next caption.
 */
interface CaptionedCell {
  /** The text of the lower row. */
  readonly own: string;
  /** The text of the upper row, above this column or a column to the left; '' without a caption. */
  readonly caption: string;
  /** True when the caption stands above this column, and not above a column to the left. */
  readonly hasOwnCaption: boolean;
  /** True when another column has the same text in the lower row. */
  readonly isRepeated: boolean;
}

/** Minimum weight of a known name. A lower weight is a guess from one common word. */
const KNOWN_WEIGHT_MIN = 0.5;

/** Returns the caption and the own text of each column, from two adjacent header rows, by position. */
function captionedCells(upper: SourceRow, lower: SourceRow): readonly CaptionedCell[] {
  const texts = ({ cells }: SourceRow) => cells.map((cell) => displayedText(cell).trim());
  const [above, below] = [texts(upper), texts(lower)];
  const counts = Map.groupBy(
    below.filter((text) => text !== ''),
    headerKey,
  );
  let caption = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [top, own] = [above[at] ?? '', below[at] ?? ''];
    // A text above an empty cell is a name merged over both rows. It is no caption of the columns to the right.
    if (top !== '') caption = own === '' ? '' : top;
    const isRepeated = own !== '' && (counts.get(headerKey(own))?.length ?? 0) > 1;
    return { own, caption: top === '' ? caption : top, hasOwnCaption: top !== '', isRepeated };
  });
}

/** Returns the title of a column from its header alone, while its values are not known yet. */
function titleByWords({ own, caption, hasOwnCaption, isRepeated }: CaptionedCell): string {
  const both = `${caption} ${own}`.trim();
  if (hasOwnCaption || isRepeated) return both;
  return own !== '' && bestWeight(own) < KNOWN_WEIGHT_MIN ? both : own;
}

/**
 * Returns the title of a column, from which its meaning is found. The caption is part of it above the column, above a repeated or
 * unknown name, when it names an agent, and when it makes the same meaning surer. "Broker" below "Commission" keeps its own
 * meaning.
 */
function titleOf({ own, caption, hasOwnCaption, isRepeated }: CaptionedCell, profile: ColumnProfile): string {
  const both = `${caption} ${own}`.trim();
  if (own === '' || caption === '' || isRepeated) return both;
  const [alone, joined] = [bestMeaning(own, profile), bestMeaning(both, profile)];
  if (joined === null) return alone === null && hasOwnCaption ? both : own;
  if (hasOwnCaption || alone === null || alone.score < KNOWN_WEIGHT_MIN) return both;
  const isAgentColumn = namesPayee(caption) && joined.meaning.startsWith('agent');
  return isAgentColumn || (joined.meaning === alone.meaning && joined.score > alone.score) ? both : own;
}

interface Meaning {
  readonly meaning: HeaderMeaning;
  readonly score: number;
}

/** Returns the likeliest meaning of a header above a column's values; null when the values refute every meaning. */
function bestMeaning(words: string, profile: ColumnProfile): Meaning | null {
  const fitting = [...headerMeanings(words)]
    .map(([meaning, weight]) => ({ meaning, score: weight * contentFit(meaning, profile).factor }))
    .filter(({ score }) => score > 0);
  return fitting.reduce<Meaning | null>((best, next) => (best === null || next.score > best.score ? next : best), null);
}

function bestWeight(words: string): number {
  return Math.max(0, ...headerMeanings(words).values());
}
