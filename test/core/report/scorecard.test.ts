import { describe, expect, test } from 'vitest';
import type { CarrierMonth, RequestedRange } from '../../../core/report/carrier-month.ts';
import { scorecardReport } from '../../../core/report/scorecard.ts';
import { type MonthFigures, monthOf, spansOf } from './carrier-months.ts';

/** Makes the scorecards of a range from the months that the database would return. */
function cardsOf(all: readonly CarrierMonth[], range: RequestedRange = {}, latest = latestOf(all)) {
  const upTo = all.filter(({ period }) => period <= (range.to ?? '9999-12'));
  const months = upTo.filter(({ period }) => period >= (range.from ?? '0000-01'));
  // $12.005
  const recoverable = new Map([['acme', 120_050_000_000n]]);
  return scorecardReport({ range, latest, months, spans: spansOf(upTo), recoverable });
}

const latestOf = (months: readonly CarrierMonth[]) =>
  months
    .map(({ period }) => period)
    .toSorted()
    .at(-1) ?? null;
const OK: MonthFigures = { memberCount: 10, priorPresent: 10 };
const WATCHED: MonthFigures = { memberCount: 8, red: 2, priorPresent: 10 };
const ALERT: MonthFigures = { memberCount: 5, red: 5, priorPresent: 10 };

test('rates one carrier with a gap, a watched month and an alert', () => {
  const months = [
    monthOf('Acme', '2026-01', { ...OK, commissionOwed: 1 }),
    monthOf('Acme', '2026-02', { ...WATCHED, commissionOwed: 1, commissionOwedEstimated: 1, chargebackAmount: 7 }),
    monthOf('Acme', '2026-05', { ...ALERT, commissionOwed: 0.005 }),
  ];
  expect(cardsOf(months)).toEqual({
    from: '2026-01',
    to: '2026-05',
    data: [
      {
        carrierId: 'acme',
        carrierName: 'Acme',
        grade: 'F',
        // 100 × (0.6 × 3/5 + 0.4 × (1 + 0.5 + 0)/3) = 36 + 20
        score: 56,
        // 2.005
        commissionOwed: 2.01,
        commissionOwedEstimated: 1,
        // 2.005 / (10 + 8 + 5) = 0.0872
        owedPerMemberMonth: 0.09,
        // 1 / 23 = 0.0435
        owedPerMemberMonthEstimated: 0.04,
        chargebackAmount: 7,
        // 7 of 23 + 7
        dropRatePct: 23.33,
        consistencyPct: 60,
        periodsReported: 3,
        periodsExpected: 5,
        qualityFlags: 2,
        // 23 / 3
        avgMembers: 7.67,
        recoverableAmount: 12.01,
      },
    ],
  });
});

describe('expected months', () => {
  const months = [monthOf('Acme', '2024-01', OK), monthOf('Acme', '2024-03', OK)];
  const expected = (range: RequestedRange, latest?: string) =>
    cardsOf(months, range, latest).data.map(({ periodsReported, periodsExpected }) => [
      periodsReported,
      periodsExpected,
    ]);

  test('run from the first statement of the carrier to the latest month that any carrier has data for', () => {
    expect(expected({})).toEqual([[2, 3]]);
    // February of a leap year is a normal month.
    expect(expected({}, '2024-12')).toEqual([[2, 12]]);
  });

  test('do not begin before the first statement of the carrier, even if earlier months are requested', () => {
    expect(expected({ from: '2023-01' })).toEqual([[2, 3]]);
  });

  test('begin with the requested month if the first statement is older', () => {
    expect(expected({ from: '2024-02' })).toEqual([[1, 2]]);
    expect(expected({ from: '2024-02', to: '2024-06' })).toEqual([[1, 5]]);
  });

  test('are all missing for a silent carrier, which is then the worst', () => {
    expect(cardsOf(months, { from: '2024-04', to: '2024-06' })).toEqual({
      from: '2024-04',
      to: '2024-06',
      data: [
        {
          carrierId: 'acme',
          carrierName: 'Acme',
          grade: 'F',
          score: 0,
          commissionOwed: 0,
          commissionOwedEstimated: 0,
          owedPerMemberMonth: 0,
          owedPerMemberMonthEstimated: 0,
          chargebackAmount: 0,
          dropRatePct: 0,
          consistencyPct: 0,
          periodsReported: 0,
          periodsExpected: 3,
          recoverableAmount: 12.01,
          qualityFlags: 0,
          avgMembers: 0,
        },
      ],
    });
  });

  test('are none for a range that begins after the last month with data', () => {
    expect(cardsOf(months, { from: '2024-09' }, '2024-03')).toEqual({ from: '2024-09', to: '2024-03', data: [] });
  });

  test('do not exist for a carrier whose first statement is later', () => {
    expect(cardsOf(months, { to: '2023-12' })).toEqual({ from: null, to: '2023-12', data: [] });
  });
});

