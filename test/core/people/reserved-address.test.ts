import { expect, test } from 'vitest';
import { askBeforeLink } from '../../../core/console-site.ts';
import { accountOfToken, isReservedAddress, tokenOfLink } from '../../../core/people/invitation-limits.ts';

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
