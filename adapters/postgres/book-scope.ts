import type { BookKey } from '../../app/ports.ts';
import type { Sql } from './sql.ts';

/** One locked book in one transaction. */
export interface BookScope {
  readonly sql: Sql;
  readonly key: BookKey;
  /** The job being finished in this transaction: it counts as completed. */
  readonly jobId: string | null;
}
