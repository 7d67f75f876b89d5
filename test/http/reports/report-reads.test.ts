import { afterAll, expect, test } from 'vitest';
import { createReportReads } from '../../../adapters/postgres/reads/report-reads.ts';
import {
  reportAttrition,
  reportAttritionSeries,
  reportCumulative,
  reportDataQuality,
  reportScorecards,
  reportTax1099,
} from '../../../app/reads/report-books.ts';
import { storeBook, storePeriod } from '../../postgres/reads/stored-scores.ts';
import { createTestDatabase } from '../../support/postgres.ts';

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
