import type { Send } from './send-with-retries.ts';

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
