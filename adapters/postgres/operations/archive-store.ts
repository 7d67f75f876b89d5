import { z } from 'zod';
import type { ArchivedPart, ArchiveRows, BookOfArchive, MarkedBook } from '../../../app/operations/archive-months.ts';
import type { ArchiveReads, MonthOfBook } from '../../../app/reads/archived-months.ts';
import type { ArchivedBook, ArchivedMonths, ArchiveFacts } from '../../../core/account/decide-archive.ts';
import type { CsvCells } from '../../../core/account/exact-csv.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import { accounts } from '../../../schema/accounts.ts';
import { payRuns, paySetups } from '../../../schema/agent-pay.ts';
import { books, statementLines } from '../../../schema/book.ts';
import { carriers } from '../../../schema/carriers.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files, jobs } from '../../../schema/files.ts';
import { memberAliases, memberSecondIds } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { arrayText, type Sql } from '../connection/sql.ts';
import { streamRows } from '../connection/stream-rows.ts';
import { ofBook } from '../queries/book-scope.ts';
import { printsTotals } from '../queries/member-lines.ts';
import { holdChanges } from './account-move.ts';

/** Reads, removes and brings back the rows of archived months, each row as the texts of its columns. */

const ARCHIVED_TABLES = ['scored_rows', 'deltas', 'statement_lines'] as const;
type ArchivedTable = (typeof ARCHIVED_TABLES)[number];

/** A number of rows, and the sum over the digests of all their columns, as decimal text. */
interface RowSum {
  readonly rows: number;
  readonly digest: string;
}

