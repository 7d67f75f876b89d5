import { expect, it } from 'vitest';
import { addedLivesPay } from '../../../core/scoring/amount-comparison.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonthOf, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/**
 * docs/reference/signals.md#regular-pay. Guarantee: only pay for new lives, at this month's pay for a life, counts as pay for months
 * before.
 */

const DOLLAR = 10_000;

const pay = (dollars: number, lives: number | null, more: Partial<ScorableLine> = {}): ScorableLine =>
  plainLine('A', null, {
    amount: Math.round(dollars * DOLLAR),
    lives: lives === null ? null : lives * 100,
    transactionType: 'Renewal',
    ...more,
  });

/** Makes a household that was paid the dollars for the lives in the month before. */
function household(dollars: number, lives: number | null): PriorRow {
  return {
    memberRefId: 'A',
    memberExternalId: 'A',
    status: 'green',
    profile: { ...NO_PROFILE, lives: lives === null ? null : lives * 100 },
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-01',
    lastPresentAmount: Math.round(dollars * DOLLAR),
    commissionAmount: Math.round(dollars * DOLLAR),
    paidThrough: null,
    history: NO_HISTORY,
  };
}

const OF_TWO = household(40, 2);

it.each<[string, number, readonly ScorableLine[], PriorRow?]>([
  ['a month of the life that is new', 20, [pay(60, 3), pay(20, 1)]],
  ['two months in one line', 40, [pay(60, 3), pay(40, 1)]],
  ['two months in two lines', 40, [pay(60, 3), pay(20, 1), pay(20, 1)]],
  ['a month of two lives that are new', 40, [pay(60, 3), pay(40, 2)], household(20, 1)],
  ['this month in two lines', 20, [pay(40, 3), pay(20, 3), pay(20, 1)]],
  ['a cent that each line is rounded by', 20.02, [pay(60, 3), pay(20.02, 1)]],
  ['a cent that each line before was rounded by', 20, [pay(60, 3), pay(20, 1)], household(40.02, 2)],
  ['a line of 0 beside them', 20, [pay(60, 3), pay(20, 1), pay(0, 3, { coverageMonth: '2026-02' })]],
  ['not more than rounding', 0, [pay(60, 3), pay(20.03, 1)]],
  ['not half a month', 0, [pay(60, 3), pay(10, 1)]],
  ['not a month and a half', 0, [pay(60, 3), pay(30, 1)]],
  ['not a cent', 0, [pay(60, 3), pay(0.01, 1)]],
  ['not another rate before', 0, [pay(60, 3), pay(20, 1)], household(40.03, 2)],
  ['not unknown lives before', 0, [pay(60, 3), pay(20, 1)], household(40, null)],
  ['not no lives before', 0, [pay(60, 3), pay(60, 3)], household(0, 0)],
  ['not as many lives as before', 0, [pay(60, 3), pay(20, 1)], household(60, 3)],
  ['not fewer lives than before', 0, [pay(60, 3), pay(20, 1)], household(80, 4)],
  ['not other lives than the new ones', 0, [pay(60, 3), pay(40, 2)]],
  ['not a line without lives', 0, [pay(60, 3), pay(20, 1), pay(5, null)]],
  ['not a single line', 0, [pay(60, 3)]],
  ['not two lines for all lives', 0, [pay(60, 3), pay(60, 3)]],
  ['not a line that names its month', 0, [pay(60, 3), pay(20, 1, { coverageMonth: '2026-01' })]],
  ['not a line that is only an amount', 0, [pay(60, 3), pay(20, 1, { transactionType: null })]],
  ['not beside a chargeback', 0, [pay(60, 3), pay(20, 1), pay(-5, 1)]],
  ['not beside another policy', 0, [pay(60, 3), pay(20, 1), pay(9, 1, { policyRefId: 'P2' })]],
])('counts as pay for months before: %s', (_case, dollars, lines, before = OF_TWO) => {
  expect(addedLivesPay(memberMonthOf([...lines]), before)).toBe(Math.round(dollars * DOLLAR));
});
