import { describe, expect, it } from 'vitest';
import { addMonths, type Period } from '../../../core/period.ts';
import { isSale, withSalesPaidOnce } from '../../../core/scoring/learned-terms.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { NO_PROFILE, type ScorableLine, withLine } from '../../../core/scoring/member-month.ts';
import type { PeriodMember } from '../../../core/scoring/period-members.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { line as bookLine, file } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { rollupIn, rowIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: only a sale whose carrier pays sales once is due nothing on the next statement. */

const DOLLAR = 10_000;

/** Makes a trip or annuity that began in January and was paid with the January statement. */
function sold(id: string, dollars = 40, more: Partial<PriorRow> = {}): PriorRow {
  return {
    memberRefId: id,
    memberExternalId: id,
    status: 'green',
    profile: { ...NO_PROFILE, effectiveDate: '2026-01-09' },
    firstSeenPeriod: '2026-01',
    lastPresentPeriod: '2026-01',
    lastPresentAmount: dollars * DOLLAR,
    commissionAmount: 0,
    paidThrough: null,
    history: { ...NO_HISTORY, lastPaidPeriod: '2026-01', lastPaidAmount: dollars * DOLLAR },
    ...more,
  };
}

const began = (effectiveDate: string | null) => ({ profile: { ...NO_PROFILE, effectiveDate } });

describe('a sale', () => {
  it.each<[string, Partial<PriorRow>, boolean]>([
    ['was paid in the month in which it began', {}, true],
    ['was paid in the month after its beginning', began('2025-12-31'), true],
    ['was paid in the month before its beginning', began('2026-02-01'), true],
    ['was not paid two months after its beginning', began('2025-11-30'), false],
    ['was not paid two months before its beginning', began('2026-03-01'), false],
    ['has a date', began(null), false],
    ['was not paid before', { firstSeenPeriod: '2025-12' }, false],
    ['is not paid for later months', { paidThrough: '2026-06-30' }, false],
    ['was paid', { history: NO_HISTORY }, false],
    ['has not left', { status: 'red' }, false],
    ['is not paid ahead', { status: 'carried' }, false],
  ])('%s', (_case, more, expected) => {
    expect(isSale(sold('A', 40, more))).toBe(expected);
  });
});

const absent = (prior: PriorRow): PeriodMember => ({ memberRefId: prior.memberRefId, prior, lines: undefined });
const paid = (id: string, line: Partial<ScorableLine>, prior?: PriorRow): PeriodMember => ({
  memberRefId: id,
  prior,
  lines: withLine(undefined, plainLine(id, null, { amount: 40 * DOLLAR, transactionType: 'Commission', ...line })),
});
/** Makes member A, who was sold in February and paid $40, with a second line of $5 that has only an amount. */
const paidTwice = (amountOnly: Partial<ScorableLine>): PeriodMember => {
  const sale = paid('A', { effectiveDate: '2026-02-09' });
  return { ...sale, lines: withLine(sale.lines, plainLine('A', null, { amount: 5 * DOLLAR, ...amountOnly })) };
};
const times = (count: number, make: (id: string) => PeriodMember) =>
  Array.from({ length: count }, (_, at) => make(`${at}`));

const gone = (count: number, dollars?: number) => times(count, (id) => absent(sold(`gone ${id}`, dollars)));
const soldNow = (count: number, effectiveDate = '2026-02-09') =>
  times(count, (id) => paid(`now ${id}`, { effectiveDate }));
const trails = (...dollars: readonly number[]) =>
  dollars.map((one, at) => paid(`trail ${at}`, { effectiveDate: '2020-03-01', amount: one * DOLLAR }));

const FEBRUARY = {
  ...{ period: '2026-02', baselinePeriod: '2026-01', productLine: null, isPolicyTerm: false },
  isBetweenPayments: () => false,
} as const;

/** Returns the number of members for whom nothing is due. */
function paidOnce(
  members: readonly PeriodMember[],
  context: Parameters<typeof withSalesPaidOnce>[0] = FEBRUARY,
): number {
  const learned = withSalesPaidOnce(context, members);
  return learned.members.filter(
    ({ prior }) => prior !== undefined && (prior.lastPresentAmount === 0 || learned.context.isBetweenPayments(prior)),
  ).length;
}

