import { readAmount } from './amount.ts';
import { type BoundColumns, bindColumns, cellOf, isBlank, namesOf } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { type Header, readHeader } from './header.ts';
import { isTotalsLabel } from './row-kind.ts';
import type { Cell, SourceRow } from './source.ts';

/**
 * Where all sheets of a workbook are read, covers and summaries have not the columns of lines, and are passed over. A sheet of
 * lines of which a required column has another name now, or whose header stands where none is looked for, has money on it:
 * passed over, its members would have dropped.
 */
export interface PassedOverSheet {
  readonly name: string;
  /** What its header has not, in words. */
  readonly detail: string;
  /** The columns of the row most like a header; null where no row has any of them. */
  readonly nearest: BoundColumns | null;
  /** A row further down that has all that is required. */
  readonly lateHeaderRow: number | null;
  /** The first row of more than one cell. */
  readonly firstRow: readonly Cell[] | null;
}

type FoundSheet = { readonly header: Header; readonly bound: BoundColumns };

/** Further down no header is missed: a sheet that begins so late is looked at by a person. */
const LATE_HEADER_ROWS = 500;
const WAY_OUT = 'If no lines of the statement are on it, name those with lines in the configuration ("sheets").';

/** Watches the rows of a sheet that is passed over. */
export function passedOverWatch(config: StatementConfig): {
  see(row: SourceRow): void;
  seen(): Pick<PassedOverSheet, 'lateHeaderRow' | 'firstRow'>;
} {
  let lateHeaderRow: number | null = null;
  let firstRow: readonly Cell[] | null = null;
  return {
    see({ row, cells }) {
      if (firstRow === null && filledCells(cells) > 1) firstRow = cells;
      if (lateHeaderRow !== null || row > LATE_HEADER_ROWS) return;
      if (!cells.every((cell) => typeof cell === 'string')) return;
      const { missing, matches } = bindColumns(config, readHeader(cells));
      if (missing.length === 0 && matches > 0) lateHeaderRow = row;
    },
    seen: () => ({ lateHeaderRow, firstRow }),
  };
}

/** `needed`: why the file can't be read without these sheets; `doubtful`: what somebody should look at. */
export function judgePassedOver(
  sheets: readonly PassedOverSheet[],
  found: readonly FoundSheet[],
  config: StatementConfig,
): { readonly needed: readonly string[]; readonly doubtful: readonly string[] } {
  const all = (why: typeof whyNeeded) =>
    sheets.map((sheet) => why(sheet, found, config)).filter((words) => words !== null);
  return { needed: all(whyNeeded), doubtful: all(whyDoubtful) };
}

/** Null for a sheet that may be passed over. */
function whyNeeded(sheet: PassedOverSheet, found: readonly FoundSheet[], config: StatementConfig): string | null {
  if (sheet.lateHeaderRow !== null)
    return `Sheet "${sheet.name}": its header is row ${sheet.lateHeaderRow}, where none is looked for. ${WAY_OUT}`;
  if (sheet.nearest === null) return null;
  const most = Math.max(...found.map(({ bound }) => bound.matches));
  const { matches } = sheet.nearest;
  const isOfLines = hasMembers(sheet.nearest, config) ? matches * 2 >= most : matches * 2 > most;
  return isOfLines ? `Sheet "${sheet.name}": ${sheet.detail} ${WAY_OUT}` : null;
}

/** Null for covers and summaries. */
function whyDoubtful(sheet: PassedOverSheet, found: readonly FoundSheet[], config: StatementConfig): string | null {
  if (sheet.nearest !== null && hasMembers(sheet.nearest, config))
    return `Sheet "${sheet.name}" was passed over: ${sheet.detail}`;
  const { firstRow } = sheet;
  if (sheet.nearest === null && firstRow !== null && found.some((other) => isLineOf(other, firstRow, config)))
    return `Sheet "${sheet.name}" was passed over: it has no header, but begins like a line of the others.`;
  return null;
}

function hasMembers({ columns }: BoundColumns, config: StatementConfig): boolean {
  const source = config.columns.member_external_id;
  return source !== undefined && namesOf(source).length > 0 && columns.member_external_id !== undefined;
}

/** A member, an amount, and most of the other cells in the places of another sheet's columns. */
function isLineOf({ header, bound }: FoundSheet, cells: readonly Cell[], config: StatementConfig): boolean {
  const idCell = cellOf(bound.columns.member_external_id, cells);
  const id = readId(idCell);
  const amountCell = cellOf(bound.columns.commission_amount, cells);
  return (
    filledCells(cells) * 2 > header.names.filter((name) => name !== '').length &&
    id.ok &&
    id.id !== '' &&
    !isTotalsLabel(legibleText(idCell)) &&
    !isBlank(amountCell) &&
    readAmount(amountCell, config.amounts).ok
  );
}

function filledCells(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}
