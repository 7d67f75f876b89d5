import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import type { BookSettings, ScoredBook } from '../../../support/scored-book.ts';
import { rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a missed month that a carrier pays some statements later, in a second line or a larger one, is caught up once. */

const a = (amount: string, fields: Partial<ModelLine> = {}) =>
  line('A', amount, { transactionType: 'Renewal', ...fields });
const JAN: Period = '2025-01';

/** Scores the lines of member A, month by month from January on. Member Z keeps the statements from being empty. */
function bookOf(months: readonly (readonly ModelLine[])[], settings: Partial<BookSettings> = {}): Promise<ScoredBook> {
  return score(
    months.map((lines, n) => file(addMonths(JAN, n), ...lines, line('Z', '1'))),
    settings,
  );
}

const [ONE, TWO, NONE] = [[a('50')], [a('50'), a('50')], []] as const;
const month = (n: number) => addMonths(JAN, n - 1);

describe('a month that is caught up some statements later', () => {
  it.each<[string, readonly ModelLine[]]>([
    ['in a second line', TWO],
    ['in one line', [a('100')]],
  ])('is no duplicate, and the month after it is no cut: %s', async (_, paid) => {
    const book = await bookOf([ONE, NONE, ONE, ONE, paid, ONE]);
    expect(signalIn(book, month(3), 'MISSED_MONTHS')?.amount).toBe(50);
    expect(signalsIn(book, month(5))).toEqual(['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']);
    expect(signalIn(book, month(5), 'CATCH_UP_PAYMENT')?.detail).toBe('Pays for 1 missed month (Feb 2025) as well.');
    expect(rowIn(book, month(6))).toMatchObject({ status: 'green', prev: '50' });
    expect(signalsIn(book, month(6))).toEqual([]);
  });

  it('is reported as one of several, and the rest stays open', async () => {
    const book = await bookOf([ONE, ONE, NONE, NONE, ONE, TWO, ONE, TWO, TWO]);
    const told = [6, 8].map((n) => signalIn(book, month(n), 'CATCH_UP_PAYMENT')?.detail);
    expect(told).toEqual([
      'Pays for 1 of 2 months missed since Mar 2025 as well.',
      'Pays for 1 missed month (Mar 2025) as well.',
    ]);
    expect(signalIn(book, month(9), 'DUPLICATE_PAYMENT')?.amount).toBe(50);
  });

  it.each<[string, readonly (readonly ModelLine[])[]]>([
    ['the month was caught up with the next pay', [ONE, NONE, TWO, ONE, TWO]],
    ['it was caught up later', [ONE, NONE, ONE, TWO, ONE, TWO]],
    [
      'it was caught up by a line that names it',
      [ONE, NONE, ONE, [a('50', { coverageMonth: month(2) }), a('50', { coverageMonth: month(4) })], TWO],
    ],
    ['both months were caught up, one with the next pay', [ONE, ONE, NONE, NONE, TWO, TWO, TWO]],
    ['nothing was missed', [ONE, ONE, TWO]],
    ['more than a year has passed', [ONE, NONE, ...Array.from({ length: 12 }, () => ONE), TWO]],
    ['the member enrolled anew since', [ONE, NONE, ONE, ...[ONE, TWO].map((lines) => lines.map(enrolledIn4))]],
    ['a chargeback took a month back since', [ONE, NONE, ONE, [...ONE, a('-50')], ONE, TWO]],
    ['more is paid than was missed', [ONE, NONE, ONE, [...TWO, ...ONE]]],
  ])('counter-case, a duplicate: %s', async (_, months) => {
    const book = await bookOf(months);
    expect(signalsIn(book, month(months.length))).toContain(
      `DUPLICATE_PAYMENT ${months.at(-1)?.length === 3 ? 100 : 50}`,
    );
    expect(signalIn(book, month(months.length), 'CATCH_UP_PAYMENT')).toBeUndefined();
  });

  it('is the month missed last, if the one before was caught up', async () => {
    const book = await bookOf([ONE, ONE, NONE, ONE, TWO, NONE, ONE, TWO]);
    expect(signalIn(book, month(8), 'CATCH_UP_PAYMENT')?.detail).toBe('Pays for 1 missed month (Jun 2025) as well.');
  });

  it('is recognized at the rate of its own time, in a line of its own for the same plan', async () => {
    const paid = (other: ModelLine) => bookOf([ONE, NONE, ONE, ONE, [...ONE, other], ONE]);
    const book = await paid(a('45'));
    expect(signalsIn(book, month(5))).toEqual(['COMMISSION_INCREASED 45', 'CATCH_UP_PAYMENT 45']);
    expect(signalsIn(book, month(6))).toEqual([]);
    // Counter-cases: another coverage, and an amount that is no month's pay.
    for (const other of [a('45', { productType: 'DEN' }), a('12')]) {
      const lines = [a('50', { productType: 'MED' }), other];
      const more = await bookOf([ONE, NONE, ONE, ONE, lines, ONE]);
      expect(signalIn(more, month(5), 'CATCH_UP_PAYMENT')).toBeUndefined();
      // It came once, so nobody misses it.
      expect(signalIn(more, month(6), 'COMMISSION_REDUCED')?.severity).toBe('info');
    }
  });

  it('is recognized by the month that a line names, whatever its pay', async () => {
    const [feb, may] = [a('45', { coverageMonth: month(2) }), a('50', { coverageMonth: month(5) })];
    const book = await bookOf([ONE, NONE, ONE, ONE, [feb, may], [a('50', { coverageMonth: month(6) })]]);
    expect(signalsIn(book, month(5))).toEqual(['COMMISSION_INCREASED 45', 'CATCH_UP_PAYMENT 45']);
    expect(signalsIn(book, month(6))).toEqual([]);
    // Counter-case: December was never missed.
    const december = a('45', { coverageMonth: '2024-12' });
    const other = await bookOf([ONE, NONE, ONE, ONE, [december, may]]);
    expect(signalIn(other, month(5), 'CATCH_UP_PAYMENT')).toBeUndefined();
  });

  it('is recognized for several months by the lines that name them, unless more are named than were missed', async () => {
    const named = [a('45', { coverageMonth: month(3) }), a('40', { coverageMonth: month(4) })];
    const own = a('50', { coverageMonth: month(7) });
    const book = await bookOf([ONE, ONE, NONE, NONE, ONE, ONE, [...named, own], ONE]);
    expect(signalsIn(book, month(7))).toEqual(['COMMISSION_INCREASED 85', 'CATCH_UP_PAYMENT 85']);
    expect(rowIn(book, month(8))).toMatchObject({ status: 'green', prev: '50' });
    const more = await bookOf([ONE, ONE, NONE, ONE, ONE, ONE, [...named, own]]);
    expect(signalIn(more, month(7), 'CATCH_UP_PAYMENT')).toBeUndefined();
  });

  it('counter-case: is a duplicate if both lines are for one coverage month', async () => {
    const may = { coverageMonth: month(5) };
    const book = await bookOf([ONE, NONE, ONE, ONE, [a('50', may), a('50', may)]]);
    expect(signalsIn(book, month(5))).toContain('DUPLICATE_PAYMENT 50');
  });

  it('counter-case: is a double payment if the lines are only amounts', async () => {
    const plain = line('A', '50');
    const book = await bookOf([[plain], [], [plain], [plain], [plain, plain], [plain]]);
    expect(signalsIn(book, month(5))).toContain('DUPLICATE_PAYMENT 50');
    expect(rowIn(book, month(6))).toMatchObject({ status: 'yellow', prev: '100' });
  });

  it('is caught up once, in any order of missed months and second lines', async () => {
    // Each number counts the lines of a month; 0 is a missed month. The oracle counts the open months.
    const months = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(months, async (counts) => {
        // If the gap is longer than a payment covers, the rest stays open.
        fc.pre(counts.every((count, n) => count <= 1 || counts[n - 1] !== 0 || count - 1 <= gapBefore(counts, n)));
        // The book starts with two paid months, so that a gap does not look like quarterly pay.
        const book = await bookOf([ONE, ONE, ...counts.map((count) => Array.from({ length: count }, () => a('50')))]);
        let [open, gap] = [0, 0];
        counts.forEach((count, n) => {
          const period = addMonths(JAN, n + 2);
          if (count === 0) {
            gap += 1;
            return;
          }
          const extra = count - 1;
          const caught = gap > 0 ? Math.min(extra, gap) : extra <= open ? extra : 0;
          expect(signalIn(book, period, 'CATCH_UP_PAYMENT')?.amount ?? 0).toBe(caught * 50);
          if (gap === 0) expect(signalIn(book, period, 'DUPLICATE_PAYMENT')?.amount ?? 0).toBe((extra - caught) * 50);
          open += gap - caught;
          gap = 0;
        });
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

function gapBefore(counts: readonly number[], index: number): number {
  return index - 1 - counts.findLastIndex((count, n) => n < index && count > 0);
}

function enrolledIn4(one: ModelLine): ModelLine {
  return { ...one, effectiveDate: `${month(4)}-01` };
}
