import { afterAll, expect, test } from 'vitest';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { createReportReads } from '../../../adapters/postgres/reads/report-reads.ts';
import { createRollupReads } from '../../../adapters/postgres/reads/rollup-reads.ts';
import {
  reportAttrition,
  reportAttritionSeries,
  reportCumulative,
  reportDataQuality,
  reportScorecards,
  reportTax1099,
} from '../../../app/reads/report-books.ts';
import { reportHome } from '../../../app/reads/report-home.ts';
import { storeBook, storePeriod } from '../../postgres/reads/stored-scores.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import {
  STATEMENT_CONFIG,
  type StatementRow,
  sharedService,
  startService,
  statement,
  type TestAccount,
} from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';
import { countReads, preferIndexes } from './table-reads.ts';

const service = await sharedService();
const account = await service.createAccount();
const summit = await service.createCarrier({ name: 'Summit Senior Life' });
const amberly = await service.createCarrier({ name: 'Amberly Health' });
const second = await service.createWorkspace(account, 'Second');
const { workspaceId } = account;
await loadWorkedExample(service, account, { carrierId: summit, workspaceId });
await loadWorkedExample(service, account, { carrierId: summit, workspaceId: second });
await loadWorkedExample(service, account, { carrierId: amberly, workspaceId });

const rollup = async (query: string, who = account) => (await who.call('GET', `/v1/reports/rollup${query}`)).json;

const FEBRUARY = {
  memberCount: 4,
  green: 1,
  yellow: 2,
  red: 1,
  new: 1,
  reappeared: 0,
  commissionAtRisk: 110,
  commissionDropped: 50,
  commissionReduced: 60,
  reducedCount: 2,
  commissionOwed: 10,
  owedEvaluated: 3,
  owedTotal: 3,
  owedEstimated: false,
  commissionOwedEstimated: 0,
  chargebackCount: 1,
  chargebackAmount: 50,
  unassignedCount: 0,
  unassignedAmount: 0,
  paidNet: 90,
  paidGross: 140,
  chargebacks: 50,
};

test('gives the worked example, month by month', async () => {
  const ofBook = `carrierId=${amberly}`;
  const byCarrier = [
    { carrierId: amberly, carrierName: 'Amberly Health', ...FEBRUARY, attritionRate: 0.2, provisional: false },
  ];
  expect(await rollup(`?period=2026-02&${ofBook}`)).toEqual({
    period: '2026-02',
    totals: FEBRUARY,
    byCarrier,
    months: [],
  });
  expect(await rollup(`?period=2026-03&${ofBook}`)).toMatchObject({
    totals: { commissionReduced: 50, commissionDropped: 0, commissionAtRisk: 50, commissionOwed: 60, red: 1 },
    byCarrier: [{ attritionRate: 0.25 }],
  });
  expect(await rollup(`?period=2026-04&${ofBook}`)).toMatchObject({
    totals: { red: 1, reappeared: 1, commissionDropped: 0, commissionOwed: 5 },
    byCarrier: [{ attritionRate: 0.25 }],
  });
});

test('uses the latest period with data of the selection by default', async () => {
  expect(await rollup('')).toMatchObject({ period: '2026-04' });
  const later = await service.createCarrier({ name: 'Later' });
  const other = await service.createAccount();
  await other.load({ file: 'Member ID,Commission\nM1,10.005\n', carrierId: later, period: '2026-06' });
  expect(await rollup('', other)).toMatchObject({ period: '2026-06', totals: { memberCount: 1 } });
  expect(await rollup('')).toMatchObject({ period: '2026-04' });
});

test("adds up a carrier's workspaces, and sorts carriers by name", async () => {
  expect(await rollup('?period=2026-02')).toMatchObject({
    totals: { memberCount: 12, commissionAtRisk: 330, chargebackAmount: 150 },
    byCarrier: [
      { carrierName: 'Amberly Health', memberCount: 4, attritionRate: 0.2 },
      { carrierName: 'Summit Senior Life', memberCount: 8, red: 2, attritionRate: 0.2, commissionOwed: 20 },
    ],
  });
  expect(await rollup(`?period=2026-02&workspaceId=${second}`)).toMatchObject({
    totals: FEBRUARY,
    byCarrier: [{ carrierName: 'Summit Senior Life' }],
  });
});

