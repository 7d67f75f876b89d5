import { z } from 'zod/mini';
import { ProblemError } from '../../client/problem-error.ts';

/** The calls of the sign-in library, which are not part of the described API. */

const UNREACHABLE = 'The service cannot be reached right now. Try again in a minute.';
const TOO_MANY = 'Too many tries. Wait a minute and try again.';

/** Throws `ProblemError` when the service can't be reached or is asked too often. */
export async function call(path: string, body?: object): Promise<Response> {
  const response = await fetch(`v1/auth/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    // A link that does not work is answered with a redirect, which must not be followed.
    redirect: 'manual',
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  if (response === null) throw refused(0, UNREACHABLE);
  if (response.status === 429) throw refused(429, TOO_MANY);
  return response;
}

/** A refusal as the screens show it. */
export function refused(status: number, sentence: string): ProblemError {
  return new ProblemError(sentence, { code: status === 429 ? 'rate_limited' : 'unreadable_answer', status });
}

/** Asks for a link by mail. The answer does not tell whether the address is known. */
export async function askForLink(email: string): Promise<void> {
  const response = await call('sign-in/magic-link', { email });
  if (!response.ok) throw refused(response.status, 'Enter a full email address, such as dana@agency.com.');
}

/** Signs in with the token of a link. Returns false when the link was used before or is too old. */
export async function takeLink(token: string): Promise<boolean> {
  const response = await call(`magic-link/verify?token=${encodeURIComponent(token)}`);
  return response.ok;
}

/** Ends the session of the cookie. */
export async function endSession(): Promise<void> {
  await call('sign-out', {});
}

const options = z.object({ providers: z.array(z.enum(['google', 'microsoft'])) });

export type Provider = z.infer<typeof options>['providers'][number];

/** Returns the providers that people can sign in with here. */
export async function readProviders(): Promise<readonly Provider[]> {
  const response = await call('options');
  return response.ok ? options.parse(await response.json()).providers : [];
}

const begun = z.object({ url: z.string() });

/** Returns the address of the provider's page, which leads back to the sign-in page. */
export async function beginWithProvider(provider: Provider, to: string | undefined): Promise<string> {
  const back = new URL('sign-in', document.baseURI);
  if (to !== undefined) back.searchParams.set('to', to);
  const failed = new URL(back);
  failed.searchParams.set('refused', provider);
  const response = await call('sign-in/social', {
    ...{ provider, disableRedirect: true },
    callbackURL: `${back.pathname}${back.search}`,
    errorCallbackURL: `${failed.pathname}${failed.search}`,
  });
  if (!response.ok) throw refused(response.status, 'The provider cannot be reached. Get a link by email instead.');
  return begun.parse(await response.json()).url;
}
