import { expect, test } from 'vitest';
import { followPolicy, type MemberStep } from '../../core/policies/policy-journey.ts';

/** A month of the member, with the policy's paid amount. The amount is null without a line. */
interface Month extends MemberStep {
  readonly paid: number | null;
}

const present = (paid: number | null): Month => ({ status: 'green', present: true, paid });
const dropped = (): Month => ({ status: 'red', present: false, paid: null });
const paidAhead = (): Month => ({ status: 'green', present: false, paid: null });
const chargedBack = (paid: number | null): Month => ({ status: 'red', present: false, paid });

function told(...months: readonly Month[]): string[] {
  const steps = followPolicy(months, ({ paid }) => (paid === null ? null : { paid }));
  return steps.map(
    (step) =>
      `${months.indexOf(step.month) + 1}: ${step.present ? 'present' : 'absent'} ${step.policy?.paid ?? '-'} after ${step.previous?.paid ?? '-'}`,
  );
}

test('omits the months before the policy', () => {
  expect(told(present(null), dropped(), present(5), present(6))).toEqual([
    '3: present 5 after -',
    '4: present 6 after 5',
  ]);
});

test('reports a policy as absent only in the first month without it, whether the member stays or leaves', () => {
  expect(told(present(5), present(null), present(null))).toEqual(['1: present 5 after -', '2: absent - after 5']);
  expect(told(present(5), dropped(), present(null))).toEqual(['1: present 5 after -', '2: absent - after 5']);
});

test('compares a returning policy with its last amount, and can miss it again', () => {
  expect(told(present(5), present(null), present(7), dropped())).toEqual([
    '1: present 5 after -',
    '2: absent - after 5',
    '3: present 7 after 5',
    '4: absent - after 7',
  ]);
});

test('misses nothing in a month that was paid ahead', () => {
  expect(told(present(5), paidAhead(), paidAhead(), present(5))).toEqual([
    '1: present 5 after -',
    '2: absent - after -',
    '3: absent - after -',
    '4: present 5 after 5',
  ]);
  expect(told(present(5), paidAhead(), dropped())).toEqual([
    '1: present 5 after -',
    '2: absent - after -',
    '3: absent - after 5',
  ]);
  expect(told(present(5), present(null), paidAhead())).toEqual(['1: present 5 after -', '2: absent - after 5']);
});

test('shows a chargeback after the drop without comparison, and compares a later payment with the paid amount', () => {
  expect(told(present(5), dropped(), chargedBack(-5), chargedBack(null), present(6))).toEqual([
    '1: present 5 after -',
    '2: absent - after 5',
    '3: absent -5 after -',
    '5: present 6 after 5',
  ]);
});
