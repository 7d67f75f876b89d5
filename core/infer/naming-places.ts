import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import { isBlank } from '../statement/column-binding.ts';
import { legibleText } from '../statement/displayed-text.ts';
import type { Cell, SourceRow, SourceSheet, StatementSource } from '../statement/source.ts';
import { looksLikeMoney } from './column-profile.ts';
import { findTable, type SheetTable, sampleRows } from './find-table.ts';
import { monthsOfFileName, monthsOfSheetName, monthsOfTitles, type NamedMonth } from './named-months.ts';

/** The places outside the rows where a file may name its carrier and its month. */
export interface NamingPlaces {
  readonly fileName: string;
  readonly sheetNames: readonly string[];
  readonly titles: readonly SourceRow[];
  /** All texts in which a carrier may be named. */
  readonly texts: readonly string[];
}

/** Largest number of sheets that are searched. */
const SHEETS_SEARCHED = 20;
/** Number of rows that may be titles, of a sheet without a recognisable header. */
const TITLE_ROWS = 10;

/** Collects the naming places of a file from the first 500 rows of its first twenty visible sheets. */
export function namingPlaces(source: StatementSource, fileName: string): NamingPlaces {
  const sheets = source.sheets.filter(({ hidden }) => !hidden).slice(0, SHEETS_SEARCHED);
  const titles = sheets.flatMap(titlesOf);
  const sheetNames = sheets.map(({ name }) => name).filter((name) => name !== '');
  const texts = [fileName, ...sheetNames, ...titles.flatMap(({ cells }) => cells.map(legibleText))];
  return { fileName, sheetNames, titles, texts };
}

/** Finds the months that a file names outside its rows. */
export function monthsOfPlaces(
  { fileName, sheetNames, titles }: NamingPlaces,
  dates: DateOptions,
): readonly NamedMonth[] {
  return [...monthsOfTitles(titles, dates), ...sheetNames.flatMap(monthsOfSheetName), ...monthsOfFileName(fileName)];
}

/** Returns the rows above the header; without a header, the first rows with at most two cells. */
function titlesOf(sheet: SourceSheet): readonly SourceRow[] {
  const rows = sampleRows(sheet);
  const table = findTable(sheet, rows);
  if (table !== null) return table.titles.filter((row) => !isLine(row, table));
  return rows.slice(0, TITLE_ROWS).filter(({ cells }) => cells.filter((cell) => !isBlank(cell)).length <= 2);
}

/** Share of a column's cells that have one kind. */
const NEARLY_ALL = 0.9;

/**
 * Returns whether a row above the header is a line: its amounts and dates stand where those of the lines stand. Its dates name no month of
 * the statement.
 */
function isLine({ cells }: SourceRow, { columns }: SheetTable): boolean {
  const money = columns.filter(({ profile }) => profile.money >= NEARLY_ALL);
  const dated = columns.filter(({ profile }) => profile.dates >= NEARLY_ALL);
  const isDate = (cell: Cell) => isBlank(cell) || readDate(cell, MDY).ok || readDate(cell, DMY).ok;
  const isMoney = (cell: Cell) => !isBlank(cell) && looksLikeMoney(cell);
  return (
    money.length > 0 &&
    money.every(({ index }) => isMoney(cells[index] ?? '')) &&
    dated.every(({ index }) => isDate(cells[index] ?? ''))
  );
}

const MDY: DateOptions = { order: 'MDY', openEnded: [] };
const DMY: DateOptions = { order: 'DMY', openEnded: [] };
