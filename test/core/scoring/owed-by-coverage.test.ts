import { describe, expect, it } from 'vitest';
import { type Fields, FLAT_50, file, line } from '../../support/book-model-cases.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';
import { rowIn, score } from '../../support/scored-book-cases.ts';

/** Guarantee: each coverage of a policy, here medical and dental, is compared with its own rate. */

const JAN = '2026-01';
const MED: Fields = { policy: 'P1', productType: 'MED', planCode: 'M1', premium: '500' };
const DEN: Fields = { policy: 'P1', productType: 'DEN', planCode: 'D1', premium: '30' };
const percent = (rateValue: string, planCode?: string): ModelRate => ({
  rateType: 'percent_of_premium',
  rateValue,
  ...(planCode === undefined ? {} : { planCode }),
});
const BY_PLAN = [percent('0.04', 'M1'), percent('0.1', 'D1')];

async function owedOf(
  lines: readonly (readonly [amount: string, fields: Fields])[],
  rates: readonly ModelRate[] = BY_PLAN,
) {
  const own = lines.map(([amount, fields]) => line('A', amount, fields));
  const row = rowIn(await score([file(JAN, ...own)], { rates }), JAN);
  return `${row?.expected} ${row?.owed}`;
}

describe('owed by coverage', () => {
  it('is nothing if paid in full', async () => {
    expect(
      await owedOf([
        ['20', MED],
        ['3', DEN],
      ]),
    ).toBe('23 0');
  });

  it('includes underpaid medical coverage, in any order of the lines', async () => {
    expect(
      await owedOf([
        ['18', MED],
        ['3', DEN],
      ]),
    ).toBe('23 2');
    expect(
      await owedOf([
        ['3', DEN],
        ['18', MED],
      ]),
    ).toBe('23 2');
  });

  it('shows underpaid medical coverage although dental is overpaid', async () => {
    expect(
      await owedOf([
        ['18', MED],
        ['9', DEN],
      ]),
    ).toBe('23 2');
  });

  it('distinguishes coverages by product type alone, or by plan name', async () => {
    const byType = { policy: 'P1', premium: '100' };
    const lines = [
      ['5', { ...byType, productType: 'MED' }],
      ['4', { ...byType, productType: 'DEN' }],
    ] as const;
    expect(await owedOf(lines, [percent('0.05')])).toBe('10 1');
    const byName = [
      ['5', { ...byType, planName: 'Gold' }],
      ['4', { ...byType, planName: 'Smile' }],
    ] as const;
    expect(await owedOf(byName, [percent('0.05')])).toBe('10 1');
  });

  it('adds a line without plan and product to the first coverage', async () => {
    expect(
      await owedOf([
        ['18', MED],
        ['2', { policy: 'P1' }],
        ['3', DEN],
      ]),
    ).toBe('23 0');
  });

  it('treats two payees of one coverage as one coverage', async () => {
    expect(
      await owedOf([
        ['12', { ...MED, agentId: '1' }],
        ['8', { ...MED, agentId: '2' }],
      ]),
    ).toBe('20 0');
  });

  it('applies a flat rate once per member, not per coverage', async () => {
    expect(
      await owedOf(
        [
          ['30', MED],
          ['20', DEN],
        ],
        [FLAT_50],
      ),
    ).toBe('50 0');
    expect(
      await owedOf(
        [
          ['30', MED],
          ['10', DEN],
        ],
        [FLAT_50],
      ),
    ).toBe('50 10');
  });

  it('applies a flat rate of one plan beside the rate of the carrier', async () => {
    const rates = [FLAT_50, { ...FLAT_50, rateValue: '5', planCode: 'D1' }];
    expect(
      await owedOf(
        [
          ['48', MED],
          ['8', DEN],
        ],
        rates,
      ),
    ).toBe('55 2');
  });

  it('does not evaluate a policy if one coverage lacks the premium for its percentage', async () => {
    expect(
      await owedOf([
        ['18', MED],
        ['3', { ...DEN, premium: null }],
      ]),
    ).toBe('null null');
  });

  it('adds up policies with one coverage for the member', async () => {
    const lines = [
      ['60', { policy: 'P1' }],
      ['40', { policy: 'P2' }],
    ] as const;
    expect(await owedOf(lines, [FLAT_50])).toBe('100 0');
  });

  it('expects nothing for a coverage that is only charged back', async () => {
    expect(
      await owedOf([
        ['20', MED],
        ['-3', DEN],
      ]),
    ).toBe('20 0');
  });
});

describe('rates for group sizes', () => {
  const SIZES: readonly ModelRate[] = [
    { rateType: 'flat_per_member', rateValue: '20', planCode: 'M1', fromLives: 2 },
    { rateType: 'flat_per_member', rateValue: '3', planCode: 'D1', fromLives: 2 },
    { rateType: 'flat_per_member', rateValue: '5', planCode: 'D1', toLives: 1 },
  ];
  it.each([
    ['a coverage without lives has the size of its policy', '2', null, '43 0'],
    ['a coverage with lives of its own has that size', '2', '1', '45 2'],
    ['a policy without any size has no rate', null, null, 'null null'],
  ])('%s', async (_case, ofMedical, ofDental, owed) => {
    const paid = [
      ['40', { ...MED, lives: ofMedical }],
      ['3', { ...DEN, lives: ofDental }],
    ] as const;
    expect(await owedOf(paid, SIZES)).toBe(owed);
  });
});

describe('a difference of one cent', () => {
  const flat: ModelRate = { rateType: 'flat_per_member', rateValue: '50' };

  it.each([
    ['49.99', '50 0'],
    ['49.9901', '50 0'],
    ['49.9899', '50 0.0101'],
    ['49.98', '50 0.02'],
  ])('or less is not owed: paid %s', async (paid, owed) => {
    expect(await owedOf([[paid, {}]], [flat])).toBe(owed);
  });

  it('is judged for each coverage of a policy with several', async () => {
    expect(
      await owedOf([
        ['19.99', MED],
        ['2.99', DEN],
      ]),
    ).toBe('23 0');
    expect(
      await owedOf([
        ['19.98', MED],
        ['2.99', DEN],
      ]),
    ).toBe('23 0.02');
  });
});
