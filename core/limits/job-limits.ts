/**
 * Attempts, times and sizes of jobs, workers and the job queue. Figures marked (interface) are promised to clients and
 * must not change.
 */

/** (interface) Automatic retries of a job. */
const JOB_RETRIES_MAX = 5;
/** Attempts of a job: the first one and its retries. */
export const JOB_ATTEMPTS_MAX = 1 + JOB_RETRIES_MAX;
/**
 * Seconds between a failed attempt and the next. The delays are short at first for a dropped connection and long at the
 * end for an outage.
 */
export const JOB_RETRY_DELAYS_SECONDS = [2, 10, 30, 120, 300] as const;
/**
 * Seconds between attempts to reach an unavailable database. Workers use them to claim or return a job, deployments to
 * connect.
 */
export const DATABASE_RETRY_DELAYS_SECONDS = [1, 2, 4, 8, 15] as const;
/** (interface) Seconds in processing after which a job counts as abandoned by a dead worker. */
export const JOB_STUCK_SECONDS = 15 * 60;
/** Attempts of a job that may time out. The second one gives a slow database another chance. */
export const JOB_TIMEOUTS_MAX = 2;
/** (interface) Jobs that one recovery run returns to the queue. */
export const JOB_RECOVERY_BATCH = 100;
/** Seconds in the queue after which the recovery task sends a job's message again. */
export const JOB_RESEND_SECONDS = 15 * 60;
/** Seconds between two sweeps of the outbox for messages that a crash left unsent. */
export const OUTBOX_SWEEP_SECONDS = 60;
/** Outbox rows that one relay takes at a time. */
export const OUTBOX_BATCH = 100;
/**
 * Longest run of one job, in seconds. It covers rescoring fourteen years of months with 40,000 lines each
 * (docs/performance.md). It ends a minute before JOB_STUCK_SECONDS and before Lambda's limit of 900.
 */
export const WORKER_TIMEOUT_SECONDS = 840;
/**
 * Seconds without a heartbeat after which a worker on one machine counts as stuck in its job. Reading a statement gives
 * up after half of it (MAPPING_PROCESSOR_SECONDS). A worker that waits for the database still sends heartbeats.
 */
export const WORKER_SILENCE_SECONDS = 120;
/** Number of workers on one machine, each with one job. A worker reads its file while the other waits for the database. */
export const LOCAL_WORKERS = 2;
/**
 * Memory of a worker function, twice the peak of a statement at its limits. Lambda gives a whole processor above 1,769
 * MB.
 */
export const WORKER_MEMORY_MB = 2_048;
/**
 * Size of Node's young generation (--max-semi-space-size), in MB. Nearly all objects of a statement live until it is
 * scored, so Node's default of 32 only holds memory back (docs/adr/0041-simple-before-the-last-ten-per-cent.md).
 */
export const WORKER_SEMI_SPACE_MB = 8;
/** Statements processed at once, few enough for the smallest database size. */
export const WORKER_CONCURRENCY_MAX = 10;
/** Age of the oldest message, in seconds, at which the alarm of a queue goes off. */
export const QUEUE_OLDEST_SECONDS = 5 * 60;
/**
 * Lines that a request rescores before it answers. Jobs rescore the rest of a change of rates
 * (docs/adr/history.md).
 */
export const RESCORED_AT_ONCE_LINES_MAX = 100_000;
/** Rates of one request: the rate sheets of a large carrier for every state. They fit a body of 1 MiB. */
export const RATES_IN_BULK_MAX = 5_000;
/**
 * Visibility timeout of the job queue. AWS recommends at least six times the function timeout; the recovery task
 * resends lost messages earlier.
 */
export const QUEUE_VISIBILITY_SECONDS = 6 * WORKER_TIMEOUT_SECONDS;
/** Receives before a message goes to the dead-letter queue: one for each attempt. */
export const QUEUE_RECEIVES_MAX = 1 + JOB_RETRIES_MAX;
/** SQS's default retention. The recovery task resends a message that waits longer. */
export const QUEUE_RETENTION_DAYS = 4;
/** SQS's maximum retention, because dead letters wait for a person. */
export const DEAD_LETTER_RETENTION_DAYS = 14;
/**
 * Seconds for which a worker waits for the lock of a book, and the delay before its job comes back. Many months of one
 * book sent at once must neither hold all workers nor use up their attempts.
 */
export const BOOK_LOCK_WAIT_SECONDS = 20;
export const BOOK_BUSY_DELAY_SECONDS = 10;
/**
 * Seconds for which a request waits in all for locks before it is told to retry. The rest of its time is left for
 * scoring.
 */
export const REQUEST_LOCK_WAIT_SECONDS = 10;
/** SQS's longest delay, in seconds. A message that is due later is sent when it is due. */
export const QUEUE_DELAY_SECONDS_MAX = 900;
/** Queued and processing jobs of an account: three years of a hundred carriers, sent at once. */
export const OPEN_JOBS_MAX = 5_000;
/** Files appended to one period of a carrier. A carrier sends a handful. */
export const PERIOD_FILES_MAX = 100;
