import type { components } from './generated/api-types.ts';

/** The body of every refusal of the service. */
export type Problem = components['schemas']['Problem'];

/** `no_answer`: the connection failed. `unreadable_answer`: a proxy answered in place of the service. */
export type ProblemCode = Problem['code'] | 'no_answer' | 'unreadable_answer';

/**
 * A request that failed, for any reason. The message is a sentence for people. Programs decide by `code`; docs/reference/errors.md lists
 * the codes of the service.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The id of the request in the service's logs. Null without an answer of the service. */
  readonly requestId: string | null;
  /** The faults of single fields, for `validation_error`. */
  readonly fieldErrors: NonNullable<Problem['errors']>;
  /** The whole problem document of the service; null without one. */
  readonly problem: Problem | null;

  constructor(message: string, failure: { code: ProblemCode; status: number; problem?: Problem; cause?: unknown }) {
    super(message, { cause: failure.cause });
    this.code = failure.code;
    this.status = failure.status;
    this.problem = failure.problem ?? null;
    this.requestId = failure.problem?.requestId ?? null;
    this.fieldErrors = failure.problem?.errors ?? [];
  }
}

/** Makes the error of an answer that is not a success. `body` is the parsed body, or its text if it is not JSON. */
export function problemErrorOf(status: number, body: unknown): ProblemError {
  if (isProblem(body)) {
    return new ProblemError(body.detail ?? body.title, { code: body.code, status, problem: body });
  }
  return new ProblemError(`The service could not be reached: a server on the way answered ${status}.`, {
    code: 'unreadable_answer',
    status,
  });
}

/** Makes the error of a request that got no answer. */
export function noAnswerError(cause: unknown): ProblemError {
  return new ProblemError('The service could not be reached. Check the connection and try again.', {
    code: 'no_answer',
    status: 0,
    cause,
  });
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'title' in body &&
    typeof body.title === 'string' &&
    'requestId' in body
  );
}
