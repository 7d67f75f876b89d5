import type postgres from 'postgres';

/** The parts of the schema on which a release's code relies, each by its name. */
export interface SchemaSnapshot {
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions and procedures with their parameters. */
  readonly routines: ReadonlySet<string>;
  /** The rights of a role on a table or a column. */
  readonly grants: ReadonlySet<string>;
  /** The constraints that refuse rows, beside types and NOT NULL: checks, keys, exclusions, unique indexes, each with its columns. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
}

interface Column {
  readonly table: string;
  readonly type: string;
  readonly required: boolean;
}

interface Named {
  readonly name: string;
}

/** The storage options of an index, which are no constraint. */
const STORAGE = String.raw` WITH \(\w+='\d+'\)`;

/** Takes a snapshot of all tables, routines, rights and constraints that do not belong to PostgreSQL itself. */
export async function takeSnapshot(sql: postgres.Sql): Promise<SchemaSnapshot> {
  const columns = await sql<(Column & Named)[]>`
    select c.oid::regclass::text || '.' || a.attname as name, c.oid::regclass::text as table,
      format_type(a.atttypid, a.atttypmod) as type,
      c.relkind <> 'v' and a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped and ${ours(sql, 'c.relnamespace')}`;
  const routines = await sql<Named[]>`
    select p.oid::regprocedure::text as name from pg_proc p where ${ours(sql, 'p.pronamespace')}`;
  const grants = await sql<Named[]>`
    select grantee || ' ' || privilege_type || ' ' || table_schema || '.' || table_name as name
    from information_schema.role_table_grants where grantee like 'cas!_%' escape '!' and privilege_type = 'DELETE'
    union
    select grantee || ' ' || privilege_type || ' ' || table_schema || '.' || table_name || '.' || column_name
    from information_schema.column_privileges where grantee like 'cas!_%' escape '!'`;
  const rules = await sql<(Named & { readonly columns: string })[]>`
    select regexp_replace(of.rule, ${STORAGE}, '') as name, coalesce(string_agg(of.relation::regclass::text || '.' || a.attname, ' '), '') as columns
    from (
      select r.conrelid as relation, r.conrelid::regclass::text || ': ' || pg_get_constraintdef(r.oid) as rule, r.conkey as columns
      from pg_constraint r where r.conrelid <> 0 and r.contype in ('c', 'f', 'p', 'u', 'x') and ${ours(sql, 'r.connamespace')}
      union
      select i.indrelid, i.indrelid::regclass::text || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ', 'INDEX '),
        i.indkey::int2[]
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique and ${ours(sql, 'c.relnamespace')}
    ) of
    left join pg_attribute a on a.attrelid = of.relation and a.attnum = any(of.columns)
    group by 1`;
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    routines: new Set(routines.map(({ name }) => name)),
    grants: new Set(grants.map(({ name }) => name)),
    rules: new Map(rules.map(({ name, columns: of }) => [name, of.split(' ')])),
  };
}

const ours = (sql: postgres.Sql, column: string) =>
  sql.unsafe(
    `${column} not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`,
  );

/** The actions of the first snapshot's code that are impossible or refused on the second. */
export function breaksBetween(before: SchemaSnapshot, after: SchemaSnapshot): readonly string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const faults: string[] = [];
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) faults.push(`column ${name} is gone`);
    else if (now.type !== type) faults.push(`column ${name} was ${type} and is ${now.type}`);
  }
  for (const [name, { table, required }] of after.columns) {
    if (required && tables.has(table) && before.columns.get(name)?.required !== true)
      faults.push(`column ${name} has to be given`);
  }
  for (const name of before.routines) if (!after.routines.has(name)) faults.push(`routine ${name} is gone`);
  for (const name of before.grants) if (!after.grants.has(name)) faults.push(`right ${name} is gone`);
  for (const [name, columns] of after.rules) {
    const isOfOld = columns.some((column) => before.columns.has(column));
    if (isOfOld && !before.rules.has(name) && !isWiderKey(before, name)) faults.push(`rule ${name} is new`);
  }
  return faults;
}

/** True when the key has more columns than an earlier key, so that it refuses no row that the earlier key accepted. */
function isWiderKey(before: SchemaSnapshot, name: string): boolean {
  const key = keyOf(name);
  if (key === null) return false;
  return [...before.rules.keys()].map(keyOf).some((old) => {
    return old !== null && old.form === key.form && old.columns.every((column) => key.columns.includes(column));
  });
}

/** The columns of a unique constraint, and the rest of its definition, which includes conditions and expressions. */
function keyOf(name: string): { readonly form: string; readonly columns: readonly string[] } | null {
  const found = /^(.*\bUNIQUE\b[^(]*)\(([\w, ]+)\)(.*)$/.exec(name);
  return found === null ? null : { form: `${found[1]}()${found[3]}`, columns: (found[2] ?? '').split(', ') };
}
