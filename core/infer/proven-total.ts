import type { Money } from '../money.ts';
import { headerWords } from '../statement/header-words.ts';
import { type MoneyColumn, saysThisPeriod } from './money-columns.ts';

/** A column of which the values prove that it sums up others. */
export interface ProvenTotal {
  readonly total: MoneyColumn;
  /** Every column that it has in it. */
  readonly parts: readonly MoneyColumn[];
}

/** Half a cent and a little, for parts that a spreadsheet has rounded each by itself. */
const ROUNDED: Money = 60;
/** One row adds up by chance. */
const ROWS_MIN = 2;
/** So many parts make 256 sums to try; nobody prints more columns of pay. */
const PARTS_MAX = 8;

/**
 * The column that is, in every row, the sum of two or more others that may be pay, chargebacks without a sign taken off. Of
 * several the one that is no part of another. What was paid since some day is no sum of what is paid now, and gross is what
 * is shared with others.
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

/** Those of every sum that it is: the commission and the bonus, and what adds these up too. */
function partsOf(total: MoneyColumn, money: readonly MoneyColumn[]): readonly MoneyColumn[] {
  if (total.values.filter((value) => value !== 0).length < ROWS_MIN) return [];
  const others = money
    .filter((one) => one !== total)
    .slice(0, PARTS_MAX)
    .map((one) => ({ one, sign: signOf(one) }));
  const found = new Set<MoneyColumn>();
  for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
    const parts = others.filter((_, at) => (chosen & (1 << at)) !== 0);
    if (parts.length >= 2 && isSum(total, parts)) for (const { one } of parts) found.add(one);
  }
  return [...found];
}

/** Chargebacks without a sign are taken off. */
function signOf({ role, values }: MoneyColumn): 1 | -1 {
  return role === 'taken-back' && values.every((value) => value >= 0) ? -1 : 1;
}

function isSum(total: MoneyColumn, parts: readonly { readonly one: MoneyColumn; readonly sign: 1 | -1 }[]): boolean {
  return total.values.every((value, row) => {
    const sum = parts.reduce((before, { one, sign }) => before + sign * (one.values[row] ?? 0), 0);
    return Math.abs(sum - value) <= ROUNDED;
  });
}
