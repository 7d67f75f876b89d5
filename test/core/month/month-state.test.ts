import { describe, expect, it, test } from 'vitest';
import {
  type AdjustableFigures,
  adjustmentOf,
  type ClosedFigures,
  decideMonth,
  expectedFilesOfCarrier,
  isChangedMonth,
  learnedFiles,
  type MonthSituation,
  monthAfterClosing,
  monthAfterJob,
  monthAfterSetting,
  monthDetail,
  monthState,
  monthWarnings,
  refuseUnnamedWorkspace,
  type StoredMonth,
  withNote,
} from '../../../core/month/month-state.ts';
import { isLate, usualDate, usualDay, usualWords } from '../../../core/month/statement-state.ts';
import { addMonths } from '../../../core/period.ts';

/** Guarantee: a month waits for its known number of files only, and one job alone completes it. */
describe('month state', () => {
  describe('the learned number of files of a month', () => {
    it.each<[string, readonly number[], number | null]>([
      ['is the number that three months had', [4, 4, 4], 4],
      ['is learned from two files a month on', [2, 2, 2, 1], 2],
      ['stays if the newest month has fewer files, because one may still come', [3, 4, 4, 4], 4],
      ['is unknown for one file a month, because there is no other to wait for', [1, 1, 1, 1], null],
      ['is unknown after two months', [4, 4], null],
      ['ignores a month before the last three', [4, 4, 4, 9], 4],
      ['is unknown for weekly statements, four or five a month', [4, 5, 4, 4], null],
      ['is unknown after a newest month with more files', [5, 4, 4, 4], null],
      ['is unknown after two months with fewer files', [3, 3, 4, 4], null],
      ['is the lower number after three months with fewer files', [3, 3, 3, 4], 3],
      ['is unknown for a new book', [], null],
    ])('%s', (_, counts, files) => {
      expect(learnedFiles(counts)).toBe(files);
    });

    it('of a carrier is the set number, or else what all its books would learn', () => {
      expect(expectedFilesOfCarrier(3, [[4, 4, 4]])).toEqual({ files: 3, known: 'set' });
      expect(expectedFilesOfCarrier(null, [[4, 4, 4], [], [3, 4, 4, 4]])).toEqual({ files: 4, known: 'learned' });
      expect(
        expectedFilesOfCarrier(null, [
          [4, 4, 4],
          [2, 2, 2],
        ]),
      ).toEqual({ files: null, known: null });
      expect(expectedFilesOfCarrier(null, [])).toEqual({ files: null, known: null });
    });
  });

  const FIRST: MonthSituation = {
    received: 1,
    stored: null,
    isFirst: true,
    set: null,
    earlierCounts: [],
    isClosed: false,
  };
  const open: StoredMonth = {
    received: 1,
    expected: { files: 2, known: 'set' },
    isOpen: true,
    completedJobId: null,
  };
  const complete: StoredMonth = { ...open, received: 2, isOpen: false, completedJobId: 'last' };

  describe('the state of a month after a job', () => {
    it('is absent if the number of files is unknown', () => {
      expect(monthAfterJob(FIRST, 'job')).toBeNull();
      expect(monthAfterJob({ ...FIRST, received: 3 }, 'job')).toBeNull();
    });

    it('depends on the first file, with the set number before the learned one', () => {
      expect(monthAfterJob({ ...FIRST, set: 2, earlierCounts: [4, 4, 4] }, 'job')).toEqual(open);
      const learned = monthAfterJob({ ...FIRST, earlierCounts: [4, 4, 4] }, 'job');
      expect(learned).toEqual({ ...open, expected: { files: 4, known: 'learned' } });
    });

    it('stays complete if it had files before the number was known', () => {
      expect(monthAfterJob({ ...FIRST, isFirst: false, set: 4, earlierCounts: [4, 4, 4] }, 'job')).toBeNull();
    });

    it('keeps its number of files, whatever is learned meanwhile', () => {
      const again = { ...FIRST, isFirst: false, stored: open, set: null, earlierCounts: [9, 9, 9] };
      expect(monthAfterJob(again, 'job')).toEqual(open);
    });

    it('is complete with the job of the last file, and with no later job', () => {
      const last = { ...FIRST, isFirst: false, stored: open, received: 2 };
      expect(monthAfterJob(last, 'last')).toEqual(complete);
      expect(monthAfterJob({ ...last, stored: complete }, 'rescore')).toEqual(complete);
      expect(monthAfterJob({ ...last, stored: complete, received: 3 }, 'fifth week')).toEqual({
        ...complete,
        received: 3,
      });
    });

    it('is complete with the first file if it is the only one', () => {
      expect(monthAfterJob({ ...FIRST, set: 1 }, 'job')).toMatchObject({ isOpen: false, completedJobId: 'job' });
    });

    it('is open again after a retraction; a month without files has none', () => {
      const retracted = { ...FIRST, isFirst: false, stored: complete };
      expect(monthAfterJob(retracted, 'job')).toEqual(open);
      expect(monthAfterJob({ ...retracted, received: 0 }, 'job')).toBeNull();
    });

    it('waits for nothing when closed, and no job completes it', () => {
      const closed = monthAfterClosing(open, true);
      expect(closed).toEqual({ ...open, isOpen: false });
      const late = { ...FIRST, isFirst: false, stored: closed, received: 2, isClosed: true };
      expect(monthAfterJob(late, 'late')).toEqual({ ...complete, completedJobId: null });
      expect(monthAfterClosing(closed, false)).toEqual(open);
    });

    it('stays without a completing job if the month is closed and gets a first file again', () => {
      const emptied = { ...FIRST, received: 2, set: 2, isClosed: true };
      expect(monthAfterJob(emptied, 'late')).toEqual({ ...complete, completedJobId: null });
    });
  });

  describe('the state of a month after the account set the number of files', () => {
    const { isFirst: _, ...month } = { ...FIRST, stored: open };

    it.each<[string, Partial<MonthSituation>, StoredMonth | null]>([
      ['to more than there are, waits for the others', { set: 3 }, { ...open, expected: { files: 3, known: 'set' } }],
      [
        'to as many as there are, is complete by no job',
        { set: 1 },
        { ...open, isOpen: false, expected: { files: 1, known: 'set' } },
      ],
      ['to none, is complete', { set: null }, null],
      [
        'to none, is that of the learned number',
        { set: null, earlierCounts: [4, 4, 4] },
        { ...open, expected: { files: 4, known: 'learned' } },
      ],
      ['does not exist without files', { set: 3, received: 0 }, null],
      ['stays closed', { set: 3, isClosed: true }, { ...open, isOpen: false, expected: { files: 3, known: 'set' } }],
    ])('%s', (_, change, after) => {
      expect(monthAfterSetting({ ...month, ...change })).toEqual(after);
    });
  });

  describe('texts about a month', () => {
    it('include a note on an absence, only while the month is open', () => {
      expect(withNote(open)).toEqual({ ...open, note: 'Provisional: the month has 1 of 2 files.' });
      expect(withNote(complete)).toEqual({ ...complete, note: null });
      expect(withNote(null)).toBeNull();
    });

    it('include the warning of a job', () => {
      const laterClosed: string[] = [];
      expect(monthWarnings(open, { isClosed: false, red: 1, laterClosed })).toEqual([
        {
          code: 'month_open',
          detail:
            'The month has 1 of 2 files. The 1 member who is missing is missing provisionally: a file that has not come may have them.',
        },
      ]);
      expect(monthWarnings(open, { isClosed: false, red: 0, laterClosed })).toEqual([
        { code: 'month_open', detail: 'The month has 1 of 2 files.' },
      ]);
      expect(monthWarnings(complete, { isClosed: false, red: 3, laterClosed })).toEqual([]);
      expect(monthWarnings(null, { isClosed: false, red: 3, laterClosed })).toEqual([]);
      expect(monthWarnings(null, { isClosed: true, red: 3, laterClosed })).toMatchObject([{ code: 'month_closed' }]);
    });

    it('include the warning of a job that changes later closed months', () => {
      const later = (...laterClosed: string[]) => monthWarnings(complete, { isClosed: false, red: 0, laterClosed });
      expect(later('2026-02')).toMatchObject([
        { code: 'month_closed', detail: expect.stringMatching(/^Feb 2026 is closed, and this job changes it: /) },
      ]);
      expect(later('2026-02', '2026-04')).toMatchObject([
        { detail: expect.stringMatching(/^Feb 2026, Apr 2026 are closed, and this job changes them: /) },
      ]);
      expect(monthWarnings(open, { isClosed: true, red: 0, laterClosed: ['2026-04'] })).toHaveLength(2);
    });

    it('include its state', () => {
      const month = { received: 2, expected: 4, adjustments: 0 };
      expect(monthDetail({ ...month, state: 'open' })).toContain('2 of 4 files');
      expect(monthDetail({ ...month, state: 'complete', received: 4 })).toContain('it has 4 of 4 files');
      expect(monthDetail({ ...month, state: 'complete', expected: null })).toContain('not known to have more');
      expect(monthDetail({ ...month, state: 'closed' })).toContain('what they were then');
      expect(monthDetail({ ...month, state: 'closed', adjustments: 1 })).toContain('1 adjustment has');
      expect(monthDetail({ ...month, state: 'closed', adjustments: 2 })).toContain('2 adjustments have');
      expect(monthState({ isOpen: true, isClosed: true })).toBe('closed');
      expect(monthState({ isOpen: true, isClosed: false })).toBe('open');
      expect(monthState({ isOpen: false, isClosed: false })).toBe('complete');
    });
  });

  /** Guarantee: a usual day is only said where the statements of the last months agree on one. */

  /** Makes arrivals of months in a row, oldest first. */
  const arrivals = (dates: readonly string[], first = '2026-01') =>
    dates.map((date, index) => ({ period: addMonths(first, index), date }));

  describe('the usual day', () => {
    test.each([
      ['three months in a row', ['2026-02-10', '2026-03-12', '2026-04-11'], { day: 12, monthsAfter: 1 }],
      ['the month itself', ['2026-01-20', '2026-02-21', '2026-03-19'], { day: 21, monthsAfter: 0 }],
      [
        'one of five may come later',
        ['2026-02-10', '2026-03-12', '2026-04-28', '2026-05-11', '2026-06-12'],
        { day: 12, monthsAfter: 1 },
      ],
      ['the turn of a month', ['2026-01-31', '2026-03-01', '2026-03-31'], { day: 1, monthsAfter: 1 }],
      ['two months', ['2026-02-10', '2026-03-12'], null],
      ['a history that was loaded at once', ['2026-05-01', '2026-05-01', '2026-05-01'], null],
      ['days that differ by more than two weeks', ['2026-02-02', '2026-03-20', '2026-04-11'], null],
      ['statements before their month', ['2025-12-20', '2026-01-20', '2026-02-20'], null],
    ])('of %s', (_, dates, expected) => {
      expect(usualDay(arrivals(dates))).toEqual(expected);
    });

    test('is not said of a carrier that leaves out months', () => {
      const quarterly = [
        { period: '2026-01', date: '2026-02-10' },
        { period: '2026-04', date: '2026-05-10' },
        { period: '2026-07', date: '2026-08-10' },
      ];
      expect(usualDay(quarterly)).toBeNull();
    });

    test('looks at the latest six statements only', () => {
      const early = Array.from({ length: 6 }, (_, index) => `${addMonths('2025-08', index)}-02`);
      const late = Array.from({ length: 6 }, (_, index) => `${addMonths('2026-02', index)}-20`);
      expect(usualDay(arrivals([...early, ...late], '2025-07'))).toEqual({ day: 20, monthsAfter: 1 });
    });
  });

  test('a statement is late from the fourth day after the usual day', () => {
    const usual = { day: 31, monthsAfter: 1 };
    expect(usualDate(usual, '2026-01')).toBe('2026-02-28');
    expect(['2026-03-03', '2026-03-04'].map((today) => isLate(usual, '2026-01', today))).toEqual([false, true]);
    expect(isLate(null, '2026-01', '2027-01-01')).toBe(false);
  });

  test('the words name the day and the month', () => {
    expect([1, 2, 3, 11, 12, 13, 22].map((day) => usualWords({ day, monthsAfter: 1 }).split(' ').at(-1))).toEqual([
      '1st',
      '2nd',
      '3rd',
      '11th',
      '12th',
      '13th',
      '22nd',
    ]);
    expect(usualWords({ day: 5, monthsAfter: 0 })).toBe('usually here by the 5th of its own month');
    expect(usualWords({ day: 5, monthsAfter: 2 })).toBe('usually here by the 5th 2 months later');
  });
});

