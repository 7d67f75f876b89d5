/**
 * Refusals of the service and their codes. Clients switch on `code`, so the list is closed
 * (docs/reference/errors.md#codes). A decision returns a refusal as a value, and the HTTP layer turns it into a problem
 * document.
 */

export const PROBLEM_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'account_not_provisioned',
  'tier_required',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'period_exists',
  'already_retracted',
  'conflict',
  'nothing_to_rescore',
  'storage_quota_exceeded',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
  'workspace_required',
  'carrier_not_configured',
  'invalid_sql',
  'query_limit',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'storage_full',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** HTTP status of each code, and the default title of its refusals. */
export const PROBLEMS: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> = {
  bad_request: { status: 400, title: 'The request cannot be read' },
  unauthorized: { status: 401, title: 'A valid access token is required' },
  forbidden: { status: 403, title: 'The access token does not allow this' },
  account_not_provisioned: { status: 403, title: 'The account is not active' },
  tier_required: { status: 403, title: 'The account needs the Enterprise tier for this' },
  not_found: { status: 404, title: 'Nothing was found here' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'None of the accepted media types can be produced' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  period_exists: { status: 409, title: 'The period already has a file' },
  already_retracted: { status: 409, title: 'The file is already retracted or replaced' },
  conflict: { status: 409, title: 'The current state does not allow this' },
  nothing_to_rescore: { status: 409, title: 'The file holds no active data to score again' },
  storage_quota_exceeded: { status: 409, title: 'The account has no room for this' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type of the request body is not supported' },
  validation_error: { status: 422, title: 'The request is not valid' },
  workspace_required: { status: 422, title: 'The account has several workspaces: name one' },
  carrier_not_configured: { status: 422, title: 'The carrier has no statement format configured' },
  invalid_sql: { status: 422, title: 'The query is not allowed in reports' },
  query_limit: { status: 422, title: 'The query passed a limit' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  service_unavailable: { status: 503, title: 'The service is out of reach for the moment' },
  storage_full: { status: 503, title: 'The disk of the service is full' },
};

/** A fault of a request. `field` is the client's name for the faulty field: `periodYear`, `members[0].memberExternalId`. */
export interface FieldError {
  readonly field: string;
  readonly detail: string;
}

/** Reason of a refusal. The client sees all of it. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** The carrier that is in the way of the request. */
  readonly carrierId?: string;
  /** Extra headers that some statuses need: Allow, WWW-Authenticate, Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Result of a decision or use case that refuses. */
export interface Refused {
  readonly refused: Refusal;
}

/** Tells a refusal from a value and narrows the type. */
export function isRefused<T>(result: T | Refused): result is Refused {
  return typeof result === 'object' && result !== null && 'refused' in result;
}
