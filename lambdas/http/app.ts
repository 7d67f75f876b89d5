import { type Context, Hono } from 'hono';
import { isRefused, type Refusal } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { BadTokens } from './bad-tokens.ts';
import { compression } from './compression.ts';
import { type ConsoleFiles, mountConsole } from './console-pages.ts';
import { type EveryResponseDeps, everyResponse } from './every-response.ts';
import { type HttpEnv, placeOf } from './http-env.ts';
import { mountInvitations } from './invitations.ts';
import { chooseMediaType } from './negotiation.ts';
import { problemResponse, refusalOfError } from './problem-response.ts';
import type { Route, RouteDeps } from './route.ts';
import { type DiscoveryDeps, discoveryRoutes } from './routes/discovery.ts';
import { answerExample, answerExampleOffer, answerSignIn, EXAMPLE_PATH } from './sign-in.ts';

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
    if (refusal !== null) return problemResponse(refusal, placeOf(c));
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
  if (deps.console) mountConsole(app, deps.console, deps.publicUrl);
  // The first route of a path answers, so `/` leads to the reference only where no console is served.
  for (const path of WAYS_TO_REFERENCE) app.get(path, (c) => redirectToReference(c, deps.publicUrl));
  app.notFound((c) => problemResponse({ code: 'not_found', detail: 'There is no such path.' }, placeOf(c)));
  app.onError((error, c) => {
    const refusal = refusalOfError(error, deps.isUnavailable);
    if (refusal.code === 'internal_error') deps.onUnexpectedError?.();
    deps.log?.('error', 'http_error', {
      requestId: c.get('requestId'),
      operationId: c.get('operationId') ?? null,
      error,
    });
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
