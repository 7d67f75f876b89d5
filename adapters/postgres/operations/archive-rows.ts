import type { CsvCells } from '../../../core/account/exact-csv.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { streamRows } from '../connection/row-export.ts';
import { arrayText, type Sql } from '../connection/sql.ts';

/** Reads, removes and brings back the rows of archived months, each row as the texts of its columns. */

export const ARCHIVED_TABLES = ['scored_rows', 'deltas', 'statement_lines'] as const;
export type ArchivedTable = (typeof ARCHIVED_TABLES)[number];

/** A number of rows, and the sum over the digests of all their columns, as decimal text. */
export interface RowSum {
  readonly rows: number;
  readonly digest: string;
}

/** A table in a month of a book, with the members whose rows leave. */
export interface LeavingRows {
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
export async function readLeaving(sql: Sql, rows: LeavingRows): Promise<{ records: CsvCells[]; sum: RowSum }> {
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
export async function deleteLeaving(sql: Sql, rows: LeavingRows): Promise<RowSum> {
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
export async function sumRecords(
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
export async function listQuiet(
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
