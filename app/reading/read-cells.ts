import { z } from 'zod';
import type { StatementConfig } from '../../core/statement/config.ts';
import { type RowPlace, type ShownRow, showRow } from '../../core/statement/show-row.ts';
import {
  type Cell,
  type NumberFormat,
  type ReadOptions,
  type SourceRow,
  type StatementSource,
  UnreadableFile,
} from '../../core/statement/source.ts';
import type { OpenStatement } from './test-config.ts';

/** The sheets of a file as plain values, which one process can send to another. */
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

/** The number of a row, its cells and, for a PDF, its place on the page. */
type PackedRow = readonly [row: number, cells: readonly PackedCell[], printed?: SourceRow['printed']];
/** A text, or a number with the index of its format. */
type PackedCell = string | readonly [value: number, format: number];

/** Both processes run the same program, so the content is not checked. */
const packedRows = z.custom<readonly PackedRow[]>((value) => Array.isArray(value));

/** Reads all rows of a file. For an unreadable file it returns the reason, written for the sender. */
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

/** Makes a source from the sheets that another process read. Throws UnreadableFile when that process could not read the file. */
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

export interface RowReading {
  readonly bytes: Uint8Array;
  readonly config: StatementConfig;
  readonly place: RowPlace;
}

/** Finds a row in the bytes of a file. Returns null when the file has no such row, or its bytes can not be read. */
export async function readFileRow(
  { openStatement }: { readonly openStatement: OpenStatement },
  { bytes, config, place }: RowReading,
): Promise<ShownRow | null> {
  try {
    return showRow(await openStatement(bytes, config), config, place);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
}
