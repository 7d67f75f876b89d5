import { describe, expect, it } from 'vitest';
import { book, type Fields, FLAT_50, file, firstRow, line, periodOf, rowOf } from '../../support/book-model-cases.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';
import type { ModelLine } from '../../support/book-model-record.ts';

/** Expected, owed and estimates of the book model, worked by hand. */

describe('owed', () => {
  const percent: ModelRate = { rateType: 'percent_of_premium', rateValue: '0.050001' };

  it.each([
    ['flat, short by more than a cent', ['49.9899'], {}, FLAT_50, '50', '0.0101'],
    ['flat, short by a cent', ['49.99'], {}, FLAT_50, '50', '0'],
    ['flat, overpaid', ['60'], {}, FLAT_50, '50', '0'],
    ['flat for lives and months', ['100'], { lives: '1.5', monthsPaid: '2' }, FLAT_50, '150', '50'],
    ['a chargeback does not lower what was paid', ['50', '-50'], {}, FLAT_50, '50', '0'],
    ['a chargeback only', ['-50'], {}, FLAT_50, null, null],
    ['percent of the premium, exactly', ['4'], { premium: '100.0001' }, percent, '5.0001050001', '1.0001050001'],
    ['percent of no premium', ['4'], {}, percent, null, null],
    ['no rate', ['4'], {}, { ...FLAT_50, planCode: 'X' }, null, null],
  ])('%s', (_case, amounts, fields, rate, expected, owed) => {
    const row = firstRow(
      amounts.map((amount) => line('A', amount, fields)),
      [rate],
    );
    expect([row?.expectedAmount, row?.commissionOwed]).toEqual([expected, owed]);
  });

  it('sums over the records that were paid, and evaluates a member wholly or not at all', () => {
    const records = [
      line('A', '50', { policy: 'P1' }),
      line('A', '10', { policy: 'P2' }),
      line('A', '-9', { policy: 'P3' }),
    ];
    expect(firstRow(records, [FLAT_50])).toMatchObject({ expectedAmount: '100', commissionOwed: '40' });
    const unknown = book([file('2026-01', ...records, line('A', '1', { policy: 'P4', planCode: 'X' }))], {
      rates: [FLAT_50, { ...percent, planCode: 'X' }],
    });
    expect(rowOf(unknown, '2026-01')).toMatchObject({ expectedAmount: null, commissionOwed: null });
    expect(periodOf(unknown, '2026-01').rollup).toMatchObject({ owedTotal: 1, owedEvaluated: 0, commissionOwed: '0' });
  });

  it('an overpaid member never hides an underpaid one', () => {
    const { rollup } = periodOf(
      book([file('2026-01', line('A', '90'), line('B', '40'))], { rates: [FLAT_50] }),
      '2026-01',
    );
    expect(rollup).toMatchObject({ commissionOwed: '10', owedEvaluated: 2 });
  });

  const rate = (rateValue: string, more: Partial<ModelRate> = {}): ModelRate => ({ ...FLAT_50, rateValue, ...more });

  it.each([
    ['the plan before the carrier', [rate('1', { planCode: ' ma-1 ' }), rate('2')], '1'],
    ['the carrier when the plan is another', [rate('1', { planCode: 'MA-2' }), rate('2')], '2'],
    [
      'the carrier when the plan has none for the month',
      [rate('1', { planCode: 'MA-1', effectiveTo: '2025-12-31' }), rate('2')],
      '2',
    ],
    ['last day inclusive', [rate('1', { planCode: 'MA-1', effectiveTo: '2026-01-01' }), rate('2')], '1'],
    ['first day inclusive', [rate('1', { effectiveFrom: '2026-01-01' }), rate('2')], '1'],
    ['not yet on the first of the month', [rate('1', { effectiveFrom: '2026-01-02' }), rate('2')], '2'],
    ['its state before any', [rate('1', { state: 'FL' }), rate('2', { effectiveFrom: '2026-01-01' })], '1'],
    ['not another state', [rate('1', { state: 'TX' }), rate('2')], '2'],
    ['its tier before any', [rate('1', { tier: 'renewal' }), rate('2', { effectiveFrom: '2026-01-01' })], '1'],
    ['not the other tier', [rate('1', { tier: 'initial' }), rate('2')], '2'],
    ['state before tier', [rate('1', { state: 'FL' }), rate('2', { tier: 'renewal' })], '1'],
    ['the latest', [rate('1', { effectiveFrom: '2025-02-01' }), rate('2', { effectiveFrom: '2025-01-01' })], '1'],
  ])('chooses %s', (_case, rates, expected) => {
    const fields = { planCode: 'MA-1', state: 'FL', effectiveDate: '2025-01-31' };
    expect(firstRow([line('A', '0', fields)], rates)?.expectedAmount).toBe(expected);
  });

  it('the first twelve months are the initial tier; without an effective date no tier fits', () => {
    const tiers = [rate('1', { tier: 'initial' }), rate('2', { tier: 'renewal' })];
    const expectedFor = (effectiveDate: string | null) =>
      firstRow([line('A', '0', { effectiveDate })], tiers)?.expectedAmount;
    const dates = ['2025-01-31', '2025-02-01', '2026-03-01', null];
    expect(dates.map(expectedFor)).toEqual(['2', '1', '1', null]);
  });
});

