import { isBlank } from '../statement/column-binding.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { looksLikeMoney } from './column-profile.ts';
import { type SheetTable, sampleRows } from './find-table.ts';

/** The table of an examined sheet, and how well it reads. */
export interface SheetCandidate {
  readonly table: SheetTable;
  /** From 0 to 1. */
  readonly confidence: number;
  /** True unless the sheet's name means a summary or held-back pay. */
  readonly isLines: boolean;
  /** True when a column looks like paid money. */
  readonly hasAmounts: boolean;
}

/** Minimum confidence of a sheet that looks like lines. */
export const LINES_CONFIDENCE_MIN = 0.5;

interface ExaminedSheets {
  /** The sheets that the configuration reads. */
  readonly read: readonly SheetCandidate[];
  /** All examined sheets with a table. */
  readonly tables: readonly SheetCandidate[];
  /** Sheets that were not examined, because there are too many. */
  readonly beyond: readonly SourceSheet[];
  /** True when the caller named the sheet to read, and so left out the other sheets on purpose. */
  readonly isNamed: boolean;
}

/**
 * Writes notes about read and unread sheets, because a person has to decide about money that is left out. Returns none for a file with one
 * sheet.
 */
export function sheetNotes(
  source: StatementSource,
  { read, tables, beyond, isNamed }: ExaminedSheets,
): readonly string[] {
  if (source.fileType === 'csv' || source.sheets.length < 2) return [];
  const others = tables.filter((table) => !read.includes(table));
  const left = others.filter(({ confidence }) => confidence >= LINES_CONFIDENCE_MIN).map(({ table }) => table.sheet);
  const readSheets = read.map(({ table }) => table.sheet);
  const amounts = others.filter(({ hasAmounts }) => hasAmounts).map(({ table }) => table.sheet);
  const withMoney = source.sheets.filter(
    (sheet) => ![...readSheets, ...left, ...beyond].includes(sheet) && (amounts.includes(sheet) || hasMoney(sheet)),
  );
  return [
    `Read: ${listed(readSheets)} of ${source.sheets.length} sheets.`,
    ...(read.length > 1 ? ['Several sheets have the same kind of rows; check that none repeats another.'] : []),
    ...(left.length > 0 ? [`Not read, although they look like lines: ${listed(left)}.`] : []),
    ...(withMoney.length > 0 && !isNamed
      ? [`Not read, although there are amounts: ${listed(withMoney)}. Check that they only say again what is read.`]
      : []),
    ...(beyond.length > 0 ? [`Not looked at, for there are too many sheets: ${listed(beyond)}.`] : []),
  ];
}

function listed(sheets: readonly SourceSheet[]): string {
  return sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ');
}

/** Returns whether the first rows have an amount with cents or a currency. */
function hasMoney(sheet: SourceSheet): boolean {
  return sampleRows(sheet).some(({ cells }) => cells.some((cell) => !isBlank(cell) && looksLikeMoney(cell)));
}
