/**
 * Every number that a client or an operator of the service can run into, once. Section 8 of the interface
 * specification fixes those marked (spec); the others say their reason. The infrastructure reads them from here too.
 */

const MEBIBYTE = 1024 * 1024;

/** (spec) Largest statement: 15 MiB exactly; one byte more is 413. */
export const FILE_BYTES_MAX = 15 * MEBIBYTE;
/** (spec) Data rows of one statement, after skipped rows; failed rows count. */
export const STATEMENT_ROWS_MAX = 40_000;
/** JSON bodies: nothing but a census is ever larger than a few kilobytes. */
export const JSON_BYTES_MAX = 1 * MEBIBYTE;

/** (spec) Automatic retries of a job. */
const JOB_RETRIES_MAX = 5;
/** The first try and its retries. */
export const JOB_ATTEMPTS_MAX = 1 + JOB_RETRIES_MAX;
/** Seconds between a failed try and the next: short first (a dropped connection), long at the end (an outage). */
export const JOB_RETRY_DELAYS_SECONDS = [2, 10, 30, 120, 300] as const;
/** Seconds between a worker's tries to claim a job, and to give back one that it could not finish; and a deployment's to reach the database. */
export const DATABASE_AWAY_DELAYS_SECONDS = [1, 2, 4, 8, 15] as const;
/** (spec) A job in processing for longer belongs to a worker that died. */
export const JOB_STUCK_SECONDS = 15 * 60;
/** Tries of a job that may run out of time: after the first one a slow database gets another chance. */
export const JOB_TIMEOUTS_MAX = 2;
/** (spec) Jobs one recovery run puts back. */
export const JOB_RECOVERY_BATCH = 100;
/** A job that has been queued for longer than this is sent again by the recovery task. */
export const JOB_RESEND_SECONDS = 15 * 60;
/** How often what a crash left in the outbox is looked for. */
export const OUTBOX_SWEEP_SECONDS = 60;
/** (spec) Scheduled maintenance. */
export const SCHEDULED_TASKS_SECONDS = 15 * 60;
/** A task does a bounded batch; one that takes longer is stuck. */
export const SCHEDULED_TASK_TIMEOUT_SECONDS = 120;
/** Rows one relay takes at a time. */
export const OUTBOX_BATCH = 100;
/**
 * What one job may take. A month of 40,000 lines is scored again in one to five seconds and all later months with it, so that this is
 * enough for fourteen years of them; a minute less than what counts as stuck, and than Lambda's own limit of 900.
 */
export const WORKER_TIMEOUT_SECONDS = 840;
/**
 * A worker on one machine that gives no sign of life for so long, with a job in hand, is stuck in it: reading a statement gives up after half of
 * it (MAPPING_PROCESSOR_SECONDS), and waiting for the database does not keep a worker from giving signs.
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
/**
 * Calls of a function before V8 compiles it once more, at length; with V8's own 3,000 a process that reads a statement or
 * two spends a quarter of its time on that. This is a little more than a statement at its limit has rows (docs/adr/0020-statements-in-memory.md).
 */
export const WORKER_CALLS_BEFORE_OPTIMISING = 50_000;
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
/** What reading a file may take while somebody waits for the answer: a process of its own for each, ended when it passes a limit. */
export const ISOLATION_LIMITS = {
  /** Before HTTP_TIMEOUT_SECONDS, so that the answer says what was wrong. The largest workbooks take seven. */
  seconds: 20,
  /** As many as a machine of two cores has room for. */
  processes: 2,
  /** One account's files leave the other process to the others. */
  processesOfAccount: 1,
  /** For a process to come free; with the time of the job less than the minute that CloudFront waits. */
  waitSeconds: 25,
  /** Then a process gives its memory back. */
  idleSeconds: 60,
} as const;
/** Heap of one such process: twice what a statement at its limits takes, and on Lambda as much as is left beside the function. */
export const ISOLATED_HEAP_MB = 1_024;
/** In a task of the upload service, which has two gigabytes for both processes and itself. */
export const UPLOAD_SERVICE_HEAP_MB = 600;
/** API Gateway waits thirty seconds for an answer; a function that ends before can still say what went wrong. */
export const HTTP_TIMEOUT_SECONDS = 29;
/**
 * Until a slow client has sent fifteen megabytes at a megabit a second. A connection on which nothing moves for longer the load balancer
 * of uploads closes, and a container that is replaced has as long for those under way.
 */
