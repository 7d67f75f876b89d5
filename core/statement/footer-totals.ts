import type { Money } from '../money.ts';
import { dollars } from '../scoring/wording.ts';
import type { StatementWarning } from './line.ts';

/**
 * Compares printed totals with the rows above them (warning footer_variance). A total is explained when it equals,
 * within a cent, the rows since the file's beginning, the sheet's top or an earlier total. Only the last total of a
 * sheet can warn. Two sums are kept, of accepted lines and of everything printed, because carriers total either.
 */
export interface FooterTotals {
  startSheet(): void;
  addRow(printed: Money, accepted: Money | null): void;
  /** Adds a row that carries an earlier balance forward. A later total may include or omit it. */
  addBalance(printed: Money, accepted: Money): void;
  /** Adds the printed amount of a failed row, when readable. It counts in printed sums only. */
  addFailed(printed: Money | null): void;
  addTotal(printed: Money): void;
  /** Compares a row's printed amount and count with the rows above it. Null stands for a value that the row omits. */
  compare(printed: Money | null, count: number | null): SummedRows;
  /** Sums of all rows so far: as printed, as accepted, and with failed rows. */
  sums(): readonly Money[];
  /** True when the totals below a balance forward leave it out. */
  leavesOutBalance(): boolean;
  /** The amount of the last total row; null when there was none. */
  printedTotal(): Money | null;
  /** True when a nonzero total was printed. */
  hasTotal(): boolean;
  warnings(): readonly StatementWarning[];
}

export interface SummedRows {
  /**
   * Two or more rows since an earlier total, the sheet's top or the file's beginning add up to the amount, as printed
   * or as accepted.
   */
  readonly isSum: boolean;
  /** The stated count equals the number of rows since an earlier total. */
  readonly countMatches: boolean;
  /** The same rows match both the count and the amount. */
  readonly countAndSumMatch: boolean;
  /** The stated count is at most the number of rows above. */
  readonly isPossible: boolean;
}

export const ONE_CENT: Money = 100;

/** Starts the running sums of a file, which compare each total as it is added. */
export function footerTotals(): FooterTotals {
  // Sums are plain doubles. At worst an absurd file gets one warning more or fewer.
  let printed = 0;
  let accepted = 0;
  const balance = { printed: 0, accepted: 0, isIn: false, isOut: false };
  let hasTotal = false;
  let printedTotal: Money | null = null;
  const printedMarks: Money[] = [];
  const acceptedMarks: Money[] = [];
  const warnings: StatementWarning[] = [];
  /** Number of all rows, and their printed sum. */
  let [rows, shown] = [0, 0];
  let [lastTotal, topOfSheet] = [TOP_OF_FILE, TOP_OF_FILE];
  /** Marks by number of rows above them. Two marks with the same number are equal. */
  const tops = new Map([[0, TOP_OF_FILE]]);
  let last: LastTotal | null = null;
  const mark = () => {
    printedMarks.push(printed);
    acceptedMarks.push(accepted);
    lastTotal = { rows, shown, accepted };
    tops.set(rows, lastTotal);
  };
  // Only the last total is compared with all marks, so that a file of nothing but totals stays cheap.
  const settle = () => {
    const end = last;
    last = null;
    if (end === null) return;
    const marks = (of: readonly Money[]) => of.slice(0, end.marks);
    const isExplained = explains(end, marks(printedMarks), marks(acceptedMarks));
    if (!isExplained) warnings.push(variance(end.total, end.accepted));
  };
  const addRow = (read: Money, kept: Money | null) => {
    rows += 1;
    shown += read;
    printed += read;
    accepted += kept ?? 0;
  };
  return {
    startSheet() {
      settle();
      mark();
      topOfSheet = lastTotal;
    },
    addRow,
    addBalance(read, kept) {
      addRow(read, kept);
      balance.printed += read;
      balance.accepted += kept;
      // Totals above the balance say nothing about it.
      balance.isIn = false;
      balance.isOut = false;
    },
    addFailed(read) {
      rows += 1;
      shown += read ?? 0;
    },
    addTotal(total) {
      hasTotal ||= total !== 0;
      printedTotal = total;
      balance.isIn ||= isNear(printed, total) || isNear(accepted, total);
      balance.isOut ||= isNear(printed - balance.printed, total) || isNear(accepted - balance.accepted, total);
      last = { total, printed, accepted, balance: { ...balance }, marks: printedMarks.length };
      mark();
    },
    compare(total, count) {
      const isSumSince = (top: Top) =>
        total !== null && (isNear(shown - top.shown, total) || isNear(accepted - top.accepted, total));
      const counted = count === null || count === 0 ? undefined : tops.get(rows - count);
      return {
        isSum: [lastTotal, topOfSheet, TOP_OF_FILE].some((top) => rows - top.rows >= 2 && isSumSince(top)),
        countMatches: counted !== undefined,
        countAndSumMatch: counted !== undefined && isSumSince(counted),
        isPossible: count !== null && count <= rows,
      };
    },
    sums: () => [printed, accepted, shown],
    leavesOutBalance: () => balance.isOut && !balance.isIn,
    printedTotal: () => printedTotal,
    hasTotal: () => hasTotal,
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

/** A total with the sums of all rows above it. */
interface LastTotal {
  readonly total: Money;
  readonly printed: Money;
  readonly accepted: Money;
  /** The part of these sums that was carried forward. */
  readonly balance: { readonly printed: Money; readonly accepted: Money };
  readonly marks: number;
}

/** Tells whether a total equals the rows since a mark, with or without balances carried forward. */
function explains(end: LastTotal, printedMarks: readonly Money[], acceptedMarks: readonly Money[]): boolean {
  const { total, printed, accepted, balance } = end;
  return (
    [...printedMarks, balance.printed].some((before) => isNear(printed - before, total)) ||
    [...acceptedMarks, balance.accepted].some((before) => isNear(accepted - before, total))
  );
}

const TOP_OF_FILE: Top = { rows: 0, shown: 0, accepted: 0 };

function isNear(a: Money, b: Money): boolean {
  return Math.abs(a - b) <= ONE_CENT;
}

function variance(total: Money, sum: Money): StatementWarning {
  const detail = `The statement prints a total of ${dollars(total)}; the rows accepted come to ${dollars(sum)}.`;
  return { code: 'footer_variance', detail };
}
