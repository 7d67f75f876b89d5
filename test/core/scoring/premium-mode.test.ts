import { describe, expect, it } from 'vitest';
import { cadenceOf } from '../../../core/scoring/cadence.ts';
import { premiumMode } from '../../../core/scoring/due-months.ts';
import { type MemberHistory, NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonths, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { toleranceOf } from '../../../core/scoring/tolerance.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: only pay that comes again after 3, 6 or 12 months, and does not state its months, counts for that number of months. */

const CONTEXT = {
  period: '2026-07',
  cadence: cadenceOf({ cadence: [] }),
  kindOf: lineKindOf({ lineKinds: [] }),
  productLine: null,
  isPolicyTerm: false,
  paymentLag: 0,
  tolerance: toleranceOf({ tolerance: { absolute: 0.01, percent: 0 } }),
};
const RENEWAL = { amount: 900_000, transactionType: 'Renewal' };
/** Paid $90 for the first time in April. */
const ONCE: MemberHistory = { ...NO_HISTORY, lastPaidPeriod: '2026-04', lastPaidAmount: 900_000 };
/** Paid $90 in April for the quarter to June. */
const QUARTERLY: MemberHistory = { ...ONCE, paidMonths: 3 };

interface Case {
  readonly lines?: readonly (Partial<ScorableLine> & { readonly amount: number })[];
  readonly history?: Partial<MemberHistory>;
  readonly firstSeenPeriod?: string;
  readonly paidThrough?: string | null;
  readonly context?: Partial<typeof CONTEXT>;
}

function modeOf(
  before: MemberHistory,
  { lines = [RENEWAL], history = {}, firstSeenPeriod = '2026-04', paidThrough = null, context = {} }: Case,
) {
  const [month] = memberMonths(lines.map((line, index) => plainLine('A', `P${index}`, line)));
  if (month === undefined) throw new Error('Lines make a month.');
  const known = { status: 'green', profile: NO_PROFILE, lastPresentAmount: 900_000, paidThrough, firstSeenPeriod };
  return premiumMode(month, { ...known, history: { ...before, ...history } }, { ...CONTEXT, ...context });
}

describe('the first payment again', () => {
  it.each<[string, Case, number | null]>([
    ['after a quarter', {}, 3],
    ['after half a year', { context: { period: '2026-10' } }, 6],
    ['after a year', { context: { period: '2027-04' } }, 12],
    ['after four months', { context: { period: '2026-08' } }, null],
    ['the next month', { context: { period: '2026-05' } }, null],
    ['a cent more, which the tolerance allows', { lines: [{ ...RENEWAL, amount: 900_100 }] }, 3],
    ['a dollar more', { lines: [{ ...RENEWAL, amount: 910_000 }] }, null],
    [
      'a year later, of a value that has grown',
      { lines: [{ ...RENEWAL, amount: 927_000 }], context: { period: '2027-04' } },
      12,
    ],
    [
      'a year later, and half as much again',
      { lines: [{ ...RENEWAL, amount: 1_350_000 }], context: { period: '2027-04' } },
      null,
    ],
    ['a year later, for a month', { lines: [{ ...RENEWAL, amount: 80_000 }], context: { period: '2027-04' } }, null],
    ['of a member who was seen before the first payment', { firstSeenPeriod: '2026-03' }, null],
    ['of a member who was never paid', { history: { lastPaidPeriod: null } }, null],
    ['of nothing', { lines: [{ ...RENEWAL, amount: 0 }], history: { lastPaidAmount: 0 } }, null],
    [
      'beside a chargeback',
      {
        lines: [RENEWAL, { ...RENEWAL, amount: -100_000 }],
      },
      null,
    ],
    ['as a plain amount', { lines: [{ amount: 900_000 }] }, null],
    [
      'partly as a plain amount of the same policy',
      {
        lines: [
          { ...RENEWAL, amount: 450_000, policyRefId: 'P' },
          { amount: 450_000, policyRefId: 'P' },
        ],
      },
      null,
    ],
    ['partly as a plain amount', { lines: [{ ...RENEWAL, amount: 450_000 }, { amount: 450_000 }] }, null],
    ['for its own month', { lines: [{ ...RENEWAL, coverageMonth: '2026-07' }] }, 3],
    ['for another month', { lines: [{ ...RENEWAL, coverageMonth: '2026-06' }] }, null],
    ['for no months, as carriers write "paid as earned"', { lines: [{ ...RENEWAL, monthsPaid: 0 }] }, 3],
    ['for a stated month', { lines: [{ ...RENEWAL, monthsPaid: 100 }] }, null],
    ['to a stated day', { lines: [{ ...RENEWAL, paidThrough: '2026-07-31' }] }, null],
    ['of a type that is paid for a quarter', { lines: [{ ...RENEWAL, transactionType: 'Quarterly' }] }, null],
    ['for the term of a policy', { context: { isPolicyTerm: true } }, null],
  ])('%s', (_, changed, months) => {
    expect(modeOf(ONCE, changed)).toBe(months);
  });
});

describe('a later payment at the same distance', () => {
  const IN_TIME = { paidThrough: '2026-06-30' };

  it.each<[string, Case, number | null]>([
    ['of the same amount', IN_TIME, 3],
    ['of three quarters of the amount', { ...IN_TIME, lines: [{ ...RENEWAL, amount: 675_000 }] }, 3],
    ['of half the amount, as in a second year', { ...IN_TIME, lines: [{ ...RENEWAL, amount: 450_000 }] }, 3],
    ["of little more than a month's pay", { ...IN_TIME, lines: [{ ...RENEWAL, amount: 405_000 }] }, null],
    ['of a third more', { ...IN_TIME, lines: [{ ...RENEWAL, amount: 1_200_000 }] }, 3],
    ['of 35 % more', { ...IN_TIME, lines: [{ ...RENEWAL, amount: 1_215_000 }] }, 3],
    ['of half more', { ...IN_TIME, lines: [{ ...RENEWAL, amount: 1_350_000 }] }, null],
    ['within the months that are paid', { paidThrough: '2026-07-31' }, null],
    ['without a month that the one before reached', { paidThrough: null }, null],
    ['after another number of months', { ...IN_TIME, history: { paidMonths: 6 } }, null],
  ])('%s', (_, changed, months) => {
    expect(modeOf(QUARTERLY, changed)).toBe(months);
  });
});
