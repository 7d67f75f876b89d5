import type { Fragment } from 'postgres';
import type { LayoutOfFile, LayoutReads } from '../../../app/files/command-files.ts';
import type { UnassignedFilter, UnassignedLineRow, UnassignedReads } from '../../../app/reads/list-statement-money.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type {
  BookStatementKey,
  FileOfStatement,
  StatementDeposit,
  StatementDetailReads,
  StatementKey,
} from '../../../app/reads/show-statements.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type {
  GridBook,
  GridDeposit,
  GridFacts,
  HistoryEvent,
  MonthFiles,
} from '../../../core/report/statement-grid.ts';
import { apiTokens, auditEntries, workspaces } from '../../../schema/accounts.ts';
import { statementLines, unassignedLines } from '../../../schema/book.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { statementDeposits } from '../../../schema/months.ts';
import { people, teamMembers } from '../../../schema/people.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { activeFormat, refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { ingestsFile } from '../queries/member-lines.ts';
import { arrivedOn } from '../queries/month-columns.ts';
import { countsElsewhere } from './file-reads.ts';
import { listMonthRows } from './rollup-reads.ts';

/** Entries of the history that a person reads. */
const HISTORY_MAX = 200;

export function createStatementReads(database: Database): StatementDetailReads {
  return {
    grid: (accountId, filter, range) =>
      database.read(accountId, async (sql) => {
        const [refused, facts] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          loadGrid(sql, { accountId, filter }, range),
        ]);
        return refused ?? facts;
      }),
    workspacesOf: (key) => database.read(key.accountId, (sql) => workspacesOf(sql, key)),
    find: async (key) => {
      const found = await database.read(key.accountId, async (sql) => {
        const [rows, deposit, history] = await Promise.all([
          loadFiles(sql, key),
          loadDeposit(sql, key),
          loadHistory(sql, key),
        ]);
        return { rows, deposit, history };
      });
      const actors = [...found.rows.map(({ actor }) => actor ?? ''), ...found.history.map(({ actor }) => actor)];
      const names = await database.system((sql) => loadNames(sql, key.accountId, actors));
      return {
        files: found.rows.map(({ actor, ...file }) => ({
          ...file,
          sentBy: actor === null ? null : nameOf(names, actor),
        })),
        deposit: found.deposit,
        history: found.history.map(({ actor, ...event }) => ({ ...event, who: nameOf(names, actor) })),
      };
    },
  };
}

interface Books {
  readonly accountId: string;
  readonly filter: BookFilter;
}

const ofBooks = (sql: Sql, { accountId, filter: { carrierId, workspaceId } }: Books) => [
  sql`account_id = ${accountId}`,
  ...whenSet(carrierId, (id) => sql`and carrier_id = ${id}`),
  ...whenSet(workspaceId, (id) => sql`and workspace_id = ${id}`),
];

async function loadGrid(
  sql: Sql,
  books: Books,
  { since, learnFrom }: { readonly since: Period; readonly learnFrom: Period },
): Promise<GridFacts> {
  const { accountId, filter } = books;
  const [rows, [newest], monthFiles, months, deposits] = await Promise.all([
    loadBooks(sql, books),
    sql<{ latest: Period | null }[]>`select max(period) as latest from ${rollups} where account_id = ${accountId}`,
    loadMonthFiles(sql, books, since < learnFrom ? since : learnFrom),
    listMonthRows(sql, { accountId, filter, range: { from: since }, page: null }),
    sql<GridDeposit[]>`
      select workspace_id as "workspaceId", carrier_id as "carrierId", period, amount::float8 as amount
      from ${statementDeposits} where ${ofBooks(sql, books)} and period >= ${since}`,
  ]);
  return { latest: newest?.latest ?? null, books: rows, files: monthFiles, months, deposits };
}

