import type { Money } from '../money.ts';
import { dollars } from '../wording.ts';
import type { StatementWarning } from './line.ts';

/**
 * Compares printed totals with the rows above them (warning footer_variance). A total is explained when it equals,
 * within a cent, the rows since the file's beginning, the sheet's top or an earlier total. Only the last total of a
 * sheet can warn. Two sums are kept, of accepted lines and of everything printed, because carriers total either.
 */
export interface FooterTotals {
  startSheet(): void;
  /** Adds a data row. `accepted` is null for a row that is set aside, such as a filtered one. */
  addRow(printed: Money, accepted: Money | null): void;
  /** Adds a row that carries an earlier balance forward. A later total may include or omit it. */
  addBalance(printed: Money, accepted: Money): void;
  /** Adds the printed amount of a failed row, when readable. It counts in printed sums only. */
  addFailed(printed: Money | null): void;
  addTotal(printed: Money): void;
  /** Compares a row's printed amount and stated count with the rows above it. Null stands for a value that the row omits. */
  compare(printed: Money | null, count: number | null): SummedRows;
  /** Returns three sums of all rows so far: as printed, as accepted, and as printed with failed rows. */
  sums(): readonly Money[];
  /** True when the totals below a balance carried forward leave the balance out. */
  leavesOutBalance(): boolean;
  /** The amount of the last total row; null when there was none. */
  printedTotal(): Money | null;
  /** True when a nonzero total was printed. */
  hasTotal(): boolean;
  warnings(): readonly StatementWarning[];
}

/** Agreement of a row's amount and count with the rows above it. */
export interface SummedRows {
  /**
   * Two or more rows since an earlier total, the sheet's top or the file's beginning add up to the amount, as printed
   * or as accepted.
   */
  readonly isSum: boolean;
  /** The stated count equals the number of rows since an earlier total, a sheet's top or the file's beginning. */
  readonly countMatches: boolean;
  /** Rows from one of these beginnings match both the count and the amount. */
  readonly countAndSumMatch: boolean;
  /** The stated count is at most the number of rows above. */
  readonly countIsPossible: boolean;
}

export const ONE_CENT: Money = 100;

/** Starts the running sums of a file, which compare each total as it is added. */
export function footerTotals(): FooterTotals {
  // Sums are plain doubles. At worst an absurd file gets one warning more or fewer.
  let printed = 0;
  let accepted = 0;
  /** Sums of the balances carried forward, and whether a total below them includes or omits them. */
  const balance = { printed: 0, accepted: 0, isIncluded: false, isOmitted: false };
  let hasTotal = false;
  let printedTotal: Money | null = null;
  /** Sums at the beginnings that a total may count from: the top of each sheet, and each earlier total. */
  const printedMarks: Money[] = [];
  const acceptedMarks: Money[] = [];
  const warnings: StatementWarning[] = [];
  /** Number of all rows with failed ones, and their printed sum. */
  let [rows, printedWithFailed] = [0, 0];
  let [lastTotal, topOfSheet] = [TOP_OF_FILE, TOP_OF_FILE];
  /** Sums at these beginnings, by number of rows above. Two beginnings with the same number have equal sums. */
  const tops = new Map([[0, TOP_OF_FILE]]);
  let last: LastTotal | null = null;
  const mark = () => {
    printedMarks.push(printed);
    acceptedMarks.push(accepted);
    lastTotal = { rows, printedWithFailed, accepted };
    tops.set(rows, lastTotal);
  };
  // Only the last total of a sheet is compared with all marks, so that a file of nothing but totals stays cheap.
  const judgeLastTotal = () => {
    const end = last;
    last = null;
    if (end === null) return;
    const marks = (of: readonly Money[]) => of.slice(0, end.marks);
    const isExplained = explains(end, marks(printedMarks), marks(acceptedMarks));
    if (!isExplained) warnings.push(variance(end.total, end.accepted));
  };
  const addRow = (printedAmount: Money, acceptedAmount: Money | null) => {
    rows += 1;
    printedWithFailed += printedAmount;
    printed += printedAmount;
    accepted += acceptedAmount ?? 0;
  };
  return {
    startSheet() {
      judgeLastTotal();
      mark();
      topOfSheet = lastTotal;
    },
    addRow,
    addBalance(printedAmount, acceptedAmount) {
      addRow(printedAmount, acceptedAmount);
      balance.printed += printedAmount;
      balance.accepted += acceptedAmount;
      // Totals above the balance say nothing about it.
      balance.isIncluded = false;
      balance.isOmitted = false;
    },
    addFailed(printedAmount) {
      rows += 1;
      printedWithFailed += printedAmount ?? 0;
    },
    addTotal(total) {
      hasTotal ||= total !== 0;
      printedTotal = total;
      balance.isIncluded ||= isNear(printed, total) || isNear(accepted, total);
      balance.isOmitted ||= isNear(printed - balance.printed, total) || isNear(accepted - balance.accepted, total);
      last = { total, printed, accepted, balance: { ...balance }, marks: printedMarks.length };
      mark();
    },
    compare(total, count) {
      const isSumSince = (top: Top) =>
        total !== null &&
        (isNear(printedWithFailed - top.printedWithFailed, total) || isNear(accepted - top.accepted, total));
      const counted = count === null || count === 0 ? undefined : tops.get(rows - count);
      return {
        isSum: [lastTotal, topOfSheet, TOP_OF_FILE].some((top) => rows - top.rows >= 2 && isSumSince(top)),
        countMatches: counted !== undefined,
        countAndSumMatch: counted !== undefined && isSumSince(counted),
        countIsPossible: count !== null && count <= rows,
      };
    },
    sums: () => [printed, accepted, printedWithFailed],
    leavesOutBalance: () => balance.isOmitted && !balance.isIncluded,
    printedTotal: () => printedTotal,
    hasTotal: () => hasTotal,
    warnings() {
      judgeLastTotal();
      return warnings;
    },
  };
}

/** The number of rows above a beginning, and their sums. */
interface Top {
  readonly rows: number;
  readonly printedWithFailed: Money;
  readonly accepted: Money;
}

/** A total with the sums of all rows above it. */
interface LastTotal {
  readonly total: Money;
  readonly printed: Money;
  readonly accepted: Money;
  /** The balances carried forward that are part of these sums. */
  readonly balance: { readonly printed: Money; readonly accepted: Money };
  /** Number of beginnings above the total. */
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

const TOP_OF_FILE: Top = { rows: 0, printedWithFailed: 0, accepted: 0 };

function isNear(a: Money, b: Money): boolean {
  return Math.abs(a - b) <= ONE_CENT;
}

function variance(total: Money, sum: Money): StatementWarning {
  const detail = `The statement prints a total of ${dollars(total)}; the rows accepted come to ${dollars(sum)}.`;
  return { code: 'footer_variance', detail };
}
