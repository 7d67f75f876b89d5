import type { SourceRow, SourceSheet, StatementSource } from '../../../core/statement/source.ts';
import { columnsOf, divideLine, type PdfColumn, type PdfColumns, wholeLine } from './pdf-columns.ts';
import { joined, type PdfLine } from './pdf-lines.ts';
import { isTotalLine, lineText, type PdfPart, type PdfTable } from './pdf-tables.ts';
import { overlap, type PdfWord } from './pdf-words.ts';
import { attachWrapped, type LooseLine, type TableRow } from './pdf-wrapped.ts';

/** The most lines above the header that become rows. A format with header "auto" searches thirty rows. */
const TITLES_FIRST = 10;
const TITLES_LAST = 15;
/** The points by which the places of two headers of one layout may differ. */
const PLACE_TOLERANCE = 3;
const TITLE_CHARACTERS_MAX = 60;

/** The text of a document. */
export interface PdfText {
  readonly pages: number;
  readonly lines: readonly PdfLine[];
  /** Sentences about text that people and the reader may see differently. */
  readonly doubts: readonly string[];
}

/** Makes the sheets of a PDF: one for each table, or one of all lines when there is none. */
export function pdfSource(tables: readonly PdfTable[], { pages, lines, doubts }: PdfText): StatementSource {
  const found = tables.map((table) => ({ name: titleOf(table), ...readTable(table) }));
  const data = new Set(found.flatMap(({ data: own }) => own));
  const notes = lines.filter((line) => !data.has(line)).map(lineText);
  const sheets =
    found.length === 0
      ? [{ name: 'Text', rows: lines.map((line, at) => textRow(line, at + 1)) }]
      : uniqueNames(found).map(({ name, rows }) => ({ name, rows }));
  return {
    fileType: 'pdf',
    sheets: sheets.map(({ name, rows }): SourceSheet => ({ name, hidden: false, rows: () => rows })),
    document: { pages, notes, doubts },
  };
}

/** Returns the nearest title above the header, so that the name of the table is the same every month. */
function titleOf({ titles }: PdfTable): string | null {
  const title = titles.findLast(({ runs }) => runs.length === 1 && !/[\d:]/.test(runs[0]?.text ?? ''));
  return title === undefined ? null : lineText(title).slice(0, TITLE_CHARACTERS_MAX);
}

function uniqueNames<Table extends { readonly name: string | null }>(tables: readonly Table[]) {
  const taken = new Set<string>();
  return tables.map((table, at) => {
    const base = table.name ?? `Table ${at + 1}`;
    const name = taken.has(base.toLowerCase()) ? `${base} (${at + 1})` : base;
    taken.add(name.toLowerCase());
    return { ...table, name };
  });
}

function textRow(line: PdfLine, row: number): SourceRow {
  return { row, cells: line.runs.map(({ text }) => text), printed: { page: line.page, line: line.line } };
}

interface ReadTable {
  readonly rows: readonly SourceRow[];
  /** The lines that are data. */
  readonly data: readonly PdfLine[];
}

function readTable(table: PdfTable): ReadTable {
  const layouts = layoutsOf(table.parts);
  const main = layouts[0]?.columns ?? [];
  const names = main.map(({ name }) => name);
  const parts = table.parts.map((part, at): ReadPart => ({ ...part, ...(layouts[at] ?? NO_COLUMNS) }));
  const titles = table.titles.length <= TITLES_FIRST + TITLES_LAST ? table.titles : outermost(table.titles);
  const rows: SourceRow[] = titles.map((line, at) => textRow(line, at + 1));
  const body = tableRows(parts);
  for (const row of body) {
    const { line, kind } = row;
    const { cells, doubt } = kind === 'header' ? { cells: names, doubt: null } : cellsOf(row);
    const printed = { page: line.page, line: line.line, ...(isHeading(row) ? { isHeading: true } : {}) };
    rows.push({ row: rows.length + 1, cells, printed: doubt === null ? printed : { ...printed, doubt } });
  }
  const data = body
    .filter(({ line, kind }) => kind === 'data' && !isTotalLine(line))
    .flatMap(({ line, wrapped }) => [line, ...wrapped]);
  return { rows, data };
}

interface ReadPart extends PdfPart, PdfColumns {}

