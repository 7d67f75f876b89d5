import type { Money } from '../money.ts';
import { readAmount } from '../statement/amount.ts';
import type { TableColumn } from './find-table.ts';

/** Reads the amounts of a column by row, with the decimal mark that fits most cells; 0 for a cell that is no amount. */
export function moneyValues({ profile }: TableColumn): readonly Money[] {
  const decimal = profile.commaAmounts > profile.amounts + 0.02 ? ',' : '.';
  return profile.texts.map((text) => {
    const reading = readAmount(text, { decimal, creditDebitMark: 'negative' });
    return reading.ok ? reading.amount : 0;
  });
}
