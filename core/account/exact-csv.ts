/**
 * CSV that gives every cell back exactly. A text is always quoted and null is an empty cell without quotes, as PostgreSQL's COPY reads and
 * writes it.
 */

export type CsvCells = readonly (string | null)[];

/** Writes records with a line feed after each. */
export function writeExactCsv(records: readonly CsvCells[]): string {
  return records.map((cells) => `${cells.map(cellText).join(',')}\n`).join('');
}

const cellText = (cell: string | null): string => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);

/** Reads what `writeExactCsv` wrote. Throws for any other text. */
export function readExactCsv(text: string): readonly CsvCells[] {
  const records: CsvCells[] = [];
  let cells: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    let cell: string | null = null;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    cells.push(cell);
    if (text[at] === '\n') {
      records.push(cells);
      cells = [];
    } else if (text[at] !== ',') throw new Error(`Not a CSV of the archive: character ${at}`);
    at += 1;
  }
  if (cells.length > 0) throw new Error('Not a CSV of the archive: its end is missing');
  return records;
}

/** Returns the place of the quotation mark that ends a cell. One that is part of the cell is written twice. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  throw new Error('Not a CSV of the archive: a quotation mark is missing');
}
