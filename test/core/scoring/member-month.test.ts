import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memberMonths } from '../../../core/scoring/member-month.ts';
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
