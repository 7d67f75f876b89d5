import type postgres from 'postgres';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection.ts';
import { asOwner, createEmptyDatabase, createTestDatabase } from '../../support/postgres.ts';

const column = z.object({ view: z.string(), name: z.string(), type: z.string() });
export type ViewColumn = z.infer<typeof column>;

/** The columns of the report views as the migrations make them. */
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
  /** The tables the server's own plan of the statement reads; throws what the server says of a faulty one. */
  tablesRead(statement: string): Promise<string[]>;
  rowsOf(statement: string): Promise<readonly unknown[]>;
  drop(): Promise<void>;
}

/**
 * A database where each view is an empty table of the same form, so that a plan names what a statement names. Everything else
 * that a statement might reach for is there too, and nothing forbids it.
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
  const connection = openConnection(database.address, {
    applicationName: 'test',
    parameters: { search_path: 'report', default_transaction_read_only: 'on' },
    statementTimeoutSeconds: 10,
  });
  return {
    async tablesRead(statement) {
      const [row] = await connection.client.unsafe(`explain (verbose, format json)\n${statement}`, [], ONE_STATEMENT);
      return [...new Set(tablesIn(row))].toSorted();
    },
    rowsOf: (statement) => connection.client.unsafe(statement, [], ONE_STATEMENT),
    async drop() {
      await connection.end();
      await database.drop();
    },
  };
}

/** Of the extended protocol, which refuses two. */
const ONE_STATEMENT: postgres.UnsafeQueryOptions & { readonly simple: boolean } = { simple: false };

function tablesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map<string, unknown>(Object.entries(value));
  const table = fields.get('Relation Name');
  const own = typeof table === 'string' ? [`${String(fields.get('Schema'))}.${table}`] : [];
  return [...own, ...[...fields.values()].flatMap(tablesIn)];
}