/** Loads books with data or a file, by the name of the carrier. */
const loadBooks = (sql: Sql, books: Books) => sql<GridBook[]>`
  select k.workspace_id as "workspaceId", w.name as "workspaceName", k.carrier_id as "carrierId", c.name as "carrierName",
    k."firstPeriod", k."lastPeriod"
  from (
    select workspace_id, carrier_id, min(first_period) as "firstPeriod", max(last_period) as "lastPeriod"
    from (
      select workspace_id, carrier_id, min(period) as first_period, max(period) as last_period
      from ${rollups} where ${ofBooks(sql, books)} group by workspace_id, carrier_id
      union all
      select workspace_id, carrier_id, null, null from ${files} where ${ofBooks(sql, books)} group by workspace_id, carrier_id
    ) both_kinds group by workspace_id, carrier_id
  ) k
  join ${visibleCarriers(sql, books.accountId)} c on c.carrier_id = k.carrier_id
  join ${workspaces} w on w.account_id = ${books.accountId} and w.workspace_id = k.workspace_id
  order by c.name, k.carrier_id, w.name, k.workspace_id`;

/** Loads the files of each month of each book, with the jobs that have not ended. */
const loadMonthFiles = (sql: Sql, books: Books, from: Period) => sql<MonthFiles[]>`
  select workspace_id as "workspaceId", carrier_id as "carrierId", period, coalesce(f.received, 0) as received,
    coalesce(f.failed, 0) as failed, coalesce(f."hasFailed", false) as "hasFailed", f."arrivedOn", f."printedTotal",
    coalesce(j."openJobs", 0) as "openJobs", coalesce(u."unreadRows", 0) as "unreadRows"
  from (
    select workspace_id, carrier_id, period, count(*) filter (where status = 'active')::int as received,
      count(*) filter (where status = 'failed' and left_at is null)::int as failed,
      (array_agg(status order by position desc) filter (where status <> 'canceled' and (left_at is null or status <> 'failed')))[1] = 'failed' as "hasFailed",
      ${arrivedOn(sql)} as "arrivedOn",
      case when bool_and(coalesce(stated_total, printed_total) is not null) filter (where status = 'active')
        then round(sum(coalesce(stated_total, printed_total)) filter (where status = 'active'), 2)::float8 end as "printedTotal"
    from ${files} where ${ofBooks(sql, books)} and period >= ${from}
    group by workspace_id, carrier_id, period
  ) f
  full join (
    select workspace_id, carrier_id, period, count(*)::int as "openJobs"
    from ${jobs} where ${ofBooks(sql, books)} and status in ('queued', 'processing') and period >= ${from}
    group by workspace_id, carrier_id, period
  ) j using (workspace_id, carrier_id, period)
  left join (
    select workspace_id, carrier_id, period, sum(exception_row_count)::int as "unreadRows"
    from (select * from ${jobs} where ${ofBooks(sql, books)} and period >= ${from} and exception_row_count > 0) x
    where ${ingestsFile(sql, sql`x`)} and exists (
      select 1 from ${files} c where c.account_id = x.account_id and c.file_id = x.file_id and c.status = 'active'
        and not ${areRowsLeft(sql, sql`c`, sql`x`)})
    group by workspace_id, carrier_id, period
  ) u using (workspace_id, carrier_id, period)`;

/** Tells whether a person left the rows that could not be read. A later reading of the file counts its rows anew. */
const areRowsLeft = (sql: Sql, file: Fragment, job: Fragment) =>
  sql`coalesce(${file}.left_at > ${job}.completed_at, false)`;

async function workspacesOf(sql: Sql, key: StatementKey): Promise<readonly string[] | Refused> {
  const { accountId, carrierId, workspaceId } = key;
  const refused = await refuseUnknownBook(sql, accountId, { carrierId, workspaceId });
  if (refused !== null) return refused;
  if (workspaceId !== undefined) return [workspaceId];
  const rows = await sql<
    { id: string }[]
  >`select workspace_id as id from ${workspaces} where account_id = ${accountId}`;
  return rows.map(({ id }) => id);
}

const ofKey = (sql: Sql, { accountId, workspaceId, carrierId, period }: BookStatementKey) => sql`
  account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId} and period = ${period}`;

type FileRow = Omit<FileOfStatement, 'sentBy'> & { readonly actor: string | null };

/**
 * Loads the files of a month. The warning that a month waits for files is left out, because the month says it as of now. Figures of files
 * that an earlier release read are summed from their rows. A layout is only here when it is the account's newest one, and no other file was
 * read with it.
 */
