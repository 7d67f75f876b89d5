import type postgres from 'postgres';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { REPORT_OPERATORS, REPORT_TYPES } from '../../../core/saved-report/failed-query.ts';
import { REPORT_FUNCTIONS } from '../../../core/saved-report/report-functions.ts';
import { asOwner, createEmptyDatabase, createTestDatabase } from '../../support/postgres.ts';

const column = z.object({ view: z.string(), name: z.string(), type: z.string() });
export type ViewColumn = z.infer<typeof column>;

/** Returns the columns of the report views as the migrations make them. */
export async function viewColumns(): Promise<ViewColumn[]> {
  const database = await createTestDatabase();
  try {
    const rows = await asOwner(
      database.address,
      (sql) => sql`
        select c.relname as view, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'report'::regnamespace
        order by c.relname, a.attnum`,
    );
    return z.array(column).parse(rows);
  } finally {
    await database.drop();
  }
}

export interface ScratchReports {
  /** Returns the tables that the server's own plan of the statement reads. Throws the server's error for a faulty statement. */
  tablesRead(statement: string): Promise<string[]>;
  rowsOf(statement: string): Promise<readonly unknown[]>;
  /** Returns the names of the result's columns. */
  columnsOf(statement: string): Promise<readonly string[]>;
  drop(): Promise<void>;
}

/**
 * Makes a database in which each view is an empty table of the same form, so that a plan names the tables of a statement. Every other
 * table is readable too. Only the PostgreSQL functions that reports may use can be called, by name, operator or cast: the plan of any
 * other call fails.
 */
export async function createScratchReports(columns: readonly ViewColumn[]): Promise<ScratchReports> {
  const database = await createEmptyDatabase();
  const views = Map.groupBy(columns, ({ view }) => view);
  await asOwner(database.address, async (sql) => {
    await sql`create schema report`;
    await sql`create table accounts (account_id text, name text)`;
    for (const [view, own] of views) {
      await sql.unsafe(`create table report.${view} (${own.map(({ name, type }) => `${name} ${type}`).join(', ')})`);
    }
  });
  const role = `scratch_${crypto.randomUUID()}`;
  await asOwner(database.address, (sql) => createCaller(sql, role));
  if (database.address.kind !== 'socket') throw new TypeError('Tests run behind a socket');
  const connection = openConnection(
    { ...database.address, user: role },
    {
      applicationName: 'test',
      parameters: { search_path: 'report', default_transaction_read_only: 'on' },
      statementTimeoutSeconds: 10,
    },
  );
  return {
    async tablesRead(statement) {
      const [row] = await connection.client.unsafe(`explain (verbose, format json)\n${statement}`, [], ONE_STATEMENT);
      return [...new Set(tablesIn(row))].toSorted();
    },
    rowsOf: (statement) => connection.client.unsafe(statement, [], ONE_STATEMENT),
    async columnsOf(statement) {
      const { columns } = await connection.client.unsafe(
        `select * from (\n${statement}\n) q limit 0`,
        [],
        ONE_STATEMENT,
      );
      return columns.map(({ name }) => name);
    },
    async drop() {
      await connection.end();
      await asOwner(database.address, async (sql) => {
        await sql`drop owned by ${sql(role)}`;
        await sql`drop role ${sql(role)}`;
      });
      await database.drop();
    },
  };
}

/** Makes a role that can read every table and call the functions on the guard's lists. */
async function createCaller(sql: postgres.Sql, role: string): Promise<void> {
  await sql`create role ${sql(role)} login`;
  await sql`grant usage on schema report to ${sql(role)}`;
  await sql`grant select on all tables in schema report, public to ${sql(role)}`;
  await sql`revoke execute on all functions in schema pg_catalog from public`;
  const types = [...REPORT_TYPES].flatMap((type) => [type, `_${type}`]);
  const callable = await sql<{ signature: string }[]>`
    with types as (select oid, typinput, typoutput from pg_type where typname in ${sql(types)} or typname = 'record')
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (
      proname in ${sql([...REPORT_FUNCTIONS.keys()])}
      or oid in (select oprcode from pg_operator where oprname in ${sql([...REPORT_OPERATORS])})
      -- JSON_ARRAYAGG and JSON_OBJECTAGG with their options.
      or proname ~ '^jsonb?_(?:object_)?agg_(?:strict|unique|unique_strict)$'
      -- By which lists are hashed and rows are sorted.
      or oid in (select amproc from pg_amproc)
      or oid in (select typinput from types union select typoutput from types)
      or oid in (select castfunc from pg_cast where casttarget in (select oid from types) and castsource in (select oid from types))
    )`;
  for (const { signature } of callable) await sql.unsafe(`grant execute on routine ${signature} to "${role}"`);
}

/** Uses the extended protocol, which refuses two statements. */
const ONE_STATEMENT: postgres.UnsafeQueryOptions & { readonly simple: boolean } = { simple: false };

function tablesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const table = fields.get('Relation Name');
  const own = typeof table === 'string' ? [`${String(fields.get('Schema'))}.${table}`] : [];
  return [...own, ...[...fields.values()].flatMap(tablesIn)];
}
