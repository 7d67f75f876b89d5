import type { SourceRow, SourceSheet, StatementSource } from '../../../core/statement/source.ts';
import { columnsOf, overlap, type PdfColumn, wordsByColumn } from './pdf-columns.ts';
import { joined, type PdfLine } from './pdf-lines.ts';
import { type BodyLine, isTotalLine, lineText, type PdfTable } from './pdf-tables.ts';
import type { PdfWord } from './pdf-words.ts';

/** Lines above the header that become rows: a format with header "auto" searches thirty rows. */
const TITLES_FIRST = 10;
const TITLES_LAST = 15;
/** Lines of one cell follow each other in this many heights of their font. */
const WRAPPED_SPACING = 1.7;
/** Lines this close are one row, whatever they say: the text of a cell stands in the middle of its row. */
const SAME_ROW_SPACING = 0.75;
/** In the first column a wrapped line is closer to its row than rows are to each other. */
const PITCH_SHARE = 0.85;
const TITLE_CHARACTERS_MAX = 60;

/** Makes the sheets of a PDF: one for each table, or one of all lines when there is none. */
export function pdfSource(tables: readonly PdfTable[], lines: readonly PdfLine[]): StatementSource {
  const pages = lines.at(-1)?.page ?? 0;
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
    document: { pages, notes },
  };
}

/** The nearest title above the header; the name of the table is then the same every month. */
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

/** A row of the table: the line with its values, and the lines of wrapped texts above and below it. */
interface TableRow {
  readonly line: PdfLine;
  readonly kind: 'data' | 'header' | 'whole';
  readonly wrapped: PdfLine[];
}

interface ReadTable {
  readonly rows: readonly SourceRow[];
  /** The lines that are data. */
  readonly data: readonly PdfLine[];
}

function readTable(table: PdfTable): ReadTable {
  const columns = columnsOf(
    table.body.flatMap(({ line, kind }) => (kind === 'data' ? [line] : [])),
    table.header,
  );
  const body = tableRows(table.body, columns);
  const titles = table.titles.length <= TITLES_FIRST + TITLES_LAST ? table.titles : outermost(table.titles);
  const names = columns.map(({ name }) => name);
  const rows: SourceRow[] = titles.map((line, at) => textRow(line, at + 1));
  const header = table.header.at(-1);
  const add = ({ page, line }: PdfLine, cells: readonly string[], isHeading = false) =>
    rows.push({ row: rows.length + 1, cells, printed: { page, line, ...(isHeading ? { isHeading } : {}) } });
  if (header !== undefined) add(header, names);
  for (const row of body) add(row.line, row.kind === 'header' ? names : cellsOf(row, columns), isHeading(row));
  const data = body
    .filter(({ line, kind }) => kind === 'data' && !isTotalLine(line))
    .flatMap(({ line, wrapped }) => [line, ...wrapped]);
  return { rows, data };
}

/** A line that stands for no row and names no money. */
function isHeading({ line, kind }: TableRow): boolean {
  return kind === 'whole' && !isTotalLine(line) && !/\d[.,]\d{2}(?!\d)|\$/.test(lineText(line));
}

const outermost = (titles: readonly PdfLine[]) => [...titles.slice(0, TITLES_FIRST), ...titles.slice(-TITLES_LAST)];

function cellsOf({ line, kind, wrapped }: TableRow, columns: readonly PdfColumn[]): readonly string[] {
  const words = columns.map((): PdfWord[] => []);
  for (const one of [line, ...wrapped].toSorted((a, b) => a.y - b.y)) {
    for (const [at, own] of wordsByColumn(one, columns, kind === 'whole').entries()) words[at]?.push(...own);
  }
  return words.map(joined);
}

