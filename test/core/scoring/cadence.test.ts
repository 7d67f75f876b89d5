import { describe, expect, it } from 'vitest';
import {
  cadenceOf,
  type MissedMonths,
  type PaymentContext,
  reachOf,
  scaleToMonths,
} from '../../../core/scoring/cadence.ts';
import { memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import type { StatementConfig } from '../../../core/statement/config.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: a payment reaches as far as docs/reference/signals.md#cadence says, and no further. */

const JUNE: PaymentContext = {
  period: '2026-06',
  cadence: () => 'monthly',
  kindOf: lineKindOf({ lineKinds: [] }),
  productLine: null,
  isPolicyTerm: false,
  paymentLag: 0,
};
const MAY_MISSED: MissedMonths = {
  from: '2026-05',
  to: '2026-05',
  due: 1,
  lastPayment: { amount: 100_000, months: 3 },
};

/** Returns the last paid month after June and the number of months, of lines of $10 each. */
function reach(lines: readonly Partial<ScorableLine>[], more: Partial<PaymentContext> = {}, missed = false): string {
  const [month] = memberMonths(lines.map((line) => plainLine('A', 'P', { amount: 100_000, ...line })));
  if (month === undefined) throw new Error('Lines make a month.');
  const { through, months } = reachOf(month, { ...JUNE, ...more }, missed ? MAY_MISSED : null);
  return `${through ?? 'its own month'}, ${months}`;
}
const OWN = 'its own month, 1';

describe('a monthly line reaches', () => {
  it.each([
    ['that says nothing more', {}, OWN],
    ['for the next month', { coverageMonth: '2026-07' }, OWN],
    ['for three months, which may be arrears', { monthsPaid: 300 }, OWN],
    ['for three months from its own', { monthsPaid: 300, coverageMonth: '2026-06' }, '2026-08, 3'],
    ['for parts of three months', { monthsPaid: 399, coverageMonth: '2026-06' }, '2026-08, 3'],
    ['for an impossible number of months', { monthsPaid: 12_100, coverageMonth: '2026-06' }, OWN],
    ['paid to the end of its month', { paidThrough: '2026-06-30' }, OWN],
    ['paid to the end of the next month, billed in advance', { paidThrough: '2026-07-31' }, '2026-07, 1'],
    ['paid to a day within the next month, in which it is due again', { paidThrough: '2026-07-15' }, OWN],
    ['paid to a day within its own month', { paidThrough: '2026-06-15' }, OWN],
    ['paid to a day within July, for two months', { paidThrough: '2026-07-15', monthsPaid: 200 }, '2026-07, 2'],
    ['paid to a day within August', { paidThrough: '2026-08-15' }, '2026-08, 3'],
    ['paid to the end of August', { paidThrough: '2026-08-31' }, '2026-08, 3'],
    ['paid to the first of September', { paidThrough: '2026-09-01' }, '2026-08, 3'],
    ['paid to August, for two months', { paidThrough: '2026-08-31', monthsPaid: 200 }, '2026-08, 2'],
    ['paid ten years ahead', { paidThrough: '2036-06-30' }, '2036-06, 121'],
    ['paid further ahead than a cadence can be', { paidThrough: '2036-07-31' }, OWN],
    ['taken back', { amount: -100_000, paidThrough: '2026-08-31' }, OWN],
  ] as const)('%s', (_, line, expected) => {
    expect(reach([line])).toBe(expected);
  });

  it.each([
    ['four months from June, the first of which pays May', { monthsPaid: 400, coverageMonth: '2026-06' }, '2026-08, 3'],
    ['as many months as before, from June', { monthsPaid: 300, coverageMonth: '2026-06' }, '2026-08, 3'],
    ['the amount of a quarter, paid to July', { paidThrough: '2026-07-31' }, '2026-07, 2'],
    ['another amount, paid to July', { paidThrough: '2026-07-31', amount: 90_000 }, '2026-07, 1'],
    ['two months, paid to July', { paidThrough: '2026-07-31', monthsPaid: 200 }, '2026-07, 2'],
    ['three months, paid to July', { paidThrough: '2026-07-31', monthsPaid: 300 }, '2026-07, 2'],
  ] as const)('after May was missed: %s', (_, line, expected) => {
    expect(reach([line], {}, true)).toBe(expected);
  });
});

describe('an advance reaches', () => {
  const ADVANCE = { transactionType: 'Advance' };
  it.each([
    ['a year', {}, {}, '2027-05, 12'],
    ['the calendar year of a Medicare plan', {}, { productLine: 'medicare' }, '2026-12, 7'],
    ['a year from the month it names', { coverageMonth: '2026-07' }, {}, '2027-06, 12'],
    ['as many months as it states', { monthsPaid: 600 }, {}, '2026-11, 6'],
    ['a year beside a date of billing', { paidThrough: '2026-07-31' }, {}, '2027-05, 12'],
    ['the date that it is paid to', { paidThrough: '2026-08-31' }, {}, '2026-08, 3'],
  ] as const)('%s', (_, line, more, expected) => {
    expect(reach([{ ...ADVANCE, ...line }], more)).toBe(expected);
  });

  it('nothing when it is taken back', () => {
    expect(reach([{ ...ADVANCE, amount: -100_000 }])).toBe(OWN);
  });
});

describe('a configured cadence reaches', () => {
  it.each([
    ['a year', 12, {}, '2027-05, 12'],
    ['a year from the month it names', 12, { coverageMonth: '2026-04' }, '2027-03, 12'],
    ['a year from an effective date to come', 12, { effectiveDate: '2027-06-01' }, '2028-05, 12'],
    ['a year from June, if the date is too far ahead', 12, { effectiveDate: '2027-07-01' }, '2027-05, 12'],
    ['a year from June, if the date is past', 12, { effectiveDate: '2026-05-01' }, '2027-05, 12'],
    ['as many months as the line states', 12, { monthsPaid: 600 }, '2026-11, 6'],
    ['a year where the line states no months', 12, { monthsPaid: 0 }, '2027-05, 12'],
    ['as many months as the line states, with a cadence of one', 1, { monthsPaid: 900 }, '2027-02, 9'],
    ['its own month, with a cadence of one', 1, { monthsPaid: 0 }, OWN],
    ['the end of the calendar year', 'calendar_year', {}, '2026-12, 7'],
    ['the calendar year from the month it names', 'calendar_year', { coverageMonth: '2026-03' }, '2026-12, 10'],
    ['no further than a "paid to" date', 12, { paidThrough: '2026-08-31' }, '2026-08, 3'],
  ] as const)('%s', (_, months, line, expected) => {
    expect(reach([line], { cadence: () => months })).toBe(expected);
  });

  it.each([
    ['that began three months ago', '2026-03-15', '2026-08, 6'],
    ['that began longer ago, so that this payment is for another term', '2026-02-15', '2026-11, 6'],
    ['that begins this month', '2026-06-30', '2026-11, 6'],
  ])('the end of a term %s', (_, effectiveDate, expected) => {
    expect(reach([{ effectiveDate }], { cadence: () => 6, isPolicyTerm: true })).toBe(expected);
  });

  it('no term without an effective date', () => {
    expect(reach([{}], { cadence: () => 6, isPolicyTerm: true })).toBe('2026-11, 6');
  });
});

describe('several lines reach', () => {
  const forMonth = (coverageMonth: string) => ({ coverageMonth });
  it.each([
    ['the months that they name', ['2026-06', '2026-07'], '2026-07, 2'],
    ['no further than the month, with an earlier one', ['2026-05', '2026-06'], OWN],
    ['not by the same month twice', ['2026-07', '2026-07'], OWN],
    ['not by a month that is too far ahead', ['2026-06', '2037-01'], OWN],
  ])('%s', (_, months, expected) => {
    expect(reach(months.map(forMonth))).toBe(expected);
  });

  it('without the months that were missed', () => {
    const months = ['2026-05', '2026-06', '2026-07'].map(forMonth);
    expect([reach(months), reach(months, {}, true)]).toEqual(['2026-07, 3', '2026-07, 2']);
  });

  it('as far as the line that reaches furthest', () => {
    const months = ['2026-06', '2026-07'].map(forMonth);
    expect(reach([...months, { paidThrough: '2026-09-30' }])).toBe('2026-09, 4');
    expect(reach([{ paidThrough: '2026-09-30' }, { paidThrough: '2026-08-31' }])).toBe('2026-09, 4');
    // July is named, and the end of July is a date: the months that are named count.
    expect(reach([...months, { paidThrough: '2026-07-31' }])).toBe('2026-07, 2');
  });

  it('no further than the month that a statement in advance is for', () => {
    expect(reach(['2026-06', '2026-07'].map(forMonth), { paymentLag: -1 })).toBe(OWN);
  });
});

describe('the cadence of a line', () => {
  const cadence = (config: StatementConfig['cadence'], line: Partial<ScorableLine>) =>
    cadenceOf({ cadence: config })(plainLine('A', 'P', { amount: 1_000_000, ...line }));
  const ENTRIES = [
    { type: ['/initial/i'], atLeast: 100, months: 12 },
    { productType: ['/dental/i'], months: 3 },
  ] satisfies StatementConfig['cadence'];

  it.each([
    ['by its type', { transactionType: 'Initial' }, 12],
    ['by its description', { description: 'Initial' }, 12],
    ['not below the amount', { transactionType: 'Initial', amount: 999_999 }, 'monthly'],
    ['by its product', { productType: 'Dental PPO' }, 3],
    ['by the first entry that fits', { transactionType: 'Initial', productType: 'Dental PPO' }, 12],
    ['by the next entry below the amount', { transactionType: 'Initial', productType: 'Dental', amount: 1 }, 3],
    ['by its own words', { transactionType: 'Semi-Annual' }, 6],
    ['by nothing', {}, 'monthly'],
  ] as const)('from a list: %s', (_, line, expected) => {
    expect(cadence(ENTRIES, line)).toBe(expected);
  });

  it.each([
    ['Quarterly', 3],
    ['qtrly commission', 3],
    ['Semi Annually', 6],
    ['Quarterly Bonus', 'monthly'],
    ['Annual', 'monthly'],
    [null, 'monthly'],
  ])('from the words of the type alone: %s', (transactionType, expected) => {
    expect(cadence([], { transactionType })).toBe(expected);
  });

  it.each([
    ['its own type', { default: 12, Renewal: 'monthly' }, 'renewal', 'monthly'],
    ['the default', { default: 12, Renewal: 'monthly' }, 'Initial', 12],
    ['the default without a type', { default: 12, Renewal: 'monthly' }, null, 12],
    ['the default alone', { default: 'calendar_year' }, 'Initial', 'calendar_year'],
    ['its words, where the default is monthly', { default: 'monthly', Initial: 12 }, 'Quarterly', 3],
  ] as const)('by type: %s', (_, config, transactionType, expected) => {
    expect(cadence(config, { transactionType })).toBe(expected);
  });
});

it.each([
  ['three months of a payment for one', 100_000, 3, 1, 300_000],
  ['one month of a payment for three, rounded', 100_000, 1, 3, 33_333],
  ['half of an odd amount, rounded away from zero', 15, 1, 2, 8],
  ['a month that is taken back', -100_000, 1, 3, -33_333],
  ['half of an odd amount that is taken back', -15, 1, 2, -8],
  ['less than a ten-thousandth that is taken back', -1, 1, 12, 0],
  ['as many months as were paid', -100_001, 12, 12, -100_001],
])('scales an amount to %s', (_, amount, months, paidMonths, expected) => {
  expect(scaleToMonths(amount, months, paidMonths)).toBe(expected);
});