export const UPLOAD_SECONDS = 120;
/** What the plain server of the HTTP app gives a client: on one machine, and in the upload service's container. */
export const HTTP_SERVER_LIMITS = {
  /** Request line and headers together. */
  headerBytes: 16 * 1024,
  /** From the first byte of a request to the last of its headers; slower clients only hold a connection. */
  headersMs: 15_000,
  /** How often it is looked whether the two times of a request are over. */
  checkMs: 5_000,
  /** For the whole request: 15 MB on a line of half a megabit a second. */
  requestMs: 300_000,
  /** For the next request on a connection: longer than the load balancer waits, which would otherwise send one where we just hung up, and answer 502. */
  keepAliveMs: (UPLOAD_SECONDS + 5) * 1_000,
  /** For requests under way when the server closes: a third of what ECS waits. */
  closeGraceMs: 10_000,
  /** What is still taken of a body that was refused, and for how long: clients read the answer only when they stop sending. */
  lingerBytes: 512 * 1024,
  lingerMs: 1_000,
} as const;
/** How a request body has to arrive, and how many may be on their way in one process. They are spooled to files, so they cost little memory. */
export const BODY_LIMITS = {
  /** An eighth of a megabit a second: a phone at the edge of its network is faster. */
  bytesPerSecond: 16 * 1024,
  /** The longest pause: a phone that changes its network is back before. */
  stallMs: 10_000,
  /** Of a body in memory; what is longer goes to a file. Nearly all JSON bodies are shorter. */
  memoryBytes: 64 * 1024,
  /** How old a body is before it makes room for one of an account that has as many on their way. */
  settledMs: 2_000,
  /** Above what an agency's programs send at the same moment: fifty equal requests at once are one job and no error. */
  ofAccount: 64,
  ofAddress: 128,
  /** Together they take up to 4 GiB of disk. */
  atOnce: 256,
} as const;
/**
 * Forms, and census bodies, that one process has in memory at once. A form's file is held whole, up to 15 MiB, so the number bounds
 * what uploads can cost; the others wait in their files. A place is taken when the whole body is there: nobody can hold one by sending slowly.
 */
export const FORMS_AT_ONCE = 6;
/** Of one account: half of the places are left to the others. */
export const FORMS_OF_ACCOUNT_AT_ONCE = FORMS_AT_ONCE / 2;
/** Who has waited for a place for so long is answered 503: CloudFront waits a minute for an answer, and then nobody would get one. */
export const FORM_WAIT_SECONDS = 45;
/** After a 503 a client comes again: long enough for a failover to make progress, short enough to be worth waiting for. */
export const UNAVAILABLE_RETRY_SECONDS = 5;
/** Of a database that says nothing for longer the service counts as not ready: ten seconds are what monitors wait for an answer. */
export const READY_ANSWER_SECONDS = 5;
/** An answer about readiness is kept for so long: whoever asks in a loop costs the database one read a second for each process. */
export const READY_KEPT_SECONDS = 1;
/** One machine with less free disk than this is not ready: a statement of 15 MB needs ten times that for its rows and their log. */
export const DISK_FREE_BYTES_MIN = 256 * MEBIBYTE;
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

