import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReturning, matchReturning, mayHaveNewIds, provesNewIds } from '../../../core/identity/match-returning.ts';
import { type Person, personKey } from '../../../core/identity/person.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a new member is matched with a missing one only by a name and a date or policy, and only if the name is unique. */

const person = (memberRefId: string, more: Partial<Person> = {}): Person => ({
  memberRefId,
  memberExternalId: memberRefId,
  memberName: 'Jane Doe',
  effectiveDates: ['2026-01-01'],
  policyNumbers: [],
  ...more,
});

function matched(absent: readonly Person[], newcomers: readonly Person[], otherNames: readonly (string | null)[] = []) {
  return matchReturning({ absent, newcomers, otherNames }).map(
    ({ aliasRefId, memberRefId, reason }) => `${aliasRefId} is ${memberRefId} by ${reason}`,
  );
}

describe('a match of a returning member', () => {
  it('needs the name and a date', () => {
    expect(matched([person('m')], [person('n')])).toEqual(['n is m by effective_date']);
  });

  it('needs the name and a policy, whatever the dates', () => {
    const before = person('m', { policyNumbers: ['P1'] });
    const after = person('n', { effectiveDates: ['2026-05-01'], policyNumbers: ['P1'] });
    expect(matched([before], [after])).toEqual(['n is m by policy_number']);
  });

  it.each(['DOE, JANE', 'jane  doe', 'Doe Jane.'])('accepts the name as %s', (memberName) => {
    expect(matched([person('m')], [person('n', { memberName })])).toHaveLength(1);
  });
});

describe('no match', () => {
  it.each<[string, Person]>([
    ['another date', person('n', { effectiveDates: ['2026-02-01'] })],
    ['neither date nor policy', person('n', { effectiveDates: [] })],
    ['another name', person('n', { memberName: 'Jane Roe' })],
    ['no name', person('n', { memberName: null })],
    ['an empty name', person('n', { memberName: ' , ' })],
  ])('is made for %s', (_, newcomer) => {
    expect(matched([person('m')], [newcomer])).toEqual([]);
  });

  it('is made for two missing members with one name', () => {
    expect(matched([person('m'), person('o', { effectiveDates: ['2025-01-01'] })], [person('n')])).toEqual([]);
  });

  it('is made for two new members with one name', () => {
    expect(matched([person('m')], [person('n'), person('q', { effectiveDates: [] })])).toEqual([]);
  });

  it('is made for a name that another member has too', () => {
    expect(matched([person('m')], [person('n')], ['Doe, Jane'])).toEqual([]);
  });
});

it('never joins people with one name, whoever they are', () => {
  const name = fc.constantFrom('Jane Doe', 'Doe, Jane', 'John Roe', 'Ann Poe', null);
  const side = (prefix: string) =>
    fc
      .array(name, { maxLength: 6 })
      .map((names) => names.map((memberName, index) => person(`${prefix}${index}`, { memberName })));
  fc.assert(
    fc.property(side('m'), side('n'), (absent, newcomers) => {
      for (const { absent: before, newcomer } of matchReturning({ absent, newcomers, otherNames: [] })) {
        const key = personKey(before.memberName);
        expect(personKey(newcomer.memberName)).toBe(key);
        for (const those of [absent, newcomers]) {
          expect(those.filter(({ memberName }) => personKey(memberName) === key)).toHaveLength(1);
        }
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

describe('a scored month', () => {
  const scored = (ref: string, status: string, more: object = {}) => ({
    ...person(ref),
    memberName: `Jane ${ref.slice(1)}`,
    status,
    counted: status !== 'carried',
    ...more,
  });
  const pairs = (rows: Parameters<typeof findReturning>[0], linked: readonly string[] = []) => {
    const { missing, returning } = findReturning(rows, new Set(linked));
    return [missing, ...returning.map(({ aliasRefId, memberRefId }) => `${aliasRefId} is ${memberRefId}`)];
  };

  it('proposes new members who may be missing ones, but not ids that were linked before', () => {
    const rows = [scored('m1', 'red'), scored('n1', 'new'), scored('m2', 'red'), scored('m3', 'green')];
    expect(pairs(rows)).toEqual([2, 'n1 is m1']);
    expect(pairs(rows, ['n1'])).toEqual([2]);
  });

  it('proposes a member who was paid ahead, and counts neither this member nor a late chargeback as missing', () => {
    const rows = [scored('m1', 'carried'), scored('n1', 'new'), scored('m2', 'red', { counted: false })];
    expect(pairs(rows)).toEqual([0, 'n1 is m1']);
  });

  it('proposes nobody with the name of a remaining member', () => {
    expect(pairs([scored('m1', 'red'), scored('n1', 'new'), scored('o1', 'green')])).toEqual([1]);
  });

  it.each([
    [{ red: 1, new: 1 }, true],
    [{ red: 0, new: 1 }, false],
    [{ red: 1, new: 0 }, false],
  ])('looks for members who return in a month of %j: %s', (movement, expected) => {
    expect(mayHaveNewIds(movement)).toBe(expected);
  });
});

it.each([
  [5, 5, true],
  [10, 9, true],
  [79, 72, true],
  [79, 71, false],
  [10, 8, false],
  [4, 4, false],
  [0, 0, false],
])('decides whether %i missing members with %i matches are beyond doubt: %s', (missing, matches, expected) => {
  expect(provesNewIds({ missing, matched: matches })).toBe(expected);
});
