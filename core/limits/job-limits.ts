/**
 * Tries, times and sizes of jobs, of the workers that run them and of the queue between. Figures marked (interface) are
 * promised to clients and stay as they are.
 */

/** (interface) Automatic retries of a job. */
const JOB_RETRIES_MAX = 5;
/** The first try and its retries. */
export const JOB_ATTEMPTS_MAX = 1 + JOB_RETRIES_MAX;
/** Seconds between a failed try and the next: short first (a dropped connection), long at the end (an outage). */
export const JOB_RETRY_DELAYS_SECONDS = [2, 10, 30, 120, 300] as const;
/**
 * Seconds between a worker's tries to claim a job, and to give back one that it could not finish; and a deployment's to
 * reach the database.
 */
export const DATABASE_AWAY_DELAYS_SECONDS = [1, 2, 4, 8, 15] as const;
/** (interface) A job in processing for longer belongs to a worker that died. */
export const JOB_STUCK_SECONDS = 15 * 60;
/** Tries of a job that may run out of time: after the first one a slow database gets another chance. */
export const JOB_TIMEOUTS_MAX = 2;
/** (interface) Jobs one recovery run puts back. */
export const JOB_RECOVERY_BATCH = 100;
/** A job that has been queued for longer than this is sent again by the recovery task. */
export const JOB_RESEND_SECONDS = 15 * 60;
/** How often what a crash left in the outbox is looked for. */
export const OUTBOX_SWEEP_SECONDS = 60;
/** Rows one relay takes at a time. */
export const OUTBOX_BATCH = 100;
/**
 * What one job may take. A month of 40,000 lines is scored again in one to five seconds and all later months with it, so that this is
 * enough for fourteen years of them; a minute less than what counts as stuck, and than Lambda's own limit of 900.
 */
export const WORKER_TIMEOUT_SECONDS = 840;
/**
 * A worker on one machine that gives no sign of life for so long, with a job in hand, is stuck in it: reading a
 * statement gives up after half of it (MAPPING_PROCESSOR_SECONDS), and waiting for the database does not keep a worker
 * from giving signs.
 */
export const WORKER_SILENCE_SECONDS = 120;
/** Workers on one machine, each with one job: while one waits for the database the other reads its file. */
export const LOCAL_WORKERS = 2;
/** With the memory comes the processor: above 1,769 MB a whole one. Twice what a statement at its limits was seen to use. */
export const WORKER_MEMORY_MB = 2_048;
/**
 * Where new objects are kept until they have proved to live, for Node's --max-semi-space-size. Nearly all of a statement's live
 * until it is scored, so that Node's own 32 only hold more memory back (docs/adr/0020-statements-in-memory.md).
 */
export const WORKER_SEMI_SPACE_MB = 8;
/** Statements under way at once: what the database's smallest size does not feel. */
export const WORKER_CONCURRENCY_MAX = 10;
/** A statement or a webhook that waits longer than this is late. */
export const QUEUE_OLDEST_SECONDS = 5 * 60;
/**
 * Lines that are scored again while somebody waits for the answer; 40,000 take one to three and a half seconds. What a change of
 * rates reaches beyond is scored by jobs (docs/adr/0016-rates-of-large-books.md).
 */
export const RESCORED_AT_ONCE_LINES_MAX = 100_000;
/** Rates of one request: the rate sheets of a large carrier for every state. A body of a mebibyte holds as many. */
export const RATES_IN_BULK_MAX = 5_000;
/** AWS asks for at least six times the function timeout. What a crash left hidden for so long, the recovery task sends again before. */
export const QUEUE_VISIBILITY_SECONDS = 6 * WORKER_TIMEOUT_SECONDS;
/** Receives before the dead-letter queue: one for each try. */
export const QUEUE_RECEIVES_MAX = 1 + JOB_RETRIES_MAX;
/** SQS's default. A message that waits longer is sent again by the recovery task. */
export const QUEUE_RETENTION_DAYS = 4;
/** SQS's maximum: dead letters wait for a person. */
export const DEAD_LETTER_RETENTION_DAYS = 14;
/**
 * How long one worker waits for another on the same book, and when its job comes back if that took longer: many months of a book sent
 * at once must neither hold all workers nor use up their tries.
 */
export const BOOK_LOCK_WAIT_SECONDS = 20;
export const BOOK_BUSY_DELAY_SECONDS = 10;
/**
 * How long a request waits, in all, for workers and other requests before it is answered that it should come again: what it then
 * scores itself must still end in time.
 */
export const REQUEST_LOCK_WAIT_SECONDS = 10;
/** SQS's longest delay. What is due later gets its message when it is due. */
export const QUEUE_DELAY_SECONDS_MAX = 900;
/** Jobs of an account that are queued or in processing: three years of a hundred carriers, sent at once, fit. */
export const OPEN_JOBS_MAX = 5_000;
/** Files that one period of a carrier is made of, appended to each other: a carrier sends a handful. */
export const PERIOD_FILES_MAX = 100;