/** (spec) Raw bytes go 24 h after processing, or 3 days after upload if never processed; 500 files a run. */
export const RAW_KEPT_AFTER_PROCESSING_HOURS = 24;
export const RAW_KEPT_UNPROCESSED_DAYS = 3;
export const RAW_PURGE_BATCH = 500;
/** Marked as gone together, so that a run that is cut off has deleted at most so many to be deleted again. */
export const PURGE_PORTION = 50;
/** Rows of each kind that one run deletes because their time is over: about a second's work, and what is left is due in the next run. */
export const EXPIRED_BATCH = 20_000;
/** Deleting is waiting for S3, which takes far more at a time from one client. */
export const PURGE_AT_ONCE = 10;
/** (goal JOB-10) The object store itself removes what is older: bytes without a row, and whatever else no task could delete. */
export const RAW_KEPT_AT_MOST_DAYS = 7;
/** (goal ING-8) What was left by SFTP no bucket's rule may take away before the sweep has said what became of it, even after weeks of outage. */
export const DROP_KEPT_AT_MOST_DAYS = 30;
/** (contract 4) Failed rows with their original columns can be downloaded this long. */
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
/** An export of an account ends after so long. It holds a connection, and keeps the database from clearing away old rows. */
export const ACCOUNT_EXPORT_SECONDS_MAX = 15 * 60;
/** Exports that one process sends at once, and of one account: each holds one of its ten connections, of the upload service's five. */
export const ACCOUNT_EXPORTS_AT_ONCE = 2;
export const ACCOUNT_EXPORTS_OF_ONE_AT_ONCE = 1;
/** Replies to requests with an Idempotency-Key are kept this long: a client that repeats one later has given up on it before. */
export const IDEMPOTENCY_KEYS_KEPT_HOURS = 24;
/** A request that has not ended by then belongs to a process that died: longer than any request may take. */
export const IDEMPOTENCY_TAKE_OVER_SECONDS = 60;
/** Runs of scheduled tasks are listed this long, as long as logs are kept at most (goal AWS-7). */
export const TASK_RUNS_KEPT_DAYS = 90;

/** (contract 1) */
export const PAGE_LIMIT_DEFAULT = 50;
/** (spec: typically 200) */
export const PAGE_LIMIT_MAX = 200;
/** (spec) Months of the attrition series. */
export const ATTRITION_MONTHS_MAX = 36;
export const ATTRITION_MONTHS_DEFAULT = 12;

/** (contract 7) Members of a census: as many as a statement may have rows. */
export const CENSUS_MEMBERS_MAX = 40_000;
/** (contract 1) 40,000 members with names and plans; anything else fits in a fortieth of it. */
export const CENSUS_BYTES_MAX = 8 * MEBIBYTE;
/** Policies of one list of a book of business: as many as a statement may have rows. */
export const LISTED_POLICIES_MAX = 40_000;
/** A list of 40,000 policies with names, plans and agents, as CSV or JSON. */
export const LISTED_POLICIES_BYTES_MAX = 8 * MEBIBYTE;
/** Policies of all lists of an account: five carriers of the largest size, or hundreds of ordinary ones. */
export const LISTED_POLICIES_OF_ACCOUNT_MAX = 200_000;
/** A carrier pays the first commission of a new policy within two months as a rule, so nothing is said about it until then. */
export const NEVER_PAID_GRACE_MONTHS = 2;
/** (spec) Months a renewal forecast looks ahead: a member can renew twice in it. */
export const FORECAST_MONTHS_DEFAULT = 12;
export const FORECAST_MONTHS_MAX = 24;
/** Members and months on a page of a dispute worksheet: as JSON some 3 MB, below the 6 MB a Lambda may answer with. */
export const WORKSHEET_ROWS_MAX = 5_000;
/** Statement lines that are read at a time for a worksheet: a few tens of megabytes of memory. */
export const WORKSHEET_LINES_AT_ONCE = 50_000;
/** Statement rows that one claim shows as its proof: an employer's may be all of a file's. */
export const CLAIM_EVIDENCE_ROWS_MAX = 50;
/** Claims of one dispute: nobody answers a longer letter. */
export const DISPUTE_CLAIMS_MAX = 500;
export const DISPUTE_NOTE_MAX = 2_000;

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
 * (statementTimeoutSeconds in adapters/postgres/connection.ts).
 */
export const EXPORT_STALL_SECONDS = 45;
/** And one that has not taken everything in this time: a snapshot that is held keeps the server from cleaning its tables. */
export const EXPORT_SECONDS_MAX = 15 * 60;
/** A list that is read whole, because it is short in every account, has at most so many rows as a file. */
export const LIST_ROWS_MAX = 100_000;

