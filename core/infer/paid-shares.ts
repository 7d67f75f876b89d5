import { moneyToDollars } from '../money.ts';
import type { TableColumn } from './find-table.ts';
import { moneyValues } from './money-values.ts';

/** A row with a premium, a rate and a payment, in dollars. */
interface PaidShare {
  readonly row: number;
  readonly base: number;
  /** What the printed rate can mean: a fraction or a percentage. */
  readonly factors: readonly number[];
  readonly amount: number;
}

/** Reads the rows in which premium, rate and payment are above zero. */
export function paidShares({
  premium,
  rate,
  paid,
}: {
  readonly premium: TableColumn;
  readonly rate: TableColumn;
  readonly paid: TableColumn;
}): readonly PaidShare[] {
  const [premiums, amounts] = [moneyValues(premium), moneyValues(paid)];
  return [...amounts.keys()].flatMap((row) => {
    const share = Number.parseFloat(rate.profile.texts[row] ?? '');
    const [base, amount] = [moneyToDollars(premiums[row] ?? 0), moneyToDollars(amounts[row] ?? 0)];
    return share > 0 && base > 0 && amount > 0 ? [{ row, base, factors: [share / 100, share], amount }] : [];
  });
}
