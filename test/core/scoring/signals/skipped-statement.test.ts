import { describe, expect, it } from 'vitest';
import type { Period } from '../../../../core/period.ts';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { score, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: if a statement also pays the months of a statement that never came, a member who is paid fewer months has missed months. */

const OTHERS = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6'];
const RENEWAL = { transactionType: 'Renewal' };

/** Scores the statements of July, September and October; August has none. Member A is paid by `own`, the others by `others`. */
function skippedAugust(
  others: (member: string) => readonly ModelLine[],
  own: readonly ModelLine[],
  more: Partial<ModelLine> = {},
) {
  const month = (period: Period) =>
    ['A', ...OTHERS].map((member) => line(member, '50', { ...RENEWAL, ...more, ...named(period) }));
  const named = (coverageMonth: Period) => (more.coverageMonth === undefined ? {} : { coverageMonth });
  return score([
    file('2025-07', ...month('2025-07')),
    file('2025-09', ...OTHERS.flatMap(others), ...own),
    file('2025-10', ...month('2025-10')),
  ]);
}

const of = (coverageMonth: Period) => (member: string) => line(member, '50', { ...RENEWAL, coverageMonth });
const [august, september] = [of('2025-08'), of('2025-09')];
const both = (member: string) => [august(member), september(member)];
const NAMED = { coverageMonth: '2025-07' };
const again = (member: string) => [line(member, '50', RENEWAL), line(member, '50', RENEWAL)];

describe('a statement that pays a skipped month as well', () => {
  it.each([
    ['lines for both months', both('A'), ['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']],
    ['a line for the later month only', [september('A')], ['MISSED_MONTHS 50']],
  ])('has the finding of a member who is paid by %s', async (_case, own, signals) => {
    const book = await skippedAugust(both, own, NAMED);
    expect(signalsIn(book, '2025-09')).toEqual(signals);
    expect(signalsIn(book, '2025-10')).toEqual([]);
  });

  it.each([
    ['two lines', again('A'), ['COMMISSION_INCREASED 50', 'CATCH_UP_PAYMENT 50']],
    ['one line', [line('A', '50', RENEWAL)], ['MISSED_MONTHS 50']],
  ])('has the finding, where no line names a month, of a member who is paid by %s', async (_case, own, signals) => {
    const book = await skippedAugust(again, own);
    expect(signalsIn(book, '2025-09')).toEqual(signals);
    expect(signalsIn(book, '2025-10')).toEqual([]);
  });
});

describe('counter-cases', () => {
  it('a statement that was not loaded misses nobody', async () => {
    const book = await skippedAugust((member) => [september(member)], [september('A')], NAMED);
    expect(signalsIn(book, '2025-09')).toEqual([]);
  });

  it('a statement that pays most members one month has a duplicate', async () => {
    const book = await skippedAugust((member) => [line(member, '50', RENEWAL)], again('A'));
    expect(signalsIn(book, '2025-09')).toEqual(['COMMISSION_INCREASED 50', 'DUPLICATE_PAYMENT 50']);
  });

  it.each([
    ['through the skipped month', '2025-08-31', []],
    ['through the month before', '2025-07-31', ['MISSED_MONTHS 50']],
  ])('a member whose pay reached %s misses only later months', async (_case, paidThrough, signals) => {
    const book = await skippedAugust(both, [september('A')], { ...NAMED, paidThrough });
    expect(signalsIn(book, '2025-09')).toEqual(signals);
  });

  it('a member who is new since the gap misses nothing', async () => {
    const book = await skippedAugust(both, [...both('A'), september('B')], NAMED);
    expect(signalsIn(book, '2025-09', 'B')).toEqual([]);
  });
});
