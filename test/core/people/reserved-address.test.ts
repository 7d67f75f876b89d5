import { expect, it, test } from 'vitest';
import { askBeforeLink } from '../../../core/page-headers.ts';
import { accountOfToken, isReservedAddress, refuseLastOwner, tokenOfLink } from '../../../core/people/team-rules.ts';

/** Guarantee: reserved addresses, tokens of links and links of other sites are told apart by their text alone. */

test.each([
  ['visitor@example-agency.invalid', true],
  ['a@INVALID', true],
  ['a@b.invalid.', true],
  ['a@invalid.example', false],
  ['invalid@lakeview.example', false],
])('%s is reserved: %s', (email, isReserved) => {
  expect(isReservedAddress(email)).toBe(isReserved);
});

test('a token names the account that it was made for, and none without one', () => {
  const accountId = '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11';
  expect(accountOfToken(tokenOfLink('abcDEF', accountId))).toBe(accountId);
  expect(accountOfToken(tokenOfLink('abcDEF', null))).toBeNull();
  expect(accountOfToken(`abc.${accountId}.x`)).toBeNull();
});

test.each([
  ['cross-site', '?token=x', 'sign-in?token=x&ask=yes'],
  ['same-site', '?to=%2Fask&token=x', 'sign-in?to=%2Fask&token=x&ask=yes'],
  [null, '?token=x', 'sign-in?token=x&ask=yes'],
  ['cross-site', '?token=x&ask=yes', null],
  ['cross-site', '', null],
  ['none', '?token=x', null],
  ['same-origin', '?token=x', null],
])('a navigation from %s to /sign-in%s leads to %s', (fetchSite, search, leadsTo) => {
  expect(askBeforeLink({ search, fetchSite })).toBe(leadsTo);
});

/** Guarantee: an account always keeps an owner who has signed in. */

it.each([
  ['the last owner cannot leave', { role: 'owner', otherOwners: 0 }, null, true],
  ['the last owner cannot become staff', { role: 'owner', otherOwners: 0 }, 'staff', true],
  ['the last owner can stay one', { role: 'owner', otherOwners: 0 }, 'owner', false],
  ['one of two owners can leave', { role: 'owner', otherOwners: 1 }, null, false],
  ['one of two owners can become staff', { role: 'owner', otherOwners: 1 }, 'staff', false],
  ['staff can leave beside one owner', { role: 'staff', otherOwners: 0 }, null, false],
] as const)('%s', (_, situation, next, isRefused) => {
  expect(refuseLastOwner(situation, next)?.refused.code).toBe(isRefused ? 'conflict' : undefined);
});
