import { MEBIBYTE } from './account-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from './job-limits.ts';

/**
 * Limits requests, bodies, answers and clients. Figures marked (interface) are promised to clients and must not change.
 */

/** Bytes of a JSON body. Only a census is ever larger than a few kilobytes, and it has a limit of its own. */
export const JSON_BYTES_MAX = 1 * MEBIBYTE;
/** Seconds for an answer. API Gateway waits thirty, so the function can still say what went wrong. */
export const HTTP_TIMEOUT_SECONDS = 29;
/**
 * Seconds for an upload of fifteen megabytes at a megabit a second. The load balancer closes a connection that is idle
 * for longer, and a container that is replaced gets as long for its open requests.
 */
export const UPLOAD_SECONDS = 120;
/** Limits of the plain HTTP server, used on one machine and in the upload service's container. */
export const HTTP_SERVER_LIMITS = {
  /** Bytes of the request line and all headers together. */
  headerBytes: 16 * 1024,
  /** Time for all headers of a request. A slower client only holds a connection. */
  headersMs: 15_000,
  /** Interval between two checks of headersMs and requestMs. */
  checkMs: 5_000,
  /** Time for a whole request: 15 MB at half a megabit a second. */
  requestMs: 300_000,
  /**
   * Idle time of a kept-alive connection. It is longer than the load balancer's, which would otherwise send a request
   * into a closed connection and answer 502.
   */
  keepAliveMs: (UPLOAD_SECONDS + 5) * 1_000,
  /** Time for open requests when the server closes, a third of what ECS waits. */
  closeGraceMs: 10_000,
  /** Bytes and time for draining a refused body. Clients read the answer only when they have stopped sending. */
  lingerBytes: 512 * 1024,
  lingerMs: 1_000,
} as const;
/** Limits of request bodies in one process. Bodies are spooled to files, so they cost little memory. */
export const BODY_LIMITS = {
  /**
   * Slowest average speed of a client, an eighth of a megabit a second. A phone at the edge of its network is faster.
   */
  bytesPerSecond: 16 * 1024,
  /** Longest pause in a body. A phone that changes its network is back earlier. */
  stallMs: 10_000,
  /** Bytes of a body kept in memory; a longer body goes to a file. Nearly all JSON bodies are shorter. */
  memoryBytes: 64 * 1024,
  /**
   * Age after which a body may be dropped for a new one of the same account, when the account has reached its limit.
   */
  settledMs: 2_000,
  /**
   * Bodies of one account and of one client address at once. Fifty equal requests of an agency at the same moment are
   * one job and no error.
   */
  ofAccount: 64,
  ofAddress: 128,
  /** Bodies in one process. Together they take up to 4 GiB of disk. */
  atOnce: 256,
} as const;
/**
 * Forms and census bodies that one process has in memory at once. Each holds a file of up to 15 MiB; other bodies wait
 * on disk. A request takes a place only when its body is complete, so a slow client can't hold one.
 */
export const FORMS_AT_ONCE = 6;
/** Forms of one account. The other half of the places is left to other accounts. */
export const FORMS_OF_ACCOUNT_AT_ONCE = FORMS_AT_ONCE / 2;
/** Forms of one account in one of many processes, as on AWS: at most a fifth of its places. */
export const FORMS_OF_ACCOUNT_IN_ONE_OF_MANY = Math.floor(FORMS_AT_ONCE / 5);
/**
 * Large requests of one account at once where requests are answered by many processes: forms, exports and comparisons. On AWS it is a fifth
 * of the functions that answer requests.
 */
export const LARGE_REQUESTS_OF_ACCOUNT_MAX = 6;
/** Seconds for which a form waits for a place before it is answered 503. CloudFront waits a minute for an answer. */
export const FORM_WAIT_SECONDS = 45;
/** Retry-After of a 503, in seconds: long enough for a failover to progress. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** Retry-After of a change while its account is moved to another database, in seconds. */
export const MOVING_RETRY_SECONDS = 10;
/** Seconds without an answer after which the database counts as not ready. Monitors wait ten seconds. */
export const READY_ANSWER_SECONDS = 5;
/**
 * Seconds for which a readiness answer is cached. A client that polls costs the database one read a second for each
 * process.
 */
export const READY_KEPT_SECONDS = 1;
/** Size up to which PostgreSQL's write-ahead log grows on one machine (`max_wal_size`). */
export const WAL_BYTES_MAX = 2_048 * MEBIBYTE;
/**
 * Free disk of one machine that stays unused, beside what the write-ahead log may grow. It holds what is under way when
 * the disk becomes full: two statements of 15 MB with ten times their size of rows, and a report's temporary files.
 */