/** Requests a minute for one token when its account has no other figure: 100 a second, above what a client in health needs. */
export const RATE_LIMIT_PER_MINUTE_DEFAULT = 6_000;
export const RATE_WINDOW_SECONDS = 60;
/**
 * Tokens' worth of requests that all tokens of an account may send together in a window: an agency with a program in each of a few
 * offices never notices, and a hundred tokens are not a hundred limits.
 */
export const ACCOUNT_RATE_FACTOR = 5;

/**
 * Bad tokens of one client address before they are answered 429: above what a program with a revoked token sends in a minute by
 * itself, and nothing to somebody who guesses among 2^256. Addresses are counted in memory, so their number is bounded.
 */
export const BAD_TOKEN_LIMITS = { perWindow: 300, windowSeconds: 60, addresses: 10_000 } as const;

/** (spec) Stated total: tolerated difference is the greater of one cent and half a percent. */
export const STATED_TOTAL_TOLERANCE_DOLLARS = '0.01';
export const STATED_TOTAL_TOLERANCE_PERMILLE = 5;

/** Limits on what a file may unpack to (goal UP-6). */
export const XLSX_LIMITS = {
  entries: 500,
  expandedBytes: 200 * MEBIBYTE,
  entryBytes: 100 * MEBIBYTE,
  /** Over 1 MiB unpacked, a part that shrinks further than this is a bomb. */
  ratio: 100,
  columns: 500,
  /** As Excel writes cells, the bytes of a part end sooner: some sixty columns of as many rows as a statement may have. */
  cells: 4_000_000,
  sharedStringBytes: 50 * MEBIBYTE,
} as const;
/** A CSV row wider than a workbook may be is not a statement. */
export const CSV_COLUMNS_MAX = 500;
/** Longest cell text: Excel's own limit. */
export const CELL_CHARACTERS_MAX = 32_767;
/**
 * What the patterns of a configuration may be. A match takes at most the steps of the expression times the characters of the text: the
 * largest on the longest text a quarter of a second, those of ordinary formats microseconds.
 */
export const PATTERN_LIMITS = {
  /** Of one pattern as it is written. */
  characters: 500,
  /** Of one expression with its repetitions written out: as many as a list of a hundred words has. */
  instructions: 1_000,
  /** Groups are copied at every step. */
  groups: 10,
  /** Of all patterns of one configuration. */
  expressionsOfConfig: 60,
  instructionsOfConfig: 3_000,
  unicodeClassesOfConfig: 40,
  /** Longer texts fit no expression: their row fails, because nobody knows what it is. */
  textCharacters: 4_000,
  /** Names of files that are dropped; a name has 255 bytes. */
  fileNameWildcards: 10,
} as const;
/** What matching patterns may take of one statement. An ordinary format with five of them takes a tenth of it for forty thousand rows. */
export const PATTERN_PROCESSOR_SECONDS = 2;
/** What reading one statement may take. A workbook of as many cells as it may have takes seven seconds. */
export const MAPPING_PROCESSOR_SECONDS = 60;
/** "auto" looks for the header among these first rows. */
export const HEADER_SEARCH_ROWS = 30;

