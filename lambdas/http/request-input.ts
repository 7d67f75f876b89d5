import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { JSON_BYTES_MAX } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { type FieldError, isRefused, type Refused, refuse, refuseFields } from '../../core/problem.ts';
import type { HttpEnv } from './http-env.ts';
import { FORM_OVERHEAD_BYTES, MULTIPART_LIMITS, readMultipart, refuseFormHead } from './multipart.ts';
import { NO_BODY, type ReceivedBody } from './receive-body.ts';
import {
  type BodyRequest,
  fieldsOfUnexpectedBody,
  isCsv,
  readCsv,
  readJson,
  refuseCsvHead,
  refuseJsonHead,
  refuseSize,
} from './request-body.ts';
import { isStorable } from './strict-json.ts';

/**
 * The parts of a request a route may declare. Query, JSON objects and forms are strict: what is not declared is refused. A route with
 * `csv` beside `json` takes the same list in either form, so both parts are optional: the media type decides which one is there.
 */
export type RequestShape = { readonly [part in 'params' | 'query' | 'headers' | 'json' | 'csv' | 'form']?: z.ZodType };

/** The parts as they came, keyed as in the shape, and the faults no schema sees. */
export interface CollectedInput {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
}

/** What a body may have; undefined: what any body may. */
export interface BodyLimits {
  readonly jsonBytesMax?: number | undefined;
  /** Of the host too: larger JSON does not reach it either. */
  readonly fileBytesMax?: number | undefined;
}

interface CollectedBody {
  readonly body?: Pick<ReceivedBody, 'stream' | 'length'>;
}

/** Whether a request of the route may bring a body that is read. What the body of a DELETE means is nowhere said; it is left unread. */
export function mayHaveBody({ method }: { readonly method: string }): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase());
}

/** What the headers alone tell against a body, in the order in which it is checked: size, then media type. */
export function refuseBodyHead(
  request: BodyRequest,
  { json, csv, form }: RequestShape,
  { jsonBytesMax = JSON_BYTES_MAX, fileBytesMax = FILE_BYTES_MAX }: BodyLimits,
): Refused | null {
  if (csv !== undefined) return refuseCsvHead(request, Math.min(jsonBytesMax, fileBytesMax));
  if (json !== undefined) return refuseJsonHead(request, Math.min(jsonBytesMax, fileBytesMax));
  return form === undefined ? null : refuseFormHead(request, { ...MULTIPART_LIMITS, fileBytesMax });
}

/** The most bytes a body may have, and what is said of one that has more. A body that nobody asked for is judged by its content. */
export function bodyBytesMax(
  { json, form }: RequestShape,
  { jsonBytesMax = JSON_BYTES_MAX, fileBytesMax = FILE_BYTES_MAX }: BodyLimits,
): { readonly bytesMax: number; readonly tooLarge: Refused } {
  if (form !== undefined) return { bytesMax: fileBytesMax + FORM_OVERHEAD_BYTES, tooLarge: refuseSize(fileBytesMax) };
  const bytesMax = json === undefined ? JSON_BYTES_MAX : Math.min(jsonBytesMax, fileBytesMax);
  const unexpected = refuse('validation_error', { errors: [{ field: 'body', detail: UNKNOWN.json }] });
  return { bytesMax, tooLarge: json === undefined ? unexpected : refuseSize(bytesMax) };
}

/** Gathers the parts; judging them is the schema's work. A refusal when a part can't be read at all. */
export async function collectInput(
  c: Context<HttpEnv>,
  shape: RequestShape,
  { jsonBytesMax = JSON_BYTES_MAX, fileBytesMax = FILE_BYTES_MAX, body = NO_BODY }: BodyLimits & CollectedBody = {},
): Promise<CollectedInput | Refused> {
  const query = readQuery(new URL(c.req.url).search);
  if (isRefused(query)) return query;
  const request = { headers: c.req.raw.headers, body: body.stream };
  const raw: Record<string, unknown> = {
    params: c.req.param(),
    query: query.values,
    headers: headersOf(c, shape.headers),
  };
  if (shape.csv !== undefined && isCsv(request)) {
    const csv = await readCsv(request, Math.min(jsonBytesMax, fileBytesMax));
    if (isRefused(csv)) return csv;
    raw['csv'] = csv.text;
  } else if (shape.json !== undefined) {
    const json = await readJson(request, Math.min(jsonBytesMax, fileBytesMax));
    if (isRefused(json)) return json;
    raw['json'] = json.value;
  }
  if (shape.form !== undefined) {
    const form = await readMultipart(request, { ...MULTIPART_LIMITS, fileBytesMax, bodyBytes: body.length });
    if (isRefused(form)) return form;
    raw['form'] = Object.fromEntries(form);
  }
  const undeclared = shape.query === undefined ? Object.keys(query.values) : [];
  const isBodiless = shape.json === undefined && shape.form === undefined;
  const unexpected = isBodiless && c.req.method === 'POST' ? await fieldsOfUnexpectedBody(request) : [];
  const errors = [
    ...query.errors,
    ...undeclared.map((field) => ({ field, detail: UNKNOWN.query })),
    ...unexpected.map((field) => ({ field, detail: UNKNOWN.json })),
  ];
  return { raw, errors };
}

interface QueryReading {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
}

/** Every parameter once, decoded. A broken escape can't be read; a repeated parameter can, and is wrong. */
function readQuery(search: string): QueryReading | Refused {
  const values = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const part of search.slice(1).split('&')) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    const field = decode(name);
    const value = decode(rest.join('='));
    if (field === null || value === null) return refuse('bad_request', 'The query has a broken percent escape.');
    if (values.has(field)) errors.push({ field, detail: 'is given more than once' });
    if (!isStorable(field) || !isStorable(value))
      errors.push({ field, detail: 'holds a character that is not allowed' });
    values.set(field, value);
  }
  return { values: Object.fromEntries(values), errors };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Only the declared ones, under their declared spelling. */
function headersOf(c: Context<HttpEnv>, schema: z.ZodType | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (schema === undefined || !('shape' in schema)) return headers;
  for (const name of Object.keys(Object(schema.shape))) {
    const value = c.req.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

const UNKNOWN = {
  query: 'is not a query parameter of this endpoint',
  json: 'is not a field of this body',
  form: 'is not a field of this form',
} as const;

/** All faults at once. An id in the path that can't be one is simply not found. */
export function refuseInput(errors: readonly FieldError[], error: z.ZodError | undefined): Refused {
  const issues = error?.issues ?? [];
  if (issues.some(({ path }) => path[0] === 'params')) return refuse('not_found');
  return refuseFields([...errors, ...issues.flatMap(errorsOfIssue)]);
}

function errorsOfIssue(issue: z.core.$ZodIssue): FieldError[] {
  const [part = '', ...path] = issue.path;
  if (issue.code === 'unrecognized_keys') {
    const detail = part === 'query' || part === 'form' ? UNKNOWN[part] : UNKNOWN.json;
    return issue.keys.map((key) => ({ field: fieldName([...path, key]), detail }));
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return [{ field: fieldName(path), detail: missing ? 'is required' : issue.message }];
}

/** `members[0].memberExternalId`; the body as a whole is "body". */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return name === '' ? 'body' : name.replace(/^\./, '');
}
