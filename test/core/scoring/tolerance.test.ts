import { describe, expect, it } from 'vitest';
import { differByCents } from '../../../core/scoring/tolerance.ts';
import { type Fields, file, line } from '../../support/book-model-cases.ts';
import { rowIn, score, signalIn } from '../../support/scored-book-cases.ts';

/** docs/reference/scoring.md#tolerance. Guarantee: a difference of cents is shown and warns nobody, and a small cut of dollars warns. */

const DOLLAR = 10_000;

describe('a difference', () => {
  it.each<[string, number, number, boolean]>([
    ['none', 20, 20, true],
    ['twenty cents of ten dollars', 10, 9.8, true],
    ['twenty cents, upwards', 9.8, 10, true],
    ['twenty-one cents of eleven dollars', 11, 10.79, false],
    ['nine cents, more than a fiftieth', 4, 3.91, false],
    ['a dollar of 1,000', 1000, 999, true],
    ['more than a dollar', 2000, 1998.99, false],
    ['more than two thousandths', 100, 99.79, false],
    ['cents that are taken back', -10, -9.9, true],
    ['the sign', 0.05, -0.05, false],
    ['a cent instead of nothing', 0.01, 0, false],
  ])('is of cents or not: %s', (_, one, other, expected) => {
    const [first, second] = [Math.round(one * DOLLAR), Math.round(other * DOLLAR)];
    expect(differByCents(first, second)).toBe(expected);
    expect(differByCents(second, first)).toBe(expected);
  });
});

it.each([
  ['50.00', '49.92', 'info', 'Paid $0.08 less ($50.00 → $49.92): a difference of cents.'],
  ['4.00', '3.91', 'warn', 'Paid $0.09 less ($4.00 → $3.91).'],
  ['2400.00', '2399.10', 'info', 'Paid $0.90 less ($2,400.00 → $2,399.10): a difference of cents.'],
  ['50.00', '49.00', 'warn', 'Paid $1.00 less ($50.00 → $49.00).'],
])('less pay, %s and then %s, is told as %s', async (before, now, severity, detail) => {
  const book = await score([file('2026-01', line('A', before)), file('2026-02', line('A', now))]);
  expect(rowIn(book, '2026-02')).toMatchObject({ status: 'yellow', flags: 'COMMISSION_CHANGED' });
  expect(signalIn(book, '2026-02', 'COMMISSION_REDUCED')).toMatchObject({ severity, detail });
});

it.each<[string, readonly string[], readonly string[], Fields, string]>([
  ['of each of three lines', ['2.63', '0.66', '0.27'], ['2.58', '0.61', '0.22'], {}, 'info'],
  ['more than that', ['2.63', '0.66', '0.27'], ['2.58', '0.61', '0.21'], {}, 'warn'],
  ['of three months of a line', ['6.15'], ['6.00'], { monthsPaid: '3', effectiveDate: '2020-01-01' }, 'info'],
])('five cents %s are rounding', async (_, before, now, fields, severity) => {
  const months = fields.monthsPaid === undefined ? ['2026-01', '2026-02'] : ['2026-01', '2026-04'];
  const lines = [before, now].map((amounts) => amounts.map((amount) => line('A', amount, fields)));
  const book = await score(months.map((period, at) => file(period, ...(lines[at] ?? []))));
  expect(signalIn(book, months[1] ?? '', 'COMMISSION_REDUCED')).toMatchObject({ severity });
});
