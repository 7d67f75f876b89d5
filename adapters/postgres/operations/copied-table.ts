import { MOVE_LINKED_ROWS_MAX, MOVE_ROWS_AT_ONCE } from '../../../core/limits/account-limits.ts';
import { carriers } from '../../../schema/carriers.ts';
import { arrayText, type Sql } from '../connection/sql.ts';
import { streamRows } from '../connection/stream-rows.ts';
import { listTenantTables } from '../connection/tenant-tables.ts';

/** Copies rows of a table from one database to another, in batches, each as the text of the whole row. */

export interface CopiedTable {
  readonly table: string;
  /** A condition over the rows, in which $ids stands for the array of ids. */
  readonly where: string;
  readonly ids: readonly string[];
  /** Seals a secret of the source for the target. */
  readonly reseal: (sealed: string) => string;
  /** The ids that people of the source have in the target, where they are others. */
  readonly people?: Readonly<Record<string, string>>;
  /** Columns that get another value in the target, as SQL. */
  readonly changed?: Readonly<Record<string, string>>;
}

interface Column {
  readonly name: string;
  readonly quoted: string;
  /** True for columns that the target fills itself: positions, and columns that are computed. */
  readonly isOwn: boolean;
  readonly isPosition: boolean;
}

/** Copies the rows, in the order of their positions, which the target numbers anew. Returns how many there are. */
export async function copyTable(source: Sql, target: Sql, copied: CopiedTable): Promise<number> {
  const { table, where, ids, reseal, people = {}, changed = {} } = copied;
  const columns = await listColumns(target, table);
  if (columns.length === 0) return 0;
  const sealed = columns.filter(({ name }) => name.endsWith('_sealed'));
  const position = columns.find(({ isPosition }) => isPosition);
  const insert = insertText(table, columns, { sealed, changed });
  let rows = 0;
  const [before = '', after = ''] = where.split('$ids');
  const query = source`
    ${source.unsafe(selectText(table, columns, sealed))}
    where ${source.unsafe(before)}${ids}::uuid[]${source.unsafe(after)}
    ${source.unsafe(position === undefined ? '' : `order by t.${position.quoted}`)}`;
  for await (const batch of streamRows<{ content: string; secrets: (string | null)[] }>(
    source,
    query,
    (await refersToItself(target, table)) ? MOVE_LINKED_ROWS_MAX : MOVE_ROWS_AT_ONCE,
  )) {
    const secrets = sealed.map((_, at) =>
      arrayText(
        batch.map((row) => {
          const secret = row.secrets[at] ?? null;
          return secret === null ? null : reseal(secret);
        }),
      ),
    );
    const contents = arrayText(batch.map(({ content }) => content));
    const written = await target.unsafe(insert, [contents, JSON.stringify(people), ...secrets], { prepare: true });
    if (written.count !== batch.length)
      throw new Error(`${written.count} of ${batch.length} rows of ${table} were written`);
    rows += batch.length;
  }
  return rows;
}

/** Lists the columns in the order of the target, whose row type reads the text. An unlogged table has none. */
function listColumns(sql: Sql, table: string): Promise<readonly Column[]> {
  return sql<Column[]>`
    select attname as name, quote_ident(attname) as quoted, attidentity <> '' as "isPosition",
      attidentity <> '' or attgenerated <> '' as "isOwn"
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relpersistence = 'p'
    where a.attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`;
}

/** Rows that refer to rows of their own table, as an agent does to the one above, have to be written by one statement. */
async function refersToItself(sql: Sql, table: string): Promise<boolean> {
  const found = await sql`
    select 1 from pg_constraint where contype = 'f' and conrelid = confrelid and conrelid = ${`public.${table}`}::regclass`;
  return found.length > 0;
}

/** Secrets go beside the text of the row, where they are null. */
function selectText(table: string, columns: readonly Column[], sealed: readonly Column[]): string {
  const values = columns.map((column) => (sealed.includes(column) ? 'null::text' : `t.${column.quoted}`));
  const secrets = sealed.map(({ quoted }) => `t.${quoted}`);
  return `select row(${values.join(', ')})::text as content, array[${secrets.join(', ')}]::text[] as secrets from public."${table}" t`;
}

function insertText(
  table: string,
  columns: readonly Column[],
  { sealed, changed }: { readonly sealed: readonly Column[]; readonly changed: Readonly<Record<string, string>> },
): string {
  const written = columns.filter(({ isOwn }) => !isOwn);
  const names = columns.map(({ quoted }) => quoted);
  const values = written.map((column) => {
    const { name, quoted } = column;
    if (changed[name] !== undefined) return changed[name];
    if (sealed.includes(column)) return `secret_${sealed.indexOf(column)}`;
    // A person of another team of the target may have an id of its own there.
    return name === 'person_id' ? `coalesce(($2::jsonb ->> ${quoted}::text)::uuid, ${quoted})` : quoted;
  });
  const secretNames = sealed.map((_, at) => `secret_${at}`);
  const secretValues = sealed.map((_, at) => `, $${at + 3}::text[]`);
  return `
    insert into public."${table}" (${written.map(({ quoted }) => quoted).join(', ')})
    select ${values.join(', ')}
    from unnest($1::public."${table}"[]${secretValues.join('')}) with ordinality as r(${[...names, ...secretNames, 'place_in_batch'].join(', ')})
    where $2::jsonb is not null
    order by place_in_batch`;
}

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