/** A table in a month of a book, with the members whose rows leave. */
interface LeavingRows {
  readonly key: BookKey;
  readonly table: ArchivedTable;
  readonly period: Period;
  readonly heldThrough: Period;
  readonly members: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Lists the columns by name, so that the order in which migrations added them does not matter. */
async function listColumns(sql: Sql, table: ArchivedTable): Promise<readonly Column[]> {
  return sql<Column[]>`
    select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attname`;
}

const digestOf = (columns: readonly Column[]) =>
  `count(*)::int as rows, coalesce(sum(hashtextextended(row(${columns.map(({ name }) => `t.${name}`).join(', ')})::text, 0)::numeric), 0)::text as digest`;

/**
 * Makes the condition for the rows `t` that leave. First rows and rows with a finding stay, because a member who returns, lists and claims
 * read them. So do files that were accepted after all of the month that is held: the newest file is compared with the next one.
 */
function leaving(sql: Sql, { key, table, period, heldThrough, members }: LeavingRows) {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const ofMonth = sql`${ofBook} and period = ${period}`;
  const rows = sql`
    select member_ref_id from ${scoredRows} where ${ofMonth} and member_ref_id = any(${members}::uuid[])
      and period <> first_seen_period and signals = '[]'`;
  const earlierFiles = sql`
    select file_id from ${files} where ${ofMonth} and status = 'active' and position < (
      select max(position) from ${files} where ${ofBook} and period = ${heldThrough} and status = 'active' and rows_ingested > 0)`;
  return sql`
    t.account_id = ${key.accountId} and t.workspace_id = ${key.workspaceId} and t.carrier_id = ${key.carrierId} and t.period = ${period}
    and t.member_ref_id in (${rows}) ${table === 'statement_lines' ? sql`and t.file_id in (${earlierFiles})` : sql``}`;
}

/** Reads the rows that leave, after a first record with the names of the columns. */
async function readLeaving(sql: Sql, rows: LeavingRows): Promise<{ records: CsvCells[]; sum: RowSum }> {
  const columns = await listColumns(sql, rows.table);
  const table = sql.unsafe(`public.${rows.table} t`);
  const [sum] = await sql<(RowSum & Record<string, unknown>)[]>`
    select ${sql.unsafe(digestOf(columns))} from ${table} where ${leaving(sql, rows)}`;
  if (sum === undefined) throw new Error('The statement returned no row.');
  const records: CsvCells[] = [columns.map(({ name }) => name)];
  const cells = sql.unsafe(`array[${columns.map(({ name }) => `t.${name}::text`).join(', ')}] as cells`);
  const query = sql`select ${cells} from ${table} where ${leaving(sql, rows)}`;
  for await (const batch of streamRows<{ cells: CsvCells }>(sql, query)) {
    for (const row of batch) records.push(row.cells);
  }
  return { records, sum: { rows: sum.rows, digest: sum.digest } };
}

/** Deletes the rows that leave, and returns their sum. Deltas and lines go before the scored rows, which say what leaves. */
async function deleteLeaving(sql: Sql, rows: LeavingRows): Promise<RowSum> {
  const columns = await listColumns(sql, rows.table);
  const [sum] = await sql<(RowSum & Record<string, unknown>)[]>`
    with t as (
      delete from ${sql.unsafe(`public.${rows.table}`)} t where ${leaving(sql, rows)} returning t.*
    )
    select ${sql.unsafe(digestOf(columns))} from t`;
  if (sum === undefined) throw new Error('The statement returned no row.');
  return { rows: sum.rows, digest: sum.digest };
}

const ROWS_AT_ONCE = 1_000;

/**
 * Sums the records of a stored month as rows, and inserts them when `isInserted` is set. Columns that a later migration added get their
 * defaults and are in no sum.
 */
async function sumRecords(
  sql: Sql,
  {
    table,
    records,
    isInserted,
  }: { readonly table: ArchivedTable; readonly records: readonly CsvCells[]; readonly isInserted: boolean },
): Promise<RowSum> {
  const [names = [], ...rows] = records;
  const columns = await listColumns(sql, table);
  const stored = names.map((name) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) throw new Error(`The table ${table} has no column ${name} any more`);
    return column;
  });
  const cast = stored.map(({ name, type }) => `r.${name}::${type} as ${name}`).join(', ');
  const list = stored.map(({ name }) => name).join(', ');
  const arrays = stored.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const selected = `select ${cast} from unnest(${arrays}) as r (${list})`;
  const text = isInserted
    ? `with t as (insert into public.${table} (${list}) ${selected} returning *) select ${digestOf(stored)} from t`
    : `select ${digestOf(stored)} from (${selected}) t`;
  let count = 0;
  let digest = 0n;
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const values = stored.map((_, cell) => arrayText(some.map((row) => row[cell] ?? null)));
    const [sum] = await sql.unsafe<(RowSum & Record<string, unknown>)[]>(text, values);
    count += sum?.rows ?? 0;
    digest += BigInt(sum?.digest ?? 0);
  }
  return { rows: count, digest: String(digest) };
}

/** The signals that explain a row and ask for nothing. Any other keeps everything of its member. */
const QUIET_SIGNALS = ['COMMISSION_INCREASED', 'PLAN_CHANGED', 'PREMIUM_CHANGED', 'AGENT_CHANGED', 'RATE_MISSING'];

/**
 * Lists the members of whom rows may leave: paid in the held month as in any other, with nothing open, without a finding about money, and
 * always by one policy under one name and for no more than then. Their lifetime sums are those of the policy, and any payment that a later
 * chargeback may take back is not larger than the one of the held month, which stays.
 */
