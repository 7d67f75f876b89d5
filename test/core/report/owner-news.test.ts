import { describe, expect, test } from 'vitest';
import { newsPath, ownerNews } from '../../../core/report/owner-news.ts';
import type { GridFacts, GridMonth, MonthFiles } from '../../../core/report/statement-grid.ts';

/** Guarantee: owners are mailed late statements, large chargebacks and complete months of the last three months, and nothing else. */

const MAIN = { workspaceId: 'main', workspaceName: 'Main' };
const ACME = { ...MAIN, carrierId: 'acme', carrierName: 'Acme', firstPeriod: '2026-06', lastPeriod: '2026-10' };
const BOLT = { ...MAIN, carrierId: 'bolt', carrierName: 'Bolt', firstPeriod: '2026-06', lastPeriod: '2026-09' };
const [AUGUST, SEPTEMBER, OCTOBER] = ['2026-08', '2026-09', '2026-10'];
const TODAY = '2026-11-17';

/** A statement of a month, which comes on the 12th of the next one. */
const file = (carrierId: string, period: string): MonthFiles => ({
  ...{ workspaceId: 'main', carrierId, period, received: 1, failed: 0, hasFailed: false, openJobs: 0, unreadRows: 0 },
  arrivedOn: `2026-${String(Number(period.slice(5)) + 1).padStart(2, '0')}-12`,
  printedTotal: null,
});

const month = (carrierId: string, period: string, current: Partial<GridMonth['current']> = {}): GridMonth => ({
  ...{ workspaceId: 'main', carrierId, period, expected: null, isOpen: false },
  ...{ closedAt: null, closedBy: null, signedBy: null, leftOpen: null },
  current: { memberCount: 10, paidNet: 1000, paidGross: 1000, chargebacks: 0, ...current },
});

const BOTH: GridFacts = {
  latest: OCTOBER,
  books: [ACME, BOLT],
  files: [
    ...['2026-07', AUGUST, SEPTEMBER, OCTOBER].map((period) => file('acme', period)),
    ...['2026-07', AUGUST, SEPTEMBER].map((period) => file('bolt', period)),
  ],
  months: [month('acme', OCTOBER), month('acme', SEPTEMBER), month('bolt', SEPTEMBER, { paidNet: 234.56 })],
  deposits: [],
};

const kindsOf = (facts: GridFacts, today = TODAY) =>
  ownerNews(facts, today).map(({ kind, carrierId, period }) => [kind, carrierId, period]);

test('says which statement is late and which month is complete, with the figures', () => {
  expect(ownerNews(BOTH, TODAY)).toEqual([
    {
      ...{ kind: 'late', workspaceId: 'main', carrierId: 'bolt', period: OCTOBER },
      text: 'Bolt has sent no statement for October 2026 yet: it is usually here by the 12th.',
    },
    {
      ...{ kind: 'complete', workspaceId: null, carrierId: null, period: SEPTEMBER },
      text: 'September 2026 is complete: 2 statements, and $1,234.56 paid.',
    },
  ]);
});

test('calls a statement late from the fourth day after its usual day', () => {
  expect(kindsOf(BOTH, '2026-11-15')).toEqual([['complete', null, SEPTEMBER]]);
  expect(kindsOf(BOTH, '2026-11-16')).toContainEqual(['late', 'bolt', OCTOBER]);
});

describe('a large sum that was taken back', () => {
  test.each([
    ['$499.99 of $1,000', 499.99, 1000, false],
    ['$500 of $5,000', 500, 5000, true],
    ['$500 of $5,000.01', 500, 5000.01, false],
    ['more than was paid', 800, 0, true],
  ])('%s', (_, chargebacks, paidGross, isTold) => {
    const months = [month('acme', OCTOBER, { chargebacks, paidGross })];
    expect(kindsOf({ ...BOTH, months }).filter(([kind]) => kind === 'taken_back')).toEqual(
      isTold ? [['taken_back', 'acme', OCTOBER]] : [],
    );
  });

  test('is told with both sums, and not for a month before the last three', () => {
    const current = { chargebacks: 1200, paidGross: 3000 };
    const months = [month('acme', OCTOBER, current), month('acme', AUGUST, current)];
    expect(ownerNews({ ...BOTH, months }, TODAY)).toContainEqual({
      ...{ kind: 'taken_back', workspaceId: 'main', carrierId: 'acme', period: OCTOBER },
      text: 'Acme took back $1,200.00 in October 2026, and paid $3,000.00 before that.',
    });
    expect(kindsOf({ ...BOTH, months }).filter(([kind]) => kind === 'taken_back')).toHaveLength(1);
  });
});

describe('a month is not complete', () => {
  test.each<readonly [string, GridFacts]>([
    ['while a carrier waits for more files', { ...BOTH, months: [{ ...month('bolt', SEPTEMBER), isOpen: true }] }],
    [
      'while a file is read',
      { ...BOTH, files: BOTH.files.map((one) => (one.period === SEPTEMBER ? { ...one, openJobs: 1 } : one)) },
    ],
    [
      'once it is closed everywhere',
      {
        ...BOTH,
        months: [month('acme', SEPTEMBER), month('bolt', SEPTEMBER)].map((one) => ({ ...one, closedAt: TODAY })),
      },
    ],
    [
      'as the first month of the account',
      { ...BOTH, books: [ACME, BOLT].map((book) => ({ ...book, firstPeriod: SEPTEMBER })) },
    ],
  ])('%s', (_, facts) => {
    expect(kindsOf(facts).filter(([kind]) => kind === 'complete')).toEqual([]);
  });
});

test('names the workspace where there are several', () => {
  const books = [ACME, { ...BOLT, workspaceId: 'west', workspaceName: 'West' }];
  const files = BOTH.files.map((one) => (one.carrierId === 'bolt' ? { ...one, workspaceId: 'west' } : one));
  expect(ownerNews({ ...BOTH, books, files }, TODAY)[0]?.text).toMatch(/^Bolt \(West\) has sent no statement/);
});

test('leads to the statements if all are late, to the month if all are of one, else to the first page', () => {
  const of = (kind: 'late' | 'complete', period: string) => ({ kind, period, workspaceId: null, carrierId: null });
  expect(newsPath([of('late', OCTOBER), of('late', SEPTEMBER)])).toBe('/statements');
  expect(newsPath([of('late', OCTOBER), of('complete', OCTOBER)])).toBe('/months/2026-10');
  expect(newsPath([of('late', OCTOBER), of('complete', SEPTEMBER)])).toBe('/');
});
