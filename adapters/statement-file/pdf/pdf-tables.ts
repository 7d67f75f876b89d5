import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { totalsLabel } from '../../../core/statement/totals-label.ts';
import { joined, type PdfLine, type PdfRun, pageLines } from './pdf-lines.ts';
import { type Band, overlap, type PdfWord } from './pdf-words.ts';

/** A line below the header of a table. */
export interface BodyLine {
  readonly line: PdfLine;
  readonly kind: 'data' | 'other';
}

/** The lines below one header. */
export interface PdfPart {
  readonly header: readonly PdfLine[];
  readonly body: readonly BodyLine[];
}

/**
 * A table with the lines above it and the lines between its data. It may continue over many pages, with a part below each repeated header.
 */
export interface PdfTable {
  readonly titles: readonly PdfLine[];
  readonly parts: readonly PdfPart[];
}

interface OpenTable extends PdfTable {
  readonly parts: { readonly header: readonly PdfLine[]; readonly body: BodyLine[] }[];
}

/** The largest distance between a row and its wrapped lines, in heights of their font. */
const TAIL_SPACING = 1.7;

/** Returns the text of a line: its runs with a space between them. */
export function lineText({ runs }: PdfLine): string {
  return runs.map(({ text }) => text).join(' ');
}

/** Returns whether a line is a total, by its label. */
export function isTotalLine(line: PdfLine): boolean {
  const label = totalsLabel((line.runs[0]?.text ?? '').replace(/\s+\(?-?\$?[\d,]*\.\d{2}\)?-?$/, ''));
  return label === 'sure' || label === 'end';
}

/** Divides the lines of a document into tables. Lines above no table are titles of the next one. */
export function tablesOf(lines: readonly PdfLine[]): readonly PdfTable[] {
  const finder = new TableFinder(repeatedLines(lines));
  for (const line of lines) finder.add(line);
  return finder.end();
}

/**
 * Finds page headers and footers: lines above or below all data of their page that several pages have at the same height with the same
 * words. Numbers in them may differ.
 */
function repeatedLines(lines: readonly PdfLine[]): (line: PdfLine) => boolean {
  const data = Map.groupBy(lines.filter(isDataLine), ({ page }) => page);
  const isOutside = ({ page, y }: PdfLine) => {
    const own = data.get(page);
    return own === undefined || y < (own[0]?.y ?? 0) || y > (own.at(-1)?.y ?? 0);
  };
  const keyOf = (line: PdfLine) => `${Math.round(line.y / 2)} ${lineText(line).replace(/\d+/g, '#')}`;
  const pages = new Map<string, Set<number>>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = pages.get(key) ?? new Set();
    pages.set(key, known.add(line.page));
  }
  return (line) => isOutside(line) && (pages.get(keyOf(line))?.size ?? 0) > 1;
}

class TableFinder {
  private readonly isRepeated: (line: PdfLine) => boolean;
  private readonly tables = new Map<string, OpenTable>();
  private current: OpenTable | null = null;
  /** Lines since the last data line. */
  private pending: PdfLine[] = [];

  constructor(isRepeated: (line: PdfLine) => boolean) {
    this.isRepeated = isRepeated;
  }

  add(line: PdfLine): void {
    if (!isDataLine(line)) {
      this.pending.push(line);
      return;
    }
    const header = findHeader(this.pending, line.page, new Set(this.tables.keys()));
    if (header !== null) this.enter(header);
    else this.keepOthers(this.pending);
    if (this.current === null) {
      this.pending.push(line);
      return;
    }
    this.pending = [];
    this.current.parts.at(-1)?.body.push({ line, kind: 'data' });
  }

  end(): readonly PdfTable[] {
    this.keepOthers(this.pending);
    return [...this.tables.values()];
  }

  /** Starts the table of a header, or continues it. */
  private enter({ lines, at }: PdfHeader): void {
    const tail = this.tailLength(this.pending.slice(0, at));
    this.keepOthers(this.pending.slice(0, tail));
    const above = this.pending.slice(tail, at);
    const key = signatureOf(lines);
    const known = this.tables.get(key);
    if (known === undefined) {
      // Totals below the last data line end the table before.
      this.keepOthers(above.filter(isTotalLine));
      this.current = {
        titles: above.filter((line) => this.current === null || !isTotalLine(line)),
        parts: [{ header: lines, body: [] }],
      };
      this.tables.set(key, this.current);
    } else {
      // Between two parts of a table are totals, names of the groups that follow, and lines that belong to the page.
      this.keepOthers(above.filter((line) => isTotalLine(line) || isGroupName(line)));
      this.current = known;
      known.parts.push({ header: lines, body: [] });
    }
    this.keepOthers(this.pending.slice(at + lines.length));
  }

  /** Counts the lines directly below the last row, which may be its wrapped text. */
  private tailLength(lines: readonly PdfLine[]): number {
    let before = this.current?.parts.at(-1)?.body.at(-1)?.line;
    let count = 0;
    for (const line of lines) {
      if (before?.page !== line.page || line.y - before.y > TAIL_SPACING * line.size) break;
      before = line;
      count += 1;
    }
    return count;
  }

