import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatementBook } from './ingest-book.ts';
import { periodOf } from './ingest-statement.ts';
import { openPsql } from './psql.ts';

/** The minimum cost of storing a job's result: its exact bytes, written by psql's \copy into tables without keys or indexes. */
export interface CopyFloor {
  run(): Promise<number>;
  close(): Promise<void>;
}

const TABLES = ['statement_lines', 'scored_rows', 'deltas'];

/** Prepares the lines, scored rows and deltas of one month of the book. */
export async function openCopyFloor(book: StatementBook, month: number): Promise<CopyFloor> {
  const { owner } = book.service;
  const folder = await mkdtemp(join(tmpdir(), 'cas-floor-'));
  const psql = await openPsql(book.service);
  const period = periodOf({ month });
  for (const table of TABLES) {
    await owner.unsafe(`create table if not exists bare_${table} as select * from ${table} with no data`);
    await psql([
      `\\copy (select * from ${table} where account_id = '${book.accountId}' and period = '${period}') to '${join(folder, table)}'`,
    ]);
  }
  return {
    async run() {
      for (const table of TABLES) await owner.unsafe(`truncate bare_${table}`);
      const started = performance.now();
      await psql(['begin', ...TABLES.map((table) => `\\copy bare_${table} from '${join(folder, table)}'`), 'commit']);
      return performance.now() - started;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
