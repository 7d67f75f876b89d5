import { RAW_PURGE_BATCH } from './account-limits.ts';
import {
  REPORT_TASK_RESERVE_SECONDS,
  REPORT_TASK_TIMEOUT_SECONDS,
  SCHEDULED_REPORT_SECONDS_MAX,
} from './saved-report-limits.ts';

/**
 * Intervals and batches of the scheduled tasks. Figures marked (interface) are promised to clients and must not change.
 */

/** (interface) Seconds between two runs of scheduled maintenance. */
export const SCHEDULED_TASKS_SECONDS = 15 * 60;
/** Seconds of one run. A task does a bounded batch, so a longer run is stuck. */
export const SCHEDULED_TASK_TIMEOUT_SECONDS = 120;
/**
 * Seconds after which a sweep starts no further file. Thirty seconds of the task's time are left for the last files.
 */
const SWEEP_SECONDS = 90;
/**
 * Number of purges that the task purge_files may run: of statements, dropped files, messages, and the statements and drops that requests
 * have marked. A sweep is followed by one purge.
 */
export const PURGES_OF_TASK_MAX = 5;
/** Seconds of one purge. */
const PURGE_SECONDS = 14;
/** Seconds for deleting accounts after the purges. */
const DELETION_SECONDS = 40;
/** Limits one run of a scheduled task, which leaves the rest to the next run. */
export interface TaskLimits {
  /** Files, or messages, deleted by one purge. */
  readonly purgeBatch: number;
  /** Seconds after which a purge starts no further deletion. */
  readonly purgeSeconds: number;
  /** Seconds after which the deletion of accounts starts no further step. */
  readonly deletionSeconds: number;
  /** Seconds after which a sweep starts no further file. */
  readonly sweepSeconds: number;
  /** Seconds after which no further report is started. */
  readonly reportsBeginSeconds: number;
  /**
   * Longest run of a report, in seconds. A longer report is left to the schedule when a request runs the task, and
   * fails in a scheduled run.
   */
  readonly reportSeconds: number;
}
/** Limits of a task that the schedule starts. */
export const SCHEDULED_TASK_LIMITS: TaskLimits = {
  purgeBatch: RAW_PURGE_BATCH,
  purgeSeconds: PURGE_SECONDS,
  deletionSeconds: DELETION_SECONDS,
  sweepSeconds: SWEEP_SECONDS,
  reportsBeginSeconds: REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS,
  reportSeconds: SCHEDULED_REPORT_SECONDS_MAX,
};
/**
 * Limits of a task that an operator starts by a request. The request ends after HTTP_TIMEOUT_SECONDS, and a report may
 * take its seconds twice: waiting and running.
 */
export const REQUEST_TASK_LIMITS: TaskLimits = {
  purgeBatch: 100,
  purgeSeconds: 3,
  deletionSeconds: 6,
  sweepSeconds: 12,
  reportsBeginSeconds: 4,
  reportSeconds: 8,
};

/** Limits database connections, migrations and the caching of database secrets. */

/** Seconds for which a function caches a secret. A database password that is refused is read again at once. */
export const SECRET_CACHE_SECONDS = 300;
/**
 * Database connections of each role in one function. The second connection reports a job's progress while the first
 * writes the book.
 */
export const FUNCTION_POOL_SIZE = 2;
/** Database connections of each role in a sender of webhooks, which does one thing after the other. */
export const SENDER_POOL_SIZE = 1;
/** Database connections of each role in one task of the upload service, which serves many requests at once. */
export const UPLOAD_SERVICE_POOL_SIZE = 5;
/** Lifetimes of pooled connections and the wait for one. */
export const CONNECTION_POOL_LIMITS = {
  /** Idle time after which a connection is closed, because it costs the server memory. Opening a new one takes some milliseconds. */
  idleMs: 60_000,
  /** Age at which a connection is replaced, so that prepared statements and leftovers of a failover do not live for ever. */
  lifetimeMs: 30 * 60_000,
  /**
   * Idle time after which a connection is tested before use. The server may have gone away, and a Lambda process that was frozen between
   * two requests has not noticed it.
   */
  trustedMs: 1_000,
  /** Time after which a caller without a connection is told that the database is unavailable. API Gateway waits as long for an answer. */
  waitMs: 30_000,
  /** Time for queries in flight when the process ends. Afterwards their connections are cut. */
  closeMs: 10_000,
} as const;
/** Seconds for which a deployment waits until another deployment has finished its migrations. */
export const MIGRATION_RUN_LOCK_SECONDS = 120;
/**
 * Seconds for which one migration waits for a table lock. Later queries on the table wait behind it, so the time is
 * short; the migration can be run again.
 */
export const MIGRATION_LOCK_SECONDS = 20;
/** Lambda's own limit, in seconds. A longer migration has to be split into steps. */
export const MIGRATION_TIMEOUT_SECONDS = 900;

/** Attempts, times and sizes of webhooks. Figures marked (interface) are promised to clients and must not change. */

/** Bytes of a webhook body. Every receiver accepts as much, and a backlog of deliveries stays cheap to store. */
export const EVENT_BODY_BYTES_MAX = 20_000;
/** Largest number of carrier events in the body of a webhook. GET /v1/carrier-events lists the others. */
export const CARRIER_EVENTS_TOLD_MAX = 8;
/** Hours after a rotation in which the previous secret signs too, so that a receiver can be changed over. */
export const SECRET_OVERLAP_HOURS = 24;
/** (interface) Seconds between a failed attempt and the next. The first attempt is immediate. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = [30, 2 * 60, 10 * 60, 30 * 60, 2 * 60 * 60] as const;
/** (interface) Attempts of one delivery. */
export const WEBHOOK_ATTEMPTS_MAX = 1 + WEBHOOK_RETRY_DELAYS_SECONDS.length;
/**
 * Largest random addition to a retry delay, as a fraction of it. Jitter keeps failed deliveries from returning
 * together.
 */
