import { isRefusedAfterFailure } from './database-error.ts';

/** On its way before anybody waits for it. Whoever does gets its error; until then nobody has to. */
export function startNow<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => {});
  return statement;
}

/** When all have ended; if any failed, with the error that came first, and not that the server refused what was sent behind it. */
export async function allEnded(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !isRefusedAfterFailure(failure)) ?? failures[0];
}
