import { displayedText } from './displayed-text.ts';
import type { Cell, SourceRow } from './source.ts';

/**
 * The header row of a statement (docs/reference/carriers-and-formats.md#columns). Names match regardless of case, white
 * space and punctuation, and an exact spelling wins. A percent sign is kept, because "Commission %" read as
 * "Commission" would be wrong by dollars. A repeated name is found as "Agent Name#2", then "#3".
 */
export interface Header {
  /** Names as the carrier wrote them. */
  readonly names: readonly string[];
  /** The names in each row of the header: one row or two. A page may repeat either row. */
  readonly rows: readonly (readonly string[])[];
  /** Returns the 0-based position of a name, or null. */
  find(name: string): number | null;
}

/** Key of a spelling without case, white space and invisible characters. */
function closeKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '');
}

/** Returns the key that equivalent spellings share. A name of punctuation only ("#") is its own key. */
export function headerKey(name: string): string {
  const close = closeKey(name);
  return close.replace(/[^\p{L}\p{N}%]+/gu, '') || close;
}

/** Returns the names of the header that ends in row `at`. With two header rows the names of both are joined. */
export function headerCells(rows: readonly SourceRow[], at: number, headerRows: 1 | 2 = 1): readonly Cell[] {
  const lower = rows[at];
  const upper = rows[at - 1];
  if (lower === undefined) return [];
  if (headerRows === 1 || upper === undefined || upper.row !== lower.row - 1) return lower.cells;
  const width = Math.max(lower.cells.length, upper.cells.length);
  return Array.from({ length: width }, (_, index) =>
    [upper.cells[index], lower.cells[index]]
      .map((cell) => (cell === undefined ? '' : displayedText(cell)))
      .filter((text) => text !== '')
      .join(' '),
  );
}

/** Reads the header that ends in row `at`. */
export function readHeaderRows(rows: readonly SourceRow[], at: number, headerRows: 1 | 2 = 1): Header {
  const header = readHeader(headerCells(rows, at, headerRows));
  const [upper, lower] = [rows[at - 1], rows[at]];
  if (headerRows === 1 || lower === undefined || upper?.row !== lower.row - 1) return header;
  return { ...header, rows: [upper, lower].map(({ cells }) => cells.map(displayedText)) };
}

/** Reads a header row and indexes its names. */
export function readHeader(cells: readonly Cell[]): Header {
  const names = cells.map(displayedText);
  const close = positionsByKey(names, closeKey, '#');
  const loose = positionsByKey(names, headerKey, '');
  return { names, rows: [names], find: (name) => close.get(closeKey(name)) ?? loose.get(headerKey(name)) ?? null };
}

/** Indexes names by key. A repeated name gets its number appended, unless another header has that name. */
function positionsByKey(names: readonly string[], keyOf: (name: string) => string, mark: string): Map<string, number> {
  const found = new Map<string, number>();
  const repeats: { key: string; position: number }[] = [];
  const counts = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const key = keyOf(name);
    if (key === '') continue;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1) found.set(key, position);
    else repeats.push({ key: `${key}${mark}${count}`, position });
  }
  for (const { key, position } of repeats) if (!found.has(key)) found.set(key, position);
  return found;
}
