import { describe, expect, it } from 'vitest';
import { memberMonthOf, type ScorableLine } from '../../../core/scoring/member-month.ts';
import {
  isCancelled,
  lastPaidMonth,
  premiumOfMonth,
  throughAfterChargeback,
} from '../../../core/scoring/policy-term.ts';
import { SIGNAL_CODES } from '../../../core/scoring/signal.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { file, line } from '../../support/book-model-cases.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { reasonIn, rowIn, score, signalIn, signalsIn } from '../../support/scored-book-cases.ts';

/** Guarantee: cancellation and endorsement change the paid months of a policy as listed. Amounts are dollars. */

const DOLLAR = 10_000;
const kindOf = lineKindOf({ lineKinds: [] });
const TERM = { kindOf, isPolicyTerm: true };

function of(dollars: number, transactionType: string | null, fields: Partial<ScorableLine> = {}, policy = 'P1') {
  return plainLine('A', policy, { amount: Math.round(dollars * DOLLAR), transactionType, ...fields });
}

it.each([
  ['2026-06-30', true, null, '2026-06'],
  ['2026-07-15', true, null, '2026-06'],
  ['2026-07-01', true, null, '2026-06'],
  ['2026-07-15', false, null, '2026-07'],
  ['2027-02-28', true, '2026-08-28', '2027-01'],
  ['2026-07-31', true, '2026-01-31', '2026-06'],
  ['2026-08-31', true, '2026-03-01', '2026-08'],
])('pay up to %s (policy terms: %s, from %s) covers the months up to %s', (paidThrough, isTerm, effective, month) => {
  expect(lastPaidMonth(paidThrough, isTerm, effective)).toBe(month);
});

describe('a cancellation', () => {
  it.each([
    ['CAN', true],
    ['  cxl 12', true],
    ['XLC', true],
    ['Policy cancelled', true],
    ['Auto lapse', true],
    ['Pro rata flat can', true],
    ['Mexican auto', false],
    ['Candidate', false],
    ['Relapse', false],
    [null, false],
  ])('is recognized by the word or not: %s', (type, cancelled) => {
    expect(isCancelled(memberMonthOf(of(-80, type)))).toBe(cancelled);
  });

  it.each<[string, boolean, ScorableLine[]]>([
    ['without an amount', true, [of(0, 'CAN')]],
    ['of one of two policies', true, [of(50, 'REN'), of(-80, 'CAN', {}, 'P2')]],
    ['that is paid back', false, [of(80, 'Cancelled')]],
  ])('is recognized or not: %s', (_case, cancelled, lines) => {
    expect(isCancelled(memberMonthOf(lines))).toBe(cancelled);
  });
});

describe('the premium of a month', () => {
  const prior = { profile: { premium: 1_200 * DOLLAR } };
  const lower = of(-3, 'Endorsement', { premium: -30 * DOLLAR });
  const renewal = { premium: 1_300 * DOLLAR };
  it.each<[string, number | null, ScorableLine[]]>([
    ['is that of the term with an endorsement', 1_200, [lower]],
    ['is its own without a word', 1_300, [of(130, 'REN', renewal)]],
    ['is its own beside the pay for it', 1_300, [of(130, 'REN', renewal), lower]],
    ['adds the change of one policy to another one', 1_270, [of(130, 'REN', renewal, 'P2'), lower]],
  ])('%s', (_case, dollars, lines) => {
    expect(premiumOfMonth(memberMonthOf(lines), prior, TERM)).toBe(dollars === null ? null : dollars * DOLLAR);
  });
});

