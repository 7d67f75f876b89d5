import { expect, it } from 'vitest';
import { estimateRates } from '../../../core/scoring/estimate-rates.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/**
 * Guarantee: plans and product types have rates of their own where enough payments differ from the carrier's. Each case has the payments in
 * dollars, and the rates as `plan/type amount of payments`.
 */

type Paid = readonly [count: number, dollars: number, more?: Partial<ScorableLine>];

/** Shows each rate as `plan/type amount of payments`, with its tier. */
function shown(...paid: readonly Paid[]): readonly string[] {
  const lines = paid.flatMap(([count, dollars, more], kind) =>
    Array.from({ length: count }, (_, index) => {
      const member = `M${kind}-${String(index).padStart(2, '0')}`;
      return plainLine(member, null, { ...more, amount: dollars * 10_000 });
    }),
  );
  const rates = estimateRates(periodMembers([], lines).months(), { period: '2026-01', productLine: 'medicare' });
  return rates.map(({ planCode, planName, productType, rateMillionths, tier, sampleSize }) => {
    return `${planCode ?? planName ?? '*'}/${productType ?? '*'} ${rateMillionths / 1e6} of ${sampleSize}${tier === null ? '' : ` ${tier}`}`;
  });
}

const INITIAL = { effectiveDate: '2026-01-01' };
const RENEWAL = { effectiveDate: '2020-01-01' };

/** Reads payments such as `5 × 30 code b INITIAL`. */
function paidIn(text: string): Paid {
  const [, count, dollars, rest = ''] = /^(\d+) × (-?\d+)(.*)$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`Not a payment: ${text}`);
  const named = (name: string) => new RegExp(`${name} (\\w+)`).exec(rest)?.[1] ?? null;
  const tier = rest.includes('INITIAL') ? INITIAL : rest.includes('RENEWAL') ? RENEWAL : {};
  const fields = { planCode: named('code'), planName: named('plan'), productType: named('type') };
  return [Number(count), Number(dollars), { ...fields, ...tier }];
}

const CASES = `
  one rate for all: 5 × 20
    => */* 20 of 5
  none without payments above zero: 5 × 0 + 1 × -20
    => nothing
  payments above zero only: 2 × 20 + 3 × 0
    => */* 20 of 2
  a rate of each plan with a code, in the order of codes: 5 × 30 code b + 5 × 20 code a
    => A/* 20 of 5, B/* 30 of 5, */* 20 of 10
  no rate of a plan with four payments: 4 × 30 code b + 5 × 20
    => */* 20 of 9
  a rate of a plan with a name only where it differs: 5 × 30 plan Gold + 5 × 20 plan Basic
    => Gold/* 30 of 5, */* 20 of 10
  a rate of a type only where it differs: 5 × 30 type PPO + 5 × 20 type HMO
    => */PPO 30 of 5, */* 20 of 10
  no rate of a type with four payments: 4 × 30 type PPO + 5 × 20 type HMO
    => */* 20 of 9
  no rate of payments without a type beside a type: 5 × 30 + 5 × 20 type HMO
    => */* 20 of 10
  a rate of each tier, whatever a plan pays in the other tier: 5 × 50 INITIAL + 5 × 25 code b RENEWAL
    => B/* 25 of 5 renewal, */* 50 of 5 initial, */* 25 of 5 renewal
  a rate of a plan that is paid in one tier only: 5 × 50 plan Gold INITIAL + 5 × 50 RENEWAL
    => Gold/* 50 of 5 initial, */* 50 of 10
  one plan of two types: 5 × 30 plan Gold type PPO + 5 × 20 plan Gold type HMO
    => Gold/PPO 30 of 5, */PPO 30 of 5, */* 20 of 10
  no rate of the carrier that one plan never reaches: 40 × 30 + 2 × 20 code b
    => nothing
  the rate of the carrier that most of a plan reaches: 40 × 30 + 2 × 20 code b + 3 × 30 code b
    => */* 30 of 45
  no rate of the carrier that half of a plan does not reach: 40 × 30 + 2 × 20 code b + 2 × 30 code b
    => nothing
  no rate of a type that one of its plans never reaches, whatever plans of other types are paid: 40 × 30 type PPO code a + 2 × 20 type PPO code b + 5 × 10 type HMO code c
    => C/HMO 10 of 5, A/PPO 30 of 40, */HMO 10 of 5
`
  .replace(/\n {4}=>/g, ' =>')
  .trim()
  .split(/\n\s*/)
  .map((text) => {
    const [, title = text, paid = '', rates = ''] = /^(.*): (.*) => (.*)$/.exec(text) ?? [];
    return [title, paid.split(' + ').map(paidIn), rates === 'nothing' ? [] : rates.split(', ')] as const;
  });

it.each(CASES)('estimates %s', (_, paid, expected) => {
  expect(shown(...paid)).toEqual(expected);
});