test('returns zeros without data, with and without a period', async () => {
  const empty = await service.createAccount();
  const zeros = Object.fromEntries(Object.keys(FEBRUARY).map((name) => [name, 0]));
  const totals = { ...zeros, owedEstimated: false };
  expect(await rollup('', empty)).toEqual({ period: null, totals, byCarrier: [], months: [] });
  expect(await rollup('?period=2025-12')).toEqual({ period: '2025-12', totals, byCarrier: [], months: [] });
});

test("a yearly carrier's drops in January are compared with all members it has paid for, not with the few on the last statement", async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({
    config: { ...STATEMENT_CONFIG, cadence: { default: 'calendar_year' } },
  });
  const load = async (period: string, ids: readonly string[]) => {
    const file = statement(ids.map((id) => [id, 120]));
    await account.load({ carrierId, period, file });
  };
  const book = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
  await load('2025-01', book);
  // K enrolls in December; the others are paid ahead and on no statement.
  await load('2025-12', ['K']);
  // I and J don't renew: 2 of 11 are missing.
  await load('2026-01', [...book.slice(0, 8), 'K']);
  const { json } = await account.call('GET', '/v1/reports/data-quality?period=2026-01');
  expect(json).toMatchObject({
    overall: 'ok',
    carriers: [{ level: 'ok', red: 2, priorPresent: 11, droppedRate: 0.181818, present: 9 }],
  });
});

/** Tests the sums that the database calculates for the reports. */

const fixture = await createTestDatabase();
afterAll(() => fixture.drop());

test('adds up carriers and months exactly to the last stored decimal, and rounds once', async () => {
  const { database } = fixture;
  const first = await storeBook(database, { carrierName: 'B' });
  const second = await storeBook(database, { accountId: first.accountId, carrierName: 'A' });
  await storePeriod(database, first, '2026-01', { dropped: '0.0049', reduced: '0.0001', owed: '10.0049999999' });
  await storePeriod(database, second, '2026-01', { owed: '0.0000000001' });
  await storePeriod(database, second, '2026-02', { owed: '99999999999999999.9950000000' });
  expect(await reportCumulative(createReportReads(database), first.accountId, {})).toMatchObject({
    byPeriod: [
      // 10.0049999999 + 0.0000000001 is a tie, and so is 0.0049 + 0.0001: both are rounded up.
      { period: '2026-01', memberCount: 4, commissionOwed: 10.01, commissionAtRisk: 0.01 },
      { period: '2026-02', memberCount: 2, commissionOwed: 100_000_000_000_000_000 },
    ],
    byCarrier: [{ carrierName: 'A' }, { carrierName: 'B', commissionOwed: 10, commissionAtRisk: 0.01 }],
  });
});

test('keeps carriers of one name separate, in the order of their ids', async () => {
  const { database } = fixture;
  const first = await storeBook(database);
  const books = [first];
  for (let more = 0; more < 3; more++) books.push(await storeBook(database, { accountId: first.accountId }));
  for (const book of books) await storePeriod(database, book, '2026-01', { red: 1 });
  const ids = books.map(({ carrierId }) => carrierId).toSorted();
  const reads = createReportReads(database);
  const inOrder = ids.map((carrierId) => ({ carrierId }));
  expect(await reportAttrition(reads, first.accountId, { period: '2026-01', granularity: 'month' })).toMatchObject({
    red: 4,
    byCarrier: inOrder,
  });
  expect(await reportDataQuality(reads, first.accountId, { period: '2026-02' })).toMatchObject({ missing: inOrder });
  expect(await reportScorecards(reads, first.accountId, {})).toMatchObject({ data: inOrder });
});