describe('grades', () => {
  /** Grades a carrier with `reported` statements in ten months, of which `watched` are at the level watch. */
  const graded = (reported: number, watched: number) => {
    const months = Array.from({ length: reported }, (_, at) =>
      monthOf('Acme', `2026-${String(at + 1).padStart(2, '0')}`, at < watched ? WATCHED : OK),
    );
    const [card] = cardsOf(months, {}, '2026-10').data;
    return [card?.score, card?.grade];
  };
  test.each([
    [10, 0, 100, 'A'],
    // 60 + 40 × (5 + 5 × 0.5) / 10
    [10, 5, 90, 'A'],
    // 54 + 40 × (8 + 0.5) / 9 = 91.78, one more watched 89.56
    [9, 1, 91.78, 'A'],
    [9, 2, 89.56, 'B'],
    // 60 + 40 × 0.5
    [10, 10, 80, 'B'],
    // 54 + 20
    [9, 9, 74, 'C'],
    // 30 + 40
    [5, 0, 70, 'C'],
    // 48 + 20, 42 + 20
    [8, 8, 68, 'D'],
    [7, 7, 62, 'D'],
    // 36 + 20
    [6, 6, 56, 'F'],
  ] as const)('%i of 10 months, %i of them watched: %d, %s', (reported, watched, score, grade) => {
    expect(graded(reported, watched)).toEqual([score, grade]);
  });
});

test('sorts the worst first: by score, then the most owed by contract, then by name, then by id', () => {
  const bad = monthOf('Zenith', '2026-01', ALERT);
  const [owedMore, owedLess] = [
    { ...OK, commissionOwed: 5.0001 },
    { ...OK, commissionOwed: 9, commissionOwedEstimated: 4 },
  ];
  const months = [
    monthOf('Delta', '2026-01', OK),
    monthOf('Acme', '2026-01', OK),
    monthOf('Bravo', '2026-01', owedLess),
    monthOf('Carol', '2026-01', owedMore),
    { ...monthOf('Acme', '2026-01', OK), carrierId: 'zz' },
    bad,
  ];
  expect(cardsOf(months).data.map(({ carrierName, carrierId }) => [carrierName, carrierId])).toEqual([
    ['Zenith', 'zenith'],
    ['Carol', 'carol'],
    ['Bravo', 'bravo'],
    ['Acme', 'acme'],
    ['Acme', 'zz'],
    ['Delta', 'delta'],
  ]);
});

test('owes nothing for a month without members', () => {
  expect(cardsOf([monthOf('Acme', '2026-01', { chargebackAmount: 3 })]).data).toMatchObject([
    { owedPerMemberMonth: 0, dropRatePct: 0, avgMembers: 0, chargebackAmount: 3, periodsReported: 1 },
  ]);
});

test('is empty without data', () => {
  expect(cardsOf([])).toEqual({ from: null, to: null, data: [] });
});

test('a month that waits for files is watched, whatever its figures so far', () => {
  const months = [monthOf('Acme', '2026-01', OK), monthOf('Acme', '2026-02', ALERT), monthOf('Acme', '2026-03', OK)];
  const waitingFor = (...periods: readonly string[]) =>
    scorecardReport({
      range: {},
      latest: '2026-03',
      months,
      spans: spansOf(months),
      waiting: periods.map((period) => ({ carrierId: 'acme', period, received: 1, expected: 2 })),
      recoverable: new Map(),
    }).data.map(({ score, qualityFlags }) => ({ score, qualityFlags }));
  // 100 × (0.6 + 0.4 × (1 + 0 + 1)/3), and with a half in place of the alert, and with another half in place of the last month.
  expect(waitingFor()).toEqual([{ score: 86.67, qualityFlags: 1 }]);
  expect(waitingFor('2026-02')).toEqual([{ score: 93.33, qualityFlags: 1 }]);
  expect(waitingFor('2026-02', '2026-03')).toEqual([{ score: 86.67, qualityFlags: 2 }]);
});
