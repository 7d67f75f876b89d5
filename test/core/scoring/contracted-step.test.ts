import { describe, expect, it } from 'vitest';
import { exactToDecimal } from '../../../core/money.ts';
import { contractedSteps, type ExpectedRate } from '../../../core/scoring/expected.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { memberMonths, NO_PROFILE, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { flatRate, plainLine } from '../../support/plain-inputs.ts';

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
