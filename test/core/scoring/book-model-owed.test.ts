import { describe, expect, it } from 'vitest';
import { book, type Fields, FLAT_50, file, firstRow, line, periodOf, rowOf } from '../../support/book-model-cases.ts';
import type { ModelRate } from '../../support/book-model-owed.ts';
import type { ModelLine } from '../../support/book-model-record.ts';

/** Guarantee: the book model gives expected amounts, owed amounts and estimates as calculated by hand. */

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

  it('sums over the paid records, and evaluates a member completely or not at all', () => {
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

  it('never lets an overpaid member hide an underpaid one', () => {
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
    ['a rate on its last day', [rate('1', { planCode: 'MA-1', effectiveTo: '2026-01-01' }), rate('2')], '1'],
    ['a rate on its first day', [rate('1', { effectiveFrom: '2026-01-01' }), rate('2')], '1'],
    ['no rate that begins after the first of the month', [rate('1', { effectiveFrom: '2026-01-02' }), rate('2')], '2'],
    [
      'a rate of the state before one of all states',
      [rate('1', { state: 'FL' }), rate('2', { effectiveFrom: '2026-01-01' })],
      '1',
    ],
    ['no rate of another state', [rate('1', { state: 'TX' }), rate('2')], '2'],
    [
      'a rate of the tier before one of all tiers',
      [rate('1', { tier: 'renewal' }), rate('2', { effectiveFrom: '2026-01-01' })],
      '1',
    ],
    ['no rate of the other tier', [rate('1', { tier: 'initial' }), rate('2')], '2'],
    ['state before tier', [rate('1', { state: 'FL' }), rate('2', { tier: 'renewal' })], '1'],
    ['the latest rate', [rate('1', { effectiveFrom: '2025-02-01' }), rate('2', { effectiveFrom: '2025-01-01' })], '1'],
  ])('chooses %s', (_case, rates, expected) => {
    const fields = { planCode: 'MA-1', state: 'FL', effectiveDate: '2025-01-31' };
    expect(firstRow([line('A', '0', fields)], rates)?.expectedAmount).toBe(expected);
  });

  it.each([
    [
      'a rate of the policy month before one of all months',
      [rate('1', { toPolicyMonth: 12 }), rate('2', { effectiveFrom: '2026-01-01' })],
      '2.5',
    ],
    ['a rate in its last policy month', [rate('1', { fromPolicyMonth: 12, toPolicyMonth: 12 }), rate('2')], '2.5'],
    ['no rate that ended a policy month before', [rate('1', { toPolicyMonth: 11 }), rate('2')], '5'],
    ['no rate that begins a policy month later', [rate('1', { fromPolicyMonth: 13 }), rate('2')], '5'],
    [
      'a rate of the size before one of all sizes',
      [rate('1', { fromLives: 2 }), rate('2', { effectiveFrom: '2026-01-01' })],
      '2.5',
    ],
    ['a size without regard to parts of a life', [rate('1', { toLives: 2 }), rate('2', { fromLives: 3 })], '2.5'],
    ['no rate of a larger size', [rate('1', { fromLives: 3 }), rate('2')], '5'],
    ['policy months before size', [rate('1', { fromPolicyMonth: 1 }), rate('2', { fromLives: 1 })], '2.5'],
    [
      'policy months and size before policy months',
      [rate('1', { fromPolicyMonth: 1, toLives: 2 }), rate('2', { fromPolicyMonth: 1 })],
      '2.5',
    ],
    ['bounds before the tier', [rate('1', { fromLives: 1 }), rate('2', { tier: 'initial' })], '2.5'],
    ['state before bounds', [rate('1', { state: 'FL' }), rate('2', { fromPolicyMonth: 1 })], '2.5'],
    ['a rate for two lives at most', [rate('3', { maxLives: 2 })], '6'],
  ])('chooses %s', (_case, rates, expected) => {
    const fields = { state: 'FL', effectiveDate: '2025-02-28', lives: '2.5' };
    expect(firstRow([line('A', '0', fields)], rates)?.expectedAmount).toBe(expected);
  });

  it('applies no rate with bounds to a member without the bounded value', () => {
    const bounded = [rate('1', { fromPolicyMonth: 1 }), rate('2', { fromLives: 1, toLives: 1 })];
    const expectedFor = (fields: Fields) => firstRow([line('A', '0', fields)], bounded)?.expectedAmount;
    expect(expectedFor({ effectiveDate: null })).toBeNull();
    expect(expectedFor({ effectiveDate: '2026-05-01' })).toBe('1');
    expect(expectedFor({ lives: '1' })).toBe('2');
  });

  it('takes the first twelve months as the initial tier, and fits no tier without an effective date', () => {
    const tiers = [rate('1', { tier: 'initial' }), rate('2', { tier: 'renewal' })];
    const expectedFor = (effectiveDate: string | null) =>
      firstRow([line('A', '0', { effectiveDate })], tiers)?.expectedAmount;
    const dates = ['2025-01-31', '2025-02-01', '2026-03-01', null];
    expect(dates.map(expectedFor)).toEqual(['2', '1', '1', null]);
  });
});

