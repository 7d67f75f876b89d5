import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPORT_PLACE_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { grantPlaces, hasOverdue, type ReportPlace } from '../../../core/saved-report/report-views.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Makes places from texts, oldest first. The text `a1 running` is the first place of account a. */
function placesOf(...texts: readonly string[]): ReportPlace[] {
  return texts.map((text) => {
    const [placeId = '', word] = text.split(' ');
    const state = word === 'running' || word === 'overdue' ? word : 'waiting';
    return { placeId, accountId: placeId.charAt(0), state };
  });
}
const granted = (...texts: readonly string[]) => grantPlaces(placesOf(...texts), REPORT_PLACE_LIMITS);

describe('places of reports', () => {
  test('are two per account and four in total', () => {
    expect(granted('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1')).toEqual(['a1', 'b1', 'c1']);
    expect(granted('a1', 'b1', 'c1', 'd1', 'e1')).toEqual(['a1', 'b1', 'c1', 'd1']);
    expect(granted('a1', 'a2', 'a3')).toEqual(['a1', 'a2']);
    expect(granted('a1 running', 'a2 running', 'a3', 'b1 running', 'c1')).toEqual(['c1']);
    expect(granted('a1 running', 'a2 running', 'b1 running', 'c1 running', 'd1')).toEqual([]);
  });

  test('go to the account with the fewest first, then in order of request', () => {
    expect(granted('a1 running', 'a2', 'b1', 'c1')).toEqual(['b1', 'c1']);
    expect(granted('a1', 'a2', 'a3', 'b1')).toEqual(['a1', 'b1', 'a2']);
    expect(granted('a1 running', 'b1 running', 'b2 running', 'a2', 'a3', 'c1', 'c2')).toEqual(['c1']);
  });

  test('keep the last one for an account without any, so that two accounts never have all', () => {
    expect(granted('a1', 'a2', 'b1', 'b2')).toEqual(['a1', 'b1', 'a2']);
    expect(granted('a1 running', 'a2 running', 'b1 running', 'b2')).toEqual([]);
    expect(granted('a1 running', 'a2 running', 'b1 running', 'b2', 'c1')).toEqual(['c1']);
  });

  test('of an overdue report stay with its own account, which gets no other, and with nobody else', () => {
    const attack = ['a1 overdue', 'a2 overdue', 'b1 overdue', 'b2 overdue', 'a3', 'b3'];
    expect(granted(...attack, 'c1', 'c2', 'd1', 'd2')).toEqual(['c1', 'd1', 'c2']);
    expect(granted('a1 overdue', 'a2')).toEqual([]);
    expect(hasOverdue(placesOf(...attack), 'a')).toBe(true);
    expect(hasOverdue(placesOf(...attack, 'c1 running'), 'c')).toBe(false);
  });

  test('end when the server would have more report processes than planned', () => {
    const overdue = Array.from({ length: 11 }, (_, index) => `${'abcdef'.charAt(index / 2)}${index} overdue`);
    expect(granted(...overdue, 'x1', 'y1')).toEqual(['x1']);
    expect(granted(...overdue, 'z1 overdue', 'x1', 'y1')).toEqual([]);
  });

  test('exceed no limit, grant nothing twice, and never put an account without any behind one with some, for any requests', () => {
    const place = fc.record({
      accountId: fc.constantFrom('a', 'b', 'c', 'd'),
      state: fc.constantFrom('waiting', 'waiting', 'running', 'overdue'),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (drawn) => {
        const places = drawn.map((fields, index) => ({ ...fields, placeId: String(index) }));
        const ids = grantPlaces(places, REPORT_PLACE_LIMITS);
        expect(new Set(ids).size).toBe(ids.length);
        const after = places.map((each) => (ids.includes(each.placeId) ? { ...each, state: 'running' } : each));
        const inState = (states: readonly string[], accountId?: string) =>
          after.filter((each) => states.includes(each.state) && (accountId ?? each.accountId) === each.accountId)
            .length;
        for (const { placeId, accountId } of places) {
          if (!ids.includes(placeId)) continue;
          expect(inState(['running', 'overdue'], accountId)).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.ofAccount);
          expect(inState(['running'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.running);
          expect(inState(['running', 'overdue'])).toBeLessThanOrEqual(REPORT_PLACE_LIMITS.processes);
          if (inState(['running'], accountId) < 2) continue;
          const hungry = after.filter(
            (each) => each.state === 'waiting' && inState(['running', 'overdue'], each.accountId) === 0,
          );
          expect(hungry).toEqual([]);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