const loadFiles = (sql: Sql, key: BookStatementKey) => sql<FileRow[]>`
  select f.file_id as "fileId", j.job_id as "jobId", f.original_filename as "fileName", f.byte_size as "byteSize", f.source,
    sent.actor, f.uploaded_at as "uploadedAt", f.status,
    exists (select 1 from ${jobs} o where o.account_id = ${key.accountId} and o.file_id = f.file_id and o.status in ('queued', 'processing'))
      as "isReading",
    coalesce(f.member_count, rows.members) as members, round(coalesce(f.net_amount, rows.net), 2)::float8 as "sumRead",
    round(coalesce(f.stated_total, f.printed_total), 2)::float8 as "sumPrinted", j.exception_row_count as "rowsFailed",
    case when j.status = 'failed' then j.error end as error,
    coalesce((select jsonb_agg(w ->> 'detail') from jsonb_array_elements(j.warnings) w
      where w ->> 'code' <> 'month_open'), '[]') as warnings,
    case f.status when 'failed' then f.left_at is not null
      when 'active' then j.exception_row_count > 0 and ${areRowsLeft(sql, sql`f`, sql`j`)} else false end as "isLeft",
    f.raw_purged_at is null as "isKept", ${countsElsewhere(sql, key.accountId)} as "countsElsewhere", coalesce(r.config_id <> active.config_id, false) as "rescoreSuggested",
    used.version as "layoutVersion",
    coalesce(${isOnlyHere(sql, key.accountId)}, false) as "isLayoutOnlyHere"
  from ${files} f
  join ${jobs} j on j.account_id = ${key.accountId} and j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
  left join ${statementConfigs} used on used.config_id = j.config_id
  left join ${rollups} r on f.status = 'active' and r.account_id = f.account_id and r.workspace_id = f.workspace_id
    and r.carrier_id = f.carrier_id and r.period = f.period
  ${activeLayout(sql, key.accountId)}
  left join lateral (
    select e.actor from ${auditEntries} e
    where e.account_id = ${key.accountId} and e.target = f.file_id::text and e.action in ('file.upload', 'file.replace')
    order by e.position limit 1
  ) sent on true
  left join lateral (
    select count(distinct l.member_ref_id)::int as members, coalesce(sum(l.amount), 0) + (
      select coalesce(sum(u.amount) filter (where u.is_counted), 0) from ${unassignedLines} u
      where u.account_id = ${key.accountId} and u.file_id = f.file_id) as net
    from ${statementLines} l where l.account_id = ${key.accountId} and l.file_id = f.file_id
  ) rows on f.net_amount is null and f.status = 'active'
  where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
    and f.period = ${key.period}
  order by f.position desc`;

async function loadDeposit(sql: Sql, key: BookStatementKey): Promise<StatementDeposit | null> {
  const [deposit] = await sql<StatementDeposit[]>`
    select amount::float8 as amount, to_char(deposited_on, 'YYYY-MM-DD') as "depositedOn", note, author, entered_at as "enteredAt"
    from ${statementDeposits} where ${ofKey(sql, key)}`;
  return deposit ?? null;
}

/** Loads the audit entries of the month's files and jobs, and of the carrier as far as they name the month. */
const loadHistory = (sql: Sql, key: BookStatementKey) => sql<
  (Omit<HistoryEvent, 'who'> & { readonly actor: string })[]
>`
  with targets as (
    select file_id::text as target, original_filename as name from ${files} where ${ofKey(sql, key)}
    union all
    select j.job_id::text, f.original_filename from ${jobs} j join ${files} f using (file_id)
    where j.account_id = ${key.accountId} and j.workspace_id = ${key.workspaceId} and j.carrier_id = ${key.carrierId}
      and j.period = ${key.period}
    union all
    select ${key.carrierId}, null
  )
  select e.created_at as at, e.actor, e.action, t.name as "fileName", e.meta
  from targets t join ${auditEntries} e on e.account_id = ${key.accountId} and e.target = t.target
  where e.target <> ${key.carrierId}
    or (e.action like any(array['month.%', 'deposit.%']) and e.meta ->> 'period' = ${key.period}
      and e.meta ->> 'workspaceId' = ${key.workspaceId})
  order by e.position desc limit ${HISTORY_MAX}`;

