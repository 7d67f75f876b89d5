import { CELL_CHARACTERS_MAX } from '../limits/statement-limits.ts';
import type { Cell } from './source.ts';

/**
 * A text as the file readers give it: whole, or the beginning of a text that is longer than a cell may be. A shortened text is one
 * character longer than any whole one, which is how `isTooLong` tells it.
 */
export function shortened(text: string): string {
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…`;
}

/** The file has more of this text than was read. In a column that nothing is read from it harms nobody. */
export function isTooLong(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > CELL_CHARACTERS_MAX;
}
