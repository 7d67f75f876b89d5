import { describe, expect, it } from 'vitest';
import { a, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { codesIn, rowIn, scoreMonths, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: regular pay is distinguished from extra pay in a month if the lines have more than amounts. */

const other = line('B', '9');
const renewal = (amount: string, more: Partial<ModelLine> = {}) => a(amount, { transactionType: 'Renewal', ...more });

describe('a month that is paid twice', () => {
  it('is a duplicate, and the next month is no cut, if the lines have a type', async () => {
    const book = await scoreMonths({
      '2026-01': [renewal('26.08')],
      '2026-02': [renewal('26.08'), renewal('26.08')],
      '2026-03': [renewal('26.08')],
    });
    expect(signalIn(book, '2026-02', 'DUPLICATE_PAYMENT')).toMatchObject({ amount: 26.08 });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', prev: '26.08' });
  });

  it('counter-case: is compared as a plain amount if the lines have no type', async () => {
    const book = await scoreMonths({
      '2026-01': [a('26.08')],
      '2026-02': [a('26.08'), a('26.08')],
      '2026-03': [a('26.08')],
    });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'yellow', prev: '52.16' });
    expect(signalIn(book, '2026-03', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'info' });
  });

  it('is recognized by "paid to" dates as by coverage months, even for a new member', async () => {
    const twice = a('18', { paidThrough: '2026-02-28' });
    const book = await scoreMonths({ '2026-02': [twice, twice], '2026-03': [a('18', { paidThrough: '2026-03-31' })] });
    expect(codesIn(book, '2026-02')).toContain('DUPLICATE_PAYMENT');
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', prev: '18' });
  });
});

describe('missed months that are paid later', () => {
  it('are caught up at the old rate, beside the month with the new one', async () => {
    const book = await scoreMonths({
      '2025-10': [renewal('26.08')],
      '2025-11': [other],
      '2025-12': [other],
      '2026-01': [renewal('26.08'), renewal('26.08'), renewal('28.92')],
      '2026-02': [renewal('28.92')],
    });
    expect(signalIn(book, '2026-01', 'CATCH_UP_PAYMENT')).toMatchObject({ amount: 52.16 });
    expect(codesIn(book, '2026-01')).not.toContain('MISSED_MONTHS');
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'green', prev: '28.92' });
  });

  it('are caught up by a line for each month, although the value that is paid by has moved', async () => {
    const caughtUpBy = (...lines: ModelLine[]) =>
      scoreMonths({ '2025-10': [renewal('40')], '2025-11': [other], '2025-12': lines });
    const book = await caughtUpBy(renewal('72'), renewal('33'));
    expect(signalIn(book, '2025-12', 'CATCH_UP_PAYMENT')).toMatchObject({ amount: 52.5 });
    expect(codesIn(book, '2025-12')).not.toContain('MISSED_MONTHS');
    // Two parts of one month are no two months.
    const parts = await caughtUpBy(renewal('72'), a('11', { transactionType: 'Override' }));
    expect(codesIn(parts, '2025-12')).toContain('MISSED_MONTHS');
  });

  it('come with the repayment of a chargeback, which is no month and no future pay', async () => {
    const book = await scoreMonths({
      '2025-12': [renewal('25.42')],
      '2026-01': [a('-25.42', { transactionType: 'Chargeback' })],
      '2026-02': [renewal('25.42'), renewal('25.42'), renewal('25.42')],
      '2026-03': [renewal('25.42')],
    });
    expect(signalIn(book, '2026-02', 'CATCH_UP_PAYMENT')).toMatchObject({ amount: 25.42 });
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'green', prev: '25.42' });
  });

  it.each([
    ['one missed month of either year', ['2025-12'], ['26.08', '26.08', '28.92', '28.92'], 55],
    ['two missed months of this year', ['2026-01', '2026-02'], ['26.08', '28.92', '28.92', '28.92'], 57.84],
    ['in another order', ['2026-01', '2026-02'], ['28.92', '26.08', '28.92', '28.92'], 57.84],
  ])('come with the repayment at the old rate, each line for its own month: %s', async (_case, away, lines, caught) => {
    const [takenBack = ''] = away;
    const back = away.length === 1 ? '2026-02' : '2026-03';
    const book = await scoreMonths({
      '2025-11': [renewal('26.08')],
      ...(away.length === 1 ? {} : { '2025-12': [renewal('26.08')] }),
      [takenBack]: [a('-26.08', { transactionType: 'Chargeback' }), other],
      [away[1] ?? '2026-01']: [other],
      [back]: lines.map((amount) => renewal(amount)),
      '2026-04': [renewal('28.92')],
    });
    expect(signalIn(book, back, 'CATCH_UP_PAYMENT')).toMatchObject({ amount: caught });
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'green', prev: '28.92' });
    expect(codesIn(book, '2026-04')).not.toContain('COMMISSION_REDUCED');
  });

  it('leave the month itself for comparison if they are charged back on the same statement', async () => {
    const book = await scoreMonths({
      '2026-06': [renewal('26.50')],
      '2026-07': [other],
      '2026-08': [renewal('26.50'), renewal('26.50'), a('-26.50', { transactionType: 'Chargeback' })],
      '2026-09': [other],
    });
    expect(rowIn(book, '2026-09')).toMatchObject({ status: 'red', prev: '26.5' });
  });

  it('counter-case: two coverages of one month are not two months', async () => {
    const medical = a('20', { transactionType: 'Renewal', productType: 'MED' });
    const dental = a('18', { transactionType: 'Renewal', productType: 'DEN' });
    const book = await scoreMonths({ '2026-01': [medical, dental], '2026-02': [other], '2026-03': [medical, dental] });
    expect(codesIn(book, '2026-03')).toContain('MISSED_MONTHS');
    expect(codesIn(book, '2026-03')).not.toContain('CATCH_UP_PAYMENT');
  });
});

