import { describe, expect, it } from 'vitest';
import { cmsMaxima, cmsMaximum, cmsRenewal, isLimitedByCms, lowestMaximum } from '../../../core/scoring/cms-maximum.ts';

/** Guarantee: the maximum is that of the year, the region and the kind of plan. Amounts are the dollars that CMS publishes. */

const plan = (productType: string | null, planName: string | null = null, state: string | null = null) => ({
  productType,
  planName,
  planCode: null,
  state,
});
const shown = (maximum: { initial: number; renewal: number } | null) =>
  maximum === null ? null : `${maximum.initial / 10_000} ${maximum.renewal / 10_000}`;

/** Lists the maxima of the first and of later years: for most states, CT, NJ, PR, and for drug plans anywhere. */
it.each([
  [2022, ['573 287', '646 323', '715 358', '394 197', '87 44']],
  [2023, ['601 301', '678 339', '750 375', '411 206', '92 46']],
  [2024, ['611 306', '689 345', '762 381', '418 209', '100 50']],
  [2025, ['626 313', '705 353', '780 390', '428 214', '109 55']],
  [2026, ['694 347', '781 391', '864 432', '474 237', '114 57']],
  [2027, ['725 363', '816 408', '902 451', '495 248', '130 65']],
])('the maxima of %s are those that CMS published', (year, published) => {
  const ofStates = ['TX', 'CT', 'NJ', 'PR'].map((state) => cmsMaximum(year, plan('MA', null, state)));
  expect([...ofStates, cmsMaximum(year, plan('PDP'))].map(shown)).toEqual(published);
});

it.each([
  [2026, 'TX', '694 347'],
  [2026, 'CT', '781 391'],
  [2026, 'Connecticut', '781 391'],
  [2026, 'PA', '781 391'],
  [2026, 'pennsylvania', '781 391'],
  [2026, 'D.C.', '781 391'],
  [2026, 'District of Columbia', '781 391'],
  [2026, 'CA', '864 432'],
  [2026, 'California', '864 432'],
  [2026, 'NJ', '864 432'],
  [2026, 'New Jersey', '864 432'],
  [2026, 'PR', '474 237'],
  [2026, 'Puerto Rico', '474 237'],
  [2026, 'VI', '474 237'],
  [2026, 'Virgin Islands', '474 237'],
  [2026, 'U.S. Virgin Islands', '474 237'],
  // A state that cannot be read, or is missing, may be the one with the largest maximum.
  [2026, 'Texas', '864 432'],
  [2026, 'Z', '864 432'],
  [2026, '', '864 432'],
  [2026, null, '864 432'],
  [2021, 'TX', null],
  [2028, 'TX', null],
])('the maximum of %s in %s is %s', (year, state, expected) => {
  expect(shown(cmsMaximum(year, plan('MA', null, state)))).toBe(expected);
});

describe('the kind of a plan', () => {
  const HEALTH = '694 347';
  const DRUG = '114 57';
  it.each([
    ['MAPD', null, HEALTH],
    ['MA-PD', null, HEALTH],
    ['Medicare Advantage', null, HEALTH],
    ['HMO', null, HEALTH],
    ['C-SNP', null, HEALTH],
    ['PDP', null, DRUG],
    ['Part D', null, DRUG],
    ['Prescription', null, DRUG],
    ['Rx', null, DRUG],
    ['drug', null, DRUG],
    ['Drugs', null, DRUG],
    ['drug_plan', null, DRUG],
    ['Med Supp', null, null],
    ['medsupp', null, null],
    ['Medicare Supplement', null, null],
    ['Medsuppl', null, null],
    ['Medigap', null, null],
    ['Dental', null, null],
    ['Hospital Indemnity', null, null],
    ['Life', null, null],
    // The type of the product is stronger than the name of the plan.
    ['PDP', 'Advantage Gold (HMO)', DRUG],
    ['MA', 'Rx Plus (PDP)', HEALTH],
    // The kind in brackets at the end of the name is stronger than its other words.
    [null, 'Prescription Advantage (PDP)', DRUG],
    [null, 'Vision Drug Care (HMO-POS) ', HEALTH],
    [null, 'Rx Saver (National PDP)', DRUG],
    [null, 'Advantage (PDP) Rx', HEALTH],
    [null, 'Value Rx', DRUG],
    [null, 'Gold Advantage', HEALTH],
    [null, 'Dental Plus', null],
    ['Other', 'Value Rx', DRUG],
    // Carriers of Medicare sell mostly health plans.
    ['Other', 'Gold', HEALTH],
    [null, null, HEALTH],
  ])('"%s" named "%s" has %s', (productType, planName, expected) => {
    expect(shown(cmsMaximum(2026, plan(productType, planName, 'TX')))).toBe(expected);
    expect(isLimitedByCms(plan(productType, planName))).toBe(expected !== null);
  });
});

describe('the contract of a plan without a type and a telling name', () => {
  it.each([
    ['S5810', null, null, '114 57'],
    ['S5810-014', null, null, '114 57'],
    [' S5810 ', null, null, '114 57'],
    ['s5810-014-0', 'Saver', null, '114 57'],
    ['H4471-003', null, null, '694 347'],
    ['R5826', null, null, '694 347'],
    // Other codes begin with S too.
    ['S581', null, null, '694 347'],
    ['SILVER', null, null, '694 347'],
    ['S58100', null, null, '694 347'],
    // Words of the statement are stronger.
    ['S5810', 'Gold Advantage', null, '694 347'],
    ['S5810', null, 'MAPD', '694 347'],
    ['S5810', 'Dental Plus', null, null],
  ])('%s, named "%s", of type "%s" has %s', (planCode, planName, productType, expected) => {
    expect(shown(cmsMaximum(2026, { ...plan(productType, planName, 'TX'), planCode }))).toBe(expected);
  });
});

it.each([
  ['each region if the state is unknown', plan('MA'), ['694 347', '781 391', '864 432', '474 237']],
  ['the state if it is known', plan('MA', null, 'NJ'), ['864 432']],
  ['one of drug plans', plan('PDP'), ['114 57']],
  ['none of other products', plan('Dental'), []],
])('the possible maxima are of %s', (_, rated, expected) => {
  expect(cmsMaxima(2026, rated).map(shown)).toEqual(expected);
});

it.each([2022, 2023, 2024, 2025, 2026, 2027])('no maximum of %s is below the lowest one', (year) => {
  const lowest = lowestMaximum(year);
  expect(lowest).toEqual(cmsMaximum(year, plan('PDP')));
  for (const { initial, renewal } of cmsMaxima(year, plan('MA'))) {
    expect(initial).toBeGreaterThanOrEqual(lowest?.initial ?? Number.NaN);
    expect(renewal).toBeGreaterThanOrEqual(lowest?.renewal ?? Number.NaN);
  }
});

it('a year without published amounts has no lowest maximum', () => {
  expect(lowestMaximum(2021)).toBeNull();
});

it.each([
  [2026, 'CA', 432],
  [2026, null, 347],
  [2027, 'TX', 363],
  [2031, 'TX', 363],
  [2021, 'TX', null],
])('a renewal of %s in %s is forecast as %s', (year, state, dollars) => {
  const renewal = cmsRenewal(year, plan('MA', null, state));
  expect(renewal === null ? null : renewal / 10_000).toBe(dollars);
  expect(cmsRenewal(year, plan('Dental', null, state))).toBeNull();
});
