import { describe, expect, it } from 'vitest';
import { memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { dueByStatement, paysItsRate, statementRates } from '../../../core/scoring/statement-rate.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { type Fields, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { rowIn, score, signalIn } from '../../support/scored-book-cases.ts';

/** Guarantee: a statement's own rate × premium × split shows what is underpaid, and nothing is owed where the statement has no rate. */

const JAN = '2026-01';
const TEN: Fields = { rate: '0.1', premium: '720' };
/** Nine members who are paid exactly what their lines say. */
const KEPT = Array.from({ length: 9 }, (_, n) => line(`M${n}`, '72', TEN));

async function owedOf(amount: string, fields: Fields, more: Partial<BookSettings> = {}, others = KEPT) {
  const book = await score([file(JAN, line('A', amount, { ...TEN, ...fields }), ...others)], more);
  const underpaid = signalIn(book, JAN, 'UNDERPAID');
  const row = rowIn(book, JAN);
  return [row?.expected, row?.owed, underpaid?.severity, underpaid?.certainty].join(' ');
}

describe("the statement's own rate", () => {
  it.each([
    ['a share', {}, '54', '72 18 warn statement_rate'],
    ['a share in per cent', { rate: '10' }, '54', '72 18 warn statement_rate'],
    ['two per cent', { rate: '2', premium: '3600' }, '54', '72 18 warn statement_rate'],
    ['with a split', { split: '0.5' }, '27', '36 9 warn statement_rate'],
    ['with a split in per cent', { split: '50' }, '27', '36 9 warn statement_rate'],
    ['with no month of an advance', { monthsPaid: '0' }, '54', '72 18 warn statement_rate'],
  ])('finds a shortfall: %s', async (_case, fields, amount, owed) => {
    expect(await owedOf(amount, fields)).toBe(owed);
  });

  it.each([
    ['paid in full', {}, '72', '72 0'],
    ['paid more', {}, '90', '72 0'],
    ['within the rounding of 10.0 %', {}, '71.70', '72 0'],
    ['within the rounding of a split', { split: '0.33' }, '23.72', '23.76 0'],
    ['dollars per life', { rate: '14', lives: '2' }, '28', ''],
    ["a quarter's premium", { premium: '2160' }, '72', ''],
    ['half of the due amount or less', {}, '36', ''],
    ['a payment for two months', { monthsPaid: '2' }, '54', ''],
    ['an override', { transactionType: 'Override' }, '54', ''],
    ['no premium', { premium: null }, '54', ''],
    ['nothing paid', {}, '0', ''],
  ])('finds nothing owed, or cannot evaluate: %s', async (_case, fields, amount, owed) => {
    expect((await owedOf(amount, fields)).trim()).toBe(owed);
  });

  it.each(['1.05', '105'])('reads a first-year rate above the premium: %s', async (rate) => {
    const fields = { rate, premium: '80' };
    const others = Array.from({ length: 9 }, (_, n) => line(`M${n}`, '84', fields));
    expect(await owedOf('76', fields, {}, others)).toBe('84 8 warn statement_rate');
    expect((await owedOf('84', fields, {}, others)).trim()).toBe('84 0');
  });

  it('counter-case: is read as 1.05 %, not as 105 %, if it is printed as 1.05 and the payments agree', async () => {
    const fields = { rate: '1.05', premium: '10000' };
    const others = Array.from({ length: 9 }, (_, n) => line(`M${n}`, '105', fields));
    expect(await owedOf('95', fields, {}, others)).toBe('105 10 warn statement_rate');
  });

  it('uses the printed decimals for the rounding', async () => {
    expect(await owedOf('70', { rate: '0.1025' })).toBe('73.8 3.8 warn statement_rate');
    expect((await owedOf('71.65', { rate: '0.1' })).trim()).toBe('72 0');
    // 4 % short is no rounding error, however few decimals are printed.
    expect(await owedOf('69.12', { rate: '0.1' })).toBe('72 2.88 warn statement_rate');
  });

  it('is used for a single payment, but not if more than a fifth of the lines pay something else', async () => {
    expect(await owedOf('54', {}, {}, [])).toBe('72 18 warn statement_rate');
    const others = Array.from({ length: 9 }, (_, n) => line(`M${n}`, n < 2 ? '60' : '72', TEN));
    expect((await owedOf('54', {}, {}, others)).trim()).toBe('');
  });

  it('ranks after a contracted rate and before an estimate', async () => {
    expect(await owedOf('54', {}, { rates: [FLAT_50] })).toBe('50 0  ');
    const lowered = [
      file(JAN, line('A', '72', TEN), ...KEPT),
      file('2026-02', line('A', '57.6', { ...TEN, rate: '0.08' }), ...KEPT),
    ];
    const book = await score(lowered, { estimates: true });
    expect(rowIn(book, '2026-02')).toMatchObject({ expected: '57.6', owed: '0' });
  });
});

describe('whether a line pays its rate of its premium', () => {
  const kindOf = lineKindOf({ lineKinds: [] });
  const dollars = (amount: number) => Math.round(amount * 10_000);
  const millionths = (share: number | null) => (share === null ? null : Math.round(share * 1_000_000));

  it.each<[string, number, number | null, number, number | null, boolean]>([
    ['a share', 72, 720, 0.1, null, true],
    ['a cent less, which rounding explains', 71.99, 720, 0.1, null, true],
    ['the edge of the rounding of 10.0 %', 71.63, 720, 0.1, null, true],
    ['a cent beyond the rounding of 10.0 %', 71.62, 720, 0.1, null, false],
    ['the upper edge of the rounding of 10.0 %', 72.37, 720, 0.1, null, true],
    ['a cent beyond the upper edge of the rounding of 10.0 %', 72.38, 720, 0.1, null, false],
    ['half by a split of 0.5', 36, 720, 0.1, 0.5, true],
    ['half by a split of 50', 36, 720, 0.1, 50, true],
    ['all by a split of 1', 72, 720, 0.1, 1, true],
    ['all by a split of 100', 72, 720, 0.1, 100, true],
    ['one per cent by a split of 1, which is all', 0.72, 720, 0.1, 1, false],
    ['a split of more than all', 108, 720, 0.1, 150, false],
    ['a split of nothing', 0.01, 720, 0.1, 0, false],
    ['the edge of the rounding of 10.0 % and 33.0 %', 23.6, 720, 0.1, 0.33, true],
    ['a cent beyond the rounding of 10.0 % and 33.0 %', 23.59, 720, 0.1, 0.33, false],
    ['the edge of the rounding of 10.25 %', 73.76, 720, 0.1025, null, true],
    ['a cent beyond the rounding of 10.25 %', 73.75, 720, 0.1025, null, false],
    ['all of the premium', 720, 720, 1, null, true],
    ['105 % as 1.05', 756, 720, 1.05, null, true],
    ['105 % as 105', 756, 720, 105, null, true],
    ['1.05 % as 1.05', 7.56, 720, 1.05, null, true],
    ['300 %, the most', 2160, 720, 3, null, true],
    ['300 % as 300', 2160, 720, 300, null, true],
    ['301 % as 301', 2167.2, 720, 301, null, false],
    ['350 % as 3.5', 2520, 720, 3.5, null, false],
    ['one per cent by a rate of 1, which is all', 7.2, 720, 1, null, false],
    ['a rate of nothing', 0.2, 720, 0, null, false],
    ['nothing of next to nothing', 0, 0.05, 0.1, null, false],
    ['an unknown premium', 0.01, null, 0.1, null, false],
    ['a chargeback', -72, 720, 0.1, null, false],
    ['no premium', 0.01, 0, 0.1, null, false],
    ['dollars per life that are also the share', 14, 100, 14, null, false],
    ['a cent more than dollars per life', 14.01, 100, 14, null, false],
    ['two cents more than dollars per life', 14.02, 100, 14, null, true],
    ['a cent less than dollars per life', 13.99, 100, 14, null, false],
    ['two cents less than dollars per life', 13.98, 100, 14, null, true],
  ])('%s', (_case, amount, premium, rate, split, pays) => {
    const shown = {
      premium: premium === null ? null : dollars(premium),
      rate: millionths(rate),
      split: millionths(split),
    };
    expect(paysItsRate(plainLine('M-1', 'P-1', { amount: dollars(amount), ...shown }), kindOf)).toBe(pays);
  });
});

describe('what a statement makes due', () => {
  const kindOf = lineKindOf({ lineKinds: [] });
  const paid = (dollars: number, more: Partial<ScorableLine> = {}) =>
    plainLine('A', 'P', { amount: Math.round(dollars * 10_000), premium: 7_200_000, rate: 100_000, ...more });
  const due = (...lines: readonly ScorableLine[]) => {
    const [month] = memberMonths(lines);
    if (month === undefined) throw new Error('Lines make a month.');
    return dueByStatement(month, statementRates(lines, kindOf), { period: JAN, kindOf });
  };
  const exact = (dollars: number) => BigInt(Math.round(dollars * 100)) * 100_000_000n;

  it.each([
    ['of one payment', [paid(54)], 72, 18],
    ['beside a chargeback', [paid(54), paid(-10)], 72, 18],
    ['of two payments, of which one is paid in full', [paid(72), paid(54)], 144, 18],
    ['by no more than the rounding of the figures', [paid(71.63)], 72, 0],
    ['by a cent more than the rounding of the figures', [paid(71.62)], 72, 0.38],
  ])('is short %s', (_, lines, expected, owed) => {
    expect(due(...lines)).toEqual({ expected: exact(expected), owed: exact(owed) });
  });

  it.each([
    ['a payment of nothing', [paid(72), paid(0)]],
    ['a payment without a premium', [paid(72), paid(54, { premium: null })]],
    ['chargebacks alone', [paid(-72)]],
    ['half of the due amount', [paid(36)]],
  ])('is unknown with %s', (_, lines) => {
    expect(due(...lines)).toBeNull();
  });

  it('is no share where no line shows one', () => {
    expect(statementRates([paid(72, { premium: null })], kindOf).isShareKept).toBe(false);
    expect(statementRates([], kindOf)).toEqual({ isShareKept: false, flatDue: null });
  });
});