async function listQuiet(
  sql: Sql,
  { key, after, heldThrough }: { readonly key: BookKey; readonly after: Period | null; readonly heldThrough: Period },
): Promise<readonly string[]> {
  const ofBook = (table: string) => sql`
    ${sql.unsafe(table)}.account_id = ${key.accountId} and ${sql.unsafe(table)}.workspace_id = ${key.workspaceId}
    and ${sql.unsafe(table)}.carrier_id = ${key.carrierId}`;
  const path = `$[*] ? (${QUIET_SIGNALS.map((code) => `@.code != "${code}"`).join(' && ')})`;
  const rows = await sql<{ id: string }[]>`
    select f.member_ref_id as id from ${scoredRows} f
    where ${ofBook('f')} and f.period = ${heldThrough} and f.status <> 'red' and f.commission_amount > 0
      and f.last_paid_period = f.period and f.unpaid_since is null and f.missed_since is null and f.clawed_open = 0
      and not exists (
        select from ${scoredRows} s
        where ${ofBook('s')} and s.member_ref_id = f.member_ref_id and s.period > ${after ?? ''} and s.period <= ${heldThrough}
          and (s.status in ('red', 'carried', 'reappeared') or s.chargeback_amount <> 0 or s.commission_amount > f.commission_amount
            or s.member_name is distinct from f.member_name or jsonb_path_exists(s.signals, ${path}::jsonpath)))
      and not exists (
        select from ${statementLines} l
        where ${ofBook('l')} and l.member_ref_id = f.member_ref_id and l.period > ${after ?? ''} and l.period <= ${heldThrough}
          and (l.policy_ref_id is distinct from f.policy_ref_id or (l.period = ${heldThrough} and l.file_id <> f.file_id)))
    order by f.member_ref_id`;
  return rows.map(({ id }) => id);
}

const ORIGIN = { actor: 'operator', ip: null, requestId: 'archive-months' };

const part = z.object({
  period: z.string(),
  table: z.enum(ARCHIVED_TABLES),
  objectKey: z.string(),
  sha256: z.string(),
  rows: z.number(),
  digest: z.string(),
});
const storedParts = z.array(part);

/** The months of one account that leave the database or come back to it. */
export function createArchiveRows(database: Database, accountId: string): ArchiveRows {
  return {
    listBooks: () => database.system((sql) => listBooks(sql, accountId)),
    mark: (book, through, refuse) =>
      database.system(async (sql) => {
        // No change of the account is under way from here to the commit, and those after it see the mark.
        await holdChanges(sql, [accountId]);
        return mark(sql, { book, through, refuse });
      }),
    listMarked: () => database.system((sql) => listMarked(sql, accountId)),
    async *readLeaving(book) {
      for (const period of book.leaving) {
        for (const table of ARCHIVED_TABLES) {
          const { records, sum } = await database.system(async (sql) => {
            await sql`set transaction isolation level repeatable read, read only`;
            const members = await quietOf(sql, book);
            return readLeaving(sql, { key: book, table, period, heldThrough: book.heldThrough, members });
          });
          yield { period, table, records, ...sum };
        }
      }
    },
    sumRecords: (table, records) =>
      database.system((sql) => sumRecords(sql, { table: part.shape.table.parse(table), records, isInserted: false })),
    remove: (book, parts) => database.system((sql) => remove(sql, book, parts)),
    bringBack: (book, records) => database.system((sql) => bringBack(sql, book, records)),
  };
}

async function listBooks(sql: Sql, accountId: string): Promise<readonly BookOfArchive[] | null> {
  const known = await sql`select 1 from ${accounts} where account_id = ${accountId} and status = 'active'`;
  if (known.length === 0) return null;
  return sql<BookOfArchive[]>`
    select b.account_id as "accountId", b.workspace_id as "workspaceId", b.carrier_id as "carrierId", c.name as "carrierName",
      max(r.period) as latest
    from ${books} b join ${carriers} c on c.carrier_id = b.carrier_id
    join ${rollups} r on r.workspace_id = b.workspace_id and r.carrier_id = b.carrier_id
    where b.account_id = ${accountId} group by 1, 2, 3, 4 order by 4, 2`;
}

interface Marking {
  readonly book: BookKey;
  readonly through: Period;
  readonly refuse: (facts: ArchiveFacts, months: ArchivedMonths) => readonly string[];
}

