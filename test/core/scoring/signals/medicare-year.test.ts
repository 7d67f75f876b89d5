import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { type Months, reasonIn, rowIn, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: findings about Medicare's first year, true-ups and early leavers follow the CMS amounts. In Florida these are 626 for a first
 * year in 2025, and 313 for a later one.
 */

const FL = { productType: 'MA', state: 'FL' };
const from = (effectiveDate: string) => ({ ...FL, effectiveDate });
const a = (amount: string, fields: Partial<ModelLine> = from('2025-01-01')) => line('A', amount, fields);
const YEAR_AT_ONCE: Partial<BookSettings> = { cadence: { default: 'monthly', initial: 'calendar_year' } };

const bookOf = (months: Months, settings: Partial<BookSettings> = {}) =>
  scoreMonths(months, { productLine: 'medicare', ...settings }, [line('Z', '1')]);

/** Returns the findings of one code, period by period. */
async function told(code: string, months: Months, settings: Partial<BookSettings> = {}): Promise<string[]> {
  const book = await bookOf(months, settings);
  return Object.keys(months).flatMap((period) =>
    signalsIn(book, period).flatMap((text) => (text.split(' ')[0] === code ? [`${period} ${text}`] : [])),
  );
}

describe('a true-up', () => {
  it('is not expected with monthly pay, whatever month it began', async () => {
    for (let n = 0; n < 12; n++) {
      const start = addMonths('2025-01', n);
      const months: Record<Period, ModelLine[]> = {};
      // 626 / 12 = 52.17. From November: 2 × 52.17 = 104.34 is the initial amount of two months. From June: 6 × 52.17 = 313.02 is the
      // renewal amount of a year, and 7 × 52.17 = 365.19 is the initial amount of seven months.
      for (let m = n; m < 12; m++) months[addMonths('2025-01', m)] = [a('52.17', from(`${start}-01`))];
      expect([start, await told('TRUE_UP', months)]).toEqual([start, []]);
      expect([start, await told('TRUE_UP_MISSING', months)]).toEqual([start, []]);
    }
  });

  it('is recognized as the second half of three remaining months: 313 × 3/12 = 78.25, twice', async () => {
    const october = from('2025-10-01');
    const months = { '2025-10': [a('78.25', october)], '2025-12': [a('78.25', october)] };
    expect(await told('TRUE_UP', months)).toEqual(['2025-12 TRUE_UP 78.25']);
  });

  /** New members who are paid $34.92 a month, of whom so many get a true-up in March, and others who do not. */
  async function truedUp({
    of = 9,
    others = 0,
    effective = '2025-01-01',
    amount = (_at: number): string => '347.04',
  } = {}) {
    const pay = (id: string, more: Partial<ModelLine> = {}) =>
      line(id, '34.92', { ...from('2025-01-01'), transactionType: 'Renewal', ...more });
    const everybody = (month: Period) => [
      ...Array.from({ length: of }, (_, at) => pay(`T${at}`)),
      ...Array.from({ length: others }, (_, at) => pay(`O${at}`)),
      pay('A', { ...from(effective) }),
      ...(month === '2025-03'
        ? Array.from({ length: of }, (_, at) => pay(`T${at}`, { amount: amount(at), transactionType: 'True-Up' }))
        : []),
    ];
    const periods = ['2025-01', '2025-02', '2025-03', '2025-04'];
    const book = await bookOf(Object.fromEntries(periods.map((period) => [period, everybody(period)])));
    return periods.flatMap((period) => signalIn(book, period, 'TRUE_UP_MISSING') ?? []);
  }

  it('is missing where comparable members get an equal one in the month, and is told once', async () => {
    const detail = '9 of 10 members who began on the same day got a true-up of $347.04; this one did not.';
    expect(await truedUp()).toMatchObject([{ severity: 'info', claim: 'likely', amount: 347.04, detail }]);
    expect(await truedUp({ of: 3, others: 0 })).toHaveLength(1);
  });

  it.each([
    ['two of them get one', { of: 2 }],
    ['five of seven get one', { of: 5, others: 1 }],
    ['the member began in another month', { effective: '2024-12-01' }],
    ['all of them get another amount', { amount: (at: number) => String(300 + at) }],
  ])('is not missing where %s', async (_case, more) => {
    expect(await truedUp(more)).toEqual([]);
  });

  it('does not hide an overpayment', async () => {
    const rates = [{ rateType: 'flat_per_member' as const, rateValue: '40' }];
    const november = from('2025-11-01');
    const book = await bookOf({ '2025-11': [a('52.17', november)], '2025-12': [a('52.17', november)] }, { rates });
    expect(signalsIn(book, '2025-12')).toEqual(['OVERPAID 12.17']);
  });

  it('makes no missed months of the months that its year pays for', async () => {
    const typed = { ...from('2025-01-01'), transactionType: 'True-Up' };
    const absent = await bookOf({ '2025-01': [a('313')], '2025-02': [], '2025-03': [a('313', typed)] });
    expect(signalsIn(absent, '2025-03')).toEqual(['COMMISSION_INCREASED 313', 'TRUE_UP 313']);
    const zero = await bookOf({ '2025-01': [a('313')], '2025-02': [a('0')], '2025-03': [a('313')] });
    expect(signalsIn(zero, '2025-03')).toEqual(['COMMISSION_INCREASED 313', 'TRUE_UP 313']);
    // Counter-case: 26.08 a month, 313 / 12, and February is missing.
    const monthly = await bookOf({ '2025-01': [a('26.08')], '2025-02': [], '2025-03': [a('26.08')] });
    expect(signalsIn(monthly, '2025-03')).toEqual(['MISSED_MONTHS 26.08']);
  });

  it('is reported as missing once, not every month', async () => {
    const months: Record<Period, ModelLine[]> = { '2025-01': [a('313')] };
    for (let m = 1; m < 12; m++) months[addMonths('2025-01', m)] = [a('0')];
    expect(await told('TRUE_UP_MISSING', months)).toEqual(['2025-04 TRUE_UP_MISSING 313']);
    const initial = { ...from('2025-01-01'), transactionType: 'Initial' };
    const carried: Months = {
      '2025-01': [a('313', initial)],
      '2025-03': [],
      '2025-05': [],
      '2025-06': [],
      '2025-12': [],
    };
    expect(await told('TRUE_UP_MISSING', carried, YEAR_AT_ONCE)).toEqual(['2025-05 TRUE_UP_MISSING 313']);
    // Without an effective date, pay that is marked as new business shows the first year.
    const undated: Months = { ...carried, '2025-01': [a('313', { ...FL, transactionType: 'Initial' })] };
    expect(await told('TRUE_UP_MISSING', undated, YEAR_AT_ONCE)).toEqual(['2025-05 TRUE_UP_MISSING 313']);
  });

  it('says whether the first year is paid in full with it', async () => {
    const typed = { ...from('2025-01-01'), transactionType: 'True-Up' };
    const full = await bookOf({ '2025-01': [a('313')], '2025-03': [a('313', typed)] });
    expect(signalIn(full, '2025-03', 'TRUE_UP')?.detail).toBe(
      'True-up of $313.00 received: first year now paid in full ($626.00).',
    );
    const part = await bookOf({ '2025-01': [a('313')], '2025-03': [a('100', typed)] });
    expect(signalIn(part, '2025-03', 'TRUE_UP')?.detail).toBe('True-up of $100.00 received.');
    // The sentence mentions the first year once, and does not mention the year that was paid ahead.
    const yearAhead = { '2025-01': [a('313', from('2025-01-01'))], '2025-02': [] };
    const ahead = await bookOf({ ...yearAhead, '2025-03': [a('313', typed)] });
    expect(reasonIn(ahead, '2025-03')).toBe('True-up of $313.00 received: first year now paid in full ($626.00).');
    // Counter-case: the payment includes a bonus.
    const more = [a('313', typed), a('20', { ...typed, transactionType: 'Bonus' })];
    expect(reasonIn(await bookOf({ ...yearAhead, '2025-03': more }), '2025-03')).toMatch(/^Paid \$333\.00 in a month/);
  });

  it('is not expected for a member whom the carrier calls not new to CMS, in that year', async () => {
    const paidAs = (transactionType: string): Months => ({
      '2025-01': [a('313', { ...from('2025-01-01'), transactionType })],
      '2025-05': [],
    });
    expect(await told('TRUE_UP_MISSING', paidAs('Initial - NOT New to CMS'))).toEqual([]);
    expect(await told('TRUE_UP_MISSING', paidAs('Initial / Plan Change'))).toEqual([]);
    const missing = ['2025-05 TRUE_UP_MISSING 313'];
    expect(await told('TRUE_UP_MISSING', paidAs('Initial - New to CMS'))).toEqual(missing);
    expect(await told('TRUE_UP_MISSING', paidAs('Initial / Unlike Plan Change'))).toEqual(missing);
  });

  it('is expected in each region without a known state: half of 626, 705, 780 and 428', async () => {
    for (const half of ['313', '353', '390', '214']) {
      const untold = { productType: 'MA', effectiveDate: '2025-01-01', transactionType: 'Initial' };
      const months = { '2025-01': [a(half, untold)], '2025-03': [], '2025-04': [] };
      expect(await told('TRUE_UP_MISSING', months)).toHaveLength(1);
      const paid = { ...months, '2025-03': [a(half, untold)] };
      expect([half, await told('TRUE_UP_MISSING', paid)]).toEqual([half, []]);
      expect(await told('TRUE_UP', paid)).toEqual([`2025-03 TRUE_UP ${half}`]);
    }
    // Counter-cases: 339 is half of no rate, and 428 is the whole year's pay in Puerto Rico.
    for (const amount of ['339', '428']) {
      const untold = { productType: 'MA', effectiveDate: '2025-01-01' };
      expect(await told('TRUE_UP_MISSING', { '2025-01': [a(amount, untold)], '2025-04': [] })).toEqual([]);
    }
  });

  it('is followed by a month without it, which causes no warning', async () => {
    const trueUp = a('26.08', { ...from('2025-01-01'), transactionType: 'true up' });
    const book = await bookOf({ '2025-01': [a('26.08')], '2025-02': [a('26.08'), trueUp], '2025-03': [a('26.08')] });
    expect(signalsIn(book, '2025-03')).toEqual([]);
    expect(rowIn(book, '2025-03')).toMatchObject({ status: 'green' });
  });
});

describe('a year paid at once', () => {
  it('does not pay for later missed months, which are worth the pay of that time', async () => {
    // The year 2025 is paid; January and February 2026 are missed: 2 × 28.92.
    const months = { '2025-01': [a('626')], '2025-02': [], '2026-01': [], '2026-02': [], '2026-03': [a('28.92')] };
    expect(await told('MISSED_MONTHS', months)).toEqual(['2026-03 MISSED_MONTHS 57.84']);
    // Counter-case: months without a loaded statement are unknown.
    expect(await told('MISSED_MONTHS', { '2025-01': [a('626')], '2025-02': [], '2026-03': [a('26.08')] })).toEqual([]);
  });

  it('misses no month until it is over, even with zero lines', async () => {
    const initial = { ...from('2025-10-01'), transactionType: 'Initial' };
    const october = from('2025-10-01');
    const months = {
      '2025-10': [a('500', initial)],
      '2025-11': [a('0', october)],
      '2025-12': [a('0', october)],
      '2026-01': [a('166.67', october)],
    };
    const book = await bookOf(months, YEAR_AT_ONCE);
    expect(signalsIn(book, '2025-11')).toEqual([]);
    expect(signalsIn(book, '2026-01')).toEqual([]);
    // Without a cadence the amount decides: no monthly pay exceeds five months of the CMS initial amount.
    expect(await told('MISSED_MONTHS', months)).toEqual([]);
    // Counter-case: a payment that may be monthly.
    const small = { ...months, '2025-10': [a('52.17', october)], '2026-01': [a('52.17', october)] };
    expect(await told('MISSED_MONTHS', small)).toEqual(['2026-01 MISSED_MONTHS 104.34']);
  });

  it.each<[string, Months, string, Partial<BookSettings>?]>([
    ['January by what the new year pays', { '2025-12': [a('52.17')], '2026-01': [] }, '28.92'],
    [
      'November and December by what was paid before, January by what is paid now',
      { '2025-10': [a('52.17')], '2025-11': [], '2025-12': [], '2026-01': [] },
      '133.26',
    ],
    ['counter-case: January after pay in the same year', { '2025-12': [], '2026-01': [a('31')] }, ''],
    [
      'counter-case: another product line',
      { '2025-12': [a('52.17')], '2026-01': [] },
      '52.17',
      { productLine: 'major_medical' },
    ],
  ])('values a missed %s', async (_, before, amount, settings) => {
    const missed = await told('MISSED_MONTHS', { ...before, '2026-02': [a('28.92')] }, settings);
    expect(missed).toEqual(amount === '' ? [] : [`2026-02 MISSED_MONTHS ${amount}`]);
  });

  it.each<[string, string, readonly ModelLine[], string[], Partial<BookSettings>?]>([
    ['one payment', '2025-12', [a('28.92')], ['26.08']],
    ['a payment and most of another one', '2025-12', [a('28.92'), a('20')], ['3.24']],
    ['counter-case: one payment of the same year, which repays 2.84', '2025-08', [a('28.92')], ['23.24']],
    ['counter-case: another product line', '2025-12', [a('28.92')], ['23.24'], { productLine: 'major_medical' }],
  ])('repays nothing of a chargeback by its new rate: %s', async (_, taken, lines, missing, settings) => {
    const months: Months = {
      [addMonths(taken, -1)]: [a('26.08')],
      [taken]: [a('-26.08')],
      [addMonths(taken, 1)]: lines,
    };
    const found = await told('REINSTATED_NOT_REPAID', months, settings);
    expect(found).toEqual(missing.map((amount) => `${addMonths(taken, 1)} REINSTATED_NOT_REPAID ${amount}`));
  });

  it.each<[string, Period, Period, string, 'warn' | undefined]>([
    ['in January', '2025-12', '2026-01', '2025-06-01', undefined],
    ['with the statement of March', '2026-02', '2026-03', '2025-06-01', undefined],
    ['at the anniversary', '2026-05', '2026-06', '2025-06-01', undefined],
    ['two months after the anniversary', '2026-07', '2026-08', '2025-06-01', undefined],
    ['with the first pay of the year', '2025-12', '2026-05', '2025-02-01', undefined],
    ['counter-case: in April', '2026-03', '2026-04', '2025-06-01', 'warn'],
    ['counter-case: in November', '2026-10', '2026-11', '2025-03-01', 'warn'],
  ])('is followed by half the pay %s', async (_, before, period, effective, severity) => {
    const book = await bookOf({ [before]: [a('52.17', from(effective))], [period]: [a('26.09', from(effective))] });
    expect(signalIn(book, period, 'COMMISSION_REDUCED')?.severity).toBe(severity);
  });

  it('is followed by monthly renewals of half as much, which cause no warning', async () => {
    // 626/12 = 52.17, and a month of 2026's renewal amount is 347/12 = 28.92.
    const monthly = await bookOf({ '2025-12': [a('52.17')], '2026-01': [a('28.92')] });
    expect(signalsIn(monthly, '2026-01')).toEqual([]);
    expect(rowIn(monthly, '2026-01')).toMatchObject({ status: 'green' });
    expect(reasonIn(monthly, '2026-01')).toBe('Paid $28.92: a renewal is paid about half of what the first year is.');
    const initial = { ...from('2025-03-01'), transactionType: 'Initial' };
    const atOnce = await bookOf({ '2025-03': [a('626', initial)], '2026-01': [a('28.92')] }, YEAR_AT_ONCE);
    expect(signalsIn(atOnce, '2026-01')).toEqual([]);
    // Counter-cases: less than half; a quarter less; a year later.
    for (const [last, now, effective] of [
      ['52.17', '20', '2025-01-01'],
      ['52.17', '39', '2025-01-01'],
      ['52.17', '28.92', '2024-01-01'],
    ] as const) {
      const book = await bookOf({ '2025-12': [a(last, from(effective))], '2026-01': [a(now, from(effective))] });
      expect(signalIn(book, '2026-01', 'COMMISSION_REDUCED')?.severity).toBe('warn');
    }
  });

  it('is compared with a year of renewal to the rounding of a month', async () => {
    // A twelfth of $110.00 is 9.1667, which is paid as 9.17 and makes 110.04 a year.
    const one = { ...from('2025-12-01'), transactionType: 'Initial', monthsPaid: '1' };
    const year = (amount: string) =>
      bookOf({
        '2025-12': [a('9.17', one)],
        '2026-01': [a(amount, { ...one, transactionType: 'Renewal', monthsPaid: '12' })],
      });
    expect(signalIn(await year('55.00'), '2026-01', 'COMMISSION_REDUCED')).toBeUndefined();
    // Counter-case: a cent more is missing than six roundings.
    expect(signalIn(await year('54.94'), '2026-01', 'COMMISSION_REDUCED')?.severity).toBe('warn');
  });

  it('may be followed by renewals with an override that the first payment lacked', async () => {
    // November and December paid at once, on time or a month late: 626 × 2/12 = 104.33.
    const november = { ...from('2025-11-01'), coverageMonth: '2025-11' };
    const january = (amount: string, transactionType: string) =>
      a(amount, { ...from('2025-11-01'), coverageMonth: '2026-01', transactionType });
    const override = january('6', 'Override');
    for (const paid of ['2025-11', '2025-12'] as const) {
      const first = { [paid]: [a('104.33', november)] };
      const book = await bookOf({ ...first, '2026-01': [january('28.92', 'Renewal'), override] });
      expect(signalsIn(book, '2026-01')).toEqual([]);
      // Counter-case: 20 is less than half of 52.17. The override does not count.
      const cut = await bookOf({ ...first, '2026-01': [january('20', 'Renewal'), override] });
      expect(signalIn(cut, '2026-01', 'COMMISSION_REDUCED')?.severity).toBe('warn');
    }
  });

  it('exceeds the maximum once: with the payment that passes it, and again only in another year', async () => {
    const months: Record<Period, ModelLine[]> = {};
    // A renewal of 100 a month: 313 is the maximum of 2025, and 347 that of 2026.
    for (let m = 0; m < 17; m++) months[addMonths('2025-01', m)] = [a('100', from('2023-01-01'))];
    expect(await told('ABOVE_CMS_MAX', months)).toEqual(['2025-04 ABOVE_CMS_MAX 87', '2026-04 ABOVE_CMS_MAX 53']);
  });

  it('does not exceed the next year’s maximum if its last months are paid in that year', async () => {
    // Paid a month late: December 2025 at 52.17 and eleven renewals of 28.92 make 370.29 in 2026, above 347.
    const months: Record<Period, ModelLine[]> = {};
    for (let m = 1; m <= 23; m++) months[addMonths('2025-01', m)] = [a(m <= 12 ? '52.17' : '28.92')];
    expect(await told('ABOVE_CMS_MAX', months)).toEqual([]);
    // Counter-case: 35 × 12 = 420 exceeds 347 by more than two months' difference (2 × 347/12 = 57.83).
    const above: Record<Period, ModelLine[]> = {};
    for (let m = 0; m < 12; m++) above[addMonths('2026-01', m)] = [a('35')];
    expect(await told('ABOVE_CMS_MAX', above)).toEqual(['2026-12 ABOVE_CMS_MAX 73']);
    // The coverage month of 626 is in the year before, so only 300 of the 626 + 300 are for 2026.
    const lump = { ...from('2025-01-01'), coverageMonth: '2025-12' };
    const named = { '2026-01': [a('626', lump)], '2026-02': [a('300')] };
    expect(await told('ABOVE_CMS_MAX', named)).toEqual([]);
  });
});

describe('rapid disenrollment', () => {
  const back = (amount: string, termDate: string) => a(amount, { ...from('2025-01-01'), termDate });

  it('names the charged back amount if no payment was loaded', async () => {
    const months: Months = { '2025-01': [], '2025-03': [back('-626', '2025-02-28')] };
    const detail = signalIn(await bookOf(months), '2025-03', 'RAPID_DISENROLLMENT')?.detail;
    expect(detail).toBe('Left Feb 28 after 2 months: $626.00 was taken back.');
  });

  it('is the whole sentence where the chargeback is all that the month has', async () => {
    const year = { '2025-01': [a('626', from('2025-01-01'))], '2025-02': [] };
    const left = await bookOf({ ...year, '2025-03': [back('-626', '2025-02-28')] });
    expect(reasonIn(left, '2025-03')).toBe(
      'Left Feb 28 after 2 months: the whole first-year pay of $626.00 was taken back.',
    );
    // A chargeback in a later year names the year of the date.
    const late = await bookOf({ ...year, '2026-03': [back('-626', '2025-02-28')] });
    expect(signalIn(late, '2026-03', 'RAPID_DISENROLLMENT')?.detail).toContain('Left Feb 28, 2025 after 2 months');
    // Counter-case: the month pays something too.
    const both = [back('-626', '2025-02-28'), a('30', { ...from('2025-01-01'), policy: 'P2' })];
    expect(reasonIn(await bookOf({ ...year, '2025-03': both }), '2025-03')).toMatch(/^Charged back \$596\.00 net in a/);
  });

  it('counts up to the last paid month', async () => {
    const initial = { ...from('2025-01-01'), transactionType: 'Initial' };
    // Twelve months paid at once, not renewed, and then charged back in part.
    const months: Months = {
      '2025-01': [a('626', initial)],
      '2025-12': [],
      '2026-01': [],
      '2026-02': [back('-52.17', '2025-11-30')],
    };
    expect(await told('RAPID_DISENROLLMENT', months, YEAR_AT_ONCE)).toEqual([]);
    // Without a configured cadence there is no finding either, because the amount is that of a year.
    expect(await told('RAPID_DISENROLLMENT', { '2025-01': [a('626')], '2025-02': [] })).toEqual([]);
    // December to April: paid for three months in February, so five in total.
    const december = { ...from('2024-12-01'), monthsPaid: '3', coverageMonth: '2025-02' };
    const ahead: Months = {
      '2025-01': [],
      '2025-02': [a('108', december)],
      '2025-03': [],
      '2025-04': [],
      '2025-05': [],
    };
    expect(await told('RAPID_DISENROLLMENT', ahead)).toEqual([]);
  });

  it('counts up to the term date if there is one, however far the pay reached', async () => {
    const initial = { ...from('2025-01-01'), transactionType: 'Initial' };
    const months: Months = { '2025-01': [a('626', initial)], '2025-04': [back('-470', '2025-03-31')], '2025-05': [] };
    expect(await told('RAPID_DISENROLLMENT', months, YEAR_AT_ONCE)).toEqual(['2025-04 RAPID_DISENROLLMENT 470']);
  });

  it('is reported once per enrollment, and again for the next one', async () => {
    const months: Months = {
      '2025-01': [a('50')],
      '2025-02': [],
      '2025-03': [back('-20', '2025-01-31')],
      '2025-04': [back('-30', '2025-01-31')],
      '2025-05': [a('50', from('2025-05-01'))],
      '2025-06': [],
    };
    // The second time 50 is at stake again: 100 paid less 50 charged back.
    expect(await told('RAPID_DISENROLLMENT', months)).toEqual([
      '2025-02 RAPID_DISENROLLMENT 50',
      '2025-06 RAPID_DISENROLLMENT 50',
    ]);
    // The drop does not repeat a finding that came with the term date. Otherwise the finding comes with the chargeback.
    expect(
      await told('RAPID_DISENROLLMENT', { '2025-01': [a('50')], '2025-02': [back('50', '2025-02-28')], '2025-03': [] }),
    ).toEqual(['2025-02 RAPID_DISENROLLMENT 100']);
    const late: Months = {
      '2025-01': [a('50')],
      '2025-04': [a('50')],
      '2025-05': [],
      '2025-06': [back('-50', '2025-03-31')],
    };
    expect(await told('RAPID_DISENROLLMENT', late)).toEqual(['2025-06 RAPID_DISENROLLMENT 50']);
  });
});

describe("a drug plan's year by its contract", () => {
  const plan = (planCode: string) => ({ effectiveDate: '2026-01-01', planCode });
  const lump = (planCode: string): Months => ({
    '2026-01': [a('114', plan(planCode)), a('15', { ...plan(planCode), transactionType: 'Override' })],
    '2026-02': [],
  });

  it('is paid with 114 for a contract that begins with S, as CMS numbers drug plans', async () => {
    const book = await bookOf(lump('S5810-014'));
    expect(rowIn(book, '2026-02')?.status).toBe('carried');
    expect(signalsIn(book, '2026-02')).toEqual(['PAID_AHEAD']);
  });

  it('counter-case: 114 for a contract of health plans pays a month', async () => {
    const book = await bookOf(lump('H5810-014'));
    expect(rowIn(book, '2026-02')?.status).toBe('red');
    expect(signalsIn(book, '2026-02')).toContain('RAPID_DISENROLLMENT 129');
  });
});