function tableRows(body: readonly BodyLine[], columns: readonly PdfColumn[]): readonly TableRow[] {
  const filled = (line: PdfLine) => wordsByColumn(line, columns, false).filter((words) => words.length > 0).length;
  const counts = body.flatMap(({ line, kind }) => (kind === 'data' ? [filled(line)] : [])).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  const rows: TableRow[] = [];
  const loose: PdfLine[] = [];
  for (const { line, kind } of body) {
    if (kind === 'header') rows.push({ line, kind, wrapped: [] });
    else if (kind === 'data' || (!isTotalLine(line) && filled(line) > Math.max(2, usual / 2)))
      rows.push({ line, kind: 'data', wrapped: [] });
    else if (isTotalLine(line)) rows.push({ line, kind: isDivided(line, columns) ? 'data' : 'whole', wrapped: [] });
    else loose.push(line);
  }
  const headings = attachWrapped(loose, rows, columns);
  const all = [...rows, ...headings.map((line): TableRow => ({ line, kind: 'whole', wrapped: [] }))];
  const inOrder = all.toSorted((a, b) => a.line.page - b.line.page || a.line.line - b.line.line);
  // Below the last row stand notes of the statement and no headings.
  const last = inOrder.findLastIndex(({ line, kind }) => kind === 'data' || isTotalLine(line));
  return inOrder.slice(0, last + 1);
}

/** A total with its amount in a column of its own is read like a row. */
function isDivided({ runs }: PdfLine, columns: readonly PdfColumn[]): boolean {
  return runs.every((run) => columns.filter((column) => overlap(run, column) > 0).length <= 1);
}

/** Adds lines of wrapped texts to their rows. Returns the other lines, which are headings of groups. */
function attachWrapped(
  loose: readonly PdfLine[],
  rows: readonly TableRow[],
  columns: readonly PdfColumn[],
): readonly PdfLine[] {
  const byPage = Map.groupBy(
    rows.filter(({ kind }) => kind === 'data'),
    ({ line }) => line.page,
  );
  const pitch = pitchOf([...byPage.values()]);
  return loose.filter((line) => {
    const row = nearestRow(line, byPage.get(line.page) ?? []);
    if (row === null || !isWrapped(line, row, { columns, pitch })) return true;
    row.wrapped.push(line);
    return false;
  });
}

/** The smallest usual distance between two rows. */
function pitchOf(pages: readonly (readonly TableRow[])[]): number {
  const distances = pages
    .flatMap((rows) => rows.map(({ line }, at) => line.y - (rows[at - 1]?.line.y ?? Number.NaN)))
    .filter((distance) => distance > 0)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 10)] ?? 0;
}

function nearestRow({ y }: PdfLine, rows: readonly TableRow[]): TableRow | null {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line.y ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  const [above, below] = [rows[low - 1], rows[low]];
  if (above === undefined || below === undefined) return above ?? below ?? null;
  // A text of many lines hangs together, so its last line is measured from the one before.
  const lowest = Math.max(above.line.y, ...above.wrapped.map((line) => line.y));
  return y - lowest <= below.line.y - y ? above : below;
}

function isWrapped(
  line: PdfLine,
  row: TableRow,
  { columns, pitch }: { readonly columns: readonly PdfColumn[]; readonly pitch: number },
): boolean {
  const distance = Math.abs(line.y - row.line.y);
  if (distance <= SAME_ROW_SPACING * line.size) return true;
  const furthest = Math.max(0, ...row.wrapped.map(({ y }) => Math.abs(y - row.line.y)));
  if (distance - furthest > WRAPPED_SPACING * line.size) return false;
  const cells = wordsByColumn(row.line, columns, false);
  return line.runs.every((run) => {
    const over = columns.flatMap((column, at) => (overlap(run, column) > 0 ? [at] : []));
    const [at] = over;
    if (over.length !== 1 || at === undefined) return false;
    if (at === 0 && distance > PITCH_SHARE * pitch) return false;
    return (cells[at]?.length ?? 0) > 0 || row.wrapped.length > 0;
  });
}