/** Marks the newest month with data up to `through`. Without such a month, or when it is marked already, nothing changes. */
async function mark(sql: Sql, { book, through, refuse }: Marking): Promise<readonly string[]> {
  const scope = ofBook({ sql, key: book });
  await sql`select 1 from ${books} where ${scope} for update`;
  const [months] = await sql<{ last: Period | null; held: Period | null; marked: Period | null }[]>`
    select max(period) filter (where period <= ${through}) as last, min(period) filter (where period > ${through}) as held,
      (select archived_through from ${books} where ${scope}) as marked
    from ${rollups} where ${scope}`;
  if (months === undefined || months.last === null || months.held === null) return [];
  const { last, held, marked } = months;
  if (marked !== null && marked >= last) return [];
  const reasons = refuse(await countFacts(sql, { book, through: last, held }), { last, held });
  if (reasons.length > 0) return reasons;
  await sql`update ${books} set archived_through = ${last}, held_through = ${held} where ${scope}`;
  await noteAccount(sql, book.accountId);
  const meta = { carrierId: book.carrierId, workspaceId: book.workspaceId, archivedThrough: last };
  await recordOperatorAudit(sql, ORIGIN, { action: 'account.archive', target: book.accountId, meta });
  return [];
}

/** The account has the newest archived month of its books, so that a request of an account without one looks at no book. */
async function noteAccount(sql: Sql, accountId: string): Promise<void> {
  await sql`
    update ${accounts} set archived_through = (select max(archived_through) from ${books} where account_id = ${accountId})
    where account_id = ${accountId}`;
}

async function countFacts(
  sql: Sql,
  { book, through, held }: { readonly book: BookKey; readonly through: Period; readonly held: Period },
): Promise<ArchiveFacts> {
  const scope = ofBook({ sql, key: book });
  const { accountId } = book;
  const [facts] = await sql<ArchiveFacts[]>`
    select
      (select count(*)::int from ${jobs} where ${scope} and status in ('queued', 'processing')) as "openJobs",
      (select count(*)::int from ${files} f where ${scope} and f.status = 'active' and ${printsTotals(sql, sql`f`)}) as "filesWithYearTotals",
      ((select count(*) from ${memberSecondIds} where ${scope})
        + (select count(*) from ${statementLines} where ${scope} and period <= ${through} and alternate_member_id is not null))::int as "secondIds",
      (select count(*)::int from ${memberAliases} where ${scope}) as "joinedIds",
      (select count(*)::int from ${disputeRows} where ${scope} and period <= ${held}) as "disputedClaims",
      ((select count(*) from ${paySetups} where account_id = ${accountId} and setup ->> 'firstMonth' <= ${through})
        + (select count(*) from ${payRuns} where account_id = ${accountId} and ${through} >= any(months::text[])))::int as "payOfMonths"`;
  if (facts === undefined) throw new Error('The statement returned no row.');
  return facts;
}

async function listMarked(sql: Sql, accountId: string): Promise<readonly MarkedBook[]> {
  const rows = await sql<(Omit<MarkedBook, 'parts' | 'leaving'> & { parts: unknown; months: Period[] })[]>`
    select b.account_id as "accountId", b.workspace_id as "workspaceId", b.carrier_id as "carrierId", c.name as "carrierName",
      b.archived_through as "archivedThrough", b.held_through as "heldThrough", b.archived_months as parts,
      to_jsonb(array(select r.period::text from ${rollups} r
        where r.workspace_id = b.workspace_id and r.carrier_id = b.carrier_id and r.period <= b.archived_through order by r.period)) as months
    from ${books} b join ${carriers} c on c.carrier_id = b.carrier_id
    where b.account_id = ${accountId} and b.archived_through is not null order by 4, 2`;
  return rows.map(({ parts: stored, months, ...book }) => {
    const parts = storedParts.parse(stored);
    const gone = new Set(parts.map(({ period }) => period));
    return { ...book, parts, leaving: months.filter((period) => !gone.has(period)) };
  });
}

/** The members are the same at each call, because nothing up to the held month can change. */
function quietOf(sql: Sql, book: MarkedBook): Promise<readonly string[]> {
  const after =
    book.parts
      .map(({ period }) => period)
      .toSorted()
      .at(-1) ?? null;
  return listQuiet(sql, { key: book, after, heldThrough: book.heldThrough });
}

