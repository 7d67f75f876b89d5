import { describe, expect, it } from 'vitest';
import { type MemberHistory, NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonthOf, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { caughtUpLater } from '../../../core/scoring/open-matters.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/**
 * docs/reference/signals.md#months-caught-up-later. Guarantee: an open month is paid by lines that name it, or by whole months' pay beyond
 * the month's own.
 */

const DOLLAR = 10_000;
type Pay = Partial<ScorableLine>;
const pay = (dollars: number, more: Pay = {}): ScorableLine =>
  plainLine('A', null, { amount: Math.round(dollars * DOLLAR), transactionType: 'Renewal', ...more });
const of = (dollars: number, coverageMonth: ScorableLine['coverageMonth']) => pay(dollars, { coverageMonth });

/** Makes a member who is paid $50 a month, and was not paid in February. */
function prior(history: Partial<MemberHistory> = {}, effectiveDate: string | null = null): PriorRow {
  return {
    memberRefId: 'A',
    memberExternalId: 'A',
    status: 'green',
    profile: { ...NO_PROFILE, effectiveDate },
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-05',
    lastPresentAmount: 50 * DOLLAR,
    commissionAmount: 50 * DOLLAR,
    paidThrough: null,
    history: {
      ...NO_HISTORY,
      lastPaidPeriod: '2026-05',
      lastPaidAmount: 50 * DOLLAR,
      missedOpen: { since: '2026-02', months: 1 },
      ...history,
    },
  };
}

const JUNE = {
  period: '2026-06',
  productLine: null,
  paymentLag: 0,
  tolerance: { absolute: 100, percentMillionths: 0 },
} as const;

/** Returns the months and dollars that the lines catch up in June, if no other period is given. */
function caught(lines: readonly ScorableLine[], before = prior(), period: PriorRow['lastPresentPeriod'] = '2026-06') {
  const { months, amount } = caughtUpLater(memberMonthOf([...lines]), before, { ...JUNE, period });
  return [months, amount / DOLLAR];
}

const TWO = [pay(50), pay(50)];
const MORE = { missedOpen: { since: '2026-02', months: 3 } } as const;

describe('pay beyond the month', () => {
  it.each<[string, readonly number[], readonly ScorableLine[], PriorRow?]>([
    ['pays the open month by a second line', [1, 50], TWO],
    ['pays the open month by one line', [1, 50], [pay(100)]],
    ['pays the open month by a cent more', [1, 50.01], [pay(100.01)]],
    ['does not pay the open month by half a dollar more', [0, 0], [pay(100.5)]],
    ['pays the open month next to a line of 0', [1, 50], [...TWO, of(0, '2026-06')]],
    ['pays the open month at half the rate', [1, 25], [pay(50), pay(25)]],
    ['does not pay the open month at less than half the rate', [0, 0], [pay(50), pay(24.99)]],
    ['pays the open month at nearly twice the rate', [1, 99], [pay(50), pay(99)]],
    ['does not pay the open month at more than twice the rate', [0, 0], [pay(50), pay(101)]],
    ['pays the open month beside a month that is a cent more', [1, 45.01], [pay(50.01), pay(45)]],
    ['does not pay the open month beside no month of the rate', [0, 0], [pay(50.02), pay(45)]],
    [
      'does not pay the open month for another coverage',
      [0, 0],
      [pay(50, { productType: 'MED' }), pay(45, { productType: 'DEN' })],
    ],
    ['does not pay more months than are open', [0, 0], [pay(150)]],
    ['pays several open months', [2, 100], [pay(150)], prior(MORE)],
    ['does not exist in one month', [0, 0], [pay(50)]],
    ['does not exist where a month was worth nothing', [0, 0], TWO, prior({ lastPaidAmount: 0 })],
    ['does not exist of lines that are only amounts', [0, 0], [pay(50), pay(50, { transactionType: null })]],
    ['does not exist beside a chargeback', [0, 0], [...TWO, pay(-10)]],
    ['does not exist where nothing is open', [0, 0], TWO, prior({ missedOpen: null })],
    ['does not exist after a later enrollment', [0, 0], TWO, prior({}, '2026-03-01')],
    ['pays the open month after an enrollment in its month', [1, 50], TWO, prior({}, '2026-02-01')],
  ])('%s', (_case, expected, lines, before) => {
    expect(caught(lines, before)).toEqual(expected);
  });

  it('pays the open month for a year', () => {
    expect(caught(TWO, prior(), '2027-02')).toEqual([1, 50]);
    expect(caught(TWO, prior(), '2027-03')).toEqual([0, 0]);
  });
});

describe('lines that name months', () => {
  it.each<[string, readonly number[], readonly ScorableLine[], PriorRow?]>([
    ['pay the open month', [1, 45], [of(45, '2026-02'), of(50, '2026-06')]],
    ['pay the open month in any order', [1, 45], [of(50, '2026-06'), of(45, '2026-02')]],
    ['pay the open month in two lines', [1, 45], [of(25, '2026-02'), of(20, '2026-02'), of(50, '2026-06')]],
    ['pay the open month beside a line without a month', [1, 45], [of(45, '2026-02'), of(50, '2026-06'), pay(20)]],
    [
      'pay the open month beside a "paid to" date',
      [1, 45],
      [of(45, '2026-02'), pay(50, { paidThrough: '2026-06-30' })],
    ],
    ['pay nothing if the last month is the open one', [0, 0], [of(45, '2026-02')]],
    ['pay nothing for months before the open one', [0, 0], [of(45, '2026-01'), of(50, '2026-06')]],
    ['pay nothing if they name more than are open', [0, 0], [of(45, '2026-02'), of(45, '2026-03'), of(50, '2026-06')]],
    ['pay several open months', [2, 85], [of(45, '2026-02'), of(40, '2026-03'), of(50, '2026-06')], prior(MORE)],
  ])('%s', (_case, expected, lines, before) => {
    expect(caught(lines, before)).toEqual(expected);
  });

  it('tell what they pay, as whole months do', () => {
    expect(caughtUpLater(memberMonthOf(TWO), prior(), JUNE).isStated).toBe(true);
    expect(caughtUpLater(memberMonthOf([of(45, '2026-02'), of(50, '2026-06')]), prior(), JUNE).isStated).toBe(true);
  });
});
