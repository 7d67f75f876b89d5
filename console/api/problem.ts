import { ProblemError } from '../../client/problem-error.ts';

const FALLBACK = 'The service could not do that. Try again in a minute.';

/** Returns the problem of any thrown error. Its message is a sentence for people. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError(FALLBACK, { code: 'unreadable_answer', status: 0, cause: error });
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 401;
}
