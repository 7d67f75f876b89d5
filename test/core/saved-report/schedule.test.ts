import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cadence, nextDueAt } from '../../../core/saved-report/report-mail.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: weekly is Mondays 08:00 UTC, monthly the 1st 08:00 UTC, and the next date is always later than the given moment. */

const TABLE: readonly (readonly [why: string, cadence: Cadence, after: string, due: string])[] = [
  // 2026-01-05 was a Monday.
  ['a Monday, one millisecond before', 'weekly', '2026-01-05T07:59:59.999Z', '2026-01-05T08:00:00.000Z'],
  ['a Monday, exactly then: a week later', 'weekly', '2026-01-05T08:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['a Monday, one millisecond after', 'weekly', '2026-01-05T08:00:00.001Z', '2026-01-12T08:00:00.000Z'],
  ['a Tuesday', 'weekly', '2026-01-06T00:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['a Sunday evening', 'weekly', '2026-01-11T23:59:59.999Z', '2026-01-12T08:00:00.000Z'],
  ['a Monday at midnight', 'weekly', '2026-01-12T00:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['over the end of a month', 'weekly', '2026-01-28T12:00:00.000Z', '2026-02-02T08:00:00.000Z'],
  ['over the end of a year', 'weekly', '2025-12-30T12:00:00.000Z', '2026-01-05T08:00:00.000Z'],
  ['over 29 February', 'weekly', '2028-02-28T08:00:00.000Z', '2028-03-06T08:00:00.000Z'],
  // Summer time begins on Sunday 2026-03-08 in New York and on 2026-03-29 in Berlin. UTC has no summer time.
  ['over summer time in America', 'weekly', '2026-03-07T12:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  ['over summer time in Europe', 'weekly', '2026-03-28T12:00:00.000Z', '2026-03-30T08:00:00.000Z'],
  ['the 1st, one millisecond before', 'monthly', '2026-04-01T07:59:59.999Z', '2026-04-01T08:00:00.000Z'],
  ['the 1st, exactly then: a month later', 'monthly', '2026-04-01T08:00:00.000Z', '2026-05-01T08:00:00.000Z'],
  ['the 31st: February is not skipped', 'monthly', '2026-01-31T12:00:00.000Z', '2026-02-01T08:00:00.000Z'],
  ['29 February', 'monthly', '2028-02-29T23:59:59.999Z', '2028-03-01T08:00:00.000Z'],
  ['28 February of a year without a 29th', 'monthly', '2026-02-28T23:59:59.999Z', '2026-03-01T08:00:00.000Z'],
  ['over the end of a year', 'monthly', '2026-12-01T08:00:00.001Z', '2027-01-01T08:00:00.000Z'],
];

test.each(TABLE)('gives the next date %s', (_why, cadence, after, due) => {
  expect(nextDueAt(cadence, after)).toBe(due);
});

test('is never due while a report is off', () => {
  expect(nextDueAt('off', '2026-01-05T08:00:00.000Z')).toBeNull();
});

const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('at any moment of a century', () => {
  test('weekly is a later Monday at 08:00, at most seven days later', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const due = new Date(nextDueAt('weekly', moment.toISOString()) ?? '');
        expect(due.getUTCDay()).toBe(1);
        expect(due.toISOString()).toMatch(/T08:00:00\.000Z$/);
        const laterMs = due.getTime() - moment.getTime();
        expect(laterMs).toBeGreaterThan(0);
        expect(laterMs).toBeLessThanOrEqual(7 * 24 * 3_600_000);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('monthly is a later 1st at 08:00, with no other in between', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const due = new Date(nextDueAt('monthly', moment.toISOString()) ?? '');
        expect(due.toISOString()).toMatch(/-01T08:00:00\.000Z$/);
        expect(due.getTime()).toBeGreaterThan(moment.getTime());
        const before = new Date(due);
        before.setUTCMonth(before.getUTCMonth() - 1);
        expect(before.getTime()).toBeLessThanOrEqual(moment.getTime());
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
