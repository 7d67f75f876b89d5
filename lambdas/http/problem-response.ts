import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { faultSentence, PROBLEMS, type Refusal } from '../../core/problem.ts';

/** The place of the problem; the document repeats both values. */
export interface ProblemPlace {
  /** The request path, without the query. */
  readonly instance: string;
  readonly requestId: string;
}

/** The only function that makes a problem document (RFC 9457, docs/reference/errors.md#problem-documents). */
export function problemResponse(refusal: Refusal, { instance, requestId }: ProblemPlace): Response {
  const { status, title } = PROBLEMS[refusal.code];
  const errors = refusal.errors?.map((fault) => ({ field: fault.field, detail: faultSentence(fault) }));
  const detail = errors?.length === 1 ? errors[0]?.detail : refusal.detail;
  const document = {
    type: 'about:blank',
    title: refusal.title ?? title,
    status,
    ...(detail === undefined ? {} : { detail }),
    instance,
    code: refusal.code,
    requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(refusal.carrierId === undefined ? {} : { carrierId: refusal.carrierId }),
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: { ...refusal.headers, 'Content-Type': 'application/problem+json' },
  });
}

/** The refusal for a thrown error. It tells the client only whether a retry can help. */
export function refusalOfError(error: unknown, isUnavailable: (error: unknown) => boolean): Refusal {
  return isUnavailable(error)
    ? { code: 'service_unavailable', headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } }
    : { code: 'internal_error', detail: 'The error was recorded; name the request id when you ask about it.' };
}
