import { describe, expect, it } from 'vitest';
import { type Fields, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { rowIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: Medicare rates follow the calendar year, and a year paid at once is owed as a whole. CMS allows 694 and 347 in 2026. */

const MA: Fields = { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' };
const flat = (rateValue: string, more: Partial<ModelRate> = {}): ModelRate => ({ ...FLAT_50, rateValue, ...more });
/** A twelfth of 694, and of 347. */
const MONTHLY = [flat('57.833333', { tier: 'initial' }), flat('28.916667', { tier: 'renewal' })];

type Payments = Readonly<Record<string, string>>;

const bookOf = (payments: Payments, fields: Fields = MA, more: Partial<BookSettings> = {}) =>
  score(
    Object.entries(payments).map(([period, amount]) => file(period, line('A', amount, fields))),
    { rates: MONTHLY, productLine: 'medicare', ...more },
  );

describe('tiers of Medicare plans', () => {
  const tiers = { rates: [flat('2', { tier: 'initial' }), flat('1', { tier: 'renewal' })] };
  const expectedIn = async (period: string, fields: Fields, more: Partial<BookSettings> = {}) =>
    rowIn(await bookOf({ [period]: '2' }, fields, { ...tiers, ...more }), period)?.expected;

  it('renew in January, however short the first year was', async () => {
    const october = { ...MA, effectiveDate: '2025-10-01' };
    expect(await expectedIn('2025-12', october)).toBe('2');
    expect(await expectedIn('2026-01', october)).toBe('1');
  });

  it('are initial before the coverage begins', async () => {
    expect(await expectedIn('2025-12', MA)).toBe('2');
  });

  it('change after twelve months for supplements and for other carriers', async () => {
    const october = { ...MA, effectiveDate: '2025-10-01' };
    expect(await expectedIn('2026-01', { ...october, productType: 'Med Supp' })).toBe('2');
    expect(await expectedIn('2026-10', { ...october, productType: 'Med Supp' })).toBe('1');
    expect(await expectedIn('2026-01', october, { productLine: 'major_medical' })).toBe('2');
  });
});

describe('a year paid at once', () => {
  it('is owed as a whole, and half of it is no overpayment', async () => {
    const book = await bookOf({ '2026-01': '347' });
    expect(rowIn(book, '2026-01')).toMatchObject({ expected: '693.999996', owed: '346.999996' });
    expect(signalsIn(book, '2026-01')).toContain('UNDERPAID 347');
    // The other half often follows, so the finding is only information.
    expect(signalIn(book, '2026-01', 'UNDERPAID')?.severity).toBe('info');
  });

  it('is paid in full if paid in whole dollars', async () => {
    const book = await bookOf({ '2026-01': '694' });
    expect(rowIn(book, '2026-01')?.owed).toBe('0');
    expect(signalsIn(book, '2026-01')).not.toContain('OVERPAID 636.17');
    expect(rowIn(await bookOf({ '2026-01': '693' }), '2026-01')?.owed).toBe('0');
    expect(rowIn(await bookOf({ '2026-01': '692.50' }), '2026-01')?.owed).toBe('1.499996');
  });

  it('gets a warning if short by an amount other than half', async () => {
    const book = await bookOf({ '2026-01': '600' });
    expect(rowIn(book, '2026-01')?.owed).toBe('93.999996');
    expect(signalIn(book, '2026-01', 'UNDERPAID')?.severity).toBe('warn');
  });

  it('is the part from the effective month on in the first year', async () => {
    const july = { ...MA, effectiveDate: '2026-07-01' };
    expect(rowIn(await bookOf({ '2026-07': '347' }, july), '2026-07')).toMatchObject({ owed: '0' });
    expect(rowIn(await bookOf({ '2026-07': '300' }, july), '2026-07')?.owed).toBe('46.999998');
  });

  it('is the renewal amount in a later year', async () => {
    const old = { ...MA, effectiveDate: '2024-03-01' };
    expect(rowIn(await bookOf({ '2026-01': '347' }, old), '2026-01')?.owed).toBe('0');
  });

  it('is owed once: neither a zero line nor the true-up owes it again', async () => {
    const book = await bookOf({ '2026-01': '347', '2026-02': '0', '2026-03': '347', '2026-04': '0' });
    const owed = ['2026-01', '2026-02', '2026-03', '2026-04'].map((period) => rowIn(book, period)?.owed);
    expect(owed).toEqual(['346.999996', '0', '0', '0']);
  });

  it('counts earlier payments for its months', async () => {
    const book = await bookOf({ '2026-01': '57.83', '2026-02': '57.83', '2026-03': '578.34' });
    expect(rowIn(book, '2026-03')).toMatchObject({ expected: '578.339996', owed: '0' });
  });

  it('may have a yearly contracted rate, of which the first year pays a part', async () => {
    const year = { rates: [flat('694')] };
    expect(rowIn(await bookOf({ '2026-01': '600' }, MA, year), '2026-01')).toMatchObject({
      expected: '694',
      owed: '94',
    });
    const july = { ...MA, effectiveDate: '2026-07-01' };
    expect(rowIn(await bookOf({ '2026-07': '347' }, july, year), '2026-07')?.owed).toBe('0');
    expect(rowIn(await bookOf({ '2026-07': '600' }, july, year), '2026-07')?.owed).toBe('94');
  });

  it('is none if months are paid, by the amount, by their number or by the product', async () => {
    expect(rowIn(await bookOf({ '2026-01': '50' }), '2026-01')?.expected).toBe('57.833333');
    expect(rowIn(await bookOf({ '2026-06': '347' }, { ...MA, monthsPaid: '6' }), '2026-06')?.expected).toBe(
      '346.999998',
    );
    const supplement = { ...MA, productType: 'Med Supp' };
    expect(rowIn(await bookOf({ '2026-01': '347' }, supplement), '2026-01')?.expected).toBe('57.833333');
    const other = await bookOf({ '2026-01': '347' }, MA, { productLine: 'ancillary' });
    expect(rowIn(other, '2026-01')?.expected).toBe('57.833333');
    expect(signalsIn(other, '2026-01')).toContain('OVERPAID 289.17');
  });
});
