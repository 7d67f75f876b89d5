import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import { rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

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

  it('is recognised by three quarters of the members who have a coverage month, and by no fewer than five', async () => {
    expect(signalsIn(await bookOf(1, ONE_MISSED, OTHERS.slice(0, 4)), '2025-09')).toEqual([]);
    expect(signalsIn(await bookOf(1, ONE_MISSED, OTHERS.slice(0, 3)), '2025-08')).toEqual(['CATCH_UP_PAYMENT 50']);
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
