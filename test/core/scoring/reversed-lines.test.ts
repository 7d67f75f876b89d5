import { describe, expect, it } from 'vitest';
import { memberMonthOf, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { withoutReversals } from '../../../core/scoring/regular-pay.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: lines that a statement takes back and repays are left out. The tests list the remaining amounts, in dollars. */

const DOLLAR = 10_000;
const MOMENT = { period: '2026-03', kindOf: lineKindOf({ lineKinds: [] }) };
type Prior = NonNullable<Parameters<typeof withoutReversals>[1]>;
const MARCH = { coverageMonth: '2026-03' };
/** Six months were paid at once, to June. */
const ADVANCE: Prior = {
  commissionAmount: 480 * DOLLAR,
  lastPresentAmount: 480 * DOLLAR,
  paidThrough: '2026-06-30',
  history: { paidMonths: 6, extraMonths: 0 },
};

function of(dollars: number, transactionType: string | null, fields: Partial<ScorableLine> = {}, policy = 'P1') {
  return plainLine('A', policy, { amount: Math.round(dollars * DOLLAR), transactionType, ...fields });
}

const net = (lines: ScorableLine[], prior?: Prior) => withoutReversals(memberMonthOf(lines), prior, MOMENT);

const left = (...input: Parameters<typeof net>) =>
  net(...input)
    .records.flatMap(({ lines }) => lines.map(({ amount }) => amount / DOLLAR))
    .join(' ');

describe('a line without the word', () => {
  const date = (effectiveDate: string) => ({ effectiveDate });

  it.each<[string, string, ScorableLine[]]>([
    ['in full', '', [of(-80, 'CAN'), of(80, 'REN')]],
    ['a cent short', '', [of(-80, 'CAN'), of(79.99, 'REN')]],
    ['two cents short is other pay', '-80 79.98', [of(-80, 'CAN'), of(79.98, 'REN')]],
    ['with the same date', '', [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN', date('2026-03-03'))]],
    ['without a date', '', [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN')]],
    ['of a cancellation without a date', '', [of(-80, 'CAN'), of(80, 'REN', date('2026-03-03'))]],
    [
      'with a later date is other pay',
      '-80 80',
      [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN', date('2026-03-04'))],
    ],
    ['for another month is other pay', '-80 80', [of(-80, 'CAN', MARCH), of(80, 'REN', { coverageMonth: '2026-02' })]],
    ['that says no more than an amount is other pay', '-80 80', [of(-80, null), of(80, null)]],
  ])('repays what was taken back while an advance lasts: %s', (_case, remaining, lines) => {
    expect(left(lines, ADVANCE)).toBe(remaining);
  });

  it.each([
    ['the advance ends with this month', { ...ADVANCE, paidThrough: '2026-03-31' }, ''],
    ['the advance has ended', { ...ADVANCE, paidThrough: '2026-02-28' }, '-80 80'],
    ['the end of the advance is not known', { ...ADVANCE, paidThrough: null }, '-80 80'],
    ['the policy is paid by the month', { ...ADVANCE, history: { paidMonths: 1, extraMonths: 0 } }, '-80 80'],
    ['the policy is new', undefined, '-80 80'],
  ])('repays only if nothing is due: %s', (_case, prior, remaining) => {
    expect(left([of(-80, 'CAN'), of(80, 'REN')], prior)).toBe(remaining);
  });

  it.each<[string, string, ScorableLine[]]>([
    ['the same amount', '50', [of(50, 'REN'), of(50, 'REN'), of(-50, 'COR')]],
    ['half of the amount', '25', [of(50, 'REN'), of(25, 'REN'), of(-50, 'COR')]],
    ['double the amount', '100', [of(50, 'REN'), of(100, 'REN'), of(-50, 'COR')]],
    ['less than half is other pay', '50 24.99 -50', [of(50, 'REN'), of(24.99, 'REN'), of(-50, 'COR')]],
    ['more than double is other pay', '50 100.01 -50', [of(50, 'REN'), of(100.01, 'REN'), of(-50, 'COR')]],
    ['an override only is other pay', '50 50 -50', [of(50, 'REN'), of(50, 'Override'), of(-50, 'COR')]],
    ['an override beside an override', '50', [of(50, 'Override'), of(50, 'Override'), of(-50, 'Override')]],
  ])("repays beside the month's own pay: %s", (_case, remaining, lines) => {
    expect(left(lines)).toBe(remaining);
  });
});

it('returns a month without payment if nothing remains', () => {
  const nothing = { amount: 0, paid: 0, hasPayment: false };
  expect(net([of(-80, 'CAN'), of(80, 'REI')], ADVANCE)).toMatchObject({
    ...nothing,
    chargeback: 0,
    lineCount: 0,
    records: [{ ...nothing, policyRefId: 'P1', lines: [] }],
  });
});

it('returns the same month if nothing was repaid', () => {
  const month = memberMonthOf([of(-80, 'CAN'), of(50, 'REN')]);
  expect(withoutReversals(month, undefined, MOMENT)).toBe(month);
});

describe('what was paid twice', () => {
  /** February paid $50 twice. */
  const TWICE: Prior = {
    commissionAmount: 100 * DOLLAR,
    lastPresentAmount: 50 * DOLLAR,
    paidThrough: null,
    history: { paidMonths: 1, extraMonths: 0 },
  };

  it.each<[string, string, Prior, ScorableLine[]]>([
    ['is taken back, which leaves the pay of the month', '50', TWICE, [of(-50, 'Adjustment'), of(50, 'Renewal')]],
    ['counter-case: another amount', '-40 50', TWICE, [of(-40, 'Adjustment'), of(50, 'Renewal')]],
    [
      'counter-case: it was paid once',
      '-50 50',
      { ...TWICE, commissionAmount: 50 * DOLLAR },
      [of(-50, 'ADJ'), of(50, 'REN')],
    ],
    [
      'counter-case: the second payment caught up a month',
      '-50 50',
      { ...TWICE, history: { paidMonths: 1, extraMonths: 1 } },
      [of(-50, 'Adjustment'), of(50, 'Renewal')],
    ],
  ])('%s', (_case, remaining, prior, lines) => {
    expect(left(lines, prior)).toBe(remaining);
  });
});
