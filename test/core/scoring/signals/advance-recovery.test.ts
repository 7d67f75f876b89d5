import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, rollupIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: an advance that is recovered as it is earned is no chargeback, and the earned pay is what the next month is compared with. */

const a = (amount: string, transactionType: string, more: Partial<ModelLine> = {}) =>
  line('A', amount, { policy: 'P1', transactionType, ...more });
const other = line('B', '9');
const advance = a('247.50', 'Advance', { monthsPaid: '9' });
const pair = (earned = '27.50', recovered = earned) => [
  a(earned, 'Earned'),
  a(`-${recovered}`, 'Advance Recovery'),
  other,
];
const bookOf = (months: readonly (readonly ModelLine[])[], settings: Partial<BookSettings> = {}) =>
  score(
    months.map((lines, index) => file(`2026-0${index + 1}`, ...lines)),
    settings,
  );

describe('an advance that is recovered as it is earned', () => {
  it.each([
    ['after the advance', [advance], pair()],
    ['before which the book begins', pair(), pair()],
    ['in part', pair('27.50', '20.63'), pair('27.50', '20.63')],
    ['with a cent more than was earned', [advance], pair('27.50', '27.51')],
    ['and then is all recovered', pair(), [a('27.50', 'Earned'), other]],
    ['under another word for the pay', [advance], [a('27.50', 'First Year'), a('-27.50', 'Adv Repay'), other]],
  ])('%s makes no finding', async (_, ...months) => {
    const book = await bookOf(months);
    expect(rowIn(book, '2026-02')?.status).toBe('green');
    for (const period of ['2026-01', '2026-02']) {
      expect(signalsIn(book, period).filter((code) => code !== 'PAID_AHEAD')).toEqual([]);
    }
  });

  it('is explained, and stays in the sums of the statement', async () => {
    const book = await bookOf([pair(), pair('27.50', '20.63')]);
    expect(reasonIn(book, '2026-01')).toBe('New in Jan 2026: earned $27.50, of which $27.50 repays an advance.');
    expect(reasonIn(book, '2026-02')).toBe('Earned $27.50, of which $20.63 repays an advance.');
    expect(rowIn(book, '2026-01')).toMatchObject({ amount: '0', chargeback: '27.5', flags: 'NEW CHARGEBACK' });
    expect(rollupIn(book, '2026-02')).toMatchObject({ chargebackAmount: '20.63', gross: '36.5' });
  });

  it('shows a member who is not paid any more in the first such month, with one month at risk', async () => {
    const book = await bookOf([[advance], pair(), pair(), [other]]);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'red', prev: '27.5' });
    expect(rollupIn(book, '2026-04').commissionDropped).toBe('27.5');
    expect(reasonIn(book, '2026-04')).toBe('Not on the Apr 2026 statement; was paid $27.50 in Mar 2026.');
  });

  it('shows a cut of the earned pay', async () => {
    const book = await bookOf([[advance], pair(), pair('20')]);
    expect(rowIn(book, '2026-03')).toMatchObject({ status: 'yellow' });
    expect(signalIn(book, '2026-03', 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'warn',
      amount: 7.5,
      detail: 'Paid $7.50 less ($27.50 → $20.00).',
    });
    expect(reasonIn(book, '2026-03')).toBe('Paid $7.50 less than in Feb 2026 ($27.50 → $20.00).');
    expect(rollupIn(book, '2026-03').commissionReduced).toBe('7.5');
  });

  it('shows months without a line once the member is back', async () => {
    const book = await bookOf([[advance], pair(), [other], pair()]);
    expect(rowIn(book, '2026-04')).toMatchObject({ status: 'reappeared', flags: 'REAPPEARED CHARGEBACK' });
    expect(signalsIn(book, '2026-04')).toEqual(['MISSED_MONTHS 27.5']);
  });
});

describe('counter-case: a chargeback', () => {
  it.each([
    ['of more than was earned', [a('27.50', 'Earned'), a('-137.50', 'Advance Recovery'), other], 'NEGATIVE_NET 110'],
    ['of the unearned advance alone', [a('-137.50', 'Advance Recovery'), other], 'NEGATIVE_NET 137.5'],
    [
      'beside the pay of another policy',
      [a('27.50', 'Earned', { policy: 'P2' }), a('-27.50', 'Advance Recovery')],
      'ZERO_COMMISSION',
    ],
    [
      'that does not say it takes back an advance',
      [a('27.50', 'Earned'), a('-27.50', 'Chargeback')],
      'CHARGEBACK_ON_ACTIVE 27.5',
    ],
    ['beside another advance', [a('247.50', 'Advance'), a('-27.50', 'Advance Recovery')], 'CHARGEBACK_ON_ACTIVE 27.5'],
  ])('%s is told', async (_, months, finding) => {
    const book = await bookOf([pair(), months]);
    expect(signalsIn(book, '2026-02')).toContain(finding);
  });
});
