/** Limits database connections, migrations and the caching of database secrets. */

/** Seconds for which a function caches a secret. A database password that is refused is read again at once. */
export const SECRET_CACHE_SECONDS = 300;
/**
 * Database connections of each role in one function. The second connection reports a job's progress while the first
 * writes the book.
 */
export const FUNCTION_POOL_SIZE = 2;
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
