import type { TableSum } from '../../../core/account-sums.ts';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/**
 * Returns all tables with rows of accounts, from the database catalogue, so that a new table can't be forgotten. Referring tables come
 * before the tables they refer to; `accounts` itself is left out.
 */
export async function listTenantTables(sql: Sql): Promise<readonly string[]> {
  const tables = await sql<{ name: string; refers_to: string[] }[]>`
    select t.relname as name, coalesce(array_agg(r.relname::text) filter (where r.relname is not null), '{}') as refers_to
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'account_id' and not a.attisdropped
    left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid
    left join pg_class r on r.oid = c.confrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'accounts'
    group by t.relname order by t.relname`;
  return referrersFirst(new Map(tables.map(({ name, refers_to: refersTo }) => [name, refersTo])));
}

/** Sorts tables so that referring ones come first. Throws for circular references, whose rows can't be deleted table by table. */
function referrersFirst(tables: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ordered: string[] = [];
  const left = new Map(tables);
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flat());
    const free = [...left.keys()].filter((name) => !referredTo.has(name));
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

/** Sums the rows of every account, or of one, in all tables with rows of accounts, as of one moment. */
export function readAccountSums(database: Database, accountId?: string): Promise<readonly TableSum[]> {
  return database.system(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    return sumTables(sql, accountId === undefined ? null : [accountId], WHOLE_VALUE);
  });
}

/** Sums the rows of accounts in a form that is the same in another database, which numbers, seals and knows people in its own way. */
export function sumForOtherDatabase(sql: Sql, accountIds: readonly string[]): Promise<readonly TableSum[]> {
  return sumTables(sql, accountIds, PORTABLE_VALUE);
}

/** How the value of a column enters the sum, as an expression over pg_attribute that gives SQL. */
const WHOLE_VALUE = 'quote_ident(attname)';
/** Two copies are compared by the order of positions, the presence of sealed secrets, and the addresses of people. */
const PORTABLE_VALUE = `
  case when attidentity <> '' then format('row_number() over (partition by account_id order by %I)', attname)
    when attname like '%\\_sealed' then format('%I is not null', attname)
    when attname = 'person_id' then '(select email from people p where p.person_id = t.person_id)'
    else quote_ident(attname) end`;

async function sumTables(sql: Sql, accountIds: readonly string[] | null, value: string): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of [...(await listTenantTables(sql)), 'accounts']) {
    sums.push(...(await sumTable(sql, { table, accountIds, value })));
  }
  return sums;
}

/**
 * Sums a table. Unlogged tables, which count the requests of a minute, are in no copy. Columns go by name, so that a table whose columns
 * were added in another order has the same sum.
 */
async function sumTable(
  sql: Sql,
  {
    table,
    accountIds,
    value,
  }: { readonly table: string; readonly accountIds: readonly string[] | null; readonly value: string },
): Promise<readonly TableSum[]> {
  const [columns] = await sql<{ values: string }[]>`
    select string_agg(${sql.unsafe(value)}, ', ' order by attname) as values
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relpersistence = 'p'
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
    having count(*) > 0`;
  if (columns === undefined) return [];
  const where = accountIds === null ? 'account_id is not null' : 'account_id = any($1::uuid[])';
  return sql.unsafe<(TableSum & Record<string, unknown>)[]>(
    `select account_id as "accountId", '${table}' as "table", count(*)::int as rows,
       sum(hashtextextended(content, 0)::numeric)::text as digest
     from (select account_id, row(${columns.values})::text as content from public."${table}" t where ${where}) t
     group by account_id`,
    accountIds === null ? [] : [accountIds],
  );
}
