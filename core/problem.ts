import type { z } from 'zod';

/** Writes the faults that zod finds, when the schema has no message of its own. The words continue the name of a field. */

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date as YYYY-MM-DD',
  datetime: 'a time such as 2026-04-02T09:00:00Z',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
};

/** Returns words such as "must be a text". Pass the function to `safeParse` as `error`; messages of the schema take precedence. */
export function issueText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values.map(String))}`;
  if (issue.code === 'too_small') {
    const limit = sizeText(issue.origin, Number(issue.minimum));
    return issue.inclusive === false ? `must be more than ${limit}` : `must be at least ${limit}`;
  }
  if (issue.code === 'too_big') {
    const limit = sizeText(issue.origin, Number(issue.maximum));
    return issue.inclusive === false ? `must be less than ${limit}` : `must be at most ${limit}`;
  }
  if (issue.code === 'invalid_format') return `must be ${FORMATS[issue.format] ?? 'in the described form'}`;
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  return 'has none of the forms it may have';
}

function oneOf(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `one of ${values.join(', ')}`;
}

function sizeText(origin: string, size: number): string {
  if (origin === 'string') return `${size} ${size === 1 ? 'character' : 'characters'} long`;
  if (origin === 'array' || origin === 'set') return `${size} ${size === 1 ? 'entry' : 'entries'} long`;
  return String(size);
}

/**
 * Writes a fault as a sentence. A detail that starts with a capital is a sentence already. Any other detail continues the name of the
 * field: "must be at least 1" becomes "The field limit must be at least 1."
 */
export function faultSentence({ field, detail }: FieldError): string {
  const text = /^\p{Ll}/u.test(detail) ? `${subjectOf(field)} ${detail}` : detail;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function subjectOf(field: string): string {
  if (field === 'body') return 'The body';
  // A place in a table, such as `row 3, column "Rate"`.
  if (field.startsWith('row ')) return field.replace('row', 'Row');
  return field.includes('-') ? `The header ${field}` : `The field ${field}`;
}

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
  'month_archived',
  'account_moved',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
  'workspace_required',
  'carrier_not_configured',
  'invalid_sql',
  'query_limit',
  'rate_limited',
  'internal_error',
  'account_moving',
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
  month_archived: { status: 409, title: 'The month is archived' },
  account_moved: { status: 410, title: 'The account is at another address' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type of the request body is not supported' },
  validation_error: { status: 422, title: 'The request is not valid' },
  workspace_required: { status: 422, title: 'The account has several workspaces: name one' },
  carrier_not_configured: { status: 422, title: 'The carrier has no statement format configured' },
  invalid_sql: { status: 422, title: 'The query is not allowed in reports' },
  query_limit: { status: 422, title: 'The query passed a limit' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  account_moving: { status: 503, title: 'The account is being moved and takes no changes for the moment' },
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
