// Which errors of the database are worth another try, and which mean that it can't be reached at all.

/** The database could not be reached, or the connection was lost in the middle. If it was lost during COMMIT, the work may
 * have been done: what retries must be able to run twice. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  /** Words of PostgreSQL are left to the cause: they may quote a value, and a message is logged. */
  constructor(message: string, cause?: unknown) {
    const why = sqlState(cause) ?? (cause instanceof Error ? cause.message : null);
    super(why === null ? message : `${message}: ${why}`, { cause });
  }
}

/** What failed on a connection that is lost by now failed because of that, whatever its last words were. */
export function asLost(error: unknown, connection: { readonly closed: boolean }): unknown {
  return connection.closed && !(error instanceof DatabaseUnavailable)
    ? new DatabaseUnavailable('The connection to the database was lost', error)
    : error;
}

/** SQLSTATEs after which the same work can succeed without anybody's help. */
const transientStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // shut down by a crash
  '57P03', // starting up or shutting down
  '57P05', // idle session timeout
  '25P03', // idle in transaction timeout
]);

/** postgres.js's own codes for a connection that is gone. */
const connectionCodes = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT']);

/**
 * True if the same work may succeed when it is simply tried again: deadlocks, lock timeouts, a lost or refused connection, a
 * server that restarts. A wrong password or a missing role is no such case, although it too keeps us from the database.
 */
export function isTransientDatabaseError(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return transientStates.has(state) || state.startsWith('08') || isStalePlan(error);
  if (error instanceof DatabaseUnavailable)
    return sqlState(error.cause) === null || isTransientDatabaseError(error.cause);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && connectionCodes.has(error.code);
}

/** True of a statement that the server ended because it took too long: often what a client asked for was too much. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** True of what the server answers to whatever follows a statement that failed, until the transaction ends. */
export function isRefusedAfterFailure(error: unknown): boolean {
  return sqlState(error) === '25P02';
}

/** The five characters PostgreSQL gives each kind of error, or null if the error did not come from its server. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && error.name === 'PostgresError' && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** A migration changed a table under a prepared statement; the statement is prepared anew the next time. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}
