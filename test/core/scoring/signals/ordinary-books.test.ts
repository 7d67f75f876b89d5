import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { score } from '../../../support/scored-book-cases.ts';

/** Guarantee: in two years of books with usual pay, a member without an event needs no attention. */

const FIRST: Period = '2025-01';
const PERIODS = Array.from({ length: 24 }, (_, n) => addMonths(FIRST, n));
/** CMS maxima per year: [initial, renewal]. */
const CMS: Readonly<Record<string, readonly [number, number]>> = {
  '2024': [611, 306],
  '2025': [626, 313],
  '2026': [694, 347],
};
const CMS_CALIFORNIA: typeof CMS = { '2024': [762, 381], '2025': [780, 390], '2026': [864, 432] };
const CMS_DRUG: typeof CMS = { '2024': [100, 50], '2025': [109, 55], '2026': [114, 57] };

const yearOf = (period: Period) => period.slice(0, 4);
const cents = (amount: number) => amount.toFixed(2);

/** Returns every warning of the book as member, period and finding. */
async function alarms(linesOf: (period: Period) => readonly ModelLine[], settings: Partial<BookSettings>) {
  const book = await score(
    // Member Z keeps every month's statement from being empty.
    PERIODS.map((period) => file(period, ...linesOf(period), line('Z', '18'))),
    settings,
  );
  const rows = [...book.periods].flatMap(([period, { scores }]) => scores.rows.map((row) => ({ period, row })));
  expect(rows.length).toBeGreaterThan(PERIODS.length * 20);
  return rows.flatMap(({ period, row }) =>
    row.signals.flatMap(({ code, severity }) =>
      severity === 'info' ? [] : [`${row.memberExternalId} ${period} ${code}: ${row.reason}`],
    ),
  );
}

/** Members from before the book began, and two who begin in every month. */
const MEMBERS = Array.from({ length: 60 }, (_, n) => ({
  id: `M${n}`,
  start: n < 12 ? '2022-05' : addMonths(FIRST, (n - 12) % 24),
}));

const enrolled = (period: Period) => MEMBERS.filter(({ start }) => start <= period);

describe('Medicare, month by month', () => {
  const paidMonthly =
    (rates: typeof CMS, fields: Partial<ModelLine>, { late = 0, names = false }) =>
    (period: Period) => {
      const covered = addMonths(period, -late);
      return enrolled(covered).map(({ id, start }) => {
        const [initial, renewal] = rates[yearOf(covered)] ?? [0, 0];
        const month = (yearOf(start) === yearOf(covered) ? initial : renewal) / 12;
        const coverage = names ? { coverageMonth: covered } : {};
        return line(id, cents(month), { ...fields, ...coverage, effectiveDate: `${start}-01` });
      });
    };

  it.each([
    ['in its month', CMS, { state: 'FL', productType: 'MAPD' }, {}],
    ['in its month, named', CMS, { state: 'FL', productType: 'MAPD' }, { names: true }],
    ['a month late', CMS, { state: 'FL', productType: 'MAPD' }, { late: 1 }],
    ['two months late, named', CMS, { state: 'FL', productType: 'MAPD' }, { late: 2, names: true }],
    ['without a state', CMS, {}, {}],
    ['in California', CMS_CALIFORNIA, { state: 'CA', productType: 'MA' }, {}],
    ['drug plans', CMS_DRUG, { state: 'FL', productType: 'PDP' }, {}],
  ])('%s', async (_about, rates, fields, how) => {
    expect(await alarms(paidMonthly(rates, fields, how), { productLine: 'medicare' })).toEqual([]);
  });
});

