import { describe, expect, it } from 'vitest';
import type { Period } from '../../../../core/period.ts';
import { line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { rowIn, scoreMonths, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: months that a payment counts without naming them are paid ahead if they are the rest of a Medicare year, or can't be past. */

const PDP = { productType: 'PDP', state: 'GA' };
const a = (amount: string, fields: Partial<ModelLine>) => line('A', amount, { ...PDP, ...fields });
const bookOf = (months: Readonly<Record<Period, readonly ModelLine[]>>, productLine: 'medicare' | 'ancillary') =>
  scoreMonths(months, { productLine }, [line('Z', '1')]);

describe('months of a Medicare year', () => {
  it.each<[string, Period, string, string, Period]>([
    ['a member who is new in June, with seven months', '2025-06', '2025-06-01', '7', '2025-07'],
    ['a member who is new in November, with two months', '2025-11', '2025-11-01', '2', '2025-12'],
    ['an old member in January, with twelve months', '2025-01', '2022-05-01', '12', '2025-02'],
    ['a member who begins next month, with seven months', '2025-05', '2025-06-01', '7', '2025-06'],
  ])('are paid ahead for %s', async (_case, period, effectiveDate, monthsPaid, next) => {
    const paid = a('63.58', { effectiveDate, monthsPaid });
    expect(rowIn(await bookOf({ [period]: [paid], [next]: [] }, 'medicare'), next)?.status).toBe('carried');
    // For other products, a policy that is younger than the months, or the modes of a premium say so.
    expect(rowIn(await bookOf({ [period]: [paid], [next]: [] }, 'ancillary'), next)?.status).toBe('carried');
  });

  it('are paid ahead for a policy that is younger, also beyond the end of the year', async () => {
    const paid = a('63.58', { effectiveDate: '2025-06-01', monthsPaid: '12' });
    const book = await bookOf({ '2025-06': [paid], '2026-05': [], '2026-06': [] }, 'medicare');
    expect(rowIn(book, '2026-05')?.status).toBe('carried');
    expect(rowIn(book, '2026-06')?.status).toBe('red');
  });

  it.each<[string, Period, string, string, Period]>([
    ['more months than the year has left', '2025-06', '2022-05-01', '12', '2025-07'],
    ['two months of an old member in November', '2025-11', '2022-05-01', '2', '2025-12'],
  ])('counter-case: are not known to be ahead for %s', async (_case, period, effectiveDate, monthsPaid, next) => {
    const paid = a('63.58', { effectiveDate, monthsPaid });
    expect(rowIn(await bookOf({ [period]: [paid], [next]: [] }, 'medicare'), next)?.status).toBe('red');
  });

  it('include January where it is paid in February', async () => {
    const year = { effectiveDate: '2022-05-01', monthsPaid: '12' };
    const months = { '2025-01': [a('55', year)], '2026-01': [], '2026-02': [a('57', year)], '2026-03': [] };
    const book = await bookOf(months, 'medicare');
    expect(rowIn(book, '2026-01')?.status).toBe('red');
    expect(signalsIn(book, '2026-02')).toContain('CATCH_UP_PAYMENT 4.75');
    expect(rowIn(book, '2026-03')?.status).toBe('carried');
  });

  it('do not repay what was taken back of the year before', async () => {
    const year = { effectiveDate: '2022-05-01', monthsPaid: '12' };
    const months = {
      '2025-01': [a('55', year)],
      '2025-09': [a('-55', year)],
      '2025-10': [],
      '2026-01': [a('57', year)],
    };
    expect(signalsIn(await bookOf(months, 'medicare'), '2026-01')).toContain('REINSTATED_NOT_REPAID 55');
  });

  it('are compared by the month: half of a renewal is a cut', async () => {
    const year = { effectiveDate: '2022-05-01', monthsPaid: '12' };
    const months = { '2025-01': [a('55', year)], '2026-01': [a('28.5', year)] };
    expect(signalsIn(await bookOf(months, 'medicare'), '2026-01')).toContain('COMMISSION_REDUCED 26.5');
  });
});
