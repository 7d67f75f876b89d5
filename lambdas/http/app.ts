import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { InvitationStore } from '../../app/people/manage-team.ts';
import { answerInvitation, findLinkHolder, listInvitations } from '../../app/people/own-session.ts';
import type { SignIn } from '../../app/people/people.ts';
import { isRefused, type Refusal, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { answerExample, answerExampleOffer, answerSignIn, EXAMPLE_PATH } from './answer-sign-in.ts';
import { BadTokens } from './authentication.ts';
import { type EveryResponseDeps, everyResponse } from './every-response.ts';
import { type HttpEnv, placeOf, problemResponse, refusalOfError } from './http-env.ts';
import {
  answerUnknownPath,
  type ConsoleFiles,
  isFromOwnPage,
  mountConsole,
  mountReferencePages,
  unknownPage,
} from './own-page.ts';
import { chooseCoding, chooseMediaType } from './reply.ts';
import type { Route, RouteDeps } from './route.ts';
import { type DiscoveryDeps, discoveryRoutes } from './routes/discovery-routes.ts';

export interface HttpDeps extends Omit<RouteDeps, 'badTokens'>, EveryResponseDeps {
  /** The service's name and version, as GET /v1/health shows them. */
  readonly service: string;
  readonly version: string;
  /** True when a thrown error means that the database or the storage cannot be reached for the moment. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Called for every 500 after an unexpected error. Optional. */
  readonly onUnexpectedError?: () => void;
  /** The pages for people; null on a host that does not serve them. */
  readonly console?: ConsoleFiles | null | undefined;
  /** Lists the accounts of a signed-in person. */
  readonly ownAccounts?: DiscoveryDeps['ownAccounts'];
}

export type HttpApp = Hono<HttpEnv>;

/** Addresses where people look for the reference page, which is at `/v1/docs`. */
const WAYS_TO_REFERENCE = ['/', '/docs', '/docs/', '/v1/docs/'] as const;

/** The longest accepted URL in characters, above every link of this service and below the limit of the hosts. */
const URL_CHARACTERS_MAX = 8_192;

/** Makes the whole HTTP interface: the discovery routes and the given routes behind their shared layers. */
export function createApp(deps: HttpDeps, routes: readonly Route[]): HttpApp {
  const app: HttpApp = new Hono();
  const badTokens = new BadTokens({ warn: (event, fields) => deps.log?.('warn', event, fields) });
  const routeDeps = { ...deps, badTokens };
  const all = sortRoutes([...discoveryRoutes(deps, () => all), ...routes]);
  requireDistinct(all);
  app.use(everyResponse(deps));
  app.use(compression);
  app.use(async (c, next) => {
    const refusal = refuseUrl(c.req.url);
    if (refusal !== null) return answerUnknownPath(c, page, refusal);
    await next();
  });
  for (const [path, onPath] of Map.groupBy(all, ({ definition }) => definition.path)) {
    for (const route of onPath)
      app.on(route.definition.method.toUpperCase(), honoPath(path), (c) => answer(c, route, routeDeps));
    app.all(honoPath(path), (c) => answerOtherMethod(c, onPath));
  }
  if (deps.sessions !== undefined) {
    const { signIn, invitations, example } = deps.sessions;
    mountInvitations(app, { signIn, invitations, publicUrl: deps.publicUrl });
    if (example !== undefined) {
      app.get(EXAMPLE_PATH, answerExampleOffer);
      app.post(EXAMPLE_PATH, (c) => answerExample(c, example, deps.publicUrl));
    }
    app.on(['GET', 'POST'], '/v1/auth/*', (c) => answerSignIn(c, signIn, deps));
  }
  const page = deps.console ? mountConsole(app, deps.console, deps.publicUrl) : unknownPage(deps.publicUrl);
  mountReferencePages(app, deps.publicUrl);
  // The first route of a path answers, so `/` leads to the reference only where no console is served.
  for (const path of WAYS_TO_REFERENCE) app.get(path, (c) => redirectToReference(c, deps.publicUrl));
  app.notFound((c) => answerUnknownPath(c, page));
  app.onError((error, c) => {
    const refusal = refusalOfError(error, deps.isUnavailable);
    if (refusal.code === 'internal_error') deps.onUnexpectedError?.();
    if (refusal.code !== 'month_archived') {
      deps.log?.('error', 'http_error', {
        requestId: c.get('requestId'),
        operationId: c.get('operationId') ?? null,
        error,
      });
    }
    return problemResponse(refusal, placeOf(c));
  });
  return app;
}

async function answer(c: Context<HttpEnv>, route: Route, deps: RouteDeps): Promise<Response> {
  c.set('operationId', route.definition.operationId);
  c.set('route', route.definition.path);
  const result = await route.answer(c, deps);
  return isRefused(result) ? problemResponse(result.refused, placeOf(c)) : result;
}

/** Redirects a browser to the reference page; a client that does not accept HTML gets 404. */
function redirectToReference(c: Context<HttpEnv>, publicUrl: string | null): Response {
  const chosen = chooseMediaType(c.req.header('Accept'), ['text/html', 'application/problem+json']);
  if (chosen === 'text/html')
    return new Response(null, { status: 302, headers: { Location: `${publicUrl ?? ''}/v1/docs`, Vary: 'Accept' } });
  return problemResponse({ code: 'not_found', detail: 'The reference is at /v1/docs, the API at /v1.' }, placeOf(c));
}

/** Answers a known path with another method. The answer needs no token, because the public API description says the same. */
function answerOtherMethod(c: Context<HttpEnv>, routes: readonly Route[]): Response {
  const methods = routes.map(({ definition }) => definition.method.toUpperCase());
  const Allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } });
  return problemResponse({ code: 'method_not_allowed', detail: `Allowed: ${Allow}.`, headers: { Allow } }, placeOf(c));
}

