import { JSON_BYTES_MAX } from '../../core/limits/request-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';

/** The deepest nesting that is accepted. No input of the service is nested more than a few levels deep. */
const DEPTH_MAX = 50;
const SHOWN_KEY_LENGTH = 80;

/** The value of a strictly read JSON text, or the refusal. The value is wrapped, because null is a JSON value too. */
export type JsonReading = { readonly value: unknown } | Refused;

/**
 * Parses JSON and refuses three things that JSON.parse accepts. Of two equal keys it silently keeps the last, `__proto__` is dangerous to
 * code that copies properties, and the database cannot store U+0000 or unpaired surrogates.
 */
export function readStrictJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('bad_request', 'The body is not valid JSON.');
  }
  return findFault(text) ?? { value };
}

/** Walks the tokens of a text that is known to be valid JSON. */
function findFault(text: string): Refused | null {
  const open: (Set<string> | null)[] = [];
  let keyIsNext = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      const end = endOfString(text, i);
      const fault = faultOfString(text.slice(i, end + 1), keyIsNext ? (open.at(-1) ?? null) : null);
      if (fault !== null) return fault;
      i = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > DEPTH_MAX) return refuse('bad_request', `The body is nested deeper than ${DEPTH_MAX} levels.`);
      keyIsNext = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',') {
      keyIsNext = open.at(-1) instanceof Set;
    } else if (character === ':') {
      keyIsNext = false;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/**
 * Finds a fault in a string. `keys` are the earlier keys of the object if the string is a key, else null. Only an escape can hide a
 * forbidden character.
 */
function faultOfString(literal: string, keys: Set<string> | null): Refused | null {
  const text = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
  const shown = text.slice(0, SHOWN_KEY_LENGTH);
  if (!isStorable(text)) return refuse('bad_request', 'A text in the body holds U+0000 or half of a surrogate pair.');
  if (keys === null) return null;
  if (text === '__proto__') return refuse('bad_request', 'The body has a key "__proto__".');
  if (keys.has(text)) return refuse('bad_request', `The key "${shown}" is given twice in one object.`);
  keys.add(text);
  return null;
}

/** True when PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The part of a request that body readers need. */
export type BodyRequest = Pick<Request, 'body' | 'headers'>;

export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads a JSON body up to the limit. Size is checked before media type, and media type before content
 * (docs/reference/uploads-and-jobs.md#order-of-checks).
 */
export async function readJson(request: BodyRequest, bytesMax: number): Promise<JsonReading> {
  const refused = refuseJsonHead(request, bytesMax);
  if (refused !== null) return refused;
  const bytes = await readBytes(request, bytesMax);
  if (isRefused(bytes)) return bytes;
  const text = decodeUtf8(bytes);
  return text === null ? refuse('bad_request', 'The body is not valid UTF-8.') : readStrictJson(text);
}

/** Refuses a JSON body by its headers alone; null when they are acceptable. */
export function refuseJsonHead(request: BodyRequest, bytesMax: number): Refused | null {
  const refused = refuseLength(request, bytesMax) ?? refuseMediaType(request, 'application/json');
  if (refused !== null) return refused;
  const charset = mediaTypeOf(request)?.parameters.get('charset') ?? 'utf-8';
  return /^utf-?8$/i.test(charset) ? null : refuse('unsupported_media_type', 'JSON is UTF-8.');
}

const CSV_TYPE = 'text/csv';
/** The encodings in which spreadsheets save CSV, by the names that `charset` uses. */
const CSV_CHARSETS: ReadonlySet<string> = new Set([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'us-ascii',
]);

export function isCsv(request: BodyRequest): boolean {
  return mediaTypeOf(request)?.type === CSV_TYPE;
}

/** Refuses a JSON or CSV body by its headers alone; null when they are acceptable. */
export function refuseCsvHead(request: BodyRequest, bytesMax: number): Refused | null {
  const refused = refuseLength(request, bytesMax) ?? refuseMediaType(request, 'application/json', CSV_TYPE);
  if (refused !== null) return refused;
  if (!isCsv(request)) return refuseJsonHead(request, bytesMax);
  const charset = charsetOf(request);
  return charset === null || CSV_CHARSETS.has(charset)
    ? null
    : refuse('unsupported_media_type', `Send CSV as ${[...CSV_CHARSETS].join(', ')}.`);
}

/** Reads a CSV body up to the limit, as text. */
export async function readCsv(request: BodyRequest, bytesMax: number): Promise<{ readonly text: string } | Refused> {
  const refused = refuseCsvHead(request, bytesMax);
  if (refused !== null) return refused;
  const bytes = await readBytes(request, bytesMax);
  return isRefused(bytes) ? bytes : { text: decodeCsv(bytes, charsetOf(request)) };
}

function charsetOf(request: BodyRequest): string | null {
  return mediaTypeOf(request)?.parameters.get('charset')?.toLowerCase() ?? null;
}

/**
 * Decodes a CSV. A byte order mark takes precedence over the declared encoding. Without both, the text is UTF-8 or, if it is no valid
 * UTF-8, Windows-1252, in which Excel on Windows saves.
 */
function decodeCsv(bytes: Uint8Array, declared: string | null): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (declared !== null && declared !== 'utf-8') return new TextDecoder(declared).decode(bytes);
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Returns the field names of an unexpected body; "body" if it is not a JSON object. An empty object has no fields and is accepted. */
export async function fieldsOfUnexpectedBody(request: BodyRequest): Promise<readonly string[]> {
  if (request.body === null) return [];
  const bytes = await readBytes(request, JSON_BYTES_MAX);
  const text = isRefused(bytes) ? null : decodeUtf8(bytes);
  if (text !== null && text.trim() === '') return [];
  const json = text === null ? null : readStrictJson(text);
  const value = json === null || isRefused(json) ? null : json.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : ['body'];
}

/** Refuses a body by its announced length, before a byte is read. */
export function refuseLength({ headers }: BodyRequest, bytesMax: number): Refused | null {
  const length = Number(headers.get('content-length') ?? 0);
  return length > bytesMax ? refuseSize(bytesMax) : null;
}

export function refuseMediaType(request: BodyRequest, ...expected: readonly string[]): Refused | null {
  const mediaType = mediaTypeOf(request);
  const wanted = expected.join(' or ');
  if (mediaType === null) return refuse('bad_request', `The header Content-Type is missing: send ${wanted}.`);
  if (!expected.includes(mediaType.type)) return refuse('unsupported_media_type', `Send ${wanted}.`);
  const coding = request.headers.get('content-encoding') ?? 'identity';
  return coding === 'identity' ? null : refuse('unsupported_media_type', 'Send the body without a Content-Encoding.');
}

/** Refuses a body that is too large. The rest of the body stays unread, and the host closes the connection. */
export function refuseSize(bytesMax: number): Refused {
  return refuse('payload_too_large', `The limit is ${bytesMax / (1024 * 1024)} MB (${bytesMax} bytes).`);
}

/** Yields the chunks of the body. If the client aborts, the last value is a refusal. */
export async function* bodyChunks({ body }: BodyRequest): AsyncGenerator<Uint8Array | Refused> {
  if (body === null) return;
  // A reader is used instead of `for await`: leaving that loop early would cancel the stream and close the connection before the refusal is
  // sent.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    yield refuse('bad_request', 'The body broke off.');
  }
}

async function readBytes(request: BodyRequest, bytesMax: number): Promise<Uint8Array | Refused> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bodyChunks(request)) {
    if (isRefused(chunk)) return chunk;
    length += chunk.byteLength;
    if (length > bytesMax) return refuseSize(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the Content-Type. Null when the header is missing. An unreadable header has the type "". */
export function mediaTypeOf({ headers }: BodyRequest): MediaType | null {
  const header = headers.get('content-type')?.trim() ?? '';
  if (header === '') return null;
  const [type = '', ...rest] = header.split(';');
  const parameters = rest.flatMap((parameter): [string, string][] => {
    const match = /^\s*([\w-]+)=(?:"([^"]*)"|([^\s"]*))\s*$/.exec(parameter);
    return match?.[1] === undefined ? [] : [[match[1].toLowerCase(), match[2] ?? match[3] ?? '']];
  });
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}

/** Returns null for bytes that are not UTF-8. A byte order mark is not part of the text. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
