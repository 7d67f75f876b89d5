import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import { WORKSHEET_LINES_MAX, WORKSHEET_ROWS_MAX } from '../../../core/limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type StoredBook, storeBook, storePeriod } from './stored-scores.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.drop());

/** Members who are owed $1, $2, $3 and so on, each with so many lines. */
async function storeUnderpaid(book: StoredBook, members: number, linesEach: number) {
  const { accountId, workspaceId, carrierId } = book;
  const owed = (members * (members + 1)) / 2;
  const { fileId } = await storePeriod(fixture.database, book, '2026-03', { owed: String(owed) });
  await fixture.database.tenant(accountId, async (sql) => {
    await sql`
      insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
        commission_amount, prev_commission_amount, expected_amount, commission_owed, owed_estimated, chargeback_amount,
        member_external_id, first_seen_period, last_present_period, last_present_amount, file_id)
      select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', lpad(n::text, 32, '0')::uuid, 'green', true, '{}', 10, 10,
        10 + n, n, false, 0, 'M' || n, '2026-03', '2026-03', 10, ${fileId}
      from generate_series(1, ${members}::int) n`;
    await sql`
      insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
        member_external_id, amount)
      select ${accountId}, ${workspaceId}, ${carrierId}, '2026-03', ${fileId}, 0, (n - 1) * ${linesEach}::int + l + 1,
        lpad(n::text, 32, '0')::uuid, 'M' || n, 10
      from generate_series(1, ${members}::int) n, generate_series(1, ${linesEach}::int) l`;
  });
  return owed;
}

test('of more than can be listed the largest are; the totals hold every one', async () => {
  const book = await storeBook(fixture.database);
  const members = WORKSHEET_ROWS_MAX + 2;
  const owed = await storeUnderpaid(book, members, 1);
  const worksheet = await createWorksheetReads(fixture.database).owed(book.accountId, {});
  expect(worksheet).toMatchObject({ truncated: true, totals: { members, memberMonths: members, difference: owed } });
  const { data } = Object(worksheet);
  expect(data).toHaveLength(WORKSHEET_ROWS_MAX);
  expect(data[0]).toMatchObject({ difference: members, evidence: [{ rowNumbers: [members + 1] }] });
  expect(data.at(-1)).toMatchObject({ difference: 3 });
});

test('more statement rows than one answer may rest on are refused, exactly as many are not', async () => {
  const book = await storeBook(fixture.database);
  await storeUnderpaid(book, 1, WORKSHEET_LINES_MAX);
  const reads = createWorksheetReads(fixture.database);
  expect(await reads.owed(book.accountId, {})).toMatchObject({ data: [{ difference: 1 }] });
  await fixture.database.tenant(
    book.accountId,
    (sql) => sql`
      insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
        member_external_id, amount)
      select account_id, workspace_id, carrier_id, period, file_id, 1, 1, member_ref_id, member_external_id, amount
      from statement_lines where account_id = ${book.accountId} and row_number = 2`,
  );
  expect(await reads.owed(book.accountId, {})).toMatchObject({ refused: { errors: [{ field: 'from' }] } });
});
