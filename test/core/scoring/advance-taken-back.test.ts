import { describe, expect, it } from 'vitest';
import type { Period } from '../../../core/period.ts';
import { isAdvanceTakenBack } from '../../../core/scoring/learned-terms.ts';
import { type MemberHistory, NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { PLAIN_LINE } from '../../support/plain-inputs.ts';

/** Guarantee: an advance counts as taken back once chargebacks reach the pay of its unearned months, less half a month. */

const DOLLAR = 10_000;

/** Returns whether an advance of $1,200 for the year from January counts as taken back after `clawed` dollars of chargebacks in `month`. */
function isTakenBack(
  clawed: number,
  month: Period,
  { effectiveDate = null, ...more }: Partial<MemberHistory> & { readonly effectiveDate?: string | null } = {},
): boolean {
  const paid = { paidMonths: 12, lastPaidPeriod: '2026-01', lastPaidAmount: 1200 * DOLLAR };
  const history = { ...NO_HISTORY, ...paid, clawedOpen: Math.round(clawed * DOLLAR), ...more };
  return isAdvanceTakenBack({ history, profile: { ...PLAIN_LINE, effectiveDate } }, month);
}

describe('the months that were not earned', () => {
  it.each<readonly [string, number, number, Period, string | null]>([
    ['seven from May on', 650, 649.99, '2026-05', null],
    ['nine, as the policy began in March', 850, 849.99, '2026-05', '2026-03-15'],
    ['seven, as a policy that began before is paid from January on', 650, 649.99, '2026-05', '2025-11-01'],
    ['one in November', 50, 49.99, '2026-11', null],
    ['all twelve, in the month before the first', 1150, 1149.99, '2025-12', null],
  ])('are %s', (_case, enough, less, month, effectiveDate) => {
    expect(isTakenBack(enough, month, { effectiveDate })).toBe(true);
    expect(isTakenBack(less, month, { effectiveDate })).toBe(false);
  });
});

it.each<readonly [string, Period, Partial<MemberHistory>]>([
  ['in the last month, in which all was earned', '2026-12', {}],
  ['more than a month before the first month', '2025-11', {}],
  ['if the policy is paid by the month', '2026-01', { paidMonths: 1 }],
  ['if the member was never paid', '2026-05', { lastPaidPeriod: null }],
  ['if the payment was zero', '2026-05', { lastPaidAmount: 0 }],
  ['without a chargeback', '2026-11', { clawedOpen: 0 }],
])('counter-case: nothing is taken back %s', (_case, month, more) => {
  expect(isTakenBack(5000, month, more)).toBe(false);
});
