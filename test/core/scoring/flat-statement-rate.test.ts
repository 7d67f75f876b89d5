import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { rowIn, score, signalIn } from '../../support/scored-book-cases.ts';

/** Guarantee: a statement's own dollars per life show underpaid households, and nothing is owed where it has no such rate. */

const JAN = '2026-01';
const PMPM: Fields = { rate: '20', planName: 'Bronze' };
const household = (member: string, lives: number, paidFor = lives, fields: Fields = {}) =>
  line(member, String(paidFor * 20), { ...PMPM, lives: String(lives), ...fields });
/** Six households of at most five lives that are paid for each life. */
const KEPT = [1, 1, 2, 3, 4, 5].map((lives, n) => household(`M${n}`, lives));

async function owedOf(amount: string, fields: Fields, more: Partial<BookSettings> = {}, others = KEPT) {
  const lines = [line('A', amount, { ...PMPM, lives: '3', ...fields }), ...others];
  const book = await score([file(JAN, ...lines)], more);
  const underpaid = signalIn(book, JAN, 'UNDERPAID');
  const row = rowIn(book, JAN);
  return [row?.expected, row?.owed, underpaid?.severity, underpaid?.certainty].join(' ').trim();
}

describe("the statement's own rate for each life", () => {
  it.each([
    ['a life is not paid', {}, '40', '60 20 warn statement_rate'],
    ['two of three lives are not paid', {}, '20', '60 40 warn statement_rate'],
    ['each life is cut', {}, '42', '60 18 warn statement_rate'],
    ['a single life is cut', { lives: '1' }, '14', '20 6 warn statement_rate'],
    ['with a split', { split: '0.5' }, '20', '30 10 warn statement_rate'],
    ['with a split in hundredths', { split: '50' }, '20', '30 10 warn statement_rate'],
    ['beside a premium', { premium: '900' }, '40', '60 20 warn statement_rate'],
    ['a household above the maximum', { lives: '7' }, '60', '100 40 warn statement_rate'],
    ['in the month after the coverage began', { effectiveDate: '2025-12-16' }, '42', '60 18 warn statement_rate'],
    [
      'in the month whose first day the coverage begins',
      { effectiveDate: '2026-01-01' },
      '42',
      '60 18 warn statement_rate',
    ],
    ['before the month in which it ends', { termDate: '2026-03-31' }, '42', '60 18 warn statement_rate'],
    ['each life is cut beside a premium', { premium: '900' }, '42', '60 18 warn statement_rate'],
    ['with a split of one', { split: '1' }, '40', '60 20 warn statement_rate'],
    ['with a split of zero', { split: '0' }, '40', '60 20 warn statement_rate'],
    ['with a split that is no share', { split: '200' }, '40', '60 20 warn statement_rate'],
    ['by more than cents', { rate: '20.13', lives: '5' }, '100.41', '100.65 0.24 warn statement_rate'],
  ])('finds a shortfall: %s', async (_case, fields, amount, owed) => {
    expect(await owedOf(amount, fields)).toBe(owed);
  });

  it.each([
    ['paid in full', {}, '60', '60 0'],
    ['paid more', {}, '80', '60 0'],
    ['a household above the maximum is paid for five', { lives: '7' }, '100', '100 0'],
    ['a rate rounded to cents', { rate: '20.13' }, '60.38', '60.39 0'],
    ['cents less than the rate gives', { rate: '20.13', lives: '5' }, '100.61', '100.65 0.04'],
    ['a rate of five lives rounded to cents', { rate: '20.13', lives: '5' }, '100.63', '100.65 0'],
    ['a plan that pays no household in whole lives', { planName: 'Gold' }, '42', '20 0'],
    ['half a month', {}, '30', ''],
    ['the month in which the coverage begins', { effectiveDate: '2026-01-16' }, '42', ''],
    ['the month in which it ends', { termDate: '2026-01-20' }, '42', ''],
    ['a payment for two months', { monthsPaid: '2' }, '40', ''],
    ['an override', { transactionType: 'Override' }, '40', ''],
    ['no head count', { lives: null }, '40', ''],
    ['a head count of zero', { lives: '0' }, '40', ''],
    ['no rate', { rate: null }, '40', ''],
    ['a rate of zero', { rate: '0' }, '40', ''],
    ['nothing paid', {}, '0', ''],
  ])('finds nothing owed, or cannot evaluate: %s', async (_case, fields, amount, owed) => {
    expect(await owedOf(amount, fields)).toBe(owed);
  });

  it('takes the largest number of lives that a plan pays for as its maximum', async () => {
    const silver = [2, 3, 4].map((lives, n) => household(`S${n}`, lives, 2, { planName: 'Silver' }));
    expect(await owedOf('40', { planName: 'Silver' }, {}, [...KEPT, ...silver])).toBe('40 0');
    expect(await owedOf('40', {}, {}, [...KEPT, ...silver])).toBe('60 20 warn statement_rate');
  });

  it('takes no overpaid household for the maximum', async () => {
    expect(await owedOf('100', { lives: '7' }, {}, [...KEPT, household('N', 2, 7)])).toBe('100 0');
  });

  it.each([
    ['two households are paid for each life', [household('M0', 3), household('M1', 4)]],
    [
      'one in five pays something else',
      [...[3, 3, 3, 4, 4, 4, 5, 5].map((lives, n) => household(`M${n}`, lives)), household('N', 4, 3)],
    ],
  ])('is used if %s', async (_case, others) => {
    expect(await owedOf('40', {}, {}, others)).toBe('60 20 warn statement_rate');
  });

  it.each([
    [
      'one household is paid for its lives beside single members',
      [household('M0', 4), ...[1, 1, 1].map((lives, n) => household(`S${n}`, lives))],
    ],
    [
      'most households are paid for more than their lives',
      [household('M0', 3), household('N0', 2, 4), household('N1', 2, 4), household('N2', 3, 6)],
    ],
    ['all members are single', [1, 1, 1, 1].map((lives, n) => household(`M${n}`, lives))],
    ['policies are paid whatever the head count', [2, 3, 4, 2, 3].map((lives, n) => household(`M${n}`, lives, 1))],
    ['one household alone is paid for its lives', [household('M0', 4)]],
    ['more than a fifth pay something else', [...KEPT, household('N0', 4, 3), household('N1', 5, 4)]],
  ])('is not used if %s', async (_case, others) => {
    expect(await owedOf('40', {}, {}, others)).not.toContain('statement_rate');
  });

  it('ranks after a contracted rate', async () => {
    expect(await owedOf('40', {}, { rates: [FLAT_50] })).toBe('150 110 warn contracted');
  });

  it('stays a share of the premium on statements that pay shares', async () => {
    const shares = Array.from({ length: 9 }, (_, n) => line(`P${n}`, '72', { rate: '10', premium: '720', lives: '2' }));
    const a = await owedOf('54', { rate: '10', premium: '720', lives: '2' }, {}, [...shares, ...KEPT]);
    expect(a).toBe('72 18 warn statement_rate');
  });

  it('is dollars per life only for lines without a premium, on statements that pay shares of single members', async () => {
    const single: Fields = { rate: '10', premium: '720', lives: '1' };
    const shares = Array.from({ length: 9 }, (_, n) => line(`P${n}`, '72', single));
    expect(await owedOf('54', single, {}, [...shares, ...KEPT])).toBe('72 18 warn statement_rate');
    expect(await owedOf('40', {}, {}, [...shares, ...KEPT])).toBe('60 20 warn statement_rate');
  });
});

