import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChargebackReads } from '../../../adapters/postgres/reads/chargeback-reads.ts';
import { countReads } from '../../http/reports/table-reads.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type StoredBook, storeBook, storePeriod } from './stored-scores.ts';

/**
 * Guarantee: of tables PostgreSQL has no statistics of, as after a first statement, members are looked up one by one: nothing goes
 * through a month once for each of them.
 */

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.drop());

const MEMBERS = 2_000;
const PERIODS = ['2026-01', '2026-02', '2026-03'];

/** Every member has a line each month; one in fifty a chargeback. */
async function storeMonths(book: StoredBook): Promise<void> {
  const { accountId, workspaceId, carrierId } = book;
  for (const period of PERIODS) {
    const { fileId } = await storePeriod(fixture.database, book, period);
    await fixture.database.tenant(accountId, async (sql) => {
      await sql`
        insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
          commission_amount, prev_commission_amount, owed_estimated, chargeback_amount, member_external_id, first_seen_period,
          last_present_period, last_present_amount, file_id)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, md5(n::text)::uuid, 'green', true, '{}', 10, 10, false,
          case when n % 50 = 0 then 5 else 0 end, 'M' || n, ${PERIODS[0] ?? ''}, ${period}, 10, ${fileId}
        from generate_series(1, ${MEMBERS}::int) n`;
      await sql`
        insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
          member_external_id, amount)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${fileId}, 0, n, md5(n::text)::uuid, 'M' || n,
          case when n % 50 = 0 then -5 else 10 end
        from generate_series(1, ${MEMBERS}::int) n`;
    });
  }
}

test('chargebacks read the lines of their members, and no month for each of them', async () => {
  const book = await storeBook(fixture.database);
  await storeMonths(book);
  const counted = countReads(fixture.database);
  const found = await createChargebackReads(counted.database).list(
    book.accountId,
    { period: '2026-03' },
    { limit: 200, offset: 0 },
  );
  expect(Object(found).page.data).toHaveLength(MEMBERS / 50);
  // A month for each of them would be forty times two thousand; their own lines are some hundreds.
  expect(counted.takeReads()['statement_lines']).toBeLessThan(MEMBERS);
});
