import { afterAll, expect, test } from 'vitest';
import { createRollupReads } from '../../../adapters/postgres/reads/rollup-reads.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { storeBook, storePeriod } from './stored-scores.ts';

const fixture = await createTestDatabase();
afterAll(() => fixture.drop());

test('adds up exactly and rounds once, half away from zero', async () => {
  const { database } = fixture;
  const first = await storeBook(database, { carrierName: 'B' });
  const second = await storeBook(database, { accountId: first.accountId, carrierName: 'A' });
  await storePeriod(database, first, '2026-01', {
    dropped: '0.0049',
    reduced: '0.0002',
    owed: '10.0049999999',
    red: 1,
  });
  await storePeriod(database, second, '2026-01', { dropped: '0.0025', reduced: '0.0025', owed: '0.0000000001' });
  expect(await createRollupReads(database).rollup(first.accountId, {})).toMatchObject({
    period: '2026-01',
    totals: { commissionDropped: 0.01, commissionReduced: 0, commissionAtRisk: 0.01, commissionOwed: 10.01 },
    byCarrier: [
      {
        carrierName: 'A',
        commissionDropped: 0,
        commissionReduced: 0,
        commissionAtRisk: 0.01,
        commissionOwed: 0,
        attritionRate: 0,
      },
      { carrierName: 'B', commissionDropped: 0, commissionAtRisk: 0.01, commissionOwed: 10, attritionRate: 0.333333 },
    ],
  });
});

test('sorts carriers with the same name by their ids', async () => {
  const { database } = fixture;
  const books = [await storeBook(database)];
  const accountId = books[0]?.accountId ?? '';
  for (let more = 0; more < 4; more++) books.push(await storeBook(database, { accountId }));
  for (const book of books) await storePeriod(database, book, '2026-01');
  const report = await createRollupReads(database).rollup(accountId, { period: '2026-01' });
  const ids = books.map(({ carrierId }) => carrierId).sort();
  expect(report).toMatchObject({ byCarrier: ids.map((carrierId) => ({ carrierId })) });
});

test('shows nothing of another account', async () => {
  const { database } = fixture;
  const [own, foreign] = [await storeBook(database), await storeBook(database)];
  await storePeriod(database, foreign, '2026-01');
  const reads = createRollupReads(database);
  expect(await reads.rollup(own.accountId, {})).toMatchObject({ period: null, byCarrier: [] });
  expect(await reads.rollup(own.accountId, { carrierId: foreign.carrierId })).toMatchObject({ byCarrier: [] });
  const ofWorkspace = await reads.rollup(own.accountId, { workspaceId: foreign.workspaceId });
  expect(ofWorkspace).toMatchObject({ refused: { code: 'not_found' } });
});
