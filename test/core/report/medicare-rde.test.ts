import { expect, test } from 'vitest';
import { medicareRde, type RdeMember } from '../../../core/report/medicare.ts';

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
