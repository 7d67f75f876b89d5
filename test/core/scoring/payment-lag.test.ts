import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../core/period.ts';
import { paymentLag } from '../../../core/scoring/due-months.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import { file, line } from '../../support/book-model-cases.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { rowIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/**
 * Guarantee: a lag is known if it holds for at least five members, and for three quarters of those whose payments name a month, or else of
 * those who joined the book after its first statement.
 */

const PERIOD = '2026-08';
type Payment = Partial<ScorableLine>;
const paid = (coverageMonth: string | null, more: Payment = {}): Payment => ({ coverageMonth, ...more });
const times = (count: number, payment: Payment): readonly Payment[] => Array.from({ length: count }, () => payment);

it.each<[string, readonly Payment[], number]>([
  ['the month before', times(5, paid('2026-07')), 1],
  ['its own month', times(5, paid('2026-08')), 0],
  ['a quarter late', times(5, paid('2026-05')), 3],
  ['later than a quarter', times(5, paid('2026-04')), 0],
  ['two months early', times(5, paid('2026-10')), -2],
  ['earlier than two months', times(5, paid('2026-11')), 0],
  ['the month before, of four members only', times(4, paid('2026-07')), 0],
  ['the month before of four members, and one without a month', [...times(4, paid('2026-07')), paid(null)], 0],
  [
    'the month before of four members, and takes it back from one',
    [...times(4, paid('2026-07')), paid('2026-07', { amount: -1 })],
    0,
  ],
  [
    'the month before of four members, and nothing for one',
    [...times(4, paid('2026-07')), paid('2026-07', { amount: 0 })],
    0,
  ],
  [
    'the month before of three quarters of the members',
    [...times(6, paid('2026-07')), ...times(2, paid('2026-08'))],
    1,
  ],
  ['the month before of fewer than three quarters', [...times(5, paid('2026-07')), ...times(2, paid('2026-08'))], 0],
])('a statement that pays %s', (_, payments, lag) => {
  const lines = payments.map((payment, index) => plainLine(`M${index}`, 'P', { amount: 500_000, ...payment }));
  expect(paymentLag(periodMembers([], lines).inOrder(), PERIOD)).toBe(lag);
});

it('takes the latest month of each member, in any order of the lines', () => {
  const months = ['2026-05', '2026-07', '2026-06'];
  const lines = Array.from({ length: 5 }, (_, index) =>
    months.map((coverageMonth) => plainLine(`M${index}`, 'P', { amount: 500_000, coverageMonth })),
  ).flat();
  expect(paymentLag(periodMembers([], lines).inOrder(), PERIOD)).toBe(1);
});

it.each<[string, number, boolean]>([
  ['five who joined a month after their first one', 5, false],
  ['counter-case: four', 4, true],
])('shows by those who joined that a month of the lag is not missed: %s', async (_, count, isMissed) => {
  const described = (effectiveDate: string) => ({ transactionType: 'Renewal', effectiveDate });
  const old = line('Z', '9', described('2020-01-01'));
  const joined = Array.from({ length: count }, (_none, index) => line(`J${index}`, '20', described('2026-01-01')));
  const before = line('A', '30', described('2025-01-01'));
  const again = line('A', '30', described('2026-03-01'));
  const book = await score([
    file('2026-01', old, before),
    file('2026-02', old, before, ...joined),
    file('2026-03', old, ...joined),
    file('2026-04', old, ...joined, again),
  ]);
  expect(signalsIn(book, '2026-04').join().includes('MISSED_MONTHS')).toBe(isMissed);
});

describe('in a book', () => {
  /**
   * docs/reference/signals.md#pay-in-arrears. Guarantee: missed months are also found if a carrier pays each month some months later, or
   * before it begins.
   */

  const OTHERS = ['P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W'];

  /** Scores a book in which A is paid $50 for each listed month, and each other member for the month lag months earlier. */
  const bookOf = (lag: number, months: Readonly<Record<Period, readonly Period[]>>, others = OTHERS) =>
    score(
      Object.entries(months).map(([period, coverages]) =>
        file(
          period,
          ...coverages.map((coverageMonth) => line('A', '50', { coverageMonth })),
          ...others.map((id) => line(id, '50', { coverageMonth: addMonths(period, -lag) })),
        ),
      ),
    );

  const ONE_MISSED = {
    '2025-05': ['2025-04'],
    '2025-06': ['2025-05'],
    '2025-07': [],
    '2025-08': ['2025-07'],
    '2025-09': ['2025-08'],
    '2025-10': ['2025-09'],
  };

  describe('a carrier that pays a month in arrears', () => {
    it('owes one month after one statement without pay, and nothing more afterwards', async () => {
      const book = await bookOf(1, ONE_MISSED);
      expect(signalsIn(book, '2025-08')).toEqual(['MISSED_MONTHS 50']);
      expect(signalIn(book, '2025-08', 'MISSED_MONTHS')?.detail).toBe('June ($50.00) was not paid: ask the carrier.');
      expect(signalsIn(book, '2025-09')).toEqual([]);
      expect(rowIn(book, '2025-09')).toMatchObject({ status: 'green', flags: '', amount: '50', prev: '50' });
      expect(signalsIn(book, '2025-10')).toEqual([]);
    });

    it('owes nothing once the covered month is paid beside the next one', async () => {
      const book = await bookOf(1, { ...ONE_MISSED, '2025-08': ['2025-06', '2025-07'] });
      expect(signalsIn(book, '2025-08')).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
      expect(signalsIn(book, '2025-09')).toEqual([]);
    });

    it('may pay the missed month some statements later', async () => {
      const book = await bookOf(1, { ...ONE_MISSED, '2025-10': ['2025-06', '2025-09'] });
      expect(signalsIn(book, '2025-10')).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
    });
  });

  describe('lines for an earlier month', () => {
    it('are late pay where the other members are paid for the statement’s own month', async () => {
      const book = await bookOf(0, { ...ONE_MISSED, '2025-05': ['2025-05'], '2025-06': ['2025-06'] });
      expect(signalsIn(book, '2025-08')).toEqual(['CATCH_UP_PAYMENT 50']);
      expect(signalIn(book, '2025-08', 'CATCH_UP_PAYMENT')?.detail).toBe(
        'Pays Jul 2025, which was not paid when it was due.',
      );
      // The member stays a month behind, and no month is missing.
      for (const period of ['2025-09', '2025-10']) expect(signalsIn(book, period)).toEqual([]);
    });

    it('leave a month unpaid that they pass over', async () => {
      const months = { ...ONE_MISSED, '2025-05': ['2025-05'], '2025-06': ['2025-06'] };
      const book = await bookOf(0, { ...months, '2025-08': ['2025-08'], '2025-09': ['2025-09'] });
      expect(signalsIn(book, '2025-08')).toEqual(['MISSED_MONTHS 50']);
      const later = await bookOf(0, { ...months, '2025-09': [], '2025-10': ['2025-10'] });
      expect(signalsIn(later, '2025-10')).toEqual(['MISSED_MONTHS 100']);
    });
  });

  describe('a carrier that pays a month ahead', () => {
    const MISSED = { '2025-05': ['2025-06'], '2025-06': ['2025-07'], '2025-07': [], '2025-09': ['2025-10'] };

    it('catches up the missed month beside the next one, and pays nothing ahead by that', async () => {
      const book = await bookOf(-1, { ...MISSED, '2025-08': ['2025-08', '2025-09'] });
      expect(signalsIn(book, '2025-08')).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
      expect(signalsIn(book, '2025-09')).toEqual([]);
    });

    it('counts a member as dropped who is absent after the catch-up', async () => {
      const book = await bookOf(-1, { ...MISSED, '2025-08': ['2025-08', '2025-09'], '2025-09': [] });
      expect(rowIn(book, '2025-09')?.status).toBe('red');
    });
  });
});
