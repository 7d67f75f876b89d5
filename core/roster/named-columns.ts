import { singleSpaced } from '../folded-text.ts';
import { displayedText } from '../statement/displayed-text.ts';
import type { Cell, SourceRow, StatementSource } from '../statement/source.ts';

/** Reads tables whose header names the columns, as people make them in a spreadsheet. */

/** Rows above the header that are looked at. */
const TITLES_MAX = 20;

/** Names of columns in lower case, without spaces and punctuation, divided by spaces. The earlier name of a column wins. */
export interface ColumnNames<Column extends string> {
  readonly columns: readonly Column[];
  readonly names: Readonly<Record<Column, string>>;
  /** Tells from its columns whether a row is the header. */
  readonly isHeader: (has: (column: Column) => boolean) => boolean;
}

export interface NamedRow<Column extends string> {
  /** Number of the row in a spreadsheet. */
  readonly row: number;
  /** Returns a cell; null for a column that the table does not have. */
  cell(column: Column): Cell | null;
  /** Returns the shown text; null for a blank cell. */
  text(column: Column): string | null;
}

/** Returns the rows below the header of the first visible sheet that has one; null for a file without a header. */
export function readNamedColumns<Column extends string>(
  source: StatementSource,
  wanted: ColumnNames<Column>,
): readonly NamedRow<Column>[] | null {
  for (const sheet of source.sheets) {
    if (sheet.hidden) continue;
    const rows = [...sheet.rows()];
    const headers = rows.slice(0, TITLES_MAX).map(({ cells }) => readHeader(cells, wanted));
    const at = headers.findIndex((found) => wanted.isHeader((column) => found.has(column)));
    const header = headers[at];
    if (header !== undefined) return rows.slice(at + 1).map((row) => namedRow(row, header));
  }
  return null;
}

function readHeader<Column extends string>(
  cells: readonly Cell[],
  { columns, names }: ColumnNames<Column>,
): ReadonlyMap<Column, number> {
  const texts = cells.map((cell) =>
    displayedText(cell)
      .normalize('NFKC')
      .toLowerCase()
      .replace('#', 'number')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  const found = columns.map((column) => {
    const place = names[column]
      .split(' ')
      .map((name) => texts.indexOf(name))
      .find((at) => at >= 0);
    return [column, place ?? -1] as const;
  });
  return new Map(found.filter(([, place]) => place >= 0));
}

function namedRow<Column extends string>(
  { row, cells }: SourceRow,
  header: ReadonlyMap<Column, number>,
): NamedRow<Column> {
  const cell = (column: Column) => cells[header.get(column) ?? -1] ?? null;
  return {
    row,
    cell,
    text: (column) => {
      const found = cell(column);
      const shown = found === null ? '' : singleSpaced(displayedText(found));
      return shown === '' ? null : shown;
    },
  };
}
