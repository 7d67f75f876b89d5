import { describe, expect, test } from 'vitest';
import { type MemberProfile, NO_PROFILE, PROFILE_FIELDS } from '../../../core/scoring/member-month.ts';
import { chargedBackProfile, presentProfile } from '../../../core/scoring/score-member.ts';

/** Guarantee: the profile of a present member has the values of this statement, and the first spelling of its policy number. */

const BEFORE: MemberProfile = {
  ...NO_PROFILE,
  memberName: 'Doe, Jane',
  email: 'jane@example.com',
  policyRefId: 'policy A',
  policyNumber: 'H-100',
  planName: 'Gold',
  planCode: 'G1',
  productType: 'MA',
  premium: 500_000,
  lives: 100,
  agentId: '7',
  agentName: 'Ann Lee',
  effectiveDate: '2026-01-01',
  termDate: '2026-12-31',
  state: 'FL',
  county: 'Dade',
  carrierStatus: 'Active',
};
const PRIOR = { profile: BEFORE };

test.each(PROFILE_FIELDS.filter((field) => field !== 'policyNumber'))(
  'shows another %s, or that it is blank',
  (field) => {
    const { premium, lives } = { premium: 600_000, lives: 200 };
    const other: MemberProfile = {
      ...BEFORE,
      [field]: field === 'premium' ? premium : field === 'lives' ? lives : 'other',
    };
    for (const record of [other, { ...BEFORE, [field]: null }]) {
      expect(presentProfile(PRIOR, record, record.premium)).toEqual(record);
    }
  },
);

test('shows the premium that the month is valued by, not that of the principal record', () => {
  expect(presentProfile(PRIOR, BEFORE, 900_000)).toEqual({ ...BEFORE, premium: 900_000 });
  expect(presentProfile(PRIOR, { ...BEFORE, premium: 400_000 }, 500_000)).toEqual(BEFORE);
});

test('is the object of the earlier row where nothing changed, which saves memory in a book of tens of thousands of rows', () => {
  expect(presentProfile(PRIOR, { ...BEFORE }, 500_000)).toBe(BEFORE);
  expect(presentProfile(PRIOR, { ...BEFORE, policyNumber: 'h 100' }, 500_000)).toBe(BEFORE);
});

test('keeps the first spelling of the number of the same policy', () => {
  expect(presentProfile(PRIOR, { ...BEFORE, policyNumber: 'h 100' }, 500_000)).toEqual(BEFORE);
  const state = { ...BEFORE, policyNumber: 'h 100', state: 'GA' };
  expect(presentProfile(PRIOR, state, 500_000)).toEqual({ ...BEFORE, state: 'GA' });
});

test.each<[string, Partial<MemberProfile>, Partial<MemberProfile>]>([
  ['another policy', { policyRefId: 'policy B', policyNumber: 'H-200' }, { policyRefId: 'policy A' }],
  ['a policy where none was named', { policyRefId: 'policy B', policyNumber: 'H-200' }, { policyRefId: null }],
  ['no policy where none was named', { policyRefId: null, policyNumber: null }, { policyRefId: null }],
  ['no policy after a named one', { policyRefId: null, policyNumber: null }, {}],
])('shows the number of this statement: %s', (_case, now, before) => {
  const record = { ...BEFORE, ...now };
  expect(presentProfile({ profile: { ...BEFORE, ...before } }, record, 500_000)).toEqual(record);
});

test('of a new member is what the statement says', () => {
  expect(presentProfile(undefined, BEFORE, 500_000)).toEqual(BEFORE);
  expect(presentProfile(undefined, NO_PROFILE, null)).toEqual(NO_PROFILE);
});

/** Guarantee: a chargeback after the drop shows the values of its lines; blank values keep their known ones, for the same policy only. */
describe('the profile of a member who is charged back after the drop', () => {
  const BLANK: MemberProfile = {
    ...NO_PROFILE,
    policyRefId: 'policy A',
    policyNumber: 'PA',
  };
  const KNOWN: MemberProfile = {
    ...BLANK,
    memberName: 'Doe, Jane',
    email: 'jane@example.com',
    planName: 'Gold',
    planCode: 'G1',
    productType: 'MA',
    premium: 500_000,
    lives: 100,
    agentId: '7',
    agentName: 'Ann Lee',
    effectiveDate: '2026-01-01',
    termDate: '2026-02-28',
    state: 'FL',
    carrierStatus: 'Active',
  };

  test('keeps known values for blank ones, except the premium and the status on the statement', () => {
    expect(chargedBackProfile(KNOWN, BLANK, null)).toEqual({ ...KNOWN, premium: null, carrierStatus: null });
  });

  test('keeps no values of another policy or of an unnamed one', () => {
    for (const policyRefId of ['policy B', null]) {
      const record = { ...BLANK, policyRefId };
      expect(chargedBackProfile(KNOWN, record, null)).toEqual(record);
    }
  });

  test.each<[string, Partial<MemberProfile>, Partial<MemberProfile>]>([
    ['another name', { memberName: 'Doe, John' }, { memberName: 'Doe, John', email: 'jane@example.com' }],
    ['the same first day', { effectiveDate: '2026-01-01' }, { termDate: '2026-02-28' }],
    [
      'another first day, whose last day is unknown',
      { effectiveDate: '2026-03-01' },
      { effectiveDate: '2026-03-01', termDate: null },
    ],
    ['another plan, whose name is unknown', { planCode: 'S1' }, { planCode: 'S1', planName: null, productType: null }],
    ['another plan name', { planName: 'Silver' }, { planName: 'Silver', planCode: null, productType: null }],
    ['another product type', { productType: 'PDP' }, { planName: null, planCode: null, productType: 'PDP' }],
    ['the same plan name', { planName: 'Gold' }, { planName: 'Gold', planCode: 'G1', productType: 'MA' }],
    ['another name of the agent', { agentName: 'Bo Ray' }, { agentId: null, agentName: 'Bo Ray' }],
    ['another last day', { termDate: '2026-03-31' }, { effectiveDate: null, termDate: '2026-03-31' }],
    ['another agent', { agentId: '8' }, { agentId: '8', agentName: null, planName: 'Gold' }],
  ])('of a chargeback of the same policy with %s', (_, said, shown) => {
    expect(chargedBackProfile(KNOWN, { ...BLANK, ...said }, null)).toMatchObject(shown);
  });
});
