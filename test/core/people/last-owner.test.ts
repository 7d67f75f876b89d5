import { expect, it } from 'vitest';
import { refuseLastOwner } from '../../../core/people/role.ts';

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
