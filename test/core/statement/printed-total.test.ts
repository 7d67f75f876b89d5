import { expect, test } from 'vitest';
import { footerTotals } from '../../../core/statement/footer-totals.ts';

test('keeps the last total that was printed, or null without a printed total', () => {
  const totals = footerTotals();
  totals.addRow(10_000, 10_000);
  expect(totals.printedTotal()).toBeNull();
  totals.addTotal(10_000);
  totals.addRow(20_000, 20_000);
  totals.addTotal(30_000);
  expect(totals.printedTotal()).toBe(30_000);
});
