import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createChargebackReads } from '../../../adapters/postgres/reads/chargeback-reads.ts';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import { reportOwedWorksheet } from '../../../app/reads/report-worksheet.ts';
import { countReads } from '../../http/reports/table-reads.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { storeBook, storeMonths, storePeriod, storeRow } from './stored-scores.ts';

/**
 * Guarantee: without table statistics, as after a first statement, members are looked up one by one, and no read scans a month once per
 * member. A page of one book's members does not scan its months either, with or without statistics.
 */

const MEMBERS = 2_000;
const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;
const fixture = await createTestDatabase();
const book = await storeBook(fixture.database);
await storeMonths(fixture.database, book, { members: MEMBERS, periods: PERIODS });
afterAll(() => fixture.drop());

test('reads only the lines of the charged back members for chargebacks, and no month per member', async () => {
  const counted = countReads(fixture.database);
  const found = await createChargebackReads(counted.database).list(
    book.accountId,
    { period: '2026-03' },
    { limit: 200, offset: 0 },
  );
  expect(Object(found).page.data).toHaveLength(MEMBERS / 50);
  // A scan of a month for each of the forty members would read two thousand lines each time. Their own lines are some hundreds.
  expect(counted.takeReads()['statement_lines']).toBeLessThan(MEMBERS);
});

test('reads exactly the lines that a worksheet uses', async () => {
  const counted = countReads(fixture.database);
  const { accountId } = book;
  const [from, to] = [PERIODS[0], PERIODS.at(-1)];
  const worksheet = await reportOwedWorksheet(createWorksheetReads(counted.database), accountId, {
    ...{ from, to },
    ...{ limit: 5_000, offset: 0 },
  });
  const owed = (PERIODS.length * MEMBERS) / 50;
  expect(worksheet).toMatchObject({ totals: { memberMonths: owed } });
  expect(counted.takeReads()['statement_lines']).toBe(owed);
});

// This test is the last of the file, because it creates the statistics.
test('reads a page of a book without reading its later members, with statistics and a generic plan as without', async () => {
  const { accountId, carrierId, workspaceId } = book;
  // Most books of the account are small, and for a small book it would be cheapest to read and sort everything.
  for (let other = 0; other < 50; other += 1) {
    const small = await storeBook(fixture.database, { accountId });
    const { fileId } = await storePeriod(fixture.database, small, '2026-01');
    await storeRow(fixture.database, small, { period: '2026-01', memberRefId: randomUUID(), status: 'new', fileId });
  }
  const counted = countReads(fixture.database);
  const takePages = async () => {
    const taken: (number | undefined)[] = [];
    for (let time = 0; time < 6; time += 1) {
      const page = await createMemberReads(counted.database).list(
        accountId,
        { carrierId, workspaceId },
        { limit: 50, offset: 0 },
      );
      expect(Object(page).data).toHaveLength(50);
      taken.push(counted.takeReads()['scored_rows']);
    }
    return Math.max(...taken.map(Number));
  };
  expect(await takePages()).toBeLessThan(200);
  await asOwner(fixture.address, (sql) => sql`analyze`);
  expect(await takePages()).toBeLessThan(200);
});
