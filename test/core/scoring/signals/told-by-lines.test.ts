import { describe, expect, it } from 'vitest';
import type { Period } from '../../../../core/period.ts';
import { a, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: findings follow the dates, coverages and head counts on the lines of a statement. */

const bookOf = (months: Readonly<Record<Period, readonly ModelLine[]>>, settings: Partial<BookSettings> = {}) =>
  scoreMonths(months, settings, [line('Z', '1')]);

describe('a missing true-up', () => {
  const january = { productType: 'MAPD', effectiveDate: '2026-01-01', transactionType: 'Initial' };
  const told = async (amount: string, state?: string) => {
    const fields = state === undefined ? january : { ...january, state };
    const book = await bookOf({ '2026-01': [a(amount, fields)], '2026-04': [] }, { productLine: 'medicare' });
    return signalsIn(book, '2026-04');
  };

  it('is reported without a state, because the amount shows the region', async () => {
    expect(await told('347', 'TX')).toEqual(['PAID_AHEAD', 'TRUE_UP_MISSING 347']);
    expect(await told('347')).toEqual(['PAID_AHEAD', 'TRUE_UP_MISSING 347']);
    expect(await told('432')).toEqual(['PAID_AHEAD', 'TRUE_UP_MISSING 432']);
  });

  it('is not reported if the amount pays a whole first year in any region', async () => {
    for (const amount of ['694', '781', '864', '474']) expect(await told(amount), amount).toEqual(['PAID_AHEAD']);
    // Another state's renewal amount does not count.
    expect(await told('432', 'TX')).not.toContain('TRUE_UP_MISSING 432');
  });
});

describe('a chargeback that a later statement repeats', () => {
  const repeated = (fields: Partial<ModelLine>, second: Partial<ModelLine>, settings: Partial<BookSettings> = {}) =>
    bookOf(
      {
        '2026-01': [a('50', fields)],
        '2026-02': [a('50', fields)],
        '2026-03': [a('-50', fields)],
        '2026-04': [a('-50', second)],
      },
      settings,
    );

  it('is a duplicate if it has the same "paid to" date', async () => {
    const february = { paidThrough: '2026-02-28' };
    expect(signalsIn(await repeated(february, february), '2026-04')).toContain('CHARGEBACK_DUPLICATE 50');
    expect(signalsIn(await repeated(february, { paidThrough: '2026-01-31' }), '2026-04').join()).not.toMatch(
      /DUPLICATE/,
    );
  });

  it('is a duplicate if it has the same date in the term of a policy, and no other', async () => {
    const cancelled = { effectiveDate: '2026-02-26' };
    const term = { policyTerm: true };
    expect(signalsIn(await repeated(cancelled, cancelled, term), '2026-04')).toContain('CHARGEBACK_DUPLICATE 50');
    expect(signalsIn(await repeated(cancelled, cancelled), '2026-04').join()).not.toMatch(/DUPLICATE/);
  });

  it('is none on one statement, where two months may have one date', async () => {
    const february = { paidThrough: '2026-02-28' };
    const book = await bookOf({
      '2026-01': [a('50', february)],
      '2026-02': [a('50', february)],
      '2026-03': [a('-50', february), a('-50', february)],
    });
    expect(signalsIn(book, '2026-03').join()).not.toMatch(/DUPLICATE/);
  });
});

describe('a group with several coverages', () => {
  const medical = { productType: 'Medical', rate: '0.04' };
  const dental = { productType: 'Dental', rate: '0.1' };

  it('has not ended its first year if it loses the coverage with the highest rate', async () => {
    const book = await bookOf({
      '2026-01': [a('84', dental), a('450.24', medical)],
      '2026-02': [a('450.24', medical)],
    });
    expect(rowIn(book, '2026-02')).toMatchObject({ status: 'yellow' });
    expect(signalsIn(book, '2026-02')).toEqual(['COMMISSION_REDUCED 84']);
    expect(reasonIn(book, '2026-02')).toBe(
      'Paid $84.00 less than in Jan 2026 ($534.24 → $450.24): the Dental line ($84.00) is not on this statement.',
    );
  });

  it('may be charged back for one head of one coverage, which is no chargeback on an active member', async () => {
    const heads = (amount: string, lives: string, fields: Partial<ModelLine>) => a(amount, { ...fields, lives });
    const back = (amount: string, month: string) => heads(amount, '1', { ...medical, coverageMonth: `${month}-01` });
    const book = (amount: string) =>
      bookOf({
        '2026-01': [heads('85.1', '23', dental), heads('482.08', '23', medical)],
        '2026-02': [
          heads('81.4', '22', { ...dental, coverageMonth: '2026-02-01' }),
          back(amount, '2025-12'),
          back(amount, '2026-01'),
          heads('461.12', '22', { ...medical, coverageMonth: '2026-02-01' }),
        ],
      });
    expect(signalsIn(await book('-20.96'), '2026-02').join()).not.toMatch(/ON_ACTIVE/);
    // Counter-case: the whole pay of a month. The statement of December is not loaded.
    expect(signalsIn(await book('-482.08'), '2026-02')).toContain('CHARGEBACK_ON_ACTIVE 482.08');
  });
});

describe('a complete chargeback of a first year’s pay', () => {
  const january = { productType: 'MAPD', effectiveDate: '2026-01-01', transactionType: 'Initial' };
  const leaving = (back: string, state: string | null) => {
    const fields = state === null ? january : { ...january, state };
    const months = { '2026-01': [a('694', fields)], '2026-03': [a(back, fields)], '2026-04': [] };
    return bookOf(months, { productLine: 'medicare' });
  };

  it('shows a rapid disenrollment without a term date, with and without a state', async () => {
    for (const state of ['TX', null]) {
      expect(signalsIn(await leaving('-694', state), '2026-04').join(), `${state}`).toMatch(/RAPID_DISENROLLMENT/);
      // Counter-case: a chargeback of 7 of the 12 months is not complete.
      expect(signalsIn(await leaving('-404.83', state), '2026-04').join(), `${state}`).not.toMatch(/RAPID/);
    }
  });
});

describe('a quarterly premium that only its interval shows', () => {
  const supplement = { productType: 'AARPMODMEDSUP', transactionType: 'Renewal' };
  const paidIn = (
    months: readonly Period[],
    amounts: readonly string[] = [],
    fields: Partial<ModelLine> = supplement,
  ) => {
    const all = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'];
    const lines = all.map((period): [Period, ModelLine[]] => {
      const at = months.indexOf(period);
      return [period, at === -1 ? [] : [a(amounts[at] ?? '58.20', fields)]];
    });
    return bookOf(Object.fromEntries(lines), { productLine: 'medicare' });
  };
  const QUARTERS = ['2026-01', '2026-04', '2026-07'];

  it('makes no missed months, and no drop from the second payment on', async () => {
    const book = await paidIn(QUARTERS);
    expect(signalsIn(book, '2026-04')).toEqual(['PAID_AHEAD']);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'reappeared', prev: '58.2' });
    expect(['2026-05', '2026-06', '2026-08'].map((period) => rowIn(book, period)?.status)).toEqual(
      Array(3).fill('carried'),
    );
    expect(rowIn(book, '2026-07')).toMatchObject({ status: 'green', prev: '58.2' });
  });

  it('continues with another premium, and drops when the next quarter is not paid', async () => {
    const more = await paidIn(QUARTERS, ['58.20', '58.20', '62.40']);
    expect(rowIn(more, '2026-07')).toMatchObject({ status: 'green', prev: '58.2' });
    expect(rowIn(more, '2026-08')?.status).toBe('carried');
    expect(rowIn(await paidIn(['2026-01', '2026-04']), '2026-07')).toMatchObject({ status: 'red' });
  });

  it('is none of one member beside many who are paid monthly, whose months are missed', async () => {
    const monthly = Array.from({ length: 20 }, (_, index) => line(`M${index}`, '58.20', supplement));
    const absent = (count: number) =>
      Array.from({ length: count }, (_, index) => line(`Q${index}`, '58.20', supplement));
    const told = async (count: number) => {
      const months = { '2026-01': [...monthly, ...absent(count)], '2026-02': monthly, '2026-03': monthly };
      const book = await scoreMonths({ ...months, '2026-04': [...monthly, ...absent(count)] }, {});
      return signalIn(book, '2026-04', 'MISSED_MONTHS', 'Q0')?.amount;
    };
    expect(await told(1)).toBe(116.4);
    expect(await told(3)).toBeUndefined();
  });

  it('counter-case: makes missed months after monthly pay', async () => {
    const book = await paidIn(['2026-01', '2026-02', '2026-05', '2026-06']);
    expect(signalsIn(book, '2026-05')).toEqual(['MISSED_MONTHS 116.4']);
    expect(rowIn(book, '2026-07')?.status).toBe('red');
  });

  it('counter-case: is not assumed for a Medicare Advantage plan, and for lines with amounts only', async () => {
    const advantage = await paidIn(QUARTERS, [], { productType: 'MAPD', transactionType: 'Renewal' });
    expect(signalsIn(advantage, '2026-04').join()).toMatch(/MISSED_MONTHS/);
    expect(signalsIn(await paidIn(QUARTERS, [], { productType: 'AARPMODMEDSUP' }), '2026-04').join()).toMatch(/MISSED/);
    expect(rowIn(await paidIn(QUARTERS, [], { productType: 'AARPMODMEDSUP' }), '2026-05')?.status).toBe('red');
  });
});

