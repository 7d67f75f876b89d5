/**
 * How long the service keeps what it was given, and how it deletes it. Figures marked (interface) are promised to
 * clients and stay as they are.
 */

/** (interface) Raw bytes go 24 h after processing, or 3 days after upload if never processed; 500 files a run. */
export const RAW_KEPT_AFTER_PROCESSING_HOURS = 24;
export const RAW_KEPT_UNPROCESSED_DAYS = 3;
export const RAW_PURGE_BATCH = 500;
/** Marked as gone together, so that a run that is cut off has deleted at most so many to be deleted again. */
export const PURGE_PORTION = 50;
/** Rows of each kind that one run deletes because their time is over: about a second's work, and what is left is due in the next run. */
export const EXPIRED_BATCH = 20_000;
/** Deleting is waiting for S3, which takes far more at a time from one client. */
export const PURGE_AT_ONCE = 10;
/** The object store itself removes what is older: bytes without a row, and whatever else no task could delete. */
export const RAW_KEPT_AT_MOST_DAYS = 7;
/** What was left by SFTP no bucket's rule may take away before the sweep has said what became of it, even after weeks of outage. */
export const DROP_KEPT_AT_MOST_DAYS = 30;
/** Failed rows with their original columns can be downloaded this long. */
export const EXCEPTIONS_KEPT_DAYS = 30;
/** Names of files that no longer count, and of drops that became no file, are kept as long as rejected rows. */
export const NAMES_KEPT_DAYS = 30;
/** Names that one run replaces. Each takes some ten statements, because other texts quote it. */
export const NAMES_EXPIRED_BATCH = 50;
/** On one machine sent messages are kept as files for so long: people have read an answer or a report by then. */
export const SENT_MAIL_KEPT_DAYS = 30;
/** Rows of one table that one step of deleting an account removes: a fraction of a second. */
export const DELETED_ROWS_BATCH = 10_000;
/** A step of deleting an account waits so long for rows that a worker holds, and leaves the rest to the next run. */
export const DELETION_LOCK_WAIT_SECONDS = 3;
/** Runs of scheduled tasks are listed this long, as long as logs are kept at most. */
export const TASK_RUNS_KEPT_DAYS = 90;
