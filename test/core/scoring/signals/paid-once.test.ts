import { describe, expect, it } from 'vitest';
import { a, comparable, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a month after a one-time payment is no cut, and a cut behind a one-time payment is found. */

const bonus = (amount: string) => a(amount, { transactionType: 'Bonus' });

describe('a bonus beside the commission', () => {
  it("is not part of the next month's comparison, nor of the amount at risk", async () => {
    const book = await scoreMonths({
      '2026-01': [a('50')],
      '2026-02': [a('50'), bonus('25')],
      '2026-03': [a('50')],
      '2026-04': [],
    });
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'green', amount: '75', prev: '50' });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', amount: '50', prev: '50' });
    expect(signalsIn(book, '2026-03')).toEqual([]);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'red', prev: '50' });
  });

  it('does not hide a lower commission', async () => {
    const book = await scoreMonths({ '2026-01': [a('50')], '2026-02': [a('45'), bonus('25')] });
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'yellow', amount: '70', prev: '50' });
    expect(signalIn(book, '2026-02', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 5 });
  });

  it('counter-case: counts as commission if its line has no type, so the next month is reported as reduced', async () => {
    const book = await scoreMonths({ '2026-01': [a('50')], '2026-02': [a('75')], '2026-03': [a('50')] });
    expect(signalIn(book, '2026-03', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 25 });
  });
});

describe('a line that a member has for the first time', () => {
  const line1 = a('50', { productType: 'MED', premium: '500' });
  const severity = async (...months: readonly (readonly ModelLine[])[]) => {
    const book = await scoreMonths(Object.fromEntries(months.map((lines, index) => [`2026-0${index + 1}`, lines])));
    const last = signalIn(book, `2026-0${months.length}`, 'COMMISSION_REDUCED');
    return `${last?.severity} ${last?.detail.split(': ').at(-1)}`;
  };
  const once = 'info a part of the payment before came only once.';

  it.each([
    ['another coverage', a('14', { productType: 'DEN', premium: '140' })],
    ['more premium of the same coverage', a('150', { productType: 'MED', premium: '5000' })],
  ])('is not missed when it does not come again: %s', async (_, further) => {
    expect(await severity([line1], [line1, further], [line1])).toBe(once);
  });

  it('counter-case: is missed after it came twice', async () => {
    const dental = a('14', { productType: 'DEN', premium: '140' });
    expect(await severity([line1], [line1, dental], [line1, dental], [line1])).toBe(
      'warn the DEN line ($14.00) is not on this statement.',
    );
  });
});

describe('a member with nothing but a bonus', () => {
  it('is not missed afterwards', async () => {
    const book = await scoreMonths({ '2026-01': [bonus('25'), line('B', '50')], '2026-02': [line('B', '50')] });
    expect(rowIn(book, '2026-02')).toBeUndefined();
  });

  it('counter-case: is missed if it was paid a commission before', async () => {
    const book = await scoreMonths({ '2026-01': [a('50')], '2026-02': [bonus('25')], '2026-03': [line('B', '50')] });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'red' });
  });
});

describe('a falling rate on the statement', () => {
  const rated = (amount: string, rate: string, effectiveDate: string) =>
    a(amount, { rate, effectiveDate, premium: '60', transactionType: 'Renewal' });

  it('is no cut and no warning if comparable members are paid so from an anniversary on', async () => {
    const others = comparable('2.40', { rate: '0.04', effectiveDate: '2024-05-01', premium: '60' });
    const book = await scoreMonths({
      '2025-12': [rated('57', '0.95', '2025-01-01'), ...others],
      '2026-01': [rated('2.40', '0.04', '2025-01-01'), ...others],
    });
    expect(rowIn(book, '2026-01')).toMatchObject({ status: 'green' });
    expect(signalsIn(book, '2026-01')).toEqual(['RATE_CHANGED']);
    expect(signalIn(book, '2026-01', 'RATE_CHANGED')).toMatchObject({ severity: 'info' });
  });

  it('counter-cases: is a cut in the middle of a policy year, and beyond the rate', async () => {
    const early = await scoreMonths({
      '2025-07': [rated('57', '0.95', '2025-01-01')],
      '2025-08': [rated('2.40', '0.04', '2025-01-01')],
    });
    expect(signalIn(early, '2025-08', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
    const less = await scoreMonths({
      '2025-12': [rated('57', '0.95', '2025-01-01')],
      '2026-01': [rated('1.20', '0.04', '2025-01-01')],
    });
    expect(signalIn(less, '2026-01', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
  });
});
