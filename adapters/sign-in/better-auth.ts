import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import { betterAuth } from 'better-auth/minimal';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { magicLink } from 'better-auth/plugins/magic-link';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { z } from 'zod';
import type { SignIn, SignInRequest } from '../../app/people/people.ts';
import { LINK_MINUTES } from '../../core/limits/account-limits.ts';
import { accountOfToken, tokenOfLink, VISITOR_EMAIL } from '../../core/people/team-rules.ts';
import { passkeys, people, signInAttempts, signInCodes, signInProviders, signInSessions } from '../../schema/people.ts';
import type { Database } from '../postgres/connection/database.ts';
import type { SqlValue } from '../postgres/connection/sql.ts';
import type { IdentityProvider } from './identity-providers.ts';

export interface SignInSettings {
  /** The key that signs the cookies: at least 32 random characters. */
  readonly secret: string;
  /** The base address of the service without a trailing slash. */
  readonly publicUrl: string;
  readonly providers: readonly IdentityProvider[];
}

export interface SignInDeps {
  readonly database: Database;
  /** Returns the account that a new session of a person works in, given the account of the link that was used. */
  readonly firstAccountOf: (userId: string, accountOfLink: string | null) => Promise<string | null>;
  /** Called when somebody asks for a link, whether or not the address is known. The answer waits for the promise. */
  readonly onLinkAsked: (email: string) => Promise<void>;
  /** Called once for each request that the library refuses or fails at. */
  readonly onTrouble: (trouble: SignInTrouble) => void;
}

const SIGN_IN_PATH = '/v1/auth';

const SESSION_DAYS = 30;
const DAY_SECONDS = 86_400;

/** The page of the console that takes the token of a link. A program that opens links of mails does not use the token up. */
const linkOf = (publicUrl: string, token: string) => `${publicUrl}/sign-in?token=${encodeURIComponent(token)}`;

/** Creates sign-in with links by email, passkeys and providers. Every statement runs as the system role, in a transaction of its own. */
export function createSignIn(settings: SignInSettings, deps: SignInDeps): SignIn {
  const log = createRefusalLog(deps.onTrouble);
  const auth = createAuth(settings, { ...deps, log, link: null });
  return {
    providers: settings.providers.map(({ id }) => id),
    async findSession(cookie) {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
      return found?.session.id ?? null;
    },
    answer: (request) => log.during(() => auth.handler(asLibraryRequest(settings.publicUrl, request))),
    async makeLink(email, accountId, minutes = LINK_MINUTES) {
      let made: string | null = null;
      const once = createAuth(settings, {
        ...deps,
        log,
        link: {
          accountId: accountId ?? null,
          minutes,
          onMade: (link) => {
            made = link;
          },
        },
      });
      await once.api.signInMagicLink({ body: { email }, headers: new Headers() });
      if (made === null) throw new Error('The sign-in library made no link');
      return made;
    },
  };
}

/**
 * Makes the request for the library: under the address that the library knows, with the client's address in the header that the library
 * reads.
 */
function asLibraryRequest(
  publicUrl: string,
  { method, path, query, headers, body, clientAddress }: SignInRequest,
): Request {
  const copied = new Headers(headers);
  if (copied.has('origin')) copied.set('origin', new URL(publicUrl).origin);
  copied.delete(CLIENT_ADDRESS_HEADER);
  if (clientAddress !== null) copied.set(CLIENT_ADDRESS_HEADER, clientAddress);
  return new Request(`${publicUrl}${path}${query}`, { method, headers: copied, ...(body && { body }) });
}

interface LinkDeps extends SignInDeps {
  readonly log: RefusalLog;
  /** The link that this instance makes; null for the instance that answers requests, which makes none itself. */
  readonly link: {
    readonly accountId: string | null;
    readonly minutes: number;
    readonly onMade: (link: string) => void;
  } | null;
}

function createAuth(
  { secret, publicUrl, providers }: SignInSettings,
  { database, firstAccountOf, onLinkAsked, link, log }: LinkDeps,
) {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return betterAuth({
    appName: 'Commission statements',
    baseURL: publicUrl,
    basePath: SIGN_IN_PATH,
    secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details: readonly unknown[]) => log.note(message, details[0]),
    },
    database: drizzleAdapter(drizzleOver(database), {
      provider: 'pg',
      schema: {
        user: people,
        session: signInSessions,
        account: signInProviders,
        verification: signInCodes,
        passkey: passkeys,
        rateLimit: signInAttempts,
      },
    }),
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // Every request asks the database, so that a session ends at once when it is revoked.
      cookieCache: { enabled: false },
      additionalFields: { currentAccountId: { type: 'string', required: false, input: false } },
    },
    account: {
      accountLinking: {
        trustedProviders: providers.filter(({ provesEmail }) => provesEmail).map(({ id }) => id),
        // The address of the person need not be verified here, because only owners and operators add people: nobody else can have taken it.
        requireLocalEmailVerified: false,
      },
    },
    user: { changeEmail: { enabled: false }, deleteUser: { enabled: false } },
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, currentAccountId: await firstAccountOf(session.userId, accountOfLink(context)) },
          }),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        await refuseVisitors(context);
        if (link !== null || context.path !== LINK_PATH) return;
        // The library would store a code for any address. Nothing is looked up before the answer, so its time tells nothing.
        const asked = linkRequest.safeParse(context.body);
        if (!asked.success) throw new APIError('BAD_REQUEST', { message: 'Invalid email' });
        await onLinkAsked(asked.data.email);
        return context.json({ status: true });
      }),
    },
    // Errors lead to a page of the console, because a sign-in that breaks off would otherwise end on a page of the library.
    onAPIError: { errorURL: `${publicUrl}/sign-in?refused=sign-in`, onError: (error) => log.note('', error) },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 60 },
    advanced: {
      // The library skips these checks where NODE_ENV is "test", unless they are set.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // The library's own prefix for secure cookies is __Secure-. The prefix __Host- also forbids other paths and subdomains.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-sign-in' : 'sign-in',
      defaultCookieAttributes: { secure: isSecure, sameSite: 'lax', httpOnly: true, path: '/' },
    },
    plugins: [
      magicLink({
        expiresIn: (link?.minutes ?? LINK_MINUTES) * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        // The limit applies to each client address and minute. Several people of an agency share one address.
        rateLimit: { window: 60, max: 20 },
        generateToken: () => tokenOfLink(generateRandomString(32, 'a-z', 'A-Z'), link?.accountId ?? null),
        sendMagicLink: ({ token }) => link?.onMade(linkOf(publicUrl, token)),
      }),
      genericOAuth({ config: providers.map(configOf) }),
      passkey({ rpID: hostname, rpName: 'Commission statements', origin }),
    ],
  });
}

