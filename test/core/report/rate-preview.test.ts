import { expect, test } from 'vitest';
import { exactFromMoney } from '../../../core/money.ts';
import { compareOwed, type EvaluatedMember } from '../../../core/report/rate-preview.ts';

const member = (memberRefId: string, tenThousandths: number, period = '2026-01'): EvaluatedMember => ({
  workspaceId: 'w',
  period,
  memberRefId,
  memberExternalId: memberRefId.toUpperCase(),
  memberName: null,
  owed: exactFromMoney(tenThousandths),
  isEstimated: false,
});

test('lists the largest differences in either direction first, and members whose evaluation changed', () => {
  const before = [member('gone', 500_000), member('less', 300_000), member('same', 10_000), member('more', 0)];
  const after = [member('less', 0), member('same', 10_000), member('more', 400_000), member('fresh', 100_000)];
  const { largestDifferences, totals } = compareOwed(['2026-01'], before, after);
  const told = largestDifferences.map((one) => [
    one.memberRefId,
    one.commissionOwedBefore,
    one.commissionOwedAfter,
    one.difference,
  ]);
  expect(told).toEqual([
    ['gone', 50, null, -50],
    ['more', 0, 40, 40],
    ['less', 30, 0, -30],
    ['fresh', null, 10, 10],
  ]);
  expect(totals).toEqual({
    before: { membersEvaluated: 4, membersOwed: 3, commissionOwed: 81, commissionOwedEstimated: 0, toAskFor: 81 },
    after: { membersEvaluated: 4, membersOwed: 3, commissionOwed: 51, commissionOwedEstimated: 0, toAskFor: 51 },
  });
});

test('lists at most ten differences, equal ones by period and member', () => {
  const after = ['2026-02', '2026-01'].flatMap((period) =>
    Array.from({ length: 8 }, (_, index) => member(`m${index}`, 10_000, period)),
  );
  const { largestDifferences } = compareOwed(['2026-01', '2026-02'], [], after);
  expect(largestDifferences.map(({ period, memberRefId }) => `${period} ${memberRefId}`)).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `2026-01 m${index}`),
    '2026-02 m0',
    '2026-02 m1',
  ]);
});

test('rounds sums once, and reports a period without evaluated members', () => {
  const after = [member('a', 49), member('b', 49)];
  expect(compareOwed(['2026-01', '2026-02'], [], after).byPeriod).toEqual([
    {
      period: '2026-01',
      before: { membersEvaluated: 0, membersOwed: 0, commissionOwed: 0, commissionOwedEstimated: 0, toAskFor: 0 },
      after: { membersEvaluated: 2, membersOwed: 2, commissionOwed: 0.01, commissionOwedEstimated: 0, toAskFor: 0 },
    },
    {
      period: '2026-02',
      before: { membersEvaluated: 0, membersOwed: 0, commissionOwed: 0, commissionOwedEstimated: 0, toAskFor: 0 },
      after: { membersEvaluated: 0, membersOwed: 0, commissionOwed: 0, commissionOwedEstimated: 0, toAskFor: 0 },
    },
  ]);
});

test('shows the part by estimated rates apart', () => {
  const before = [member('a', 490_000), { ...member('b', 120_000), isEstimated: true }];
  const { totals } = compareOwed(['2026-01'], before, [member('a', 490_000), member('b', 130_000)]);
  expect(totals).toEqual({
    before: { membersEvaluated: 2, membersOwed: 2, commissionOwed: 61, commissionOwedEstimated: 12, toAskFor: 49 },
    after: { membersEvaluated: 2, membersOwed: 2, commissionOwed: 62, commissionOwedEstimated: 0, toAskFor: 62 },
  });
});

test('asks for whole cents of each member and month, and for nothing below a cent', () => {
  const after = [member('a', 149), member('b', 149), member('c', 99)];
  expect(compareOwed(['2026-01'], [], after).totals.after).toMatchObject({ commissionOwed: 0.04, toAskFor: 0.02 });
});

test('counts a member to whom several months owe once', () => {
  const after = ['2026-01', '2026-02', '2026-03'].flatMap((period) => [
    member('a', 10_000, period),
    member('b', 0, period),
  ]);
  const { totals, byPeriod } = compareOwed(['2026-01', '2026-02', '2026-03'], [], after);
  expect(totals.after).toMatchObject({ membersEvaluated: 6, membersOwed: 1, commissionOwed: 3 });
  expect(byPeriod.map(({ after: { membersOwed } }) => membersOwed)).toEqual([1, 1, 1]);
});
