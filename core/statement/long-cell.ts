import { CELL_CHARACTERS_MAX } from '../limits/statement-limits.ts';
import type { Cell } from './source.ts';

/**
 * Returns a text as file readers supply it, truncated when longer than a cell may be. A truncated text is one character
 * longer than any whole one, which `isTooLong` detects.
 */
export function shortened(text: string): string {
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…`;
}

/** Tells whether a cell was truncated. It is no problem in an unused column. */
export function isTooLong(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > CELL_CHARACTERS_MAX;
}
