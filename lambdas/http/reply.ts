import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { DownloadIds, DownloadReads, DownloadSubject } from '../../app/reads/read-models.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { csvText } from '../../core/row-export.ts';
import { exampleOf } from './example-of.ts';
import type { HttpEnv } from './http-env.ts';

/** Content negotiation (RFC 9110, 12.4.2 and 12.5) between the few forms of a response. */

const NAME = /^[\w!#$&^.+*/-]+$/;
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Returns the offered media type that the client prefers, the first of equals; null when it accepts none. A missing header accepts all.
 */
export function chooseMediaType(accept: string | undefined, offers: readonly string[]): string | null {
  if (accept === undefined || accept.trim() === '') return offers[0] ?? null;
  const qualities = parseQualities(accept);
  // The most specific range that matches decides, so that "text/csv;q=0, */*" excludes CSV.
  return best(
    offers,
    (offer) => qualities.get(offer) ?? qualities.get(`${offer.split('/')[0]}/*`) ?? qualities.get('*/*'),
  );
}

/** Returns the offered content coding that the client prefers; null for none. A missing header accepts no coding. */
export function chooseCoding<Coding extends string>(
  accept: string | undefined,
  offers: readonly Coding[],
): Coding | null {
  const qualities = parseQualities(accept ?? '');
  return best(offers, (offer) => qualities.get(offer) ?? qualities.get('*'));
}

function best<Offer>(offers: readonly Offer[], qualityOf: (offer: Offer) => number | undefined): Offer | null {
  let chosen: Offer | null = null;
  let highest = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer) ?? 0;
    if (quality > highest) [chosen, highest] = [offer, quality];
  }
  return chosen;
}

/** Reads the names with their weights. An unreadable entry is left out; parameters other than q are ignored. */
function parseQualities(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const range of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q=')) ?? 'q=1';
    const quality = QUALITY.exec(weight)?.[1];
    if (!NAME.test(name) || quality === undefined) continue;
    qualities.set(name, Math.max(Number(quality), qualities.get(name) ?? 0));
  }
  return qualities;
}

/** Makes names of downloaded files from the operation, the carrier and the months, such as `chargebacks-wellcare-2026-05`. */

export interface DownloadDeps {
  /** Finds the carrier that names a file. When absent, the names have no carrier. */
  readonly downloads?: DownloadReads | undefined;
}

/**
 * Looks up the carrier and month of a parsed request. The returned function makes the name from the JSON body or the head of the export.
 */
export type NameDownload = (input: unknown) => Promise<(body: unknown) => string>;

/** Makes the function that names the downloads of a route. It asks the database only for requests that name a carrier or a job. */
export function nameDownloads(c: Context<HttpEnv>, { downloads }: DownloadDeps, operationId: string): NameDownload {
  return async (input) => {
    const accountId = c.get('accountId');
    const ids = downloadIds(input);
    const isNamed = ids.carrierId !== undefined || ids.jobId !== undefined;
    const subject = isNamed && accountId !== undefined ? await downloads?.subject(accountId, ids) : null;
    return (body) => downloadName({ operationId, subject: subject ?? null, input, body });
  };
}

interface DownloadParts {
  readonly operationId: string;
  readonly subject: DownloadSubject | null;
  /** The parsed request. */
  readonly input: unknown;
  /** The JSON body, or the head of an export. It shows the months that the request left to their defaults. */
  readonly body: unknown;
}

/** Makes the name without its extension. It has only lower-case letters, digits and hyphens. */
function downloadName({ operationId, subject, input, body }: DownloadParts): string {
  const months = monthsOf(body) ?? monthsOf(partsOf(input)) ?? subject?.period ?? null;
  return [stemOf(operationId), subject?.carrierSlug, months].filter((part) => part != null).join('-');
}

/** Reads the ids that a parsed request names in its path or its query. */
function downloadIds(input: unknown): DownloadIds {
  const ids = IDS.safeParse(partsOf(input));
  return ids.success ? ids.data : {};
}

const IDS = z.object({ carrierId: z.string().optional(), jobId: z.string().optional() });

const PARTS = z.object({ params: z.looseObject({}).default({}), query: z.looseObject({}).default({}) });

/** Joins the path and query fields of a request. */
function partsOf(input: unknown): object {
  const parts = PARTS.safeParse(input);
  return parts.success ? { ...parts.data.query, ...parts.data.params } : {};
}

/** The operation without its verb: `getOwedWorksheet` gives "owed-worksheet". */
function stemOf(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+(?=[A-Z])/, '');
  return noun.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();
}

