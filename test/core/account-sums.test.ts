import { expect, test } from 'vitest';
import { compareSums, type TableSum } from '../../core/account-sums.ts';

/** Guarantee: a copy counts as the same only if every account is, and an account that changed meanwhile is not judged. */

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