describe('sales that are absent', () => {
  const trip = [...gone(5), ...soldNow(5)];

  it.each<[string, readonly PeriodMember[], number]>([
    ['are paid once where five are followed by five others', trip, 5],
    ['are not known to be paid once where four are followed by five others', [...gone(4), ...soldNow(5)], 0],
    ['are not known to be paid once where five are followed by four others', [...gone(5), ...soldNow(4)], 0],
    ['are followed by sales of the month before', [...gone(5), ...soldNow(5, '2026-01-20')], 5],
    ['are not followed by policies of two months', [...gone(5), ...soldNow(5, '2025-12-20')], 0],
    ['are not followed by policies without a date', [...trip, paid('A', {})], 0],
    [
      'are followed by no line that is only an amount',
      [...trip, paid('A', { effectiveDate: '2026-02-09', transactionType: null })],
      0,
    ],
    [
      'are followed by no member with a line that is only an amount beside another',
      [...trip, paidTwice({ policyRefId: null })],
      0,
    ],
    [
      'are followed by no member with a line that is only an amount for another policy',
      [...trip, paidTwice({ policyRefId: 'P2' })],
      0,
    ],
    ['may be next to a refund', [...trip, paid('A', { amount: -5 * DOLLAR })], 5],
    ['are not next to a sale that is paid again', [...trip, paid('A', { effectiveDate: '2026-01-09' }, sold('A'))], 0],
    [
      'are known by the date of an earlier statement',
      [
        ...gone(1, 900),
        ...trails(5, 5),
        paid('A', { amount: 5 * DOLLAR }, sold('A', 5, { firstSeenPeriod: '2025-01', ...began('2025-02-01') })),
      ],
      1,
    ],
    [
      'are not next to a policy of eleven months',
      [...gone(1, 900), ...trails(5, 5, 5), paid('A', { effectiveDate: '2025-03-01' })],
      0,
    ],
    ['are paid once at twelve times the pay of older policies', [...gone(1, 60), ...trails(5, 5, 5)], 1],
    [
      'are not known to be paid once at less than twelve times the pay of older policies',
      [...gone(1, 59), ...trails(5, 5, 5)],
      0,
    ],
    ['are compared with the middle of all older policies', [...gone(1, 60), ...trails(5, 90, 1)], 1],
    ['are compared with the upper of two in the middle', [...gone(1, 71), ...trails(5, 6, 6, 5)], 0],
    ['are compared with three older policies', [...gone(5, 900), ...soldNow(5), ...trails(5, 5)], 0],
  ])('%s', (_case, members, expected) => {
    expect(paidOnce(members)).toBe(expected);
  });

  it.each<[string, Partial<Parameters<typeof withSalesPaidOnce>[0]>]>([
    ['a first statement', { baselinePeriod: null }],
    ['Medicare plans', { productLine: 'medicare' }],
    ['policies with a term', { isPolicyTerm: true }],
  ])('are not learned for %s', (_case, more) => {
    expect(paidOnce(trip, { ...FEBRUARY, ...more })).toBe(0);
  });

  it('have no regular pay beside older policies, and keep what else is known of them', () => {
    const [first] = withSalesPaidOnce(FEBRUARY, [...gone(1, 60), ...trails(5, 5, 5)]).members;
    const history = { ...NO_HISTORY, lastPaidPeriod: null, lastPaidAmount: 0 };
    expect(first?.prior).toEqual(sold('gone 0', 0, { history }));
  });

  it('keep their pay where no policy is older, because they may be paid again', () => {
    expect(withSalesPaidOnce(FEBRUARY, trip).members).toEqual(trip);
  });
});

describe('a sale that was absent without a drop', () => {
  const december = { firstSeenPeriod: '2025-12', lastPresentPeriod: '2025-12', ...began('2025-12-09') } as const;
  const history = { ...NO_HISTORY, lastPaidPeriod: '2025-12', lastPaidAmount: 40 * DOLLAR } as const;
  const earlier = sold('A', 40, { ...december, history });

  it('is paid once, whatever the statement pays now', () => {
    expect(paidOnce([paid('A', {}, earlier)])).toBe(1);
  });

  it('stays as it is while it is absent', () => {
    expect(paidOnce([absent(earlier), ...soldNow(5)])).toBe(0);
    expect(paidOnce([absent(earlier), ...gone(4), ...soldNow(5)])).toBe(0);
  });
});

