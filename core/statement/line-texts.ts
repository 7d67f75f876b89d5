import { legibleText } from './displayed-text.ts';
import type { Cell } from './source.ts';
import { totalsLabel, wholeOf } from './totals-label.ts';

/**
 * What the lines of a statement hold where totals have their labels. A plan, an agent or a kind of line may read like a label ("Total
 * Care", "Commission Due"), and then it stands on lines too.
 */
export interface LineTexts {
  /** A row that became a line of this id; `hasLabels`: it may hold texts that read like labels. */
  add(id: string, cells: readonly Cell[], hasLabels: boolean): void;
  /** Whether this text stood in that column on a line. */
  has(text: string, column: number): boolean;
  /** Whether it is "Total" and a text of the line before: "Total Hill" below the lines of Hill. */
  sumsUpLast(text: string): boolean;
  /** Whether it can hardly be an id: it has no figure, and those of all lines so far have one. */
  isUnlikeIds(text: string): boolean;
}

const FIGURE = /\d/;

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
