import { legibleText } from './displayed-text.ts';
import type { Cell } from './source.ts';
import { totalsLabel, wholeOf } from './totals-label.ts';

/**
 * Remembers the texts of lines in the places of total labels. A plan, agent or kind may read like a label ("Total
 * Care", "Commission Due"), and then also occurs on lines.
 */
export interface LineTexts {
  /** Adds a row that became a line of this id. `hasLabels` means that its texts may read like labels. */
  add(id: string, cells: readonly Cell[], hasLabels: boolean): void;
  /** Tells whether a line had this text in that column. */
  has(text: string, column: number): boolean;
  /** Tells whether a text is "Total" and a text of the previous line: "Total Hill" below the lines of Hill. */
  sumsUpLast(text: string): boolean;
  /** Tells whether a text without digits is unlikely to be an id, because all ids so far have digits. */
  isUnlikeIds(text: string): boolean;
}

const FIGURE = /\d/;

/** Starts the memory of a statement's texts. */
export function lineTexts(): LineTexts {
  const known = new Set<string>();
  let last: readonly Cell[] = [];
  let haveIdsFigures = true;
  return {
    add(id, cells, hasLabels) {
      last = cells;
      haveIdsFigures &&= FIGURE.test(id);
      if (!hasLabels) return;
      for (const [column, cell] of cells.entries()) {
        const text = typeof cell === 'string' ? legibleText(cell) : '';
        if (totalsLabel(text) !== null) known.add(`${column} ${text}`);
      }
    },
    has: (text, column) => known.size > 0 && known.has(`${column} ${text}`),
    sumsUpLast(text) {
      const whole = wholeOf(text);
      return whole !== null && last.some((cell) => legibleText(cell).toLowerCase() === whole);
    },
    isUnlikeIds: (text) => haveIdsFigures && text !== '' && !FIGURE.test(text),
  };
}