describe('in a book', () => {
  /** docs/reference/scoring.md#sales-that-are-paid-once. Guarantee: a sale that is paid once is no drop, and a policy that left is. */

  const START: Period = '2026-01';
  const line = (id: string, amount: string, more: Partial<ModelLine> = {}) =>
    bookLine(id, amount, { transactionType: 'Commission', ...more });
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
      expect(rowIn(book, '2026-02', 'T0-0')).toMatchObject({ status: 'carried', owed: null });
      expect(rollupIn(book, '2026-04')).toMatchObject({ red: 0, commissionDropped: '0', new: 5 });
    });

    it('are no drops in any month of two years', async () => {
      const book = await score(trips(5, 24));
      const periods = Array.from({ length: 24 }, (_, at) => addMonths(START, at));
      expect(periods.map((period) => rollupIn(book, period)?.red)).toEqual(periods.map(() => 0));
    });

    it('may be paid by the quarter: each is compared with its quarter, and one that is skipped is red', async () => {
      const quarters = Array.from({ length: 7 }, (_, at) => {
        const period = addMonths(START, at);
        const group = at % 3;
        const ids = Array.from({ length: 6 }, (_, index) => `Q${group}-${index}`);
        const began = addMonths(START, group);
        const paid = ids.filter((id) => id !== 'Q0-5' || at < 6);
        return file(period, ...paid.map((id) => sale(id, '40', began)));
      });
      const book = await score(quarters);
      expect(rowIn(book, '2026-04', 'Q0-0')).toMatchObject({ status: 'green', prev: '40' });
      expect([2, 3, 4, 5].map((at) => rollupIn(book, addMonths(START, at))?.red)).toEqual([0, 0, 0, 0]);
      expect(rowIn(book, '2026-07', 'Q0-5')).toMatchObject({ status: 'red' });
      expect(rollupIn(book, '2026-07')?.red).toBe(1);
    });

    it('may be returned premium by an audit between two payments, which takes no payment back', async () => {
      const paid = (at: number) =>
        [0, 1, 2].flatMap((group) =>
          at % 3 === group
            ? Array.from({ length: 6 }, (_, index) => sale(`Q${group}-${index}`, '40', addMonths(START, group)))
            : [],
        );
      const audit = (transactionType: string) =>
        score(
          Array.from({ length: 7 }, (_, at) => {
            const back = at === 4 ? [line('Q0-0', '-8', { premium: '-100', transactionType })] : [];
            return file(addMonths(START, at), ...paid(at), ...back);
          }),
        );
      const audited = await audit('Audit');
      expect(signalIn(audited, '2026-05', 'NEGATIVE_NET', 'Q0-0')?.severity).toBe('info');
      expect(rowIn(audited, '2026-06', 'Q0-0')?.status).toBe('carried');
      expect(rowIn(audited, '2026-07', 'Q0-0')).toMatchObject({ status: 'green', prev: '40' });
      // Counter-case: money that is taken back.
      expect(signalIn(await audit('Chargeback'), '2026-05', 'NEGATIVE_NET', 'Q0-0')?.severity).toBe('warn');
    });

    it('do not report a refund as an unmatched chargeback', async () => {
      const book = await score(trips(6, 4, (period) => (period === '2026-03' ? [line('T0-0', '-40')] : [])));
      expect(rowIn(book, '2026-03', 'T0-0')).toMatchObject({ chargeback: '40', prev: '40' });
      expect(signalsIn(book, '2026-03', 'T0-0').join()).not.toContain('CHARGEBACK_UNMATCHED');
    });

    it('counter-case: are drops with the product line of Medicare plans', async () => {
      expect(rowIn(await score(trips(5, 2), { productLine: 'medicare' }), '2026-02', 'T0-0')?.status).toBe('red');
    });
  });

  describe('a sale whose trail begins in the second year', () => {
    const trails = (count: number) =>
      Array.from({ length: count }, (_, at) => line(`R${at}`, '5', { effectiveDate: '2020-03-01' }));
    const book = (count: number) =>
      score(
        Array.from({ length: 15 }, (_, at) => {
          const period = addMonths(START, at);
          const own =
            at === 0 ? [sale('A', '900', START)] : at >= 12 ? [line('A', '6', { effectiveDate: `${START}-09` })] : [];
          return file(period, ...trails(count), ...own);
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
  });
});
