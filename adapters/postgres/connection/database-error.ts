import { MonthArchived } from '../../../core/book-key.ts';

/** Returns true when the server refused the user because the password is wrong or not set yet. No statement has run then. */
export function isRefusedLogin(error: unknown): boolean {
  const answer = error instanceof DatabaseUnavailable ? error.cause : error;
  return ['28P01', '28000'].includes(sqlState(answer) ?? '');
}

// Classifies database errors: which ones a retry may pass, and which mean that the database is unavailable.

/**
 * The database could not be reached, or the connection was lost during the work. If it was lost during COMMIT, the work may have been
 * committed, so a retry must be idempotent.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  /** PostgreSQL's own message is only in the cause. It may quote a value, and the message of this error is logged. */
  constructor(message: string, cause?: unknown) {
    const why = sqlState(cause) ?? (cause instanceof Error ? cause.message : null);
    super(why === null ? message : `${message}: ${why}`, { cause });
  }
}

/** Converts an error on a lost connection to `DatabaseUnavailable`, whatever its own message was. */
export function asLost(error: unknown, connection: { readonly closed: boolean }): unknown {
  return connection.closed && !(error instanceof DatabaseUnavailable)
    ? new DatabaseUnavailable('The connection to the database was lost', error)
    : error;
}

/** The account's rows were moved to another database between the check of the request and its write. */
export class AccountMoved extends Error {
  override readonly name = 'AccountMoved';
  constructor() {
    super('The account has moved to another database');
  }
}

/** The SQLSTATE by which triggers refuse a change of an archived month. The detail is the month. */
const MONTH_ARCHIVED = 'AM001';

/** Converts the refusal of a trigger to `MonthArchived`. Returns other errors as they are. */
export function asArchived(error: unknown): unknown {
  if (sqlState(error) !== MONTH_ARCHIVED) return error;
  const detail = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : '';
  return new MonthArchived(detail, error);
}

/** SQLSTATEs after which the same work can succeed when it is retried. */
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

/** postgres.js's own codes for a lost connection. */
const connectionCodes = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT']);

/**
 * Returns true if a retry of the same work may succeed: after deadlocks, lock timeouts, lost or refused connections and server restarts.
 * Returns false for a wrong password or a missing role, which an operator has to mend.
 */
export function isTransientDatabaseError(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return transientStates.has(state) || state.startsWith('08') || isStalePlan(error);
  if (error instanceof DatabaseUnavailable)
    return sqlState(error.cause) === null || isTransientDatabaseError(error.cause);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && connectionCodes.has(error.code);
}

/** Returns true when the server ended a statement because it took too long, often because the client asked for too much. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** Returns true for the server's answer to statements after a failed one, until the transaction ends. */
export function isRefusedAfterFailure(error: unknown): boolean {
  return sqlState(error) === '25P02';
}

/** Returns PostgreSQL's five-character error code, or null if the error did not come from the server. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && error.name === 'PostgresError' && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** Returns true when a migration changed a table under a prepared statement. The next execution prepares the statement again. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}
