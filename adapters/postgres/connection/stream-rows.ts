import type { Fragment, Row } from 'postgres';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/request-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { mapBatches, type RowExport, type RowsToExport } from '../../../core/row-export.ts';
import { startNow } from './coalesce-calls.ts';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** Tens of kilobytes: large enough to keep both sides busy, small enough for memory. */
const ROWS_AT_A_TIME = 1_000;

/**
 * Streams the rows of a query in batches; the server prepares the next batch while one is processed. One stream at a time in a
 * transaction. The consumer may stop early; an error fails the transaction. The cursors of postgres.js (3.4.9) are not used: stopping
 * early loses the connection, and a lost connection looks like the end of the rows.
 */
export async function* streamRows<T extends Row>(
  sql: Sql,
  query: Fragment,
  rowsAtATime = ROWS_AT_A_TIME,
): AsyncGenerator<readonly T[]> {
  const fetchNext = () => startNow(sql.unsafe<T[]>(`fetch ${rowsAtATime} from row_stream`));
  // By default the server plans a cursor for its first rows, but all rows are needed here. Both statements are sent together.
  const planned = startNow(sql`select set_config('cursor_tuple_fraction', '1', true)`);
  const declared = startNow(sql`declare row_stream no scroll cursor for ${query}`);
  let next = fetchNext();
  let failed = false;
  try {
    await Promise.all([planned, declared]);
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetchNext();
      yield rows;
    }
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    if (!failed) {
      await next;
      await sql`close row_stream`;
    }
  }
}

/**
 * Holds a read transaction open while its rows are consumed, so that all rows come from one snapshot. Only `close` ends the transaction.
 * `open` reads what must be known before the first row, such as a refusal.
 */
export async function openRowExport<Row, Head = null>(
  database: Database,
  accountId: string,
  open: (sql: Sql) => Promise<RowsToExport<Row, Head> | Refused>,
): Promise<RowExport<Row, Head> | Refused> {
  const opened = Promise.withResolvers<RowsToExport<Row, Head> | Refused>();
  const over = Promise.withResolvers<void>();
  const transaction = database
    .read(accountId, async (sql) => {
      const found = await open(sql);
      opened.resolve(found);
      if (!isRefused(found)) await over.promise;
    })
    .catch(opened.reject);
  const found = await opened.promise;
  if (isRefused(found)) return found;
  const batches = found.batches[Symbol.asyncIterator]();
  const end = async () => {
    // This waits for a batch that is being read. Its error goes to the caller that asked for the batch.
    await batches.return?.().catch(() => {});
    over.resolve();
    await transaction;
  };
  let ended: Promise<void> | undefined;
  return {
    head: found.head,
    batches: { [Symbol.asyncIterator]: () => batches },
    close: () => {
      ended ??= end();
      return ended;
    },
  };
}

/** A query whose rows are exported in its order, after a number of skipped rows. */
interface ExportedQuery<Read, Shown> {
  readonly query: Fragment;
  readonly offset: number;
  readonly show: (row: Read) => Shown;
}

/** Exports the rows of one query. `check` is sent together with the query and may refuse it. */
export async function rowsOfQuery<Read extends Row, Shown>(
  sql: Sql,
  check: Promise<Refused | null>,
  { query, offset, show }: ExportedQuery<Read, Shown>,
): Promise<RowsToExport<Shown> | Refused> {
  const refused = await check;
  if (isRefused(refused)) return refused;
  const rows = streamRows<Read>(sql, sql`${query} offset ${offset}`, EXPORT_BATCH_ROWS);
  return { head: null, batches: mapBatches(rows, show) };
}
