import { z } from 'zod';
import type { ArchivedPart, ArchiveRows, BookOfArchive, MarkedBook } from '../../../app/operations/archive-months.ts';
import type { ArchivedMonths, ArchiveFacts } from '../../../core/account/decide-archive.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import { accounts } from '../../../schema/accounts.ts';
import { payRuns, paySetups } from '../../../schema/agent-pay.ts';
import { books, statementLines } from '../../../schema/book.ts';
import { carriers } from '../../../schema/carriers.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files, jobs } from '../../../schema/files.ts';
import { memberAliases, memberSecondIds } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import { recordOperatorAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { ofBook } from '../queries/book-scope.ts';
import { printsTotals } from '../queries/member-lines.ts';
import { holdChanges } from './account-move.ts';
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  deleteLeaving,
  listQuiet,
  readLeaving,
  sumRecords,
} from './archive-rows.ts';

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