describe('the term of a policy', () => {
  const term = (amount: string, effectiveDate: string, paidThrough: string) =>
    a(amount, { effectiveDate, paidThrough });
  const first = term('76.80', '2025-08-01', '2026-01-31');
  const settings = { policyTerm: true };

  it('is not shortened by an endorsement that returns premium', async () => {
    const book = await scoreMonths(
      {
        '2025-08': [first],
        '2025-10': [term('-7.68', '2025-08-01', '2026-01-31')],
        '2026-01': [other],
        '2026-02': [term('79.87', '2026-02-01', '2026-07-31')],
      },
      settings,
    );
    expect(rowIn(book, '2026-01')).toMatchObject({ status: 'carried' });
    expect(codesIn(book, '2026-02')).not.toContain('MISSED_MONTHS');
  });

  it('counter-case: a cancellation charges the rest back, and the member drops', async () => {
    const cancelled = term('-38.40', '2025-08-01', '2026-01-31');
    const book = await scoreMonths({ '2025-08': [first], '2025-10': [cancelled], '2025-11': [other] }, settings);
    expect(rowIn(book, '2025-11')).toMatchObject({ status: 'red' });
  });

  it('is paid from its first day on, even if the renewal is paid a month late', async () => {
    const book = await scoreMonths(
      { '2025-08': [first], '2026-02': [other], '2026-03': [term('79.87', '2026-02-01', '2026-07-31')] },
      settings,
    );
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'red' });
    expect(codesIn(book, '2026-03')).not.toContain('MISSED_MONTHS');
  });

  it('counter-case: a renewal that begins a month later leaves the month in between unpaid', async () => {
    const book = await scoreMonths(
      { '2025-08': [first], '2026-02': [other], '2026-03': [term('79.87', '2026-03-01', '2026-08-31')] },
      settings,
    );
    expect(codesIn(book, '2026-03')).toContain('MISSED_MONTHS');
  });
});

describe('a rate that falls, where no date says when the policy began', () => {
  const rated = (amount: string, rate: string) => a(amount, { rate, premium: '84', transactionType: 'As Earned' });

  it.each([
    ['to less than half', '5.04', '6'],
    ['by a third', '50.40', '60'],
  ])('is a cut: %s', async (_, amount, rate) => {
    const book = await scoreMonths({ '2026-04': [rated('75.60', '90')], '2026-05': [rated(amount, rate)] });
    expect(signalIn(book, '2026-05', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
    expect(signalIn(book, '2026-05', 'RATE_CHANGED')).toMatchObject({ severity: 'info' });
  });
});

describe('a Medicare renewal beside a constant override', () => {
  const enrolled = { effectiveDate: '2025-03-01', transactionType: 'Commission' };
  const override = a('8', { ...enrolled, transactionType: 'Override' });
  const settings = { productLine: 'medicare' } as const;

  it('is the planned half of the commission', async () => {
    const book = await scoreMonths(
      { '2025-12': [a('52.17', enrolled), override], '2026-01': [a('28.92', enrolled), override] },
      settings,
    );
    expect(codesIn(book, '2026-01')).not.toContain('COMMISSION_REDUCED');
  });

  it('counter-case: less than half of the commission is a cut', async () => {
    const book = await scoreMonths(
      { '2025-12': [a('52.17', enrolled), override], '2026-01': [a('20', enrolled), override] },
      settings,
    );
    expect(signalIn(book, '2026-01', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
  });
});

describe('a chargeback of an active group', () => {
  const group = (amount: string, lives: string, more: Partial<ModelLine> = {}) =>
    a(amount, { lives, transactionType: 'Monthly commission', ...more });
  const retro = (amount: string) =>
    group(amount, '1', { coverageMonth: '2025-11-01', transactionType: 'Retro adjustment' });

  it('for lives that left is no chargeback on an active member', async () => {
    const book = await scoreMonths({ '2025-11': [group('408', '17')], '2025-12': [group('384', '16'), retro('-24')] });
    expect(codesIn(book, '2025-12')).not.toContain('CHARGEBACK_ON_ACTIVE');
  });

  it('counter-case: is one for the pay of all lives, and for an amount that fits no number of lives', async () => {
    for (const amount of ['-408', '-30']) {
      const book = await scoreMonths({
        '2025-11': [group('408', '17')],
        '2025-12': [group('408', '17'), retro(amount)],
      });
      expect(codesIn(book, '2025-12'), amount).toContain('CHARGEBACK_ON_ACTIVE');
    }
  });
});
