import type { Money } from '../money.ts';
import { headerWords } from '../statement/header-words.ts';
import { isNet, type MoneyColumn, saysThisPeriod } from './money-columns.ts';

/** A column whose values prove that it is the sum of other columns. */
export interface ProvenTotal {
  readonly total: MoneyColumn;
  /** All columns that are part of the sum. */
  readonly parts: readonly MoneyColumn[];
}

/** Tolerance of a sum: a little more than half a cent, for parts that a spreadsheet rounded separately. */
const ROUNDING: Money = 60;
/** Minimum number of rows with money. A single row may add up by chance. */
const ROWS_MIN = 2;
/** Largest number of columns that are tried as parts, in 256 combinations. Statements have fewer columns of pay. */
const PARTS_MAX = 8;

/**
 * Finds the column that is the sum of at least two other columns in every row, minus unsigned chargebacks. Of several sums it returns the
 * first that is part of no other sum. A gross column may include another person's share, and a sum of pay "this period" is pay to date.
 */
export function provenTotal(money: readonly MoneyColumn[]): ProvenTotal | null {
  const proofs = money
    .filter((column) => column.role === 'pay' && !isGross(column))
    .map((total) => ({ total, parts: partsOf(total, money) }))
    .filter(({ parts }) => parts.length > 0 && !parts.some(({ column }) => saysThisPeriod(column.name)));
  return proofs.find(({ total }) => !proofs.some(({ parts }) => parts.includes(total))) ?? null;
}

function isGross({ column }: MoneyColumn): boolean {
  return headerWords(column.name).includes('gross');
}

/** Returns the columns of all combinations that add up to the column in every row; empty when none does. */
function partsOf(total: MoneyColumn, money: readonly MoneyColumn[]): readonly MoneyColumn[] {
  const filled = total.values.filter((value) => value !== 0).length;
  // A net column may be 0 in every row, while advances are recovered.
  if (filled < ROWS_MIN && !(filled === 0 && isNet(total.column))) return [];
  const others = money
    .filter((one) => one !== total)
    .slice(0, PARTS_MAX)
    .map((one) => ({ one, sign: signOf(one) }));
  const found = new Set<MoneyColumn>();
  for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
    const parts = others.filter((_, at) => (chosen & (1 << at)) !== 0);
    if (parts.length >= 2 && parts.some(hasMoney) && isSum(total, parts)) for (const { one } of parts) found.add(one);
  }
  return [...found];
}

/** Returns whether enough rows of a part have money. Parts of zeros would add up to a zero by chance. */
function hasMoney({ one }: { readonly one: MoneyColumn }): boolean {
  return one.values.filter((value) => value !== 0).length >= ROWS_MIN;
}

/** Returns -1 for unsigned chargebacks, which are subtracted. */
function signOf({ role, values }: MoneyColumn): 1 | -1 {
  return role === 'taken-back' && values.every((value) => value >= 0) ? -1 : 1;
}

function isSum(total: MoneyColumn, parts: readonly { readonly one: MoneyColumn; readonly sign: 1 | -1 }[]): boolean {
  return total.values.every((value, row) => {
    const sum = parts.reduce((before, { one, sign }) => before + sign * (one.values[row] ?? 0), 0);
    return Math.abs(sum - value) <= ROUNDING;
  });
}
