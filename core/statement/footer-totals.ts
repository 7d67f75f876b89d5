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
  /** A row that carries an earlier balance forward: a total below it may have it in its sum, or leave it out. */
  addBalance(printed: Money, accepted: Money): void;
  /** A row that failed: what it prints, where that can be read, is in the sums below it, but of no line. */
  addFailed(printed: Money | null): void;
  addTotal(printed: Money): void;
  /** How a row that prints this amount, and says that it is of so many, agrees with those above it; null where it says nothing. */
  compare(printed: Money | null, count: number | null): SummedUp;
  /** All rows so far: as printed, as accepted, and with those that failed. */
  sums(): readonly Money[];
  /** Whether the totals printed below a balance forward are those of the other rows alone. */
  leavesOutBalance(): boolean;
  /** Whether a total other than zero was printed. */
  hasTotal(): boolean;
  warnings(): readonly StatementWarning[];
}

export interface SummedUp {
  /** Two rows or more since the last total, the top of the sheet or of the file come to its amount, as printed or as accepted. */
  readonly isSum: boolean;
  /** They are as many since one of the totals, */
  readonly isAsMany: boolean;
  /** and those come to its amount. */
  readonly isBoth: boolean;
  /** So many rows are above it. */
  readonly isPossible: boolean;
}

export const ONE_CENT: Money = 100;

export function footerTotals(): FooterTotals {
  // Bare sums: at worst an absurd file gets one warning more or less.
  let printed = 0;
  let accepted = 0;
  const balance = { printed: 0, accepted: 0, isIn: false, isOut: false };
  let hasTotal = false;
  const printedMarks: Money[] = [];
  const acceptedMarks: Money[] = [];
  const warnings: StatementWarning[] = [];
  /** All rows, and what they print. */
  let [rows, shown] = [0, 0];
  let [lastTotal, topOfSheet] = [TOP_OF_FILE, TOP_OF_FILE];
  /** By the rows above them: nothing is between two with as many. */
  const tops = new Map([[0, TOP_OF_FILE]]);
  let last: LastTotal | null = null;
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
      // Totals above it say nothing of it.
      balance.isIn = false;
      balance.isOut = false;
    },
    addFailed(read) {
      rows += 1;
      shown += read ?? 0;
    },
    addTotal(total) {
      hasTotal ||= total !== 0;
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
        isAsMany: counted !== undefined,
        isBoth: counted !== undefined && isSumSince(counted),
        isPossible: count !== null && count <= rows,
      };
    },
    sums: () => [printed, accepted, shown],
    leavesOutBalance: () => balance.isOut && !balance.isIn,
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

/** Whether it is the sum of the rows since one of the marks, or of all but the balances that were carried forward. */
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

function dollars(amount: Money): string {
  return moneyToDollars(amount).toFixed(2);
}