test('includes nothing of another account, not even its latest month', async () => {
  const { database } = fixture;
  const [own, foreign] = [await storeBook(database), await storeBook(database)];
  await storePeriod(database, own, '2026-01');
  await storePeriod(database, { ...foreign, carrierId: own.carrierId }, '2026-05');
  await storePeriod(database, foreign, '2026-05');
  const reads = createReportReads(database);
  const { accountId, carrierId } = own;
  expect(await reportAttritionSeries(reads, accountId, { months: 36 })).toMatchObject([
    { period: '2026-01', memberCount: 2 },
  ]);
  expect(await reportCumulative(reads, accountId, {})).toMatchObject({ range: { to: '2026-01', periodsCovered: 1 } });
  expect(await reportDataQuality(reads, accountId, { period: '2026-06' })).toMatchObject({ missing: [{ carrierId }] });
  expect(await reportScorecards(reads, accountId, {})).toMatchObject({
    to: '2026-01',
    data: [{ carrierId, periodsExpected: 1 }],
  });
  expect(await reportTax1099(reads, accountId, { year: 2026 })).toMatchObject({
    data: [{ carrierId, missingPeriods: [] }],
  });
  const refused = { refused: { code: 'not_found' } };
  expect(await reportCumulative(reads, accountId, { workspaceId: foreign.workspaceId })).toMatchObject(refused);
});

/** Guarantee: the cost of a report does not depend on the number of members, except in scorecards, which count the claims of members. */

const indexedService = await startService();
await preferIndexes(indexedService.address);
const counted = countReads(indexedService.database);
const carrierId = await indexedService.createCarrier();
const [small, large] = [await indexedService.createAccount(), await indexedService.createAccount()];
for (const [account, members] of [
  [small, 3],
  [large, 300],
] as const) {
  for (const period of ['2026-01', '2026-02', '2026-04']) {
    const rows = Array.from({ length: members }, (_, member): StatementRow => [`${period}-${member % 200}`, 5]);
    await account.load({ carrierId, period, file: statement(rows) });
  }
}
afterAll(() => indexedService.close());

/** Tables whose number of rows depends on months, carriers, agents, events or money without a member. */
const REPORT_TABLES = [
  ...[
    'rollups',
    'carrier_events',
    'unassigned_lines',
    'files',
    'carriers',
    'workspaces',
    'listed_policies',
    'book_months',
    'closed_months',
    'agents',
    'agent_names',
    'book_moves',
  ],
];

const reports = () => ({ reports: createReportReads(counted.database), ...createRollupReads(counted.database) });
type Reports = ReturnType<typeof reports>;

async function readsOf(account: TestAccount, report: (reports: Reports, accountId: string) => Promise<unknown>) {
  counted.takeReads();
  expect(JSON.stringify(await report(reports(), account.accountId))).toMatch(/2026|"byCarrier":\[\{/);
  return counted.takeReads();
}

test.each<[string, (reports: Reports, accountId: string) => Promise<unknown>]>([
  ['rollup', ({ rollup }, id) => rollup(id, {})],
  ['rollup of a book', ({ rollup }, id) => rollup(id, { carrierId, period: '2026-02' })],
  ['attrition', ({ reports }, id) => reportAttrition(reports, id, { period: '2026-02', granularity: 'month' })],
  [
    'attrition by year',
    ({ reports }, id) => reportAttrition(reports, id, { period: '2026-02', granularity: 'year', carrierId }),
  ],
  ['attrition series', ({ reports }, id) => reportAttritionSeries(reports, id, { months: 12 })],
  ['cumulative', ({ reports }, id) => reportCumulative(reports, id, {})],
  ['data quality', ({ reports }, id) => reportDataQuality(reports, id, {})],
  ['home', ({ reports }, id) => reportHome({ reports }, id, { today: '2026-06-01' })],
  ['home of a period', ({ reports }, id) => reportHome({ reports }, id, { period: '2026-02', today: '2026-06-01' })],
  ['form 1099', ({ reports }, id) => reportTax1099(reports, id, { year: 2026 })],
])(
  '%s reads only rollups, events, months and names, and no more of them for a hundred times the members',
  async (_, report) => {
    const reads = await readsOf(large, report);
    expect(Object.keys(reads)).toContain('rollups');
    for (const table of Object.keys(reads)) {
      expect(REPORT_TABLES).toContain(table);
    }
    // Neither account has a list, so the query that looks for a list reads no row.
    expect(reads['listed_policies'] ?? 0).toBe(0);
    expect(reads).toEqual(await readsOf(small, report));
  },
);

test('counter-case: the counters notice a report that reads members', async () => {
  counted.takeReads();
  await createMemberReads(counted.database).list(large.accountId, {}, { limit: 50, offset: 0 });
  expect(counted.takeReads()['scored_rows']).toBeGreaterThan(0);
});
