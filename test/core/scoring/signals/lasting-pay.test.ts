import { describe, expect, it } from 'vitest';
import { a, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import type { BookSettings } from '../../../support/scored-book.ts';
import { codesIn, rowIn, score, scoreMonths, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/** Guarantee: a cut is reported as long as it lasts, and permanent pay at another interval is no cut and no drop. */

const other = line('B', '9');
const renewal = (amount: string, more: Partial<ModelLine> = {}) => a(amount, { transactionType: 'Renewal', ...more });

describe('a lasting cut', () => {
  it('is reported in each month until as much is paid again', async () => {
    const book = await scoreMonths({
      '2025-07': [renewal('7.10')],
      '2025-08': [renewal('4.97')],
      '2025-09': [renewal('4.97')],
      '2025-10': [renewal('7.10')],
      '2025-11': [renewal('7.10')],
    });
    expect(codesIn(book, '2025-08')).toEqual(['COMMISSION_REDUCED']);
    expect(signalIn(book, '2025-09', 'UNDERPAID')).toMatchObject({
      severity: 'info',
      amount: 2.13,
      certainty: 'estimated',
      detail: 'Less than this carrier paid in Jul 2025 ($7.10); no contract rate on file.',
    });
    expect(rowIn(book, '2025-09')).toMatchObject({ status: 'green' });
    expect(codesIn(book, '2025-10')).toEqual(['COMMISSION_INCREASED']);
    expect(codesIn(book, '2025-11')).toEqual([]);
  });

  it('is told in each month after the printed rate was cut, and not after a lower premium', async () => {
    const at = (member: string, amount: string, rate: string, premium: string) =>
      line(member, amount, { policy: 'P1', transactionType: 'Renewal', rate, premium });
    const others = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6'].map((member) => at(member, '22', '0.2', '110'));
    const months = (...own: readonly ModelLine[]) =>
      score(own.map((one, index) => file(`2025-0${index + 7}`, ...others, one)));
    const cut = await months(
      at('A', '22', '0.2', '110'),
      at('A', '16.5', '0.15', '110'),
      at('A', '16.5', '0.15', '110'),
    );
    expect(codesIn(cut, '2025-08')).toContain('COMMISSION_REDUCED');
    expect(codesIn(cut, '2025-09')).toEqual(['UNDERPAID']);
    const lower = await months(
      at('A', '22', '0.2', '110'),
      at('A', '21.2', '0.2', '106'),
      at('A', '21.2', '0.2', '106'),
    );
    expect(codesIn(lower, '2025-09')).toEqual([]);
  });

  it('is not told beside a further cut', async () => {
    const months = { '2025-07': [renewal('7.10')], '2025-08': [renewal('4.97')], '2025-09': [renewal('4')] };
    expect(signalsIn(await scoreMonths(months), '2025-09')).toEqual(['COMMISSION_REDUCED 0.97']);
  });

  it('is told by mere amounts, too', async () => {
    const plain = await scoreMonths({ '2025-07': [a('7.10')], '2025-08': [a('4.97')], '2025-09': [a('4.97')] });
    expect(codesIn(plain, '2025-09')).toEqual(['UNDERPAID']);
  });

  it('counter-cases: is not reported for fewer lives, and a contracted rate that gives the lower amount', async () => {
    const group = (amount: string, lives: string) => renewal(amount, { lives });
    const fewer = { '2025-07': [group('30', '3')], '2025-08': [group('20', '2')], '2025-09': [group('20', '2')] };
    expect(codesIn(await scoreMonths(fewer), '2025-09')).toEqual([]);
    const rates = [{ rateType: 'flat_per_member' as const, rateValue: '4.97' }];
    const months = { '2025-07': [renewal('7.10')], '2025-08': [renewal('4.97')], '2025-09': [renewal('4.97')] };
    expect(codesIn(await scoreMonths(months, { rates }), '2025-09')).toEqual([]);
  });
});

describe('a lower premium', () => {
  it('explains the same share of the cut', async () => {
    const paid = (amount: string, premium: string) => renewal(amount, { premium });
    const book = await scoreMonths({ '2025-05': [paid('246.90', '1646')], '2025-06': [paid('237.02', '1580.16')] });
    expect(signalIn(book, '2025-06', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'info' });
    const less = await scoreMonths({ '2025-05': [paid('246.90', '1646')], '2025-06': [paid('230', '1580.16')] });
    expect(signalIn(less, '2025-06', 'COMMISSION_REDUCED')).toMatchObject({ severity: 'warn' });
  });
});

describe('an advance known only by its type', () => {
  const _advance = a('542.70', { transactionType: 'Commission Advance' });
  const _earned = (amount: string) => a(amount, { transactionType: 'First Year Earned' });

  it('counter-case: the same amount without the word is a month', async () => {
    const book = await scoreMonths({ '2024-12': [renewal('542.70')], '2025-01': [other] });
    expect(rowIn(book, '2025-01')).toMatchObject({ status: 'red' });
  });
});

describe('a premium paid by the quarter', () => {
  const quarter = (paidThrough: string) => renewal('17.04', { paidThrough });

  it('pays for its own quarter when it is late', async () => {
    const book = await scoreMonths({
      '2025-06': [quarter('2025-08-31')],
      '2025-09': [quarter('2025-11-30')],
      '2025-12': [other],
      '2026-01': [quarter('2026-02-28')],
      '2026-03': [quarter('2026-05-31')],
    });
    expect(codesIn(book, '2026-01')).not.toContain('MISSED_MONTHS');
    expect(codesIn(book, '2026-03')).not.toContain('COMMISSION_REDUCED');
  });

  it('counter-case: another amount for a later month leaves December unpaid', async () => {
    const book = await scoreMonths({
      '2025-06': [quarter('2025-08-31')],
      '2025-09': [quarter('2025-11-30')],
      '2025-12': [other],
      '2026-01': [renewal('5.68', { paidThrough: '2026-01-31' })],
    });
    expect(codesIn(book, '2026-01')).toContain('MISSED_MONTHS');
  });
});

it("ends a policy's term with a cancellation, however little is charged back", async () => {
  const term = a('186.60', { effectiveDate: '2025-04-01', paidThrough: '2026-03-31', transactionType: 'Renewal' });
  const back = (transactionType: string) => a('-20', { effectiveDate: '2025-04-01', transactionType });
  const bookWith = (type: string) =>
    scoreMonths({ '2025-04': [term], '2025-06': [back(type)], '2025-07': [other] }, { policyTerm: true });
  expect(rowIn(await bookWith('Cancellation'), '2025-07')).toMatchObject({ status: 'red' });
  // Counter-case: an endorsement does not end the term.
  expect(rowIn(await bookWith('Endorsement'), '2025-07')).toMatchObject({ status: 'carried' });
});

it('treats a monthly fee as regular pay, and another fee not', async () => {
  const fee = (transactionType: string) => a('1.25', { transactionType });
  const months = (type: string) => ({
    '2025-03': [renewal('26.08'), fee(type)],
    '2025-04': [renewal('26.08'), fee(type)],
    '2025-05': [other],
  });
  expect(rowIn(await scoreMonths(months('Monthly Admin Fee')), '2025-05')).toMatchObject({
    status: 'red',
    prev: '27.33',
  });
  expect(codesIn(await scoreMonths(months('Monthly Admin Fee')), '2025-04')).toEqual([]);
  expect(rowIn(await scoreMonths(months('Set-up fee')), '2025-05')).toMatchObject({ status: 'red', prev: '26.08' });
});

describe('a chargeback beside pay', () => {
  const month = (amount: string, more: Partial<ModelLine>) => a(amount, { transactionType: 'Commission', ...more });

  it('is correct for a coverage that is no longer paid', async () => {
    const dental = { productType: 'DENTAL', coverageMonth: '2026-02-01' };
    const book = await scoreMonths({
      '2026-01': [month('50', dental), month('27.20', { productType: 'VISION', coverageMonth: '2026-01-01' })],
      '2026-02': [month('50', dental), month('-27.20', { productType: 'VISION', coverageMonth: '2026-01-01' })],
    });
    expect(codesIn(book, '2026-02')).not.toContain('CHARGEBACK_ON_ACTIVE');
  });

  it('corrects the month before if it equals the decrease of the pay', async () => {
    const of = (amount: string, coverageMonth: string) => month(amount, { coverageMonth });
    const bookWith = (back: string) =>
      scoreMonths({
        '2025-11': [of('60', '2025-11-01')],
        '2025-12': [of('40', '2025-12-01'), of(back, '2025-11-01')],
      });
    expect(codesIn(await bookWith('-20'), '2025-12')).not.toContain('CHARGEBACK_ON_ACTIVE');
    // Counter-case: another amount is a chargeback on an active member.
    expect(codesIn(await bookWith('-60'), '2025-12')).toContain('CHARGEBACK_ON_ACTIVE');
  });
});

describe('a rhythm of payments without months', () => {
  const pays = (first: string, second: string, settings: Partial<BookSettings> = {}) =>
    scoreMonths(
      {
        '2025-01': [renewal(first)],
        '2025-02': [other],
        '2025-03': [other],
        '2025-04': [renewal(second)],
        '2025-05': [other],
      },
      settings,
    );

  it.each([
    ['the same amount', '51.12', {}],
    ['a cent more', '51.13', {}],
    ['as much less as the tolerance allows', '50.62', { config: { toleranceAbsolute: '0.5', tolerancePercent: '0' } }],
  ])('is by the quarter when the second payment is %s', async (_case, second, settings) => {
    const book = await pays('51.12', second, settings);
    expect(codesIn(book, '2025-04')).not.toContain('MISSED_MONTHS');
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'carried' });
  });

  it('counter-case: beyond the tolerance two months were missed', async () => {
    const book = await pays('51.12', '50.62');
    expect(codesIn(book, '2025-04')).toContain('MISSED_MONTHS');
    expect(rowIn(book, '2025-05')).toMatchObject({ status: 'red' });
  });
});
