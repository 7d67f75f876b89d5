import type { Money } from '../money.ts';
import { headerWords } from '../statement/header-words.ts';
import { isNet, type MoneyColumn, saysThisPeriod } from './money-columns.ts';

/** A column whose values prove that it is the sum of others. */
export interface ProvenTotal {
  readonly total: MoneyColumn;
  /** All columns that are part of the sum. */
  readonly parts: readonly MoneyColumn[];
}

/** A little more than half a cent, for parts that a spreadsheet rounded separately. */
const ROUNDED: Money = 60;
/** A single row may add up by chance. */
const ROWS_MIN = 2;
/** This many parts make 256 sums to try; statements have fewer columns of pay. */
const PARTS_MAX = 8;

/**
 * Finds the column that is, in every row, the sum of at least two columns that may be pay, minus unsigned chargebacks. Of several it
 * returns the one that is part of no other. Pay to date is no sum of current pay, and gross is the sum that is shared with others.
 */
export function provenTotal(money: readonly MoneyColumn[]): ProvenTotal | null {
  const proofs = money
    .filter((one) => one.role === 'pay' && !isGross(one))
    .map((total) => ({ total, parts: partsOf(total, money) }))
    .filter(({ parts }) => parts.length > 0 && !parts.some(({ column }) => saysThisPeriod(column.name)));
  return proofs.find(({ total }) => !proofs.some(({ parts }) => parts.includes(total))) ?? null;
}

function isGross({ column }: MoneyColumn): boolean {
  return headerWords(column.name).includes('gross');
}

/** Collects the parts of every sum that the column is: commission and bonus, and a column that adds these up too. */
function partsOf(total: MoneyColumn, money: readonly MoneyColumn[]): readonly MoneyColumn[] {
  const filled = total.values.filter((value) => value !== 0).length;
  // A net may be 0 in every row: nothing is left while advances are recovered.
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

/** Returns whether enough rows have money, so that a sum of zero is no chance. */
function hasMoney({ one }: { readonly one: MoneyColumn }): boolean {
  return one.values.filter((value) => value !== 0).length >= ROWS_MIN;
}

/** Unsigned chargebacks are subtracted. */
function signOf({ role, values }: MoneyColumn): 1 | -1 {
  return role === 'taken-back' && values.every((value) => value >= 0) ? -1 : 1;
}

function isSum(total: MoneyColumn, parts: readonly { readonly one: MoneyColumn; readonly sign: 1 | -1 }[]): boolean {
  return total.values.every((value, row) => {
    const sum = parts.reduce((before, { one, sign }) => before + sign * (one.values[row] ?? 0), 0);
    return Math.abs(sum - value) <= ROUNDED;
  });
}
