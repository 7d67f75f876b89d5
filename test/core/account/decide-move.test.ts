import { expect, test } from 'vitest';
import {
  decideMove,
  type MoveDecision,
  type MoveSituation,
  type MovingAccount,
} from '../../../core/account/decide-move.ts';

/** Guarantee: a move begins only where it can end, goes on where it broke off, and never opens an account in both databases. */

type Status = MovingAccount['status'];

const situation = (from: Status | null, to: Status | null, changed: Partial<MoveSituation> = {}): MoveSituation => ({
  from: from === null ? null : { name: 'Agency', status: from },
  to: to === null ? null : { name: 'Agency', status: to },
  wasDeletedThere: false,
  hasEqualSchema: true,
  takenNames: [],
  ...changed,
});

test.each<[Status | null, Status | null, MoveDecision['kind']]>([
  ['active', null, 'copy'],
  ['moving', null, 'copy'],
  ['moving', 'moving', 'switch'],
  ['moved', 'moving', 'open'],
  ['moved', 'active', 'done'],
  ['moved', 'suspended', 'done'],
  ['moved', null, 'refused'],
  ['active', 'active', 'refused'],
  ['active', 'moving', 'refused'],
  ['moving', 'active', 'refused'],
  ['active', 'moved', 'refused'],
  ['suspended', null, 'refused'],
  ['pending', null, 'refused'],
  [null, 'active', 'refused'],
])('an account that is %s in the first database and %s in the second: %s', (from, to, kind) => {
  expect(decideMove(situation(from, to)).kind).toBe(kind);
});

test.each([
  [{ hasEqualSchema: false }, 'different migrations'],
  [{ wasDeletedThere: true }, 'has deleted'],
  [{ takenNames: ['harbor'] }, 'harbor'],
])('is refused before anything is copied for %j', (changed, reason) => {
  expect(decideMove(situation('active', null, changed))).toEqual({
    kind: 'refused',
    reason: expect.stringContaining(reason),
  });
});
