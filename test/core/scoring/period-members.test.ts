import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { PLAIN_LINE, plainLine } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/**
 * Guarantee: in any order of lines and earlier rows, each member appears once, in the order of the ids, with its row for comparison. Its
 * lines keep the given order, because the first of them decides what is shown.
 */

const ids = ['A', 'B', 'C', 'D', 'E', 'F'];
const prior = (memberRefId: string): PriorRow => ({
  memberRefId,
  memberExternalId: memberRefId,
  status: 'red',
  profile: PLAIN_LINE,
  firstSeenPeriod: '2026-01',
  lastPresentPeriod: '2026-01',
  lastPresentAmount: 0,
  commissionAmount: 0,
  paidThrough: null,
  history: NO_HISTORY,
});
const members = fc.shuffledSubarray(ids);

it('returns the members of lines and baseline, each once and in order', () => {
  const rows = fc.record({
    baseline: members,
    lines: fc.array(fc.constantFrom(...ids), { maxLength: 12 }),
    earlier: members,
  });
  fc.assert(
    fc.property(rows, (input) => {
      const lines = input.lines.map((member, index) => plainLine(member, null, { amount: index }));
      const baseline = input.baseline.map(prior);
      // A member of the baseline may have older rows, too, which are not used for comparison.
      const earlier = input.earlier.map(prior);

      const found = periodMembers(baseline, lines);
      const newcomers = ids.filter((id) => input.lines.includes(id) && !input.baseline.includes(id));
      expect(found.newcomers.toSorted()).toEqual(newcomers);
      found.addEarlier(earlier);

      const expected = ids
        .filter((id) => input.baseline.includes(id) || input.lines.includes(id))
        .map((id) => ({ id, lines: lines.filter((line) => line.memberRefId === id) }));
      expect(found.inOrder().map(({ memberRefId }) => memberRefId)).toEqual(expected.map(({ id }) => id));
      for (const [index, { id, lines: own }] of expected.entries()) {
        const member = found.inOrder()[index];
        const from = input.baseline.includes(id) ? baseline : earlier;
        expect(member?.prior).toBe(from.find((row) => row.memberRefId === id));
        expect([member?.lines ?? []].flat()).toEqual(own);
      }
      expect([...found.months()].map((month) => month.memberRefId)).toEqual(
        ids.filter((id) => input.lines.includes(id)),
      );
    }),
    { numRuns: propertyRuns(100) },
  );
});
