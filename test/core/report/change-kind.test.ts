import { expect, test } from 'vitest';
import { changeKind } from '../../../core/scoring/period-sums.ts';

/** Guarantee: each row has its kind in the list of changes (docs/reference/reports.md#changes). */

const SAME = {
  status: 'green',
  counted: true,
  flags: [],
  commissionAmount: 50,
  prevCommissionAmount: 50,
  chargebackAmount: 0,
} as const;
const CHANGED = { ...SAME, flags: ['COMMISSION_CHANGED'] } as const;

test.each([
  ['a dropped member', { ...SAME, status: 'red' }, 'gone'],
  ['a chargeback after the drop', { ...SAME, status: 'red', counted: false }, 'taken_back'],
  ['a reduced member', { ...CHANGED, status: 'yellow', commissionAmount: 40 }, 'paid_less'],
  ['a new member', { ...SAME, status: 'new' }, 'new'],
  ['a returned member', { ...SAME, status: 'reappeared' }, 'back'],
  ['more pay', { ...CHANGED, commissionAmount: 60 }, 'paid_more'],
  ['more pay within the tolerance', { ...SAME, commissionAmount: 51 }, 'same'],
  ['a chargeback that left the regular pay', { ...CHANGED, commissionAmount: 40, chargebackAmount: 10 }, 'taken_back'],
  ['a planned step', { ...CHANGED, commissionAmount: 40 }, 'planned_step'],
  [
    'as much taken back as in the month before',
    { ...SAME, commissionAmount: -50, prevCommissionAmount: -50, chargebackAmount: 50 },
    'taken_back',
  ],
  ['the same pay', SAME, 'same'],
  ['a month that was paid ahead', { ...SAME, status: 'carried', counted: false }, null],
] as const)('classifies the change of a member: %s', (_, row, kind) => {
  expect(changeKind(row)).toBe(kind);
});