async function remove(sql: Sql, book: MarkedBook, parts: readonly ArchivedPart[]): Promise<void> {
  await requireUnchanged(sql, book);
  const members = await quietOf(sql, book);
  // Scored rows go last, because they say which deltas and lines leave.
  const order = (table: string) => ['statement_lines', 'deltas', 'scored_rows'].indexOf(table);
  for (const { period, table, rows, digest, objectKey } of parts.toSorted((a, b) => order(a.table) - order(b.table))) {
    const own: ArchivedTable = part.shape.table.parse(table);
    const sum = await deleteLeaving(sql, { key: book, table: own, period, heldThrough: book.heldThrough, members });
    if (sum.rows !== rows || sum.digest !== digest)
      throw new Error(`The rows are not those of ${objectKey}. Nothing was deleted.`);
  }
  const all = [...book.parts, ...parts];
  await sql`update ${books} set archived_months = ${sql.json(all)} where ${ofBook({ sql, key: book })}`;
}

/** Locks the book. Throws when another run has gone on meanwhile. */
async function requireUnchanged(sql: Sql, book: MarkedBook): Promise<void> {
  const scope = ofBook({ sql, key: book });
  const [now] = await sql<{ through: Period | null; parts: unknown }[]>`
    select archived_through as through, archived_months as parts from ${books} where ${scope} for update`;
  const keys = (each: readonly ArchivedPart[]) => each.map(({ objectKey }) => objectKey).join();
  if (now?.through !== book.archivedThrough || keys(storedParts.parse(now.parts)) !== keys(book.parts))
    throw new Error('Another run has changed the archive of this book meanwhile. Run this again.');
}

async function bringBack(
  sql: Sql,
  book: MarkedBook,
  records: (part: ArchivedPart) => Promise<readonly (readonly (string | null)[])[]>,
): Promise<void> {
  await requireUnchanged(sql, book);
  // The words for search have stayed. The triggers that derive them leave these rows alone.
  await sql`select set_config('app.copies_rows', 'on', true)`;
  for (const stored of book.parts) {
    const table: ArchivedTable = part.shape.table.parse(stored.table);
    const sum = await sumRecords(sql, { table, records: await records(stored), isInserted: true });
    if (sum.rows !== stored.rows || sum.digest !== stored.digest)
      throw new Error(`The rows of ${stored.objectKey} came back in another form. Nothing was changed.`);
  }
  await sql`
    update ${books} set archived_through = null, held_through = null, archived_months = '[]' where ${ofBook({ sql, key: book })}`;
  await noteAccount(sql, book.accountId);
  const meta = { carrierId: book.carrierId, workspaceId: book.workspaceId };
  await recordOperatorAudit(sql, ORIGIN, { action: 'account.unarchive', target: book.accountId, meta });
}

/** Reads which months of an account are archived. Called only for accounts that have some. */
export function createArchiveReads(database: Database): ArchiveReads {
  return {
    listBooks: (accountId) =>
      database.system(
        (sql) => sql<ArchivedBook[]>`
          select workspace_id as "workspaceId", carrier_id as "carrierId", archived_through as "archivedThrough", held_through as "heldThrough"
          from ${books} where account_id = ${accountId} and archived_through is not null order by carrier_id, workspace_id`,
      ),
    findMonth: (accountId, { jobId = null, fileId = null }) =>
      database.system(async (sql) => {
        const [found] = await sql<MonthOfBook[]>`
          select period, workspace_id as "workspaceId", carrier_id as "carrierId" from ${jobs}
          where account_id = ${accountId} and job_id::text = ${jobId}
          union all
          select period, workspace_id, carrier_id from ${files} where account_id = ${accountId} and file_id::text = ${fileId}
          limit 1`;
        return found ?? null;
      }),
  };
}
