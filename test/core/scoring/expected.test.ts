import { describe, expect, it } from 'vitest';
import {
  type ExpectedRate,
  evaluateOwed,
  expectedOf,
  isEstimateShort,
  type RatedRecord,
  type RateMoment,
  rateFor,
  rateTable,
} from '../../../core/scoring/expected.ts';
import { memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import type { YearOfPay } from '../../../core/scoring/year-of-pay.ts';
import { flatRate, plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: of several rates the one that docs/reference/scoring.md#owed names holds, and what is owed is exact to its bounds. */

const JUNE: RateMoment = { period: '2026-06', productLine: null };
const RATE = flatRate(10);
const RECORD: RatedRecord = {
  planCode: 'GOLD',
  planName: 'Gold Plus',
  productType: 'Medical',
  state: 'TX',
  effectiveDate: '2026-02-01',
  lives: 300,
};

/** Returns which of two rates holds for the record, in either order. */
function chosen(one: Partial<ExpectedRate>, other: Partial<ExpectedRate>, record = RECORD): string {
  const [first, second] = [
    { ...RATE, ...one },
    { ...RATE, ...other },
  ];
  const found = [
    [first, second],
    [second, first],
  ].map((rates) => rateFor(rateTable(rates, JUNE), record));
  expect(found[0]).toBe(found[1]);
  return found[0] === first ? 'first' : found[0] === second ? 'second' : 'none';
}

describe('of two rates', () => {
  it.each([
    ['contracted before estimated', {}, { source: 'estimated', planCode: 'GOLD', state: 'TX' }],
    [
      'the plan of the product type before the plan',
      { planCode: 'GOLD', productType: 'Medical' },
      { planCode: 'GOLD', state: 'TX' },
    ],
    ['the plan before the product type', { planCode: 'GOLD' }, { productType: 'Medical', state: 'TX' }],
    ['the product type before the carrier', { productType: 'Medical' }, { state: 'TX' }],
    ['the state before bounds', { state: 'TX' }, { fromLives: 2, toLives: 5, tier: 'initial' }],
    ['bounds before the tier', { fromLives: 2, toLives: 5 }, { tier: 'initial', effectiveFrom: '2026-01-01' }],
    ['the tier before the newest', { tier: 'initial' }, { effectiveFrom: '2026-01-01' }],
    [
      'the plan of a record whose product type has another rate',
      { planCode: 'GOLD', effectiveFrom: '2020-01-01' },
      { productType: 'Medical', effectiveFrom: '2026-01-01' },
    ],
    ['the newest', { effectiveFrom: '2026-02-01' }, { effectiveFrom: '2026-01-01' }],
    ['one that began before one without a beginning', { effectiveFrom: '2020-01-01' }, { effectiveFrom: null }],
    ['with bounds, the state first', { state: 'TX', fromLives: 2 }, { fromLives: 2, toLives: 5, tier: 'initial' }],
    ['of the same state, the bounds', { state: 'TX', fromLives: 2 }, { state: 'TX', tier: 'initial' }],
    ['of the same bounds, the tier', { fromLives: 2, tier: 'initial' }, { fromLives: 2, effectiveFrom: '2026-01-01' }],
    [
      'of the same tier, the newest',
      { tier: 'initial', effectiveFrom: '2026-02-01' },
      { tier: 'initial', effectiveFrom: '2026-01-01' },
    ],
  ] as const)('%s', (_, holds, other) => {
    expect(chosen(holds, other)).toBe('first');
  });
});

describe('a rate', () => {
  it.each([
    ['of the code in other letters', { planCode: ' gold ' }],
    ['of the product type in other letters', { productType: ' medical' }],
    ['of the state in other letters', { state: 'tx ' }],
    ['of the first twelve months', { tier: 'initial' }],
    ['whose first day is the first of the month', { effectiveFrom: '2026-06-01' }],
    ['whose last day is the first of the month', { effectiveTo: '2026-06-01' }],
  ] as const)('%s holds', (_, rate) => {
    expect(rateFor(rateTable([{ ...RATE, ...rate }], JUNE), RECORD)).toMatchObject(rate);
  });

  it.each([
    ['of another plan', { planCode: 'SILVER' }],
    ['for a plan name, if the statement gives a code', { planName: 'Gold Plus' }],
    ['of another product type', { productType: 'Dental' }],
    ['of another state', { state: 'OK' }],
    ['of renewals', { tier: 'renewal' }],
    ['from the second of the month', { effectiveFrom: '2026-06-02' }],
    ['up to the end of the month before', { effectiveTo: '2026-05-31' }],
  ] as const)('%s does not hold', (_, rate) => {
    expect(rateFor(rateTable([{ ...RATE, ...rate }], JUNE), RECORD)).toBeUndefined();
  });

  it.each([
    ['of a plan', { planCode: null, planName: null }, { planCode: 'GOLD' }],
    ['of a plan name', { planCode: null }, { planName: 'Silver' }],
    ['of a product type', { productType: null }, { productType: 'Medical' }],
    ['of a state', { state: null }, { state: 'TX' }],
    ['of the first twelve months', { effectiveDate: null }, { tier: 'initial' }],
  ] as const)('%s does not hold where the statement has no value for it', (_, unknown, rate) => {
    expect(rateFor(rateTable([{ ...RATE, ...rate }], JUNE), { ...RECORD, ...unknown })).toBeUndefined();
  });

  it('of a plan name holds where the statement gives no code', () => {
    const record = { ...RECORD, planCode: null };
    expect(rateFor(rateTable([{ ...RATE, planName: 'gold  plus' }], JUNE), record)?.planName).toBe('gold  plus');
  });

  it.each([
    ['its name, if the statement shows no code', { planCode: null }, 'gold plus'],
    ['its product type, if the statement shows neither code nor name', { planCode: null, planName: null }, 'medical'],
  ] as const)('of a plan may name the plan by %s', (_, unknown, planCode) => {
    const rates: ExpectedRate[] = [RATE, { ...RATE, planCode }];
    expect(rateFor(rateTable(rates, JUNE), { ...RECORD, ...unknown })?.planCode).toBe(planCode);
  });

  it.each([
    ['its name, if the statement shows a code', {}, 'contracted', 'Gold Plus'],
    ['its product type, if the statement shows a name', { planCode: null }, 'contracted', 'Medical'],
    ['its name, if the rate is estimated', { planCode: null }, 'estimated', 'Gold Plus'],
  ] as const)('of a plan does not hold if it names the plan by %s', (_, unknown, source, planCode) => {
    expect(rateFor(rateTable([{ ...RATE, source, planCode }], JUNE), { ...RECORD, ...unknown })).toBeUndefined();
  });

  it('of the carrier holds for a record without plan, product type, state, date and lives', () => {
    const nothing = {
      planCode: null,
      planName: null,
      productType: null,
      state: null,
      effectiveDate: null,
      lives: null,
    };
    expect(rateFor(rateTable([RATE], JUNE), nothing)).toBe(RATE);
  });

  it('that payments contradict hides the rates below it', () => {
    const estimate: ExpectedRate = { ...RATE, source: 'estimated', planCode: 'GOLD' };
    const table = rateTable([estimate, { ...RATE, source: 'estimated' }], JUNE);
    expect(rateFor(table, RECORD)).toBe(estimate);
    expect(rateFor({ ...table, outdated: new Set([estimate]) }, RECORD)).toBeUndefined();
  });
});

it('counts the rates of the month, and the estimates among them', () => {
  const rates: ExpectedRate[] = [
    RATE,
    { ...RATE, source: 'estimated' },
    { ...RATE, source: 'estimated', effectiveTo: '2025-12-31' },
  ];
  expect(rateTable(rates, JUNE)).toMatchObject({ rateCount: 2, estimateCount: 1 });
  expect(rateTable(rates, JUNE, '2025-11')).toMatchObject({ rateCount: 3, estimateCount: 2 });
});

/** Returns an exact amount, which has ten decimal places. */
const dollars = (amount: number) => BigInt(Math.round(amount * 10_000)) * 1_000_000n;
const PERCENT: Partial<ExpectedRate> = { rateType: 'percent_of_premium', rateMillionths: 100_000 };

/** Returns what is expected and owed for one line with an amount in dollars. */
function owedFor(
  paid: number,
  { rate = {}, line = {}, year = null }: { rate?: Partial<ExpectedRate>; line?: object; year?: YearOfPay | null },
) {
  const [month] = memberMonths([plainLine('A', 'P', { amount: Math.round(paid * 10_000), ...line })]);
  if (month === undefined) throw new Error('A line makes a month.');
  return evaluateOwed(month, rateTable([{ ...RATE, ...rate }], JUNE), year);
}

describe('what is owed', () => {
  it.each([
    ['a cent less is rounding', 9.99, {}, 10, 0],
    ['more than a cent less', 9.9899, {}, 10, 0.0101],
    ['paid more', 12, {}, 10, 0],
    ['two lives for three months', 50, { line: { lives: 200, monthsPaid: 300 } }, 60, 10],
    ['four lives of at most three', 20, { rate: { maxLives: 3 }, line: { lives: 400 } }, 30, 10],
    ['a share of the premium', 8, { rate: PERCENT, line: { premium: 1_000_000 } }, 10, 2],
    ['a hundredth less than a contracted share', 9.9, { rate: PERCENT, line: { premium: 1_000_000 } }, 10, 0.1],
  ])('is exact: %s', (_, paid, more, expected, owed) => {
    expect(owedFor(paid, more)).toEqual({ expected: dollars(expected), owed: dollars(owed), estimated: false });
  });

  it.each([
    ['a hundredth less', 9.9, 0.1],
    ['less than a hundredth less', 9.9001, 0],
  ])('allows the rounding of an estimated share: %s', (_, paid, owed) => {
    const rate = { ...PERCENT, source: 'estimated' } as const;
    expect(owedFor(paid, { rate, line: { premium: 1_000_000 } })).toMatchObject({
      owed: dollars(owed),
      estimated: true,
    });
    expect(isEstimateShort(dollars(10), dollars(paid), 'percent_of_premium')).toBe(owed > 0);
  });

  it('allows no rounding of an estimated flat rate', () => {
    expect(owedFor(9.98, { rate: { source: 'estimated' } })).toMatchObject({ owed: dollars(0.02), estimated: true });
    expect(isEstimateShort(dollars(10), dollars(9.98), 'flat_per_member')).toBe(true);
  });

  it.each([
    ['without a premium for a share', 5, { rate: PERCENT }],
    ['without a rate', 5, { rate: { planCode: 'OTHER' } }],
    ['without a rate of the month', 5, { rate: { effectiveTo: '2025-12-31' } }],
  ])('is unknown %s', (_, paid, more) => {
    expect(owedFor(paid, more)).toEqual({ expected: null, owed: null, estimated: false });
  });

  it('is not evaluated in a month of chargebacks alone', () => {
    expect(owedFor(-5, {})).toBeNull();
  });
});

describe('a year that is paid at once', () => {
  const WHOLE: YearOfPay = { kind: 'whole', planYear: 2026, months: 12, paidBefore: 0, mayBeTruedUp: false };

  it.each([
    ['takes a contracted flat rate for each month', { rate: {} }, 120, 20, false],
    ['takes an estimated rate as it is', { rate: { source: 'estimated', rateMillionths: 130_000_000 } }, 130, 30, true],
    ['takes a share as it is', { rate: PERCENT, line: { premium: 12_000_000 } }, 120, 20, false],
  ] as const)('%s', (_, more, expected, owed, estimated) => {
    const result = { expected: dollars(expected), owed: dollars(owed), estimated };
    expect(owedFor(100, { ...more, year: WHOLE })).toEqual(result);
  });

  it.each([
    ['a dollar', 119, 0],
    ['more than a dollar', 118.99, 1.01],
  ])('takes a difference of a dollar for rounding: %s', (_, paid, owed) => {
    expect(owedFor(paid, { year: WHOLE })?.owed).toBe(dollars(owed));
  });

  it('owes nothing when it is settled', () => {
    const settled = { expected: dollars(5), owed: 0n, estimated: false };
    expect(owedFor(5, { year: { ...WHOLE, kind: 'settled' } })).toEqual(settled);
  });

  it('is unknown without a rate, and without the premium of a share', () => {
    const unknown = { expected: null, owed: null, estimated: false };
    expect(owedFor(5, { rate: { planCode: 'OTHER' }, year: WHOLE })).toEqual(unknown);
    expect(owedFor(5, { rate: PERCENT, year: WHOLE })).toEqual(unknown);
  });
});

describe('of the coverages of one policy', () => {
  const line = (productType: string, paid: number, lives: number | null = null) =>
    plainLine('A', 'P', { amount: paid * 10_000, productType, premium: 1_000_000, lives });
  const owedOf = (rates: readonly Partial<ExpectedRate>[], lines: readonly ScorableLine[]) => {
    const [month] = memberMonths(lines);
    if (month === undefined) throw new Error('Lines make a month.');
    const table = rateTable(
      rates.map((rate) => ({ ...RATE, ...rate })),
      JUNE,
    );
    return evaluateOwed(month, table, null);
  };

  it.each([
    ['one flat rate is for the policy', [{}], [line('Medical', 4), line('Dental', 5)], 10, 1],
    ['a flat rate takes the lives of the policy', [{}], [line('Medical', 4), line('Dental', 5, 200)], 20, 11],
    [
      'each with its own rate is compared by itself',
      [{ productType: 'Medical' }, { productType: 'Dental' }],
      [line('Medical', 15), line('Dental', 5)],
      20,
      5,
    ],
    [
      'two share the flat rate that a third does not have',
      [{}, { productType: 'Vision', rateMillionths: 3_000_000 }],
      [line('Medical', 4), line('Dental', 5), line('Vision', 3)],
      13,
      1,
    ],
    ['a share of each premium is compared by itself', [PERCENT], [line('Medical', 15), line('Dental', 5)], 20, 5],
  ])('%s', (_, rates, lines, expected, owed) => {
    expect(owedOf(rates, lines)).toEqual({ expected: dollars(expected), owed: dollars(owed), estimated: false });
  });
});

it('expects a flat rate once where lives and months are unknown', () => {
  const record = { ...RECORD, lives: null, monthsPaid: null, premium: null, paid: 0 };
  expect(expectedOf(record, RATE)).toBe(dollars(10));
});
