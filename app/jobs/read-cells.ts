import { z } from 'zod';
import {
  type Cell,
  type NumberFormat,
  type ReadOptions,
  type SourceRow,
  type StatementSource,
  UnreadableFile,
} from '../../core/statement/source.ts';
import type { OpenStatement } from '../carriers/test-config.ts';

/** The sheets of a file as plain values, which a process can send to another one. */
export type CellsReading =
  | {
      readonly kind: 'read';
      readonly fileType: StatementSource['fileType'];
      readonly sheets: readonly PackedSheet[];
      readonly document?: StatementSource['document'];
    }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** A sheet with its rows as JSON. One long text passes between processes much faster than a million cells do. */
interface PackedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: string;
  readonly formats: readonly NumberFormat[];
}

/** A row's number, its cells, and its place for a PDF. The format of a number is an index. */
type PackedRow = readonly [row: number, cells: readonly PackedCell[], printed?: SourceRow['printed']];
type PackedCell = string | readonly [value: number, format: number];

/** Both processes run the same program, so the content is not checked. */
const packedRows = z.custom<readonly PackedRow[]>((value) => Array.isArray(value));

/** Reads all rows of a file. Returns the reason, for the sender, when it can't be read. */
export async function readCells(
  { openStatement }: { readonly openStatement: OpenStatement },
  { bytes, options }: { readonly bytes: Uint8Array; readonly options: ReadOptions },
): Promise<CellsReading> {
  try {
    const { fileType, sheets, ...rest } = await openStatement(bytes, options);
    const packed = sheets.map(({ name, hidden, rows }) => ({ name, hidden, ...packRows(rows()) }));
    return { kind: 'read', fileType, sheets: packed, ...rest };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unreadable', detail: error.message };
  }
}

/** Makes a source of the sheets that another process read. Throws UnreadableFile where the other process could not read them. */
export function sourceOf(reading: CellsReading): StatementSource {
  if (reading.kind === 'unreadable') throw new UnreadableFile(reading.detail);
  const { fileType, sheets, document } = reading;
  const opened = sheets.map((sheet) => {
    const rows = unpackRows(sheet);
    return { name: sheet.name, hidden: sheet.hidden, rows: () => rows };
  });
  return { fileType, sheets: opened, ...(document === undefined ? {} : { document }) };
}

function packRows(rows: Iterable<SourceRow>): Pick<PackedSheet, 'rows' | 'formats'> {
  const indexes = new Map<NumberFormat, number>();
  const pack = (cell: Cell): PackedCell => {
    if (typeof cell === 'string') return cell;
    const index = indexes.get(cell.format) ?? indexes.size;
    indexes.set(cell.format, index);
    return [cell.value, index];
  };
  const packed: PackedRow[] = [];
  for (const { row, cells, printed } of rows) {
    const own = cells.map(pack);
    packed.push(printed === undefined ? [row, own] : [row, own, printed]);
  }
  return { rows: JSON.stringify(packed), formats: [...indexes.keys()] };
}

function unpackRows({ rows, formats }: PackedSheet): readonly SourceRow[] {
  const unpack = (cell: PackedCell): Cell => {
    if (typeof cell === 'string') return cell;
    const [value, index] = cell;
    const format = formats[index];
    if (format === undefined) throw new RangeError(`The sheet has no number format ${index}.`);
    return { value, format };
  };
  return packedRows.parse(JSON.parse(rows)).map(([row, cells, printed]) => ({
    row,
    cells: cells.map(unpack),
    ...(printed === undefined ? {} : { printed }),
  }));
}