const NO_COLUMNS: PdfColumns = { columns: [], doubt: null };

/**
 * Finds the columns of each part. Parts whose headers are at the same positions are one layout, so that columns are found from the lines of
 * all of them.
 */
function layoutsOf(parts: readonly PdfPart[]): readonly PdfColumns[] {
  const placeOf = ({ header }: PdfPart) =>
    header.flatMap(({ runs }) => runs.map(({ left }) => Math.round(left / PLACE_TOLERANCE))).join(' ');
  const layouts = new Map<string, PdfColumns>();
  for (const [place, own] of Map.groupBy(parts, placeOf)) {
    const data = own.flatMap(({ body }) => body.flatMap(({ line, kind }) => (kind === 'data' ? [line] : [])));
    layouts.set(place, columnsOf(data, own[0]?.header ?? []));
  }
  return parts.map((part) => layouts.get(placeOf(part)) ?? NO_COLUMNS);
}

/** Returns true for a line that is not a row and names no money. */
function isHeading({ line, kind }: TableRow): boolean {
  return kind === 'whole' && !isTotalLine(line) && !/\d[.,]\d{2}(?!\d)|\$/.test(lineText(line));
}

const outermost = (titles: readonly PdfLine[]) => [...titles.slice(0, TITLES_FIRST), ...titles.slice(-TITLES_LAST)];

/** Returns the texts of a row by column, and the reason why one of them may be wrong. */
function cellsOf({ line, kind, columns, wrapped, doubts }: TableRow): {
  readonly cells: readonly string[];
  readonly doubt: string | null;
} {
  const words = columns.map((): PdfWord[] => []);
  let isDoubtful = false;
  for (const one of [line, ...wrapped].toSorted((a, b) => a.page - b.page || a.y - b.y)) {
    const divided = kind === 'whole' ? { cells: wholeLine(one, columns), isDoubtful: false } : divideLine(one, columns);
    for (const [at, own] of divided.cells.entries()) words[at]?.push(...own);
    isDoubtful ||= divided.isDoubtful;
  }
  const all = isDoubtful ? ['has a text that runs over several columns', ...doubts] : [...doubts];
  return { cells: words.map(joined), doubt: all[0] ?? null };
}

function tableRows(parts: readonly ReadPart[]): readonly TableRow[] {
  const filled = (line: PdfLine, columns: readonly PdfColumn[]) =>
    divideLine(line, columns).cells.filter((words) => words.length > 0).length;
  const counts = parts
    .flatMap(({ body, columns }) => body.flatMap(({ line, kind }) => (kind === 'data' ? [filled(line, columns)] : [])))
    .sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  const rows: TableRow[] = [];
  const loose: LooseLine[] = [];
  for (const { header, body, columns, doubt } of parts) {
    const add = (line: PdfLine, kind: TableRow['kind']) =>
      rows.push({
        line,
        kind,
        columns,
        wrapped: [],
        doubts: new Set(doubt === null ? [] : [`has columns that nothing tells apart: ${doubt}`]),
      });
    const last = header.at(-1);
    if (last !== undefined) add(last, 'header');
    for (const { line, kind } of body) {
      const isFilled = line.runs.length > 1 && filled(line, columns) > Math.max(2, usual / 2);
      if (kind === 'data' || (!isTotalLine(line) && isFilled)) add(line, 'data');
      else if (isTotalLine(line)) add(line, isDivided(line, columns) ? 'data' : 'whole');
      else loose.push({ line, columns });
    }
  }
  const headings = attachWrapped(rows, loose);
  return inOrderToLast([...rows, ...headings]);
}

/** Sorts rows by place and leaves out headings below the last row, which are notes of the statement. */
function inOrderToLast(rows: readonly TableRow[]): readonly TableRow[] {
  const inOrder = rows.toSorted((a, b) => a.line.page - b.line.page || a.line.line - b.line.line);
  const last = inOrder.findLastIndex(({ line, kind }) => kind !== 'whole' || isTotalLine(line));
  return inOrder.slice(0, last + 1);
}

/** Returns whether a line is divided into columns, as a total with its amount in a column of its own. */
function isDivided({ runs }: PdfLine, columns: readonly PdfColumn[]): boolean {
  return runs.every((run) => columns.filter((column) => overlap(run, column) > 0).length <= 1);
}
