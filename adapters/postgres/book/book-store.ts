import { randomUUID } from 'node:crypto';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type {
  BookDisputes,
  BookFiles,
  BookLine,
  BookStore,
  DisputedBook,
  JobBook,
  LockedBook,
  ReadFile,
} from '../../../app/book/book-store.ts';
import type { LeasedJob } from '../../../app/jobs/job-store.ts';
import { BookBusy, type BookKey } from '../../../core/book-key.ts';
import type { DisputeChange, FollowedDispute, FollowedRow } from '../../../core/dispute/dispute.ts';
import {
  EARLIER_ROWS_MAX,
  type EarlierStatement,
  type PeriodFiles,
  type PeriodOperation,
  REPEATED_IN_PERIOD_LINES_MIN,
  REPEATED_LINES_MIN,
  type RepeatedStatement,
} from '../../../core/job/period-files.ts';
import { BOOK_LOCK_WAIT_SECONDS, REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import { exactToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { auditEntries, workspaces } from '../../../schema/accounts.ts';
import { books, statementLines, unassignedLines } from '../../../schema/book.ts';
import { disputeRows, disputes } from '../../../schema/disputes.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { lockWait } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { sqlState } from '../connection/database-error.ts';
import { opaqueAccountId, orm, plannedAlongKeys, plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { completeJob, LeaseLost } from '../jobs/job-store.ts';
import { type BookScope, bookColumns, ofPeriod, type WriterScope } from '../queries/book-scope.ts';
import { readFindings } from '../queries/claim-reads.ts';
import { exactFrom } from '../records/column-types.ts';
import { bulkWriter, untilWritten } from '../records/stored-record.ts';
import { bookIdentities } from './book-identities.ts';
import { loadMonth, saveMonth } from './book-months.ts';
import { LINE, UNASSIGNED_LINE } from './book-records.ts';
import { openBook } from './load-book.ts';

const LOCK_TIMEOUT = '55P03';

/** Stores books in PostgreSQL. Each job works on its book in one transaction, under the book's lock. */
export function createBookStore(database: Database, lockWaitSeconds = BOOK_LOCK_WAIT_SECONDS): BookStore {
  return {
    withJobBook: async (job, work) => {
      try {
        return await database.tenant(job.accountId, (sql) => runJobBook(sql, job, { work, lockWaitSeconds }));
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        throw sqlState(error) === LOCK_TIMEOUT ? new BookBusy(error) : error;
      }
    },
  };
}

async function runJobBook(
  sql: Sql,
  job: LeasedJob,
  { work, lockWaitSeconds }: { readonly work: (book: JobBook) => Promise<void>; readonly lockWaitSeconds: number },
): Promise<boolean> {
  await lockBook(sql, job, lockWaitSeconds);
  // The claim may have been lost while this job waited for the lock. The statement that ends the job checks it again.
  const held = await sql`
    select 1 from ${jobs}
    where account_id = ${job.accountId} and job_id = ${job.jobId} and status = 'processing' and lease_epoch = ${job.leaseEpoch}`;
  if (held.length === 0) return false;
  const scope: WriterScope = { sql, key: job, jobId: job.jobId, writer: bulkWriter(sql) };
  await untilWritten(scope.writer, () =>
    work({
      book: openBook(scope),
      files: openBookFiles(scope),
      statements: {
        namesOf: (fileIds) => namesOf(scope, fileIds),
        findRepeated: () => findRepeatedStatement(scope, job.file.fileId),
        findEarlierStatement: () => findEarlierStatement(scope, job.period),
      },
      months: {
        load: (period) => loadMonth(scope, period),
        save: (period, month) => saveMonth(scope, period, month),
      },
      disputes: bookDisputes(scope),
      identities: bookIdentities(scope),
      complete: (result, exceptions) => completeJob(sql, job, { result, exceptions }),
    }),
  );
  return true;
}

/** Returns names of files in order of acceptance. */
async function namesOf({ sql, key }: BookScope, fileIds: readonly string[]): Promise<readonly string[]> {
  const named = await orm(sql)
    .select({ name: files.originalFilename })
    .from(files)
    .where(and(eq(files.accountId, key.accountId), inArray(files.fileId, [...fileIds])))
    .orderBy(files.position);
  return named.map(({ name }) => name);
}

/**
 * Locks the carrier's book in every workspace except those of `except`. Includes books without a statement, so that a first statement and
 * this request wait for each other. The fixed order of workspaces keeps two requests from deadlocking.
 */
export async function lockBooksOfCarrier(
  sql: Sql,
  { accountId, carrierId }: Omit<BookKey, 'workspaceId'>,
  except: readonly string[],
): Promise<readonly LockedBook[]> {
  const others = await orm(sql)
    .select({ workspaceId: workspaces.workspaceId })
    .from(workspaces)
    .where(and(eq(workspaces.accountId, accountId), notInArray(workspaces.workspaceId, [...except])))
    .orderBy(workspaces.workspaceId);
  const books: LockedBook[] = [];
  for (const { workspaceId } of others) {
    const key = { accountId, workspaceId, carrierId };
    await lockBook(sql, key, REQUEST_LOCK_WAIT_SECONDS);
    books.push(openBook({ sql, key, jobId: null, writer: bulkWriter(sql) }));
  }
  return books;
}

/** Locks one book, with its disputes, for a request. */
export async function lockOneBook(sql: Sql, key: BookKey): Promise<DisputedBook> {
  await lockBook(sql, key, REQUEST_LOCK_WAIT_SECONDS);
  const scope: WriterScope = { sql, key, jobId: null, writer: bulkWriter(sql) };
  return { workspaceId: key.workspaceId, book: openBook(scope), disputes: bookDisputes(scope) };
}

/** Locks the book to the end of the transaction. Inserts its row first, because a missing row cannot be locked. */
export async function lockBook(
  sql: Sql,
  { accountId, workspaceId, carrierId }: BookKey,
  waitSeconds: number,
): Promise<void> {
  await sql`select ${lockWait(sql, waitSeconds)}, ${plannedForValues(sql)}, ${plannedAlongKeys(sql)}`;
  await sql`
    insert into ${books} (account_id, workspace_id, carrier_id) values (${accountId}, ${workspaceId}, ${carrierId})
    on conflict do nothing`;
  await sql`
    select 1 from ${books}
    where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId} for update`;
}

/**
 * Opens the files of a book whose lock the transaction holds. Run it inside `untilWritten`, which waits for the queries that the writer
 * still sends.
 */
export function openBookFiles(scope: WriterScope): BookFiles {
  return {
    listOperations: (period) => listOperations(scope, period),
    acceptLines: (file, lines, unassigned) => saveLines(scope, file, { lines, unassigned }),
    applyFiles: (periodFiles) => applyPeriodFiles(scope, periodFiles),
  };
}

async function listOperations(scope: BookScope, period: Period): Promise<readonly PeriodOperation[]> {
  const { sql, jobId } = scope;
  const operations = await sql<(Omit<PeriodOperation, 'position'> & { readonly position: string })[]>`
    select file_id as "fileId", mode, only_file_id as "onlyFileId", archive_id as "archiveId", position,
      coalesce(status = 'completed' or job_id = ${jobId}, false) as succeeded
    from ${jobs} ${ofPeriod(scope, period)} and mode <> 'rescore'`;
  return operations.map((operation) => ({ ...operation, position: Number(operation.position) }));
}

async function saveLines(
  scope: WriterScope,
  file: ReadFile,
  { lines, unassigned }: { readonly lines: readonly BookLine[]; readonly unassigned: readonly UnassignedLine[] },
): Promise<void> {
  const { sql, key, writer } = scope;
  const { members, net, printed } = file.figures;
  await deleteLines(scope, [file.fileId]);
  const constants = { ...bookColumns(key), period: file.period, file_id: file.fileId };
  await writer.insert({ table: statementLines, constants, record: LINE }, lines);
  await writer.insert({ table: unassignedLines, constants, record: UNASSIGNED_LINE }, unassigned);
  await writer.send(
    () => sql`
      update ${files} set rows_ingested = ${lines.length}, statement_mode = ${file.statementMode}, member_count = ${members},
        net_amount = ${moneyToDecimal(net)}::numeric, printed_total = ${printed === null ? null : moneyToDecimal(printed)}::numeric
      where account_id = ${key.accountId} and file_id = ${file.fileId}`,
  );
}

async function applyPeriodFiles(scope: WriterScope, { active, replaced, retracted }: PeriodFiles): Promise<void> {
  const { sql, key } = scope;
  await sql`
    update ${files} f set status = wanted.status,
      superseded_at = case when wanted.status <> 'active' then coalesce(f.superseded_at, clock_timestamp()) end
    from (
      select unnest(${active}::uuid[]) as file_id, 'active' as status
      union all select unnest(${replaced}::uuid[]), 'replaced'
      union all select unnest(${retracted}::uuid[]), 'retracted'
    ) wanted
    where f.account_id = ${key.accountId} and f.file_id = wanted.file_id and f.status <> wanted.status`;
  const superseded = [...replaced, ...retracted];
  if (superseded.length === 0) return;
  // The writer keeps the order: the lines of this job, which may be superseded too, are inserted before.
  await deleteLines(scope, superseded);
}

async function deleteLines({ sql, key, writer }: WriterScope, fileIds: readonly string[]): Promise<void> {
  const ofFiles = sql`where account_id = ${opaqueAccountId(sql, key.accountId)} and file_id = any(${fileIds}::uuid[])`;
  await writer.send(() => sql`delete from ${statementLines} ${ofFiles}`);
  await writer.send(() => sql`delete from ${unassignedLines} ${ofFiles}`);
}

/** The disputes that a job's new scores may change. */
function bookDisputes(scope: BookScope): BookDisputes {
  const { sql, key } = scope;
  return {
    listDisputes: () => listDisputes(scope),
    findingsOf: (memberRefIds) => readFindings(sql, { ...key, memberRefIds }),
    saveDisputes: (changes) => saveDisputes(scope, changes),
  };
}

interface FollowedRecord extends Pick<FollowedDispute, 'disputeId' | 'state' | 'stateBefore'> {
  readonly claimId: string;
  readonly memberRefId: string;
  readonly workspaceId: string;
  readonly askedAmount: string;
  readonly openAmount: string;
  readonly recoveredAmount: string;
  readonly recoveredBefore: string;
}

/** Lists and locks the disputes that hold claims of this book. A fixed lock order keeps two jobs from deadlocking. */
async function listDisputes({ sql, key }: BookScope): Promise<readonly FollowedDispute[]> {
  const followed = await sql<Pick<FollowedDispute, 'disputeId' | 'state' | 'stateBefore'>[]>`
    select dispute_id as "disputeId", state, state_before as "stateBefore" from ${disputes} d
    where account_id = ${key.accountId} and dispute_id in (
      select dispute_id from ${disputeRows}
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and is_held)
    order by dispute_id for update`;
  if (followed.length === 0) return [];
  const records = await sql<FollowedRecord[]>`
    select dispute_id as "disputeId", claim_id as "claimId", member_ref_id as "memberRefId", workspace_id as "workspaceId",
      asked_amount::text as "askedAmount", open_amount::text as "openAmount", recovered_amount::text as "recoveredAmount",
      recovered_before::text as "recoveredBefore"
    from ${disputeRows}
    where account_id = ${key.accountId} and dispute_id = any(${followed.map(({ disputeId }) => disputeId)}::uuid[]) and is_held
    order by dispute_id, number`;
  const rowsOf = Map.groupBy(records, ({ disputeId }) => disputeId);
  return followed.map((dispute) => ({ ...dispute, rows: (rowsOf.get(dispute.disputeId) ?? []).map(rowFrom) }));
}

function rowFrom(record: FollowedRecord): FollowedRow {
  return {
    claimId: record.claimId,
    memberRefId: record.memberRefId,
    workspaceId: record.workspaceId,
    askedAmount: exactFrom(record.askedAmount),
    openAmount: exactFrom(record.openAmount),
    recoveredAmount: exactFrom(record.recoveredAmount),
    recoveredBefore: exactFrom(record.recoveredBefore),
  };
}

async function saveDisputes({ sql, key, jobId }: BookScope, changes: readonly DisputeChange[]): Promise<void> {
  const { accountId } = key;
  const heads = changes.map(({ disputeId, state, stateBefore, recoveredAmount }) => {
    return { disputeId, state, stateBefore, recovered: exactToDecimal(recoveredAmount) };
  });
  await sql`
    update ${disputes} d set state = c.state, state_before = c."stateBefore", recovered_amount = c.recovered,
      changed_at = clock_timestamp(),
      closed_at = case when c.state <> 'paid' then null else coalesce(d.closed_at, clock_timestamp()) end
    from jsonb_to_recordset(${JSON.stringify(heads)}::text::jsonb)
      as c ("disputeId" uuid, state text, "stateBefore" text, recovered numeric)
    where d.account_id = ${accountId} and d.dispute_id = c."disputeId"`;
  const rows = changes.flatMap((change) =>
    change.rows.map(({ claimId, openAmount, recoveredAmount }) => ({
      disputeId: change.disputeId,
      claimId,
      open: exactToDecimal(openAmount),
      recovered: exactToDecimal(recoveredAmount),
    })),
  );
  await sql`
    update ${disputeRows} r set open_amount = c.open, recovered_amount = c.recovered
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as c ("disputeId" uuid, "claimId" text, open numeric, recovered numeric)
    where r.account_id = ${accountId} and r.dispute_id = c."disputeId" and r.claim_id = c."claimId"`;
  const entries = heads.map(({ disputeId, state, recovered }) => {
    return { auditId: randomUUID(), disputeId, meta: { state, recoveredAmount: recovered, jobId } };
  });
  await sql`
    insert into ${auditEntries} (audit_id, account_id, actor, action, target, meta)
    select "auditId", ${accountId}::uuid, 'statement', 'dispute.follow', "disputeId", meta
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as e ("auditId" uuid, "disputeId" text, meta jsonb)`;
}

/** Finds the newest active file of another period of the book. Its first rows are read along their primary key. */
async function findEarlierStatement({ sql, key }: BookScope, period: Period): Promise<EarlierStatement | null> {
  const rows = await sql<{ period: Period; coverageMonth: Period | null; paidDate: string | null }[]>`
    with earlier as (
      select file_id, period from ${files}
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
        and period <> ${period} and status = 'active' and rows_ingested > 0
      order by position desc limit 1
    )
    select earlier.period, l.coverage_month as "coverageMonth", l.paid_date as "paidDate"
    from earlier join lateral (
      select coverage_month, paid_date from ${statementLines} l
      where l.account_id = ${key.accountId} and l.file_id = earlier.file_id
      order by l.file_id, l.sheet, l.row_number limit ${EARLIER_ROWS_MAX}
    ) l on true`;
  const [first] = rows;
  return first === undefined ? null : { period: first.period, rows };
}

/**
 * Finds the statement that the file repeats. Candidates, in this order: the nearest period with the same bytes, earlier ones first;
 * another file of the period with the same lines; the baseline with the same lines. Lines are compared only when their numbers, and
 * between periods their sums, are equal. Requires the period's lines and scores to be saved.
 */
export async function findRepeatedStatement(
  { sql, key }: BookScope,
  fileId: string,
): Promise<RepeatedStatement | null> {
  const ofBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId}
    and ${table}.carrier_id = ${key.carrierId}`;
  const [o, f, r, b] = [sql`o`, sql`f`, sql`r`, sql`b`];
  // Compares two multisets of equal size exactly; null equals null.
  const compared = sql`l.member_ref_id, l.policy_ref_id, l.amount, l.coverage_month, l.paid_date, l.paid_through`;
  // Lines of files of one period are also compared by agent, because the files may belong to two payees.
  const linesOfFile = (table: Fragment) => sql`
    select ${compared}, l.transaction_type, l.agent_id, l.agent_name
    from ${statementLines} l
    where l.account_id = ${key.accountId} and l.period = ${table}.period and l.file_id = ${table}.file_id`;
  const linesOf = (table: Fragment) => sql`
    select ${compared} from ${files} f join ${statementLines} l on l.file_id = f.file_id and l.account_id = ${key.accountId}
    where ${ofBook(f)} and f.period = ${table}.period and f.status = 'active'`;
  const [repeated] = await sql<RepeatedStatement[]>`
    with own as (
      select o.file_id, o.period, o.checksum_sha256, o.status, o.rows_ingested
      from ${files} o where ${ofBook(o)} and o.file_id = ${fileId}
    ), same_bytes as (
      select f.period, f.original_filename from own
      join ${files} f on ${ofBook(f)} and f.checksum_sha256 = own.checksum_sha256 and f.period <> own.period
      where f.status in ('active', 'pending')
      order by f.period < own.period desc, case when f.period < own.period then f.period end desc, f.period, f.position desc
      limit 1
    ), same_period as (
      select o.period, o.original_filename from own
      join ${files} o on ${ofBook(o)} and o.period = own.period and o.file_id <> own.file_id and o.status = 'active'
        and o.rows_ingested = own.rows_ingested
      where own.status = 'active' and own.rows_ingested >= ${REPEATED_IN_PERIOD_LINES_MIN}
        and not exists (${linesOfFile(sql`own`)} except all ${linesOfFile(o)})
      order by o.position desc limit 1
    ), same_lines as (
      select b.period,
        (select f.original_filename from ${files} f
          where ${ofBook(f)} and f.period = b.period and f.status = 'active' order by f.position desc limit 1)
      from own
      join ${rollups} r on ${ofBook(r)} and r.period = own.period
      join ${rollups} b on ${ofBook(b)} and b.period = r.baseline_period and b.line_count = r.line_count
        and b.gross_amount = r.gross_amount and b.chargeback_amount = r.chargeback_amount
      where own.status = 'active' and r.line_count >= ${REPEATED_LINES_MIN}
        and not exists (${linesOf(r)} except all ${linesOf(b)})
    )
    select "sameBytes", period, "fileName" from (
      select 1 as choice, true as "sameBytes", period, original_filename as "fileName" from same_bytes
      union all select 2, false, period, original_filename from same_period
      union all select 3, false, period, original_filename from same_lines) found
    order by choice limit 1`;
  return repeated ?? null;
}
