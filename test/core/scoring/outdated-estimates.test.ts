import { describe, expect, it } from 'vitest';
import { markOutdatedEstimates } from '../../../core/scoring/estimate-rates.ts';
import { type ExpectedRate, rateTable } from '../../../core/scoring/expected.ts';
import { memberMonths } from '../../../core/scoring/member-month.ts';
import { flatRate, plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: if at least half of five or more payments fall short of an estimate, it does not value the members of the period. */

const FLAT_20: ExpectedRate = { ...flatRate(20), source: 'estimated' };
const A_TENTH: ExpectedRate = { ...FLAT_20, rateType: 'percent_of_premium', rateMillionths: 100_000 };
const GOLD_30: ExpectedRate = { ...FLAT_20, planCode: 'GOLD', rateMillionths: 30_000_000 };
const [SHORT, FULL] = [10, 20];

/** Finds the outdated rates by the payments of members in dollars, each with the given premium. */
function outdated(amounts: readonly number[], rates: readonly ExpectedRate[], premium: number | null = 2_000_000) {
  const lines = amounts.map((dollars, index) => plainLine(`M${index}`, 'P', { amount: dollars * 10_000, premium }));
  const table = rateTable(rates, { period: '2026-02', productLine: null });
  const result = markOutdatedEstimates(table, () => memberMonths(lines));
  return { rates: [...result.outdated], count: result.rateCount, isSame: result === table };
}

describe('an estimate is outdated', () => {
  it.each([
    ['by five short payments', [SHORT, SHORT, SHORT, SHORT, SHORT]],
    ['by half of the payments', [SHORT, SHORT, SHORT, FULL, FULL, FULL]],
  ])('%s', (_, amounts) => {
    expect(outdated(amounts, [FLAT_20])).toEqual({ rates: [FLAT_20], count: 0, isSame: false });
    expect(outdated(amounts, [A_TENTH])).toEqual({ rates: [A_TENTH], count: 0, isSame: false });
  });

  it('without effect on an estimate by which nobody is paid', () => {
    expect(outdated([SHORT, SHORT, SHORT, SHORT, SHORT], [GOLD_30, FLAT_20])).toEqual({
      rates: [FLAT_20],
      count: 1,
      isSame: false,
    });
  });
});

describe('an estimate holds', () => {
  it.each<[string, readonly number[], ExpectedRate, (number | null)?]>([
    ['with fewer than half of the payments short', [SHORT, SHORT, FULL, FULL, FULL], FLAT_20],
    ['with four payments, all short', [SHORT, SHORT, SHORT, SHORT], FLAT_20],
    ['with four short payments and one of nothing', [SHORT, SHORT, SHORT, SHORT, 0], FLAT_20],
    ['with four short payments and a chargeback', [SHORT, SHORT, SHORT, SHORT, -20], FLAT_20],
    ['with payments that are higher', [30, 30, 30, 30, 30], FLAT_20],
    ['with short payments that have no premium', [SHORT, SHORT, SHORT, SHORT, SHORT], A_TENTH, null],
    ['if it is contracted', [SHORT, SHORT, SHORT, SHORT, SHORT], flatRate(20)],
  ])('%s', (_, amounts, rate, premium) => {
    expect(outdated(amounts, [rate], premium)).toEqual({ rates: [], count: 1, isSame: true });
  });

  it('if a contracted rate values the members', () => {
    const amounts = [SHORT, SHORT, SHORT, SHORT, SHORT];
    expect(outdated(amounts, [FLAT_20, flatRate(20)])).toEqual({ rates: [], count: 2, isSame: true });
  });
});
