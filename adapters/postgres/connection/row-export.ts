import type { Fragment, Row } from 'postgres';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/export-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { mapBatches, type RowExport, type RowsToExport } from '../../../core/row-export.ts';
import type { Database } from './database.ts';
import { streamRows } from './row-stream.ts';
import type { Sql } from './sql.ts';

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
