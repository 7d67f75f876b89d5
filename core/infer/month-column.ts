import type { Period } from '../period.ts';
import { type DateOptions, readMonth } from '../statement/calendar-date.ts';
import { displayedText } from '../statement/displayed-text.ts';
import { headerWords } from '../statement/header-words.ts';
import type { Cell } from '../statement/source.ts';
import type { TableColumn } from './find-table.ts';

/** Words of headers that name the statement, and not the months that it pays for. */
const OF_THE_STATEMENT = new Set(['statement', 'cycle', 'accounting']);

/**
 * Returns whether a column repeats the month of the statement: its header says so, and all rows have one month. A late payment would show
 * another month in a column of the months that are paid.
 */
export function repeatsStatementMonth({ name, profile: { texts } }: TableColumn): boolean {
  if (!headerWords(name).some((word) => OF_THE_STATEMENT.has(word))) return false;
  const months = texts
    .filter((text) => text !== '')
    .map((text) => monthOf(text, { order: 'MDY', openEnded: [] }) ?? text);
  return new Set(months).size === 1;
}

/** Returns the month of a cell; empty for an empty cell, null for another value. */
export function monthOf(cell: Cell, dates: DateOptions): Period | null | '' {
  if (displayedText(cell).trim() === '') return '';
  const reading = readMonth(cell, dates);
  return reading.ok ? reading.month : null;
}
