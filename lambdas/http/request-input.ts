import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { JSON_BYTES_MAX } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { type FieldError, isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseFields } from '../../core/refuse.ts';
import type { HttpEnv } from './http-env.ts';
import {
  FORM_OVERHEAD_BYTES,
  MULTIPART_LIMITS,
  readMultipart,
  refuseFormHead,
  type UploadedFile,
} from './multipart.ts';
import { NO_BODY, type ReceivedBody } from './receive-body.ts';
import {
  type BodyRequest,
  fieldsOfUnexpectedBody,
  isCsv,
  isStorable,
  readCsv,
  readJson,
  refuseCsvHead,
  refuseJsonHead,
  refuseSize,
} from './request-body.ts';

/**
 * Throws at start-up if a query, JSON body or form uses z.object instead of z.strictObject. zod ignores undeclared fields by default, and
 * a mistyped filter must not return the whole book.
 */
export function requireStrict(operationId: string, request: RequestShape): void {
  for (const part of ['query', 'json', 'form'] as const) {
    const schema = request[part];
    if (schema === undefined) continue;
    const lax = findLax(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), part);
    if (lax !== null) throw new Error(`${lax} of ${operationId} must be a z.strictObject.`);
  }
}

/** Returns the path of the first object that accepts any property, or null. */
function findLax(node: unknown, path: string): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('properties' in node && !('additionalProperties' in node)) return path;
  for (const [key, child] of Object.entries(node)) {
    const lax = findLax(child, `${path}.${key}`);
    if (lax !== null) return lax;
  }
  return null;
}

/** The fields below read values that arrive as text in queries, paths, headers and forms. Each value has exactly one spelling. */

const INTEGER = /^-?\d{1,15}$/;

interface IntegerBounds {
  readonly min?: number;
  readonly max?: number;
  readonly description?: string;
}

/** Accepts "10" and "-3", but not "1e1", "+10", " 10" or "0x10". Leading zeros are allowed: "03" is March. */
export function integerText({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
  description,
}: IntegerBounds = {}) {
  return z
    .string()
    .regex(INTEGER, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min, `must not be less than ${min}`)
    .refine((value) => value <= max, `must not be more than ${max}`)
    .openapi({
      type: 'integer',
      ...(min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
      ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
      ...(description === undefined ? {} : { description }),
    });
}

/** Accepts "true" or "false". */
export function booleanText(description: string) {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .openapi({ type: 'boolean', description });
}

/** The file of a form. */
export function fileField(description: string) {
  return z
    .custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'bytes' in value, 'must be a file')
    .openapi({ type: 'string', format: 'binary', description });
}

/**
 * The parts of a request that a route may declare. Query, JSON objects and forms are strict: undeclared fields are refused. A route with
 * both `csv` and `json` takes the same list in either form; the media type decides, so both parts are optional.
 */
export type RequestShape = { readonly [part in 'params' | 'query' | 'headers' | 'json' | 'csv' | 'form']?: z.ZodType };

/** The raw parts by their keys in the shape, and the faults that no schema can see. */
export interface CollectedInput {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
}

/** The limits of a body; undefined fields take the general limits. */
export interface BodyLimits {
  readonly jsonBytesMax?: number | undefined;
  /** The limit of files. It also limits JSON, because the host does not pass on larger bodies. */
  readonly fileBytesMax?: number | undefined;
  /** Form fields whose text may also be sent as a file part. */
  readonly textFiles?: readonly string[] | undefined;
}

interface CollectedBody {
  readonly body?: Pick<ReceivedBody, 'stream' | 'length'>;
}

/** True when the service reads the body of such a request. HTTP gives the body of a DELETE no meaning, so it stays unread. */
export function mayHaveBody({ method }: { readonly method: string }): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase());
}

/** True for requests that need so much memory that only a few may run at once. */
export const isLarge = ({
  request,
  jsonBytesMax = JSON_BYTES_MAX,
}: {
  readonly request?: RequestShape;
  readonly jsonBytesMax?: number;
}): boolean => request?.form !== undefined || jsonBytesMax > JSON_BYTES_MAX;

/** Refuses a body by its headers alone, in the order of checks: size, then media type. */
export function refuseBodyHead(
  request: BodyRequest,
  { json, csv, form }: RequestShape,
  { jsonBytesMax = JSON_BYTES_MAX, fileBytesMax = FILE_BYTES_MAX }: BodyLimits,
): Refused | null {
  if (csv !== undefined) return refuseCsvHead(request, Math.min(jsonBytesMax, fileBytesMax));
  if (json !== undefined) return refuseJsonHead(request, Math.min(jsonBytesMax, fileBytesMax));
  return form === undefined ? null : refuseFormHead(request, { ...MULTIPART_LIMITS, fileBytesMax });
}

/** The largest body in bytes, with the refusal for a larger one. An unexpected body is judged by its content. */
export function bodyBytesMax(
  { json, form }: RequestShape,
  { jsonBytesMax = JSON_BYTES_MAX, fileBytesMax = FILE_BYTES_MAX }: BodyLimits,
): { readonly bytesMax: number; readonly tooLarge: Refused } {
  if (form !== undefined) return { bytesMax: fileBytesMax + FORM_OVERHEAD_BYTES, tooLarge: refuseSize(fileBytesMax) };
  const bytesMax = json === undefined ? JSON_BYTES_MAX : Math.min(jsonBytesMax, fileBytesMax);
  const unexpected = refuse('validation_error', { errors: [{ field: 'body', detail: UNKNOWN.json }] });
  return { bytesMax, tooLarge: json === undefined ? unexpected : refuseSize(bytesMax) };
}

/** Gathers the parts of a request; the schema judges them. Returns a refusal when a part cannot be read at all. */
export async function collectInput(
  c: Context<HttpEnv>,
  shape: RequestShape,
  {
    jsonBytesMax = JSON_BYTES_MAX,
    fileBytesMax = FILE_BYTES_MAX,
    textFiles,
    body = NO_BODY,
  }: BodyLimits & CollectedBody = {},
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
    const form = await readMultipart(request, { ...MULTIPART_LIMITS, fileBytesMax, textFiles, bodyBytes: body.length });
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

/** Decodes each query parameter once. Refuses a query with a broken escape. A repeated parameter is a fault of the input. */
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

/** Returns the declared headers only, under their declared spelling. */
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

/** Refuses an input with all its faults at once. A malformed part of the path, such as a month, gets 404. */
export function refuseInput(errors: readonly FieldError[], error: z.ZodError | undefined): Refused {
  const issues = error?.issues ?? [];
  const inPath = issues.find(({ path }) => path[0] === 'params');
  if (inPath !== undefined) {
    return refuse('not_found', `In the path, ${fieldName(inPath.path.slice(1))} ${inPath.message}.`);
  }
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

/** The name of a field, such as `members[0].memberExternalId`; "body" for the body as a whole. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return name === '' ? 'body' : name.replace(/^\./, '');
}
