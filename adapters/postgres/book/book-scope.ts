import type { Fragment } from 'postgres';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import type { Sql } from '../connection/sql.ts';
import type { BulkWriter } from '../records/bulk-writer.ts';

/** One locked book in one transaction. */
export interface BookScope {
  readonly sql: Sql;
  readonly key: BookKey;
  /** The job that this transaction ends. It counts as completed; null for a request. */
  readonly jobId: string | null;
}

/** A locked book with the writer that sends its statements in the background. */
export interface WriterScope extends BookScope {
  readonly writer: BulkWriter;
}

/** Makes the condition for all rows of one book. */
export const ofBook = ({ sql, key }: Pick<BookScope, 'sql' | 'key'>): Fragment => sql`
  account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;

/** Makes the condition for all rows of one period. */
export const ofPeriod = (scope: Pick<BookScope, 'sql' | 'key'>, period: Period): Fragment => scope.sql`
  where ${ofBook(scope)} and period = ${period}`;

/** Returns the columns of a book for rows that are inserted. */
export const bookColumns = ({ accountId, workspaceId, carrierId }: BookKey) => ({
  account_id: accountId,
  workspace_id: workspaceId,
  carrier_id: carrierId,
});
