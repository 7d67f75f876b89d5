import { describe, expect, it } from 'vitest';
import { file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { reasonIn, rollupIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: months that the format says are not paid are not missed, and all others are. */

const PERIODS = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'];
const SUMMER: Partial<BookSettings> = { unpaidMonths: [{ productType: ['/school/i'], months: [7, 8] }] };
const school = { transactionType: 'Renewal', productType: 'School DI', effectiveDate: '2025-09-01' };

/** Scores amounts by month number. Other months are paid 50, and months with null have no line. */
const bookOf = (
  amounts: Readonly<Record<number, string | null>>,
  settings: Partial<BookSettings> = SUMMER,
  fields: Partial<ModelLine> = school,
) =>
  score(
    PERIODS.map((period) => {
      const amount = amounts[Number(period.slice(5))];
      return file(period, line('Z', '9'), ...(amount === null ? [] : [line('A', amount ?? '50', fields)]));
    }),
    settings,
  );

describe('months without pay', () => {
  it('are carried when the member is absent, and the next pay is compared with the last', async () => {
    const book = await bookOf({ 7: null, 8: null });
    for (const period of ['2026-07', '2026-08']) expect(rowIn(book, period)?.status).toBe('carried');
    expect(reasonIn(book, '2026-08')).toBe('Nothing due in Aug 2026: the carrier does not pay this month.');
    expect(rollupIn(book, '2026-07')).toMatchObject({ red: 0, commissionDropped: '0' });
    expect(rowIn(book, '2026-09')).toMatchObject({ status: 'green', prev: '50', flags: '' });
    expect(signalsIn(book, '2026-09')).toEqual([]);
  });

  it('are no cut when their lines pay nothing', async () => {
    const book = await bookOf({ 7: '0', 8: '0', 9: '40' });
    for (const period of ['2026-07', '2026-08']) {
      expect(rowIn(book, period)).toMatchObject({ status: 'green', prev: '0' });
      expect(signalsIn(book, period)).toEqual([]);
    }
    expect(rowIn(book, '2026-09')).toMatchObject({ status: 'yellow', prev: '50' });
  });

  it('are counted from the effective month for policy months', async () => {
    const book = await bookOf({ 7: null, 8: null }, { unpaidMonths: [{ policyMonths: [11, 12] }] });
    expect(rowIn(book, '2026-08')?.status).toBe('carried');
    expect(signalsIn(book, '2026-09')).toEqual([]);
  });

  it('are left out of the missed months', async () => {
    const around = await bookOf({ 6: null, 7: null, 8: null, 9: null });
    expect(signalIn(around, '2026-10', 'MISSED_MONTHS')).toMatchObject({
      amount: 100,
      detail: '2 months from June to September ($100.00) were not paid: ask the carrier.',
    });
    const after = await bookOf({ 7: null, 8: null, 9: null });
    expect(rowIn(after, '2026-09')).toMatchObject({ status: 'red', prev: '50' });
    expect(signalIn(after, '2026-10', 'MISSED_MONTHS')?.detail).toBe(
      'September ($50.00) was not paid: ask the carrier.',
    );
  });
});

describe('months of a premium of nothing', () => {
  const share = { transactionType: 'Renewal', premium: '500' };
  const waived = { transactionType: 'Waiver of premium', premium: '0' };
  const findings = async (fields: Partial<ModelLine>) => {
    const files = PERIODS.map((period) => {
      const isPaid = !['2026-07', '2026-08'].includes(period);
      return file(period, line('Z', '9'), isPaid ? line('A', '50', share) : line('A', '0', fields));
    });
    return signalsIn(await score(files), '2026-09');
  };

  it('are not missed when the premium is paid again', async () => {
    expect((await findings(waived)).filter((code) => code.startsWith('MISSED'))).toEqual([]);
  });

  it('counter-case: a premium was paid, and nothing of it', async () => {
    expect(await findings(share)).toContain('MISSED_MONTHS 100');
  });
});

describe('counter-case: a month is missed', () => {
  it.each([
    ['without the setting', {}, school],
    ['for another product type', SUMMER, { ...school, productType: 'Cancer' }],
    ['without a product type', SUMMER, { ...school, productType: null }],
    ['in another policy month', { unpaidMonths: [{ policyMonths: [10] }] }, school],
    ['without an effective date', { unpaidMonths: [{ policyMonths: [11] }] }, { ...school, effectiveDate: null }],
  ])('%s', async (_, settings, fields) => {
    const book = await bookOf({ 7: null }, settings, fields);
    expect(rowIn(book, '2026-07')).toMatchObject({ status: 'red' });
    expect(signalsIn(book, '2026-08')).toEqual(['MISSED_MONTHS 50']);
  });

  it('or has another finding if it is paid less or charged back', async () => {
    expect(rowIn(await bookOf({ 7: '40' }), '2026-07')).toMatchObject({ status: 'yellow' });
    expect(signalsIn(await bookOf({ 7: '-50' }), '2026-07')).toContain('NEGATIVE_NET 50');
  });
});
