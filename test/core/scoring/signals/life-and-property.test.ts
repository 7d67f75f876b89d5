import { describe, expect, it } from 'vitest';
import { comparable, file, line } from '../../../support/book-model-cases.ts';
import type { ModelLine } from '../../../support/book-model-record.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: planned changes in the pay of life, annuity and property policies are no findings, and cuts are. Another member is on every
 * statement.
 */

type Months = readonly (readonly ModelLine[])[];

const periodAt = (at: number) => `2025-${String(at + 1).padStart(2, '0')}`;
const bookOf = (months: Months, settings: Parameters<typeof score>[1] = {}) =>
  score(
    months.map((lines, at) =>
      file(at < 12 ? periodAt(at) : `2026-${String(at - 11).padStart(2, '0')}`, line('Z', '10'), ...lines),
    ),
    settings,
  );

describe('an excess premium beside the target premium', () => {
  const renewal = line('A', '14', { policy: 'P1', transactionType: 'Renewal', premium: '350', rate: '0.04' });
  const excess = line('A', '177', { policy: 'P1', transactionType: 'Excess', premium: '5900', rate: '0.03' });

  it('is paid once: neither its rate nor the month after it is a change', async () => {
    const book = await bookOf([[renewal], [renewal, excess], [renewal]]);
    for (const period of ['2025-02', '2025-03']) expect(signalsIn(book, period).join()).not.toMatch(/RATE|REDUCED/);
    expect(rowIn(book, '2025-03')?.status).toBe('green');
  });

  it('counter-case: a renewal at a lower rate is a change', async () => {
    const lower = line('A', '10.50', { policy: 'P1', transactionType: 'Renewal', premium: '350', rate: '0.03' });
    const book = await bookOf([[renewal], [lower, excess]]);
    expect(signalIn(book, '2025-02', 'RATE_CHANGED')?.severity).toBe('info');
  });
});

describe('an advance', () => {
  const advance = line('A', '900', { policy: 'P1', transactionType: 'Advance', effectiveDate: '2025-01-01' });

  it('of a new policy in two equal lines is a double payment', async () => {
    expect(signalsIn(await bookOf([[advance, advance]]), '2025-01')).toContain('DUPLICATE_PAYMENT 900');
  });

  it('counter-case: a new policy may have two equal lines of monthly pay', async () => {
    const monthly = line('A', '9', { policy: 'P1', transactionType: 'Renewal' });
    expect(signalsIn(await bookOf([[monthly, monthly]]), '2025-01').join()).not.toContain('DUPLICATE_PAYMENT');
  });

  const paid = (amount: string, premium: string, transactionType: string) =>
    line('A', amount, { policy: 'P1', transactionType, premium, effectiveDate: '2025-01-01' });
  const silent = Array.from({ length: 11 }, () => []);

  it('ends with the first year: the share of the premium that others get in the second is no cut', async () => {
    const others = comparable('9', { premium: '150', effectiveDate: '2024-11-01', transactionType: 'Renewal' });
    const book = await bookOf([
      [paid('1080', '1200', 'Advance'), ...others],
      ...silent.map(() => others),
      [paid('6', '100', 'Renewal'), ...others],
    ]);
    expect(rowIn(book, '2026-01')?.status).toBe('green');
    expect(reasonIn(book, '2026-01')).toBe(
      'Paid $6.00, was $90.00: policy year 2, paid 6 % of premium as 2 others are.',
    );
  });

  it.each<[string, ModelLine, Months]>([
    ['a share that nobody else gets', paid('6', '100', 'Renewal'), silent],
    ['months after the anniversary', paid('6', '100', 'Renewal'), [...silent, [], [], []]],
  ])('counter-case: %s is a cut', async (_, renewal, months) => {
    const book = await bookOf([[paid('1080', '1200', 'Advance')], ...months, [renewal]]);
    const period = `2026-${String(months.length - 10).padStart(2, '0')}`;
    expect(signalsIn(book, period).join()).toContain('COMMISSION_REDUCED');
  });
});

