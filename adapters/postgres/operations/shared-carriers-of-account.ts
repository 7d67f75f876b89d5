import { carriers } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';
import { listTenantTables } from '../connection/tenant-tables.ts';
import { copyTable } from './copied-table.ts';

/**
 * Gives another database the carriers and formats of the shared catalogue that an account uses. Shipped ones are there already, with the
 * same ids. A carrier that the operator added is copied with its formats. A format that the target does not have is copied as a removed
 * one, because it explains old jobs and must read no new statement.
 */
export async function copySharedCarriers({
  source,
  target,
  ids,
  rowsInTheWay,
}: {
  readonly source: Sql;
  readonly target: Sql;
  readonly ids: readonly string[];
  readonly rowsInTheWay: (message: string) => Error;
}): Promise<void> {
  const used = await listReferred(source, 'carriers', ids);
  const shared = await source<{ id: string; groupId: string | null; slug: string }[]>`
    select carrier_id as id, group_id as "groupId", slug from ${carriers}
    where account_id is null and carrier_id = any(${used}::uuid[])`;
  const there = await target<{ id: string; slug: string }[]>`
    select carrier_id as id, slug from ${carriers}
    where account_id is null and (carrier_id = any(${used}::uuid[]) or slug = any(${shared.map(({ slug }) => slug)}::text[]))`;
  const missing = shared.filter(({ id }) => !there.some((each) => each.id === id));
  const other = missing.filter(({ slug }) => there.some((each) => each.slug === slug)).map(({ slug }) => slug);
  if (other.length > 0)
    throw rowsInTheWay(
      `The second database has shared carriers with the same slugs and other ids: ${other.join(', ')}.`,
    );
  const formats = await listReferred(source, 'statement_configs', ids);
  const plain = { reseal: (sealed: string) => sealed };
  const groups = await listMissing(
    target,
    'carrier_groups',
    'group_id',
    missing.flatMap(({ groupId }) => groupId ?? []),
  );
  await copyTable(source, target, { ...plain, table: 'carrier_groups', where: 't.group_id = any($ids)', ids: groups });
  const carrierIds = missing.map(({ id }) => id);
  const ofCarriers = { ...plain, where: 't.account_id is null and t.carrier_id = any($ids)', ids: carrierIds };
  await copyTable(source, target, { ...ofCarriers, table: 'carriers' });
  await copyTable(source, target, { ...ofCarriers, table: 'statement_configs' });
  // Formats are stored one after the other, because each takes the next free version of its carrier.
  for (const id of await listMissing(target, 'statement_configs', 'config_id', formats))
    await copyTable(source, target, {
      ...plain,
      table: 'statement_configs',
      where: 't.account_id is null and t.config_id = any($ids)',
      ids: [id],
      changed: {
        removed_at: 'coalesce(removed_at, clock_timestamp())',
        version: `(select coalesce(max(s.version), 0) + 1 from statement_configs s where s.carrier_id = r.carrier_id and s.account_id is null)`,
      },
    });
}

/** Lists the ids of a table that rows of the accounts refer to by a foreign key of one column. */
async function listReferred(sql: Sql, table: string, ids: readonly string[]): Promise<readonly string[]> {
  const tenantTables = await listTenantTables(sql);
  const references = await sql<{ table: string; column: string }[]>`
    select t.relname as table, a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${`public.${table}`}::regclass and cardinality(c.conkey) = 1
      and t.relname = any(${tenantTables}::text[]) and t.relnamespace = 'public'::regnamespace`;
  const found = new Set<string>();
  for (const reference of references) {
    const rows = await sql.unsafe<{ id: string }[]>(
      `select distinct "${reference.column}" as id from public."${reference.table}"
       where account_id = any($1::uuid[]) and "${reference.column}" is not null`,
      [ids],
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

async function listMissing(
  sql: Sql,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const there = await sql.unsafe<{ id: string }[]>(
    `select "${column}" as id from public."${table}" where "${column}" = any($1::uuid[])`,
    [ids],
  );
  const known = new Set(there.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !known.has(id));
}
