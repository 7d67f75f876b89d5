import { describe, expect, it } from 'vitest';
import { exactToDecimal } from '../../../core/money.ts';
import { contractedSteps, type ExpectedRate } from '../../../core/scoring/expected.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonths, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { file, line } from '../../support/book-model-cases.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { flatRate, plainLine } from '../../support/plain-inputs.ts';
import { reasonIn, rowIn, score, signalIn } from '../../support/scored-book-cases.ts';

/** Guarantee: a step is known only if every paid policy has a contracted rate, and if age or size alone lowers the rate. */

const flat = (dollars: number, more: Partial<ExpectedRate> = {}): ExpectedRate => ({ ...flatRate(dollars), ...more });
const share = (percent: number, more: Partial<ExpectedRate> = {}): ExpectedRate =>
  flat(percent / 100, { rateType: 'percent_of_premium', ...more });
const FIRST_YEAR = { fromPolicyMonth: 1, toPolicyMonth: 12 };
const LATER = { fromPolicyMonth: 13 };
const BY_AGE = [share(20, FIRST_YEAR), share(5, LATER)];
const BY_SIZE = [share(6, { fromLives: 2, toLives: 24 }), share(4, { fromLives: 25 })];

interface Case {
  readonly rates?: readonly ExpectedRate[];
  readonly lines?: readonly Partial<ScorableLine>[];
  /** The lives of policy P1 in the month before, in hundredths. */
  readonly livesBefore?: number | null;
  readonly lastPaidPeriod?: string | null;
}

/** Finds the step in January 2026 of a policy with a premium of $100 that began in January 2025. Returns the rates and the due amount. */
function stepIn({ rates = BY_AGE, lines = [{}], livesBefore = null, lastPaidPeriod = '2025-12' }: Case) {
  const own = lines.map((line) => {
    const policy = line.policyRefId ?? 'P1';
    return plainLine('A', policy, { amount: 50_000, effectiveDate: '2025-01-01', premium: 1_000_000, ...line });
  });
  const [month] = memberMonths(own);
  if (month === undefined) throw new Error('Lines make a month.');
  const prior = {
    status: 'green',
    profile: { ...NO_PROFILE, policyRefId: 'P1', lives: livesBefore },
    lastPresentAmount: 200_000,
    paidThrough: null,
    history: { ...NO_HISTORY, lastPaidPeriod, lastPaidAmount: 200_000 },
  };
  const step = contractedSteps(rates, { period: '2026-01', productLine: null })(prior, month);
  if (step === null) return null;
  return { before: step.before.rateMillionths, now: step.now.rateMillionths, due: Number(exactToDecimal(step.due)) };
}

const TO_5 = { before: 200_000, now: 50_000 };
const P2 = { policyRefId: 'P2' };
const lives = (count: number | null) => [{ lives: count === null ? null : count * 100 }];

describe('a step', () => {
  it.each<[string, Case, object]>([
    ['to the second year', {}, { ...TO_5, due: 5 }],
    ['of two policies, with what is due for both', { lines: [{}, P2] }, { ...TO_5, due: 10 }],
    ['of one of two policies', { lines: [{}, { ...P2, effectiveDate: '2020-01-01' }] }, { ...TO_5, due: 10 }],
    ['beside a chargeback of another policy', { lines: [{}, { ...P2, amount: -50_000 }] }, { ...TO_5, due: 5 }],
    [
      'beside a chargeback of a policy without a rate',
      {
        rates: BY_AGE.map((rate) => ({ ...rate, planCode: 'G1' })),
        lines: [{ planCode: 'G1' }, { ...P2, amount: -1 }],
      },
      { ...TO_5, due: 5 },
    ],
    ['of a group of the same size', { lines: lives(3), livesBefore: 300 }, { ...TO_5, due: 5 }],
    [
      'of a group that has grown',
      { rates: BY_SIZE, lines: lives(25), livesBefore: 2400 },
      { before: 60_000, now: 40_000, due: 4 },
    ],
    [
      'of a group beside a smaller one',
      { lines: [...lives(30), { ...P2, lives: 300 }], livesBefore: 3000 },
      { ...TO_5, due: 10 },
    ],
    ['of a group whose lives were not known', { lines: lives(3), livesBefore: null }, { ...TO_5, due: 5 }],
    [
      'from an amount to a share',
      { rates: [flat(20, FIRST_YEAR), share(5, LATER)] },
      { before: 20_000_000, now: 50_000, due: 5 },
    ],
    ['two months after', { lastPaidPeriod: '2025-11' }, { ...TO_5, due: 5 }],
  ])('%s', (_case, input, step) => {
    expect(stepIn(input)).toEqual(step);
  });
});

