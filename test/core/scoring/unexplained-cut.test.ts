import { describe, expect, it } from 'vitest';
import { file, line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { reasonIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: a cut is reported again while the policy is paid less, for a year, and only if no other change explains the pay. */

const pay = (amount: string, more: Partial<ModelLine> = {}) =>
  line('A', amount, { policy: 'P1', planCode: 'G1', lives: '2', transactionType: 'Renewal', ...more });
type Month = readonly ModelLine[];

/** Returns the findings in the last month of a book that begins in July 2025. */
async function toldAfter(...months: readonly Month[]) {
  const periods = months.map((_, at) =>
    at < 6 ? `2025-${String(at + 7).padStart(2, '0')}` : `2026-${String(at - 5).padStart(2, '0')}`,
  );
  const book = await score(months.map((lines, at) => file(periods[at] ?? '', ...lines)));
  const told = signalIn(book, periods.at(-1) ?? '', 'UNDERPAID');
  return told === undefined ? null : `${told.amount} ${/ in (\w+ \d+)/.exec(told.detail)?.[1]}`;
}

const JULY = [pay('7.10')];
const CUT = [pay('4.97')];
const TOLD = '2.13 Jul 2025';

describe('a cut that lasts', () => {
  it.each<[string, Month, string | null]>([
    ['with the same pay', CUT, TOLD],
    ['with pay that is twenty cents less than before', [pay('6.90')], '0.2 Jul 2025'],
    ['not with pay that is cents less than before', [pay('7.05')], null],
    ['not with another policy', [pay('4.97', { policy: 'P2' })], null],
    ['not with another plan', [pay('4.97', { planCode: 'G2' })], null],
    ['by the head with more lives', [pay('4.97', { lives: '3' })], '5.68 Jul 2025'],
    ['not with as much a head', [pay('3.55', { lives: '1' })], null],
    ['where the line no longer names the policy', [pay('4.97', { policy: null })], TOLD],
    ['where the line no longer names the plan', [pay('4.97', { planCode: null })], TOLD],
    ['where the line no longer names the lives', [pay('4.97', { lives: null })], TOLD],
    ['where a second line is only an amount', [pay('4'), pay('0.97', { transactionType: null, lives: null })], TOLD],
  ])('is told %s', async (_case, september, told) => {
    expect(await toldAfter(JULY, CUT, september)).toBe(told);
  });

  it.each<[string, Partial<ModelLine>]>([
    ['policy', { policy: null }],
    ['plan', { planCode: null }],
    ['lives', { lives: null }],
  ])('is told where the earlier lines did not name the %s', async (_case, unknown) => {
    expect(await toldAfter([pay('7.10', unknown)], [pay('4.97', unknown)], CUT)).toBe(TOLD);
  });

  it.each<[string, readonly Month[], string | null]>([
    ['after a row of 0', [JULY, CUT, [pay('0')], CUT], TOLD],
    ['from its own month, if as much was paid between two cuts', [JULY, CUT, [pay('7.20')], CUT, CUT], '2.23 Sep 2025'],
    ['after two rows of 0', [JULY, [pay('0')], [pay('0')], CUT], TOLD],
    ['after a chargeback alone', [JULY, CUT, [pay('-4.97')], CUT], TOLD],
    [
      'not after a row of 0 of another policy',
      [JULY, CUT, [pay('0', { policy: 'P2' })], [pay('4.97', { policy: 'P2' })]],
      null,
    ],
  ])('is told %s', async (_case, months, told) => {
    expect(await toldAfter(...months)).toBe(told);
  });

  it('is told for a year', async () => {
    expect(await toldAfter(JULY, ...Array.from({ length: 12 }, () => CUT))).toBe(TOLD);
    expect(await toldAfter(JULY, ...Array.from({ length: 13 }, () => CUT))).toBeNull();
  });

  it('is not compared with pay for another number of months', async () => {
    const quarter = (amount: string, paidThrough: string) => [pay(amount, { monthsPaid: '3', paidThrough })];
    const before = [quarter('30', '2025-09-30'), [line('B', '1')], [line('B', '1')]];
    const cut = [quarter('21', '2025-12-31'), [line('B', '1')], [line('B', '1')]];
    expect(await toldAfter(...before, ...cut, quarter('21', '2026-03-31'))).toBe('9 Jul 2025');
    expect(await toldAfter(...before, ...cut, [pay('7')])).toBeNull();
  });
});

describe('less pay that is no cut', () => {
  it.each<[string, Month]>([
    ['with a chargeback in it', [pay('7.10'), pay('-2.13')]],
    ['of another policy', [pay('4.97', { policy: 'P2' })]],
    ['of another plan', [pay('4.97', { planCode: 'G2' })]],
  ])('%s', async (_case, august) => {
    expect(await toldAfter(JULY, august, [pay('4.97', august[0])])).toBeNull();
  });

  it('is another agent with the same pay: the cut of the month after counts from that month', async () => {
    const by = (agentName: string, amount: string) => [pay(amount, { agentName })];
    expect(
      await toldAfter(by('Ann Lee', '7.10'), by('Bo Ray', '7.10'), by('Bo Ray', '4.97'), by('Bo Ray', '4.97')),
    ).toBe('2.13 Aug 2025');
  });
});

/** Guarantee: the sentence about a cut names the amounts that are compared, even if a bonus hides the cut. */
describe('a cut that a bonus hides', () => {
  function withBonus(renewal: string, bonus: string) {
    return score([
      file('2025-07', line('A', '50', { transactionType: 'Renewal' })),
      file(
        '2025-08',
        line('A', renewal, { transactionType: 'Renewal' }),
        line('A', bonus, { transactionType: 'Bonus' }),
      ),
    ]);
  }

  it.each([
    [
      'as large as the cut',
      '40',
      '10',
      'Paid $10.00 less than in Jul 2025 ($50.00 → $40.00, without $10.00 that is paid once).',
    ],
    [
      'larger than the cut',
      '40',
      '25',
      'Paid $10.00 less than in Jul 2025 ($50.00 → $40.00, without $25.00 that is paid once).',
    ],
  ])('a bonus %s is named beside it', async (_case, renewal, bonus, sentence) => {
    const book = await withBonus(renewal, bonus);
    expect(signalsIn(book, '2025-08')).toContain('COMMISSION_REDUCED 10');
    expect(reasonIn(book, '2025-08')).toBe(sentence);
  });

  it('counter-case: a bonus beside the usual pay is no cut', async () => {
    const book = await withBonus('50', '10');
    expect(signalsIn(book, '2025-08')).toEqual(['COMMISSION_INCREASED 10']);
    expect(reasonIn(book, '2025-08')).not.toContain('less');
  });
});
