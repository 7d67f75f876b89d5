import { z } from '@hono/zod-openapi';
import { csvText } from '../../core/csv-text.ts';
import { type Refused, refuse } from '../../core/problem.ts';

export interface ResponseDefinition<Schema extends z.ZodType> {
  readonly description: string;
  /** `z.void()` for a response without a body. */
  readonly schema: Schema;
  readonly example: NoInfer<z.output<Schema>>;
  /** JSON unless said otherwise; the body is then text or bytes. */
  readonly mediaType?: string;
  /** Headers of this response's own, with what they say. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
}

/** The body of a response that is a file. */
export const bytesBody = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .openapi({ type: 'string', format: 'binary' });

/** The body of a response that is sent while it is made. */
export const streamBody = z
  .custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)
  .openapi({ type: 'string', format: 'binary' });

/** Schemas of the success responses by status. */
export type Responses = Readonly<Record<PropertyKey, z.ZodType>>;

/** What a handler answers with: one of the declared statuses and the body declared for it. */
export type Reply<R extends Responses> = {
  readonly [Status in keyof R]: {
    readonly status: StatusOf<Status>;
    readonly body: z.output<R[Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R];

// The compiler keeps an inferred key 200 as the text "200".
type StatusOf<Key> = Key extends `${infer Status extends number}` ? Status : Key & number;

/** Other forms of a body, by media type. What makes one may first have to be loaded. */
export type Renderings<Body> = Readonly<Record<string, (body: Body) => string | Uint8Array | Promise<Uint8Array>>>;

/** The rows of a body as a table. */
export interface CsvView<Body> {
  /** Names of properties; the example's first row must have them all. A function where they depend on what was asked for. */
  readonly columns: readonly string[] | ((body: Body) => readonly string[]);
  readonly rows: (body: Body) => readonly object[];
}

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';

/** The media type of the success response: the first that has a body. */
export function mediaTypeOfResponses(responses: object): string {
  const first = Object.values(responses).find(({ schema }) => !(schema instanceof z.ZodVoid));
  return first?.mediaType ?? JSON_TYPE;
}

/** CSV stands first among the other forms. */
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

/** A column that no row has would be empty for ever: found when the service starts, by the example. */
export function requireColumns<Body>(csv: CsvView<Body>, example: Body, operationId: string): void {
  const names = Object.keys(csv.rows(example)[0] ?? {});
  const unknown = columnsOf(csv, example).filter((column) => !names.includes(column));
  if (unknown.length > 0) throw new Error(`The example of ${operationId} has no row with: ${unknown.join(', ')}.`);
}

interface Rendering<Body> {
  /** What the client chose among the offers. */
  readonly chosen: string;
  /** The media type of the body as it is. */
  readonly mediaType: string;
  readonly renderings: Renderings<Body>;
  /** Names the file when a browser saves the response. */
  readonly operationId: string;
  readonly href: (path: string) => string;
  readonly url: string;
}

/** The handler's answer as a response, in the form the client chose. */
export async function renderReply<Body>(
  reply: { readonly status: number; readonly body: Body; readonly headers?: Readonly<Record<string, string>> },
  { chosen, mediaType, renderings, operationId, href, url }: Rendering<Body>,
): Promise<Response> {
  const headers = new Headers(reply.headers);
  const { status, body } = reply;
  if (body === undefined) return new Response(null, { status, headers });
  const next = nextPage(body, url);
  if (next !== null) headers.set('Link', `<${href(next)}>; rel="next"`);
  const render = renderings[chosen];
  if (render !== undefined) {
    for (const [name, value] of fileHeaders(chosen, operationId)) headers.set(name, value);
    if (isCut(body)) headers.set('X-Truncated', 'true');
    return new Response(toBody(await render(body)), { status, headers });
  }
  if (!headers.has('Content-Type')) headers.set('Content-Type', contentTypeOf(mediaType));
  const asItIs = mediaType !== JSON_TYPE && (typeof body === 'string' || body instanceof Uint8Array);
  return new Response(asItIs ? toBody(body) : JSON.stringify(body), { status, headers });
}

export interface StreamHost {
  readonly mediaType: string;
  /** Only the headers are asked for. */
  readonly isHead: boolean;
  /** Of a host that sends no streams: most bytes of an answer. */
  readonly replyBytesMax?: number | undefined;
}

/** A body that is made while it is sent. Where the host can't do that it is read first, no further than the host can send. */
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

/** Null when there are more bytes; the rest is not made. */
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

/** Of an answer that a browser saves. */
export function fileHeaders(mediaType: string, operationId: string): Headers {
  return new Headers({
    'Content-Type': contentTypeOf(mediaType),
    'Content-Disposition': `attachment; filename="${operationId}${EXTENSIONS[mediaType] ?? ''}"`,
  });
}

/** A table has no place of its own to say that it does not hold every row. */
function isCut(body: unknown): boolean {
  return PAGED.safeParse(body).success || CUT.safeParse(body).success;
}

const CUT = z.object({ truncated: z.literal(true) });

const EXTENSIONS: Readonly<Record<string, string>> = {
  [CSV_TYPE]: '.csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** JSON is UTF-8 by definition; text must say so, and CSV that it has a header row. */
function contentTypeOf(mediaType: string): string {
  if (mediaType === CSV_TYPE) return 'text/csv; charset=utf-8; header=present';
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

// A view of bytes may look into a buffer shared with others; a response must own what it sends.
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

/** The path of the next page, for the Link header: a page of CSV has no other place to say that it is not the last. */
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