describe('an advance of $600 for 2026, after a chargeback in April', () => {
  const paid = { paidThrough: '2026-12-31', lastPresentAmount: 600 * DOLLAR, history: { paidMonths: 12 } };
  const reachAfter = (isPolicyTerm: boolean, lines: ScorableLine[], more: Partial<typeof paid> = {}) =>
    throughAfterChargeback({ ...paid, ...more }, memberMonthOf(lines), { kindOf, isPolicyTerm, period: '2026-04' });

  it.each<[string, string | null, ScorableLine[]]>([
    ['two months of pay are taken back', '2026-10', [of(-100, 'Chargeback')]],
    ['all pay after this month is taken back', '2026-04', [of(-400, 'Chargeback')]],
    ['the pay of this month is taken back too', null, [of(-450, 'Chargeback')]],
    ['a cancellation of two months', '2026-10', [of(-100, 'CAN')]],
    ['an adjustment takes months, because the policy has no term', '2026-10', [of(-100, 'Adjustment')]],
    ['an endorsement or an audit changes the premium, and takes none', '2026-12', [of(-100, 'Endorsement')]],
  ])('reaches as listed: %s', (_case, through, lines) => {
    expect(reachAfter(false, lines)).toBe(through);
  });

  it.each<[string, string | null, ScorableLine[]]>([
    ['less than the rest is taken back', '2026-12', [of(-350, 'Chargeback')]],
    ['the rest is taken back', '2026-04', [of(-400, 'Chargeback')]],
    ['it is cancelled', null, [of(-100, 'CAN')]],
    ['an endorsement', '2026-12', [of(-450, 'Endorsement')]],
    ['the rest beside an endorsement', '2026-04', [of(-400, 'Chargeback'), of(-50, 'Endorsement')]],
  ])('continues as a term unless it ends: %s', (_case, through, lines) => {
    expect(reachAfter(true, lines)).toBe(through);
  });

  it('is over if more than all of it is taken back before it begins', () => {
    expect(reachAfter(false, [of(-650, 'Chargeback')], { paidThrough: '2027-12-31' })).toBe(null);
  });

  it('reaches as far as before if its pay is not known', () => {
    expect(reachAfter(false, [of(-100, 'Chargeback')], { lastPresentAmount: 0 })).toBe('2026-12');
  });
});

