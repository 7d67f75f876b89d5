import { describe, expect, it } from 'vitest';
import { line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: a correction on one statement, by lines without a coverage month, is neither a chargeback nor a cut. It may be for another
 * plan or premium, a late start, or a larger household.
 */

const a = (amount: string, fields: Partial<ModelLine> = {}) => line('A', amount, { policy: 'P1', ...fields });
const bookOf = (months: Readonly<Record<string, readonly ModelLine[]>>, settings: Partial<BookSettings> = {}) =>
  scoreMonths(months, settings, [line('Z', '10')]);
const [JAN, FEB, MAR] = ['2026-01', '2026-02', '2026-03'] as const;

describe('a premium that is corrected for the month before', () => {
  const paid = (amount: string, premium: string, coverageMonth: string = FEB) => a(amount, { premium, coverageMonth });
  const january = paid('84', '1400', JAN);

  it.each([
    ['the premium of a month', '-84', '-1400'],
    ['more than half of the premium of a month', '-48', '-800'],
    ['another share of the premium', '-8.4', '-70'],
    ['no premium', '-4.2', '0'],
  ])('counter-case: %s is taken back', async (_, amount, returned) => {
    const book = await bookOf({ [JAN]: [january], [FEB]: [paid('84', '1400'), paid(amount, returned, JAN)] });
    expect(signalsIn(book, FEB).join()).toContain('CHARGEBACK_ON_ACTIVE');
  });
});

describe('a premium of earlier months beside that of the month, each at its printed rate', () => {
  const paid = (amount: string, premium: string, coverageMonth: string = FEB, rate = '0.06') =>
    a(amount, { premium, coverageMonth, rate });

  it.each([
    ['more than half of the premium', '-48', '-800'],
    ['another rate', '-8.4', '-70'],
  ])('counter-case: %s is a chargeback', async (_, amount, premium) => {
    const book = await bookOf({
      [JAN]: [paid('84', '1400', JAN)],
      [FEB]: [paid('70', '1400'), paid(amount, premium, JAN)],
    });
    expect(signalsIn(book, FEB).join()).toContain('CHARGEBACK_ON_ACTIVE');
  });

  const lessInMarch = async (february: readonly ModelLine[], march: readonly ModelLine[]) =>
    signalIn(await bookOf({ [FEB]: february, [MAR]: march }), MAR, 'COMMISSION_REDUCED');

  it('hides no lower premium of the next month, whichever line is first', async () => {
    const cut = await lessInMarch([paid('6', '100', JAN), paid('84', '1400')], [paid('81', '1350', MAR)]);
    expect(cut).toMatchObject({
      severity: 'info',
      detail: 'Paid $3.00 less ($84.00 → $81.00): premium $1,400.00 → $1,350.00.',
    });
  });

  it.each<[string, readonly ModelLine[], readonly ModelLine[]]>([
    ['a lower rate', [paid('6', '100', JAN), paid('84', '1400')], [paid('67.50', '1350', MAR, '0.05')]],
    ['less than its rate', [paid('6', '100', JAN), paid('84', '1400')], [paid('70', '1350', MAR)]],
    ['a line that is gone', [paid('42', '700'), { ...paid('48', '800'), planName: 'B' }], [paid('42', '700', MAR)]],
    ['less than the share of the premium', [paid('6', '100', JAN), paid('84', '1400')], [paid('40', '700', MAR)]],
    ['the whole premium before', [paid('90', '1400')], [paid('84', '1400', MAR)]],
  ])('counter-case: %s is a cut', async (_, february, march) => {
    expect((await lessInMarch(february, march))?.severity).toBe('warn');
  });
});

describe('an adjustment of a part of the premium', () => {
  const pay = a('89.60', { premium: '896', transactionType: 'Premium' });
  const revised = (transactionType: string, premium = '-89.60') =>
    a('-8.96', { premium, transactionType, coverageMonth: JAN });

  it.each(['Enrollment Adj', 'Acreage Revision'])('takes its share back, and the member stays: %s', async (type) => {
    const book = await bookOf({ [JAN]: [pay], [FEB]: [pay, revised(type)] });
    expect(signalsIn(book, FEB)).toEqual(['COMMISSION_REDUCED 8.96']);
  });

  it.each([
    ['a chargeback', revised('Chargeback')],
    ['another share', revised('Enrollment Adj', '-40')],
  ])('counter-case: %s is asked about', async (_, line) => {
    const book = await bookOf({ [JAN]: [pay], [FEB]: [pay, line] });
    expect(signalsIn(book, FEB)).toContain('CHARGEBACK_ON_ACTIVE 8.96');
  });
});

describe('a chargeback beside a commission and an override', () => {
  const pay = (more: string) => [a('50', { transactionType: 'Renewal' }), a('5', { transactionType: more })];
  const taken = [a('-50', { transactionType: 'Chargeback' }), a('-5', { transactionType: 'Chargeback' })];

  it.each(['Override', 'Persistency'])('is of both, because neither repays the other: %s', async (more) => {
    const book = await bookOf({ [JAN]: pay(more), [FEB]: [...pay(more), ...taken] });
    expect(signalsIn(book, FEB)).toContain('CHARGEBACK_ON_ACTIVE 55');
  });
});

describe('the first statement of a member whose coverage began earlier', () => {
  const began =
    (effectiveDate: string, transactionType: string | null = 'Renewal') =>
    (amount: string) =>
      a(amount, { effectiveDate, transactionType });

  it('pays each line once for every month, and the next month is no cut', async () => {
    const pay = began('2026-01-01');
    const book = await bookOf({
      [JAN]: [],
      [FEB]: [pay('50'), pay('50'), pay('5'), pay('5')],
      [MAR]: [pay('50'), pay('5')],
    });
    expect(rowIn(book, MAR)).toMatchObject({ status: 'green', prev: '55' });
    expect(signalsIn(book, MAR)).toEqual([]);
  });

  it('is explained, where lines are amounts and nothing else', async () => {
    const pay = began('2026-01-01', null);
    const book = await bookOf({ [JAN]: [], [FEB]: [pay('50'), pay('50')], [MAR]: [pay('50')] });
    expect(rowIn(book, MAR)).toMatchObject({ status: 'yellow', prev: '100' });
    expect(signalIn(book, MAR, 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'info',
      detail: 'Paid $50.00 less ($100.00 → $50.00): the payment before was for 2 months.',
    });
  });

  it.each<[string, readonly string[], string]>([
    ['three lines for two months', ['50', '50', '50'], '2026-01-01'],
    ['different lines', ['50', '45'], '2026-01-01'],
    ['two lines for coverage since this month', ['50', '50'], '2026-02-01'],
    ['two lines for coverage since long ago', ['50', '50'], '2024-07-01'],
  ])('counter-case, a cut is told: %s', async (_, amounts, effectiveDate) => {
    const pay = began(effectiveDate);
    const book = await bookOf({ [JAN]: [], [FEB]: amounts.map(pay), [MAR]: [pay('40')] });
    expect(signalIn(book, MAR, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
  });
});

describe('a household that grows', () => {
  const paid = (lives: string, amount: string, transactionType: string | null = 'Renewal') =>
    a(amount, { lives, transactionType });

  it('is paid for the new life’s month before in a line of its own, and the next month is no cut', async () => {
    const book = await bookOf({
      [JAN]: [paid('2', '40')],
      [FEB]: [paid('3', '60'), paid('1', '20')],
      [MAR]: [paid('3', '60')],
    });
    expect(rowIn(book, MAR)).toMatchObject({ status: 'green', prev: '60' });
    expect(signalsIn(book, MAR)).toEqual([]);
  });

  it.each<[string, readonly ModelLine[], readonly ModelLine[]]>([
    ['two lines before too', [paid('2', '40'), paid('1', '20')], [paid('3', '60'), paid('1', '20')]],
    ['another rate for a life', [paid('2', '40')], [paid('3', '60'), paid('1', '25')]],
    ['as many lives as before', [paid('3', '60')], [paid('3', '60'), paid('1', '20')]],
    ['amounts and nothing else', [paid('2', '40', null)], [paid('3', '60', null), paid('1', '20', null)]],
  ])('counter-case, less is told: %s', async (_, january, february) => {
    const book = await bookOf({ [JAN]: january, [FEB]: february, [MAR]: [paid('3', '60')] });
    expect(rowIn(book, MAR)?.status).toBe('yellow');
  });
});
