import type { DateOptions } from '../statement/calendar-date.ts';
import { isBlank } from '../statement/column-binding.ts';
import { legibleText } from '../statement/displayed-text.ts';
import type { SourceRow, SourceSheet, StatementSource } from '../statement/source.ts';
import { findTable, sampleRows } from './find-table.ts';
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
  if (table !== null) return table.titles;
  return rows.slice(0, TITLE_ROWS).filter(({ cells }) => cells.filter((cell) => !isBlank(cell)).length <= 2);
}
