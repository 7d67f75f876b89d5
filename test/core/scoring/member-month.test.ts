import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Period } from '../../../core/period.ts';
import { memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const line = ([member, policy, amount]: readonly [string, string | null, number]) =>
  plainLine(member, policy, { amount });

it('keeps the lines of a record with its member and policy, for one policy or dozens', () => {
  const member = fc.constantFrom('A', 'B');
  const policy = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 30 }).map(String));
  const amount = fc.integer({ min: -9_000, max: 9_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(member, policy, amount), { maxLength: 80 }), (rows) => {
      const sums = new Map<string, number>();
      for (const [who, which, much] of rows) sums.set(`${who}/${which}`, (sums.get(`${who}/${which}`) ?? 0) + much);
      const records = [...memberMonths(rows.map(line))].flatMap((month) =>
        month.records.map((record): [string, number] => [`${month.memberRefId}/${record.policyRefId}`, record.amount]),
      );
      expect(records.toSorted()).toEqual([...sums].toSorted());
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('finds the record of a policy again among a dozen', () => {
  const policies = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
  const rows = [1, 2, 3].flatMap((amount) => policies.map((policy) => line(['A', policy, amount])));
  const [month] = memberMonths(rows);
  expect(month?.records.map(({ policyRefId, amount }) => [policyRefId, amount])).toEqual(
    policies.map((policy) => [policy, 6]),
  );
});

it('has the agent of the latest month that is paid, whatever the order of lines, and keeps one where that month names none', () => {
  const of = (coverageMonth: Period, agentName: string | null) =>
    plainLine('A', null, { amount: 50, coverageMonth, agentName });
  const agentOf = (...lines: readonly ScorableLine[]) => [...memberMonths(lines)][0]?.records[0]?.agentName;
  const [before, after] = [of('2026-01', 'Ann'), of('2026-02', 'Bo')];
  expect(agentOf(before, after)).toBe('Bo');
  expect(agentOf(after, before)).toBe('Bo');
  expect(agentOf(before, of('2026-02', null))).toBe('Ann');
  expect(agentOf(of('2026-02', 'Cy'), after)).toBe('Cy');
});
