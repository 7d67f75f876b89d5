import { describe, expect, it } from 'vitest';
import { type EstimateSample, estimateGroup } from '../../../core/scoring/estimate-rates.ts';

/** Guarantee: payments give a rate only if enough of them agree (docs/reference/signals.md#estimated-rates). Amounts are dollars. */

interface Payment {
  readonly premium?: number;
  readonly lives?: number;
  readonly months?: number;
  readonly tier?: 'initial' | 'renewal';
}

function pay(dollars: number, { premium, lives, months, tier }: Payment = {}): EstimateSample {
  const part = {
    planCode: null,
    planName: null,
    productType: null,
    state: null,
    effectiveDate: null,
    premium: premium === undefined ? null : Math.round(premium * 10_000),
    lives: lives === undefined ? null : lives * 100,
    monthsPaid: months === undefined ? null : months * 100,
    paid: Math.round(dollars * 10_000),
  };
  return { part, tier: tier ?? null };
}

const times = (count: number, sample: EstimateSample) => Array.from({ length: count }, () => sample);
/** Makes payments of the shares. All premiums differ, so that no amount per life fits. */
const shares = (...percents: number[]) =>
  percents.map((percent, index) => pay(percent * (index + 1), { premium: 100 * (index + 1) }));

/** Shows a rate as `5 %` or `20 $`, with its tier and the number of payments. */
const shown = (samples: readonly EstimateSample[]) =>
  estimateGroup(samples).map(({ rateType, rateMillionths, tier, sampleSize }) => {
    const rate = rateType === 'flat_per_member' ? `${rateMillionths / 1e6} $` : `${rateMillionths / 1e4} %`;
    return `${rate}${tier === null ? '' : ` ${tier}`} of ${sampleSize}`;
  });

describe('a share of the premium', () => {
  it.each<[string, readonly EstimateSample[], readonly string[]]>([
    ['equal shares', shares(5, 5, 5, 5, 5), ['5 % of 5']],
    ['four of five payments with a premium', [...shares(5, 5, 5, 5), pay(7)], ['5 % of 5']],
    ['a premium of zero counts as no premium', [...shares(5, 5, 5, 5), pay(7, { premium: 0 })], ['5 % of 5']],
    ['three of five payments with a premium', [...shares(5, 5, 5), pay(7), pay(8)], []],
    ['a range of quartiles of a tenth', shares(5, 5, 5, 5.5, 5.5), ['5 % of 5']],
    ['a range of quartiles above a tenth', shares(5, 5, 5, 5.51, 5.51), []],
    ['a range of quartiles above a tenth on the lower side', shares(4, 4, 5, 5, 5), []],
    ['quartiles between two payments', shares(5, 5, 5, 5.6), ['5 % of 4']],
    ['a range of a tenth between two payments', shares(5, 5, 5, 7), ['5 % of 4']],
    ['a range above a tenth between two payments', shares(5, 5, 5, 7.01), []],
    ['a median that two of five payments do not reach', shares(5, 5, 5.4, 5.4, 5.4), []],
    ['a range of a tenth in any order of the payments', shares(5.5, 5, 5, 5.5, 5), ['5 % of 5']],
    ['four decimals, rounded half up', times(5, pay(50.05, { premium: 1000 })), ['5.01 % of 5']],
    ['a third', times(3, pay(100, { premium: 300 })), ['33.33 % of 3']],
  ])('%s', (_, samples, expected) => {
    expect(shown(samples)).toEqual(expected);
  });
});

