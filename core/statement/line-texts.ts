import { legibleText } from './displayed-text.ts';
import type { Cell } from './source.ts';
import { subjectOfTotal, totalsLabel } from './totals-label.ts';

/**
 * Remembers texts of lines that read like labels of totals. A plan, agent or kind may read like a label ("Total Care",
 * "Commission Due"), but a label does not occur on lines.
 */
export interface LineTexts {
  /** Adds a row that became a line of this id. `hasLabels` means that its texts may read like labels. */
  add(id: string, cells: readonly Cell[], hasLabels: boolean): void;
  /** Tells whether a line had this text in that column. */
  has(text: string, column: number): boolean;
  /** Tells whether a text is "Total" with a text of the previous line: "Total Hill" below the lines of Hill. */
  isTotalOfLastLine(text: string): boolean;
  /** Tells whether a text is unlikely to be an id, because it has no digit and all ids so far have digits. */
  isUnlikelyId(text: string): boolean;
}

const DIGIT = /\d/;

/** Starts the memory of a statement's texts. */
export function lineTexts(): LineTexts {
  const known = new Set<string>();
  let last: readonly Cell[] = [];
  let haveAllIdsDigits = true;
  return {
    add(id, cells, hasLabels) {
      last = cells;
      haveAllIdsDigits &&= DIGIT.test(id);
      if (!hasLabels) return;
      for (const [column, cell] of cells.entries()) {
        const text = typeof cell === 'string' ? legibleText(cell) : '';
        if (totalsLabel(text) !== null) known.add(`${column} ${text}`);
      }
    },
    has: (text, column) => known.size > 0 && known.has(`${column} ${text}`),
    isTotalOfLastLine(text) {
      const subject = subjectOfTotal(text);
      return subject !== null && last.some((cell) => legibleText(cell).toLowerCase() === subject);
    },
    isUnlikelyId: (text) => haveAllIdsDigits && text !== '' && !DIGIT.test(text),
  };
}