/** (goal SQL-7) What the text of a saved report may be. */
export const REPORT_SQL_LIMITS = {
  textBytes: 20 * 1024,
  /** Nodes of the parse tree inside one another: a dozen subqueries, each with its expressions. */
  depth: 60,
  /** Of a chain such as `a || b || c` or `… union …`, which the parser nests and people write side by side. */
  joined: 200,
  /** Calls that PostgreSQL can't stop while they reckon with long values: three for each of twenty columns. */
  costlyCalls: 60,
  /** A number written out: twice what the columns of amounts could ever hold. */
  numberCharacters: 100,
  exponent: 1_000,
  /** A column of a SELECT is four or five, an id in a list two: a list of a thousand ids passes. */
  nodes: 5_000,
  /** Report views named. */
  relations: 12,
  /** Views read when every WITH query is written out where it is used: a chain of doublings is refused before it is planned. */
  relationsExpanded: 100,
  /** Seconds that one row could take, at the worst. PostgreSQL does not end a statement in the middle of a row. */
  rowSeconds: 3,
  /** Expressions the guard bounds, each as often as a recursion in the query needs it. Ten times the parts of the longest query. */
  steps: 50_000,
  /** Columns of a subquery, and of all tables in one FROM. */
  columnsWithin: 2_000,
  /** Brackets inside one another. The parser leaves out those around a whole expression or query. */
  brackets: 60,
  /** PostgreSQL's own limits, of one call and of GROUPING. */
  arguments: 100,
  groupingArguments: 31,
} as const;
/** What may be in a text that the service has made of an accepted one. It stands for fixed clocks, and for sorting by all columns. */
export const REWRITTEN_SQL_LIMITS = {
  ...REPORT_SQL_LIMITS,
  textBytes: 10 * REPORT_SQL_LIMITS.textBytes,
  depth: REPORT_SQL_LIMITS.depth + 10,
  brackets: REPORT_SQL_LIMITS.brackets + 10,
  nodes: 10 * REPORT_SQL_LIMITS.nodes,
  steps: 10 * REPORT_SQL_LIMITS.steps,
  rowSeconds: 2 * REPORT_SQL_LIMITS.rowSeconds,
} as const;
/** Levels of a JSON value in a report: more than any that people write, and what every reader of JSON can take. */
export const REPORT_JSON_LEVELS_MAX = 100;
/** Characters that a report sees of a text from a statement: a hundred times a name, and short enough for any calculation. */
export const REPORT_TEXT_CHARACTERS_MAX = 1_000;
/** (contract 8) What one run of a saved report may use. */
export const REPORT_ROWS_MAX = 1_000;
export const REPORT_BYTES_MAX = 4 * MEBIBYTE;
export const REPORT_SECONDS_MAX = 5;
/** (goal SQL-7) Nobody waits for a scheduled run. */
export const SCHEDULED_REPORT_SECONDS_MAX = 60;
/** (goal SQL-7) A wider table, or a longer text in a cell, is no report; Excel's longest cell is one byte shorter. */
export const REPORT_COLUMNS_MAX = 200;
export const REPORT_CELL_BYTES_MAX = 32 * 1024;
/**
 * Reports that run at once, in all processes of the service together, so that no account can take all the places. A report that
 * PostgreSQL can't stop counts for its account and for `processes`, which stays below the 16 connections of the role.
 */
export const REPORT_PLACE_LIMITS = { running: 4, ofAccount: 2, processes: 12 } as const;
/** Reports of one account that wait for a place in one process. Further ones are told at once to come again. */
export const REPORTS_WAITING_OF_ACCOUNT_MAX = 50;
/** A report waits for a place for as long as a run takes, and this longer: by then every place of a run that began before has changed hands. */
export const REPORT_WAIT_MARGIN_SECONDS = 2;
/** After the time of a run, which begins with its place, its caller is answered within this, whether or not PostgreSQL has stopped it. */
export const REPORT_ANSWER_MARGIN_MS = 300;
/** Saved reports of an account: as many as one page of the list holds. */
export const SAVED_REPORTS_MAX = 200;
/** A scheduled report that was taken and not answered for in this time was lost with its process: half as long again as the reserve below. */
export const REPORT_CLAIM_SECONDS = 300;
/** After so many tries of one date that ended without an answer the report counts as failed. */
export const REPORT_TRIES_MAX = 3;
/** The task that mails reports may take longer than the others; it ends before the next one starts, and Lambda allows 900. */
export const REPORT_TASK_TIMEOUT_SECONDS = 600;
/** With less than this left of it no further report is begun: a minute of waiting for a place, one of running, one of mailing. */
export const REPORT_TASK_RESERVE_SECONDS = 200;
/** What of a report is shown in its email; the attachment has all of it. */
export const REPORT_MAIL_LIMITS = {
  rows: 50,
  columns: 20,
  cellCharacters: 200,
  /** Mail servers refuse messages above 10 MB, and base64 makes four bytes of three. */
  attachmentBytes: 5 * MEBIBYTE,
} as const;

/** (goal WH-3) A webhook's body stays below this: every receiver takes as much, and a queue of them costs little to keep. */
export const EVENT_BODY_BYTES_MAX = 20_000;
/** Carrier events in the body of a webhook; the others are in GET /v1/carrier-events. */
export const CARRIER_EVENTS_TOLD_MAX = 8;
/** Webhooks of an account: every event makes a delivery for each, and no system needs telling twenty times. */
export const WEBHOOKS_MAX = 20;
/** (contract 9) After a rotation the secret before it signs too, as long as it takes to change a receiver over. */
export const SECRET_OVERLAP_HOURS = 24;

