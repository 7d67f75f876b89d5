import { describe, expect, it } from 'vitest';
import { memberMonthOf, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { paidOnce, regularLines } from '../../../core/scoring/regular-pay.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: the lines of a month that come every month are distinguished from those that were paid once. */

const kindOf = lineKindOf({ lineKinds: [] });

/** Makes a line. Different lines of a test have different amounts, so that a sum shows which lines are in it. */
const line = (amount: number, fields: Partial<ScorableLine> = {}) => plainLine('M-1', 'P-1', { amount, ...fields });
const monthly = (amount: number, coverageMonth: string, fields: Partial<ScorableLine> = {}) =>
  line(amount, { coverageMonth, ...fields });

const term = (policyNumber: string, coverageMonth: string, amount: number) =>
  plainLine('M-1', policyNumber, { amount, coverageMonth });

const APRIL = '2026-04';
const MARCH = '2026-03';

describe('what was paid once', () => {
  it.each<[string, ScorableLine[], Partial<ReturnType<typeof paidOnce>>]>([
    ['nothing of one plain line', [line(100)], {}],
    [
      'nothing of a single fee or adjustment, as some carriers pay everything so',
      [line(100, { transactionType: 'Fee' })],
      {},
    ],
    ['a single bonus', [line(100, { transactionType: 'Bonus' })], { extras: 100 }],
    ['no single bonus that was taken back', [line(-100, { transactionType: 'Bonus' })], {}],
    ['a bonus beside pay', [line(100), line(7, { transactionType: 'Bonus' })], { extras: 7 }],
    ['a fee beside pay', [line(100), line(7, { transactionType: 'Fee' })], { extras: 7 }],
    [
      'a fee beside pay of another policy',
      [line(7, { transactionType: 'Fee' }), plainLine('M-1', 'P-2', { amount: 100 })],
      { extras: 7 },
    ],
    ['no fees without other pay', [line(100, { transactionType: 'Fee' }), line(7, { transactionType: 'Fee' })], {}],
    ['no fee beside a chargeback alone', [line(-100), line(7, { transactionType: 'Fee' })], {}],
    ['no fee beside a line of zero', [line(0), line(7, { transactionType: 'Fee' })], {}],
    ['no monthly fee, by its type', [line(100), line(7, { transactionType: 'Monthly fee' })], {}],
    [
      'no monthly fee, by its description',
      [line(100), line(7, { transactionType: 'Fee', description: 'per month' })],
      {},
    ],
    ['a bonus, though it is called monthly', [line(100), line(7, { transactionType: 'Monthly bonus' })], { extras: 7 }],
    ['no chargeback', [monthly(100, APRIL), monthly(-7, MARCH)], {}],
    ['an earlier month of the coverage', [monthly(100, APRIL), monthly(90, MARCH)], { arrears: 90 }],
    [
      'an earlier month in a line after that of the month',
      [monthly(90, MARCH), monthly(100, APRIL), monthly(80, '2026-02')],
      { arrears: 170 },
    ],
    ['no earlier month beside one that was taken back', [monthly(-100, APRIL), monthly(90, MARCH)], {}],
    [
      'no earlier month of another coverage',
      [monthly(100, APRIL, { planName: 'Medical' }), monthly(90, MARCH, { planName: 'Dental' })],
      {},
    ],
    [
      'the months of the term before, under its own policy number',
      [term('TM44872-02', APRIL, 100), term('TM44872-01', MARCH, 90), term('TM44872-01', '2026-02', 80)],
      { arrears: 170 },
    ],
    ['no earlier month of another policy', [term('TM44872-01', APRIL, 100), term('TM55872-01', MARCH, 90)], {}],
    [
      'no month beside a bonus for a later one',
      [monthly(7, APRIL, { transactionType: 'Bonus' }), monthly(90, MARCH)],
      { extras: 7 },
    ],
    [
      'arrears that are paid as an adjustment',
      [monthly(100, APRIL), monthly(90, MARCH, { transactionType: 'Adjustment' })],
      { arrears: 90 },
    ],
    [
      'arrears of an adjustment that names no coverage',
      [monthly(100, APRIL, { planName: 'Medical' }), monthly(90, MARCH, { transactionType: 'Adjustment' })],
      { arrears: 90 },
    ],
    ['a line twice', [line(100), line(100)], { repeated: 100 }],
    ['a line three times', [line(100), line(100), line(100)], { repeated: 200 }],
    [
      'a line twice that names its month',
      [monthly(100, APRIL), monthly(100, APRIL)],
      { repeated: 100, repeatedMonths: 100, repeatedDescribed: 100 },
    ],
    [
      'a line twice that says more than an amount',
      [line(100, { rate: 5 }), line(100, { rate: 5 })],
      { repeated: 100, repeatedDescribed: 100 },
    ],
    ['no two amounts of one month', [monthly(100, APRIL), monthly(90, APRIL)], {}],
    ['no line of another agent', [line(100, { agentName: 'Ana' }), line(100, { agentName: 'Ben' })], {}],
    ['no line of another policy', [line(100), plainLine('M-1', 'P-2', { amount: 100 })], {}],
  ])('is %s', (_case, lines, parts) => {
    expect(paidOnce(memberMonthOf(lines), { kindOf, isPolicyTerm: false })).toEqual({
      ...{ extras: 0, arrears: 0, repeatedMonths: 0, repeatedDescribed: 0, repeated: 0 },
      ...parts,
    });
  });

  it.each<[string, ScorableLine[], Partial<ReturnType<typeof paidOnce>>]>([
    ['an adjustment', [line(100, { transactionType: 'Adjustment' })], { extras: 100 }],
    [
      'a line twice for the same term',
      [line(100, { effectiveDate: '2026-04-01' }), line(100, { effectiveDate: '2026-04-01' })],
      { repeated: 100, repeatedMonths: 100 },
    ],
    ['a line twice without a term', [line(100), line(100)], { repeated: 100 }],
  ])('of policies with a term is %s', (_case, lines, parts) => {
    expect(paidOnce(memberMonthOf(lines), { kindOf, isPolicyTerm: true })).toMatchObject({
      ...{ extras: 0, repeatedMonths: 0 },
      ...parts,
    });
  });
});

it('names the lines that come every month, each once', () => {
  const pay = monthly(100, APRIL);
  const dental = monthly(20, APRIL, { planName: 'Dental' });
  const lines = [
    pay,
    monthly(100, APRIL),
    monthly(90, MARCH),
    line(7, { transactionType: 'Bonus' }),
    line(0),
    line(-5),
    dental,
  ];
  const regular = regularLines(memberMonthOf(lines), kindOf);
  expect([...regular]).toEqual([pay, dental]);
  expect(regular.has(pay)).toBe(true);
});

it('counts an adjustment alone as regular pay, also of policies whose lines name a term', () => {
  const adjustment = line(100, { transactionType: 'Adjustment', effectiveDate: '2026-04-01' });
  expect([...regularLines(memberMonthOf([adjustment]), kindOf)]).toEqual([adjustment]);
});
