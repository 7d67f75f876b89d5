import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdOwner, joinBySecondId, joinNextTerm, type Newcomer } from '../../../core/identity/join-next-term.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { NO_PROFILE } from '../../../core/scoring/member-month.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a policy continues under another number only if no other policy can be the earlier one. */

const POLICY = { memberName: 'Ada Low', productType: 'Auto', agentName: 'Bo Ray', effectiveDate: '2026-03-15' };
const RENEWAL = { ...POLICY, amount: 50, effectiveDate: '2026-09-15' };

function policy(id: string, profile: Partial<PriorRow['profile']> = {}, row: Partial<PriorRow> = {}): PriorRow {
  return {
    memberRefId: id,
    memberExternalId: id,
    status: 'carried',
    profile: { ...NO_PROFILE, ...POLICY, ...profile },
    firstSeenPeriod: '2026-03',
    lastPresentPeriod: '2026-03',
    lastPresentAmount: 50,
    commissionAmount: 50,
    paidThrough: '2026-08-31',
    history: { ...NO_HISTORY, paidMonths: 6 },
    ...row,
  };
}
const line = (id: string, fields: Partial<Parameters<typeof plainLine>[2]> = {}) =>
  plainLine(id, id, { ...RENEWAL, ...fields });

type Case = [string, PriorRow[], ReturnType<typeof line>[]];

function joined(baseline: readonly PriorRow[], lines: readonly ReturnType<typeof line>[]) {
  const known = new Set(baseline.map(({ memberRefId }) => memberRefId));
  const newcomers = new Set(lines.map(({ memberRefId }) => memberRefId).filter((id) => !known.has(id)));
  return joinNextTerm({ baseline, lines, newcomers }).map(
    ({ aliasRefId, memberRefId }) => `${aliasRefId}-${memberRefId}`,
  );
}

it.each<Case>([
  ['begins when the term before it ends', [policy('118')], [line('905')]],
  ['has several lines', [policy('118')], [line('905'), line('905', { amount: 5 })]],
  ['has its name in another order', [policy('118')], [line('905', { memberName: 'LOW, ADA' })]],
  ['has no agent, as before', [policy('118', { agentName: null })], [line('905', { agentName: null })]],
  ['is beside a home policy that stays', [policy('118'), policy('44', { productType: 'Home' })], [line('905')]],
  ['is beside a new home policy', [policy('118')], [line('905'), line('906', { productType: 'Home' })]],
  ['is beside a policy that dropped before', [policy('118'), policy('44', {}, { status: 'red' })], [line('905')]],
])('joins a renewal that %s', (_case, baseline, lines) => {
  expect(joined(baseline, lines)).toEqual(['905-118']);
});

it.each<Case>([
  ['another name', [policy('118')], [line('905', { memberName: 'Ben Low' })]],
  ['no name', [policy('118', { memberName: null })], [line('905', { memberName: null })]],
  ['another product', [policy('118')], [line('905', { productType: 'Home' })]],
  ['no product', [policy('118', { productType: null })], [line('905', { productType: null })]],
  ['another agent', [policy('118')], [line('905', { agentName: 'Cleo Marsh' })]],
  ['another day', [policy('118')], [line('905', { effectiveDate: '2026-09-20' })]],
  ['a later month', [policy('118')], [line('905', { effectiveDate: '2026-10-15' })]],
  ['a month before the end of the term', [policy('118')], [line('905', { effectiveDate: '2026-06-15' })]],
  ['no first day', [policy('118')], [line('905', { effectiveDate: null })]],
  ['two first days', [policy('118')], [line('905'), line('905', { effectiveDate: '2026-09-16' })]],
  ['no term before it that is paid', [policy('118', {}, { paidThrough: null })], [line('905')]],
  ['a term before it that dropped', [policy('118', {}, { status: 'red' })], [line('905')]],
  ['two possible policies before it', [policy('118'), policy('119', { effectiveDate: '2026-01-02' })], [line('905')]],
  ['another new policy beside it', [policy('118')], [line('905'), line('906')]],
  ['the policy before it on the statement', [policy('118')], [line('905'), line('118')]],
  ['an id of an earlier month', [policy('118'), policy('905', { productType: 'Home' })], [line('905')]],
])('counter-case: joins no policy with %s', (_case, baseline, lines) => {
  expect(joined(baseline, lines)).toEqual([]);
});

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

function joinedBySecondId(
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
    expect(joinedBySecondId(newcomers, owners)).toEqual(['n is m']);
  });
});

describe('not joining by a second id', () => {
  it('covers an id that no member has', () => {
    expect(joinedBySecondId([newcomer('n', { alternateKeys: ['S'] })], {})).toEqual([]);
  });

  it('covers an id that two members have', () => {
    expect(joinedBySecondId([newcomer('n')], { N: [owner('m'), owner('o')] })).toEqual([]);
  });

  it('covers ids of two members', () => {
    expect(joinedBySecondId([newcomer('n', { alternateKeys: ['S'] })], { N: [owner('m')], S: [owner('o')] })).toEqual(
      [],
    );
  });

  it('covers a member who is on the statement under its own id', () => {
    expect(joinedBySecondId([newcomer('n')], { N: [owner('m')] }, (ref) => ref === 'm')).toEqual([]);
  });

  it('covers two new members that claim one known member', () => {
    const two = [newcomer('n', { alternateKeys: ['S'] }), newcomer('o', { alternateKeys: ['S'] })];
    expect(joinedBySecondId(two, { S: [owner('m')] })).toEqual([]);
  });

  it('covers another person of a household with the same id', () => {
    expect(
      joinedBySecondId([newcomer('n', { memberName: 'John Doe', alternateKeys: ['S'] })], { S: [owner('m')] }),
    ).toEqual([]);
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
