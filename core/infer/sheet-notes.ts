import { isBlank } from '../statement/column-binding.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { looksLikeMoney } from './column-profile.ts';
import { type SheetTable, sampleRows } from './find-table.ts';

/** A sheet that was read, and how well its table reads. */
export interface Candidate {
  readonly table: SheetTable;
  readonly confidence: number;
  /** True unless its name means a summary or held-back pay. */
  readonly isLines: boolean;
  /** True when one of its columns looks like paid money. */
  readonly hasAmounts: boolean;
}

/** Minimum score of a sheet that looks like lines. */
export const LIKE_LINES = 0.5;

interface Sheets {
  readonly read: readonly Candidate[];
  readonly tables: readonly Candidate[];
  /** Sheets that were not read, because there are too many. */
  readonly beyond: readonly SourceSheet[];
  /** True when the caller named the sheet to read: then the others are left out on purpose. */
  readonly isNamed: boolean;
}

/** Notes which sheets are read and which are not, because a person has to decide about money that is left out. */
export function sheetNotes(source: StatementSource, { read, tables, beyond, isNamed }: Sheets): readonly string[] {
  if (source.fileType === 'csv' || source.sheets.length < 2) return [];
  const others = tables.filter((one) => !read.includes(one));
  const left = others.filter(({ confidence }) => confidence >= LIKE_LINES).map(({ table }) => table.sheet);
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
