import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparedStatus,
  compareMember,
  comparisonContext,
  type Granularity,
  type MemberFacts,
  type MemberSides,
  spanOf,
} from '../../../core/comparison/compare-member.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { type MemberProfile, NO_PROFILE } from '../../../core/scoring/member-month.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: the row of a member depends on the two compared sides. Amounts are ten-thousandths of a dollar. */

const context = comparisonContext({
  from: '2026-01',
  to: '2026-03',
  tolerance: { absolute: 100, percentMillionths: 100_000 },
});

const profile: MemberProfile = {
  ...NO_PROFILE,
  memberName: 'Doe, Jane',
  policyRefId: 'p',
  policyNumber: 'P-1',
  planName: 'Gold',
  premium: 10_000_000,
  lives: 100,
  effectiveDate: '2025-01-01',
};

const before: PriorRow = {
  memberRefId: 'm',
  memberExternalId: 'M-1',
  status: 'green',
  profile,
  firstSeenPeriod: '2025-06',
  lastPresentPeriod: '2025-11',
  lastPresentAmount: 700_000,
  commissionAmount: 700_000,
  paidThrough: null,
  history: NO_HISTORY,
};
const known: MemberFacts = { before, now: { memberExternalId: 'm 1', profile }, chargeback: 0 };
const sides = (prevAmount: number | null, amount: number | null, isKnown = true): MemberSides => ({
  memberRefId: 'm',
  prevAmount,
  amount,
  isKnown,
});

describe('the status, with a tolerance of the larger of a cent and ten per cent', () => {
  it.each<[string, MemberSides, string | null, string]>([
    ['unchanged', sides(500_000, 500_000), 'green', ''],
    // 10 % of 50 is 5.
    ['less by exactly the tolerance', sides(500_000, 450_000), 'green', ''],
    ['less by more than the tolerance', sides(500_000, 449_999), 'yellow', 'COMMISSION_CHANGED'],
    ['more', sides(500_000, 550_001), 'green', 'COMMISSION_CHANGED'],
    ['to zero', sides(500_000, 0), 'yellow', 'COMMISSION_CHANGED'],
    ['from zero, a cent', sides(0, 100), 'green', ''],
    ['from zero to less', sides(0, -101), 'yellow', 'COMMISSION_CHANGED'],
    ['absent', sides(500_000, null), 'red', 'DROPPED'],
    ['absent after an amount below zero', sides(-500_000, null), 'red', 'DROPPED'],
    ['never seen before', sides(null, 0, false), 'new', 'NEW'],
    // The last payment was 70, and 63 is within a tenth of 70.
    ['present again', sides(null, 630_000), 'reappeared', 'REAPPEARED'],
    ['present again with less', sides(null, 629_999), 'reappeared', 'REAPPEARED REAPPEARED_WITH_DELTA'],
    ['absent on both sides', sides(null, null), null, ''],
  ])('%s', (_about, one, status, flags) => {
    const row = compareMember(context, one, known);
    expect([row?.status ?? null, row?.flags.join(' ') ?? '']).toEqual([status, flags]);
    expect(comparedStatus(context, one)).toBe(status);
  });
});

describe('the row', () => {
  it('compares with the requested earlier side, and a returning member with its last present month', () => {
    const against = (one: MemberSides) => {
      const { comparedAgainstPeriod, prevCommissionAmount, commissionAmount } =
        compareMember(context, one, known) ?? {};
      return [comparedAgainstPeriod, prevCommissionAmount, commissionAmount];
    };
    expect(against(sides(500_000, 480_000))).toEqual(['2026-01', 500_000, 480_000]);
    expect(against(sides(500_000, null))).toEqual(['2026-01', 500_000, 0]);
    expect(against(sides(null, 5, false))).toEqual(['2026-01', 0, 5]);
    expect(against(sides(null, 480_000))).toEqual(['2025-11', 700_000, 480_000]);
  });

  it('shows the first spelling of the id, a chargeback, and every changed field', () => {
    const moved = { ...profile, planName: 'Silver', premium: 10_000_049, memberName: 'DOE,  JANE' };
    const facts = { before, now: { memberExternalId: 'm 1', profile: moved }, chargeback: 20_000 };
    expect(compareMember(context, sides(500_000, 400_000), facts)).toMatchObject({
      memberExternalId: 'M-1',
      flags: ['COMMISSION_CHANGED', 'DATA_CHANGED', 'CHARGEBACK'],
      // The premium rounds to the same cent, and a name in capitals is the same name.
      deltas: [
        { field: 'commission_amount', prevValue: '50.00', currValue: '40.00', changeType: 'modified' },
        { field: 'plan_name', prevValue: 'Gold', currValue: 'Silver', changeType: 'modified' },
      ],
    });
  });

  it('takes the amounts of the sides, whatever the months before were paid for', () => {
    const advance = {
      ...before,
      paidThrough: '2026-12-31',
      history: { ...NO_HISTORY, paidMonths: 12, unpaidSince: '2025-12' },
    };
    const facts = { ...known, before: advance };
    for (const one of [sides(600_000, 50_000), sides(600_000, null), sides(null, 50_000)]) {
      expect(compareMember(context, one, facts)).toMatchObject({ ...(compareMember(context, one, known) ?? {}) });
    }
  });
});

it('counts a member by the shown status, which depends only on the sides', () => {
  const amount = fc.oneof(
    fc.constantFrom(0, 100, -100, 500_000, 450_000),
    fc.integer({ min: -(10 ** 13), max: 10 ** 13 }),
  );
  const anySides = fc.record({
    memberRefId: fc.constant('m'),
    prevAmount: fc.option(amount),
    amount: fc.option(amount),
    isKnown: fc.boolean(),
  });
  const anyFacts = fc.record({
    before: fc.record({
      lastPresentAmount: amount,
      paidThrough: fc.constantFrom(null, '2025-12-31', '2026-12-31'),
      status: fc.constantFrom('green' as const, 'carried' as const, 'yellow' as const),
      paidMonths: fc.integer({ min: 1, max: 12 }),
      planName: fc.constantFrom('Gold', 'Silver', null),
    }),
    chargeback: fc.nat(1_000_000),
  });
  fc.assert(
    fc.property(anySides, anyFacts, (one, { before: { paidMonths, planName, ...rest }, chargeback }) => {
      const prior = { ...before, ...rest, profile: { ...profile, planName }, history: { ...NO_HISTORY, paidMonths } };
      const row = compareMember(context, one, { ...known, before: prior, chargeback });
      expect(row?.status ?? null).toBe(comparedStatus(context, one));
      if (row !== null) expect(row.comparedAgainstPeriod).toMatch(/^\d{4}-\d{2}$/);
    }),
    { numRuns: propertyRuns(100) },
  );
});

it.each<[string, Granularity, string, string]>([
  ['2026-02', 'month', '2026-02', '2026-02'],
  ['2026-01', 'quarter', '2026-01', '2026-03'],
  ['2026-03', 'quarter', '2026-01', '2026-03'],
  ['2026-04', 'quarter', '2026-04', '2026-06'],
  ['2024-02', 'quarter', '2024-01', '2024-03'],
  ['2026-06', 'quarter', '2026-04', '2026-06'],
  ['2025-12', 'quarter', '2025-10', '2025-12'],
  ['2025-01', 'year', '2025-01', '2025-12'],
  ['2025-12', 'year', '2025-01', '2025-12'],
])('takes %s in its %s: %s to %s', (period, granularity, first, last) => {
  expect(spanOf(period, granularity)).toEqual({ first, last });
});
