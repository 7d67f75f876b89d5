import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './generated/api-types.ts';
import { problemErrorOf } from './problem-error.ts';
import {
  type RetryOptions,
  type Send,
  sendWithProgress,
  sendWithRetries,
  type UploadProgress,
  waitByTimer,
} from './send-requests.ts';

/** The named objects of the API, such as `Schema<'Job'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** The address of the service without `/v1`, such as `https://statements.example.com`; empty in a browser for the page's own origin. */
  readonly baseUrl: string;
  /** An API token. Without it a browser's session cookie signs the requests. A function is called before each request. */
  readonly token?: string | (() => string | null);
  /** Returns further headers. It is called before each request. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** The function that sends requests, by default `fetch`. With another function, uploads report their progress only at the end. */
  readonly fetch?: Send;
  /** The limits of repeats. By default a request is sent four times at most, and timers wait between attempts. */
  readonly retries?: Partial<RetryOptions>;
}

export interface CommissionClient {
  /** Typed calls of every path. `data` is the body of a success, and `error` the problem; `answerOf` throws the problem instead. */
  readonly api: Client<paths>;
  /** Options for a call of `api` whose body is a form with a file: `api.POST('/v1/files', { body, ...client.form(onProgress) })`. */
  form(onProgress?: (progress: UploadProgress) => void): FormOptions;
  /** Waits between two requests of helpers that poll. */
  readonly wait: RetryOptions['wait'];
}

export interface FormOptions {
  readonly bodySerializer: (fields: Readonly<Record<string, unknown>>) => FormData;
  readonly fetch: Send;
}

const ATTEMPTS_MAX = 4;

/**
 * Makes a client of one service, for browsers and Node. Every POST gets an `Idempotency-Key` of its own unless the call sets one, so that a
 * repeat after a lost answer has no second effect.
 */
export function createCommissionClient(options: ClientOptions): CommissionClient {
  const retries = { wait: waitByTimer, attemptsMax: ATTEMPTS_MAX, ...options.retries };
  const send: Send = options.fetch ?? ((request) => globalThis.fetch(request));
  const api = createClient<paths>({ baseUrl: options.baseUrl, fetch: sendWithRetries(send, retries) });
  api.use(signing(options), { onResponse: refuseHtml });
  return {
    api,
    wait: retries.wait,
    form: (onProgress) => ({
      bodySerializer: formOf,
      fetch: sendWithRetries(
        onProgress === undefined ? send : sendWithProgress(onProgress, options.fetch ?? null),
        retries,
      ),
    }),
  };
}

/** Returns the body of a success. Throws a ProblemError otherwise. */
export async function answerOf<Data>(
  call: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Exclude<Data, undefined>>;
export async function answerOf(
  call: Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>,
): Promise<unknown> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemErrorOf(response.status, error);
  return data;
}

/** Throws for a page in the place of an answer: a proxy, such as the sign-in of a wireless network, answers 200 with HTML. */
function refuseHtml({ response }: { readonly response: Response }): undefined {
  const isPage = /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');
  if (response.ok && isPage) throw problemErrorOf(response.status, null);
}

function signing({ token, headers }: ClientOptions): Middleware {
  return {
    onRequest({ request }) {
      const value = typeof token === 'function' ? token() : token;
      if (value !== undefined && value !== null) request.headers.set('Authorization', `Bearer ${value}`);
      for (const [name, text] of Object.entries(headers?.() ?? {})) request.headers.set(name, text);
      if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
        request.headers.set('Idempotency-Key', crypto.randomUUID());
      }
    },
  };
}

/** Makes a form of the fields. Undefined fields are left out, and a File keeps its name. */
function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}

/** The largest page that the service answers. */
const PAGE_ROWS = 200;

type Answer<Item, Pagination> = Promise<{
  readonly data?: { readonly data: readonly Item[]; readonly pagination: Pagination };
  readonly error?: unknown;
  readonly response: Response;
}>;

/**
 * Yields all rows of a list with `offset`, page by page:
 * `offsetItems((page) => client.api.GET('/v1/members', { params: { query: { carrierId, ...page } } }))`.
 * Throws a ProblemError when a page is refused.
 */
export async function* offsetItems<Item>(
  list: (page: { readonly limit: number; readonly offset: number }) => Answer<Item, { readonly hasMore: boolean }>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; ) {
    const { data, pagination } = await answerOf(list({ limit: PAGE_ROWS, offset }));
    yield* data;
    if (!pagination.hasMore || data.length === 0) return;
    // The call may have asked for a smaller page.
    offset += data.length;
  }
}

/**
 * Yields all rows of a list with `cursor`, page by page:
 * `cursorItems((page) => client.api.GET('/v1/files', { params: { query: page } }))`.
 * Ends with the last row that is there, also in the list of events, whose cursor goes on. Throws a ProblemError when a page is refused.
 */
export async function* cursorItems<Item>(
  list: (page: {
    readonly limit: number;
    readonly cursor?: number;
  }) => Answer<Item, { readonly nextCursor: number | null; readonly hasMore: boolean }>,
): AsyncGenerator<Item, void, undefined> {
  for (let page: { readonly limit: number; readonly cursor?: number } = { limit: PAGE_ROWS }; ; ) {
    const { data, pagination } = await answerOf(list(page));
    yield* data;
    if (!pagination.hasMore || pagination.nextCursor === null) return;
    page = { limit: PAGE_ROWS, cursor: pagination.nextCursor };
  }
}
