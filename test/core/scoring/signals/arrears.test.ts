import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { a, FLAT_50, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import type { BookSettings, ScoredBook } from '../../../support/scored-book.ts';
import { type Months, reasonIn, rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';
import { rowsByMember } from '../../../support/scored-book-view.ts';

/** Guarantee: a payment for several months pays each month once, either a missed month before it or a month ahead. */

/** Makes the fields of a line that pays the number of months and names its coverage month. */
const forMonths = (monthsPaid: string, coverageMonth: Period) => ({ monthsPaid, coverageMonth });

/** Scores a book of months. Member Z keeps every month's statement from being empty. */
const bookOf = (months: Months, settings: Partial<BookSettings> = {}) =>
  scoreMonths(months, settings, [line('Z', '1')]);

/** Describes each month of member A by its status, its amount, and the amount that it is compared with. */
const course = (book: ScoredBook, months: Months) =>
  Object.keys(months).map((period) => {
    const row = rowIn(book, period);
    return row === undefined ? `${period} –` : `${period} ${row.status} ${row.amount} ← ${row.prev}`;
  });

/** A member with 36 a month who misses two months and leaves in July. The line of May pays for three months: 108 = 3 × 36. */
const THREE_AT_ONCE: Months = {
  '2025-01': [a('36', forMonths('1', '2025-01'))],
  '2025-02': [a('36', forMonths('1', '2025-02'))],
  '2025-03': [],
  '2025-04': [],
  '2025-05': [a('108', forMonths('3', '2025-05'))],
  '2025-06': [a('36', forMonths('1', '2025-06'))],
  '2025-07': [],
  '2025-08': [],
};

describe('a new member whose first statement pays the month before too', () => {
  const twoMonths: Months = {
    '2025-02': [a('36', { coverageMonth: '2025-01' }), a('36', { coverageMonth: '2025-02' })],
    '2025-03': [a('36', { coverageMonth: '2025-03' })],
  };

  it('is not paid less the next month: only the later of the two months is compared', async () => {
    const book = await bookOf(twoMonths);
    expect(course(book, twoMonths)).toEqual(['2025-02 new 72 ← 0', '2025-03 green 36 ← 36']);
    expect(signalsIn(book, '2025-03')).toEqual([]);
  });

  it('is not paid less after one payment for both months', async () => {
    const atOnce: Months = { ...twoMonths, '2025-02': [a('72', forMonths('2', '2025-01'))] };
    expect(course(await bookOf(atOnce), atOnce)).toEqual(['2025-02 new 72 ← 0', '2025-03 green 36 ← 36']);
    const cut = { ...atOnce, '2025-03': [a('30', { coverageMonth: '2025-03' })] };
    expect(signalIn(await bookOf(cut), '2025-03', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 6 });
    // Without the coverage month the payment is for two months all the same.
    const undated: Months = { ...atOnce, '2025-02': [a('72', { monthsPaid: '2' })] };
    expect(course(await bookOf(undated), undated).at(-1)).toBe('2025-03 green 36 ← 36');
  });

  it('is not paid less after two payments for one month either, which are reported', async () => {
    const doubled = {
      ...twoMonths,
      '2025-02': [a('36', { coverageMonth: '2025-02' }), a('36', { coverageMonth: '2025-02' })],
    };
    const book = await bookOf(doubled);
    expect(signalsIn(book, '2025-02')).toEqual(['DUPLICATE_PAYMENT 36']);
    expect(signalsIn(book, '2025-03')).toEqual([]);
  });

  it('is paid less if it gets less than for the later month', async () => {
    const cut = { ...twoMonths, '2025-03': [a('30', { coverageMonth: '2025-03' })] };
    expect(signalIn(await bookOf(cut), '2025-03', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 6 });
  });
});

describe('the months that a line pays', () => {
  it('fill all missed months before months ahead, and the drop is found in its month with the actual last amount', async () => {
    const book = await bookOf(THREE_AT_ONCE);
    expect(course(book, THREE_AT_ONCE)).toEqual([
      '2025-01 new 36 ← 0',
      '2025-02 green 36 ← 36',
      '2025-03 red 0 ← 36',
      '2025-04 –',
      '2025-05 reappeared 108 ← 36',
      '2025-06 green 36 ← 36',
      '2025-07 red 0 ← 36',
      '2025-08 –',
    ]);
    expect(rowIn(book, '2025-05')?.flags).toBe('REAPPEARED REAPPEARED_WITH_DELTA');
    // 2 of the 3 months are March and April: 108 × 2/3 = 72.
    expect(signalsIn(book, '2025-05')).toEqual(['COMMISSION_INCREASED 72', 'CATCH_UP_PAYMENT 72']);
    expect(reasonIn(book, '2025-05')).toBe(
      'Paid again in May: $108.00 instead of $36.00; pays for 2 missed months (Mar to Apr 2025) as well.',
    );
    expect(reasonIn(book, '2025-07')).toBe('Not on the Jul 2025 statement; was paid $36.00 in Jun 2025.');
  });

  it('are compared month by month after the missed months are filled', async () => {
    const book = await bookOf(THREE_AT_ONCE);
    expect(rowIn(book, '2025-06')).toMatchObject({ status: 'green', flags: '' });
    expect(signalsIn(book, '2025-06')).toEqual([]);
  });

  it('do not delay a drop right after them', async () => {
    const months: Months = {
      '2025-01': [a('36', forMonths('1', '2025-01'))],
      '2025-02': [],
      '2025-03': [a('72', forMonths('2', '2025-03'))],
      '2025-04': [],
    };
    const book = await bookOf(months);
    expect(course(book, months).at(-1)).toBe('2025-04 red 0 ← 36');
    expect(signalsIn(book, '2025-03')).toEqual(['COMMISSION_INCREASED 36', 'CATCH_UP_PAYMENT 36']);
  });

  it('cover months ahead with what is left after the missed months', async () => {
    // Four months from March on, of which one is February: March to May are left. 144 × 1/4 = 36 is February's.
    const months: Months = {
      '2025-01': [a('36')],
      '2025-02': [],
      '2025-03': [a('144', forMonths('4', '2025-03'))],
      '2025-04': [],
      '2025-05': [],
      '2025-06': [],
    };
    const book = await bookOf(months);
    expect(course(book, months).slice(3)).toEqual([
      '2025-04 carried 0 ← 0',
      '2025-05 carried 0 ← 0',
      '2025-06 red 0 ← 108',
    ]);
    expect(signalsIn(book, '2025-03')).toEqual(['COMMISSION_INCREASED 36', 'PAID_AHEAD', 'CATCH_UP_PAYMENT 36']);
  });

  it.each<[string, Partial<ModelLine>, Partial<BookSettings>, string[]]>([
    ['reach three months ahead if no month is missed', forMonths('3', '2025-02'), {}, ['PAID_AHEAD']],
    ['do not change a "paid to" date', { paidThrough: '2025-04-30' }, {}, ['PAID_AHEAD']],
    ['do not change a configured cadence', { transactionType: 'Adv' }, { cadence: { Adv: 3 } }, ['PAID_AHEAD']],
  ])('counter-case: %s', async (_about, fields, settings, found) => {
    const book = await bookOf({ '2025-01': [a('36')], '2025-02': [a('108', fields)] }, settings);
    expect(signalsIn(book, '2025-02')).toEqual(found);
  });

  it.each<[string, Partial<ModelLine>, Partial<BookSettings>]>([
    ['a "paid to" date', { paidThrough: '2025-05-31' }, {}],
    ['a configured cadence', { transactionType: 'Adv', monthsPaid: '3' }, { cadence: { Adv: 12 } }],
  ])('counter-case: leave the missed month missed with %s', async (_about, fields, settings) => {
    const months: Months = {
      '2025-01': [a('36')],
      '2025-02': [],
      '2025-03': [a('108', fields)],
      '2025-05': [],
      '2025-06': [],
    };
    const book = await bookOf(months, settings);
    expect(signalsIn(book, '2025-03')).toEqual(['PAID_AHEAD', 'MISSED_MONTHS 36']);
    expect(course(book, months).slice(-2)).toEqual(['2025-05 carried 0 ← 0', '2025-06 red 0 ← 108']);
  });

  it('are the caught-up months, the own month and the months ahead', async () => {
    const FIRST: Period = '2025-01';
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 9 }), async (missed, paid) => {
        const period = addMonths(FIRST, missed + 1);
        const lines: Record<Period, ModelLine[]> = { [FIRST]: [a('36')] };
        for (let n = 1; n <= missed + 12; n++) lines[addMonths(FIRST, n)] = [];
        lines[period] = [a(String(36 * paid), forMonths(String(paid), period))];
        const book = await bookOf(lines);
        const carried = Object.keys(lines).filter((one) => one > period && rowIn(book, one)?.status === 'carried');
        const saved = book.periods.get(period);
        const caughtUp = saved === undefined ? 0 : rowsByMember(saved).get('A')?.history.extraMonths;
        expect(caughtUp).toBe(Math.min(missed, paid - 1));
        expect(carried.length + 1 + (caughtUp ?? 0)).toBe(paid);
      }),
      { numRuns: propertyRuns(60), verbose: true },
    );
  });
});

