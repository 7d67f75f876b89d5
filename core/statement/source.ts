/**
 * What a statement file looks like once its bytes have been read and before anything is understood: sheets of rows of
 * cells. The readers in adapters/statement-file make these values; the mapping reads them.
 */

/** How a workbook shows a number. One object per style of the workbook, shared by its cells. */
export interface NumberFormat {
  /** The format code as written in the workbook ("General", "00000", "m/d/yyyy"). */
  readonly code: string;
  readonly isDate: boolean;
  /** True when the workbook counts days from 1904. */
  readonly date1904: boolean;
}

/** A number in a workbook. CSV files have no such cells: everything in them is text. */
export interface NumberCell {
  readonly value: number;
  readonly format: NumberFormat;
}

/**
 * A missing cell is the empty text. Booleans are "TRUE" and "FALSE", errors their text ("#REF!"). A text that is longer than a cell
 * may be is shortened (long-cell.ts).
 */
export type Cell = string | NumberCell;

export interface SourceRow {
  /** 1-based row as a person sees it in a spreadsheet; blank rows count, a quoted line break does not. */
  readonly row: number;
  /** As many cells as the row has; trailing empty cells may be left out. */
  readonly cells: readonly Cell[];
}

export interface SourceSheet {
  /** Empty for CSV. */
  readonly name: string;
  readonly hidden: boolean;
  /** Reads on demand, so that a caller who stops early has paid only for what it read. Throws UnreadableFile. */
  rows(): Iterable<SourceRow>;
}

export interface StatementSource {
  readonly fileType: 'csv' | 'xlsx';
  /** In workbook order, hidden ones included; CSV has exactly one. */
  readonly sheets: readonly SourceSheet[];
}

/** What a configuration says its files are; "auto": either, as the bytes of each file show. */
export type DeclaredFileType = StatementSource['fileType'] | 'auto';

/** How the carrier's configuration says its bytes are to be read. */
export interface ReadOptions {
  readonly fileType: DeclaredFileType;
  readonly encoding: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly delimiter: 'auto' | ',' | ';' | '\t' | '|';
}

/**
 * The bytes can't be read as the declared type, or ask for more than the limits allow. The message is for the person
 * who sent the file. Trying again can't help.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