describe('in a book', () => {
  /**
   * docs/reference/signals.md#policy-terms. Guarantee: endorsements, renewals and cancellations of a policy with a term have the listed
   * findings. The auto policy is paid 120 in January for the term to June. Another member is on every statement.
   */

  const [JAN, FEB, MAR, APR, JUN, JUL] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-06', '2026-07'] as const;
  const AUTO = { policyTerm: true, lineKinds: [{ kind: 'adjustment' as const, patterns: ['/^(end|chg|aud)/i'] }] };
  const TERM = { policy: 'P1', effectiveDate: '2026-01-01', paidThrough: '2026-06-30' };
  const NEXT_TERM = { policy: 'P1', effectiveDate: '2026-07-01', paidThrough: '2026-12-31' };
  const a = (amount: string, transactionType: string, fields: Partial<ModelLine> = TERM) =>
    line('A', amount, { ...fields, transactionType });

  const book = (months: Readonly<Record<string, readonly ModelLine[]>>) =>
    score(
      Object.entries(months).map(([period, lines]) => file(period, line('Z', '10'), ...lines)),
      AUTO,
    );

  /** Returns the findings of member A that need attention. */
  async function warningsIn(months: Parameters<typeof book>[0], period: string) {
    const scored = await book(months);
    const asking = SIGNAL_CODES.filter((code) => (signalIn(scored, period, code)?.severity ?? 'info') !== 'info');
    return signalsIn(scored, period).filter((told) => asking.some((code) => told.split(' ')[0] === code));
  }

  it.each([
    ['a discount', [a('-3.20', 'END')], ['NEGATIVE_NET 3.2'], 'carried'],
    ['a car more', [a('3.20', 'END')], ['COMMISSION_INCREASED 3.2'], 'carried'],
    ['a car more and a discount', [a('3.20', 'END'), a('-5', 'CHG')], ['NEGATIVE_NET 1.8'], 'carried'],
    [
      'a discount without the dates of the term',
      [a('-3.20', 'END', { policy: 'P1' })],
      ['NEGATIVE_NET 3.2'],
      'carried',
    ],
  ])('treats an endorsement within the term as no cut, and continues the term: %s', async (_, march, found, after) => {
    const scored = await book({ [JAN]: [a('120', 'NEW')], [FEB]: [], [MAR]: march, [APR]: [], [JUL]: [] });
    expect(rowIn(scored, MAR)?.status).toBe('green');
    expect(signalsIn(scored, MAR)).toEqual(found);
    expect(await warningsIn({ [JAN]: [a('120', 'NEW')], [MAR]: march }, MAR)).toEqual([]);
    expect(rowIn(scored, APR)?.status).toBe(after);
    expect(rowIn(scored, JUL)).toMatchObject({ status: 'red', prev: '120' });
  });

  it('knows an endorsement as within the term where the statement prints no end of a term', async () => {
    const dated = (amount: string, type: string) => a(amount, type, { policy: 'P1', effectiveDate: '2026-01-01' });
    const months = { [JAN]: [dated('120', 'NEW')], [FEB]: [], [MAR]: [dated('13.20', 'END')], [APR]: [] };
    const scored = await score(
      Object.entries(months).map(([period, lines]) => file(period, line('Z', '10'), ...lines)),
      { ...AUTO, cadence: { default: 12 } },
    );
    expect(rowIn(scored, MAR)?.status).toBe('green');
    expect(signalsIn(scored, MAR)).not.toContain('COMMISSION_REDUCED 120');
    expect(reasonIn(scored, APR)).toBe('Nothing due in Apr 2026: policy term to Dec 2026, $120.00 paid in Jan 2026.');
  });

  it('states in the month after an endorsement when the term was paid', async () => {
    const scored = await book({ [JAN]: [a('120', 'NEW')], [MAR]: [a('-3.20', 'END')], [APR]: [] });
    expect(reasonIn(scored, APR)).toBe('Nothing due in Apr 2026: policy term to Jun 2026, $120.00 paid in Jan 2026.');
  });

  it.each<[string, string]>([
    ['-80', "Cancelled: $80.00 of the term's $120.00 was taken back."],
    ['-120', "Cancelled: the term's $120.00 was taken back."],
    // Counter-case: an amount above the term's pay is no cancellation of this term alone.
    ['-130', 'Charged back $130.00 net in a month that was within the policy term to Jun 2026.'],
  ])('says for a cancellation of %s what it takes of the term', async (amount, reason) => {
    const scored = await book({ [JAN]: [a('120', 'NEW')], [MAR]: [a(amount, 'CAN')] });
    expect(reasonIn(scored, MAR)?.startsWith(reason)).toBe(true);
    expect(signalIn(scored, MAR, 'NEGATIVE_NET')?.detail).toBe(
      `$${amount.slice(1)}.00 taken back, nothing paid on this statement.`,
    );
  });

  it.each([
    ['131', '2026-08', 'Renewed a month late: $131.00, was $120.00.'],
    ['120', '2026-08', 'Renewed a month late: $120.00, as before.'],
    ['120', '2026-09', 'Renewed 2 months late: $120.00, as before.'],
  ])('catches up no month with a late renewal of %s in %s', async (amount, period, reason) => {
    const absent = period === '2026-09' ? { [JUL]: [], '2026-08': [] } : { [JUL]: [] };
    const scored = await book({ [JAN]: [a('120', 'NEW')], ...absent, [period]: [a(amount, 'REN', NEXT_TERM)] });
    expect(reasonIn(scored, period)).toBe(reason);
  });

  it('treats an endorsement beside the renewal as no cut either', async () => {
    const months = { [JAN]: [a('120', 'NEW')], [JUL]: [a('120', 'REN', NEXT_TERM), a('-4', 'END', NEXT_TERM)] };
    const scored = await book(months);
    expect(rowIn(scored, JUL)).toMatchObject({ status: 'green', prev: '120', amount: '116' });
    expect(await warningsIn(months, JUL)).toEqual([]);
    expect(reasonIn(scored, JUL)).toBe(
      'Paid $4.00 less than in Jan 2026 ($120.00 → $116.00): a chargeback of $4.00 is in it.',
    );
  });

  it('does not take the renewal after an endorsement for a repayment', async () => {
    const scored = await book({
      [JAN]: [a('120', 'NEW')],
      [JUN]: [a('-4', 'END')],
      [JUL]: [a('120', 'REN', NEXT_TERM)],
    });
    expect(reasonIn(scored, JUL)).toBe('Paid $120.00, as in Jan 2026.');
  });

  it('treats a policy that first appears with an endorsement as paid before, and does not miss it', async () => {
    for (const amount of ['-4', '4']) {
      const months = { [JAN]: [], [FEB]: [a(amount, 'END')], [MAR]: [], [JUL]: [a('120', 'REN', NEXT_TERM)] };
      const scored = await book(months);
      expect(rowIn(scored, MAR)).toBeUndefined();
      expect(await warningsIn(months, FEB)).toEqual([]);
      expect(await warningsIn(months, JUL)).toEqual([]);
    }
  });

  it.each([
    ['less than what was left of the term', a('-12', 'CAN')],
    ['all that was left', a('-80', 'CAN')],
    ['nothing, which some carriers print', a('0', 'CAN')],
    ['in words', a('-12', 'Flat Cancellation')],
  ])('ends the payment ahead with a cancellation: %s', async (_, march) => {
    const scored = await book({ [JAN]: [a('120', 'NEW')], [FEB]: [], [MAR]: [march], [APR]: [] });
    expect(rowIn(scored, FEB)?.status).toBe('carried');
    expect(signalsIn(scored, MAR)).not.toContain('PAID_AHEAD');
    expect(rowIn(scored, APR)).toMatchObject({ status: 'red', flags: 'DROPPED' });
  });

  it('asks for attention for a chargeback that is no endorsement', async () => {
    const months = { [JAN]: [a('120', 'NEW')], [MAR]: [a('-12', 'CAN')] };
    expect(await warningsIn(months, MAR)).toEqual(['COMMISSION_REDUCED 12', 'NEGATIVE_NET 12']);
    const lower = { [JAN]: [a('120', 'NEW')], [JUL]: [a('118', 'REN', NEXT_TERM)] };
    expect(await warningsIn(lower, JUL)).toEqual(['COMMISSION_REDUCED 2']);
  });

  it('keeps an adjustment below zero a chargeback without terms', async () => {
    const scored = await score(
      [file(JAN, line('A', '50', { transactionType: 'Pay' })), file(FEB, line('A', '-5', { transactionType: 'END' }))],
      { lineKinds: AUTO.lineKinds },
    );
    expect(signalsIn(scored, FEB)).toEqual(['COMMISSION_REDUCED 55', 'NEGATIVE_NET 5']);
  });

  it.each([
    ['a discount', a('-9', 'END', { ...TERM, premium: '-60', rate: '15' })],
    ['a car more', a('9', 'END', { ...TERM, premium: '60', rate: '15' })],
  ])(
    'treats a renewal at the same rate of a lower premium as no cut, whatever an earlier endorsement says: %s',
    async (_, march) => {
      const renewal = (amount: string, premium: string) => a(amount, 'REN', { ...NEXT_TERM, premium, rate: '15' });
      const months = (next: ModelLine) => ({
        [JAN]: [a('120', 'NEW', { ...TERM, premium: '800', rate: '15' })],
        [MAR]: [march],
        [JUL]: [next],
      });
      const scored = await book(months(renewal('111', '740')));
      expect(rowIn(scored, JUL)).toMatchObject({ status: 'yellow', prev: '120' });
      expect(signalIn(scored, JUL, 'COMMISSION_REDUCED')).toMatchObject({ severity: 'info', amount: 9 });
      expect(reasonIn(scored, JUL)).toContain('15 % of a premium of $740.00, the same rate as before');
      // Counter-case: less than the rate gives is a cut.
      expect(await warningsIn(months(renewal('80', '740')), JUL)).toContainEqual(
        expect.stringContaining('COMMISSION_REDUCED'),
      );
    },
  );
});
