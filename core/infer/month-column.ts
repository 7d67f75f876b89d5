import type { Period } from '../period.ts';
import { type DateOptions, readMonth } from '../statement/calendar-date.ts';
import { displayedText } from '../statement/displayed-text.ts';
import { headerWords } from '../statement/header-words.ts';
import type { Cell } from '../statement/source.ts';
import type { TableColumn } from './find-table.ts';

/** Words of headers that name the month of the statement, and not the months that it pays for. */
const STATEMENT_WORDS = new Set(['statement', 'cycle', 'accounting']);

/**
 * Returns whether a column repeats the month of the statement: its header says so, and all rows have the same month. A column of the paid
 * months would show another month for a late payment.
 */
export function repeatsStatementMonth({ name, profile: { texts } }: TableColumn): boolean {
  if (!headerWords(name).some((word) => STATEMENT_WORDS.has(word))) return false;
  const months = texts
    .filter((text) => text !== '')
    .map((text) => monthOf(text, { order: 'MDY', openEnded: [] }) ?? text);
  return new Set(months).size === 1;
}

/** Returns the month of a cell; '' for a blank cell, null for a value that is no month. */
export function monthOf(cell: Cell, dates: DateOptions): Period | null | '' {
  if (displayedText(cell).trim() === '') return '';
  const reading = readMonth(cell, dates);
  return reading.ok ? reading.month : null;
}
