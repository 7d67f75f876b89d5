import type { DatabaseAddress } from '../../../adapters/postgres/connection/connection.ts';
import type { Database } from '../../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../../adapters/postgres/connection/sql.ts';
import { asOwner } from '../../support/postgres.ts';

/** A database that counts the rows that its read-only and account-less transactions read from each table. */
export interface CountedDatabase {
  readonly database: Database;
  /** The rows read since the last call by table, from the table or an index. A table without reads is absent. */
  takeReads(): Record<string, number>;
}

export function countReads(database: Database): CountedDatabase {
  let reads: Record<string, number> = {};
  async function counted<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
    const before = await readCounters(sql);
    const result = await work(sql);
    for (const [table, { scans, rows }] of await readCounters(sql)) {
      const start = before.get(table) ?? { scans: 0, rows: 0 };
      if (scans > start.scans) reads[table] = (reads[table] ?? 0) + rows - start.rows;
    }
    return result;
  }
  return {
    database: {
      ...database,
      read: (accountId, work) => database.read(accountId, (sql) => counted(sql, work)),
      system: (work) => database.system((sql) => counted(sql, work)),
      // A statement without a transaction runs in a transaction here, because reads are counted in transactions.
      systemStatement: (statement) => database.system((sql) => counted(sql, async (counting) => statement(counting))),
    },
    takeReads() {
      const taken = reads;
      reads = {};
      return taken;
    },
  };
}

/**
 * Makes connections that are opened later prefer indexes. In the small tables of a test the planner would read whole tables, and the
 * number of rows read would depend on the place of a row in its table.
 */
export async function preferIndexes(address: DatabaseAddress): Promise<void> {
  await asOwner(
    address,
    (sql) => sql`do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$`,
  );
}

interface Counter {
  readonly scans: number;
  readonly rows: number;
}

/**
 * The counters of this connection that are not published yet; the parts of a table count as the table. They are published only after a
 * transaction, so differences are exact.
 */
async function readCounters(sql: Sql): Promise<Map<string, Counter>> {
  const rows = await sql<(Counter & { table: string })[]>`
    select coalesce(i.inhparent, s.relid)::regclass::text as "table", sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans,
      sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables s left join pg_inherits i on i.inhrelid = s.relid where schemaname in ('public', 'parts') group by 1`;
  return new Map(rows.map(({ table, ...counter }) => [table, counter]));
}
