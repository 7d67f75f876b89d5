import { describe, expect, it } from 'vitest';
import { a, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rollupIn, rowIn, scoreMonths, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: the part of an advance that a chargeback took back is not at risk again when the member leaves. */

const other = line('B', '9');
const advance = a('530.55', { transactionType: 'Advance', coverageMonth: '2025-01' });
const takenBack = (amount: string) => a(amount, { transactionType: 'Chargeback', coverageMonth: '2025-03' });
const AUTO: Partial<BookSettings> = { policyTerm: true, lineKinds: [{ kind: 'adjustment', patterns: ['/^end/i'] }] };

describe('a drop after a chargeback of an advance', () => {
  it('has the remaining amount at risk if months were left', async () => {
    const book = await scoreMonths({
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
    const book = await scoreMonths(
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
    const book = await scoreMonths(
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
    const book = await scoreMonths({
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

  it.each(['-398'])('has missed months, each worth one month of the advance: %s', async (taken) => {
    const book = await scoreMonths(months(taken, '44.21'));
    // The advance is 530.55 for twelve months.
    const perMonth = 44.21;
    const missed = signalIn(book, '2025-06', 'MISSED_MONTHS')?.amount ?? 0;
    expect([perMonth, 2 * perMonth]).toContainEqual(expect.closeTo(missed, 1));
    expect(rowIn(book, '2025-06')).toMatchObject({ prev: String(Number(taken)) });
  });

  it('has months that are worth one month of the advance after a line of 0 too', async () => {
    const zero = a('0', { transactionType: 'Reinstatement', coverageMonth: '2025-05' });
    const book = await scoreMonths({ ...months('-353.70', '44.21'), '2025-05': [zero, other] });
    const missed = signalIn(book, '2025-06', 'MISSED_MONTHS')?.amount ?? 0;
    expect([44.21, 2 * 44.21]).toContainEqual(expect.closeTo(missed, 1));
  });

  it('counter-case: has a claim for the rest', async () => {
    const book = await scoreMonths(months('-398', '300'));
    expect(signalIn(book, '2025-06', 'REINSTATED_NOT_REPAID')).toMatchObject({
      amount: 98,
      detail: '$98.00 of the $398.00 taken back in April is still missing.',
    });
  });
});

describe('a second chargeback of an advance, without a coverage month', () => {
  const paid = (amount = '530.55') => a(amount, { transactionType: 'Advance' });
  const taken = (amount: string) => a(amount, { transactionType: 'Chargeback' });
  /** Finds the repeated chargebacks of a year's advance that was paid in January 2024 and again in January 2025. */
  const found = async (chargebacks: Record<string, string[]>, fields: Partial<ModelLine> = {}) => {
    const of2025 = Array.from({ length: 11 }, (_, n) => `2025-${String(n + 2).padStart(2, '0')}`);
    const book = await scoreMonths({
      '2024-01': [paid()],
      '2025-01': [{ ...paid(), ...fields }],
      ...Object.fromEntries(
        of2025.map((month) => [
          month,
          [other, ...(chargebacks[month] ?? []).map((one) => ({ ...taken(one), ...fields }))],
        ]),
      ),
    });
    return of2025.flatMap((month) => {
      const told = signalIn(book, month, 'CHARGEBACK_DUPLICATE');
      return told === undefined ? [] : [`${month} ${told.amount}`];
    });
  };

  it.each([
    ['the next month', { '2025-09': ['-176.85'], '2025-10': ['-176.85'] }, ['2025-10 176.85']],
    ['two months later', { '2025-09': ['-176.85'], '2025-11': ['-176.85'] }, ['2025-11 176.85']],
    ['as much as was paid', { '2025-04': ['-353.70'], '2025-05': ['-353.70'] }, ['2025-05 353.7']],
  ])('is told: %s', async (_case, chargebacks, told) => {
    expect(await found(chargebacks)).toEqual(told);
  });

  it.each([
    ['instalments, which leave months', { '2025-04': ['-117.90'], '2025-05': ['-117.90'], '2025-06': ['-117.90'] }],
    ['one month after the other', { '2025-04': ['-44.21'], '2025-05': ['-44.21'], '2025-06': ['-44.21'] }],
    ['another amount', { '2025-09': ['-176.85'], '2025-10': ['-44.21'] }],
    ['two lines of one statement', { '2025-09': ['-88.43', '-88.43'] }],
  ])('counter-case: %s', async (_case, chargebacks) => {
    expect(await found(chargebacks)).toEqual([]);
  });

  it('counts the months of an advance from a later effective date', async () => {
    const fields = { effectiveDate: '2025-04-01' };
    expect(await found({ '2025-09': ['-176.85'], '2025-10': ['-176.85'] }, fields)).toEqual([]);
    expect(await found({ '2025-09': ['-309.49'], '2025-10': ['-309.49'] }, fields)).toEqual(['2025-10 309.49']);
  });
});