/** Guarantee: a change to a closed month is reported exactly, and an unchanged month is not reported. */
describe('month figures', () => {
  const before: AdjustableFigures = {
    memberCount: 3,
    red: 1,
    gross: 1_000_000,
    chargebackAmount: 50_000,
    commissionOwed: 70_000_000_001n,
    commissionOwedEstimated: 20_000_000_001n,
    commissionDropped: 5_000,
    commissionReduced: 300,
  };

  it('makes no adjustment for equal figures', () => {
    expect(adjustmentOf(before, { ...before })).toBeNull();
  });

  it.each<[string, AdjustableFigures, number | bigint]>([
    ['memberCount', { ...before, memberCount: 4 }, 1],
    ['red', { ...before, red: 0 }, -1],
    ['gross', { ...before, gross: 999_999 }, -1],
    ['chargebackAmount', { ...before, chargebackAmount: 50_001 }, 1],
    ['commissionOwed', { ...before, commissionOwed: 70_000_000_000n }, -1n],
    ['commissionOwedEstimated', { ...before, commissionOwedEstimated: 20_000_000_000n }, -1n],
    ['commissionAtRisk', { ...before, commissionDropped: 5_001 }, 1],
    ['commissionAtRisk', { ...before, commissionReduced: 0 }, -300],
  ])('makes an adjustment for a changed figure: %s', (name, after, change) => {
    const same = {
      memberCount: 0,
      red: 0,
      gross: 0,
      chargebackAmount: 0,
      commissionOwed: 0n,
      commissionOwedEstimated: 0n,
      commissionAtRisk: 0,
    };
    expect(adjustmentOf(before, after)).toEqual({ ...same, [name]: change });
  });

  it('treats a month as changed if any figure is, even one that no adjustment shows', () => {
    const closed: ClosedFigures = {
      ...before,
      yellow: 1,
      new: 0,
      reappeared: 0,
    };
    expect(isChangedMonth(closed, { ...closed })).toBe(false);
    for (const name of ['red', 'yellow', 'new', 'reappeared', 'commissionDropped', 'commissionReduced'] as const) {
      expect(isChangedMonth(closed, { ...closed, [name]: closed[name] + 1 })).toBe(true);
    }
  });

  it('closes a month only after its files were read, and reopens it at any time', () => {
    expect(decideMonth({ wanted: 'closed', books: 1, openJobs: 0 })).toBeNull();
    expect(decideMonth({ wanted: 'closed', books: 1, openJobs: 1 })).toMatchObject({ refused: { code: 'conflict' } });
    expect(decideMonth({ wanted: 'open', books: 1, openJobs: 1 })).toBeNull();
    expect(decideMonth({ wanted: 'open', books: 0, openJobs: 0 })).toMatchObject({ refused: { code: 'not_found' } });
  });

  it('requires the workspace if there are several', () => {
    expect(refuseUnnamedWorkspace(1)).toBeNull();
    expect(refuseUnnamedWorkspace(2)).toMatchObject({ refused: { code: 'workspace_required' } });
  });
});
