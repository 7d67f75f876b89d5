import type { Fragment, Row } from 'postgres';
import type { Sql } from './sql.ts';
import { startNow } from './start-now.ts';

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