/** (spec 6) Seconds between a failed attempt and the next; the first one is made at once. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = [30, 2 * 60, 10 * 60, 30 * 60, 2 * 60 * 60] as const;
/** (spec) Attempts of one delivery. */
export const WEBHOOK_ATTEMPTS_MAX = 1 + WEBHOOK_RETRY_DELAYS_SECONDS.length;
/** (goal WH-5) Retries come up to a tenth later, so that what failed together does not come back together. */
export const WEBHOOK_JITTER = 0.1;
/** (goal WH-5) A receiver may ask to be left alone for as long as the longest delay. */
export const WEBHOOK_RETRY_AFTER_SECONDS_MAX = 2 * 60 * 60;
/** (goal WH-7) What one attempt may cost. */
export const WEBHOOK_SEND_LIMITS = {
  connectMs: 3_000,
  totalMs: 10_000,
  responseHeaderBytes: 16 * 1024,
  responseBodyBytes: 16 * 1024,
} as const;
/** Three times what an attempt may take, for the database before and after it. */
export const WEBHOOK_TIMEOUT_SECONDS = 30;
/** A sender that has not answered for its attempt in this time is gone: twice what its function may run. */
export const WEBHOOK_CLAIM_SECONDS = 2 * WEBHOOK_TIMEOUT_SECONDS;
/** AWS asks for at least six times the function timeout. */
export const WEBHOOK_VISIBILITY_SECONDS = 6 * WEBHOOK_TIMEOUT_SECONDS;
/** A message is done with whatever the receiver says; only what keeps the sender itself from its work brings it back. */
export const WEBHOOK_RECEIVES_MAX = 5;
/** Attempts under way at once on one machine: one endpoint that hangs leaves room for the others, and fewer than the pool's ten connections. */
export const WEBHOOK_CONCURRENCY = 8;
/** (goal WH-10) Attempts under way at once at one endpoint. */
export const WEBHOOK_ENDPOINT_CONCURRENCY = 5;
/** Attempts under way at once of one account: whatever its endpoints do, two senders of one machine are left for the others. */
export const WEBHOOK_ACCOUNT_CONCURRENCY = WEBHOOK_CONCURRENCY - 2;
/** (goal WH-10) After so many failures in a row an endpoint is tried once in a while only. */
export const WEBHOOK_CIRCUIT_FAILURES = 10;
export const WEBHOOK_PROBE_SECONDS = 60;
/** How long what a busy endpoint can't take now waits, up to twice as long: a second at first, in the end less than a minute. */
export const WEBHOOK_BUSY_SECONDS = { min: 1, max: 30 } as const;
/** What waits for a broken endpoint is spread over four minutes after the next probe, so that it does not all come back at once. */
export const WEBHOOK_PROBE_SPREAD_SECONDS = 240;
/** (goal WH-13) Failing for as long, or as often in a row, switches a webhook off. */
export const WEBHOOK_DISABLE_FAILURES = 100;
export const WEBHOOK_DISABLE_DAYS = 5;
/** (spec) Deliveries one run of the redelivery task sends again. */
export const WEBHOOK_REDELIVERY_BATCH = 100;
/** A delivery that is due for longer and was not taken has lost its message. */
export const WEBHOOK_LOST_SECONDS = 60;
/** (goal WH-12) */
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;
/** SQS's longest delay. What is due later gets its message when it is due. */
export const QUEUE_DELAY_SECONDS_MAX = 900;

/** (goal AWS-9) How long a function goes on with a secret it has read; a database password that is refused is read anew at once. */
export const SECRET_CACHE_SECONDS = 300;
/**
 * Largest file where uploads go through API Gateway and Lambda: a request there has 6 MB with everything, and base64 makes four bytes
 * of three. What is larger than 4.4 MB never reaches the function; up to there the answer is a problem document.
 */
