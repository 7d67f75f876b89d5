import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createJourneyReads } from '../../../adapters/postgres/reads/journey-reads.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { storeBook, storePeriod, storeRow } from './stored-scores.ts';

const fixture = await createTestDatabase();
afterAll(() => fixture.drop());

test('shows a month that was paid ahead on the journey as unchanged and absent, and not as the month in which the member was last seen', async () => {
  const { database } = fixture;
  const book = await storeBook(database);
  const memberRefId = randomUUID();
  const january = await storePeriod(database, book, '2026-01');
  const february = await storePeriod(database, book, '2026-02');
  await storeRow(database, book, { period: '2026-01', memberRefId, status: 'new', ...january });
  await storeRow(database, book, { period: '2026-02', memberRefId, status: 'carried', ...february });

  const journeys = createJourneyReads(database);
  expect(await journeys.ofMember(book.accountId, memberRefId)).toMatchObject({
    member: { status: 'new', lastPeriod: '2026-01' },
    latestPeriod: '2026-02',
    periods: [
      { period: '2026-01', status: 'new', present: true },
      { period: '2026-02', status: 'green', present: false, policies: [], file: { fileId: february.fileId } },
    ],
  });
  expect(await journeys.lastSeen(book.accountId, memberRefId)).toMatchObject({
    lastPeriod: '2026-01',
    status: 'new',
    statusPeriod: '2026-01',
    file: { fileId: january.fileId, fileName: 'a.csv' },
  });
});