/** Loads the names of people and tokens by actor. People are read by the system, because a person may belong to several accounts. */
async function loadNames(sql: Sql, accountId: string, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(actors)];
  const rows = await sql<{ actor: string; name: string }[]>`
    select 'person:' || p.email as actor, coalesce(nullif(m.name, ''), nullif(p.name, ''), p.email) as name
    from ${teamMembers} m join ${people} p on p.person_id = m.person_id
    where m.account_id = ${accountId} and 'person:' || p.email = any(${wanted}::text[])
    union all
    select 'token:' || token_id, coalesce(label, 'A program') from ${apiTokens}
    where account_id = ${accountId} and 'token:' || token_id = any(${wanted}::text[])`;
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}

/** Names an actor; one that has left the team is named by the address. */
function nameOf(names: ReadonlyMap<string, string>, actor: string): string {
  const [, kind = '', own = ''] = /^([^:]*):?(.*)$/.exec(actor) ?? [];
  const plain = kind === 'sftp' ? `SFTP user ${own}` : kind === 'email' ? `Mail to ${own}` : own === '' ? kind : own;
  return names.get(actor) ?? plain;
}

/** Finds the layout that only this file was read with. */
export function createLayoutReads(database: Database): LayoutReads {
  return {
    findOnlyHere: (accountId, fileId) =>
      database.read(accountId, async (sql) => {
        const [layout] = await sql<LayoutOfFile[]>`
          select used.carrier_id as "carrierId", used.version
          from ${files} f
          join ${jobs} j on j.account_id = ${accountId} and j.file_id = f.file_id and ${ingestsFile(sql, sql`j`)}
          join ${statementConfigs} used on used.config_id = j.config_id
          ${activeLayout(sql, accountId)}
          where f.account_id = ${accountId} and f.file_id = ${fileId} and ${isOnlyHere(sql, accountId)}`;
        return layout ?? null;
      }),
  };
}

/** Joins the layout with which statements of the file `f` would be read now. */
const activeLayout = (sql: Sql, accountId: string) => sql`
  left join lateral ${activeFormat(sql, accountId, sql`f.carrier_id`)} active on true`;

/** True when the layout `used` of the file `f` is the account's own, the `active` one, and has read no other file. */
const isOnlyHere = (sql: Sql, accountId: string) => sql`(
  used.account_id = ${accountId} and used.removed_at is null and used.config_id = active.config_id and not exists (
    select 1 from ${jobs} o where o.account_id = ${accountId} and o.carrier_id = f.carrier_id and o.config_id = used.config_id
      and o.file_id <> f.file_id and o.status = 'completed' and ${ingestsFile(sql, sql`o`)}))`;

export function createUnassignedReads(database: Database): UnassignedReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<UnassignedLineRow[]>`${linesOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery(sql, refuseUnknownBook(sql, accountId, filter), {
          query: linesOf(sql, accountId, filter),
          offset,
          show: (row: UnassignedLineRow) => row,
        }),
      ),
  };
}

/** Selects lines of active files: newest month first, then in order of the files and their rows. */
const linesOf = (sql: Sql, accountId: string, { period, carrierId, workspaceId, fileId }: UnassignedFilter) => sql`
  select u.period, u.carrier_id as "carrierId", c.name as "carrierName", u.workspace_id as "workspaceId", u.file_id as "fileId",
    f.original_filename as "fileName", u.sheet + 1 as sheet, u.row_number as row, u.kind, u.description as text,
    round(u.amount, 2)::float8 as amount, u.is_counted as "isCounted", u.agent_id as "agentId", u.agent_name as "agentName",
    u.coverage_month as "coverageMonth"
  from ${unassignedLines} u
  join ${files} f on f.account_id = ${accountId} and f.file_id = u.file_id and f.status = 'active'
  join ${visibleCarriers(sql, accountId)} c on c.carrier_id = u.carrier_id
  where ${[
    sql`u.account_id = ${accountId}`,
    ...whenSet(period, (month) => sql`and u.period = ${month}`),
    ...whenSet(carrierId, (id) => sql`and u.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and u.workspace_id = ${id}`),
    ...whenSet(fileId, (id) => sql`and u.file_id = ${id}`),
  ]}
  order by u.period desc, f.position, u.sheet, u.row_number`;