describe('a share of the premium that falls, with no rate on the line', () => {
  const paid = (amount: string, more: Partial<ModelLine> = {}) =>
    line('A', amount, {
      policy: 'P1',
      transactionType: 'Renewal',
      premium: '150',
      effectiveDate: '2019-08-01',
      ...more,
    });
  /** Two members who are paid 3 % of the premium in policy year 7. */
  const others = (more: Partial<ModelLine> = {}) =>
    comparable('6', { transactionType: 'Renewal', premium: '200', effectiveDate: '2019-06-01', ...more });
  /** Returns the row and signals of the month after a payment of 30, which is 20 % of the premium. */
  const monthAfter = async (before: string, now: string, paidNow: ModelLine, peers = others()) => {
    const book = await score([file(before, paid('30'), ...peers), file(now, paidNow, ...peers)]);
    return {
      status: rowIn(book, now)?.status,
      cut: signalIn(book, now, 'COMMISSION_REDUCED'),
      reason: reasonIn(book, now),
    };
  };

  it.each(['2025-08', '2025-09', '2025-10'])(
    'is a planned step if comparable members are paid so: %s',
    async (period) => {
      const { status, cut, reason } = await monthAfter('2025-07', period, paid('4.50'));
      expect([status, cut]).toEqual(['green', undefined]);
      expect(reason).toBe('Paid $4.50, was $30.00: policy year 7, paid 3 % of premium as 2 others are.');
    },
  );

  it.each<[string, string, string, ModelLine, ModelLine[]]>([
    ['less than they are paid', '2025-07', '2025-08', paid('3'), others()],
    ['another month', '2025-04', '2025-05', paid('4.50'), others()],
    ['months after the anniversary', '2025-10', '2025-11', paid('4.50'), others()],
    ['members of an earlier policy year', '2025-07', '2025-10', paid('4.50'), others({ effectiveDate: '2021-01-01' })],
    ['members of another plan', '2025-07', '2025-10', paid('4.50'), others({ planName: 'Gold' })],
  ])('counter-case: %s is a cut', async (_, before, now, paidNow, peers) => {
    expect((await monthAfter(before, now, paidNow, peers)).cut?.severity).toBe('warn');
  });

  it('is told as info in the first two months of a policy year of which no comparable member tells', async () => {
    for (const period of ['2025-08', '2025-09']) {
      const { status, cut } = await monthAfter('2025-07', period, paid('4.50'), []);
      expect(status).toBe('yellow');
      expect(cut).toEqual({
        code: 'COMMISSION_REDUCED',
        severity: 'info',
        amount: 25.5,
        detail: 'Paid $25.50 less ($30.00 → $4.50): policy year 7 begins.',
      });
    }
    for (const [period, line] of [
      ['2025-10', paid('4.50')],
      ['2025-08', paid('4.50', { policy: 'P2' })],
    ] as const)
      expect((await monthAfter('2025-07', period, line, [])).cut?.severity).toBe('warn');
  });
});

describe('an endorsement before a renewal at a lower premium', () => {
  const AUTO = { policyTerm: true, lineKinds: [{ kind: 'adjustment' as const, patterns: ['/^end/i'] }] };
  const term = (amount: string, premium: string, transactionType: string, from = '2025-01-09', to = '2025-07-09') =>
    line('A', amount, { policy: 'P1', transactionType, premium, effectiveDate: from, paidThrough: to });
  const months = (renewal: ModelLine): Months => [
    [term('90', '750', 'NEW')],
    [],
    [term('-5.40', '-45', 'END')],
    ...[[], [], []],
    [renewal],
  ];

  it('leaves the premium of the term, of which the renewal pays the same share', async () => {
    const book = await bookOf(months(term('87.30', '727.50', 'REN', '2025-07-09', '2026-01-09')), AUTO);
    expect(signalIn(book, '2025-07', 'COMMISSION_REDUCED')).toMatchObject({
      severity: 'info',
      detail: 'Paid $2.70 less ($90.00 → $87.30): premium $750.00 → $727.50.',
    });
  });

  it('counter-case: a smaller share of the premium is a cut', async () => {
    const book = await bookOf(months(term('80', '727.50', 'REN', '2025-07-09', '2026-01-09')), AUTO);
    expect(signalIn(book, '2025-07', 'COMMISSION_REDUCED')?.severity).toBe('warn');
  });
});