  private keepOthers(lines: readonly PdfLine[]): void {
    for (const line of lines) {
      if (isTotalLine(line) || !this.isRepeated(line)) this.current?.parts.at(-1)?.body.push({ line, kind: 'other' });
    }
  }
}

/** Returns whether a line names a group, such as "Agent: Ann Lee" or "Plan group: Gold (continued)". */
function isGroupName(line: PdfLine): boolean {
  return line.runs.length <= 2 && /^\p{L}[\p{L} ]{1,30}:\s*\S/u.test(lineText(line));
}

function isDataLine(line: PdfLine): boolean {
  return line.runs.length > 1 && line.runs.some(({ text }) => isAmount(text)) && !isTotalLine(line);
}

/** The header of a table: lines that together name its columns. */
interface PdfHeader {
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

/** Returns the words of a header, by which a repeated header is recognized. */
function signatureOf(lines: readonly PdfLine[]): string {
  return lines.flatMap(({ runs }) => runs.map(({ text }) => text.toLowerCase())).join('|');
}

/**
 * Finds the header above a data line: the group of at most four lines above it whose words, read column by column, are most likely the
 * names of a statement's columns. A header with a known signature is preferred. Null when no lines look like a header.
 */
function findHeader(above: readonly PdfLine[], page: number, known: ReadonlySet<string>): PdfHeader | null {
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

/** The largest share of the lines below the headers that may reach from one table into the next, such as a grand total. */
const ACROSS_SHARE_MAX = 0.05;
/** The least number of column names of a table. */
const NAMES_MIN = 2;
/** The least space between two tables, in points. */
const SPACE_MIN = 4;

/**
 * Moves tables that are beside each other below each other, because they are one table whose rows continue in the next column of the page.
 * They are recognized by a line of names that repeats the same names, including that of the ids, with free space between the tables.
 */
export function withTablesBelow(words: readonly PdfWord[], page: number): readonly PdfWord[] {
  const lines = pageLines(words, page);
  const header = lines.findIndex((line) => copiesOf(line) > 1);
  const names = lines[header];
  if (names === undefined) return words;
  const below = lines.slice(header);
  const borders = bordersOf(names, below);
  if (borders === null) return words;
  const height = 1 + words.reduce((most, { y }) => Math.max(most, y), 0);
  const top = Math.min(...names.runs.flatMap((run) => run.words.map(({ y }) => y)));
  return words.map((word) => {
    if (word.y < top) return word;
    const table = borders.filter((border) => (word.left + word.right) / 2 > border).length;
    return { ...word, y: word.y + table * height };
  });
}

/** Returns how often a line repeats its names; 1 for a line that is no header with the name of ids. */
function copiesOf({ runs }: PdfLine): number {
  for (let size = NAMES_MIN; size <= runs.length / 2; size += 1) {
    if (runs.length % size !== 0) continue;
    const isRepeated = runs.every(({ text }, at) => text === runs[at % size]?.text);
    if (isRepeated && runs.slice(0, size).some(namesIds)) return runs.length / size;
  }
  return 1;
}

function namesIds({ text }: PdfRun): boolean {
  return (headerMeanings(text).get('member_external_id') ?? 0) >= MEANING_MIN;
}

/** Finds the free space between the tables; null when the lines below leave none. */
function bordersOf(names: PdfLine, below: readonly PdfLine[]): readonly number[] | null {
  const copies = copiesOf(names);
  const size = names.runs.length / copies;
  const borders: number[] = [];
  for (let table = 1; table < copies; table += 1) {
    const [before, first] = [names.runs[table * size - 1], names.runs[table * size]];
    if (before === undefined || first === undefined) return null;
    const border = freePlace({ left: before.left, right: first.left }, below);
    if (border === null) return null;
    borders.push(border);
  }
  return borders;
}

/** Returns the middle of the last space between two positions that nearly no line covers. */
function freePlace(between: Band, lines: readonly PdfLine[]): number | null {
  const runs = lines.flatMap((line) => line.runs.filter((run) => overlap(run, between) > 0));
  const edges = [between.left, between.right, ...runs.flatMap(({ left, right }) => [left, right])]
    .filter((edge) => edge >= between.left && edge <= between.right)
    .sort((a, b) => a - b);
  const free: { left: number; right: number }[] = [];
  for (const [at, left] of edges.entries()) {
    const right = edges[at + 1] ?? left;
    if (runs.filter((run) => overlap(run, { left, right }) > 0).length > ACROSS_SHARE_MAX * lines.length) continue;
    const last = free.at(-1);
    if (last?.right === left) last.right = right;
    else free.push({ left, right });
  }
  const space = free.findLast(({ left, right }) => right - left >= SPACE_MIN);
  return space === undefined ? null : (space.left + space.right) / 2;
}
