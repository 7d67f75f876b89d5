import type { Money } from '../money.ts';
import { isBlank } from './column-binding.ts';
import { legibleText } from './displayed-text.ts';
import type { Cell } from './source.ts';

/** A pair of marks for payments and for money that goes back, which mean this under any header, and without one. */
export interface SelfEvidentMarks {
  readonly paid: RegExp;
  readonly back: RegExp;
}

export const CREDIT_DEBIT: SelfEvidentMarks = { paid: /^(?:credits?|cr)$/i, back: /^(?:debits?|dr|db)$/i };
export const PLUS_MINUS: SelfEvidentMarks = { paid: /^\+$/, back: /^[-\u2212]$/ };

/** Returns the form of which all texts are marks; null when a text is no mark. Blank texts fit every form. */
export function formOfMarks(texts: readonly string[]): SelfEvidentMarks | null {
  const fits = ({ paid, back }: SelfEvidentMarks) =>
    texts.every((text) => text === '' || paid.test(text) || back.test(text));
  return [CREDIT_DEBIT, PLUS_MINUS].find(fits) ?? null;
}

/** Watches the columns of a sheet that have no header and that nothing is read from. */
export interface UnnamedMarks {
  /** Takes a line with its amount after the sign rule. */
  see(cells: readonly Cell[], amount: Money): void;
  /** Returns how many positive amounts stand beside each mark of money that goes back. */
  doubts(): readonly (readonly [mark: string, rows: number])[];
}

/** Marks of one column, with the number of positive amounts beside each. */
type Column = Map<string, number>;

/** More texts are no column of marks. */
const MARKS_MAX = 8;

/** Starts the watch. `isWatched` tells whether a column has neither a header nor a meaning. */
export function unnamedMarks(isWatched: (index: number) => boolean): UnnamedMarks {
  const columns: (Column | null)[] = [];
  return {
    see(cells, amount) {
      for (let index = 0; index < cells.length; index += 1) {
        const column = (columns[index] === undefined ? (isWatched(index) ? new Map() : null) : columns[index]) ?? null;
        columns[index] = column;
        const cell = cells[index] ?? '';
        if (column === null || isBlank(cell)) continue;
        const mark = legibleText(cell);
        column.set(mark, (column.get(mark) ?? 0) + Number(amount > 0));
        if (column.size > MARKS_MAX) columns[index] = null;
      }
    },
    doubts: () =>
      columns.flatMap((column) => {
        const form = column === null ? null : formOfMarks([...column.keys()]);
        return [...(column ?? [])].filter(([mark, rows]) => rows > 0 && form?.back.test(mark) === true);
      }),
  };
}
