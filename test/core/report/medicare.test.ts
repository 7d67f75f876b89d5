import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ForecastMember,
  type ForecastRequest,
  medicareRde,
  type RdeMember,
  renewalForecast,
} from '../../../core/report/medicare.ts';
import { cmsRenewal } from '../../../core/scoring/cms-maximum.ts';
import type { ExpectedRate } from '../../../core/scoring/expected.ts';
import { flatRate } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('medicare rde', () => {
  const money = (dollars: number) => Math.round(dollars * 10_000);

  function member(more: Partial<RdeMember> = {}): RdeMember {
    return {
      status: 'green',
      effectiveDate: '2024-01-01',
      termDate: null,
      chargeback: 0,
      netSinceEffective: 0,
      planName: 'Choice',
      planCode: 'H1',
      agentId: 'A1',
      agentName: 'Ann Lee',
      ...more,
    };
  }

  /** Lists effective and term dates of a member who left in April 2026, and whether that is rapid. Null means not classified. */
  const CLASSIFIED: readonly (readonly [string, string | null, string | null, boolean | null])[] = [
    ['three months, both ends counted', '2026-01-01', '2026-03-31', true],
    ['four months', '2026-01-01', '2026-04-30', false],
    ['a term on the 1st means the day before: three months', '2026-01-01', '2026-04-01', true],
    ['a term on the 2nd is a day of the fourth month', '2026-01-01', '2026-04-02', false],
    ['effective late in a month counts that month', '2026-01-31', '2026-04-01', true],
    ['effective and over on the same 1st: never covered', '2026-02-01', '2026-02-01', true],
    ['over before it began', '2026-03-01', '2025-12-31', true],
    ["a leap year's February, last day the 29th", '2023-12-01', '2024-03-01', true],
    ["a leap year's February, a fourth month", '2023-11-01', '2024-02-29', false],
    ['October to the end of the year: the yearly election', '2025-10-01', '2025-12-31', false],
    ['October to the end of the year, told as January 1', '2025-10-01', '2026-01-01', false],
    ['December to the end of the year', '2025-12-01', '2025-12-31', false],
    ['October to the end of November', '2025-10-01', '2025-11-30', true],
    ['September to the end of the year: four months', '2025-09-01', '2025-12-31', false],
    ['November to the end of January is no year end', '2025-11-01', '2026-01-31', true],
    ['October of one year to the end of the next: fifteen months', '2024-10-01', '2025-12-31', false],
    ['no effective date', null, '2026-03-31', null],
    ['no term date', '2026-01-01', null, null],
  ];

  test.each(CLASSIFIED)('classifies %s', (_, effectiveDate, termDate, rapid) => {
    const report = medicareRde('2026-04', [member({ status: 'red', effectiveDate, termDate })]);
    expect(report).toMatchObject({
      total: 1,
      evaluated: rapid === null ? 0 : 1,
      disenrollments: { total: 1, rapid: rapid === true ? 1 : 0, rapidRatePct: rapid === true ? 100 : 0 },
    });
  });

  /** Lists whether a member is disenrolled in April 2026, and whether the member is exposed. */
  const SORTED: readonly (readonly [string, Partial<RdeMember>, boolean, boolean])[] = [
    ['enrolled for long', {}, false, false],
    ['dropped', { status: 'red' }, true, false],
    ['dropped within the three months', { status: 'red', effectiveDate: '2026-04-01' }, true, false],
    ['last covered day is the last of the period', { termDate: '2026-04-30' }, true, false],
    ['a term on the 1st after the period', { termDate: '2026-05-01' }, true, false],
    ['last covered day after the period', { termDate: '2026-05-02' }, false, false],
    ['with a chargeback line', { chargeback: money(1) }, true, false],
    ["effective in the period's month", { effectiveDate: '2026-04-30' }, false, true],
    ['effective two months before', { effectiveDate: '2026-02-01' }, false, true],
    ['effective three months before', { effectiveDate: '2026-01-31' }, false, false],
    ['effective next month', { effectiveDate: '2026-05-01' }, false, false],
    [
      'new and paid ahead: on no statement, still to be taken back',
      { status: 'carried', effectiveDate: '2026-03-01' },
      false,
      true,
    ],
    ['new and about to leave: still enrolled', { effectiveDate: '2026-03-01', termDate: '2026-06-30' }, false, true],
    ['new and gone', { effectiveDate: '2026-03-01', termDate: '2026-04-30' }, true, false],
    [
      'new, charged back, and still on the statement: disenrolled and exposed',
      { effectiveDate: '2026-03-01', chargeback: 1 },
      true,
      true,
    ],
  ];

  test.each(SORTED)('sorts %s', (_, more, disenrolled, exposed) => {
    const report = medicareRde('2026-04', [member(more)]);
    expect([report.total, report.exposure.count]).toEqual([Number(disenrolled), Number(exposed)]);
  });

  test('has a window of exposure across the turn of the year', () => {
    const members = ['2025-10-01', '2025-11-30', '2026-01-01'].map((effectiveDate) => member({ effectiveDate }));
    expect(medicareRde('2026-01', members).exposure.count).toBe(2);
  });

  const rapid = { status: 'red', effectiveDate: '2026-03-01', termDate: '2026-04-01' } as const;

  test('counts rapid members with a chargeback as realized, and rounds dollars once, after the sum', () => {
    const report = medicareRde('2026-04', [
      // 0.005 and 0.0049 make 0.0099, a cent; rounded separately they would be 0.01 and 0.00.
      member({ ...rapid, chargeback: money(0.005), agentId: 'A2', agentName: 'Bo Ray' }),
      member({ ...rapid, chargeback: money(0.0049) }),
      member({ ...rapid }),
      // Chargebacks of members who are not rapid, or not classified, do not count.
      member({ status: 'red', termDate: '2026-03-31', chargeback: money(80) }),
      member({ chargeback: money(7) }),
    ]);
    expect(report.realized).toEqual({ count: 2, clawedBackAmount: 0.01 });
    // Three of four classified members are 75 %.
    expect(report.disenrollments).toEqual({ total: 5, rapid: 3, rapidRatePct: 75 });
    expect([report.evaluated, report.total]).toEqual([4, 5]);
    expect(report.byAgent).toEqual([
      { agentId: 'A2', agentName: 'Bo Ray', total: 1, rapid: 1, clawedBackAmount: 0.01 },
      { agentId: 'A1', agentName: 'Ann Lee', total: 4, rapid: 2, clawedBackAmount: 0 },
    ]);
  });

  test('shows a rate of a third with two decimals', () => {
    const slow = member({ status: 'red', termDate: '2026-03-31' });
    expect(medicareRde('2026-04', [member(rapid), slow, slow]).disenrollments.rapidRatePct).toBe(33.33);
    expect(medicareRde('2026-04', [member(rapid), member(rapid), slow]).disenrollments.rapidRatePct).toBe(66.67);
  });

  test('gives exposure as paid less taken back, to the fraction of a cent', () => {
    const members = [50.0025, 50.0025, -10].map((net) =>
      member({ effectiveDate: '2026-04-01', netSinceEffective: money(net) }),
    );
    expect(medicareRde('2026-04', members).exposure).toEqual({ count: 3, atRiskAmount: 90.01 });
  });

  test('combines plans that differ in case and spaces, in the order of names, with unnamed ones last', () => {
    const plans = [
      ['Value', null],
      ['choice ', 'h1'],
      ['Choice', 'H1'],
      [null, null],
      ['Choice', 'H2'],
    ] as const;
    const members = plans.map(([planName, planCode]) => member({ status: 'red', planName, planCode }));
    expect(medicareRde('2026-04', members).byPlan.map((plan) => [plan.planName, plan.planCode, plan.total])).toEqual([
      ['choice ', 'h1', 2],
      ['Choice', 'H2', 1],
      ['Value', null, 1],
      [null, null, 1],
    ]);
  });
});

