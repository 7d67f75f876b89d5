import { describe, expect, it } from 'vitest';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonthOf, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { dueForYear, isRounding, yearOfPay } from '../../../core/scoring/year-of-pay.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: only a CMS amount counts as pay for a Medicare year. In Texas CMS allows $694 in the first year, and $347 in later years. */

const dollars = (amount: number) => Math.round(amount * 10_000);
const MA = { productType: 'MA', state: 'TX', effectiveDate: '2020-01-01' };
const MOMENT = { period: '2026-01', productLine: 'medicare' as const, kindOf: lineKindOf({ lineKinds: [] }) };

function of(amount: number, fields: Partial<ScorableLine> = {}, policy = 'P1') {
  return plainLine('A', policy, { amount: dollars(amount), ...MA, ...fields });
}

function paidBefore(planYearPaid: number, lastPaidAmount: number, planYear = 2026) {
  const history = {
    ...NO_HISTORY,
    planYear,
    planYearPaid: dollars(planYearPaid),
    lastPaidAmount: dollars(lastPaidAmount),
  };
  return { profile: { ...NO_PROFILE, ...MA }, history };
}

type Known = {
  readonly moment?: Partial<Parameters<typeof yearOfPay>[0]>;
  readonly prior?: ReturnType<typeof paidBefore>;
};

function yearOf(lines: ScorableLine[], { moment, prior }: Known = {}, planYear: number | null = 2026) {
  return yearOfPay({ ...MOMENT, ...moment }, prior, { month: memberMonthOf(lines), planYear });
}

describe('a payment for the year', () => {
  it.each<[string, ScorableLine[], number]>([
    ['of a later year', [of(347)], 12],
    ['of a policy without a date', [of(347, { effectiveDate: null })], 12],
    ['of the first year from January on', [of(694, { effectiveDate: '2026-01-01' })], 12],
    ['of the first year from September on', [of(231.33, { effectiveDate: '2026-09-01' })], 4],
    ['of the year after the first', [of(347, { effectiveDate: '2025-09-01' })], 12],
    ['that the statement calls one month', [of(347, { monthsPaid: 100 })], 12],
    ['beside an override', [of(347), of(40, { transactionType: 'Override' })], 12],
  ])('is for its months: %s', (_case, lines, months) => {
    expect(yearOf(lines)).toMatchObject({ kind: 'whole', planYear: 2026, months, paidBefore: 0 });
  });

  it.each<[string, ScorableLine[]]>([
    ["a month's pay", [of(28.92)]],
    ['an override', [of(347, { transactionType: 'Override' })]],
    ['a bonus', [of(347, { transactionType: 'Bonus' })]],
    ['a fee', [of(347, { transactionType: 'Fee' })]],
    ['two policies', [of(347), of(28.92, {}, 'P2')]],
    ['two coverages of one policy', [of(347), of(57, { productType: 'PDP' })]],
    ['a payment for twelve months by the statement', [of(347, { monthsPaid: 1_200 })]],
    ['a product that CMS does not limit', [of(347, { productType: 'Dental' })]],
  ])('counter-case: is not %s', (_case, lines) => {
    expect(yearOf(lines)).toBe(null);
  });

  it('counter-case: is not found for other carriers, or without the calendar year', () => {
    expect(yearOf([of(347)], { moment: { productLine: null } })).toBe(null);
    expect(yearOf([of(347)], {}, null)).toBe(null);
  });
});

describe('a payment after the payment for the year', () => {
  it.each([
    ['the year was paid', paidBefore(347, 347), { kind: 'settled', paidBefore: dollars(347) }],
    ['another year was paid', paidBefore(347, 347, 2025), null],
    ['a month was paid', paidBefore(28.92, 28.92), null],
    ['the payment for the year was taken back', paidBefore(0, 347), null],
    ['more than the payment was taken back', paidBefore(-100, 347), null],
  ])('finds the year settled or not: %s', (_case, prior, year) => {
    const found = yearOf([of(28.92)], { prior });
    if (year === null) expect(found).toBe(null);
    else expect(found).toMatchObject(year);
  });

  it('takes the date of the policy from the month before', () => {
    const prior = paidBefore(0, 0);
    const september = { ...prior, profile: { ...prior.profile, effectiveDate: '2026-09-01' } };
    expect(yearOf([of(231.33, { effectiveDate: null })], { prior: september })).toMatchObject({ months: 4 });
  });
});

describe('the renewal amount in the first year', () => {
  it.each([
    ['on the first statement', '2026-03', 347, true],
    ['two months after', '2026-05', 347, true],
    ['three months after', '2026-06', 347, false],
    ['counter-case: the initial amount', '2026-03', 694, false],
  ])('may be followed by the rest: %s', (_case, period, amount, mayBeTruedUp) => {
    const found = yearOf([of(amount, { effectiveDate: '2026-03-01' })], { moment: { period } });
    expect(found).toMatchObject({ mayBeTruedUp });
  });

  it.each(['2025-12-01', null])('counter-case: is the whole pay of a policy from %s', (effectiveDate) => {
    expect(yearOf([of(347, { effectiveDate })])).toMatchObject({ mayBeTruedUp: false });
  });
});

describe('a contracted rate', () => {
  const due = (rate: number, paid: number, { months = 12, before = 0 } = {}) => {
    const [record] = memberMonthOf(of(paid, { effectiveDate: months === 12 ? '2020-01-01' : '2026-09-01' })).records;
    if (record === undefined) throw new Error('A month has a record.');
    const year = { kind: 'whole', planYear: 2026, months, paidBefore: dollars(before), mayBeTruedUp: false } as const;
    return Number(dueForYear(Math.round(rate * 1_000_000), record, year)) / 1e10;
  };
  it.each([
    ['of a month is due for each month', 28.92, 347, {}, 347.04],
    ['of a month is due for the months of the first year', 57.83, 231.32, { months: 4 }, 231.32],
    ['of a month is due less what was paid before', 28.92, 47.04, { before: 300 }, 47.04],
    ['of a month is not due after more was paid before', 28.92, 28.92, { before: 694 }, 0],
    ['of a year is due once', 347, 347, {}, 347],
    ['of a year is due in part when it is paid in part', 694, 231.33, { months: 4 }, 694 / 3],
    ['of a year is due in whole when it is not paid in part', 694, 300, { months: 4 }, 694],
  ])('%s', (_case, rate, paid, more, amount) => {
    expect(due(rate, paid, more)).toBeCloseTo(amount, 6);
  });
});

it.each([
  [10_000_000_000n, true],
  [-10_000_000_000n, true],
  [10_000_000_001n, false],
  [-10_000_000_001n, false],
])('ignores a difference of whole dollars up to one: %s ten-billionths', (difference, ignored) => {
  expect(isRounding(difference)).toBe(ignored);
});
