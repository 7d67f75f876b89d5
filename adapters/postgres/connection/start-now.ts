import { isRefusedAfterFailure } from './database-error.ts';

/** Sends a statement before it is awaited. Its error goes to the caller that awaits it and never counts as unhandled. */
export function startNow<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => {});
  return statement;
}

/** Waits until all statements have ended. Throws the first error, and not the server's refusals of the statements after it. */
export async function allEnded(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !isRefusedAfterFailure(failure)) ?? failures[0];
}
