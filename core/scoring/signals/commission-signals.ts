import { amountSignal, type Signal, signal } from '../signal.ts';
import { dollars } from '../wording.ts';
import type { PresentCase } from './signal-case.ts';

/** What the amount itself says. Increases and reductions follow the status table, tolerance included. */
export function commissionSignals({ row, month, prior }: PresentCase, found: Signal[]): void {
  const change = row.commissionAmount - row.prevCommissionAmount;
  if (
    prior !== undefined &&
    (row.flags.includes('COMMISSION_CHANGED') || row.flags.includes('REAPPEARED_WITH_DELTA'))
  ) {
    const amounts = `${dollars(row.prevCommissionAmount)} → ${dollars(row.commissionAmount)}`;
    if (change > 0) {
      found.push(
        amountSignal('COMMISSION_INCREASED', 'info', {
          amount: change,
          detail: `Paid ${dollars(change)} more (${amounts}).`,
        }),
      );
    } else {
      found.push(
        amountSignal('COMMISSION_REDUCED', 'warn', {
          amount: change,
          detail: `Paid ${dollars(-change)} less (${amounts}).`,
        }),
      );
    }
  }
  if (row.status === 'red') return;
  if (month.amount < 0) {
    const detail = `Chargebacks of ${dollars(month.chargeback)} exceed the ${dollars(month.paid)} paid on this statement.`;
    found.push(amountSignal('NEGATIVE_NET', 'warn', { amount: month.amount, detail }));
  } else if (month.amount === 0) {
    const detail =
      month.chargeback > 0
        ? `A chargeback takes back all of the ${dollars(month.paid)} on this statement.`
        : 'On the statement, but paid nothing.';
    found.push(signal('ZERO_COMMISSION', 'warn', detail));
  }
}