describe('automatic estimates', () => {
  function estimatesOf(lines: readonly ModelLine[]): string[] {
    const { estimates } = book([file('2026-02', line('A', '1')), file('2026-01', ...lines)], { estimates: true });
    return estimates.map((one) => {
      const reach = [one.productType, one.planName, one.tier, one.maxLives].filter((part) => part !== null);
      return [one.planCode, ...reach, one.rateType, one.rateValue, one.basisPeriod, one.sampleSize].join(' ');
    });
  }
  const many = (amounts: string[], fields: Fields = {}) =>
    amounts.map((amount, index) => line(`M${index}`, amount, fields));

  it('use the median ratio if it hardly varies and four of five members have a premium', () => {
    const withPremium = many(['50', '50', '50', '52'], { premium: '1000' });
    expect(estimatesOf([...withPremium, line('N', '7')])).toEqual([' percent_of_premium 0.05 2026-01 5']);
    const zeroPremium = line('O', '7', { premium: '0' });
    expect(estimatesOf([...withPremium, line('N', '7'), zeroPremium])).toEqual([]);
    const more = ['P', 'Q', 'R', 'S'].map((id) => line(id, '7', { premium: '0' }));
    expect(estimatesOf([...withPremium, ...more, line('N', '7')])).toEqual([' flat_per_member 7 2026-01 9']);
  });

  it('allow a spread of exactly a tenth', () => {
    expect(estimatesOf(many(['100', '100', '100', '110', '110'], { premium: '1000' }))).toEqual([
      ' percent_of_premium 0.1 2026-01 5',
    ]);
    expect(estimatesOf(many(['100', '100', '100', '110.0001', '110.0001'], { premium: '1000' }))).toEqual([]);
  });

  it('prefer an amount per life to a share of the premium only if nearly all members are paid exactly that amount', () => {
    const premiums = ['300', '410', '520', '640', '790'];
    const lines = (amounts: readonly string[]) =>
      amounts.map((amount, index) => line(`M${index}`, amount, { premium: premiums[index % 5] ?? null }));
    expect(estimatesOf(lines(['28', '28', '28', '28', '28']))).toEqual([' flat_per_member 28 2026-01 5']);
    expect(estimatesOf(lines(['28', '28', '28', '28', '31']))).toEqual([]);
  });

  it('use the most frequent amount if it covers half, the lowest of equals, else the lower quartile', () => {
    expect(estimatesOf(many(['30', '20', '20', '30']))).toEqual([' flat_per_member 20 2026-01 4']);
    expect(estimatesOf(many(['30', '40', '30', '50']))).toEqual([' flat_per_member 30 2026-01 4']);
    expect(estimatesOf(many(['20', '20', '40', '60', '80']))).toEqual([' flat_per_member 20 2026-01 5']);
  });

  it('do not exist if they would find more than one in twenty of their own basis short', () => {
    const paid = (fair: number, short: number) => [
      ...many(Array.from({ length: fair }, () => '50')),
      ...Array.from({ length: short }, (_, n) => line(`S${n}`, '40')),
    ];
    expect(estimatesOf(paid(19, 1))).toEqual([' flat_per_member 50 2026-01 20']);
    expect(estimatesOf(paid(18, 2))).toEqual([]);
    expect(estimatesOf(many(['10', '20', '40', '80']))).toEqual([]);
  });

  it('are per life and per month, from positive lines only', () => {
    const paid = [line('A', '100', { lives: '1.5', monthsPaid: '2' }), line('A', '-100'), line('B', '0')];
    expect(estimatesOf(paid)).toEqual([' flat_per_member 33.3333 2026-01 1']);
    expect(estimatesOf([line('A', '-100')])).toEqual([]);
    expect(estimatesOf([line('A', '10'), line('B', '9', { lives: '0' })])).toEqual([' flat_per_member 10 2026-01 1']);
  });

  it('distinguish product types, and plans that the statement only names', () => {
    const of = (prefix: string, amount: string, fields: Fields) =>
      ['1', '2', '3', '4', '5'].map((id) => line(`${prefix}${id}`, amount, { premium: '100', ...fields }));
    const medical = of('M', '4', { productType: 'Medical' });
    const dental = of('D', '10', { productType: 'Dental', planName: 'Bright' });
    expect(estimatesOf([...medical, ...dental]).sort()).toEqual([
      ' DENTAL BRIGHT percent_of_premium 0.1 2026-01 5',
      ' DENTAL percent_of_premium 0.1 2026-01 5',
      ' MEDICAL percent_of_premium 0.04 2026-01 5',
    ]);
  });

  it('exist for each tier if the tiers are paid differently, and for a single tier', () => {
    const of = (prefix: string, amount: string, effectiveDate: string) =>
      ['1', '2', '3', '4', '5'].map((id) => line(`${prefix}${id}`, amount, { effectiveDate }));
    const first = of('F', '60', '2025-06-01');
    expect(estimatesOf([...first, ...of('R', '30', '2023-06-01')])).toEqual([
      ' initial flat_per_member 60 2026-01 5',
      ' renewal flat_per_member 30 2026-01 5',
    ]);
    expect(estimatesOf(first)).toEqual([' initial flat_per_member 60 2026-01 5']);
    expect(estimatesOf([...first, ...of('R', '60', '2023-06-01')])).toEqual([' flat_per_member 60 2026-01 10']);
  });

  it('end at a change of pay for half of the book, and stay if few members are short', () => {
    const month = (period: string, short: number, count = 6) =>
      file(period, ...Array.from({ length: count }, (_, n) => line(`M${n}`, n < short ? '40' : '50')));
    const later = (short: number, count = 6) => {
      const seeded = book([month('2026-01', 0), month('2026-02', short, count)], { estimates: true });
      const { commissionOwed, owedEvaluated, owedEstimated } = periodOf(seeded, '2026-02').rollup;
      return [commissionOwed, owedEvaluated, owedEstimated].join(' ');
    };
    expect(later(2)).toBe('20 6 true');
    expect(later(3)).toBe('0 0 false');
    expect(later(2, 4)).toBe('20 4 true');
  });

  it('treat less than a hundredth as rounding, only for a share of the premium', () => {
    const months = (amount: string, premium: string | null) =>
      book(
        [
          file('2026-01', ...many(['42', '42', '42', '42', '42'], { premium })),
          file('2026-02', line('M0', amount, { premium })),
        ],
        { estimates: true },
      );
    expect(periodOf(months('41.7', '420'), '2026-02').rollup.commissionOwed).toBe('0');
    expect(periodOf(months('41.5', '420'), '2026-02').rollup.commissionOwed).toBe('0.5');
    expect(periodOf(months('41.7', null), '2026-02').rollup.commissionOwed).toBe('0.3');
  });

  it('are made for each plan with five records, and rank below every contracted rate', () => {
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
