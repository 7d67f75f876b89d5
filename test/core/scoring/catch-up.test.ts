import { describe, expect, it } from 'vitest';
import type { PaymentContext } from '../../../core/scoring/cadence.ts';
import { caughtUp, caughtUpAtFirst, missedMonths, monthlyPay } from '../../../core/scoring/catch-up.ts';
import { type MemberHistory, NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonthOf, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: missed months are those that were due and unpaid, and pay beyond a month's own counts for them only if it is months' pay. */

const DOLLAR = 10_000;
type Pay = Partial<ScorableLine>;
const pay = (dollars: number, more: Pay = {}): ScorableLine =>
  plainLine('A', null, { amount: dollars * DOLLAR, transactionType: 'Renewal', ...more });
const of = (dollars: number, coverageMonth: ScorableLine['coverageMonth']) => pay(dollars, { coverageMonth });

const JUNE: PaymentContext = {
  period: '2026-06',
  cadence: () => 'monthly',
  kindOf: () => 'commission',
  productLine: null,
  isPolicyTerm: false,
  paymentLag: 0,
};

/** Returns the caught-up months, their dollars, and the dollars of repaid chargebacks. */
const told = ({ months, amount, repaid }: ReturnType<typeof caughtUp>) => [months, amount / DOLLAR, repaid / DOLLAR];

describe('a first statement', () => {
  const since = (effectiveDate: string | null, count: number, more: Pay = {}) =>
    Array.from({ length: count }, () => pay(50, { effectiveDate, ...more }));

  it.each<[string, readonly ScorableLine[], readonly number[]]>([
    [
      'catches up the months that its lines name',
      [of(45, '2026-04'), of(45, '2026-05'), of(50, '2026-06')],
      [2, 90, 0],
    ],
    ['catches up months in any order', [of(50, '2026-06'), of(45, '2026-05')], [1, 45, 0]],
    ['catches up no month twice', [of(25, '2026-05'), of(20, '2026-05'), of(50, '2026-06')], [1, 45, 0]],
    ['does not pay June late with July', [of(50, '2026-06'), of(50, '2026-07')], [0, 0, 0]],
    ['catches up May next to a line for July', [of(45, '2026-05'), of(50, '2026-06'), of(50, '2026-07')], [1, 45, 0]],
    ['catches up no month with two lines for June', [of(50, '2026-06'), of(20, '2026-06')], [0, 0, 0]],
    ['catches up no month that is taken back', [of(-45, '2026-05'), of(50, '2026-06')], [0, 0, 0]],
    ['does not catch up by a line without a month', [pay(45), of(50, '2026-06')], [0, 0, 0]],
    ['pays each month since April in equal lines', since('2026-04-01', 3), [2, 100, 0]],
    ['pays six months in equal lines', since('2026-01-01', 6), [5, 250, 0]],
    ['does not pay seven months in equal lines', since('2025-12-01', 7), [0, 0, 0]],
    ['pays no month before June', since('2026-06-01', 1), [0, 0, 0]],
    ['does not pay two of three months', since('2026-04-01', 2), [0, 0, 0]],
    [
      'does not pay months by lines that differ',
      [...since('2026-05-01', 1), pay(45, { effectiveDate: '2026-05-01' })],
      [0, 0, 0],
    ],
    [
      'does not pay months by equal lines beside another',
      [...since('2026-05-01', 2), pay(45, { effectiveDate: '2026-05-01' })],
      [0, 0, 0],
    ],
    [
      'catches up May in a payment for May and June',
      [pay(72, { monthsPaid: 200, coverageMonth: '2026-05' })],
      [1, 36, 0],
    ],
    [
      'does not pay June late with July in one line',
      [pay(72, { monthsPaid: 200, coverageMonth: '2026-06' })],
      [0, 0, 0],
    ],
    ['catches up in a payment for two months that it does not name', [pay(72, { monthsPaid: 200 })], [1, 36, 0]],
    ['catches up no month in a payment for May', [pay(36, { coverageMonth: '2026-05' })], [0, 0, 0]],
    ['catches up no month before one that is only taken back', [of(45, '2026-05'), of(-50, '2026-06')], [0, 0, 0]],
    ['pays no months of equal lines without an effective date', since(null, 2), [0, 0, 0]],
    [
      'pays equal lines next to a chargeback',
      [...since('2026-05-01', 2), pay(-10, { effectiveDate: '2026-05-01' })],
      [1, 50, 0],
    ],
    ['does not pay months of lines that name June', since('2026-05-01', 2, { coverageMonth: '2026-06' }), [0, 0, 0]],
    ['does not pay months of lines that end in June', since('2026-05-01', 2, { paidThrough: '2026-06-30' }), [0, 0, 0]],
  ])('%s', (_case, lines, expected) => {
    expect(told(caughtUpAtFirst(memberMonthOf([...lines]), JUNE))).toEqual(expected);
  });

  it('pays a policy term, and not its months', () => {
    const lines = memberMonthOf(since('2026-05-01', 2));
    expect(caughtUpAtFirst(lines, { ...JUNE, isPolicyTerm: true }).months).toBe(0);
  });

  it('tells the months of lines that are more than amounts', () => {
    const [first, second] = since('2026-05-01', 2);
    if (first === undefined || second === undefined) throw new Error('No lines.');
    const isStated = (...lines: ScorableLine[]) => caughtUpAtFirst(memberMonthOf([...lines]), JUNE).isStated;
    expect(isStated(first, second)).toBe(true);
    const plain = { ...first, transactionType: null };
    expect(isStated(plain, plain)).toBe(false);
    const less = { ...plain, amount: 5 * DOLLAR };
    expect(isStated(first, second, less, less)).toBe(false);
    expect(isStated(pay(72, { monthsPaid: 200, coverageMonth: '2026-05' }))).toBe(true);
    expect(isStated(of(45, '2026-05'), of(50, '2026-06'))).toBe(true);
  });
});

/** Makes a member who was paid $50 in March, and not in April and May. */
function prior(history: Partial<MemberHistory> = {}, more: Partial<PriorRow> = {}): PriorRow {
  return {
    memberRefId: 'A',
    memberExternalId: 'A',
    status: 'red',
    profile: NO_PROFILE,
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-03',
    lastPresentAmount: 50 * DOLLAR,
    commissionAmount: 50 * DOLLAR,
    paidThrough: null,
    history: {
      ...NO_HISTORY,
      paidMonths: 1,
      lastPaidPeriod: '2026-03',
      lastPaidAmount: 50 * DOLLAR,
      unpaidSince: '2026-04',
      ...history,
    },
    ...more,
  };
}

/** Makes a member in California, where CMS allows $390 for a renewal of 2025, and $432 for one of 2026 or $864 for its first year. */
function ofYear(history: Partial<MemberHistory> = {}, effectiveDate: string | null = null): PriorRow {
  const profile = { ...NO_PROFILE, productType: 'MA', state: 'CA', effectiveDate };
  return prior({ lastPaidAmount: 432 * DOLLAR, ...history }, { profile });
}
const FOR_NEXT_YEAR = { lastPaidPeriod: '2025-12', lastPaidAmount: 864 * DOLLAR } as const;
const PAID_2025 = { lastPaidPeriod: '2025-03', lastPaidAmount: 390 * DOLLAR } as const;

describe('missed months', () => {
  const unnamed = memberMonthOf(pay(50));
  const at = { ...JUNE, isUnpaidMonth: () => false, skipped: null };
  const span = (before: PriorRow, more: Partial<Parameters<typeof missedMonths>[1]> = {}) => {
    const missed = missedMonths(before, { ...at, ...more }, unnamed);
    return missed === null ? null : `${missed.from} ${missed.to} ${missed.due}`;
  };
  const unpaid = (...months: readonly string[]) => ({
    isUnpaidMonth: (_: unknown, month: string) => months.includes(month),
  });

  it.each<[string, string | null, PriorRow, Partial<Parameters<typeof missedMonths>[1]>]>([
    ['are April and May', '2026-04 2026-05 2', prior(), {}],
    ['are a month earlier if pay follows a month later', '2026-03 2026-04 2', prior(), { paymentLag: 1 }],
    ['are none before a month without pay', null, prior({ unpaidSince: null }), {}],
    ['are not June itself', null, prior({ unpaidSince: '2026-06' }), {}],
    ['begin after months that the carrier does not pay', '2026-05 2026-05 1', prior(), unpaid('2026-04')],
    ['end before months that the carrier does not pay', '2026-04 2026-04 1', prior(), unpaid('2026-05')],
    ['are none if the carrier pays none', null, prior(), unpaid('2026-04', '2026-05')],
    [
      'are counted without an unpaid month in between',
      '2026-03 2026-05 2',
      prior({ unpaidSince: '2026-03' }),
      unpaid('2026-04'),
    ],
    [
      'are not those of a statement that never came, of a member who left',
      null,
      prior({ unpaidSince: null }),
      { skipped: { from: '2026-04', to: '2026-05' } },
    ],
    [
      'are those of a statement that never came',
      '2026-04 2026-05 2',
      prior({ unpaidSince: null }, { status: 'green' }),
      { skipped: { from: '2026-04', to: '2026-05' } },
    ],
    [
      'begin after what was paid ahead',
      '2026-05 2026-05 1',
      prior({ unpaidSince: null }, { status: 'green', paidThrough: '2026-04-30' }),
      { skipped: { from: '2026-04', to: '2026-05' } },
    ],
    [
      'do not begin before the skipped statement',
      '2026-04 2026-05 2',
      prior({ unpaidSince: null }, { status: 'green', paidThrough: '2026-02-28' }),
      { skipped: { from: '2026-04', to: '2026-05' } },
    ],
    ['are none while the member is paid ahead', null, prior({}, { status: 'green', paidThrough: '2026-06-30' }), {}],
    [
      'begin in January after a payment for the year',
      '2026-01 2026-05 5',
      ofYear({ ...PAID_2025, unpaidSince: '2025-04' }),
      { productLine: 'medicare' },
    ],
    [
      'begin in January where only December had no pay',
      '2026-01 2026-05 5',
      ofYear({ ...PAID_2025, unpaidSince: '2025-12' }),
      { productLine: 'medicare' },
    ],
    [
      'begin later if the year after was paid until then',
      '2026-03 2026-05 3',
      ofYear({ ...PAID_2025, unpaidSince: '2026-03' }),
      { productLine: 'medicare' },
    ],
    [
      'are those of a member who left before the paid end',
      '2026-04 2026-05 2',
      prior({}, { paidThrough: '2026-06-30' }),
      {},
    ],
  ])('%s', (_case, expected, before, more) => {
    expect(span(before, more)).toBe(expected);
  });
});

describe('the pay of a month', () => {
  it.each<[string, number, PriorRow]>([
    ['is the last', 50, prior()],
    ['is without caught-up pay', 40, prior({ extraAmount: 10 * DOLLAR })],
    ['is never below zero', 0, prior({ extraAmount: 60 * DOLLAR })],
    ['is a third of a quarter', 50, prior({ paidMonths: 3 }, { lastPresentAmount: 150 * DOLLAR })],
    [
      'is of the advance, and not of a bonus within it',
      50,
      prior({ paidMonths: 3, lastPaidAmount: 9 * DOLLAR }, { lastPresentAmount: 150 * DOLLAR }),
    ],
    [
      'is of the last payment after a chargeback',
      40,
      prior({ paidMonths: 3, lastPaidAmount: 120 * DOLLAR }, { lastPresentAmount: -150 * DOLLAR }),
    ],
    ['is the payment, whatever the net of its month', 50, prior({}, { lastPresentAmount: 30 * DOLLAR })],
  ])('%s', (_case, dollars, before) => {
    expect(monthlyPay(before, null)).toBe(dollars * DOLLAR);
  });

  it.each<[string, string | null, number, PriorRow]>([
    ["is a twelfth of a Medicare year's pay", 'medicare', 36, ofYear()],
    ['is a twelfth years after coverage began', 'medicare', 36, ofYear({}, '2025-06-01')],
    ['is a twelfth for the year in which coverage begins', 'medicare', 72, ofYear(FOR_NEXT_YEAR, '2026-01-01')],
    ['is the whole of an amount that pays no year', 'medicare', 300, ofYear({ lastPaidAmount: 300 * DOLLAR })],
    ['is the whole of the amount for another line', 'ancillary', 432, ofYear()],
    ['is nothing where nothing was paid', 'medicare', 0, ofYear({ lastPaidPeriod: null, lastPaidAmount: 0 })],
  ])('%s', (_case, productLine, dollars, before) => {
    expect(monthlyPay(before, productLine)).toBe(dollars * DOLLAR);
  });
});

describe('pay after April and May were missed', () => {
  const missed = { from: '2026-04', to: '2026-05', due: 2, lastPayment: { amount: 50 * DOLLAR, months: 1 } } as const;
  const at = { ...JUNE, missed, tolerance: { absolute: 100, percentMillionths: 0 } };

  it.each<[string, readonly ScorableLine[], readonly number[], Partial<MemberHistory>?]>([
    ['is caught up by the months of lines', [of(45, '2026-05'), of(50, '2026-06')], [1, 45, 0]],
    ['is caught up by two equal lines', [pay(50), pay(50)], [1, 50, 0]],
    [
      'is caught up by two lines for one month',
      [pay(50, { monthsPaid: 100 }), pay(50, { monthsPaid: 100 })],
      [1, 50, 0],
    ],
    ['is caught up by three equal lines', [pay(50), pay(50), pay(50)], [2, 100, 0]],
    ['is caught up by one line for all three months', [pay(150)], [2, 100, 0]],
    ['is caught up to no more than was missed', [pay(200)], [2, 100, 0]],
    ['repays a chargeback after the missed months', [pay(200)], [2, 100, 50], { clawedOpen: 80 * DOLLAR }],
    ['repays no more than was taken back', [pay(200)], [2, 100, 20], { clawedOpen: 20 * DOLLAR }],
    ['is caught up at a cent less', [pay(99.99)], [1, 50, 0]],
    ['is caught up at cents less', [pay(99.92)], [1, 50, 0]],
    ['is not caught up at half a dollar less', [pay(99.5)], [0, 0, 0]],
    ['is not caught up by the pay of one month', [pay(50)], [0, 0, 0]],
    ['is not caught up by a chargeback', [pay(-50)], [0, 0, 0]],
    ['is not caught up where a month was worth nothing', [pay(50), pay(50)], [0, 0, 0], { lastPaidAmount: 0 }],
    ['is caught up at the old rate beside the new', [pay(30), pay(50)], [1, 50, 0]],
    ['is caught up beside half a month', [pay(25), pay(50)], [1, 50, 0]],
    ['is not caught up beside less than half a month', [pay(24), pay(50)], [0, 0, 0]],
    ['is caught up beside a month and a half', [pay(75), pay(50)], [1, 50, 0], { clawedOpen: 0 }],
    ['is not caught up beside more than a month and a half', [pay(76), pay(50)], [0, 0, 0]],
    ['is not caught up in two lines far below the old rate', [pay(30), pay(32)], [0, 0, 0]],
    ['is caught up at three quarters of the old rate', [pay(37.5), pay(30)], [1, 37.5, 0]],
    ['is not caught up at less than three quarters of the old rate', [pay(37.4), pay(30)], [0, 0, 0]],
    ['is not caught up in one line at another rate', [pay(60)], [0, 0, 0]],
    [
      'repays chargebacks of the earliest months first',
      [pay(30), pay(48), pay(49), pay(46)],
      [2, 94, 49],
      { clawedOpen: 80 * DOLLAR },
    ],
    ['is not caught up beside a line that is only an amount', [pay(30), pay(50, { transactionType: null })], [0, 0, 0]],
    ['is caught up by a line for each month, whatever their amounts', [pay(20), pay(30), pay(25)], [2, 50, 0]],
    ['is caught up at a lower rate that comes to a month of before', [pay(17), pay(17), pay(16)], [2, 33.3333, 0]],
    ['is not caught up by a main line and small ones beside it', [pay(30), pay(14), pay(7)], [0, 0, 0]],
    ['is caught up beside a small chargeback', [pay(30), pay(50), pay(-5)], [1, 50, 0]],
  ])('%s', (_case, lines, expected, history = {}) => {
    expect(told(caughtUp(memberMonthOf([...lines]), prior(history), at))).toEqual(expected);
  });

  it('is told by months and words, and supposed by amounts', () => {
    const isStated = (...lines: ScorableLine[]) => caughtUp(memberMonthOf([...lines]), prior(), at).isStated;
    expect(isStated(of(45, '2026-05'), of(50, '2026-06'))).toBe(true);
    expect(isStated(pay(50), pay(50))).toBe(true);
    expect(isStated(pay(50), pay(50, { transactionType: null }))).toBe(false);
    expect(isStated(pay(150, { monthsPaid: 300 }))).toBe(false);
    expect(isStated(pay(150, { monthsPaid: 300, paidThrough: '2026-06-30' }))).toBe(true);
  });
});
