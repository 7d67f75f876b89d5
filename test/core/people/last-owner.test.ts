import { expect, it } from 'vitest';
import { refuseLastOwner } from '../../../core/people/last-owner.ts';

/** Guarantee: an account always keeps an owner. */

it.each([
  ['the last owner cannot leave', { role: 'owner', owners: 1 }, null, true],
  ['the last owner cannot become staff', { role: 'owner', owners: 1 }, 'staff', true],
  ['the last owner can stay one', { role: 'owner', owners: 1 }, 'owner', false],
  ['one of two owners can leave', { role: 'owner', owners: 2 }, null, false],
  ['one of two owners can become staff', { role: 'owner', owners: 2 }, 'staff', false],
  ['staff can leave beside one owner', { role: 'staff', owners: 1 }, null, false],
] as const)('%s', (_, situation, next, isRefused) => {
  expect(refuseLastOwner(situation, next)?.refused.code).toBe(isRefused ? 'conflict' : undefined);
});
