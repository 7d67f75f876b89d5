import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a month after something that is paid once is no cut, and a cut that something paid once hides is found. */

type Months = Record<string, ModelLine[]>;
const a = (amount: string, more: Partial<ModelLine> = {}) => line('A', amount, more);
const bonus = (amount: string) => a(amount, { transactionType: 'Bonus' });
const bookOf = (months: Months, settings: Partial<BookSettings> = {}) =>
  score(
    Object.entries(months).map(([period, lines]) => file(period, ...lines)),
    settings,
  );

describe('a bonus beside the commission', () => {
  it('is no part of what the next month is compared with, nor of what is at risk', async () => {
    const book = await bookOf({
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

  it('does not hide that the commission is less', async () => {
    const book = await bookOf({ '2026-01': [a('50')], '2026-02': [a('45'), bonus('25')] });
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'yellow', amount: '70', prev: '50' });
    expect(signalIn(book, '2026-02', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 5 });
  });

  it('counter-case: without a type nobody knows that it was one', async () => {
    const book = await bookOf({ '2026-01': [a('50')], '2026-02': [a('75')], '2026-03': [a('50')] });
    expect(signalIn(book, '2026-03', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 25 });
  });
});

describe('a member with nothing but a bonus', () => {
  it('is not missed afterwards', async () => {
    const book = await bookOf({ '2026-01': [bonus('25'), line('B', '50')], '2026-02': [line('B', '50')] });
    expect(rowIn(book, '2026-02')).toBeUndefined();
  });

  it('counter-case: who was paid a commission before is', async () => {
    const book = await bookOf({ '2026-01': [a('50')], '2026-02': [bonus('25')], '2026-03': [line('B', '50')] });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'red' });
  });
});

describe('the rate on the statement falls', () => {
  const rated = (amount: string, rate: string, effectiveDate: string) =>
    a(amount, { rate, effectiveDate, premium: '60', transactionType: 'Renewal' });

  it('as planned from an anniversary on: no cut and no warning', async () => {
    const book = await bookOf({
      '2025-12': [rated('57', '0.95', '2025-01-01')],
      '2026-01': [rated('2.40', '0.04', '2025-01-01')],
    });
    expect(rowIn(book, '2026-01')).toMatchObject({ status: 'green' });
    expect(signalsIn(book, '2026-01')).toEqual(['RATE_CHANGED']);
    expect(signalIn(book, '2026-01', 'RATE_CHANGED')).toMatchObject({ severity: 'info' });
  });

  it('counter-cases: in the middle of a policy year, and by more than the rate says', async () => {
    const early = await bookOf({
      '2025-07': [rated('57', '0.95', '2025-01-01')],
      '2025-08': [rated('2.40', '0.04', '2025-01-01')],
    });
    expect(signalIn(early, '2025-08', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
    const less = await bookOf({
      '2025-12': [rated('57', '0.95', '2025-01-01')],
      '2026-01': [rated('1.20', '0.04', '2025-01-01')],
    });
    expect(signalIn(less, '2026-01', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
  });
});