/** Refuses a URL that no path of this service can match and that a later parser might misread. */
function refuseUrl(url: string): Refusal | null {
  if (url.length > URL_CHARACTERS_MAX) {
    return refuse('bad_request', `The URL is longer than ${URL_CHARACTERS_MAX} characters.`).refused;
  }
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return /\p{Cc}/u.test(path) ? refuse('bad_request', 'The path holds a control character.').refused : null;
  } catch {
    return refuse('bad_request', 'The path has a broken percent escape.').refused;
  }
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Sorts fixed segments before parameters, so that `/v1/carriers/groups` is never read as a carrier id, whatever the order of
 * registration.
 */
function sortRoutes(routes: readonly Route[]): readonly Route[] {
  const key = ({ definition }: Route) => definition.path.replaceAll('{', '\uFFFF');
  return routes.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function requireDistinct(routes: readonly Route[]): void {
  const names = routes.flatMap(({ definition }) => [
    `${definition.method} ${definition.path.replaceAll(/\{\w+\}/g, '{}')}`,
    definition.operationId,
  ]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two routes share "${twice}".`);
}

/**
 * The size in bytes from which responses are compressed. A smaller response gains almost nothing, and fits in one network packet anyway.
 */
const BYTES_MIN = 1024;
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?(json|javascript))/;
/**
 * The quality of brotli. Quality 4 compresses JSON better than gzip at about the same speed; the default of 11 takes seconds for a
 * megabyte.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const gzipAsync = promisify(gzip);
const brotliAsync = promisify<Uint8Array, typeof BROTLI, Buffer>(brotliCompress);

/**
 * Compresses text responses over 1 KB. Most responses are complete in memory, so their size is known; streamed ones are compressed while
 * they are sent.
 */
export const compression: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { res } = c;
  if (c.req.method === 'HEAD' || res.body === null || res.headers.has('Content-Encoding')) return;
  if (!COMPRESSIBLE.test(res.headers.get('Content-Type') ?? '')) return;
  const isStreamed = c.get('isStreamed');
  const bytes = isStreamed ? null : new Uint8Array(await res.arrayBuffer());
  const isSmall = bytes !== null && bytes.byteLength < BYTES_MIN;
  const coding = isSmall ? null : chooseCoding(c.req.header('Accept-Encoding'), ['br', 'gzip']);
  const headers = new Headers(res.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (coding !== null) headers.set('Content-Encoding', coding);
  const whole = bytes === null || coding === null ? bytes : await compress(bytes, coding);
  const body = whole ?? (coding === null ? res.body : compressedStream(res.body, coding));
  // The response is cleared first; otherwise the new response would inherit its headers.
  c.res = undefined;
  c.res = new Response(body, { status: res.status, headers });
};

async function compress(bytes: Uint8Array, coding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(coding === 'br' ? await brotliAsync(bytes, BROTLI) : await gzipAsync(bytes));
}

/** Compresses a stream at the pace of the client. If the stream is cancelled or fails on one side, the other side ends too. */
function compressedStream(body: ReadableStream<Uint8Array>, coding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const packing = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
  // The reader of the compressed stream receives the error, so the callback ignores it.
  return Readable.toWeb(pipeline(Readable.from(body, { highWaterMark: 1 }), packing, () => {}));
}

const TOKEN_CHARACTERS_MAX = 200;
const invitationId = z.uuid();

interface InvitationDeps {
  readonly signIn: Pick<SignIn, 'findSession'>;
  readonly invitations: InvitationStore;
  readonly publicUrl: string | null;
}

/**
 * Mounts the paths by which a page shows and answers invitations, and shows whom a link would sign in. They are not part of the described
 * API, because a session needs no account for them.
 */
function mountInvitations(app: Hono<HttpEnv>, { signIn, invitations, publicUrl }: InvitationDeps): void {
  const sessionOf = async (c: Context<HttpEnv>) => {
    const cookie = c.req.header('Cookie');
    return cookie === undefined ? null : signIn.findSession(cookie);
  };
  app.get('/v1/auth/invitations', async (c) => {
    name(c);
    return answered(c, await listInvitations(invitations, await sessionOf(c)));
  });
  app.post('/v1/auth/invitations/:id/:answer{accept|decline}', async (c) => {
    name(c);
    if (!isFromOwnPage(c, publicUrl)) return answered(c, foreignPage());
    const id = invitationId.safeParse(c.req.param('id'));
    if (!id.success) return answered(c, refuse('not_found', 'You have no such invitation.'));
    const answer = c.req.param('answer') === 'accept' ? 'accept' : 'decline';
    const request = { sessionId: await sessionOf(c), invitationId: id.data, answer } as const;
    return answered(c, (await answerInvitation(invitations, request)) ?? {});
  });
  // The token is in a header, so that no log of addresses has it.
  app.get('/v1/auth/link', async (c) => {
    name(c);
    const token = c.req.header('X-Link-Token') ?? '';
    return answered(c, await findLinkHolder(invitations, token.slice(0, TOKEN_CHARACTERS_MAX)));
  });
}

const foreignPage = () => refuse('forbidden', 'Answer an invitation on a page of this service.');

function name(c: Context<HttpEnv>): void {
  c.set('operationId', 'signIn');
  c.set('route', '/v1/auth/*');
}

function answered(c: Context<HttpEnv>, result: object | Refused): Response {
  if (isRefused(result)) return problemResponse(result.refused, placeOf(c));
  return Response.json(result, { headers: { 'Cache-Control': 'no-store' } });
}