describe('a policy that is cancelled and reinstated', () => {
  const term = { policyTerm: true, cadence: { default: 'monthly' as const, renewal: 6 } };
  const of = (transactionType: string, amount: string, month: string) =>
    a(amount, { transactionType, effectiveDate: `${month}-10` });
  const months = {
    '2026-01': [of('Renewal', '106.46', '2026-01')],
    '2026-02': [of('Cancellation', '-88.72', '2026-02')],
    '2026-03': [of('Reinstatement', '88.72', '2026-02')],
  };

  it('misses no month of a whole term’s commission', async () => {
    const book = await bookOf(months, term);
    expect(signalsIn(book, '2026-03').join()).not.toMatch(/MISSED_MONTHS/);
  });

  it('counter-case: misses months with monthly commission and no chargeback', async () => {
    const monthly = await bookOf(
      {
        '2026-01': [of('Installment', '20', '2026-01')],
        '2026-02': [],
        '2026-03': [of('Installment', '20', '2026-01')],
      },
      term,
    );
    expect(signalsIn(monthly, '2026-03')).toEqual(['MISSED_MONTHS 20']);
  });
});

it('takes the head count from the paying line, not from the correction before it', async () => {
  const contracts = (amount: string, lives: string, month: string) =>
    a(amount, { lives, coverageMonth: `${month}-01`, planCode: 'DN02' });
  const book = await bookOf({
    '2026-02': [contracts('62.4', '52', '2026-02')],
    '2026-03': [contracts('-1.2', '-1', '2026-02'), contracts('61.2', '51', '2026-03')],
  });
  expect(reasonIn(book, '2026-03')).toBe('Paid $2.40 less than in Feb 2026 ($62.40 → $60.00): 51 lives instead of 52.');
});

