import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelRate } from '../../../support/book-model-owed.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, rowIn, score, signalIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: pay that falls from one contracted rate to the next is planned, and pay below the contracted rate is a cut. */

const share = (rateValue: string, more: Partial<ModelRate>): ModelRate => ({
  rateType: 'percent_of_premium',
  rateValue,
  ...more,
});
const BY_AGE = [share('0.20', { fromPolicyMonth: 1, toPolicyMonth: 12 }), share('0.05', { fromPolicyMonth: 13 })];
const BY_TIER = [share('0.20', { tier: 'initial' }), share('0.05', { tier: 'renewal' })];
const BY_SIZE = [share('0.06', { fromLives: 2, toLives: 24 }), share('0.04', { fromLives: 25 })];
const FLAT: readonly ModelRate[] = [
  { rateType: 'flat_per_member', rateValue: '20', fromPolicyMonth: 1, toPolicyMonth: 12 },
  { rateType: 'flat_per_member', rateValue: '10', fromPolicyMonth: 13 },
];

const policy = (amount: string, more: Partial<ModelLine> = {}) =>
  line('A', amount, { transactionType: 'Commission', effectiveDate: '2025-01-01', premium: '100', ...more });
const group = (amount: string, lives: string, premium: string) =>
  policy(amount, { effectiveDate: '2023-05-01', lives, premium });

const LATE = [policy('20'), policy('20'), policy('20')];

async function lastMonth(rates: readonly ModelRate[], lines: readonly ModelLine[], first = '2025-12') {
  const [year = 0, month = 0] = first.split('-').map(Number);
  const periods = lines.map((_, index) => {
    const at = year * 12 + month - 1 + index;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
  const book = await score(
    lines.map((one, index) => file(periods[index] ?? '', one)),
    { rates },
  );
  const last = periods.at(-1) ?? '';
  return { row: rowIn(book, last), cut: signalIn(book, last, 'COMMISSION_REDUCED'), reason: reasonIn(book, last) };
}

describe('a step down between contracted rates', () => {
  it.each<[string, readonly ModelRate[], readonly ModelLine[], string]>([
    ['policy months', BY_AGE, [policy('20'), policy('5')], 'policy months 13 and more is 5 % of premium, after 20 %'],
    ['tiers', BY_TIER, [policy('20'), policy('5')], 'renewals is 5 % of premium, after 20 %'],
    ['amounts by age', FLAT, [policy('20'), policy('10')], 'policy months 13 and more is $10.00, after $20.00'],
    [
      'sizes',
      BY_SIZE,
      [group('84', '24', '1400'), group('58.40', '25', '1460')],
      'lives 25 and more is 4 % of premium',
    ],
    ['a statement later', BY_AGE, [policy('20'), policy('20'), policy('5')], 'policy months 13 and more is 5 %'],
    ['two statements later', BY_AGE, [...LATE, policy('5')], 'policy months 13 and more is 5 %'],
  ])('is planned: %s', async (_about, rates, lines, words) => {
    const { row, cut, reason } = await lastMonth(rates, lines);
    expect(row).toMatchObject({ status: 'green', owed: '0' });
    expect(cut).toBeUndefined();
    expect(reason).toContain(words);
  });

  it.each<[string, readonly ModelRate[], readonly ModelLine[], string]>([
    ['less than the new rate is paid', BY_AGE, [policy('20'), policy('4')], '2025-12'],
    ['the policy is not of that age', BY_AGE, [policy('20'), policy('5')], '2025-06'],
    ['the step was three statements ago', BY_AGE, [policy('20'), ...LATE, policy('5')], '2025-12'],
    ['the step was half a year ago', BY_AGE, [policy('20'), policy('5')], '2026-06'],
    ['one rate holds for all', [share('0.05', {})], [policy('20'), policy('5')], '2025-12'],
    ['the group became smaller', BY_SIZE, [group('87.60', '25', '1460'), group('50', '20', '900')], '2025-12'],
  ])('counter-case: %s', async (_about, rates, lines, first) => {
    const { row, cut } = await lastMonth(rates, lines, first);
    expect(row).toMatchObject({ status: 'yellow' });
    expect(cut).toMatchObject({ severity: 'warn' });
  });

  const plain = (amount: string, more: Partial<ModelLine> = {}) => policy(amount, { transactionType: null, ...more });

  it('counter-case: such a line pays less than the new rate', async () => {
    const { row, cut } = await lastMonth(BY_AGE, [plain('20'), plain('4')]);
    expect(row).toMatchObject({ status: 'yellow' });
    expect(cut).toMatchObject({ severity: 'warn' });
  });
});
