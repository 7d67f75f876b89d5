import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { loadFingerprints } from '../../../adapters/postgres/book/period-scores.ts';
import type { Database } from '../../../adapters/postgres/connection/database.ts';
import { plannedAlongKeys, plannedForValues } from '../../../adapters/postgres/connection/orm.ts';
import { createJobReads } from '../../../adapters/postgres/reads/job-reads.ts';
import { createJourneyReads } from '../../../adapters/postgres/reads/journey-reads.ts';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { createRollupReads } from '../../../adapters/postgres/reads/rollup-reads.ts';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import { exportOwedWorksheet, reportOwedWorksheet } from '../../../app/reads/report-worksheet.ts';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/request-limits.ts';
import { WORKSHEET_LINES_AT_ONCE, WORKSHEET_ROWS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import type { WorksheetRow } from '../../../core/report/worksheet-table.ts';
import { countReads } from '../../http/reports/table-reads.ts';
import { asOwner, createTestDatabase, stopAutovacuum } from '../../support/postgres.ts';
import { type StoredBook, storeBook, storeMonths, storePeriod } from './stored-scores.ts';

describe('worksheet reads', async () => {
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
});

describe('rollup reads', async () => {
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
});

/**
 * Guarantee: queries are planned by their conditions, whatever statistics PostgreSQL has of the account. For an account that is missing
 * from the statistics PostgreSQL expects one row and might choose any index that begins with the account.
 */
describe('unknown account', async () => {
  const MEMBERS = 1_000;
  const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;
  const PAGE = { limit: 10, offset: 0 };

  interface Months extends StoredBook {
    readonly jobs: readonly string[];
  }
  const fixture = await createTestDatabase();
  const storeAccount = async (): Promise<Months> => {
    const book = await storeBook(fixture.database);
    return { ...book, jobs: await storeMonths(fixture.database, book, { members: MEMBERS, periods: PERIODS }) };
  };
  const known = await storeAccount();
  await asOwner(fixture.address, async (sql) => {
    for (const table of ['scored_rows', 'statement_lines', 'deltas']) await stopAutovacuum(sql, table);
    await sql`analyze`;
  });
  const unknown = await storeAccount();
  afterAll(() => fixture.drop());

  /** Returns the references of a stored member of the account and of its policy. */
  async function someone({ accountId }: StoredBook): Promise<{ memberRefId: string; policyRefId: string }> {
    const [row] = await fixture.database.tenant(
      accountId,
      (sql) => sql<{ memberRefId: string; policyRefId: string }[]>`
      select member_ref_id as "memberRefId", policy_ref_id as "policyRefId" from statement_lines
      where account_id = ${accountId} and member_external_id = 'M7' limit 1`,
    );
    if (row === undefined) throw new Error('There is no M7.');
    return row;
  }

  describe.each([
    ['in the statistics', () => known],
    ['missing from the statistics', () => unknown],
  ])('for an account %s', (_, account) => {
    test('a journey reads the rows, lines and deltas of its member', async () => {
      const { accountId } = account();
      const { memberRefId, policyRefId } = await someone(account());
      const counted = countReads(fixture.database);
      const journeys = createJourneyReads(counted.database);
      expect(Object(await journeys.ofMember(accountId, memberRefId)).periods).toHaveLength(PERIODS.length);
      expect(Object(await journeys.ofPolicy(accountId, policyRefId)).periods).toHaveLength(PERIODS.length);
      const { statement_lines: lines, deltas } = counted.takeReads();
      expect({ lines, deltas }).toEqual({ lines: 2 * PERIODS.length + 1, deltas: 2 * PERIODS.length });
    });

    test('an unknown policy is not found, without reading a line', async () => {
      const counted = countReads(fixture.database);
      expect(await createJourneyReads(counted.database).ofPolicy(account().accountId, randomUUID())).toBeNull();
      expect(counted.takeReads()['statement_lines']).toBe(0);
    });

    test("a page of a job's results reads its own rows", async () => {
      const { accountId, jobs } = account();
      const counted = countReads(fixture.database);
      const reads = createJobReads(counted.database);
      const job = { accountId, jobId: jobs[1] ?? '' };
      expect(Object(await reads.results(job, { owedOnly: false }, PAGE)).page.data).toHaveLength(PAGE.limit);
      expect(counted.takeReads()['scored_rows']).toBe(PAGE.limit + 1);
      expect(Object(await reads.deltas(job, {}, PAGE)).data).toHaveLength(PAGE.limit);
      // Each delta is shown with its member, from the member's row.
      const { scored_rows: rows, deltas } = counted.takeReads();
      expect({ rows, deltas }).toEqual({ rows: PAGE.limit + 1, deltas: PAGE.limit + 1 });
    });

    test("a page of a month's members reads its own rows", async () => {
      const counted = countReads(fixture.database);
      const reads = createMemberReads(counted.database);
      // Enough executions for PostgreSQL to use a generic plan.
      for (let times = 0; times < 7; times++) {
        const page = Object(await reads.list(account().accountId, { period: PERIODS[1] }, PAGE));
        expect(page.data).toHaveLength(PAGE.limit);
        expect(counted.takeReads()['scored_rows']).toBe(PAGE.limit + 1);
      }
    });

    test('the fingerprints of a month are found along its key', async () => {
      const { accountId } = account();
      const counted = countReads(asRead(fixture.database));
      await counted.database.read(accountId, async (sql) => {
        await sql`select ${plannedForValues(sql)}, ${plannedAlongKeys(sql)}`;
        const fingerprints = await loadFingerprints({ sql, key: account(), jobId: null }, PERIODS[1]);
        expect(fingerprints.size).toBe(MEMBERS);
      });
      expect(counted.takeReads()['scored_rows']).toBe(MEMBERS);
    });
  });

  /** Runs reads in transactions that may write, so that the reads of a book's transaction can be counted. */
  const asRead = (database: Database): Database => ({ ...database, read: database.tenant });
});