const month = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .optional()
  .catch(undefined);
const number = z.number().optional().catch(undefined);
const range = { from: month, to: month };
const MONTHS = z.object({
  ...range,
  period: z.union([month, z.object({ year: z.int(), month: z.int() })]).catch(undefined),
  range: z.object(range).optional().catch(undefined),
  year: number,
  periodYear: number,
  periodMonth: number,
});

/** Describes the months that a body, a head or a query names; null when it names none. */
function monthsOf(value: unknown): string | null {
  const named = MONTHS.safeParse(value);
  if (!named.success) return null;
  const { period, range, year, periodYear = year, periodMonth } = named.data;
  if (typeof period === 'string') return period;
  if (period !== undefined) return monthText(period.year, period.month);
  const { from, to } = range ?? named.data;
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}-to-${to}`;
  if (from !== undefined || to !== undefined) return from === undefined ? `to-${to}` : `from-${from}`;
  if (periodYear === undefined) return null;
  return periodMonth === undefined ? String(periodYear) : monthText(periodYear, periodMonth);
}

const monthText = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

export interface ResponseDefinition<Schema extends z.ZodType> {
  readonly description: string;
  /** The schema of the body. `z.void()` for a response without a body. */
  readonly schema: Schema;
  /** Set where an example tells more than one made from the schema (example-of.ts), and for a file. */
  readonly example?: NoInfer<z.output<Schema>>;
  /** The media type, JSON by default. With another media type the body is text or bytes. */
  readonly mediaType?: string;
  /** The response's own headers with their descriptions. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
}

/** The body of a response that is a file. */
export const bytesBody = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .openapi({ type: 'string', format: 'binary' });

/** The body of a response that is produced while it is sent. */
export const streamBody = z
  .custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)
  .openapi({ type: 'string', format: 'binary' });

/** The schemas of the success responses by status. */
export type Responses = Readonly<Record<PropertyKey, z.ZodType>>;

/** A handler's reply: one of the declared statuses with the body declared for it. */
export type Reply<R extends Responses> = {
  readonly [Status in keyof R]: {
    readonly status: StatusOf<Status>;
    readonly body: z.output<R[Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R];

// TypeScript infers the key 200 of an object as the text "200".
type StatusOf<Key> = Key extends `${infer Status extends number}` ? Status : Key & number;

/** Other forms of a body by media type. A renderer may load its library first, so it may return a promise. */
export type Renderings<Body> = Readonly<Record<string, (body: Body) => string | Uint8Array | Promise<Uint8Array>>>;

/** The rows of a body as a table. */
export interface CsvView<Body> {
  /** The property names of the columns. The first row of the example must have them all. A function if they depend on the request. */
  readonly columns: readonly string[] | ((body: Body) => readonly string[]);
  readonly rows: (body: Body) => readonly object[];
}

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';

/** Returns the media type of the success response, which is that of the first response with a body. */
export function mediaTypeOfResponses(responses: object): string {
  const first = Object.values(responses).find(({ schema }) => !(schema instanceof z.ZodVoid));
  return first?.mediaType ?? JSON_TYPE;
}

/** Returns all other forms of a body, CSV first. */
export function renderingsOf<Body>(
  csv: CsvView<Body> | undefined,
  also: Renderings<Body> | undefined,
): Renderings<Body> {
  if (csv === undefined) return also ?? {};
  return { [CSV_TYPE]: (body) => csvText(columnsOf(csv, body), csv.rows(body)), ...also };
}

function columnsOf<Body>({ columns }: CsvView<Body>, body: Body): readonly string[] {
  return typeof columns === 'function' ? columns(body) : columns;
}

/** Throws for a column that the example lacks, because it would stay empty in every answer. The check runs when the service starts. */
export function requireColumns<Schema extends z.ZodType>(
  csv: CsvView<z.output<Schema>>,
  response: ResponseDefinition<Schema>,
  operationId: string,
): void {
  const example = response.example ?? exampleOf(response.schema);
  const names = Object.keys(csv.rows(example)[0] ?? {});
  const unknown = columnsOf(csv, example).filter((column) => !names.includes(column));
  if (unknown.length > 0) throw new Error(`The example of ${operationId} has no row with: ${unknown.join(', ')}.`);
}

interface Rendering<Body> {
  /** The media type that the client chose. */
  readonly chosen: string;
  /** The media type of the unrendered body. */
  readonly mediaType: string;
  readonly renderings: Renderings<Body>;
  /** The name of the file without its extension; null when the response is not a file. */
  readonly fileName: string | null;
  readonly href: (path: string) => string;
  readonly url: string;
}

/** Renders the handler's reply in the form that the client chose. */
export async function renderReply<Body>(
  reply: { readonly status: number; readonly body: Body; readonly headers?: Readonly<Record<string, string>> },
  { chosen, mediaType, renderings, fileName, href, url }: Rendering<Body>,
): Promise<Response> {
  const headers = new Headers(reply.headers);
  const { status, body } = reply;
  if (body === undefined) return new Response(null, { status, headers });
  const next = nextPage(body, url);
  if (next !== null) headers.set('Link', `<${href(next)}>; rel="next"`);
  const render = renderings[chosen];
  if (fileName !== null) {
    for (const [name, value] of fileHeaders(chosen, fileName)) if (!headers.has(name)) headers.set(name, value);
  }
  if (render !== undefined) {
    if (isCut(body)) headers.set('X-Truncated', 'true');
    return new Response(toBody(await render(body)), { status, headers });
  }
  if (!headers.has('Content-Type')) headers.set('Content-Type', contentTypeOf(mediaType));
  const asItIs = mediaType !== JSON_TYPE && (typeof body === 'string' || body instanceof Uint8Array);
  return new Response(asItIs ? toBody(body) : JSON.stringify(body), { status, headers });
}

export interface StreamHost {
  readonly mediaType: string;
  /** True when the client asks for the headers only. */
  readonly isHead: boolean;
  /** The largest response in bytes on a host that does not stream. */
  readonly replyBytesMax?: number | undefined;
}

/** Renders a body that is produced while it is sent. A host without streaming reads it first, up to the host's limit. */
export async function renderStream(
  {
    status,
    body,
    headers: own,
  }: {
    readonly status: number;
    readonly body: ReadableStream<Uint8Array>;
    readonly headers?: Readonly<Record<string, string>>;
  },
  { mediaType, isHead, replyBytesMax }: StreamHost,
): Promise<Response | Refused> {
  const headers = new Headers(own);
  headers.set('Content-Type', contentTypeOf(mediaType));
  if (isHead) {
    await body.cancel();
    return new Response(null, { status, headers });
  }
  if (replyBytesMax === undefined) return new Response(body, { status, headers });
  const bytes = await readUpTo(body, replyBytesMax);
  return bytes === null ? TOO_LARGE_FOR_HOST : new Response(bytes, { status, headers });
}

const TOO_LARGE_FOR_HOST = refuse(
  'not_acceptable',
  'The answer is larger than this installation can send. It takes one whose large requests go through containers.',
);

/** Reads a stream up to the limit. Returns null, without reading the rest, when the stream has more bytes. */
async function readUpTo(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The headers of a response that a browser saves. */
export function fileHeaders(mediaType: string, fileName: string): Headers {
  return new Headers({
    'Content-Type': contentTypeOf(mediaType),
    'Content-Disposition': `attachment; filename="${fileName}${EXTENSIONS[mediaType] ?? ''}"`,
  });
}

/** Returns true when the body does not hold every row. A table has no field that could say so. */
function isCut(body: unknown): boolean {
  return PAGED.safeParse(body).success || CUT.safeParse(body).success;
}

const CUT = z.object({ truncated: z.literal(true) });

const EXTENSIONS: Readonly<Record<string, string>> = {
  [CSV_TYPE]: '.csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** Returns the Content-Type. JSON is always UTF-8. Text must declare its encoding, and CSV must declare its header row. */
function contentTypeOf(mediaType: string): string {
  if (mediaType === CSV_TYPE) return 'text/csv; charset=utf-8; header=present';
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

// A byte view may share its buffer with other data; a response must own the bytes that it sends.
function toBody(content: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? content : new Uint8Array(content);
}

const PAGED = z.object({
  pagination: z.object({
    hasMore: z.literal(true),
    limit: z.number(),
    offset: z.number().optional(),
    nextCursor: z.number().optional(),
  }),
});

/** The path of the next page, for the Link header. A page of CSV has no other way to say that more pages follow. */
function nextPage(body: unknown, url: string): string | null {
  const page = PAGED.safeParse(body);
  if (!page.success) return null;
  const { limit, offset, nextCursor } = page.data.pagination;
  const { pathname, searchParams } = new URL(url);
  searchParams.set('limit', String(limit));
  if (offset !== undefined) searchParams.set('offset', String(offset + limit));
  if (nextCursor !== undefined) searchParams.set('cursor', String(nextCursor));
  return `${pathname}?${searchParams}`;
}
