import { describe, expect, it } from 'vitest';
import { memberMonthOf, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { withoutReversals } from '../../../core/scoring/regular-pay.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import type { BookSettings } from '../../support/scored-book.ts';
import { reasonIn, rowIn, scoreMonths, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: lines that a statement takes back and repays are left out. The tests list the remaining amounts, in dollars. */

const DOLLAR = 10_000;
const MOMENT = { period: '2026-03', kindOf: lineKindOf({ lineKinds: [] }) };
type Prior = NonNullable<Parameters<typeof withoutReversals>[1]>;
const MARCH = { coverageMonth: '2026-03' };
/** Six months were paid at once, to June. */
const ADVANCE: Prior = {
  commissionAmount: 480 * DOLLAR,
  lastPresentAmount: 480 * DOLLAR,
  paidThrough: '2026-06-30',
  history: { paidMonths: 6, extraMonths: 0 },
};

function of(dollars: number, transactionType: string | null, fields: Partial<ScorableLine> = {}, policy = 'P1') {
  return plainLine('A', policy, { amount: Math.round(dollars * DOLLAR), transactionType, ...fields });
}

const net = (lines: ScorableLine[], prior?: Prior) => withoutReversals(memberMonthOf(lines), prior, MOMENT);

const left = (...input: Parameters<typeof net>) =>
  net(...input)
    .records.flatMap(({ lines }) => lines.map(({ amount }) => amount / DOLLAR))
    .join(' ');

describe('a line without the word', () => {
  const date = (effectiveDate: string) => ({ effectiveDate });

  it.each<[string, string, ScorableLine[]]>([
    ['in full', '', [of(-80, 'CAN'), of(80, 'REN')]],
    ['a cent short', '', [of(-80, 'CAN'), of(79.99, 'REN')]],
    ['two cents short is other pay', '-80 79.98', [of(-80, 'CAN'), of(79.98, 'REN')]],
    ['with the same date', '', [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN', date('2026-03-03'))]],
    ['without a date', '', [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN')]],
    ['of a cancellation without a date', '', [of(-80, 'CAN'), of(80, 'REN', date('2026-03-03'))]],
    [
      'with a later date is other pay',
      '-80 80',
      [of(-80, 'CAN', date('2026-03-03')), of(80, 'REN', date('2026-03-04'))],
    ],
    ['for another month is other pay', '-80 80', [of(-80, 'CAN', MARCH), of(80, 'REN', { coverageMonth: '2026-02' })]],
    ['that says no more than an amount is other pay', '-80 80', [of(-80, null), of(80, null)]],
  ])('repays what was taken back while an advance lasts: %s', (_case, remaining, lines) => {
    expect(left(lines, ADVANCE)).toBe(remaining);
  });

  it.each([
    ['the advance ends with this month', { ...ADVANCE, paidThrough: '2026-03-31' }, ''],
    ['the advance has ended', { ...ADVANCE, paidThrough: '2026-02-28' }, '-80 80'],
    ['the end of the advance is not known', { ...ADVANCE, paidThrough: null }, '-80 80'],
    ['the policy is paid by the month', { ...ADVANCE, history: { paidMonths: 1, extraMonths: 0 } }, '-80 80'],
    ['the policy is new', undefined, '-80 80'],
  ])('repays only if nothing is due: %s', (_case, prior, remaining) => {
    expect(left([of(-80, 'CAN'), of(80, 'REN')], prior)).toBe(remaining);
  });

  it.each<[string, string, ScorableLine[]]>([
    ['the same amount', '50', [of(50, 'REN'), of(50, 'REN'), of(-50, 'COR')]],
    ['half of the amount', '25', [of(50, 'REN'), of(25, 'REN'), of(-50, 'COR')]],
    ['double the amount', '100', [of(50, 'REN'), of(100, 'REN'), of(-50, 'COR')]],
    ['less than half is other pay', '50 24.99 -50', [of(50, 'REN'), of(24.99, 'REN'), of(-50, 'COR')]],
    ['more than double is other pay', '50 100.01 -50', [of(50, 'REN'), of(100.01, 'REN'), of(-50, 'COR')]],
    ['an override only is other pay', '50 50 -50', [of(50, 'REN'), of(50, 'Override'), of(-50, 'COR')]],
    ['an override beside an override', '50', [of(50, 'Override'), of(50, 'Override'), of(-50, 'Override')]],
  ])("repays beside the month's own pay: %s", (_case, remaining, lines) => {
    expect(left(lines)).toBe(remaining);
  });
});

it('returns a month without payment if nothing remains', () => {
  const nothing = { amount: 0, paid: 0, hasPayment: false };
  expect(net([of(-80, 'CAN'), of(80, 'REI')], ADVANCE)).toMatchObject({
    ...nothing,
    chargeback: 0,
    lineCount: 0,
    records: [{ ...nothing, policyRefId: 'P1', lines: [] }],
  });
});

it('returns the same month if nothing was repaid', () => {
  const month = memberMonthOf([of(-80, 'CAN'), of(50, 'REN')]);
  expect(withoutReversals(month, undefined, MOMENT)).toBe(month);
});

describe('what was paid twice', () => {
  /** February paid $50 twice. */
  const TWICE: Prior = {
    commissionAmount: 100 * DOLLAR,
    lastPresentAmount: 50 * DOLLAR,
    paidThrough: null,
    history: { paidMonths: 1, extraMonths: 0 },
  };

  it.each<[string, string, Prior, ScorableLine[]]>([
    ['is taken back, which leaves the pay of the month', '50', TWICE, [of(-50, 'Adjustment'), of(50, 'Renewal')]],
    ['counter-case: another amount', '-40 50', TWICE, [of(-40, 'Adjustment'), of(50, 'Renewal')]],
    [
      'counter-case: it was paid once',
      '-50 50',
      { ...TWICE, commissionAmount: 50 * DOLLAR },
      [of(-50, 'ADJ'), of(50, 'REN')],
    ],
    [
      'counter-case: the second payment caught up a month',
      '-50 50',
      { ...TWICE, history: { paidMonths: 1, extraMonths: 1 } },
      [of(-50, 'Adjustment'), of(50, 'Renewal')],
    ],
  ])('%s', (_case, remaining, prior, lines) => {
    expect(left(lines, prior)).toBe(remaining);
  });
});

describe('in a book', () => {
  /**
   * Guarantee: what one statement takes back and repays causes no finding, as for a policy that is cancelled and reinstated. Another member
   * is on every statement.
   */

  const a = (amount: string, transactionType: string | null, fields: Partial<ModelLine> = {}) =>
    line('A', amount, { policy: 'P1', transactionType, ...fields });

  const bookOf = (months: Readonly<Record<string, readonly ModelLine[]>>, settings: Partial<BookSettings> = {}) =>
    scoreMonths(months, settings, [line('Z', '10')]);

  const [JAN, FEB, MAR, APR, JUL] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-07'] as const;

  describe('a policy with a term', () => {
    const TERM = { effectiveDate: '2026-01-01', paidThrough: '2026-06-30' };
    const from = (effectiveDate: string) => ({ effectiveDate });
    const auto = (march: readonly ModelLine[]) =>
      bookOf(
        { [JAN]: [a('120', 'New', TERM)], [FEB]: [], [MAR]: march, [APR]: [], [JUL]: [] },
        { policyTerm: true, cadence: { default: 6 } },
      );

    it.each<[string, readonly ModelLine[]]>([
      ['in order', [a('-80', 'Cancellation', from('2026-03-03')), a('80', 'Reinstatement', from('2026-03-03'))]],
      ['the other way round', [a('80', 'Reinstatement'), a('-80', 'Cancellation')]],
      ['without the word', [a('-80', 'Cancellation', from('2026-03-03')), a('80', 'Renewal', from('2026-01-01'))]],
      ['twice', [a('-80', 'CAN'), a('80', 'REIN'), a('-80', 'CAN'), a('80', 'REIN')]],
    ])('that is reinstated in full continues without a finding: %s', async (_, march) => {
      const book = await auto(march);
      expect(rowIn(book, MAR)).toMatchObject({
        status: 'green',
        amount: '0',
        chargeback: march.length === 4 ? '160' : '80',
      });
      expect(signalsIn(book, MAR)).toEqual([]);
      expect(rowIn(book, APR)?.status).toBe('carried');
      expect(rowIn(book, JUL)).toMatchObject({ status: 'red', prev: '120' });
    });

    it('counter-case: has ended if it is cancelled and as much is paid for a later term', async () => {
      const book = await auto([a('-80', 'Cancellation', from('2026-03-03')), a('80', 'New', from('2026-04-01'))]);
      expect(signalsIn(book, MAR)).toContain('CHARGEBACK_ON_ACTIVE 80');
    });

    it('counter-case: is not reinstated if another policy is', async () => {
      const book = await auto([a('-80', 'Cancellation'), a('80', 'Reinstatement', { policy: 'P2' })]);
      expect(signalsIn(book, MAR)).not.toEqual([]);
    });
  });

  describe('a policy that is paid by the month', () => {
    it.each<[string, readonly ModelLine[]]>([
      ['by a line that says reinstatement', [a('50', 'Renewal'), a('-50', 'Termination'), a('50', 'Reinstatement')]],
      ['by a second line and its correction', [a('50', 'Renewal'), a('50', 'Renewal'), a('-50', 'Correction')]],
    ])('has no finding if it is charged back and repaid beside its pay: %s', async (_, february) => {
      const book = await bookOf({ [JAN]: [a('50', 'Renewal')], [FEB]: february, [MAR]: [a('50', 'Renewal')] });
      expect(rowIn(book, FEB)).toMatchObject({ status: 'green', flags: 'CHARGEBACK', prev: '50' });
      expect(signalsIn(book, FEB)).toEqual([]);
      expect(reasonIn(book, FEB)).toBe('Paid $50.00, as in Jan 2026.');
      expect(signalsIn(book, MAR)).toEqual([]);
    });

    it.each<[string, readonly ModelLine[]]>([
      ['the pay of the month alone', [a('50', 'Renewal'), a('-50', 'Chargeback')]],
      [
        'another month',
        [a('50', 'Renewal', { coverageMonth: FEB }), a('-50', 'Chargeback', { coverageMonth: '2025-11' })],
      ],
      [
        'another coverage',
        [
          a('50', 'Renewal', { productType: 'MED' }),
          a('50', 'Renewal', { productType: 'DEN' }),
          a('-50', 'Chargeback', { productType: 'MED' }),
        ],
      ],
      ['lines that are amounts', [a('50', null), a('50', null), a('-50', null)]],
    ])('counter-case, charged back while active: %s', async (_, february) => {
      const book = await bookOf({ [JAN]: [a('50', 'Renewal')], [FEB]: february });
      expect(signalsIn(book, FEB)).toContain('CHARGEBACK_ON_ACTIVE 50');
    });
  });
});
