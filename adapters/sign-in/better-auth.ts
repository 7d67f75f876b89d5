import { randomUUID } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { magicLink } from 'better-auth/plugins/magic-link';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { SignIn, SignInRequest } from '../../app/people/people-ports.ts';
import { passkeys, people, signInAttempts, signInCodes, signInProviders, signInSessions } from '../../schema/people.ts';
import type { Database } from '../postgres/connection/database.ts';
import type { SqlValue } from '../postgres/connection/sql.ts';

/** A provider of identities that people can sign in with, such as Google. */
export interface IdentityProvider {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SignInSettings {
  /** At least 32 random characters, which sign the cookies. */
  readonly secret: string;
  /** The base address of the service without a trailing slash. */
  readonly publicUrl: string;
  readonly providers: {
    readonly google?: IdentityProvider | undefined;
    readonly microsoft?: IdentityProvider | undefined;
  };
}

export interface SignInDeps {
  readonly database: Database;
  /** Returns the first account of a person, which a new session works in; null when the person belongs to none. */
  readonly firstAccountOf: (userId: string) => Promise<string | null>;
  /** Mails the link to the person, if the address belongs to one. */
  readonly sendLink: (email: string, link: string) => Promise<void>;
  readonly onError: (message: string, error: unknown) => void;
}

const SIGN_IN_PATH = '/v1/auth';

/** A link by email works once and for this time. */
export const LINK_MINUTES = 15;

const SESSION_DAYS = 30;
const DAY_SECONDS = 86_400;

/** The page of the console that takes the token of a link. A program that opens links of mails does not use the token up. */
const linkOf = (publicUrl: string, token: string) => `${publicUrl}/sign-in?token=${encodeURIComponent(token)}`;

/** Creates sign-in with links by email, passkeys and providers. Every statement runs as the system role, in a transaction of its own. */
export function createSignIn(settings: SignInSettings, deps: SignInDeps): SignIn {
  const auth = createAuth(settings, { ...deps, onLink: deps.sendLink });
  return {
    async findSession(cookie) {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
      return found?.session.id ?? null;
    },
    answer: (request) => auth.handler(asLibraryRequest(settings.publicUrl, request)),
    async makeLink(email) {
      let made: string | null = null;
      const once = createAuth(settings, {
        ...deps,
        onLink: async (_email, link) => {
          made = link;
        },
      });
      await once.api.signInMagicLink({ body: { email }, headers: new Headers() });
      if (made === null) throw new Error('The sign-in library made no link');
      return made;
    },
  };
}

/** Gives the library the request under the address it knows, with the client's address in the header that it reads. */
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

type LinkDeps = SignInDeps & { readonly onLink: (email: string, link: string) => Promise<void> };

function createAuth(
  { secret, publicUrl, providers }: SignInSettings,
  { database, firstAccountOf, onLink, onError }: LinkDeps,
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
      log: (_level, message, ...details: readonly unknown[]) => onError(message, details[0]),
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
    account: { accountLinking: { enabled: true, trustedProviders: ['google', 'microsoft'] } },
    user: { changeEmail: { enabled: false }, deleteUser: { enabled: false } },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, currentAccountId: await firstAccountOf(session.userId) },
          }),
        },
      },
    },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 60 },
    advanced: {
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // The library's own secure prefix is __Secure-; __Host- also forbids other paths and subdomains.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-sign-in' : 'sign-in',
      defaultCookieAttributes: { secure: isSecure, sameSite: 'lax', httpOnly: true, path: '/' },
    },
    socialProviders: {
      ...(providers.google && { google: { ...providers.google, disableSignUp: true } }),
      ...(providers.microsoft && { microsoft: { ...providers.microsoft, disableSignUp: true } }),
    },
    plugins: [
      magicLink({
        expiresIn: LINK_MINUTES * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        // For each address and minute. Several people of an agency share one address.
        rateLimit: { window: 60, max: 20 },
        sendMagicLink: ({ email, token }) => onLink(email, linkOf(publicUrl, token)),
      }),
      passkey({ rpID: hostname, rpName: 'Commission statements', origin }),
    ],
  });
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