export const WEBHOOK_JITTER = 0.1;
/** Largest Retry-After of a receiver that is obeyed, in seconds: the longest retry delay. */
export const WEBHOOK_RETRY_AFTER_SECONDS_MAX = 2 * 60 * 60;
/** Limits one attempt. */
export const WEBHOOK_SEND_LIMITS = {
  connectMs: 3_000,
  totalMs: 10_000,
  responseHeaderBytes: 16 * 1024,
  responseBodyBytes: 16 * 1024,
} as const;
/** Seconds of the sender function: three times an attempt, with room for the database before and after it. */
export const WEBHOOK_TIMEOUT_SECONDS = 30;
/**
 * Seconds for which a sender owns a delivery: twice the function's timeout. An older claim belongs to a sender that
 * died.
 */
export const WEBHOOK_CLAIM_SECONDS = 2 * WEBHOOK_TIMEOUT_SECONDS;
/** Visibility timeout of the webhook queue. AWS recommends at least six times the function timeout. */
export const WEBHOOK_VISIBILITY_SECONDS = 6 * WEBHOOK_TIMEOUT_SECONDS;
/**
 * Receives before a message goes to the dead-letter queue. Every answer of a receiver completes the message; only a
 * failure of the sender itself brings it back.
 */
export const WEBHOOK_RECEIVES_MAX = 5;
/** Concurrent attempts on one machine. They are fewer than the pool's ten connections. */
export const WEBHOOK_CONCURRENCY = 8;
/** Concurrent attempts of one account, so that its hanging endpoints delay nobody else. */
export const WEBHOOK_ACCOUNT_CONCURRENCY = 3;
/** Concurrent attempts at one endpoint. One of its account's remains for its other endpoints. */
export const WEBHOOK_ENDPOINT_CONCURRENCY = 2;
/** Number of failures in a row that open the circuit breaker of an endpoint. It is then probed every WEBHOOK_PROBE_SECONDS. */
export const WEBHOOK_CIRCUIT_FAILURES = 10;
export const WEBHOOK_PROBE_SECONDS = 60;
/**
 * Seconds for which a delivery to a busy endpoint is postponed, up to twice as long. The delay starts at a second and
 * stays below a minute.
 */
export const WEBHOOK_BUSY_SECONDS = { min: 1, max: 30 } as const;
/** Seconds over which the backlog of a broken endpoint is spread after the next probe. */
export const WEBHOOK_PROBE_SPREAD_SECONDS = 240;
/** A webhook is disabled after this many failures in a row, or after this many days of failing. */
export const WEBHOOK_DISABLE_FAILURES = 100;
export const WEBHOOK_DISABLE_DAYS = 5;
/** (interface) Deliveries that one run of the redelivery task sends again. */
export const WEBHOOK_REDELIVERY_BATCH = 100;
/** Seconds after which a due delivery without a claim has lost its message. */
export const WEBHOOK_LOST_SECONDS = 60;
/** Days for which ended deliveries are kept. */
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;

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
 * Limits of one account among the workers that all accounts share on AWS. It keeps at most a fifth of them busy, and none waits for its
 * books. Its other jobs come back later, together about ten a second, so that putting them off takes no worker by itself.
 */
export const SHARED_WORKERS = { ofAccountMax: WORKER_CONCURRENCY_MAX / 5, lockWaitSeconds: 1 } as const;
/** Jobs of one account that come back in a second after they were put off. */
const PUT_OFF_A_SECOND = 10;
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

/** Largest number of statement lines that a pay run is computed from, since the first month of the setup. */
export const PAY_LINES_MAX = 1_000_000;

/**
 * Returns the seconds for which a job is put off while its book or its account's share of the workers is busy. Many waiting jobs come back
 * less often each, so that putting them off keeps no worker busy.
 */
export function putOffSeconds({ othersWaiting }: { readonly othersWaiting: number }): number {
  return Math.min(
    QUEUE_DELAY_SECONDS_MAX,
    Math.max(BOOK_BUSY_DELAY_SECONDS, Math.ceil(othersWaiting / PUT_OFF_A_SECOND)),
  );
}

/** The objectives: what users may expect of the service. The alarms on them are in lib/objectives.ts. */

/** Seconds from an upload to the end of its job: scored, or failed with a reason that the agency can act on. */
export const UPLOAD_SCORED_SECONDS = 300;
/** Percent of uploads that end within UPLOAD_SCORED_SECONDS, over 28 days. */
export const UPLOADS_PERCENT = 99.5;
/** Percent of requests that are not answered with a server error, over 28 days. */
export const REQUESTS_PERCENT = 99.9;
/** Seconds from the time at which the first attempt of a webhook is due to its begin. */
export const WEBHOOK_BEGUN_SECONDS = 60;
/** Percent of webhooks whose first attempt begins within WEBHOOK_BEGUN_SECONDS, over 28 days. */
export const WEBHOOKS_PERCENT = 99.5;

/** Seconds between two runs of the canary, and the longest run: two waits of a minute, for a job and a webhook. */
export const CANARY_SECONDS = 300;
export const CANARY_TIMEOUT_SECONDS = 240;
