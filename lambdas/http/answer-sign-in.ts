import type { Context } from 'hono';
import type { ExampleAgency } from '../../app/people/example-agency.ts';
import type { SignIn } from '../../app/people/people.ts';
import { isRefused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { Admission } from './admission.ts';
import { clientAddressOf, type HttpEnv, type ProxyHops, placeOf, problemResponse } from './http-env.ts';
import { isFromOwnPage } from './own-page.ts';
import { receiveBody } from './receive-body.ts';

/** The most bytes of a sign-in body, far above the largest body, which is the answer of a passkey. */
const BODY_BYTES_MAX = 65_536;

/** The path on which pages ask for the example agency. */
export const EXAMPLE_PATH = '/v1/auth/example';

/** The path on which pages ask which sign-in buttons to show. */
const OPTIONS_PATH = '/v1/auth/options';

/** Matches the paths of the sign-in library that the pages need. All other paths, such as lists of sessions, are refused. */
const LIBRARY_PATHS =
  /^\/v1\/auth\/(sign-in\/[\w/-]+|sign-out|magic-link\/verify|passkey\/[\w/-]+|callback\/\w+|oauth2\/callback\/[\w-]+|error)$/;

/** The path by which a page uses a link. */
const LINK_PATH = '/v1/auth/magic-link/verify';

/**
 * True when a browser opens an address itself, or does so for a page of another site. Using a link sets the cookie of a person, which no
 * other site's page may bring about.
 */
function isNavigation(c: Context<HttpEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  return (site !== undefined && site !== 'same-origin') || (c.req.header('Accept') ?? '').includes('text/html');
}

/** Leads to the page, which shows whom the link signs in and asks. */
function leadToPage(c: Context<HttpEnv>, publicUrl: string | null): Response {
  const token = encodeURIComponent(c.req.query('token') ?? '');
  const location = `${publicUrl ?? ''}/sign-in?token=${token}&ask=yes`;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

export interface SignInPlace extends Pick<Admission, 'bodyPlaces'> {
  readonly publicUrl: string | null;
  readonly proxyHops: ProxyHops;
  readonly spoolDirectory?: string | undefined;
}

/**
 * Passes a request to the sign-in library. A change must come from a page of this service. The client's address replaces any that the
 * client wrote, because the library counts attempts by it.
 */
export async function answerSignIn(c: Context<HttpEnv>, signIn: SignIn, place: SignInPlace): Promise<Response> {
  c.set('operationId', 'signIn');
  c.set('route', '/v1/auth/*');
  if (c.req.method === 'GET' && c.req.path === OPTIONS_PATH)
    return Response.json({ providers: signIn.providers }, { headers: { 'Cache-Control': 'no-store' } });
  if (!LIBRARY_PATHS.test(c.req.path))
    return problemResponse(refuse('not_found', 'There is no such path.').refused, placeOf(c));
  if (c.req.path === LINK_PATH && isNavigation(c)) return leadToPage(c, place.publicUrl);
  const isChange = c.req.method === 'POST';
  if (isChange && !isFromOwnPage(c, place.publicUrl)) {
    const detail = 'Sign in from a page of this service.';
    return problemResponse(refuse('forbidden', detail).refused, placeOf(c));
  }
  const clientAddress = clientAddressOf(c, place.proxyHops);
  const received = await receiveBody(c.req.raw, {
    sender: { account: 'sign-in', address: clientAddress ?? 'unknown' },
    bytesMax: BODY_BYTES_MAX,
    tooLarge: refuse('payload_too_large', `The body has more than ${BODY_BYTES_MAX} bytes.`),
    directory: place.spoolDirectory,
    places: place.bodyPlaces,
  });
  if (isRefused(received)) return problemResponse(received.refused, placeOf(c));
  try {
    return await signIn.answer({
      path: c.req.path,
      query: new URL(c.req.url).search,
      method: c.req.method,
      headers: c.req.raw.headers,
      body: received.stream === null ? undefined : await new Response(received.stream).arrayBuffer(),
      clientAddress,
    });
  } finally {
    await received.discard();
  }
}

/** Tells pages that this host has an example agency to look around in. */
export function answerExampleOffer(): Response {
  return Response.json({ offered: true });
}

/** Answers a page that wants to look around in the example agency: its progress, or a link that signs a visitor in. */
export async function answerExample(
  c: Context<HttpEnv>,
  example: ExampleAgency,
  publicUrl: string | null,
): Promise<Response> {
  c.set('operationId', 'openExample');
  c.set('route', EXAMPLE_PATH);
  const state = isFromOwnPage(c, publicUrl)
    ? await example.open()
    : refuse('forbidden', 'Look around from a page of this service.');
  if (isRefused(state)) return problemResponse(state.refused, placeOf(c));
  return Response.json(state, { headers: { 'Cache-Control': 'no-store' } });
}
