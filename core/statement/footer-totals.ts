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
  /** A row that failed: what it prints, where that can be read, is in the sums below it, but of no line. */
  addFailed(printed: Money | null): void;
  addTotal(printed: Money): void;
  /**
   * Whether a row sums up those above it. It prints what two rows or more add up to since the last total, the top of the sheet or of
   * the file, as printed or as accepted, or how many they are where that is enough; or both, since any total.
   */
  sumsUp(row: SummingRow): boolean;
  /** All rows so far: as printed, as accepted, and with those that failed. */
  sums(): readonly Money[];
  warnings(): readonly StatementWarning[];
}

export interface SummingRow {
  readonly printed: Money;
  /** How many it says they are; null where it does not say. */
  readonly count: number | null;
  /** So sure to be a total that the count of two or more need not have the right sum. */
  readonly countIsEnough: boolean;
}

export const ONE_CENT: Money = 100;

export function footerTotals(): FooterTotals {
  // Bare sums: at worst an absurd file gets one warning more or less.
  let printed = 0;
  let accepted = 0;
  const printedMarks: Money[] = [];
  const acceptedMarks: Money[] = [];
  const warnings: StatementWarning[] = [];
  /** All rows, and what they print. */
  let [rows, shown] = [0, 0];
  let [lastTotal, topOfSheet] = [TOP_OF_FILE, TOP_OF_FILE];
  /** By the rows above them: nothing is between two with as many. */
  const tops = new Map([[0, TOP_OF_FILE]]);
  let last: {
    readonly total: Money;
    readonly printed: Money;
    readonly accepted: Money;
    readonly marks: number;
  } | null = null;
  const mark = () => {
    printedMarks.push(printed);
    acceptedMarks.push(accepted);
    lastTotal = { rows, shown, accepted };
    tops.set(rows, lastTotal);
  };
  // Only the last totals row is ever compared with all marks, so that a file of nothing but totals costs no more.
  const settle = () => {
    const end = last;
    last = null;
    if (end === null) return;
    const isExplained =
      printedMarks.slice(0, end.marks).some((before) => isNear(end.printed - before, end.total)) ||
      acceptedMarks.slice(0, end.marks).some((before) => isNear(end.accepted - before, end.total));
    if (!isExplained) warnings.push(variance(end.total, end.accepted));
  };
  return {
    startSheet() {
      settle();
      mark();
      topOfSheet = lastTotal;
    },
    addRow(read, kept) {
      rows += 1;
      shown += read;
      printed += read;
      accepted += kept ?? 0;
    },
    addFailed(read) {
      rows += 1;
      shown += read ?? 0;
    },
    addTotal(total) {
      last = { total, printed, accepted, marks: printedMarks.length };
      mark();
    },
    sumsUp({ printed: total, count, countIsEnough }) {
      const isSumSince = (top: Top) => isNear(shown - top.shown, total) || isNear(accepted - top.accepted, total);
      const counted = count === null || count === 0 ? undefined : tops.get(rows - count);
      if (counted !== undefined && isSumSince(counted)) return true;
      return [lastTotal, topOfSheet, TOP_OF_FILE].some((top) => {
        const rowsSince = rows - top.rows;
        return rowsSince >= 2 && (isSumSince(top) || (countIsEnough && rowsSince === count));
      });
    },
    sums: () => [printed, accepted, shown],
    warnings() {
      settle();
      return warnings;
    },
  };
}

interface Top {
  readonly rows: number;
  readonly shown: Money;
  readonly accepted: Money;
}

const TOP_OF_FILE: Top = { rows: 0, shown: 0, accepted: 0 };

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