describe('an amount per life and month', () => {
  it.each<[string, readonly EstimateSample[], readonly string[]]>([
    ['of one amount', times(3, pay(20)), ['20 $ of 3']],
    ['of half of the payments', [...times(3, pay(20)), pay(25), pay(26), pay(27)], ['20 $ of 6']],
    ['the lower of two equally frequent ones', [pay(30), pay(20), pay(30), pay(20)], ['20 $ of 4']],
    ['of lives and months', [pay(20), pay(60, { lives: 3 }), pay(40, { months: 2 })], ['20 $ of 3']],
    ['of payments for lives, without those for no lives', [pay(20), pay(20), pay(9, { lives: 0 })], ['20 $ of 2']],
    ['none if all payments are for no lives', [pay(20, { lives: 0 })], []],
    ['none of no payments', [], []],
    [
      'of most payments, with premiums of zero',
      [...times(2, pay(20, { premium: 0 })), pay(25, { premium: 0 })],
      ['20 $ of 3'],
    ],
    [
      'none of most payments, if half of the payments have a premium',
      [...[1, 2].map((premium) => pay(20, { premium })), pay(20), pay(25)],
      [],
    ],
    [
      'none, if premiums are known and two of twenty payments differ',
      [15, 25, ...Array.from({ length: 18 }, () => 20)].map((dollars, at) => pay(dollars, { premium: 1 + at })),
      [],
    ],
    [
      'of payments that differ by a cent less',
      [19.99, 20, 20, 20].map((dollars, at) => pay(dollars, { premium: 9 + at })),
      ['20 $ of 4'],
    ],
    ['with one in twenty payments short', [...times(19, pay(20)), pay(15)], ['20 $ of 20']],
    ['none, with one in nineteen payments short', [...times(18, pay(20)), pay(15)], []],
    [
      'of the lower quartile of many amounts',
      [...times(6, pay(20)), ...Array.from({ length: 15 }, (_, index) => pay(21 + index))],
      ['20 $ of 21'],
    ],
    [
      'counter-case: the lower quartile that five do not reach',
      Array.from({ length: 21 }, (_, at) => pay(20 + at)),
      [],
    ],
    [
      'of most payments, with few premiums',
      [...times(3, pay(20)), pay(25, { premium: 1 }), pay(26, { premium: 2 })],
      ['20 $ of 5'],
    ],
    ['of all payments, with premiums', [1, 2, 3, 4].map((premium) => pay(20, { premium })), ['20 $ of 4']],
    [
      'none, if premiums are known and one of four payments is higher',
      [pay(25, { premium: 9 }), ...[1, 2, 3].map((premium) => pay(20, { premium }))],
      [],
    ],
    [
      'of nineteen of twenty payments, with premiums',
      [pay(25, { premium: 50 }), ...Array.from({ length: 19 }, (_, at) => pay(20, { premium: 1 + at }))],
      ['20 $ of 20'],
    ],
    [
      'of payments that differ by a cent more',
      [pay(20.01, { premium: 9 }), ...[1, 2, 3].map((premium) => pay(20, { premium }))],
      ['20 $ of 4'],
    ],
    [
      'none of payments that differ by two cents',
      [pay(20.02, { premium: 9 }), ...[1, 2, 3].map((premium) => pay(20, { premium }))],
      [],
    ],
  ])('%s', (_, samples, expected) => {
    expect(shown(samples)).toEqual(expected);
  });
});

describe('tiers', () => {
  const initial = (count: number, dollars: number) => times(count, pay(dollars, { tier: 'initial' }));
  const renewal = (count: number, dollars: number) => times(count, pay(dollars, { tier: 'renewal' }));
  it.each<[string, readonly EstimateSample[], readonly string[]]>([
    ['with two rates', [...initial(5, 50), ...renewal(5, 25)], ['50 $ initial of 5', '25 $ renewal of 5']],
    ['with a lower first rate', [...initial(5, 25), ...renewal(5, 50)], ['25 $ initial of 5', '50 $ renewal of 5']],
    ['with one rate', [...initial(5, 50), ...renewal(5, 50)], ['50 $ of 10']],
    ['alone', initial(5, 50), ['50 $ initial of 5']],
    ['of four payments have none', [...initial(5, 50), ...renewal(4, 25)], ['50 $ initial of 5']],
    ['of four payments do not differ from the others', [...initial(5, 25), ...renewal(4, 50)], ['25 $ of 9']],
  ])('%s', (_, samples, expected) => {
    expect(shown(samples)).toEqual(expected);
  });
});
