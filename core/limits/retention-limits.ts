/**
 * Retention times and the batches of deletion. Figures marked (interface) are promised to clients and must not change.
 */

/**
 * (interface) Raw bytes are deleted 24 hours after processing, unless the account has set another time, or 3 days after upload when never
 * processed. One run deletes 500 files.
 */
export const RAW_KEPT_AFTER_PROCESSING_HOURS = 24;
export const RAW_KEPT_UNPROCESSED_DAYS = 3;
export const RAW_PURGE_BATCH = 500;
/** Longest time that an account can set. With RAW_KEPT_UNPROCESSED_DAYS it gives RAW_KEPT_AT_MOST_DAYS. */
export const RAW_KEPT_AFTER_PROCESSING_HOURS_MAX = 96;
/** Number of files that are marked as deleted together. An interrupted run repeats at most as many deletions. */
export const PURGE_PORTION = 50;
/** Batches of unread mail that one purge of a file deletes. Two thousand messages take seconds, and strangers can send more. */
export const UNREAD_MAIL_PORTIONS_MAX = 40;
/** Expired rows of each kind that one run deletes, about a second's work. The next run continues with the rest. */
export const EXPIRED_BATCH = 20_000;
/** Concurrent deletions. Deleting mostly waits for S3, which accepts far more from one client. */
export const PURGE_AT_ONCE = 10;
/**
 * Days after which the object store's own lifecycle rule deletes raw bytes. It removes objects without a row and
 * objects that no task could delete.
 */
export const RAW_KEPT_AT_MOST_DAYS = 7;
/** Days for which the bucket keeps SFTP drops. The sweep must report each drop first, even after weeks of outage. */
export const DROP_KEPT_AT_MOST_DAYS = 30;
/** Days for which failed rows with their original columns can be downloaded. An account can set fewer. */
export const EXCEPTIONS_KEPT_DAYS = 30;
/** Days for which names of inactive files and rejected drops are kept, as long as rejected rows. */
export const NAMES_KEPT_DAYS = 30;
/** Names that one run replaces. Each takes some ten statements, because other texts quote it. */
export const NAMES_EXPIRED_BATCH = 50;
/** Days for which one machine keeps sent messages as files. */
export const SENT_MAIL_KEPT_DAYS = 30;
/** Rows of one table deleted in one step of an account deletion, a fraction of a second. */
export const DELETED_ROWS_BATCH = 10_000;
/**
 * Seconds for which a step of an account deletion waits for rows locked by a worker. The next run continues with the
 * rest.
 */
export const DELETION_LOCK_WAIT_SECONDS = 3;
/** Days for which runs of scheduled tasks are listed, the longest retention of logs. */
export const TASK_RUNS_KEPT_DAYS = 90;