describe('auto-seeded estimates', () => {
  function estimatesOf(lines: readonly ModelLine[]): string[] {
    const { estimates } = book([file('2026-02', line('A', '1')), file('2026-01', ...lines)], { estimates: true });
    return estimates.map((one) =>
      [one.planCode, one.rateType, one.rateValue, one.basisPeriod, one.sampleSize].join(' '),
    );
  }
  const many = (amounts: string[], fields: Fields = {}) =>
    amounts.map((amount, index) => line(`M${index}`, amount, fields));

  it('take the median ratio when it hardly varies and four of five have a premium', () => {
    const withPremium = many(['50', '50', '51', '52'], { premium: '1000' });
    // Quartiles 0.05 and 0.05125 around 0.0505.
    expect(estimatesOf([...withPremium, line('N', '7')])).toEqual([' percent_of_premium 0.0505 2026-01 5']);
    const zeroPremium = line('O', '7', { premium: '0' });
    expect(estimatesOf([...withPremium, line('N', '7'), zeroPremium])).toEqual([' flat_per_member 17.75 2026-01 6']);
  });

  it('allow a spread of just a tenth', () => {
    expect(estimatesOf(many(['95', '95', '100', '105', '105'], { premium: '1000' }))).toEqual([
      ' percent_of_premium 0.1 2026-01 5',
    ]);
    expect(estimatesOf(many(['95', '95', '100', '105.0001', '105.0001'], { premium: '1000' }))).toEqual([
      ' flat_per_member 95 2026-01 5',
    ]);
  });

  it('take the most frequent amount when it covers half, the lowest of equals, else the lower quartile', () => {
    expect(estimatesOf(many(['30', '20', '20', '30']))).toEqual([' flat_per_member 20 2026-01 4']);
    expect(estimatesOf(many(['10', '20', '30', '30']))).toEqual([' flat_per_member 30 2026-01 4']);
    expect(estimatesOf(many(['10', '20', '40', '80', '80']))).toEqual([' flat_per_member 20 2026-01 5']);
    expect(estimatesOf(many(['10', '20', '40', '80']))).toEqual([' flat_per_member 17.5 2026-01 4']);
  });

  it('are for one life and one month, from positive lines only', () => {
    const paid = [line('A', '100', { lives: '1.5', monthsPaid: '2' }), line('A', '-100'), line('B', '0')];
    expect(estimatesOf(paid)).toEqual([' flat_per_member 33.3333 2026-01 1']);
    expect(estimatesOf([line('A', '-100')])).toEqual([]);
    expect(estimatesOf([line('A', '10'), line('B', '9', { lives: '0' })])).toEqual([' flat_per_member 10 2026-01 1']);
  });

  it('are made for each plan with five records, and stand behind every contracted rate', () => {
    const files = [
      file(
        '2026-01',
        ...many(['10', '10', '10', '10', '10'], { planCode: 'ma-1 ' }),
        ...many(['30', '30'], { policy: 'P2' }),
      ),
    ];
    const seeded = book(files, { estimates: true });
    expect(seeded.estimates.map((one) => [one.planCode, one.rateValue])).toEqual([
      [null, '10'],
      ['MA-1', '10'],
    ]);
    expect(periodOf(seeded, '2026-01').rollup).toMatchObject({ owedEstimated: true, owedEvaluated: 5 });
    const contracted = book(files, { estimates: true, rates: [FLAT_50] });
    expect(periodOf(contracted, '2026-01').rollup).toMatchObject({ owedEstimated: false, commissionOwed: '240' });
    const forOnePlan = book(files, { estimates: true, rates: [{ ...FLAT_50, planCode: 'MA-9' }] });
    expect(periodOf(forOnePlan, '2026-01').rollup.owedEstimated).toBe(true);
  });
});
