import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rowIn, score, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: the words on the line of an annuity say whether it is paid by the quarter, by the half-year, or once. */

type Payment = readonly [amount: string, transactionType: string] | null;

/** Scores a book with member A's payment on each statement from January on. */
const bookOf = (payments: readonly Payment[], settings: Partial<BookSettings> = {}) =>
  score(
    payments.map((payment, index) => {
      const own = payment === null ? [] : [line('A', payment[0], { transactionType: payment[1] })];
      return file(`2025-${String(index + 1).padStart(2, '0')}`, ...own, line('Z', '10'));
    }),
    settings,
  );

describe('pay whose type says how often it comes', () => {
  it.each(['Quarterly Trail', 'TRAIL - QTRLY'])('is not missed between the quarters: %s', async (type) => {
    const book = await bookOf([[`70.56`, type], null, null, ['71.20', type], null, null, null]);
    expect(rowIn(book, '2025-02')?.status).toBe('carried');
    expect(rowIn(book, '2025-04')).toMatchObject({ status: 'green', prev: '70.56' });
    expect(signalsIn(book, '2025-04')).not.toContain('MISSED_MONTHS 141.12');
    expect(rowIn(book, '2025-07')).toMatchObject({ status: 'red', prev: '71.2' });
  });

  it('may be paid twice a year', async () => {
    const type = 'Semi-Annual Renewal';
    const book = await bookOf([['90', type], null, null, null, null, null, ['90', type]]);
    expect(rowIn(book, '2025-06')?.status).toBe('carried');
    expect(signalsIn(book, '2025-07')).toEqual(['PAID_AHEAD']);
  });

  it.each<[string, string, Partial<BookSettings>]>([
    ['a word that monthly pay has too', 'Annual Renewal', {}],
    ['the format has another cadence', 'Quarterly Trail', { cadence: { 'Quarterly Trail': 'monthly' } }],
    [
      'a list of the format has another cadence',
      'Quarterly Trail',
      { cadence: [{ type: ['/trail/i'], months: 'monthly' }] },
    ],
  ])('counter-case: %s', async (_, type, settings) => {
    const book = await bookOf([['50', type], null], settings);
    expect(rowIn(book, '2025-02')?.status).toBe('red');
  });

  it('counter-case: a quarterly bonus pays no month ahead', async () => {
    const files = ['2025-01', '2025-02'].map((period, index) =>
      file(
        period,
        line('Z', '10'),
        ...(index > 0
          ? []
          : [line('A', '50', { transactionType: 'Renewal' }), line('A', '25', { transactionType: 'Quarterly bonus' })]),
      ),
    );
    expect(rowIn(await score(files), '2025-02')).toMatchObject({ status: 'red', prev: '50' });
  });
});

describe('the commission of a single premium', () => {
  it('comes once, and nobody has dropped afterwards', async () => {
    const book = await bookOf([['2500', 'Single Premium'], null, null]);
    expect(rowIn(book, '2025-02')).toBeUndefined();
  });

  it('may be followed by a trail, which drops', async () => {
    const trail = ['30', 'Quarterly Trail'] as const;
    const book = await bookOf([['2500', 'Single Premium'], trail, null, null, null]);
    expect(rowIn(book, '2025-03')?.status).toBe('carried');
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'red', prev: '30' });
  });

  it('counter-case: a first-year commission is missed', async () => {
    const book = await bookOf([['2500', 'First Year'], null]);
    expect(rowIn(book, '2025-02')?.status).toBe('red');
  });
});