describe('medicare renewal forecast', () => {
  function member(more: Partial<ForecastMember> = {}): ForecastMember {
    return {
      status: 'green',
      effectiveDate: '2024-01-01',
      termDate: null,
      planName: 'Choice',
      planCode: 'H1',
      productType: 'MA',
      state: 'TX',
      premium: null,
      lives: null,
      ...more,
    };
  }

  function rate(dollars: number, more: Partial<ExpectedRate> = {}): ExpectedRate {
    return { ...flatRate(dollars), ...more };
  }

  function forecast(members: readonly ForecastMember[], request: Partial<ForecastRequest> = {}) {
    return renewalForecast({ asOf: '2026-03', horizonMonths: 12, rates: [], ...request }, members);
  }

  /** Returns the months in which a member with this effective date renews. */
  function renewals(effectiveDate: string, request: Partial<ForecastRequest> = {}) {
    return forecast([member({ effectiveDate })], request)
      .byMonth.filter(({ members }) => members > 0)
      .map(({ period }) => period);
  }

  test.each([
    ['an enrollment later in the year', '2024-07-01', ['2026-07']],
    ['an enrollment earlier in the year, which renews next year', '2024-02-01', ['2027-02']],
    ['an enrollment in the as-of month, which has just renewed', '2024-03-15', ['2027-03']],
    ['a new enrollment in the as-of month, at the end of the window', '2026-03-01', ['2027-03']],
    ['an enrollment of the next month, which renews after the window', '2026-04-01', []],
    ['an enrollment of eleven months ago, which renews in the first month', '2025-04-30', ['2026-04']],
    ['an enrollment on a leap day, which renews in the same month', '2024-02-29', ['2027-02']],
    ['an enrollment of long ago', '1999-12-31', ['2026-12']],
  ])('finds the renewals of %s', (_, effectiveDate, expected) => {
    expect(renewals(effectiveDate)).toEqual(expected);
  });

  test('finds two renewals in a horizon of 24 months, and none in a short one', () => {
    const horizonMonths = 24;
    expect(renewals('2024-07-01', { horizonMonths })).toEqual(['2026-07', '2027-07']);
    expect(renewals('2024-03-01', { horizonMonths })).toEqual(['2027-03', '2028-03']);
    expect(renewals('2026-04-01', { horizonMonths })).toEqual(['2027-04']);
    expect(renewals('2026-12-01', { horizonMonths })).toEqual(['2027-12']);
    expect(renewals('2024-07-01', { horizonMonths: 3 })).toEqual([]);
    expect(forecast([], { horizonMonths }).byMonth).toHaveLength(24);
  });

  test('covers twelve months in the annual value, whatever the horizon', () => {
    // July 2026 at $347 and January 2027 at $363.
    const members = [member({ effectiveDate: '2024-07-01' }), member()];
    for (const horizonMonths of [1, 12, 24]) {
      expect(forecast(members, { horizonMonths })).toMatchObject({
        annualRenewalValue: 710,
        byPlan: [{ planName: 'Choice', planCode: 'H1', members: 2, annualRenewalValue: 710 }],
      });
    }
  });

  test('counts active members, and those that can be valued', () => {
    const report = forecast([
      member(),
      member({ status: 'carried' }),
      member({ termDate: '2026-12-31' }),
      member({ effectiveDate: null }),
      member({ planName: 'Medicare Supplement G', productType: null }),
      member({ status: 'red' }),
      member({ termDate: '2026-04-01' }),
    ]);
    // The first five are active, including one paid ahead and one with a future term date. Two of them cannot be valued.
    expect([report.activeMembers, report.evaluated]).toEqual([5, 3]);
    expect(report.annualRenewalValue).toBe(3 * 363);
  });

  test.each([
    ['MA', 'TX', 2026, 347],
    ['MA', 'ct', 2026, 391],
    ['MAPD', 'DC', 2027, 408],
    ['MA', 'CA', 2025, 390],
    ['MA', 'PR', 2027, 248],
    ['PDP', 'NJ', 2026, 57],
    ['Part D', null, 2024, 50],
    ['MA', null, 2022, 287],
    ['MA', 'Texas', 2023, 301],
    ['MA', 'TX', 2030, 363],
    ['PDP', 'TX', 2099, 65],
    ['MA', 'TX', 2021, null],
    ['Dental', 'TX', 2026, null],
    ['Dental HMO', 'TX', 2026, null],
    ['MedSupp', 'TX', 2026, null],
    ['Medicare Supplement', 'TX', 2026, null],
    ['PDP_BASIC', 'TX', 2026, 57],
    ['RX', 'TX', 2026, 57],
    ['Drug', 'TX', 2026, 57],
    ['Medicare Advantage Prescription Drug', 'TX', 2026, 347],
    ['MA', 'California', 2026, 432],
    ['MA', 'Puerto Rico', 2026, 237],
    ['MA', 'D.C.', 2026, 391],
    ['MA', ' new jersey ', 2026, 432],
    ['MA', 'U.S. Virgin Islands', 2026, 237],
  ])('takes the CMS renewal of %s in %s in %i', (productType, state, year, dollars) => {
    const found = cmsRenewal(year, { productType, planName: null, planCode: null, state });
    expect(found).toBe(dollars === null ? null : dollars * 10_000);
  });

  test.each([
    ['MA', 'Gold Life Advantage (HMO)', 347],
    ['MAPD', 'Vision Advantage PPO', 347],
    ['MA', 'CareSupport HMO', 347],
    ['MA', 'Supplemental Benefits HMO', 347],
    ['HMO SNP', 'Lifeline Dual', 347],
    ['PDP', 'Cancer', 57],
    ['PDP', 'MedicareRx Advantage', 57],
    ['PDP', 'Value Rx PPO Network', 57],
    ['Medicare Supplement', 'Advantage Plus', null],
    // Without a useful type the name decides, first of all by the CMS abbreviation in brackets.
    [null, 'Gold Life Advantage (HMO)', 347],
    [null, 'AARP Dental Plus (HMO D-SNP)', 347],
    ['Senior', 'SilverScript Choice (PDP)', 57],
    [null, 'Dental Plus', null],
    [null, 'Whole Life', null],
    [null, 'Lifeline', 347],
    [null, 'SupportCare', 347],
    [null, 'Plan F (Supplement)', null],
  ])('takes the CMS renewal for the type %s, named %s', (productType, planName, dollars) => {
    const found = cmsRenewal(2026, { productType, planName, planCode: null, state: 'TX' });
    expect(found).toBe(dollars === null ? null : dollars * 10_000);
  });

  test('uses the last year of the table for later renewals, and the next amount from the turn of the year', () => {
    const amounts = (asOf: string) =>
      forecast([member()], { asOf, horizonMonths: 24 })
        .byMonth.filter(({ members }) => members > 0)
        .map(({ period, amount }) => [period, amount]);
    expect(amounts('2025-03')).toEqual([
      ['2026-01', 347],
      ['2027-01', 363],
    ]);
    expect(amounts('2028-03')).toEqual([
      ['2029-01', 363],
      ['2030-01', 363],
    ]);
  });

  /** Lists rates and the renewal value of a member with a premium of $140, who enrolled in January 2024 and renews in January 2027. */
  const CONTRACTED: readonly (readonly [string, readonly ExpectedRate[], number, boolean])[] = [
    ['flat, for every tier: 26.505 × 12', [rate(26.505)], 318.06, false],
    ['the renewal tier before the one for all', [rate(50), rate(20, { tier: 'renewal' })], 240, false],
    ['the initial tier never', [rate(50, { tier: 'initial' })], 363, true],
    ['a share: 0.05 × 140 × 12', [rate(0.05, { rateType: 'percent_of_premium' })], 84, false],
    ["the plan's own before the carrier's", [rate(20), rate(10, { planCode: 'h1' })], 120, false],
    ["another plan's rate never", [rate(10, { planCode: 'H2' })], 363, true],
    [
      "the state's own before the carrier's",
      [rate(20), rate(30, { state: 'TX' }), rate(40, { state: 'PA' })],
      360,
      false,
    ],
    ['an estimate is no contract', [rate(10, { source: 'estimated' })], 363, true],
    ['no rate that has ended by then', [rate(10, { effectiveTo: '2026-12-31' })], 363, true],
    ['a rate that begins that day', [rate(10, { effectiveFrom: '2027-01-01' })], 120, false],
    ['no rate that begins later', [rate(10, { effectiveFrom: '2027-01-02' })], 363, true],
  ];

  test.each(CONTRACTED)('applies rates: %s', (_, rates, dollars, ratesInferred) => {
    expect(forecast([member({ premium: 1_400_000 })], { rates })).toMatchObject({
      annualRenewalValue: dollars,
      ratesInferred,
    });
  });

  test('neither values nor guesses a share of an unknown premium', () => {
    const report = forecast([member()], { rates: [rate(0.05, { rateType: 'percent_of_premium' })] });
    expect(report).toMatchObject({ activeMembers: 1, evaluated: 0, annualRenewalValue: 0, ratesInferred: false });
  });

  test.each([
    [
      'a supplement whose rate begins later',
      { effectiveDate: '2025-06-01', productType: 'Med Supp' },
      { rates: [rate(10, { effectiveFrom: '2027-05-01' })] },
      [['2027-06', 120]],
    ],
    [
      'a share of an unknown premium, and an amount from then on',
      { effectiveDate: '2025-06-01' },
      {
        rates: [
          rate(0.1, { rateType: 'percent_of_premium', effectiveTo: '2026-12-31' }),
          rate(10, { effectiveFrom: '2027-01-01' }),
        ],
      },
      [['2027-06', 120]],
    ],
    [
      'a table of CMS amounts that begins with the second renewal',
      { effectiveDate: '2019-03-01' },
      { asOf: '2020-06' as const },
      [['2022-03', 287]],
    ],
    [
      'a rate that ends before the second renewal',
      { effectiveDate: '2025-06-01', productType: 'Med Supp' },
      { rates: [rate(10, { effectiveTo: '2026-12-31' })] },
      [['2026-06', 120]],
    ],
  ] as const)("applies each renewal's own rate: %s", (_, who, request, expected) => {
    const report = forecast([member(who)], { ...request, horizonMonths: 24 });
    const valued = report.byMonth.filter(({ members }) => members > 0);
    expect(valued.map(({ period, amount }) => [period, amount])).toEqual(expected);
    expect(report.evaluated).toBe(1);
  });

  test('marks a sum of contracted and CMS rates as partly inferred', () => {
    const members = [member(), member({ planName: 'Value', planCode: 'H2' })];
    const report = forecast(members, { rates: [rate(10, { planCode: 'H1' })] });
    // 10 × 12 by contract and $363 by CMS; the larger first.
    expect(report).toMatchObject({
      annualRenewalValue: 483,
      ratesInferred: true,
      byPlan: [
        { planName: 'Value', annualRenewalValue: 363 },
        { planName: 'Choice', annualRenewalValue: 120 },
      ],
    });
  });

  test('rounds sums once: three renewals of 0.0040 a year make a cent', () => {
    // 0.000334 × 12 = 0.004008; three are 0.012024.
    const report = forecast([member(), member(), member()], { rates: [rate(0.000334)] });
    expect(report.annualRenewalValue).toBe(0.01);
  });

  test('renews each evaluated member once in any twelve months, and plans add up to the annual value, for any book', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2026-03-31'), noInvalidDate: true });
    const arbitrary = fc.array(
      fc.record({
        effectiveDate: day.map((date) => date.toISOString().slice(0, 10)),
        planCode: fc.constantFrom('H1', 'H2', null),
        state: fc.constantFrom('TX', 'CA', null),
      }),
      { maxLength: 30 },
    );
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    fc.assert(
      fc.property(arbitrary, (some) => {
        const members = some.map((one) => member(one));
        const { byMonth, byPlan, evaluated, annualRenewalValue } = forecast(members, { horizonMonths: 24 });
        expect(evaluated).toBe(members.length);
        expect(sum(byMonth.slice(0, 12).map((month) => month.members))).toBe(members.length);
        expect(byMonth.slice(12).map((month) => month.members)).toEqual(
          byMonth.slice(0, 12).map((month) => month.members),
        );
        // CMS amounts are whole dollars, so adding the shown figures loses nothing.
        expect(sum(byMonth.slice(0, 12).map((month) => month.amount))).toBe(annualRenewalValue);
        expect(sum(byPlan.map((plan) => plan.annualRenewalValue))).toBe(annualRenewalValue);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
