import { type Money, moneyToDollars } from '../money.ts';
import type { StatementWarning } from './line.ts';

/**
 * Compares the totals a statement prints with the rows above them (warning footer_variance). A printed total is explained
 * when, to a cent, it is the sum of all rows since the beginning, since the top of its sheet or since any other totals
 * row; so sub-totals, sheet totals and grand totals are all understood. Only the last totals row of a sheet can warn.
 *
 * Two sums are kept, because carriers total what they print: that of the accepted lines, and that of everything printed,
 * with the rows that were set aside by a filter and before the sign rule.
 */
export interface FooterTotals {
  startSheet(): void;
  addRow(printed: Money, accepted: Money | null): void;
  addTotal(printed: Money): void;
  /** Whether an amount is what two rows or more above it add up to: since the last total, the top of the sheet or of the file. */
  addsUp(printed: Money): boolean;
  warnings(): readonly StatementWarning[];
}

const ONE_CENT: Money = 100;

export function footerTotals(): FooterTotals {
  // Bare sums: at worst an absurd file gets one warning more or less.
  let printed = 0;
  let accepted = 0;
  const printedMarks: Money[] = [];
  const acceptedMarks: Money[] = [];
  const warnings: StatementWarning[] = [];
  let rows = 0;
  let [sheetMark, rowsAtMark] = [0, 0];
  let last: {
    readonly total: Money;
    readonly printed: Money;
    readonly accepted: Money;
    readonly marks: number;
  } | null = null;
  const mark = () => {
    printedMarks.push(printed);
    rowsAtMark = rows;
    acceptedMarks.push(accepted);
  };
  // Only the last totals row is ever compared with all marks, so that a file of nothing but totals costs no more.
  const settle = () => {
    const shown = last;
    last = null;
    if (shown === null) return;
    const isExplained =
      printedMarks.slice(0, shown.marks).some((before) => isNear(shown.printed - before, shown.total)) ||
      acceptedMarks.slice(0, shown.marks).some((before) => isNear(shown.accepted - before, shown.total));
    if (!isExplained) warnings.push(variance(shown.total, shown.accepted));
  };
  return {
    startSheet() {
      settle();
      sheetMark = printed;
      mark();
    },
    addRow(read, kept) {
      rows += 1;
      printed += read;
      accepted += kept ?? 0;
    },
    addTotal(total) {
      last = { total, printed, accepted, marks: printedMarks.length };
      mark();
    },
    addsUp(total) {
      if (rows < 2) return false;
      const since = rows - rowsAtMark >= 2 ? [printedMarks.at(-1) ?? 0] : [];
      return [...since, sheetMark, 0].some((before) => isNear(printed - before, total));
    },
    warnings() {
      settle();
      return warnings;
    },
  };
}

function isNear(a: Money, b: Money): boolean {
  return Math.abs(a - b) <= ONE_CENT;
}

function variance(total: Money, sum: Money): StatementWarning {
  const detail = `The statement prints a total of ${dollars(total)}; the rows accepted come to ${dollars(sum)}.`;
  return { code: 'footer_variance', detail };
}

function dollars(amount: Money): string {
  return moneyToDollars(amount).toFixed(2);
}