const LINK_PATH = '/sign-in/magic-link';
const linkRequest = z.object({ email: z.email().max(254) });

/** Returns the account of the link that a request uses; null for other requests. The library has checked the token by then. */
function accountOfLink(context: { readonly path?: string; readonly query?: unknown } | null): string | null {
  if (context?.path !== '/magic-link/verify') return null;
  const used = z.object({ token: z.string() }).safeParse(context.query);
  return used.success ? accountOfToken(used.data.token) : null;
}

/** Refuses changes of passkeys by visitors of the example agency, because all visitors are the same person. */
async function refuseVisitors(context: Parameters<typeof getSessionFromCtx>[0] & { readonly path: string }) {
  if (!PASSKEY_CHANGES.test(context.path)) return;
  const session = await getSessionFromCtx(context);
  if (session?.user.email === VISITOR_EMAIL) throw new APIError('FORBIDDEN');
}

const PASSKEY_CHANGES = /^\/passkey\/(generate-register-options|verify-registration|delete-passkey|update-passkey)$/;

/** Describes a provider to the library. The access token that fetches the person's address is not kept. */
function configOf({ id, provesEmail: _, ...provider }: IdentityProvider): GenericOAuthConfig {
  return {
    ...provider,
    providerId: id,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    disableSignUp: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    mapProfileToUser: ({ email_verified: isVerified }) => ({ emailVerified: isVerified === true }),
  };
}

/** Removes the provider's tokens before they are stored: nothing uses them after the person has signed in. */
async function withoutTokens<Account extends object>(account: Account) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...account, ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } };
}

/** The header that carries the client's address to the library, which counts attempts by it. */
const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Runs each statement of the library in a transaction of the system role, on our own connections. */
function drizzleOver(database: Database) {
  return drizzle(async (text, values: readonly SqlValue[], method) =>
    database.system(async (sql) => {
      const statement = sql.unsafe(text, values, { prepare: true });
      return { rows: method === 'execute' ? await statement : await statement.values() };
    }),
  );
}

/** A failure or a refusal of the sign-in library, for one line of the log. */
export interface SignInTrouble {
  /** The status of the answer; null outside a request. */
  readonly status: number | null;
  /** The reason that the library reported, without the addresses that it quotes. */
  readonly cause: string;
  /** Set when something failed that no request should make fail. */
  readonly error: Error | null;
}

export interface RefusalLog {
  /** Takes a report of the library. */
  note(message: string, detail: unknown): void;
  /** Runs a request of the library. All reports about it become one trouble. */
  during(answer: () => Promise<Response>): Promise<Response>;
}

const CAUSE_CHARACTERS_MAX = 300;

interface Reported {
  readonly causes: Set<string>;
  error: Error | null;
}

/** Collects the reports of the library about a request. It reports one event several times, and anonymous callers cause most events. */
function createRefusalLog(onTrouble: (trouble: SignInTrouble) => void): RefusalLog {
  const requests = new AsyncLocalStorage<Reported>();
  return {
    note(message, detail) {
      const error = detail instanceof Error ? detail : null;
      const reported = requests.getStore();
      const cause = causeOf(message === '' ? (error?.message ?? 'No reason was reported') : message);
      if (reported === undefined) return onTrouble({ status: null, cause, error });
      reported.causes.add(cause);
      if (error !== null) reported.causes.add(causeOf(error.message));
      reported.error ??= error;
    },
    async during(answer) {
      const reported: Reported = { causes: new Set(), error: null };
      const response = await requests.run(reported, answer);
      if (reported.causes.size === 0 && response.status >= 400) reported.causes.add(causeOf(await reasonOf(response)));
      if (reported.causes.size === 0) return response;
      const cause = [...reported.causes].join('; ').slice(0, CAUSE_CHARACTERS_MAX);
      // A refusal explains itself. The error behind it is of interest only when the service failed.
      onTrouble({ status: response.status, cause, error: response.status >= 500 ? reported.error : null });
      return response;
    },
  };
}

const refusal = z.object({ message: z.string() });

/** Reads the reason that an answer gives, because the library reports some refusals to the caller only. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const read = refusal.safeParse(body);
  return read.success ? read.data.message : 'No reason was reported';
}

/** Returns the first line of a message without the addresses that a caller may have written. */
function causeOf(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replaceAll(/\b[\w+.-]+:\/\/\S+|\S+@\S+/g, '(address)');
}
