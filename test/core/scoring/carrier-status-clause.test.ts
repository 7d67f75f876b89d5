import { expect, it } from 'vitest';
import { carrierStatusClause } from '../../../core/scoring/amount-comparison.ts';
import { memberMonthOf } from '../../../core/scoring/member-month.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: the carrier's own words are repeated about members that it lists and does not pay, and about no others. */

const of = (amount: number, carrierStatus: string | null) =>
  carrierStatusClause(memberMonthOf(plainLine('A', null, { amount, carrierStatus })));

it('repeats the status of a line that pays nothing', () => {
  expect(of(0, 'Pending')).toBe('; the carrier says "Pending"');
});

it.each([
  ['a line that pays', 10_000, 'Active'],
  ['a chargeback', -10_000, 'Terminated'],
  ['a line without a status', 0, null],
  ['a status of spaces', 0, '  '],
])('counter-case: repeats nothing for %s', (_case, amount, status) => {
  expect(of(amount, status)).toBe('');
});

it('counter-case: repeats nothing for a member who is not on the statement', () => {
  expect(carrierStatusClause(undefined)).toBe('');
});
