import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdOwner, joinBySecondId, type Newcomer } from '../../../core/identity/join-next-term.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a new member is joined to a known one only if an id proves it without doubt. */

const MBI = '1EG4TE5MK73';

const newcomer = (ref: string, more: Partial<Newcomer> = {}): Newcomer => ({
  memberRefId: ref,
  memberExternalId: ref.toUpperCase(),
  memberKey: ref.toUpperCase(),
  memberName: 'Jane Doe',
  alternateKeys: [],
  ...more,
});
const owner = (memberRefId: string, memberName: string | null = 'Jane Doe'): IdOwner => ({ memberRefId, memberName });
const nobody = () => false;

function joined(
  newcomers: readonly Newcomer[],
  owners: Readonly<Record<string, readonly IdOwner[]>>,
  isPresent = nobody as (ref: string) => boolean,
) {
  return joinBySecondId(newcomers, new Map(Object.entries(owners)), isPresent).map(
    ({ aliasRefId, memberRefId }) => `${aliasRefId} is ${memberRefId}`,
  );
}

describe('joining by a second id', () => {
  it.each([
    ['a new id with the second id of a known member', [newcomer('n', { alternateKeys: ['S'] })], { S: [owner('m')] }],
    ['an id that was the second one before', [newcomer('n')], { N: [owner('m')] }],
    ['both ids of one member', [newcomer('n', { alternateKeys: ['S'] })], { N: [owner('m')], S: [owner('m')] }],
    ['a member without a name', [newcomer('n', { memberName: null })], { N: [owner('m')] }],
    ['a name in another order', [newcomer('n', { memberName: 'DOE, JANE M' })], { N: [owner('m')] }],
    [
      'another name under a Medicare id, which is one person',
      [newcomer('n', { memberName: 'Jane Roe', alternateKeys: [MBI] })],
      { [MBI]: [owner('m')] },
    ],
  ])('succeeds for %s', (_, newcomers, owners) => {
    expect(joined(newcomers, owners)).toEqual(['n is m']);
  });
});

describe('not joining by a second id', () => {
  it('covers an id that no member has', () => {
    expect(joined([newcomer('n', { alternateKeys: ['S'] })], {})).toEqual([]);
  });

  it('covers an id that two members have', () => {
    expect(joined([newcomer('n')], { N: [owner('m'), owner('o')] })).toEqual([]);
  });

  it('covers ids of two members', () => {
    expect(joined([newcomer('n', { alternateKeys: ['S'] })], { N: [owner('m')], S: [owner('o')] })).toEqual([]);
  });

  it('covers a member who is on the statement under its own id', () => {
    expect(joined([newcomer('n')], { N: [owner('m')] }, (ref) => ref === 'm')).toEqual([]);
  });

  it('covers two new members that claim one known member', () => {
    const two = [newcomer('n', { alternateKeys: ['S'] }), newcomer('o', { alternateKeys: ['S'] })];
    expect(joined(two, { S: [owner('m')] })).toEqual([]);
  });

  it('covers another person of a household with the same id', () => {
    expect(joined([newcomer('n', { memberName: 'John Doe', alternateKeys: ['S'] })], { S: [owner('m')] })).toEqual([]);
  });
});

it('never joins two new members to one known member, whatever the ids', () => {
  const key = fc.constantFrom('A', 'B', 'C', 'D');
  const ref = fc.constantFrom('m', 'o', 'p');
  const owners = fc.dictionary(
    key,
    fc.array(
      ref.map((id) => owner(id)),
      { maxLength: 2 },
    ),
  );
  const newcomers = fc.uniqueArray(fc.tuple(fc.constantFrom('n', 'q', 'r', 's'), fc.array(key, { maxLength: 2 })), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(newcomers, owners, (some, known) => {
      const people = some.map(([id, alternateKeys]) => newcomer(id, { alternateKeys }));
      const joins = joinBySecondId(people, new Map(Object.entries(known)), (id) => id === 'p');
      const members = joins.map(({ memberRefId }) => memberRefId);
      expect(new Set(members).size).toBe(members.length);
      expect(members).not.toContain('p');
    }),
    { numRuns: propertyRuns(100) },
  );
});
