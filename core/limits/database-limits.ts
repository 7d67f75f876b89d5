/** Connections to the database, migrations and the secrets that open it. */

/** How long a function goes on with a secret it has read; a database password that is refused is read anew at once. */
export const SECRET_CACHE_SECONDS = 300;
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
/** How long a deployment waits for another one. */
export const MIGRATION_RUN_LOCK_SECONDS = 120;
/** How long one migration waits for a table that others work on: everybody who comes after it waits as long. It can be run again. */
export const MIGRATION_LOCK_SECONDS = 20;
/** Lambda's own limit; a migration that takes longer has to be written in steps. */
export const MIGRATION_TIMEOUT_SECONDS = 900;
