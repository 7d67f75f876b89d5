import { describe, expect, test } from 'vitest';
import { dataQualityReport, judgeQuality, type QualityEvent } from '../../../core/report/scorecard.ts';
import { monthOf, spansOf } from './carrier-months.ts';

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
    expect(dataQualityReport('2026-02', { months: [fine], spans: spansOf([before, fine]), events: [] })).toMatchObject({
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
