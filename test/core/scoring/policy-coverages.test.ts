import { describe, expect, it } from 'vitest';
import { policyCoverages } from '../../../core/scoring/gone-parts.ts';
import { isSameCoverage, memberMonths, type ScorableLine } from '../../../core/scoring/member-month.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: lines of one policy are separate coverages only where their plans or product types differ. */

function coveragesOf(...lines: readonly Partial<ScorableLine>[]) {
  const [month] = memberMonths(lines.map((line) => plainLine('A', 'P', { amount: 100_000, ...line })));
  const [record] = month?.records ?? [];
  if (record === undefined) throw new Error('Lines make a record.');
  return { record, coverages: policyCoverages(record) };
}

const MEDICAL = { productType: 'Medical' };
const DENTAL = { productType: 'Dental' };

it('gives a policy with one coverage its own record', () => {
  for (const lines of [[MEDICAL], [MEDICAL, MEDICAL], [MEDICAL, {}], [MEDICAL, { ...DENTAL, amount: -100_000 }]]) {
    const { record, coverages } = coveragesOf(...lines);
    expect(coverages).toHaveLength(1);
    expect(coverages[0]).toBe(record);
  }
});

it('adds up the lines of each coverage, in the order of their first lines', () => {
  const { coverages } = coveragesOf(MEDICAL, { ...DENTAL, amount: 50_000 }, { productType: ' medical ' });
  expect(coverages.map(({ productType, paid }) => [productType, paid])).toEqual([
    ['Medical', 200_000],
    ['Dental', 50_000],
  ]);
});

it('keeps a coverage that was paid nothing', () => {
  expect(coveragesOf(MEDICAL, { ...DENTAL, amount: 0 }).coverages.map(({ paid }) => paid)).toEqual([100_000, 0]);
});

it('takes state and effective date of the policy where the coverage has none', () => {
  const { coverages } = coveragesOf({ ...MEDICAL, state: 'TX', effectiveDate: '2026-01-01' }, DENTAL);
  expect(coverages.map(({ state, effectiveDate }) => [state, effectiveDate])).toEqual([
    ['TX', '2026-01-01'],
    ['TX', '2026-01-01'],
  ]);
});

it("takes the first value that the coverage's own lines have", () => {
  const known = {
    planCode: 'M1',
    planName: 'Gold',
    state: 'OK',
    effectiveDate: '2026-02-01',
    premium: 5_000_000,
    lives: 200,
    monthsPaid: 300,
  };
  const later = { ...known, state: 'NM', effectiveDate: '2026-03-01', premium: 1, lives: 300, monthsPaid: 100 };
  const dental = { ...DENTAL, state: 'TX', effectiveDate: '2026-01-01' };
  const { coverages } = coveragesOf(dental, MEDICAL, { ...MEDICAL, ...known }, { ...MEDICAL, ...later });
  expect(coverages[1]).toMatchObject({ ...known, ...MEDICAL, paid: 300_000 });
});

it('learns the product type of a coverage that only its plan named', () => {
  const { coverages } = coveragesOf({ planCode: 'M1' }, { planCode: 'M1', ...MEDICAL }, { planCode: 'D1', ...DENTAL });
  expect(coverages.map(({ productType }) => productType)).toEqual(['Medical', 'Dental']);
});

describe('two coverages', () => {
  const BLANK = { planCode: null, planName: null, productType: null };
  it.each([
    ['of blanks', {}, {}, true],
    ['of a blank and a plan', {}, { planCode: 'M1', planName: 'Gold', productType: 'Medical' }, true],
    ['of one code in other letters', { planCode: 'm1 ' }, { planCode: 'M1' }, true],
    ['of one code and other names', { planCode: 'M1', planName: 'Gold' }, { planCode: 'M1', planName: 'Gold 2' }, true],
    ['of two codes', { planCode: 'M1' }, { planCode: 'M2' }, false],
    ['of two codes and one name', { planCode: 'M1', planName: 'Gold' }, { planCode: 'M2', planName: 'Gold' }, false],
    ['of two names, of which one has a code', { planCode: 'M1', planName: 'Gold' }, { planName: 'Silver' }, false],
    [
      'of two names, of which the other has a code',
      { planName: 'Gold' },
      { planCode: 'M1', planName: 'Silver' },
      false,
    ],
    ['of one name with other spaces', { planName: 'Gold  Plus' }, { planName: ' gold plus' }, true],
    ['of two names that differ by a space', { planName: 'Gold Plus' }, { planName: 'GoldPlus' }, false],
    ['of two product types', { planName: 'Gold', ...MEDICAL }, { planName: 'Gold', ...DENTAL }, false],
    ['of names whose capitals are equal', { planName: 'Weiß' }, { planName: 'WEISS' }, true],
  ])('%s', (_, one, other, isSame) => {
    expect(isSameCoverage({ ...BLANK, ...one }, { ...BLANK, ...other })).toBe(isSame);
  });
});