describe('no step', () => {
  it.each<[string, Case]>([
    ['to an estimated rate', { rates: [share(20, FIRST_YEAR), share(5, { source: 'estimated' })] }],
    ['to a higher rate', { rates: [share(5, FIRST_YEAR), share(20, LATER)] }],
    ['to an equal rate', { rates: [share(5, FIRST_YEAR), share(5, LATER)] }],
    ['from no rate', { rates: [share(20, { toPolicyMonth: 6 }), share(5, LATER)] }],
    ['to no rate', { rates: [share(20, FIRST_YEAR), share(5, { fromPolicyMonth: 14 })] }],
    ['of a policy that was never paid', { lastPaidPeriod: null }],
    ['of a group that became smaller', { lines: lives(2), livesBefore: 300 }],
    ['of a group whose lives are no longer known', { lines: lives(null), livesBefore: 300 }],
    ['without a premium', { lines: [{ premium: null }] }],
    [
      'from a share of a premium that is not known',
      { rates: [share(20, FIRST_YEAR), flat(5, LATER)], lines: [{ premium: null }] },
    ],
    ['beside a policy without a premium', { lines: [{}, { ...P2, premium: null }] }],
    [
      'beside a policy without a rate',
      { rates: BY_AGE.map((rate) => ({ ...rate, planCode: 'G1' })), lines: [{ planCode: 'G1' }, P2] },
    ],
  ])('%s', (_case, input) => {
    expect(stepIn(input)).toBeNull();
  });
});

describe('in a book', () => {
  /** Guarantee: pay that falls from one contracted rate to the next is planned, and pay below the contracted rate is a cut. */

  const share = (rateValue: string, more: Partial<ModelRate>): ModelRate => ({
    rateType: 'percent_of_premium',
    rateValue,
    ...more,
  });
  const BY_AGE = [share('0.20', { fromPolicyMonth: 1, toPolicyMonth: 12 }), share('0.05', { fromPolicyMonth: 13 })];
  const BY_TIER = [share('0.20', { tier: 'initial' }), share('0.05', { tier: 'renewal' })];
  const BY_SIZE = [share('0.06', { fromLives: 2, toLives: 24 }), share('0.04', { fromLives: 25 })];
  const FLAT: readonly ModelRate[] = [
    { rateType: 'flat_per_member', rateValue: '20', fromPolicyMonth: 1, toPolicyMonth: 12 },
    { rateType: 'flat_per_member', rateValue: '10', fromPolicyMonth: 13 },
  ];

  const policy = (amount: string, more: Partial<ModelLine> = {}) =>
    line('A', amount, { transactionType: 'Commission', effectiveDate: '2025-01-01', premium: '100', ...more });
  const group = (amount: string, lives: string, premium: string) =>
    policy(amount, { effectiveDate: '2023-05-01', lives, premium });

  const LATE = [policy('20'), policy('20'), policy('20')];

  async function lastMonth(rates: readonly ModelRate[], lines: readonly ModelLine[], first = '2025-12') {
    const [year = 0, month = 0] = first.split('-').map(Number);
    const periods = lines.map((_, index) => {
      const at = year * 12 + month - 1 + index;
      return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    });
    const book = await score(
      lines.map((one, index) => file(periods[index] ?? '', one)),
      { rates },
    );
    const last = periods.at(-1) ?? '';
    return { row: rowIn(book, last), cut: signalIn(book, last, 'COMMISSION_REDUCED'), reason: reasonIn(book, last) };
  }

  describe('a step down between contracted rates', () => {
    it.each<[string, readonly ModelRate[], readonly ModelLine[], string]>([
      ['policy months', BY_AGE, [policy('20'), policy('5')], 'policy months 13 and more is 5 % of premium, after 20 %'],
      ['tiers', BY_TIER, [policy('20'), policy('5')], 'renewals is 5 % of premium, after 20 %'],
      ['amounts by age', FLAT, [policy('20'), policy('10')], 'policy months 13 and more is $10.00, after $20.00'],
      [
        'sizes',
        BY_SIZE,
        [group('84', '24', '1400'), group('58.40', '25', '1460')],
        'lives 25 and more is 4 % of premium',
      ],
      ['a statement later', BY_AGE, [policy('20'), policy('20'), policy('5')], 'policy months 13 and more is 5 %'],
      ['two statements later', BY_AGE, [...LATE, policy('5')], 'policy months 13 and more is 5 %'],
    ])('is planned: %s', async (_about, rates, lines, words) => {
      const { row, cut, reason } = await lastMonth(rates, lines);
      expect(row).toMatchObject({ status: 'green', owed: '0' });
      expect(cut).toBeUndefined();
      expect(reason).toContain(words);
    });

    it.each<[string, readonly ModelRate[], readonly ModelLine[], string]>([
      ['less than the new rate is paid', BY_AGE, [policy('20'), policy('4')], '2025-12'],
      ['the policy is not of that age', BY_AGE, [policy('20'), policy('5')], '2025-06'],
      ['the step was three statements ago', BY_AGE, [policy('20'), ...LATE, policy('5')], '2025-12'],
      ['the step was half a year ago', BY_AGE, [policy('20'), policy('5')], '2026-06'],
    ])('counter-case: %s', async (_about, rates, lines, first) => {
      const { row, cut } = await lastMonth(rates, lines, first);
      expect(row).toMatchObject({ status: 'yellow' });
      expect(cut).toMatchObject({ severity: 'warn' });
    });

    const plain = (amount: string, more: Partial<ModelLine> = {}) => policy(amount, { transactionType: null, ...more });

    it('counter-case: such a line pays less than the new rate', async () => {
      const { row, cut } = await lastMonth(BY_AGE, [plain('20'), plain('4')]);
      expect(row).toMatchObject({ status: 'yellow' });
      expect(cut).toMatchObject({ severity: 'warn' });
    });
  });
});
