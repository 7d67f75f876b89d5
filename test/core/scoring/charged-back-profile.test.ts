import { expect, test } from 'vitest';
import { type MemberProfile, NO_PROFILE } from '../../../core/scoring/member-month.ts';
import { chargedBackProfile } from '../../../core/scoring/score-member.ts';

/** Guarantee: a chargeback after the drop shows the values of its lines; blank values keep their known ones, for the same policy only. */

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