export const LAMBDA_FILE_BYTES_MAX = 4 * MEBIBYTE;
/** Lambda's own limit on what a function answers; base64 and headers included. */
export const LAMBDA_REPLY_BYTES_MAX = 6 * MEBIBYTE - 64 * 1024;
/** Bytes that are no text travel as base64, which makes four of three. */
export const LAMBDA_BINARY_REPLY_BYTES_MAX = Math.floor((LAMBDA_REPLY_BYTES_MAX * 3) / 4) - 3;
/** What an export may be where it can't be streamed: below the limit above by as much as one piece of a workbook, and in time for the gateway. */
export const LAMBDA_EXPORT_LIMITS = { bytes: LAMBDA_REPLY_BYTES_MAX - 256 * 1024, seconds: 20 } as const;

/** (goal ING-9) A file dropped by SFTP or email is for one of the last three years or next month; anything else waits for a person. */
export const DROP_MONTHS_BACK = 36;
/** How often a drop looks again because another one of the same bytes was a moment ahead. */
export const DROP_TRIES_MAX = 20;
/** Database connections of each role in one function: while a job's book is being written, its progress goes over another one. */
export const FUNCTION_POOL_SIZE = 2;
/** The same in one task of the upload service, which serves many requests at once. */
export const UPLOAD_SERVICE_POOL_SIZE = 5;
/** How long the pool keeps and trusts a connection, and how long who wants one waits. */
export const CONNECTION_POOL_LIMITS = {
  /** A connection that does nothing costs the server memory; opening one costs some milliseconds. */
  idleMs: 60_000,
  /** So that prepared statements, and what a failover left behind, don't live for ever. */
  lifetimeMs: 30 * 60_000,
  /**
   * What rested longer is asked for a sign of life before it is used. The server may have gone meanwhile, and a process that
   * was frozen, as Lambda's are between two requests, has not even heard that the line was cut.
   */
  trustedMs: 1_000,
  /** Who gets none in this time is answered that the database is away: as long as API Gateway waits for an answer. */
  waitMs: 30_000,
  /** For what is under way when the process ends; then it is cut. */
  closeMs: 10_000,
} as const;
/** A file is taken once it has not changed for so long, by the database's clock (goal ING-8). */
export const DROP_SETTLED_SECONDS = 60;
/** An upload that is incomplete for so long is reported, and after as long as raw bytes are kept unprocessed it is rejected. */
export const DROP_INCOMPLETE_HOURS = 24;
/** Files one sweep takes, the folders in turn; the next one goes on. */
export const SWEEP_FILES_MAX = 500;
/** A sweep begins no further file after this, which leaves the last ones half a minute of their task's two. */
const SWEEP_SECONDS = 90;
/** A sweep purges after that, and a task may purge three times: statements, dropped files, messages. Five hundred take five seconds. */
const PURGE_SECONDS = 20;
/** After those purges accounts are deleted, and the task still ends within its two minutes. */
const DELETION_SECONDS = 40;
/** Folders swept at once; each holds one file of up to 15 MiB in memory. */
export const SWEEP_FOLDERS_AT_ONCE = 4;
/** How much a run of a scheduled task does before it leaves the rest to the next one. */
export interface TaskLimits {
  /** Files, and messages, that one purge deletes. */
  readonly purgeBatch: number;
  /** A purge begins no further deletion after this. */
  readonly purgeSeconds: number;
  /** Deleting accounts begins no further step after this. */
  readonly deletionSeconds: number;
  /** A sweep begins no further file after this. */
  readonly sweepSeconds: number;
  /** No further report is begun after this. */
  readonly reportsBeginSeconds: number;
  /** One that takes longer in a request is left to the schedule; there it has failed. */
  readonly reportSeconds: number;
}
export const SCHEDULED_TASK_LIMITS: TaskLimits = {
  purgeBatch: RAW_PURGE_BATCH,
  purgeSeconds: PURGE_SECONDS,
  deletionSeconds: DELETION_SECONDS,
  sweepSeconds: SWEEP_SECONDS,
  reportsBeginSeconds: REPORT_TASK_TIMEOUT_SECONDS - REPORT_TASK_RESERVE_SECONDS,
  reportSeconds: SCHEDULED_REPORT_SECONDS_MAX,
};
/** Where the operator runs a task by a request that is cut off (HTTP_TIMEOUT_SECONDS): a report may wait as long as it runs, and is mailed. */
export const REQUEST_TASK_LIMITS: TaskLimits = {
  purgeBatch: 100,
  purgeSeconds: 5,
  deletionSeconds: 6,
  sweepSeconds: 12,
  reportsBeginSeconds: 4,
  reportSeconds: 8,
};
/** Twice what the task may run: a folder that a sweep has had for longer was lost with its process. */
export const SWEEP_CLAIM_SECONDS = 2 * SCHEDULED_TASK_TIMEOUT_SECONDS;
/** Objects looked at in one folder: ten pages of S3. */
export const DROP_LISTING_MAX = 10_000;
/** SFTP users of an account: as many as one page of the list holds. */
export const SFTP_USERS_MAX = 200;
/** How long a deployment waits for another one. */
export const MIGRATION_RUN_LOCK_SECONDS = 120;
/** How long one migration waits for a table that others work on: everybody who comes after it waits as long. It can be run again. */
export const MIGRATION_LOCK_SECONDS = 20;
/** Lambda's own limit; a migration that takes longer has to be written in steps. */
export const MIGRATION_TIMEOUT_SECONDS = 900;

