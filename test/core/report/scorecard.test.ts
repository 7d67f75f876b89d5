import { describe, expect, test } from 'vitest';
import type { CarrierMonth, RequestedRange } from '../../../core/report/carrier-month.ts';
import { dataQualityReport, judgeQuality, type QualityEvent, scorecardReport } from '../../../core/report/scorecard.ts';
import { type MonthFigures, monthOf, spansOf } from './carrier-months.ts';

describe('scorecard', () => {
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
});

describe('data quality', () => {
  /** Judges a month in which `red` of `priorPresent` members are missing, and `added` of `memberCount` are new. */
  function judge(red: number, priorPresent: number, added = 0, memberCount = 100) {
    return judgeQuality(monthOf('Acme', '2026-02', { red, priorPresent, new: added, memberCount }));
  }

  describe('the level', () => {
    test.each([
      ['nobody lost', judge(0, 100, 90), 'ok'],
      ['one lost of two is too few', judge(1, 2, 1, 2), 'ok'],
      ['two lost of ten: a rate of 0.20 is watched', judge(2, 10), 'watch'],
      ['two lost of eleven: a rate of 0.181818 is not watched', judge(2, 11), 'ok'],
      ['499,999 of a million is watched', judge(499_999, 1_000_000), 'watch'],
      ['half of the members lost', judge(5, 10), 'alert'],
      ['15 of 100 went and 15 of 100 came', judge(15, 100, 15), 'watch'],
      ['15 went, 14 came', judge(15, 100, 14), 'ok'],
      ['14 went, all are new', judge(14, 100, 100), 'ok'],
      ['35 went and 35 came', judge(35, 100, 35), 'alert'],
      ['35 went, 34 came', judge(35, 100, 34), 'watch'],
      ['49 went, nobody came', judge(49, 100), 'watch'],
      ['a first statement', judge(0, 0, 100), 'ok'],
      ['all who are missing were paid ahead, nobody was present', judge(5, 0), 'ok'],
      ['more lost than were present, because others were paid ahead', judge(7, 3), 'alert'],
      ['nobody left at all', judge(3, 3, 0, 0), 'alert'],
    ])('%s', (_, quality, level) => {
      expect(quality.level).toBe(level);
    });
  });

  test('rounds rates to six decimals; the overlap is the smaller one', () => {
    expect(judge(2, 3, 1, 6)).toMatchObject({ droppedRate: 0.666667, newRate: 0.166667, churnOverlap: 0.166667 });
    expect(judge(1, 6, 2, 3)).toMatchObject({ droppedRate: 0.166667, newRate: 0.666667, churnOverlap: 0.166667 });
    expect(judge(0, 0, 0, 0)).toMatchObject({ droppedRate: 0, newRate: 0, churnOverlap: 0 });
  });

  test('shows what each check compared, and which checks were not applied', () => {
    expect(judge(30, 100, 14).checks).toEqual([
      { name: 'droppedRate', value: 0.3, watchAt: 0.2, alertAt: 0.5, outcome: 'watch' },
      { name: 'churnOverlap', value: 0.14, watchAt: 0.15, alertAt: 0.35, outcome: 'ok' },
    ]);
    expect(judge(1, 1, 1, 1).checks.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
    expect(judge(0, 0, 100).checks.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
  });

  test('mentions members who return under another id after the reason', () => {
    const figures = { red: 79, priorPresent: 100, new: 80, memberCount: 101, missingMembers: 79, returningMembers: 60 };
    const { reason } = judgeQuality(monthOf('Acme', '2026-02', figures));
    expect(reason).toMatch(
      /another book\. 60 of the 79 missing return under another id, by name and date, policy, id, plan or amount\.$/,
    );
  });

  describe('the reason is one sentence with the figures', () => {
    test.each([
      [judge(0, 0, 4, 4), 'There are no members of an earlier statement to compare the 4 of this one with.'],
      [judge(0, 1, 0, 1), 'Nobody is missing, against 1 in the statement before.'],
      [judge(1, 4), '1 member is missing, against 4 in the statement before: too few to tell anything by.'],
      [
        judge(2, 100, 3, 101),
        '2 members are missing, against 100 in the statement before (2 %), and 3 of its 101 members are new (2.97 %): an ordinary month.',
      ],
      [
        judge(30, 100, 1),
        '30 members are missing, against 100 in the statement before (30 %): the file may be incomplete.',
      ],
      [
        judge(40, 90, 45, 95),
        '40 members are missing, against 90 in the statement before (44.44 %), while 45 of its 95 members are new (47.37 %): the file may be of another month, or of another book.',
      ],
    ])('for case %#', ({ reason }, sentence) => {
      expect(reason).toBe(sentence);
    });
  });

  describe('the report', () => {
    const fine = monthOf('Acme', '2026-02', { memberCount: 10, priorPresent: 10 });
    const bad = monthOf('Zenith', '2026-02', { memberCount: 2, red: 8, priorPresent: 10, reappeared: 1 });
    const before = monthOf('Bygone', '2025-11', { memberCount: 3 });

    test('has the level of the worst carrier', () => {
      const report = dataQualityReport('2026-02', { months: [bad, fine], spans: spansOf([bad, fine]), events: [] });
      expect(report).toMatchObject({
        period: '2026-02',
        overall: 'alert',
        carriers: [
          { carrierName: 'Acme', level: 'ok' },
          { carrierName: 'Zenith', level: 'alert', red: 8, newMembers: 0, reappeared: 1, present: 2, priorPresent: 10 },
        ],
        missing: [],
      });
    });

    test('names a missing statement with the last one, at the level watch', () => {
      const missing = [{ carrierId: 'bygone', carrierName: 'Bygone', lastPeriod: '2025-11' }];
      expect(
        dataQualityReport('2026-02', { months: [fine], spans: spansOf([before, fine]), events: [] }),
      ).toMatchObject({
        overall: 'watch',
        missing,
      });
      expect(dataQualityReport('2026-02', { months: [bad], spans: spansOf([before, bad]), events: [] })).toMatchObject({
        overall: 'alert',
        missing,
      });
      expect(dataQualityReport('2026-02', { months: [], spans: spansOf([before]), events: [] })).toEqual({
        period: '2026-02',
        overall: 'watch',
        carriers: [],
        missing,
      });
    });

    describe('events of a carrier', () => {
      const cut = {
        carrierId: fine.carrierId,
        kind: 'pay_reduced',
        period: '2026-02',
        askedIn: null,
        state: 'open',
        detail: 'The carrier pays 20 % less for 10 of 10 members since Feb 2026.',
      } as const;
      const judged = (...events: readonly QualityEvent[]) =>
        dataQualityReport('2026-02', { months: [fine, bad], spans: [], events }).carriers;

      test('are in the reason, at the level watch while they are undecided', () => {
        const [acme, zenith] = judged(cut);
        expect(acme).toMatchObject({
          level: 'watch',
          reason: `Nobody is missing, against 10 in the statement before. ${cut.detail}`,
          carrierEvents: [cut],
        });
        expect(zenith).toMatchObject({ level: 'alert', carrierEvents: [] });
        expect(judged({ ...cut, carrierId: bad.carrierId })[1]).toMatchObject({ level: 'alert' });
      });

      test.each([
        ['accepted', { ...cut, state: 'accepted' }],
        ['disputed', { ...cut, state: 'disputed' }],
        ['that pay more', { ...cut, kind: 'pay_increased' }],
        ['that an earlier month asked', { ...cut, kind: 'shared_finding', askedIn: '2026-01' }],
      ] as const)('%s do not change the level', (_, event) => {
        expect(judged(event)[0]).toMatchObject({ level: 'ok', carrierEvents: [event] });
      });

      test('beyond three are counted', () => {
        const [acme] = judged(cut, cut, cut, cut, cut);
        expect(acme?.reason.endsWith(`${cut.detail} 2 more carrier events.`)).toBe(true);
        expect(acme?.carrierEvents).toHaveLength(5);
      });
    });

    test('is empty without data', () => {
      const policySummaries = new Map([[fine.carrierId, 'Against your list: 1 found.']]);
      const compared = dataQualityReport('2026-02', {
        months: [bad, fine],
        spans: spansOf([bad, fine]),
        policySummaries,
        events: [],
      });
      const plain = dataQualityReport('2026-02', { months: [bad, fine], spans: spansOf([bad, fine]), events: [] });
      expect(compared.carriers.map(({ reason }) => reason)).toEqual(
        plain.carriers.map(({ carrierId, reason }) =>
          carrierId === fine.carrierId ? `${reason} Against your list: 1 found.` : reason,
        ),
      );
      expect(compared).toMatchObject({ overall: plain.overall });
      expect(dataQualityReport(null, { months: [], spans: [], events: [] })).toEqual({
        period: null,
        overall: 'ok',
        carriers: [],
        missing: [],
      });
    });
  });
});
