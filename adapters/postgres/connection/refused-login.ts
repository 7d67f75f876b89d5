import { DatabaseUnavailable, sqlState } from './database-error.ts';

/** Returns true when the server refused the user because the password is wrong or not set yet. No statement has run then. */
export function isRefusedLogin(error: unknown): boolean {
  const answer = error instanceof DatabaseUnavailable ? error.cause : error;
  return ['28P01', '28000'].includes(sqlState(answer) ?? '');
}
