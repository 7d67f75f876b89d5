import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import {
  continuesTotals,
  membersWithoutTotal,
  sinceTotals,
  totalsOneMonth,
} from '../../../core/scoring/year-of-pay.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const line = (member: string, policy: string | null, amount: number, more: Partial<ScorableLine> = {}) =>
  plainLine(member, policy, { amount, ...more });

const amounts = (lines: readonly ScorableLine[]) =>
  lines.map(({ memberRefId, policyRefId, amount }) => [memberRefId, policyRefId, amount]);

describe('year-to-date totals', () => {
  it('are split record by record: a new record counts completely, and a decrease is a chargeback', () => {
    const now = [line('A', 'P1', 150), line('A', 'P2', 70), line('B', null, 40), line('C', 'P3', 30)];
    const before = [
      { memberRefId: 'A', policyRefId: 'P1', amount: 100 },
      { memberRefId: 'B', policyRefId: null, amount: 60 },
      { memberRefId: 'C', policyRefId: 'P3', amount: 30 },
      { memberRefId: 'gone', policyRefId: 'P4', amount: 999 },
    ];
    expect(amounts(sinceTotals(now, before))).toEqual([
      ['A', 'P1', 50],
      ['A', 'P2', 70],
      ['B', null, -20],
      ['C', 'P3', 0],
    ]);
  });

  it('of several lines of a record are one, with the fields of the first line that has them', () => {
    const lines = [
      line('A', 'P1', 60),
      line('A', 'P1', 40, { planName: 'Gold' }),
      line('A', 'P1', 5, { planName: 'Silver' }),
    ];
    const [only, ...more] = sinceTotals(lines, [{ memberRefId: 'A', policyRefId: 'P1', amount: 100 }]);
    expect([only?.amount, only?.planName, more]).toEqual([5, 'Gold', []]);
  });

  it('add up: all months of a year make the last total', () => {
    const months = fc.array(fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: -500, max: 500 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(months, (paid) => {
        const totals = new Map<string, number>();
        const sums = new Map<string, number>();
        for (const month of paid) {
          const before = [...totals].map(([memberRefId, amount]) => ({ memberRefId, policyRefId: 'P', amount }));
          for (const [member, amount] of Object.entries(month)) totals.set(member, (totals.get(member) ?? 0) + amount);
          const printed = [...totals].map(([member, amount]) => line(member, 'P', amount));
          for (const one of memberMonths(sinceTotals(printed, before))) {
            sums.set(one.memberRefId, (sums.get(one.memberRefId) ?? 0) + one.amount);
          }
        }
        expect(sums).toEqual(totals);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('count the last of several totals of a record, and name the members who have a record without a total', () => {
    const now = [line('A', 'P1', 150), line('A', 'P2', 70), line('B', null, 40), line('C', 'P3', 30)];
    const baseline = [
      { memberRefId: 'A', policyRefId: 'P1', amount: 100 },
      { memberRefId: 'C', policyRefId: 'P3', amount: 30 },
    ];
    expect(membersWithoutTotal(now, baseline)).toEqual(['A', 'B']);
    const earlier = [
      { memberRefId: 'A', policyRefId: 'P1', amount: 999 },
      { memberRefId: 'A', policyRefId: 'P2', amount: 60 },
    ];
    expect(amounts(sinceTotals(now, [...earlier, ...baseline]))).toEqual([
      ['A', 'P1', 50],
      ['A', 'P2', 10],
      ['B', null, 40],
      ['C', 'P3', 0],
    ]);
  });

  it("are one month's pay only in January", () => {
    expect([totalsOneMonth('2026-01'), totalsOneMonth('2026-02'), totalsOneMonth('2026-11')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('start again in January and in the first period of a book', () => {
    expect(continuesTotals('2026-03', '2026-01')).toBe(true);
    expect(continuesTotals('2026-01', '2025-12')).toBe(false);
    expect(continuesTotals('2026-03', null)).toBe(false);
  });
});
