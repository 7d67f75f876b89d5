import { expect, it } from 'vitest';
import { type MemberProfile, NO_PROFILE } from '../../../core/scoring/member-month.ts';
import { compareCommission, compareProfiles } from '../../../core/scoring/scored-row.ts';

/** Guarantee: only what differs after folding is a delta, and a delta shows the values as the statements have them. */

const short = ({ field, prevValue, currValue, changeType }: ReturnType<typeof compareProfiles>[number]) =>
  `${field} ${changeType}: ${prevValue} to ${currValue}`;

it.each<[string, Partial<MemberProfile>, Partial<MemberProfile>, readonly string[]]>([
  ['nothing', {}, {}, []],
  ['another name', { memberName: 'Doe' }, { memberName: 'Roe' }, ['member_name modified: Doe to Roe']],
  ['a name in capitals with other spaces', { memberName: 'Weiß  Ann' }, { memberName: ' WEISS ANN' }, []],
  [
    'a name with one space less',
    { memberName: 'Van Dyke' },
    { memberName: 'VanDyke' },
    ['member_name modified: Van Dyke to VanDyke'],
  ],
  ['a new name', {}, { memberName: 'Roe' }, ['member_name added: null to Roe']],
  ['a lost name', { memberName: 'Doe' }, {}, ['member_name removed: Doe to null']],
  ['a policy number in another spelling', { policyNumber: 'ab 12' }, { policyNumber: 'AB12' }, []],
  [
    'another policy number',
    { policyNumber: 'ab-12' },
    { policyNumber: 'AB13' },
    ['policy_number modified: ab-12 to AB13'],
  ],
  [
    'a plan code with one space less',
    { planCode: 'ab 12' },
    { planCode: 'AB12' },
    ['plan_code modified: ab 12 to AB12'],
  ],
  ['lives', { lives: 150 }, { lives: 200 }, ['lives modified: 1.5 to 2']],
  ['a premium by less than a cent', { premium: 1_000_049 }, { premium: 1_000_000 }, []],
  [
    'a premium by half a cent',
    { premium: 1_000_050 },
    { premium: 1_000_000 },
    ['premium_amount modified: 100.005 to 100.00'],
  ],
  ['the county, which is not tracked', { county: 'Bexar' }, { county: 'Travis' }, []],
])('finds %s', (_, prev, curr, expected) => {
  const deltas = compareProfiles({ ...NO_PROFILE, ...prev }, { ...NO_PROFILE, ...curr });
  expect(deltas.map(short)).toEqual(expected);
});

it.each([
  [null, null, []],
  [-49, 49, []],
  [-1_000_050, -1_000_000, ['commission_amount modified: -100.005 to -100.00']],
  [-1_000_000, 1_000_000, ['commission_amount modified: -100.00 to 100.00']],
  [null, 0, ['commission_amount added: null to 0.00']],
  [400_000, null, ['commission_amount removed: 40.00 to null']],
])('compares commissions by the cent: %s and %s', (prev, curr, expected) => {
  expect(compareCommission(prev, curr).map(short)).toEqual(expected);
});
