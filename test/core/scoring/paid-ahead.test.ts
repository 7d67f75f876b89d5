import { describe, expect, it } from 'vitest';
import { addMonths, monthIndex, type Period } from '../../../core/period.ts';
import { a, file, line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { rollupIn, rowIn, score, signalsIn } from '../../support/scored-book-cases.ts';

/** docs/reference/scoring.md#paid-ahead. Guarantee: payments ahead cause no false drops and hide no real ones. */

const YEARLY = { cadence: { default: 'calendar_year' } } as const;
const months = (first: Period, count: number) => Array.from({ length: count }, (_, index) => addMonths(first, index));

/** Returns member A's statuses month by month. Member Z is present in all months. */
async function statuses(lines: Readonly<Record<Period, readonly ModelLine[]>>, settings: Partial<BookSettings> = {}) {
  const files = Object.entries(lines).map(([period, ofMonth]) => file(period, ...ofMonth, line('Z', '1')));
  const book = await score(files, settings);
  return Object.keys(lines)
    .map((period) => rowIn(book, period)?.status ?? '–')
    .join(' ');
}

describe('how far a payment reaches', () => {
  const reach = async (settings: BookSettings['cadence'], fields: Partial<ModelLine>) => {
    const files = [file('2026-03', a('600', fields)), ...months('2026-04', 15).map((one) => file(one, line('Z', '1')))];
    const book = await score(files, settings === undefined ? {} : { cadence: settings });
    const red = months('2026-04', 15).find((one) => rowIn(book, one)?.status === 'red');
    return red === undefined ? null : addMonths(red, -1);
  };
  it.each<[string, BookSettings['cadence'], Partial<ModelLine>, Period]>([
    ['monthly: its own month', { default: 'monthly' }, {}, '2026-03'],
    ['calendar_year: through December', { default: 'calendar_year' }, {}, '2026-12'],
    ['a number: so many months', { default: 6 }, {}, '2026-08'],
    [
      'one type of line, in any case and spacing',
      { default: 'monthly', 'New  Business': 3 },
      { transactionType: 'NEW BUSINESS' },
      '2026-05',
    ],
    ['another type of line', { default: 'monthly', 'new business': 3 }, { transactionType: 'Renewal' }, '2026-03'],
    ['no type', { 'new business': 3 }, {}, '2026-03'],
    ['a type goes before the default', { default: 6, renewal: 'monthly' }, { transactionType: 'Renewal' }, '2026-03'],
    ['from the coverage month on', { default: 3 }, { coverageMonth: '2026-05' }, '2026-07'],
    ['from an effective date to come', { default: 3 }, { effectiveDate: '2026-04-01' }, '2026-06'],
    ['not from an effective date long gone', { default: 3 }, { effectiveDate: '2024-04-01' }, '2026-05'],
    ['months paid go before the number', { default: 12 }, { monthsPaid: '3' }, '2026-05'],
    [
      'months paid say how far a coverage month reaches',
      { default: 'monthly' },
      { monthsPaid: '3', coverageMonth: '2026-03' },
      '2026-05',
    ],
    ['months paid without a month may be arrears', { default: 'monthly' }, { monthsPaid: '3' }, '2026-03'],
    [
      'months paid of an advance are no arrears',
      { default: 'monthly' },
      { monthsPaid: '9', transactionType: 'Advance' },
      '2026-11',
    ],
    ['a "paid to" date goes before all', { default: 12 }, { paidThrough: '2026-05-31', monthsPaid: '9' }, '2026-05'],
    ['a first of the month means the day before', { default: 'monthly' }, { paidThrough: '2026-06-01' }, '2026-05'],
    ['a "paid to" date that is no such date', { default: 'monthly' }, { paidThrough: '9999-12-31' }, '2026-03'],
  ])('%s', async (_about, settings, fields, last) => {
    expect(await reach(settings, fields)).toBe(last);
  });
});

describe('a first premium for three months, three months after the policy began', () => {
  const quarter = (member: string, effectiveDate: string) => line(member, '90', { monthsPaid: '3', effectiveDate });
  /** Scores the first statement beside others who are paid by the quarter, and the month after. */
  const inApril = async (others: number) => {
    const beside = ['P', 'Q', 'R'].slice(0, others).map((member) => quarter(member, '2024-02-01'));
    const book = await score([file('2026-03', quarter('A', '2026-01-01'), ...beside), file('2026-04', line('Z', '1'))]);
    return rowIn(book, '2026-04')?.status;
  };

  it('is for the months to come where three others are paid by the quarter', async () => {
    expect(await inApril(3)).toBe('carried');
  });

  it('counter-case: is for all months since then where fewer are', async () => {
    expect(await inApril(2)).toBe('red');
  });
});

describe('a quarterly premium that is once paid for two months', () => {
  const z = line('Z', '1');
  const to = (amount: string, paidThrough: string) => a(amount, { transactionType: 'Renewal', paidThrough });
  const book = (second: string) =>
    score([
      file('2026-01', to('150', '2026-03-31'), z),
      ...['2026-02', '2026-03'].map((period) => file(period, z)),
      file('2026-04', to(second, '2026-05-31'), z),
      file('2026-05', z),
      file('2026-06', to('50', '2026-06-30'), z),
      file('2026-07', to('150', '2026-09-30'), z),
    ]);

  it('is compared for the months that each payment is for', async () => {
    const scored = await book('100');
    for (const period of ['2026-04', '2026-06', '2026-07']) {
      expect([rowIn(scored, period)?.status, signalsIn(scored, period).join()]).toEqual([
        'green',
        expect.not.stringMatching(/REDUCED|INCREASED/),
      ]);
    }
  });

  it('counter-case: less than two months is a cut', async () => {
    expect(rowIn(await book('80'), '2026-04')?.status).toBe('yellow');
  });
});

describe('a monthly premium that is paid to a day within the next month', () => {
  const on15 = (month: string) => a('50', { transactionType: 'Renewal', paidThrough: `${month}-15` });
  const z = line('Z', '1');
  const until = [file('2026-01', on15('2026-02'), z), file('2026-02', on15('2026-03'), z), file('2026-03', z)];

  it('is due again in that month: without it the member drops', async () => {
    expect(rowIn(await score(until), '2026-03')?.status).toBe('red');
  });

  it('catches up by a line for each month, after a bounced payment too, and the month after it is no cut', async () => {
    const back = a('-50', { transactionType: 'Returned', paidThrough: '2026-03-15' });
    const caughtUp = file('2026-04', ...['2026-03', '2026-04', '2026-05'].map(on15), z);
    const bounced = [...until.slice(0, 2), file('2026-03', back, z), caughtUp, file('2026-05', on15('2026-06'), z)];
    const book = await score(bounced);
    expect(signalsIn(book, '2026-04').join()).not.toContain('MISSED_MONTHS');
    expect(rowIn(book, '2026-05')?.status).toBe('green');
  });
});

describe('a member who is paid ahead', () => {
  it('is neither present nor dropped, and is compared month by month when paid again', async () => {
    const files = [
      file('2026-11', a('600', { transactionType: 'x' }), line('Z', '1')),
      file('2026-12', line('Z', '1')),
      file('2027-01', a('300'), line('Z', '1')),
    ];
    const book = await score(files, { cadence: { default: 'monthly', x: 2 } });
    expect(rowIn(book, '2026-12')).toMatchObject({ status: 'carried', counted: false, amount: '0', flags: '' });
    expect(signalsIn(book, '2026-12')).toEqual(['PAID_AHEAD']);
    expect(rollupIn(book, '2026-12')).toMatchObject({ memberCount: 1, red: 0, green: 1, commissionDropped: '0' });
    expect(rowIn(book, '2027-01')).toMatchObject({ status: 'green', prev: '300', flags: '', deltas: [] });
  });

  it('drops with the last paid amount when the coverage ends', async () => {
    const files = [
      file('2026-11', a('600'), line('Z', '1')),
      file('2026-12', line('Z', '1')),
      file('2027-01', line('Z', '1')),
    ];
    const book = await score(files, { cadence: { default: 2 } });
    expect(rowIn(book, '2027-01')).toMatchObject({ status: 'red', counted: true, prev: '600', flags: 'DROPPED' });
    expect(rollupIn(book, '2027-01').commissionDropped).toBe('600');
  });

  it.each([
    ['a year again', { '2026-01': [a('600')], '2026-02': [], '2027-01': [a('600')] }, YEARLY, 'new carried green'],
    [
      'less a month than before',
      { '2026-01': [a('600')], '2027-01': [a('40', { monthsPaid: '1' })] },
      YEARLY,
      'new yellow',
    ],
    ['months and then a year', { '2026-12': [a('50')], '2027-01': [a('600')] }, YEARLY, 'new green'],
    [
      'something on top meanwhile',
      {
        '2026-01': [a('600')],
        '2026-02': [a('5', { monthsPaid: '1' })],
        '2026-03': [],
        '2027-01': [a('50', { monthsPaid: '1' })],
      },
      YEARLY,
      'new green carried green',
    ],
    ['all charged back', { '2026-01': [a('600')], '2026-03': [a('-600')], '2026-04': [] }, YEARLY, 'new yellow red'],
    [
      'seven months charged back',
      { '2026-01': [a('600')], '2026-04': [a('-350')], '2026-05': [], '2026-06': [] },
      YEARLY,
      'new yellow carried red',
    ],
    [
      'a trifle charged back',
      { '2026-01': [a('600')], '2026-04': [a('-5')], '2026-05': [] },
      YEARLY,
      'new yellow carried',
    ],
    [
      'billed one month ahead, month by month',
      {
        '2026-01': [a('50', { paidThrough: '2026-02-28' })],
        '2026-02': [a('50', { paidThrough: '2026-03-31' })],
        '2026-03': [a('40', { paidThrough: '2026-04-30' })],
        '2026-04': [],
        '2026-05': [],
      },
      {},
      'new green yellow carried red',
    ],
    [
      'dropped, and back with an advance',
      { '2026-01': [a('50', { monthsPaid: '1' })], '2026-02': [], '2026-03': [a('500')], '2026-04': [] },
      YEARLY,
      'new red reappeared carried',
    ],
  ])('%s', async (_about, lines, settings, expected) => {
    expect(await statuses(lines, settings)).toBe(expected);
  });
});

describe('a Medicare book with first years paid at once, then by month', () => {
  const FIRST: Period = '2025-01';
  const PERIODS = months(FIRST, 30);
  /** 120 members whose starts, ends and states are the same in every run. */
  const members = Array.from({ length: 120 }, (_, n) => {
    const start = addMonths(FIRST, (n * 7) % 18);
    const end = n % 4 === 0 ? addMonths(start, 5 + ((n * 5) % 14)) : null;
    return { id: `M${n}`, start, end, month: 25 + (n % 3) };
  });

  function linesIn(period: Period): ModelLine[] {
    return members.flatMap(({ id, start, end, month }) => {
      const isGone = end !== null && period >= end;
      const lump = (13 - Number(start.slice(5))) * month * 2;
      if (period === start)
        return [line(id, String(lump), { transactionType: 'Initial', effectiveDate: `${start}-01` })];
      // Renewals begin with the calendar year after the first.
      if (isGone || period.slice(0, 4) <= start.slice(0, 4)) return [];
      return [line(id, String(month * 2), { transactionType: 'Renewal', effectiveDate: `${start}-01` })];
    });
  }

  it('has no false drops and changes, and finds every real drop in the first unpaid month', async () => {
    const files = PERIODS.map((period) => file(period, ...linesIn(period), line('Z', '1')));
    const book = await score(files, {
      cadence: { default: 'monthly', initial: 'calendar_year' },
      productLine: 'medicare',
    });
    const drops: string[] = [];
    const expected: string[] = [];
    for (const { id, start, end } of members) {
      const paidThrough = `${start.slice(0, 4)}-12`;
      const unpaid = end === null ? null : end > paidThrough ? end : addMonths(paidThrough, 1);
      if (unpaid !== null && PERIODS.includes(unpaid)) expected.push(`${id} ${unpaid}`);
      for (const period of PERIODS) {
        const row = rowIn(book, period, id);
        if (row?.status === 'red') drops.push(`${id} ${period}`);
        expect([id, period, row?.status]).not.toEqual([id, period, 'yellow']);
        expect([id, period, row?.status]).not.toEqual([id, period, 'reappeared']);
        if (row?.status === 'carried') expect(monthIndex(period)).toBeLessThanOrEqual(monthIndex(paidThrough));
      }
    }
    expect(drops).toEqual(expected);
    expect(drops.length).toBe(27);
    const present = PERIODS.map((period) => rollupIn(book, period).memberCount);
    expect(present).toEqual(PERIODS.map((period) => linesIn(period).length + 1));
  });

  it('has false drops without the cadence, until most of the new members of a month are absent', async () => {
    const files = PERIODS.slice(0, 6).map((period) => file(period, ...linesIn(period), line('Z', '1')));
    const book = await score(files);
    const red = PERIODS.slice(1, 6).map((period) => rollupIn(book, period).red);
    // The members of the first statement prove nothing: all of them are first paid then.
    expect(red).toEqual([7, 0, 0, 0, 0]);
  });
});

describe('pay within an advance of 300 for January to March', () => {
  /** Returns the status and amount of a month, and the amount that it is compared with. */
  async function within(period: '2026-02' | '2026-03', lines: readonly ModelLine[]): Promise<string> {
    const z = line('Z', '1');
    const advance = a('300', { monthsPaid: '3', coverageMonth: '2026-01' });
    const between = period === '2026-03' ? [file('2026-02', z)] : [];
    const row = rowIn(await score([file('2026-01', advance, z), ...between, file(period, ...lines, z)]), period);
    return `${row?.status} ${row?.amount} after ${row?.prev}`;
  }
  const through = (monthsPaid: string | null, paidThrough: string) => ({ monthsPaid, paidThrough });
  const ofMonth = (coverageMonth: Period) => ({ coverageMonth });

  it.each<[string, '2026-02' | '2026-03', readonly ModelLine[], string]>([
    ['reaches further for three months', '2026-02', [a('300', through('3', '2026-06-30'))], 'green 300 after 300'],
    ['is less and reaches further', '2026-02', [a('240', through('3', '2026-06-30'))], 'yellow 240 after 300'],
    ['reaches further for two months', '2026-02', [a('200', through('2', '2026-05-31'))], 'green 200 after 200'],
    [
      'is for the last month and the next',
      '2026-03',
      ['2026-03', '2026-04'].map((month) => a('100', ofMonth(month))),
      'green 200 after 200',
    ],
  ])('is compared with the advance when it %s', async (_, period, lines, expected) => {
    expect(await within(period, lines)).toBe(expected);
  });

  it.each<[string, '2026-02' | '2026-03', readonly ModelLine[], string]>([
    ['reaches no further', '2026-02', [a('300', through('2', '2026-03-31'))], 'green 300 after 0'],
    ['is billed ahead', '2026-03', [a('100', through(null, '2026-04-30'))], 'green 100 after 0'],
    ['is for the last month', '2026-03', [a('100', ofMonth('2026-03'))], 'green 100 after 0'],
    ['names no month', '2026-03', [a('100')], 'green 100 after 0'],
    ['takes the next month back', '2026-03', [a('-100', ofMonth('2026-04'))], 'yellow -100 after 0'],
  ])('is in addition to the advance when it %s', async (_, period, lines, expected) => {
    expect(await within(period, lines)).toBe(expected);
  });
});

describe('a quarter whose line names its first month', () => {
  /** Returns the findings of a member who is paid $36 by the quarter from January on, and is next paid by `late`. */
  async function findings(late: Readonly<Record<Period, Period>>): Promise<readonly string[]> {
    const paid: Readonly<Record<Period, Period>> = { '2025-01': '2025-01', '2025-04': '2025-04', ...late };
    const files = months('2025-01', 14).map((period) => {
      const coverageMonth = paid[period];
      const own = coverageMonth === undefined ? [] : [a('36', { monthsPaid: '3', coverageMonth })];
      return file(period, ...own, line('Z', '1'));
    });
    const book = await score(files);
    return months('2025-02', 13).flatMap((period) => [
      ...(rowIn(book, period)?.status === 'red' ? [`${period} red`] : []),
      ...signalsIn(book, period).filter((code) => code.startsWith('MISSED_MONTHS')),
    ]);
  }

  it('is paid in full, though a month late', async () => {
    const late = { '2025-08': '2025-07', '2025-10': '2025-10', '2026-01': '2026-01' };
    expect(await findings(late)).toEqual(['2025-07 red']);
  });

  it('pays no month of the quarter before it, which is missing', async () => {
    const skipped = { '2025-10': '2025-10', '2026-01': '2026-01' };
    expect(await findings(skipped)).toEqual(['2025-07 red', 'MISSED_MONTHS 36']);
  });
});
