import { describe, expect, it } from 'vitest';
import { memberMonthOf, type ScorableLine } from '../../../core/scoring/member-month.ts';
import {
  isCancelled,
  lastPaidMonth,
  premiumOfMonth,
  throughAfterChargeback,
} from '../../../core/scoring/policy-term.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: cancellation and endorsement change the paid months of a policy as listed. Amounts are dollars. */

const DOLLAR = 10_000;
const kindOf = lineKindOf({ lineKinds: [] });
const TERM = { kindOf, isPolicyTerm: true };

function of(dollars: number, transactionType: string | null, fields: Partial<ScorableLine> = {}, policy = 'P1') {
  return plainLine('A', policy, { amount: Math.round(dollars * DOLLAR), transactionType, ...fields });
}

it.each([
  ['2026-06-30', true, null, '2026-06'],
  ['2026-07-15', true, null, '2026-06'],
  ['2026-07-01', true, null, '2026-06'],
  ['2026-07-15', false, null, '2026-07'],
  ['2027-02-28', true, '2026-08-28', '2027-01'],
  ['2026-07-31', true, '2026-01-31', '2026-06'],
  ['2026-08-31', true, '2026-03-01', '2026-08'],
])('pay up to %s (policy terms: %s, from %s) covers the months up to %s', (paidThrough, isTerm, effective, month) => {
  expect(lastPaidMonth(paidThrough, isTerm, effective)).toBe(month);
});

describe('a cancellation', () => {
  it.each([
    ['CAN', true],
    ['  cxl 12', true],
    ['XLC', true],
    ['Policy cancelled', true],
    ['Auto lapse', true],
    ['Pro rata flat can', true],
    ['Mexican auto', false],
    ['Candidate', false],
    ['Relapse', false],
    [null, false],
  ])('is recognised by the word or not: %s', (type, cancelled) => {
    expect(isCancelled(memberMonthOf(of(-80, type)))).toBe(cancelled);
  });

  it.each<[string, boolean, ScorableLine[]]>([
    ['without an amount', true, [of(0, 'CAN')]],
    ['of one of two policies', true, [of(50, 'REN'), of(-80, 'CAN', {}, 'P2')]],
    ['that is paid back', false, [of(80, 'Cancelled')]],
  ])('is recognised or not: %s', (_case, cancelled, lines) => {
    expect(isCancelled(memberMonthOf(lines))).toBe(cancelled);
  });
});

describe('the premium of a month', () => {
  const prior = { profile: { premium: 1_200 * DOLLAR } };
  const lower = of(-3, 'Endorsement', { premium: -30 * DOLLAR });
  const renewal = { premium: 1_300 * DOLLAR };
  it.each<[string, number | null, ScorableLine[]]>([
    ['is that of the term with an endorsement', 1_200, [lower]],
    ['is its own without a word', 1_300, [of(130, 'REN', renewal)]],
    ['is its own beside the pay for it', 1_300, [of(130, 'REN', renewal), lower]],
    ['adds the change of one policy to another one', 1_270, [of(130, 'REN', renewal, 'P2'), lower]],
  ])('%s', (_case, dollars, lines) => {
    expect(premiumOfMonth(memberMonthOf(lines), prior, TERM)).toBe(dollars === null ? null : dollars * DOLLAR);
  });
});

describe('an advance of $600 for 2026, after a chargeback in April', () => {
  const paid = { paidThrough: '2026-12-31', lastPresentAmount: 600 * DOLLAR, history: { paidMonths: 12 } };
  const reachAfter = (isPolicyTerm: boolean, lines: ScorableLine[], more: Partial<typeof paid> = {}) =>
    throughAfterChargeback({ ...paid, ...more }, memberMonthOf(lines), { kindOf, isPolicyTerm, period: '2026-04' });

  it.each<[string, string | null, ScorableLine[]]>([
    ['two months of pay are taken back', '2026-10', [of(-100, 'Chargeback')]],
    ['all pay after this month is taken back', '2026-04', [of(-400, 'Chargeback')]],
    ['the pay of this month is taken back too', null, [of(-450, 'Chargeback')]],
    ['a cancellation of two months', '2026-10', [of(-100, 'CAN')]],
    ['an endorsement takes months, because the policy has no term', '2026-10', [of(-100, 'Endorsement')]],
  ])('reaches less far: %s', (_case, through, lines) => {
    expect(reachAfter(false, lines)).toBe(through);
  });

  it.each<[string, string | null, ScorableLine[]]>([
    ['less than the rest is taken back', '2026-12', [of(-350, 'Chargeback')]],
    ['the rest is taken back', '2026-04', [of(-400, 'Chargeback')]],
    ['it is cancelled', null, [of(-100, 'CAN')]],
    ['an endorsement', '2026-12', [of(-450, 'Endorsement')]],
    ['the rest beside an endorsement', '2026-04', [of(-400, 'Chargeback'), of(-50, 'Endorsement')]],
  ])('continues as a term unless it ends: %s', (_case, through, lines) => {
    expect(reachAfter(true, lines)).toBe(through);
  });

  it('is over if more than all of it is taken back before it begins', () => {
    expect(reachAfter(false, [of(-650, 'Chargeback')], { paidThrough: '2027-12-31' })).toBe(null);
  });

  it('reaches as far as before if its pay is not known', () => {
    expect(reachAfter(false, [of(-100, 'Chargeback')], { lastPresentAmount: 0 })).toBe('2026-12');
  });
});
