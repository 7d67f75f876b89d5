import { expect, it } from 'vitest';
import { paymentLag } from '../../../core/scoring/due-months.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: a lag is known if it holds for at least five members, and for three quarters of those whose payments name a month. */

const PERIOD = '2026-08';
type Payment = Partial<ScorableLine>;
const paid = (coverageMonth: string | null, more: Payment = {}): Payment => ({ coverageMonth, ...more });
const times = (count: number, payment: Payment): readonly Payment[] => Array.from({ length: count }, () => payment);

it.each<[string, readonly Payment[], number]>([
  ['the month before', times(5, paid('2026-07')), 1],
  ['its own month', times(5, paid('2026-08')), 0],
  ['a quarter late', times(5, paid('2026-05')), 3],
  ['later than a quarter', times(5, paid('2026-04')), 0],
  ['two months early', times(5, paid('2026-10')), -2],
  ['earlier than two months', times(5, paid('2026-11')), 0],
  ['the month before, of four members only', times(4, paid('2026-07')), 0],
  ['the month before of four members, and one without a month', [...times(4, paid('2026-07')), paid(null)], 0],
  [
    'the month before of four members, and takes it back from one',
    [...times(4, paid('2026-07')), paid('2026-07', { amount: -1 })],
    0,
  ],
  [
    'the month before of four members, and nothing for one',
    [...times(4, paid('2026-07')), paid('2026-07', { amount: 0 })],
    0,
  ],
  [
    'the month before of three quarters of the members',
    [...times(6, paid('2026-07')), ...times(2, paid('2026-08'))],
    1,
  ],
  ['the month before of fewer than three quarters', [...times(5, paid('2026-07')), ...times(2, paid('2026-08'))], 0],
])('a statement that pays %s', (_, payments, lag) => {
  const lines = payments.map((payment, index) => plainLine(`M${index}`, 'P', { amount: 500_000, ...payment }));
  expect(paymentLag(periodMembers([], lines).inOrder(), PERIOD)).toBe(lag);
});

it('takes the latest month of each member, in any order of the lines', () => {
  const months = ['2026-05', '2026-07', '2026-06'];
  const lines = Array.from({ length: 5 }, (_, index) =>
    months.map((coverageMonth) => plainLine(`M${index}`, 'P', { amount: 500_000, coverageMonth })),
  ).flat();
  expect(paymentLag(periodMembers([], lines).inOrder(), PERIOD)).toBe(1);
});