it('asks about no pay only where the line does not say that nothing is paid', async () => {
  const found = async (transactionType: string) =>
    signalIn(await bookOf({ '2026-01': [a('0', { transactionType })] }), '2026-01', 'ZERO_COMMISSION')?.severity;
  for (const said of ['Non-Commissionable', 'Non-Comm Plan', 'No commission', 'Not commissionable'])
    expect(await found(said), said).toBe('info');
  for (const other of ['Commission', 'Renewal']) expect(await found(other), other).toBe('warn');
});

it('counts pay for other months as no repayment of the months that were taken back', async () => {
  const of = (month: string, amount = '20') => a(amount, { coverageMonth: month });
  const book = (...again: readonly ModelLine[]) =>
    bookOf({
      '2026-01': [of('2026-01')],
      '2026-02': [of('2026-02')],
      '2026-03': [of('2026-01', '-20'), of('2026-02', '-20')],
      '2026-04': [],
      '2026-05': again,
    });
  const missing = async (...again: readonly ModelLine[]) =>
    signalIn(await book(...again), '2026-05', 'REINSTATED_NOT_REPAID')?.amount ?? 0;
  expect(await missing(of('2026-03'), of('2026-04'), of('2026-05'))).toBe(40);
  expect(await missing(of('2026-02'), of('2026-03'), of('2026-04'), of('2026-05'))).toBe(20);
  expect(await missing(of('2026-01'), of('2026-02'), of('2026-03'), of('2026-04'), of('2026-05'))).toBe(0);
  expect(await missing(a('60'))).toBe(0);
});

it('takes a credit of a part of the premium for a correction', async () => {
  const paid = (amount: string, premium: string, month: string, transactionType = 'Premium') =>
    a(amount, { premium, coverageMonth: month, transactionType });
  const february = async (type: string) =>
    signalsIn(
      await bookOf({
        '2026-01': [paid('124', '1240', '2026-01')],
        '2026-02': [paid('124', '1240', '2026-02'), paid('-6.20', '-62', '2026-01', type)],
      }),
      '2026-02',
    ).join();
  expect(await february('Premium Credit')).not.toContain('CHARGEBACK_ON_ACTIVE');
  expect(await february('Chargeback')).toContain('CHARGEBACK_ON_ACTIVE');
});
