import { headerWords } from '../statement/header-words.ts';
import { type AmountChoice, GUESS, quotedNames } from './amount-choice.ts';
import type { MoneyColumn } from './money-columns.ts';

/**
 * Includes a column of chargebacks in the amount. Chargebacks without signs become the debit, with the commission as credit; negative
 * chargebacks are added. The choice stays unchanged beside net amounts, and for unsigned chargebacks beside signed amounts.
 */
export function withChargebacks(choice: AmountChoice, money: readonly MoneyColumn[]): AmountChoice {
  const takenBack = money.filter(({ role }) => role === 'taken-back');
  const own = money.filter(({ column }) => choice.readings.some((reading) => reading.column === column));
  const [back] = takenBack;
  if (back === undefined || takenBack.length > 1 || own.includes(back) || containsChargebacks(own, back)) return choice;
  if (choice.sign !== null || own.length === 0 || own.length < choice.readings.length) return choice;
  if (own.some(({ column }) => headerWords(column.name).includes('net'))) return choice;
  const { name } = back.column;
  const combined = {
    readings: [...choice.readings, { meaning: 'commission_amount', column: back.column, score: GUESS } as const],
    confidence: Math.min(choice.confidence, GUESS),
  };
  const hasNegatives = [back, ...own].some(({ values }) => values.some((value) => value < 0));
  const [only] = own;
  if (own.length === 1 && only !== undefined && !hasNegatives) {
    const note = `"${name}" has no signs and was taken off: the amount is "${only.column.name}" minus "${name}".`;
    return {
      ...combined,
      source: null,
      sign: { debit: name, credit: only.column.name },
      notes: [...choice.notes, note],
    };
  }
  if (back.values.some((value) => value > 0)) return choice;
  const note = `"${name}" is negative and was added to ${quotedNames(own)}.`;
  const sum = [...own.map(({ column }) => column.name), name];
  return { ...combined, source: { sum }, sign: null, notes: [...choice.notes, note] };
}

/** Returns whether the sum of the columns `own` already contains every chargeback of the column `back`, as a negative amount. */
export function containsChargebacks(own: readonly MoneyColumn[], back: MoneyColumn): boolean {
  return (
    back.role === 'taken-back' &&
    back.values.every(
      (value, row) => value === 0 || own.reduce((sum, { values }) => sum + (values[row] ?? 0), 0) === -Math.abs(value),
    )
  );
}
