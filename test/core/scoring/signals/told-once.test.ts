import { describe, expect, it } from 'vitest';
import { a, line } from '../../../support/book-model-cases.ts';
import { reasonIn, rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: what a chargeback or a line of zero says for the second time, or rightly, is no warning. */

const other = line('B', '9');
const [JAN, FEB, MAR] = ['2026-01', '2026-02', '2026-03'];

describe('a chargeback that is right', () => {
  it('takes back a payment that was made twice, and leaves the pay of the month', async () => {
    const paid = (coverageMonth: string) => a('28', { transactionType: 'Commission', coverageMonth });
    const book = await scoreMonths(
      {
        [JAN]: [paid(JAN)],
        [FEB]: [paid(FEB), paid(FEB)],
        [MAR]: [a('-28', { transactionType: 'Adjustment', coverageMonth: FEB }), paid(MAR)],
      },
      {},
      [other],
    );
    expect(rowIn(book, MAR)).toMatchObject({ status: 'green', amount: '0' });
    expect(signalsIn(book, MAR)).toEqual([]);
    expect(reasonIn(book, MAR)).toBe('Paid $28.00, as in Feb 2026; the $28.00 that was paid twice is taken back.');
  });

  it('may be all that a statement has', async () => {
    const paid = (coverageMonth: string) => a('28', { transactionType: 'Commission', coverageMonth });
    const back = a('-28', { transactionType: 'Adjustment', coverageMonth: FEB });
    const book = await scoreMonths({ [JAN]: [paid(JAN)], [FEB]: [paid(FEB), paid(FEB)], [MAR]: [back] }, {}, [other]);
    expect(rowIn(book, MAR)).toMatchObject({ status: 'yellow', amount: '-28' });
  });

  it('takes back a year and its true-up by two equal lines', async () => {
    const year = { coverageMonth: JAN, effectiveDate: '2026-01-01', monthsPaid: '12', planName: 'HMO' };
    const back = a('-347', { ...year, transactionType: 'Chargeback', termDate: '2026-02-28' });
    const book = await scoreMonths(
      {
        [JAN]: [a('347', { ...year, transactionType: 'Initial' })],
        [FEB]: [a('347', { ...year, transactionType: 'True-Up' })],
        [MAR]: [back, back],
      },
      { productLine: 'medicare' },
      [other],
    );
    expect(signalIn(book, MAR, 'CHARGEBACK_DUPLICATE')).toBeUndefined();
  });

  it('takes back an advance for a policy that ended before, which is told a statement late', async () => {
    const policy = { effectiveDate: '2026-01-01', monthsPaid: '9' };
    const ended = { ...policy, transactionType: 'Lapse', termDate: '2026-01-31' };
    const book = await scoreMonths(
      { [JAN]: [a('468', { ...policy, transactionType: 'Advance' })], [FEB]: [], [MAR]: [a('-416', ended)] },
      {},
      [other],
    );
    expect(signalIn(book, MAR, 'RETRO_TERMINATION')?.severity).toBe('info');
  });
});

describe('pay of nothing', () => {
  const unpaid = { transactionType: 'Renewal', planName: 'Value' };
  it('is a warning once, where the member was never paid', async () => {
    const book = await scoreMonths({ [JAN]: [a('0', unpaid)], [FEB]: [a('0', unpaid)] }, {}, [other]);
    expect(signalIn(book, JAN, 'ZERO_COMMISSION')?.severity).toBe('warn');
    expect(signalIn(book, FEB, 'ZERO_COMMISSION')?.severity).toBe('info');
  });

  it('counter-case: is a warning in each month after pay', async () => {
    const months = { [JAN]: [a('20', unpaid)], [FEB]: [a('0', unpaid)], [MAR]: [a('0', unpaid)] };
    const book = await scoreMonths(months, {}, [other]);
    expect(signalIn(book, MAR, 'ZERO_COMMISSION')?.severity).toBe('warn');
  });
});