describe('a payment on top of a month', () => {
  it("that catches up causes no warning in the next month, unless that is below a month's pay", async () => {
    const months = { '2025-01': [a('50')], '2025-02': [], '2025-03': [a('100')] };
    const same = await bookOf({ ...months, '2025-04': [a('50')] });
    expect(signalIn(same, '2025-04', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'info', amount: 50 });
    // 100 − 50 caught up = 50 a month, and 40 is less.
    const less = await bookOf({ ...months, '2025-04': [a('40')] });
    expect(signalIn(less, '2025-04', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn', amount: 60 });
    expect(reasonIn(less, '2025-04')).toBe('Paid $60.00 less than in Mar 2025 ($100.00 → $40.00).');
  });

  it('without a missed month is followed by a real reduction', async () => {
    const book = await bookOf({ '2025-01': [a('50')], '2025-02': [a('100')], '2025-03': [a('50')] });
    expect(signalIn(book, '2025-03', 'COMMISSION_REDUCED')?.severity).toBe('warn');
  });

  it('is not a month’s pay when another month is missed', async () => {
    // April's 100 is for March too, so June's missed month is worth 50.
    const book = await bookOf({
      '2025-02': [a('50')],
      '2025-03': [],
      '2025-04': [a('100')],
      '2025-05': [],
      '2025-06': [a('50')],
    });
    expect(signalsIn(book, '2025-06')).toContain('MISSED_MONTHS 50');
  });

  it.each<[string, Months, 'info' | 'warn']>([
    [
      'that caught up a month, may have paid the next one ahead',
      { '2025-03': [], '2025-04': [a('50'), a('50')] },
      'info',
    ],
    ['in a first statement may have paid the next one ahead', { '2025-04': [a('50'), a('50')] }, 'info'],
    ['is almost twice as much by its premium', { '2025-04': [a('95')] }, 'info'],
    ['is no second month where it is less', { '2025-04': [a('85')] }, 'warn'],
    ['is none where one month was paid', { '2025-04': [a('50')] }, 'warn'],
    ['is not enough for two months', { '2025-03': [a('100')], '2025-04': [] }, 'warn'],
    ['was taken back', { '2025-03': [a('100')], '2025-04': [a('-100')] }, 'warn'],
  ])('%s', async (_, before, severity) => {
    const first: Months = before['2025-03']?.length === 0 ? { '2025-02': [a('50')] } : {};
    const book = await bookOf({ ...first, ...before, '2025-05': [], '2025-06': [a('50')] });
    expect(signalIn(book, '2025-06', 'MISSED_MONTHS')?.severity).toBe(severity);
  });

  it('is told as perhaps for the month that was not paid, and its money is to be checked', async () => {
    const book = await bookOf({ '2025-04': [a('50'), a('50')], '2025-05': [], '2025-06': [a('50')] });
    expect(signalIn(book, '2025-06', 'MISSED_MONTHS')).toMatchObject({ amount: 50, claim: 'to_check' });
    expect(reasonIn(book, '2025-06')).toBe(
      'Paid again in June: $50.00 instead of $100.00. May was not paid, unless the $100.00 of April paid for it too.',
    );
  });

  it('that repeats a line for a missed month is no duplicate; for the same coverage month it is', async () => {
    const missed = { '2025-01': [a('50')], '2025-02': [] };
    const two = await bookOf({ ...missed, '2025-03': [a('50'), a('50')] });
    expect(signalsIn(two, '2025-03')).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
    const march = { coverageMonth: '2025-03' };
    const same = await bookOf({ ...missed, '2025-03': [a('50', march), a('50', march)] });
    expect(signalsIn(same, '2025-03')).toContain('DUPLICATE_PAYMENT 50');
  });

  it('counts as arrears in the repayment of a chargeback only for its own month', async () => {
    const book = await bookOf({
      '2025-01': [a('36')],
      '2025-02': [],
      '2025-03': [a('72')],
      '2025-04': [a('-36')],
      // 36 for the month and 36 to repay the chargeback.
      '2025-05': [a('72')],
    });
    expect(signalsIn(book, '2025-05')).not.toContain('REINSTATED_NOT_REPAID 36');
  });

  it.each([
    [['2025-02'], '2025-03', 'Pays for 1 missed month (Feb 2025) as well.', undefined],
    [
      ['2025-02', '2025-03', '2025-04'],
      '2025-05',
      'Pays for 1 of 3 missed months (Feb to Apr 2025) as well.',
      'Still not paid for 2 of 3 missed months (Feb to Apr 2025), about $100.00: ask the carrier.',
    ],
  ])('says how many of the missed months %j it pays for', async (missed, back, caughtUp, left) => {
    const book = await bookOf({
      '2025-01': [a('50')],
      ...Object.fromEntries(missed.map((period) => [period, []])),
      [back]: [a('100')],
    });
    expect(signalIn(book, back, 'CATCH_UP_PAYMENT')?.detail).toBe(caughtUp);
    expect(signalIn(book, back, 'MISSED_MONTHS')?.detail).toBe(left);
  });

  it('is compared by its months: two caught up months at the contracted rate are neither under- nor overpaid', async () => {
    const months: Months = { '2025-01': [a('50')], '2025-02': [], '2025-03': [a('100', forMonths('2', '2025-03'))] };
    const book = await bookOf(months, { rates: [FLAT_50] });
    expect(signalsIn(book, '2025-03')).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
  });
});

describe('invalid numbers of months', () => {
  it.each([
    ['a thousand months', forMonths('1000', '2025-01')],
    ['a coverage month in a hundred years', forMonths('2', '2125-01')],
  ])('cover nothing: %s', async (_about, fields) => {
    const months: Months = { '2025-01': [a('36', fields)], '2025-02': [] };
    expect(course(await bookOf(months), months).at(-1)).toBe('2025-02 red 0 ← 36');
  });
});
