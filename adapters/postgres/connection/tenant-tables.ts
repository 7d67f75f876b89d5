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
