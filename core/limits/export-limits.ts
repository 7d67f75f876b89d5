import { LAMBDA_REPLY_BYTES_MAX } from './request-limits.ts';

/** What an export of a list, or of a whole account, may take. */

/** An export of an account ends after so long. It holds a connection, and keeps the database from clearing away old rows. */
export const ACCOUNT_EXPORT_SECONDS_MAX = 15 * 60;
/** Exports that one process sends at once, and of one account: each holds one of its ten connections, of the upload service's five. */
export const ACCOUNT_EXPORTS_AT_ONCE = 2;
export const ACCOUNT_EXPORTS_OF_ONE_AT_ONCE = 1;
/** Rows of a list that are read, written and sent together when all of it is asked for: some 200 KB. */
export const EXPORT_BATCH_ROWS = 500;
/** Exports under way at once in one process. Each holds a database connection, and the pool has ten. */
export const EXPORTS_AT_ONCE = 4;
/** Of one account: its slow readers leave half of the places to the others. */
export const EXPORTS_OF_ACCOUNT_AT_ONCE = EXPORTS_AT_ONCE / 2;
/** A request that has waited for a place for so long is answered 503. */
export const EXPORT_WAIT_SECONDS = 20;
/**
 * A client that takes nothing for so long is cut off. The server would end its transaction soon after, for doing nothing
 * (statementTimeoutSeconds in adapters/postgres/connection/connection.ts).
 */
export const EXPORT_STALL_SECONDS = 45;
/** And one that has not taken everything in this time: a snapshot that is held keeps the server from cleaning its tables. */
export const EXPORT_SECONDS_MAX = 15 * 60;
/** A list that is read whole, because it is short in every account, has at most so many rows as a file. */
export const LIST_ROWS_MAX = 100_000;
/**
 * What an export may be where it can't be streamed: below the limit above by as much as one piece of a workbook, and in
 * time for the gateway.
 */
export const LAMBDA_EXPORT_LIMITS = { bytes: LAMBDA_REPLY_BYTES_MAX - 256 * 1024, seconds: 20 } as const;
