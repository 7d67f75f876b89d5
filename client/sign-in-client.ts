import { ProblemError } from './problem-error.ts';

/** The sign-in of a browser, for pages at the address of the service. These calls are not part of the described API. */
export interface SignInClient {
  /** Asks for a link by mail. The answer does not show whether the address is known. */
  askForLink(email: string): Promise<void>;
  /** Signs in with the token of a link. Returns false when the link was used before or is too old. */
  takeLink(token: string): Promise<boolean>;
  /** Asks whom a link would sign in. Nothing is used up. */
  showLink(token: string): Promise<Response>;
  /** Ends the session of the cookie. */
  endSession(): Promise<void>;
  /** Returns the providers that people can sign in with here. */
  readProviders(): Promise<readonly Provider[]>;
  /** Returns the address of the provider's page, which leads back to one of two pages of the service. */
  beginWithProvider(provider: Provider, leadsTo: { readonly page: URL; readonly failed: URL }): Promise<string>;
  /** Sends another call of the sign-in, such as those of passkeys. Throws a ProblemError without an answer, and after too many calls. */
  call(path: string, body?: object): Promise<Response>;
}

const PROVIDERS = ['google', 'microsoft'] as const;

export type Provider = (typeof PROVIDERS)[number];

const UNREACHABLE = 'The service cannot be reached right now. Try again in a minute.';
const TOO_MANY = 'Too many tries. Wait a minute and try again.';

/** Makes the error of a refused sign-in. Its message is the sentence. */
export function refusedSignIn(status: number, sentence: string): ProblemError {
  return new ProblemError(sentence, { code: status === 429 ? 'rate_limited' : 'unreadable_answer', status });
}

/** Makes a client of the sign-in of one service. `baseUrl` is its address without `/v1`. The browser keeps the cookies. */
export function createSignInClient({ baseUrl }: { readonly baseUrl: string }): SignInClient {
  const send = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${baseUrl}/v1/auth/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      // The answer to an invalid link is a redirect, which must not be followed.
      redirect: 'manual',
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (response === null) throw refusedSignIn(0, UNREACHABLE);
    // Many callers look at the status only, and an unread body would keep its connection.
    await response
      .clone()
      .text()
      .catch(() => null);
    if (response.status === 429) throw refusedSignIn(429, TOO_MANY);
    return response;
  };
  const call: SignInClient['call'] = (path, body) => send(path, body);
  return {
    call,
    // The token is in a header, so that no log of addresses has it.
    showLink: (token) => send('link', undefined, { 'X-Link-Token': token }),
    async askForLink(email) {
      const { ok, status } = await call('sign-in/magic-link', { email });
      if (!ok) throw refusedSignIn(status, 'Enter a full email address, such as dana@agency.com.');
    },
    takeLink: async (token) => (await call(`magic-link/verify?token=${encodeURIComponent(token)}`)).ok,
    async endSession() {
      await call('sign-out', {});
    },
    async readProviders() {
      const response = await call('options');
      return response.ok ? providersOf(await response.json()) : [];
    },
    async beginWithProvider(provider, { page, failed }) {
      const response = await call('sign-in/social', {
        ...{ provider, disableRedirect: true },
        callbackURL: `${page.pathname}${page.search}`,
        errorCallbackURL: `${failed.pathname}${failed.search}`,
      });
      const address = response.ok ? addressOf(await response.json()) : null;
      if (address !== null) return address;
      throw refusedSignIn(response.status, 'The provider cannot be reached. Get a link by email instead.');
    },
  };
}

function providersOf(body: unknown): readonly Provider[] {
  if (typeof body !== 'object' || body === null || !('providers' in body)) return [];
  const named: readonly unknown[] = Array.isArray(body.providers) ? body.providers : [];
  return PROVIDERS.filter((provider) => named.includes(provider));
}

function addressOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('url' in body)) return null;
  return typeof body.url === 'string' ? body.url : null;
}
