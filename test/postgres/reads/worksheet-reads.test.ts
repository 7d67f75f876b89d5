import { afterAll, expect, test } from 'vitest';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import { exportOwedWorksheet, reportOwedWorksheet } from '../../../app/reads/report-worksheet.ts';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/request-limits.ts';
import { WORKSHEET_LINES_AT_ONCE, WORKSHEET_ROWS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import type { WorksheetRow } from '../../../core/report/worksheet-table.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { type StoredBook, storeBook, storePeriod } from './stored-scores.ts';

const fixture = await createTestDatabase();
afterAll(() => fixture.drop());

/** Stores members who are owed $1, $2, $3 and so on, each with the given number of lines. */
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

const FIRST = { limit: WORKSHEET_ROWS_MAX, offset: 0 };

/** Reads all rows of an export, which must come in batches. */
async function exported(accountId: string, offset = 0): Promise<WorksheetRow[]> {
  const worksheet = await exportOwedWorksheet(createWorksheetReads(fixture.database), accountId, { offset });
  if (isRefused(worksheet)) throw new Error('The export was refused.');
  const rows: WorksheetRow[] = [];
  for await (const batch of worksheet.batches) {
    expect(batch.length).toBeLessThanOrEqual(EXPORT_BATCH_ROWS);
    rows.push(...batch);
  }
  await worksheet.close();
  return rows;
}

test('has every row once in pages and in the export, most owed first, with the totals of all on every page', async () => {
  const book = await storeBook(fixture.database);
  const members = 8_585;
  const owed = await storeUnderpaid(book, members, 1);
  const reads = createWorksheetReads(fixture.database);
  const pages: WorksheetRow[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await reportOwedWorksheet(reads, book.accountId, { ...FIRST, offset: pages.length });
    if (isRefused(page)) throw new Error('The page was refused.');
    expect(page).toMatchObject({
      truncated: page.pagination.hasMore,
      totals: { members, memberMonths: members, difference: owed },
    });
    expect(page.data.length).toBeLessThanOrEqual(WORKSHEET_ROWS_MAX);
    pages.push(...page.data);
    hasMore = page.pagination.hasMore;
  }
  expect(pages.map(({ difference }) => difference)).toEqual(
    Array.from({ length: members }, (_, index) => members - index),
  );
  expect(pages[0]).toMatchObject({ difference: members, evidence: [{ rowNumbers: [members + 1] }] });
  const all = await exported(book.accountId);
  expect(all).toEqual(pages);
  expect(await exported(book.accountId, 8_000)).toEqual(pages.slice(8_000));
});

test('reads members with more lines than one read in parts, and shows each all of its lines', async () => {
  const book = await storeBook(fixture.database);
  const linesEach = WORKSHEET_LINES_AT_ONCE / 2 + 1;
  await storeUnderpaid(book, 3, linesEach);
  const worksheet = await reportOwedWorksheet(createWorksheetReads(fixture.database), book.accountId, FIRST);
  const ofMember = (n: number) => Array.from({ length: linesEach }, (_, line) => (n - 1) * linesEach + line + 2);
  const expected = [3, 2, 1].map((n) => ({ difference: n, evidence: [{ rowNumbers: ofMember(n) }] }));
  expect(worksheet).toMatchObject({ data: expected });
  expect(await exported(book.accountId)).toMatchObject(expected);
});

test('shows all lines of one member with more lines than one read', async () => {
  const book = await storeBook(fixture.database);
  await storeUnderpaid(book, 1, WORKSHEET_LINES_AT_ONCE + 1);
  const [row] = await exported(book.accountId);
  expect(row?.evidence[0]?.rowNumbers).toHaveLength(WORKSHEET_LINES_AT_ONCE + 1);
});

test('frees its connection when an export is left, and shows the moment of its beginning', async () => {
  const book = await storeBook(fixture.database);
  await storeUnderpaid(book, 2_000, 1);
  const reads = createWorksheetReads(fixture.database);
  for (let time = 0; time < 25; time += 1) {
    const left = await exportOwedWorksheet(reads, book.accountId, { offset: 0 });
    if (isRefused(left)) throw new Error('The export was refused.');
    for await (const batch of left.batches) {
      expect(batch).toHaveLength(EXPORT_BATCH_ROWS);
      break;
    }
    await left.close();
    await left.close();
  }
  const begun = await exportOwedWorksheet(reads, book.accountId, { offset: 0 });
  if (isRefused(begun)) throw new Error('The export was refused.');
  await fixture.database.tenant(
    book.accountId,
    (sql) => sql`delete from scored_rows where account_id = ${book.accountId}`,
  );
  let rows = 0;
  for await (const batch of begun.batches) rows += batch.length;
  await begun.close();
  expect({ rows, ...begun.head.totals }).toMatchObject({ rows: 2_000, memberMonths: 2_000 });
});

test('names the sheet of a line as it was at reading', async () => {
  const book = await storeBook(fixture.database);
  await storeUnderpaid(book, 1, 2);
  const { accountId } = book;
  const sheetNames = async (sheets: object, visible: readonly string[] | null) => {
    await fixture.database.system(async (sql) => {
      await sql`update jobs set sheet_names = ${visible}::text[], config_id = ${book.carrierId} where account_id = ${accountId}`;
    });
    await asOwner(
      fixture.address,
      (sql) =>
        sql`update statement_configs set config = ${JSON.stringify(sheets)}::text::jsonb where config_id = ${book.carrierId}`,
    );
    return (await exported(accountId)).flatMap(({ evidence }) => evidence.map(({ sheetName }) => sheetName));
  };
  await fixture.database.tenant(
    accountId,
    (sql) => sql`update statement_lines set sheet = row_number - 2 where account_id = ${accountId}`,
  );
  expect(await sheetNames({ sheets: 'all' }, ['Detail', 'Bonus'])).toEqual(['Detail', 'Bonus']);
  expect(await sheetNames({}, ['Detail', 'Bonus'])).toEqual(['Detail', 'Bonus']);
  expect(await sheetNames({ sheets: ['bonus', ' LATE '] }, ['Cover', 'Late', 'Bonus'])).toEqual(['Late', 'Bonus']);
  // A sheet of the two is hidden, so the number of the sheet that was read is unknown.
  expect(await sheetNames({ sheets: ['Detail', 'Hidden'] }, ['Detail'])).toEqual([null, null]);
  expect(await sheetNames({ sheets: 'first' }, null)).toEqual([null, null]);
  expect(await sheetNames({ sheets: 'first' }, [])).toEqual([null, null]);
});
