import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rollupIn, rowIn, score, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: the part of an advance that a chargeback took back is not at risk again when the member leaves. */

const a = (amount: string, more: Partial<ModelLine> = {}) => line('A', amount, more);
const other = line('B', '9');
const bookOf = (months: Record<string, ModelLine[]>, settings: Partial<BookSettings> = {}) =>
  score(
    Object.entries(months).map(([period, lines]) => file(period, ...lines)),
    settings,
  );
const advance = a('530.55', { transactionType: 'Advance', coverageMonth: '2025-01' });
const takenBack = (amount: string) => a(amount, { transactionType: 'Chargeback', coverageMonth: '2025-03' });
const AUTO: Partial<BookSettings> = { policyTerm: true, lineKinds: [{ kind: 'adjustment', patterns: ['/^end/i'] }] };

describe('a drop after a chargeback of an advance', () => {
  it('has nothing at risk if the chargeback left no further month', async () => {
    // The carrier advanced nine months and charged six of them back; the statement states neither.
    const book = await bookOf({
      '2025-01': [advance],
      '2025-02': [other],
      '2025-03': [other],
      '2025-04': [takenBack('-353.70'), other],
      '2025-05': [other],
    });
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'red' });
    expect(rollupIn(book, '2025-05').commissionDropped).toBe('0');
  });

  it('has the remaining amount at risk if months were left', async () => {
    const book = await bookOf({
      '2025-01': [a('530.55', { transactionType: 'Advance', monthsPaid: '4', coverageMonth: '2025-01' })],
      '2025-02': [takenBack('-130.55'), other],
      '2025-03': [other],
      '2025-04': [other],
      '2025-05': [other],
    });
    expect(rowIn(book, '2025-04')).toMatchObject({ status: 'red', prev: '400' });
    expect(rollupIn(book, '2025-04').commissionDropped).toBe('400');
  });

  it('has the rest of a term at risk', async () => {
    const term = a('120', { transactionType: 'Renewal', effectiveDate: '2025-01-01', paidThrough: '2025-06-30' });
    const book = await bookOf(
      {
        '2025-01': [term],
        '2025-02': [a('-40', { transactionType: 'Chargeback', effectiveDate: '2025-01-01' }), other],
        ...Object.fromEntries(['03', '04', '05', '06', '07'].map((month) => [`2025-${month}`, [other]])),
      },
      AUTO,
    );
    expect(rowIn(book, '2025-07')).toMatchObject({ status: 'red', prev: '80' });
  });

  it('counter-case: has the whole payment at risk if the chargeback has only an amount', async () => {
    const book = await bookOf(
      {
        '2025-01': [a('120')],
        '2025-02': [a('-40'), other],
        ...Object.fromEntries(['03', '04', '05', '06', '07'].map((month) => [`2025-${month}`, [other]])),
      },
      { cadence: { default: 6 } },
    );
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'red', prev: '120' });
  });

  it('counter-case: has all of a used advance at risk', async () => {
    const book = await bookOf({
      '2025-01': [a('530.55', { transactionType: 'Advance', monthsPaid: '2', coverageMonth: '2025-01' })],
      '2025-02': [other],
      '2025-03': [other],
    });
    expect(rowIn(book, '2025-03')).toMatchObject({ status: 'red', prev: '530.55' });
  });
});

describe('a member who is paid again after a chargeback of an advance', () => {
  const months = (takenBackAmount: string, again: string) => ({
    '2025-01': [advance],
    '2025-02': [other],
    '2025-03': [other],
    '2025-04': [takenBack(takenBackAmount), other],
    '2025-05': [other],
    '2025-06': [a(again, { transactionType: 'First Year Earned', coverageMonth: '2025-06' })],
  });

  it.each(['-353.70', '-398'])('has missed months, each worth one month of the advance: %s', async (taken) => {
    const book = await bookOf(months(taken, '44.21'));
    // 530.55 for twelve months.
    const perMonth = 44.21;
    const missed = signalIn(book, '2025-06', 'MISSED_MONTHS')?.amount ?? 0;
    expect([perMonth, 2 * perMonth]).toContainEqual(expect.closeTo(missed, 1));
    expect(rowIn(book, '2025-06')).toMatchObject({ prev: String(Number(taken)) });
  });

  it('has no claim once everything is repaid', async () => {
    const book = await bookOf(months('-398', '398'));
    expect(signalIn(book, '2025-06', 'REINSTATED_NOT_REPAID')).toBeUndefined();
  });

  it('counter-case: has a claim for the rest', async () => {
    const book = await bookOf(months('-398', '300'));
    expect(signalIn(book, '2025-06', 'REINSTATED_NOT_REPAID')).toMatchObject({
      amount: 98,
      detail: '$98.00 of the $398.00 taken back in April is still missing.',
    });
  });
});
