import { noAnswerError } from './problem-error.ts';

/** Sends one request and resolves with any answer; rejects when there is none, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>;

/** Waits, and rejects with the signal's reason when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface RetryOptions {
  readonly wait: Wait;
  /** The most times that a request is sent; 1 sends it once. */
  readonly attemptsMax: number;
  /** Called when an attempt has had no answer for some seconds, and before a repeat. A person then learns why nothing happens. */
  readonly onWaiting?: (() => void) | undefined;
}

const FIRST_DELAY_MS = 500;
const DELAY_MAX_MS = 60_000;
/** The milliseconds without an answer after which `onWaiting` is called, so that a person sees a sign of life within three seconds. */
const SILENT_MS = 2_500;

/** The statuses after which a request may be repeated, because it had no effect or the repeat is safe. */
const REPEATABLE_STATUSES = [408, 429, 502, 503, 504];

/**
 * Repeats a request by the rules of docs/reference/requests.md. A 408, 429 or 503 had no effect, and a 409 with `Retry-After` waits for the
 * first request under the same `Idempotency-Key`. A full disk (`storage_full`) is not waited for. A request whose answer was lost or broke
 * off is repeated unless its method is DELETE, whose repeat would say that the thing is gone. Rejects with a ProblemError `no_answer` when
 * the last attempt had no answer.
 */
export function sendWithRetries(send: Send, { wait, attemptsMax, onWaiting }: RetryOptions): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attemptsMax;
      const silence = onWaiting === undefined ? undefined : setTimeout(onWaiting, SILENT_MS);
      // Node may wait forever for a body that was aborted before it was read, so the signal is awaited as well.
      const outcome = await Promise.race([
        attemptOf(send, isLast ? request : request.clone()),
        aborted(request.signal),
      ]).finally(() => clearTimeout(silence));
      if (request.signal.aborted) throw request.signal.reason;
      const delayMs = delayBefore(outcome, request.method, attempt);
      if (isLast || delayMs === null || (await needsPerson(outcome))) {
        if (outcome instanceof Response) return outcome;
        throw noAnswerError(outcome.cause);
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      onWaiting?.();
      await wait(delayMs, request.signal);
    }
  };
}

function aborted(signal: AbortSignal): Promise<{ readonly cause: unknown }> {
  return new Promise((resolve) => {
    const abort = () => resolve({ cause: signal.reason });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Waits by a timer. */
export const waitByTimer: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });

const attemptOf = (send: Send, request: Request): Promise<Response | { readonly cause: unknown }> =>
  send(request)
    .then(wholeAnswer)
    .catch((cause: unknown) => ({ cause }));

/** Reads JSON to its end, so that the connection cannot break later. Files are left to the caller, because they may be large. */
async function wholeAnswer(response: Response): Promise<Response> {
  const isJson = /^application\/([\w.]+\+)?json\b/i.test(response.headers.get('Content-Type') ?? '');
  if (!isJson || response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** Returns the milliseconds to wait before the next attempt; null when the request must not be repeated. */
function delayBefore(outcome: Response | { readonly cause: unknown }, method: string, attempt: number): number | null {
  const backOffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 + Math.random() / 4);
  if (!(outcome instanceof Response)) return method === 'DELETE' ? null : backOffMs;
  const asked = retryAfterMs(outcome);
  if (outcome.status === 409) return asked;
  if (!REPEATABLE_STATUSES.includes(outcome.status)) return null;
  // A 502 or 504 of a proxy may hide a request that took effect.
  if (method === 'DELETE' && (outcome.status === 502 || outcome.status === 504)) return null;
  return asked ?? backOffMs;
}

/** Returns true for a full disk of the service: it lasts until a person has made room, and the caller should know at once. */
async function needsPerson(outcome: Response | { readonly cause: unknown }): Promise<boolean> {
  if (!(outcome instanceof Response) || outcome.status !== 503) return false;
  const body: unknown = await outcome
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'storage_full';
}

/** Reads `Retry-After` in milliseconds, at most a minute. Null when the header is missing or a date. */
function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, DELAY_MAX_MS) : null;
}

/** The number of bytes sent and of all bytes of a body. A repeated request begins at 0 again. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

type OnProgress = (progress: UploadProgress) => void;

/** The part of XMLHttpRequest that is used. Its type is not in the libraries of Node. */
interface XhrLike {
  responseType: string;
  readonly response: unknown;
  readonly status: number;
  readonly statusText: string;
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: ArrayBuffer): void;
  abort(): void;
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Sends a request and reports its progress. Browsers report the progress of a body through XMLHttpRequest alone; elsewhere the body is a
 * stream that reports each chunk when the connection takes it. A body is in memory while it is sent: files have 15 MiB at most.
 */
export function sendWithProgress(onProgress: OnProgress, send: Send | null): Send {
  return async (request) => {
    const body = await request.arrayBuffer();
    onProgress({ sentBytes: 0, totalBytes: body.byteLength });
    const requestClass: unknown = Reflect.get(globalThis, 'XMLHttpRequest');
    const answer =
      send === null && isXhrClass(requestClass)
        ? await sendByXhr(request, body, { xhr: new requestClass(), onProgress })
        : await (send ?? globalThis.fetch)(streaming(request, body, onProgress));
    onProgress({ sentBytes: body.byteLength, totalBytes: body.byteLength });
    return answer;
  };
}

function isXhrClass(value: unknown): value is new () => XhrLike {
  return typeof value === 'function';
}

/** Copies the request with a body that reports each chunk when the connection takes it. */
function streaming(request: Request, body: ArrayBuffer, onProgress: OnProgress): Request {
  let sentBytes = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new Uint8Array(body.slice(sentBytes, sentBytes + CHUNK_BYTES));
        if (sentBytes > 0) onProgress({ sentBytes, totalBytes: body.byteLength });
        if (chunk.byteLength === 0) {
          controller.close();
          return;
        }
        sentBytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    // The body is not read ahead, so that progress follows the connection.
    { highWaterMark: 0 },
  );
  const { method, headers, signal } = request;
  // The types of browsers lack the field that a stream as a body requires.
  const init: RequestInit & { readonly duplex: 'half' } = { method, headers, signal, body: stream, duplex: 'half' };
  return new Request(request.url, init);
}

function sendByXhr(
  request: Request,
  body: ArrayBuffer,
  { xhr, onProgress }: { readonly xhr: XhrLike; readonly onProgress: OnProgress },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) {
      reject(request.signal.reason);
      return;
    }
    xhr.open(request.method, request.url);
    xhr.responseType = 'arraybuffer';
    // The browser sets other headers, such as the length, by itself.
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onerror = () => reject(new TypeError('The connection failed.'));
    xhr.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}

function responseOf(xhr: XhrLike): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = xhr.response instanceof ArrayBuffer && xhr.response.byteLength > 0 ? xhr.response : null;
  return new Response(body, { status: xhr.status, statusText: xhr.statusText, headers });
}
