import { describe, expect, it } from 'vitest';
import { line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, rowIn, scoreMonths, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: what one statement takes back and repays causes no finding, as for a policy that is cancelled and reinstated. Another member
 * is on every statement.
 */

const a = (amount: string, transactionType: string | null, fields: Partial<ModelLine> = {}) =>
  line('A', amount, { policy: 'P1', transactionType, ...fields });

const bookOf = (months: Readonly<Record<string, readonly ModelLine[]>>, settings: Partial<BookSettings> = {}) =>
  scoreMonths(months, settings, [line('Z', '10')]);

const [JAN, FEB, MAR, APR, JUL] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-07'] as const;

describe('a policy with a term', () => {
  const TERM = { effectiveDate: '2026-01-01', paidThrough: '2026-06-30' };
  const from = (effectiveDate: string) => ({ effectiveDate });
  const auto = (march: readonly ModelLine[]) =>
    bookOf(
      { [JAN]: [a('120', 'New', TERM)], [FEB]: [], [MAR]: march, [APR]: [], [JUL]: [] },
      { policyTerm: true, cadence: { default: 6 } },
    );

  it.each<[string, readonly ModelLine[]]>([
    ['in order', [a('-80', 'Cancellation', from('2026-03-03')), a('80', 'Reinstatement', from('2026-03-03'))]],
    ['the other way round', [a('80', 'Reinstatement'), a('-80', 'Cancellation')]],
    ['without the word', [a('-80', 'Cancellation', from('2026-03-03')), a('80', 'Renewal', from('2026-01-01'))]],
    ['twice', [a('-80', 'CAN'), a('80', 'REIN'), a('-80', 'CAN'), a('80', 'REIN')]],
  ])('that is reinstated in full continues without a finding: %s', async (_, march) => {
    const book = await auto(march);
    expect(rowIn(book, MAR)).toMatchObject({
      status: 'green',
      amount: '0',
      chargeback: march.length === 4 ? '160' : '80',
    });
    expect(signalsIn(book, MAR)).toEqual([]);
    expect(rowIn(book, APR)?.status).toBe('carried');
    expect(rowIn(book, JUL)).toMatchObject({ status: 'red', prev: '120' });
  });

  it('counter-case: has ended if it is cancelled and as much is paid for a later term', async () => {
    const book = await auto([a('-80', 'Cancellation', from('2026-03-03')), a('80', 'New', from('2026-04-01'))]);
    expect(signalsIn(book, MAR)).toContain('CHARGEBACK_ON_ACTIVE 80');
  });

  it('counter-case: is not reinstated if another policy is', async () => {
    const book = await auto([a('-80', 'Cancellation'), a('80', 'Reinstatement', { policy: 'P2' })]);
    expect(signalsIn(book, MAR)).not.toEqual([]);
  });
});

describe('a policy that is paid by the month', () => {
  it.each<[string, readonly ModelLine[]]>([
    ['by a line that says reinstatement', [a('50', 'Renewal'), a('-50', 'Termination'), a('50', 'Reinstatement')]],
    ['by a second line and its correction', [a('50', 'Renewal'), a('50', 'Renewal'), a('-50', 'Correction')]],
  ])('has no finding if it is charged back and repaid beside its pay: %s', async (_, february) => {
    const book = await bookOf({ [JAN]: [a('50', 'Renewal')], [FEB]: february, [MAR]: [a('50', 'Renewal')] });
    expect(rowIn(book, FEB)).toMatchObject({ status: 'green', flags: 'CHARGEBACK', prev: '50' });
    expect(signalsIn(book, FEB)).toEqual([]);
    expect(reasonIn(book, FEB)).toBe('Paid $50.00, as in Jan 2026.');
    expect(signalsIn(book, MAR)).toEqual([]);
  });

  it.each<[string, readonly ModelLine[]]>([
    ['the pay of the month alone', [a('50', 'Renewal'), a('-50', 'Chargeback')]],
    [
      'another month',
      [a('50', 'Renewal', { coverageMonth: FEB }), a('-50', 'Chargeback', { coverageMonth: '2025-11' })],
    ],
    [
      'another coverage',
      [
        a('50', 'Renewal', { productType: 'MED' }),
        a('50', 'Renewal', { productType: 'DEN' }),
        a('-50', 'Chargeback', { productType: 'MED' }),
      ],
    ],
    ['lines that are amounts', [a('50', null), a('50', null), a('-50', null)]],
  ])('counter-case, charged back while active: %s', async (_, february) => {
    const book = await bookOf({ [JAN]: [a('50', 'Renewal')], [FEB]: february });
    expect(signalsIn(book, FEB)).toContain('CHARGEBACK_ON_ACTIVE 50');
  });
});
