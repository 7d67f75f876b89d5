import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedRatio } from '../../../../core/scoring/events/pay-change.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import { score } from '../../../support/scored-book-cases.ts';
import { rowsByMember } from '../../../support/scored-book-view.ts';

/** Guarantee: in any book, events do not depend on the order of the lines and change no status, flag or sum. */

const RUNS = { numRuns: propertyRuns(60), verbose: true } as const;
const [JAN, FEB] = ['2026-01', '2026-02'];

/** The cents of each member in two months; most members lose the same share. */
const anyBook = fc
  .tuple(
    fc.array(
      fc.record({
        before: fc.integer({ min: 100, max: 20_000 }),
        own: fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 6, nil: null }),
        planCode: fc.constantFrom('H1', 'H2', null),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    fc.constantFrom(0.5, 0.75, 0.9, 0.933, 1, 1.2),
  )
  .map(([members, factor]) => ({
    before: members.map(({ before, planCode }, index) => line(`M${index}`, (before / 100).toFixed(2), { planCode })),
    now: members.map(({ before, own, planCode }, index) =>
      line(`M${index}`, ((own ?? Math.round(before * factor)) / 100).toFixed(2), { planCode }),
    ),
    factor,
  }));

async function scored(before: readonly ModelLine[], now: readonly ModelLine[]) {
  const saved = (await score([file(JAN, ...before), file(FEB, ...now)])).periods.get(FEB);
  if (saved === undefined) throw new Error('No scores');
  return saved;
}

describe('in any book', () => {
  it('events do not depend on the order of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async ({ before, now }) => {
        const one = await scored(before, now);
        const other = await scored([...before].reverse(), [...now].reverse());
        expect(other.scores.events).toEqual(one.scores.events);
      }),
      RUNS,
    );
  });

  it('an event has as many members as its kind needs, and changes no status, flag or sum', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async ({ before, now }) => {
        const saved = await scored(before, now);
        for (const { kind, members, compared } of saved.scores.events) {
          if (kind === 'members_left') continue;
          const [least, share] = kind === 'shared_finding' ? [5, 0.1] : [10, 0.8];
          expect(members).toBeGreaterThanOrEqual(least);
          expect(members).toBeGreaterThanOrEqual(share * compared);
        }
        for (const [member, row] of rowsByMember(saved)) {
          // A member alone in its book is part of no event.
          const alone = (lines: readonly ModelLine[]) => lines.filter((one) => one.member === member);
          const own = rowsByMember(await scored(alone(before), alone(now))).get(member);
          expect([row.status, row.flags, row.deltas]).toEqual([own?.status, own?.flags, own?.deltas]);
          expect(row.signals.map(({ code, amount }) => [code, amount])).toEqual(
            own?.signals.map(({ code, amount }) => [code, amount]),
          );
        }
      }),
      { ...RUNS, numRuns: propertyRuns(15) },
    );
  });
});

it('the shared ratio is within as many ranges as any end of a range', () => {
  const ranges = fc.array(
    fc
      .tuple(fc.double({ min: 0.1, max: 2, noNaN: true }), fc.double({ min: 0, max: 0.05, noNaN: true }))
      .map(([low, width]) => ({
        low,
        high: low + width,
      })),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(ranges, (all) => {
      const most = Math.max(...all.map(({ low }) => all.filter((one) => one.low <= low && low <= one.high).length));
      expect(sharedRatio(all)?.fitting).toBe(most);
    }),
    { numRuns: propertyRuns(100) },
  );
  expect(sharedRatio([])).toBeNull();
});
