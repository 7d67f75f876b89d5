import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../../core/period.ts';
import { file, line as plainLine } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { rollupIn, rowIn, score, signalsIn } from '../../../support/scored-book-cases.ts';

/** docs/reference/scoring.md#sales-that-are-paid-once. Guarantee: a sale that is paid once is no drop, and a policy that left is. */

const START: Period = '2026-01';
const line = (id: string, amount: string, more: Partial<ModelLine> = {}) =>
  plainLine(id, amount, { transactionType: 'Commission', ...more });
const sale = (id: string, amount: string, period: Period) => line(id, amount, { effectiveDate: `${period}-09` });

/** Scores a book in which each month sells the number of policies. `also` adds lines to a month. */
function trips(
  perMonth: number,
  months: number,
  also: (period: Period, at: number) => ReturnType<typeof line>[] = () => [],
) {
  const files = Array.from({ length: months }, (_, at) => {
    const period = addMonths(START, at);
    const sold = Array.from({ length: perMonth }, (_, index) => sale(`T${at}-${index}`, '40', period));
    return file(period, ...sold, ...also(period, at));
  });
  return files;
}

describe('policies that are sold once', () => {
  it('are no drops where no statement pays a policy twice', async () => {
    const book = await score(trips(5, 4));
    expect(rowIn(book, '2026-02', 'T0-0')).toBeUndefined();
    expect(rollupIn(book, '2026-04')).toMatchObject({ red: 0, commissionDropped: '0', new: 5 });
  });

  it('do not report a refund as an unmatched chargeback', async () => {
    const book = await score(trips(6, 4, (period) => (period === '2026-03' ? [line('T0-0', '-40')] : [])));
    expect(rowIn(book, '2026-03', 'T0-0')).toMatchObject({ chargeback: '40', prev: '0' });
    expect(signalsIn(book, '2026-03', 'T0-0').join()).not.toContain('CHARGEBACK_UNMATCHED');
  });

  it.each<[string, number, (period: Period, at: number) => ReturnType<typeof line>[], Partial<BookSettings>]>([
    ['four sales', 4, () => [], {}],
    [
      'one policy of the last month that is paid again',
      5,
      (_, at) => (at === 0 ? [sale('A', '40', START)] : [line('A', '40')]),
      {},
    ],
    ['a policy sold half a year ago that is paid', 5, () => [line('A', '40', { effectiveDate: '2025-08-01' })], {}],
    ['a paid policy without a date', 5, () => [line('A', '40')], {}],
    ['an older policy that is paid as much', 5, () => [line('A', '40', { effectiveDate: '2020-08-01' })], {}],
    ['a line that is only an amount', 5, () => [plainLine('A', '40', { effectiveDate: '2020-08-01' })], {}],
    ['the product line of Medicare plans', 5, () => [], { productLine: 'medicare' }],
  ])('counter-case: are drops with %s', async (_, perMonth, also, settings) => {
    const book = await score(trips(perMonth, 2, also), settings);
    expect(rowIn(book, '2026-02', 'T0-0')?.status).toBe('red');
  });
});

it('counter-case: the only sales of a carrier are gone together, and none is sold after them', async () => {
  const [sold, ...rest] = trips(6, 2);
  if (sold === undefined) throw new Error('No month.');
  const left = await score([sold, file('2026-02', ...(rest[0]?.lines.slice(0, 4) ?? []))]);
  expect(rollupIn(left, '2026-02')).toMatchObject({ red: 6 });
});

describe('a sale whose trail begins in the second year', () => {
  const trails = (count: number, pay = '5') =>
    Array.from({ length: count }, (_, at) => line(`R${at}`, pay, { effectiveDate: '2020-03-01' }));
  const book = (count: number, { pay = '5', sold = '900' } = {}) =>
    score(
      Array.from({ length: 15 }, (_, at) => {
        const period = addMonths(START, at);
        const own =
          at === 0 ? [sale('A', sold, START)] : at >= 12 ? [line('A', '6', { effectiveDate: `${START}-09` })] : [];
        return file(period, ...trails(count, pay), ...own);
      }),
    );

  it('is no drop where only policies of a year or more are paid, and far less; the trail is no cut', async () => {
    const scored = await book(3);
    expect(rowIn(scored, '2026-02')).toBeUndefined();
    expect(rollupIn(scored, '2026-12')).toMatchObject({ red: 0, memberCount: 3 });
    expect(rowIn(scored, '2027-01')).toMatchObject({ status: 'green', amount: '6', prev: '0' });
    expect(signalsIn(scored, '2027-01').join()).not.toMatch(/MISSED|REDUCED|UNDERPAID/);
    expect(rowIn(scored, '2027-02')).toMatchObject({ status: 'green', prev: '6' });
  });

  it.each([
    ['two older policies', 2, {}],
    ['a sale that was paid less than a year of an older policy', 10, { sold: '59' }],
  ])('counter-case: is a drop with %s', async (_, count, pay) => {
    expect(rowIn(await book(count, pay), '2026-02')?.status).toBe('red');
  });
});