export const DISK_MARGIN_BYTES = 512 * MEBIBYTE;
/** Disk that an empty database takes at the first start. */
export const EMPTY_DATABASE_BYTES = 128 * MEBIBYTE;
/** Hours for which the reply to an Idempotency-Key is kept. A client retries within that time. */
export const IDEMPOTENCY_KEYS_KEPT_HOURS = 24;
/** Seconds after which an unfinished request counts as lost with its process. No request may take longer. */
export const IDEMPOTENCY_TAKE_OVER_SECONDS = 60;
/** Number of rows on a page when the request names none. */
export const PAGE_LIMIT_DEFAULT = 50;
/** (interface) Largest number of rows on a page. */
export const PAGE_LIMIT_MAX = 200;
/** Bytes of a census: 40,000 members with names and plans. */
export const CENSUS_BYTES_MAX = 8 * MEBIBYTE;
/** Bytes of a policy list, as CSV or JSON: 40,000 policies with names, plans and agents. */
export const LISTED_POLICIES_BYTES_MAX = 8 * MEBIBYTE;
/** Default requests per minute of one token, 100 a second. */
export const RATE_LIMIT_PER_MINUTE_DEFAULT = 6_000;
export const RATE_WINDOW_SECONDS = 60;
/**
 * Rate limit of an account, as a multiple of one token's limit. It bounds accounts with many tokens and leaves room for
 * a program in each of several offices.
 */
export const ACCOUNT_RATE_FACTOR = 5;
/** The most requests from one address in a window, on AWS: two tokens at their limit may share an address. The firewall counts. */
export const REQUESTS_OF_ADDRESS = { max: 2 * 5 * RATE_LIMIT_PER_MINUTE_DEFAULT, windowSeconds: 300 } as const;
/**
 * Failed sign-ins of one client address per window before it is answered 429. A program with a revoked token stays
 * below it. Addresses are counted in memory, so their number is bounded.
 */
export const BAD_TOKEN_LIMITS = { perWindow: 300, windowSeconds: 60, addresses: 10_000 } as const;
/** Lambda's own limit on a reply, base64 and headers included. */
export const LAMBDA_REPLY_BYTES_MAX = 6 * MEBIBYTE - 64 * 1024;
/** Largest binary reply. Binary replies travel as base64, which makes four bytes of three. */
export const LAMBDA_BINARY_REPLY_BYTES_MAX = Math.floor((LAMBDA_REPLY_BYTES_MAX * 3) / 4) - 3;

/**
 * Seconds for which the previous token of the operator stays valid, so that every program of the operator can change to the new token
 * without an interruption.
 */
export const OPERATOR_TOKEN_OVERLAP_SECONDS = 24 * 3600;

/** Limits the files that arrive by SFTP or email and their collection. */

/**
 * Number of months before the current month for which a dropped file is accepted. A file for an earlier month, or for a
 * month after the next, waits for a person.
 */
export const DROP_MONTHS_BACK = 36;
/** Largest number of attempts to store a drop while another drop stores the same bytes. */
export const DROP_TRIES_MAX = 20;
/** Seconds without a change, by the database's clock, after which a file counts as complete. */
export const DROP_SETTLED_SECONDS = 60;
/** Hours after which an incomplete upload is reported. It is rejected after RAW_KEPT_UNPROCESSED_DAYS. */
export const DROP_INCOMPLETE_HOURS = 24;
/** Files taken by one sweep, the folders in turn. The next sweep continues with the rest. */
export const SWEEP_FILES_MAX = 500;
/** Folders swept at once. Each holds one file of up to 15 MiB in memory. */
export const SWEEP_FOLDERS_AT_ONCE = 4;
/**
 * Seconds for which a sweep owns a folder: twice the task's time limit. An older claim belongs to a process that died.
 */
export const SWEEP_CLAIM_SECONDS = 2 * SCHEDULED_TASK_TIMEOUT_SECONDS;
/** Objects listed in one folder: ten pages of S3. */
export const DROP_LISTING_MAX = 10_000;
/** Patterns of file names of a carrier. A carrier has a few layouts, and each is searched in every name. */
export const SFTP_PATTERNS_MAX = 50;
/** Addresses and domains that may mail statements of a carrier. */
export const ALLOWED_SENDERS_MAX = 100;
/** Largest parts of a message. SES accepts no larger message, and a statement needs only a few parts. */
export const MAIL_LIMITS = {
  bytes: 40 * MEBIBYTE,
  parts: 20,
  depth: 10,
  attachments: 5,
  /** Bytes of all headers of all parts. Ordinary messages have some 10 KB of them. */
  headerBytes: 256 * 1024,
} as const;
/**
 * Seconds for one message and its statements. An SMTP client waits ten minutes for the answer to its last line (RFC
 * 5321).
 */
export const MAIL_TIMEOUT_SECONDS = 300;
/** Oldest message that is accepted without a person, in days. An old message may be a replay by somebody else. */
export const MAIL_AGE_DAYS_MAX = 7;
/** Hours by which a message may be dated ahead, which covers every clock in a wrong time zone. */
export const MAIL_AHEAD_HOURS_MAX = 24;
/** Seconds for an SFTP login. A person waits at a prompt, and the login is one read of the database. */
export const AUTHORIZE_TIMEOUT_SECONDS = 10;

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