describe('Medicare, the first year at once and renewals month by month', () => {
  const YEAR_AT_ONCE: Partial<BookSettings> = {
    productLine: 'medicare',
    cadence: { default: 'monthly', initial: 'calendar_year' },
  };
  const left = (start: Period) => 13 - Number(start.slice(5));

  /** Pays the parts of the first year by months since the start, and renewals from the next January on. */
  const paidAtOnce =
    (partsOf: (start: Period) => readonly (readonly [type: string, amount: number] | null)[], zeros = false) =>
    (period: Period) =>
      enrolled(period).flatMap(({ id, start }) => {
        const fields = { state: 'FL', productType: 'MA', effectiveDate: `${start}-01` };
        const renewal = (CMS[yearOf(period)]?.[1] ?? 0) / 12;
        if (yearOf(period) > yearOf(start))
          return [line(id, cents(renewal), { ...fields, transactionType: 'Renewal' })];
        const part = partsOf(start)[Number(period.slice(5)) - Number(start.slice(5))] ?? null;
        if (part !== null) return [line(id, cents(part[1]), { ...fields, transactionType: part[0] })];
        return zeros ? [line(id, '0', { ...fields, transactionType: 'Renewal' })] : [];
      });
  const initialOf = (start: Period) => CMS[yearOf(start)]?.[0] ?? 0;
  const renewalOf = (start: Period) => CMS[yearOf(start)]?.[1] ?? 0;

  it.each([
    ['for the months left', paidAtOnce((start) => [['Initial', (initialOf(start) * left(start)) / 12]])],
    ['for the whole year, whenever it begins', paidAtOnce((start) => [['Initial', initialOf(start)]])],
    ['for the whole year, with lines of zero afterwards', paidAtOnce((start) => [['Initial', initialOf(start)]], true)],
    [
      'in two halves',
      paidAtOnce((start) => [
        ['Initial', (renewalOf(start) * left(start)) / 12],
        null,
        ['True-up', (renewalOf(start) * left(start)) / 12],
      ]),
    ],
  ])('%s', async (_about, linesOf) => {
    expect(await alarms(linesOf, YEAR_AT_ONCE)).toEqual([]);
  });
});

describe('health plans by lives', () => {
  /** Pays 18 for each of 1 to 4 lives. Every ninth member is absent in June and paid for two months in July. */
  const perLife = (period: Period) =>
    MEMBERS.flatMap(({ id }, n) => {
      const month = Number(period.slice(5));
      if (n % 9 === 4 && month === 6) return [];
      const months = n % 9 === 4 && month === 7 ? 2 : 1;
      const lives = 1 + (n % 4) + (n % 5 === 0 && yearOf(period) === '2026' ? 1 : 0);
      const premium = lives * (yearOf(period) === '2026' ? 451.5 : 420) * months;
      return [
        line(id, cents(18 * lives * months), {
          lives: String(lives),
          premium: cents(premium),
          monthsPaid: String(months),
          coverageMonth: period,
          paidThrough: n % 2 === 0 ? null : `${addMonths(period, 1)}-01`,
          effectiveDate: '2025-01-01',
          state: 'TX',
          planCode: `S${n % 3}`,
        }),
      ];
    });

  it.each<[string, Partial<BookSettings>]>([
    ['without rates', {}],
    ['with estimated rates', { estimates: true }],
    ['with the contracted rate', { rates: [{ rateType: 'flat_per_member', rateValue: '18' }] }],
  ])('%s: lives and premiums grow, and some members are paid two months at once', async (_about, settings) => {
    expect(await alarms(perLife, { productLine: 'major_medical', ...settings })).toEqual([]);
  });
});

describe('group plans', () => {
  it('with two policies of a group, each at its rate', async () => {
    const policies = [
      { name: 'DEN', premium: 40, rate: '0.1' },
      { name: 'VIS', premium: 8, rate: '0.08' },
    ];
    const linesOf = () =>
      MEMBERS.flatMap(({ id }, n) =>
        policies.map(({ name, premium, rate }) =>
          line(id, cents((5 + n) * premium * Number(rate)), {
            policy: `${id}-${name}`,
            planCode: name,
            lives: String(5 + n),
            premium: cents((5 + n) * premium),
            rate,
          }),
        ),
      );
    expect(await alarms(linesOf, { productLine: 'group', estimates: true })).toEqual([]);
  });

  it('paid each quarter for three months, in turns', async () => {
    const linesOf = (period: Period) =>
      MEMBERS.flatMap(({ id }, n) =>
        (Number(period.slice(5)) + n) % 3 === 0 ? [line(id, '108', { monthsPaid: '3', coverageMonth: period })] : [],
      );
    expect(await alarms(linesOf, { productLine: 'group' })).toEqual([]);
  });
});

it('finds a member with a real event among them', async () => {
  const linesOf = (period: Period) =>
    enrolled(period).flatMap(({ id, start }) => {
      const fields = { state: 'FL', productType: 'MA', effectiveDate: `${start}-01` };
      if (id === 'M1' && period >= '2025-06') return [line(id, '10', fields)];
      return id === 'M2' && period === '2025-06' ? [] : [line(id, '26', fields)];
    });
  const found = await alarms(linesOf, { productLine: 'medicare' });
  expect(found.map((text) => text.split(':')[0])).toEqual([
    'M1 2025-06 COMMISSION_REDUCED',
    'M2 2025-07 MISSED_MONTHS',
  ]);
});
