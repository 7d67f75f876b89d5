import { displayedText } from './displayed-text.ts';
import type { Cell, SourceRow } from './source.ts';

/**
 * The header row of a statement, by name. Names match without regard to case, white space and punctuation
 * (docs/reference/carriers-and-formats.md#columns); among several that match so, one that is spelt alike wins. A
 * percent sign is kept: "Commission %" taken for "Commission" would be wrong by dollars. The second of two equal
 * headers is found as "Agent Name#2", a third as "#3".
 */
export interface Header {
  /** As the carrier wrote them. */
  readonly names: readonly string[];
  /** 0-based position of a header, or null. */
  find(name: string): number | null;
}

/** Spelt alike but for case, white space and what can't be seen. */
function closeKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '');
}

/** What two spellings of a header have in common. A name of nothing but punctuation ("#") is left as it is. */
export function headerKey(name: string): string {
  const close = closeKey(name);
  return close.replace(/[^\p{L}\p{N}%]+/gu, '') || close;
}

/** The names of the columns of a header that ends in the row at this index: of that row alone, or joined with those of the row above. */
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

export function readHeader(cells: readonly Cell[]): Header {
  const names = cells.map(displayedText);
  const close = positions(names, closeKey, '#');
  const loose = positions(names, headerKey, '');
  return { names, find: (name) => close.get(closeKey(name)) ?? loose.get(headerKey(name)) ?? null };
}

/** Position by key; what repeats an earlier one has its number appended, unless another header has that name itself. */
function positions(names: readonly string[], keyOf: (name: string) => string, mark: string): Map<string, number> {
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
