import { expect, test } from 'vitest';
import { type ExpectedRate, type RatedRecord, rateFor, rateTable } from '../../../core/scoring/expected.ts';

/** Guarantee: a contracted rate may hold for a plan name or a product type. Only confirmed estimates make such rates. */

const rate = (rateMillionths: number, more: Partial<ExpectedRate> = {}): ExpectedRate => ({
  source: 'contracted',
  planCode: null,
  planName: null,
  productType: null,
  rateType: 'flat_per_member',
  rateMillionths,
  tier: null,
  state: null,
  effectiveFrom: null,
  effectiveTo: null,
  ...more,
});
const record = (more: Partial<RatedRecord>): RatedRecord => ({
  planCode: null,
  planName: null,
  productType: null,
  state: null,
  lives: null,
  effectiveDate: null,
  ...more,
});
const moment = { period: '2026-03', productLine: null };
const chosen = (rates: readonly ExpectedRate[], more: Partial<RatedRecord>) =>
  rateFor(rateTable(rates, moment), record(more))?.rateMillionths;

test('applies the plan of the product type first, then the plan, the product type, and the carrier', () => {
  const rates = [
    rate(1),
    rate(2, { productType: 'Dental' }),
    rate(3, { planName: 'Gold' }),
    rate(4, { planName: 'Gold', productType: 'Dental' }),
  ];
  expect(chosen(rates, { planName: 'gold ', productType: 'dental' })).toBe(4);
  expect(chosen(rates, { planName: 'Gold', productType: 'Vision' })).toBe(3);
  expect(chosen(rates, { planName: 'Silver', productType: 'Dental' })).toBe(2);
  expect(chosen(rates, { planName: 'Silver' })).toBe(1);
  expect(chosen(rates, {})).toBe(1);
});

test('prefers a contracted rate of the carrier to an estimate of the plan', () => {
  const estimate = rate(5, { source: 'estimated', planName: 'Gold' });
  expect(chosen([rate(1), estimate], { planName: 'Gold' })).toBe(1);
  expect(chosen([rate(2, { planName: 'Silver' }), estimate], { planName: 'Gold' })).toBe(5);
});
