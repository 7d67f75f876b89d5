import type { Fragment, Row } from 'postgres';
import type { Sql } from './sql.ts';
import { startNow } from './start-now.ts';

/** Tens of kilobytes: enough to keep both sides busy, little enough not to matter. */
const ROWS_AT_A_TIME = 1_000;

/**
 * The rows of a query in portions, so that neither side ever holds them all; while one portion is worked on, the server makes
 * the next. One stream at a time in a transaction. It may be left early; an error fails the transaction, as any statement's does.
 *
 * postgres.js has cursors of its own, but (3.4.9) leaving one early never gives the connection back, and a connection that is lost
 * between two portions ends them as if they had been all.
 */
export async function* streamRows<T extends Row>(
  sql: Sql,
  query: Fragment,
  rowsAtATime = ROWS_AT_A_TIME,
): AsyncGenerator<readonly T[]> {
  const fetchNext = () => startNow(sql.unsafe<T[]>(`fetch ${rowsAtATime} from row_stream`));
  // Left alone the server plans a cursor for its first rows; all are wanted here. Sent together, answered in order.
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
