import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReturning, matchReturning, mayHaveNewIds } from '../../../core/identity/match-returning.ts';
import { type Person, personKey } from '../../../core/identity/person.ts';
import { NO_PROFILE } from '../../../core/scoring/member-month.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a new member is matched with a missing one only by a name and a date or policy, and only if the name is unique. */

const person = (memberRefId: string, more: Partial<Person> = {}): Person => ({
  memberRefId,
  memberExternalId: memberRefId,
  memberName: 'Jane Doe',
  effectiveDate: '2026-01-01',
  policyNumber: null,
  planName: null,
  premium: null,
  amount: 0,
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
    const before = person('m', { policyNumber: 'P1' });
    const after = person('n', { effectiveDate: '2026-05-01', policyNumber: 'P1' });
    expect(matched([before], [after])).toEqual(['n is m by policy_number']);
  });

  it.each<[string, Partial<Person>, Partial<Person>, string[]]>([
    ['the plan and the premium', { planName: 'Oak', premium: 900 }, {}, ['n is m by plan_and_premium']],
    ['the plan, not the premium', { planName: 'Oak', premium: 900 }, { premium: 800 }, []],
    ['the plan without premiums', { planName: 'Oak' }, {}, []],
    ['the amount', { amount: 260_800 }, {}, ['n is m by amount']],
    ['no pay', { amount: 0 }, {}, []],
    ['another amount', { amount: 260_800 }, { amount: 260_900 }, []],
    ['the amount, and a surname alone', { amount: 260_800, memberName: 'Doe' }, {}, []],
  ])('of another date needs %s', (_, both, only, expected) => {
    const newcomer = person('n', { ...both, ...only, effectiveDate: '2026-03-01' });
    expect(matched([person('m', both)], [newcomer])).toEqual(expected);
  });

  it.each(['DOE, JANE', 'jane  doe', 'Doe Jane.'])('accepts the name as %s', (memberName) => {
    expect(matched([person('m')], [person('n', { memberName })])).toHaveLength(1);
  });
});

describe('no match', () => {
  it.each<[string, Person]>([
    ['another date', person('n', { effectiveDate: '2026-02-01' })],
    ['neither date nor policy', person('n', { effectiveDate: null })],
    ['another name', person('n', { memberName: 'Jane Roe' })],
    ['no name', person('n', { memberName: null })],
    ['an empty name', person('n', { memberName: ' , ' })],
  ])('is made for %s', (_, newcomer) => {
    expect(matched([person('m')], [newcomer])).toEqual([]);
  });

  it('is made for two missing members with one name', () => {
    expect(matched([person('m'), person('o', { effectiveDate: '2025-01-01' })], [person('n')])).toEqual([]);
  });

  it('is made for two new members with one name', () => {
    expect(matched([person('m')], [person('n'), person('q', { effectiveDate: null })])).toEqual([]);
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
    memberRefId: ref,
    memberExternalId: ref,
    profile: { ...NO_PROFILE, memberName: `Jane ${ref.slice(1)}`, effectiveDate: '2026-01-01' },
    lastPresentAmount: 0,
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
