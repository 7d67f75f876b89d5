import type { TableSum } from '../../../core/account-sums.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { listTenantTables } from '../connection/tenant-tables.ts';

/** Sums the rows of every account, or of one, in all tables with rows of accounts, as of one moment. */
export function readAccountSums(database: Database, accountId?: string): Promise<readonly TableSum[]> {
  return database.system(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const sums: TableSum[] = [];
    for (const table of [...(await listTenantTables(sql)), 'accounts']) {
      sums.push(...(await sumTable(sql, table, accountId)));
    }
    return sums;
  });
}

/**
 * Sums a table. Unlogged tables, which count the requests of a minute, are in no copy. Columns go by name, so that a table whose columns
 * were added in another order has the same sum.
 */
async function sumTable(sql: Sql, table: string, accountId: string | undefined): Promise<readonly TableSum[]> {
  const [columns] = await sql<{ names: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attname) as names
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relpersistence = 'p'
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
    having count(*) > 0`;
  if (columns === undefined) return [];
  const where = accountId === undefined ? '' : 'where account_id = $1';
  return sql.unsafe<(TableSum & Record<string, unknown>)[]>(
    `select account_id as "accountId", '${table}' as "table", count(*)::int as rows,
       sum(hashtextextended(row(${columns.names})::text, 0)::numeric)::text as digest
     from public."${table}" ${where} group by account_id having account_id is not null`,
    accountId === undefined ? [] : [accountId],
  );
}
