import { describe, expect, test } from 'vitest';
import {
  decideMove,
  type MoveDecision,
  type MoveSituation,
  type MovingAccount,
} from '../../../core/account/decide-move.ts';
import { compareSums, type TableSum } from '../../../core/account-sums.ts';

/** Guarantee: a move begins only where it can end, goes on where it broke off, and never opens an account in both databases. */
describe('decide move', () => {
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
    [{ from: { name: 'Lakeview', status: 'active', archivedThrough: '2023-12' } as const }, 'archived months'],
    [{ takenNames: ['harbor'] }, 'harbor'],
  ])('is refused before anything is copied for %j', (changed, reason) => {
    expect(decideMove(situation('active', null, changed))).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });
});

/** Guarantee: a copy counts as the same only if every account is, and an account that changed meanwhile is not judged. */
describe('account sums', () => {
  const sum = (accountId: string, table: string, rows: number, digest = '7'): TableSum => ({
    ...{ accountId, table, rows, digest },
  });
  const one = [sum('a', 'files', 2), sum('a', 'jobs', 3)];

  test('finds the same rows in any order', () => {
    expect(compareSums(one, one, one.toReversed())).toEqual({ equal: 1, changedMeanwhile: [], faults: [] });
  });

  test('names the table whose rows are fewer, gone, or of another content', () => {
    expect(compareSums(one, one, [sum('a', 'files', 1)]).faults).toEqual([
      'Account a, files: 2 rows, and 1 in the copy.',
      'Account a, jobs: 3 rows, and 0 in the copy.',
    ]);
    expect(compareSums(one, one, [sum('a', 'files', 2, '8'), sum('a', 'jobs', 3)]).faults).toEqual([
      'Account a, files: 2 rows, and 2 in the copy with another content.',
    ]);
  });

  test('finds an account that only the copy has', () => {
    expect(compareSums(one, one, [...one, sum('b', 'files', 1)]).faults).toEqual([
      'Account b, files: 0 rows, and 1 in the copy.',
    ]);
  });

  test('does not judge an account that changed while the copy was made', () => {
    const later = [sum('a', 'files', 2), sum('a', 'jobs', 4)];
    expect(compareSums(one, later, [])).toEqual({ equal: 0, changedMeanwhile: ['a'], faults: [] });
  });
});
