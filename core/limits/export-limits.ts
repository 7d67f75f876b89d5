import { BODY_LIMITS, LAMBDA_REPLY_BYTES_MAX } from './request-limits.ts';

/** Limits exports of a list or of a whole account. */

/**
 * Longest export of an account, in seconds. An export holds a connection and keeps PostgreSQL from vacuuming old rows.
 */
export const ACCOUNT_EXPORT_SECONDS_MAX = 15 * 60;
/**
 * Account exports in one process, and of one account. Each holds a database connection; a process has ten, or five in
 * the upload service.
 */
export const ACCOUNT_EXPORTS_AT_ONCE = 2;
export const ACCOUNT_EXPORTS_OF_ONE_AT_ONCE = 1;
/** Rows of an exported list that are read, written and sent together, some 200 KB. */
export const EXPORT_BATCH_ROWS = 500;
/** List exports in one process. Each holds one of the pool's ten database connections. */
export const EXPORTS_AT_ONCE = 4;
/** List exports of one account. Its slow readers leave half of the places to other accounts. */
export const EXPORTS_OF_ACCOUNT_AT_ONCE = EXPORTS_AT_ONCE / 2;
/** Seconds for which a request waits for a place before it is answered 503. */
export const EXPORT_WAIT_SECONDS = 20;
/**
 * Seconds without progress after which a client is cut off. PostgreSQL would soon end the idle transaction
 * (statementTimeoutSeconds in adapters/postgres/connection/connection.ts).
 */
export const EXPORT_STALL_SECONDS = 45;
/** Minimum speed of clients that read exports. Only time in which the service waits for the client counts. */
export const EXPORT_PACE = {
  /** Slowest average speed before compression, equal to that of request bodies. A slower client is disconnected. */
  bytesPerSecond: BODY_LIMITS.bytesPerSecond,
  /** An export slower than this is ended when an account without exports waits for a place. */
  yieldsBelowBytesPerSecond: 128 * 1024,
  /**
   * Time that the service must have waited for a client before `yieldsBelowBytesPerSecond` applies to its export. Shorter than
   * EXPORT_WAIT_SECONDS, so that a waiting request can still get the place.
   */
  settledMs: 10_000,
  /** Interval at which a request that waits for a place looks for slow clients. */
  lookMs: 1_000,
} as const;
/** Longest export of a list, in seconds. An open snapshot keeps PostgreSQL from vacuuming its tables. */
export const EXPORT_SECONDS_MAX = 15 * 60;
/** Rows in a file of a list that is read whole because it is short in every account. */
export const LIST_ROWS_MAX = 100_000;
/**
 * Largest export where replies can't be streamed. Its bytes leave room below Lambda's limit for one more piece of a workbook, and its
 * seconds fit the gateway.
 */
export const LAMBDA_EXPORT_LIMITS = { bytes: LAMBDA_REPLY_BYTES_MAX - 256 * 1024, seconds: 20 } as const;