describe('any statement of households', () => {
  it('owes the lives that were left out, and nothing for those above the maximum', async () => {
    const households = fc.array(fc.record({ lives: fc.integer({ min: 1, max: 9 }), missing: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    const book = fc.record({
      cents: fc.integer({ min: 200, max: 9_999 }),
      cap: fc.integer({ min: 2, max: 6 }),
      households,
    });
    await fc.assert(
      fc.asyncProperty(book, async ({ cents, cap, households: all }) => {
        // Enough households that are paid in full, one of them at the maximum.
        const full = Array.from({ length: all.length * 5 + 2 }, () => ({ lives: cap, missing: false }));
        const lines = [...all, ...full].map(({ lives, missing }, n) => {
          const paidFor = Math.min(lives, cap) - (missing && Math.min(lives, cap) > 1 ? 1 : 0);
          return { member: `H${n}`, lives, paidFor, owed: (Math.min(lives, cap) - paidFor) * cents };
        });
        const rate = (cents / 100).toFixed(2);
        const scored = await score([
          file(
            JAN,
            ...lines.map(({ member, lives, paidFor }) =>
              line(member, ((paidFor * cents) / 100).toFixed(2), { rate, lives: String(lives) }),
            ),
          ),
        ]);
        const owed = lines.map(({ member }) => Math.round(Number(rowIn(scored, JAN, member)?.owed) * 100));
        expect(owed).toEqual(lines.map((one) => one.owed));
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
