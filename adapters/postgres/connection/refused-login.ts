import { DatabaseUnavailable, sqlState } from './database-error.ts';

/** The server did not let the user in: the password is wrong, or not set yet. Nothing was done. */
export function isRefusedLogin(error: unknown): boolean {
  const answer = error instanceof DatabaseUnavailable ? error.cause : error;
  return ['28P01', '28000'].includes(sqlState(answer) ?? '');
}
