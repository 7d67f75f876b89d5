/**
 * A statement file after its bytes were parsed: sheets of rows of cells. The readers in adapters/statement-file produce
 * these values, and mapping reads them.
 */

/** Number format of a workbook. Cells of a style share one object. */
export interface NumberFormat {
  /** Format code of the workbook ("General", "00000", "m/d/yyyy"). */
  readonly code: string;
  readonly isDate: boolean;
  /** True when the workbook counts days from 1904. */
  readonly date1904: boolean;
}

/** A number in a workbook. Cells of CSV files are always text. */
export interface NumberCell {
  readonly value: number;
  readonly format: NumberFormat;
}

/**
 * A cell. A missing cell is ''; booleans are "TRUE" and "FALSE", errors their text ("#REF!"). Overlong texts are
 * truncated (displayed-text.ts).
 */
export type Cell = string | NumberCell;

export interface SourceRow {
  /** 1-based row as shown in a spreadsheet. Blank rows count, quoted line breaks do not. */
  readonly row: number;
  /** Cells of the row. Trailing empty cells may be omitted. */
  readonly cells: readonly Cell[];
  /** Place of the row in a PDF. */
  readonly printed?: {
    /** 1-based page. */
    readonly page: number;
    /** 1-based line of the page. */
    readonly line: number;
    /** True for a text without an amount, alone in its line. */
    readonly isHeading?: boolean;
    /** States in words why a text of the row may belong to another row or column. */
    readonly doubt?: string;
  };
}

export interface SourceSheet {
  /** Empty for CSV. */
  readonly name: string;
  readonly hidden: boolean;
  /** Reads the rows on demand, so that a caller can stop early. Throws UnreadableFile. */
  rows(): Iterable<SourceRow>;
}

export interface StatementSource {
  /** The ZIP archive from which the first statement was taken. Only requests that inspect a file open archives. */
  readonly archive?: { readonly files: number; readonly fileName: string };
  readonly fileType: 'csv' | 'xlsx' | 'pdf';
  /** Sheets in workbook order, hidden ones included. CSV has one. A PDF has one for each table. */
  readonly sheets: readonly SourceSheet[];
  /** Facts of a PDF beside its cells. */
  readonly document?: PrintedDocument;
}

/** Facts of a printed statement that its rows don't have. */
export interface PrintedDocument {
  readonly pages: number;
  /** Texts of all lines that are no data: titles, headings, totals, footers. They may state the sum of the statement. */
  readonly notes: readonly string[];
  /** Sentences about text that people and the reader may see differently. */
  readonly doubts: readonly string[];
}

/** Configured file type. "auto" detects it from the bytes of each file. */
export type DeclaredFileType = StatementSource['fileType'] | 'auto';

/** Reading options of the carrier's configuration. */
export interface ReadOptions {
  readonly fileType: DeclaredFileType;
  readonly encoding: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly delimiter: 'auto' | ',' | ';' | '\t' | '|';
}

/**
 * Thrown when the bytes can't be read as the declared type or exceed a limit. The message is for the sender, and a retry gives the same
 * result.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
