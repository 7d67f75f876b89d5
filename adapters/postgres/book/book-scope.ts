import type { Fragment } from 'postgres';
import type { BookKey } from '../../../app/jobs/job-ports.ts';
import type { Period } from '../../../core/period.ts';
import type { Sql } from '../connection/sql.ts';
import type { BulkWriter } from './bulk-writer.ts';

/** One locked book in one transaction. */
export interface BookScope {
  readonly sql: Sql;
  readonly key: BookKey;
  /** The job being finished in this transaction: it counts as completed. */
  readonly jobId: string | null;
}

/** With what its rows are written by, one statement after another, while the book goes on. */
export interface WrittenScope extends BookScope {
  readonly writer: BulkWriter;
}

/** What is stored of one period. */
export const ofPeriod = ({ sql, key }: BookScope, period: Period): Fragment => sql`
  where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`;