/** (goal ING-6) What a message may be made of: SES takes no larger one, and no statement needs more than a few parts. */
export const MAIL_LIMITS = {
  bytes: 40 * MEBIBYTE,
  parts: 20,
  depth: 10,
  attachments: 5,
  /** All headers of all parts. Those a message collects on its way are some 10 KB. */
  headerBytes: 256 * 1024,
} as const;
/** One message with its statements; who sends it by SMTP waits ten minutes for the answer to its last line (RFC 5321, 4.5.3.2.6). */
export const MAIL_TIMEOUT_SECONDS = 300;
/** (goal ING-5) A message that was written earlier is not taken in without a person: anybody can send it once more. */
export const MAIL_AGE_DAYS_MAX = 7;
/** A clock in the wrong time zone is not ahead by more. */
export const MAIL_AHEAD_HOURS_MAX = 24;
/** Inbound addresses of an account: as many as one page of the list holds. */
export const EMAIL_ADDRESSES_MAX = 200;
/** Somebody waits at a prompt; the login is one look into the database. */
export const AUTHORIZE_TIMEOUT_SECONDS = 10;

/**
 * Bytes an account may have stored, unless the operator sets another figure. A statement's file is kept for a day, a dropped one
 * twice, and what was rejected for a week: 2 GiB hold 136 statements of the largest size, more than a standard agency has carriers.
 * An Enterprise agency has carriers and the file transfer of an organisation.
 */
export const STORAGE_BYTES_MAX = { standard: 2048 * MEBIBYTE, enterprise: 20_480 * MEBIBYTE } as const;
/** An operator can set a quota up to this: 1 PiB, which is more than any disk of the service. */
export const STORAGE_BYTES_SETTABLE_MAX = 1024 ** 3 * MEBIBYTE;
/** Jobs of an account that are queued or in processing: three years of a hundred carriers, sent at once, fit. */
export const OPEN_JOBS_MAX = 5_000;
/** Files that one period of a carrier is made of, appended to each other: a carrier sends a handful. */
export const PERIOD_FILES_MAX = 100;
/** Changes of a closed month that are listed, the newest; its figures count all of them. */
export const MONTH_ADJUSTMENTS_MAX = 100;

/** How many of each an account may have: several times what the largest agency has, so that no table grows without end. */
export const ACCOUNT_COUNTS_MAX = {
  workspaces: 200,
  carriers: 1_000,
  /** Versions are never deleted. */
  configVersions: 5_000,
  /** Contracted ones. */
  expectedRates: 20_000,
  /** Not revoked. */
  tokens: 200,
  /** Deleted users keep their names, and every sweep looks into their folders. */
  sftpUsernames: 1_000,
  /** Revoked addresses keep their names. */
  emailAddressNames: 10_000,
} as const;
/** A format as JSON; one with fifty mapped columns has 8 KB. */
export const CONFIG_BYTES_MAX = 128 * 1024;
