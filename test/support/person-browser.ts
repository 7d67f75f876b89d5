import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { IdentityProvider } from '../../adapters/sign-in/identity-providers.ts';
import type { MailMessage } from '../../app/platform/mail.ts';
import { createPeople, type PeopleParts, type PeoplePlatform } from '../../lambdas/runtime/people-services.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { startHttpService } from './http-service.ts';
import { inProcess } from './in-process.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { webhookPlatform } from './webhook-deliveries.ts';

export interface BrowserReply {
  readonly status: number;
  readonly json: unknown;
  readonly body: string;
  readonly headers: Headers;
  readonly setCookie: string;
}

let addresses = 0;

/** A browser without a screen: it keeps cookies and sends the origin of its page. Each has a network address of its own. */
export class PersonBrowser {
  readonly url: string;
  readonly origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #address = `192.0.2.${++addresses % 250}`;

  constructor(url: string, origin = url) {
    this.url = url;
    this.origin = origin;
  }

  /** The value of the header Cookie. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (value === '' || /max-age=0/i.test(setCookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  async call(
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<BrowserReply> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.#address,
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...(method !== 'GET' && { origin: this.origin }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const setCookie = response.headers.getSetCookie().join('\n');
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const body = await response.text();
    return { status: response.status, json: jsonOf(body), body, headers: response.headers, setCookie };
  }

  /** Opens a link to sign in, as the console does. */
  follow(link: string): Promise<BrowserReply> {
    const token = new URL(link).searchParams.get('token') ?? '';
    return this.call('GET', `/v1/auth/magic-link/verify?token=${encodeURIComponent(token)}`);
  }

  /** Returns the browser of an attacker, on a page of the attacker, with a copy of the cookies. */
  steal(): PersonBrowser {
    const thief = new PersonBrowser(this.url, 'https://evil.example');
    for (const [name, value] of this.#cookies) thief.#cookies.set(name, value);
    return thief;
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Makes the sign-in for tests, which keeps its mails in a list. */
export function peopleForTests(
  database: TestDatabase['database'],
  publicUrl: () => string,
  {
    mails = [],
    ...more
  }: { readonly mails?: MailMessage[] } & Partial<Pick<PeoplePlatform, 'providers' | 'log' | 'hasMail'>> = {},
): PeopleParts {
  return createPeople({
    database,
    secretKey: randomBytes(32),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
      },
    },
    publicUrl,
    log: () => {},
    // A test reads the mails as soon as it has the answer.
    queueMails: (send) => send,
    providers: [],
    ...more,
  });
}

/** Makes the parts of the service for tests of people, who upload no files. */
export function platformOf(database: Database) {
  const services = createServices({
    database,
    objects: {
      put: async () => {},
      get: async () => null,
      delete: async () => {},
      deleteBelow: async () => ({ objects: 0, bytes: 0 }),
    },
    queue: createPostgresQueue(database),
    log: () => {},
    runIsolated: inProcess,
    ...webhookPlatform,
  });
  return { database, services };
}

/** The answer of POST /v1/admin/users, as far as tests read it. */
export const addedPerson = z.object({ userId: z.string(), signInLink: z.string() });

/** A service for tests of people, behind one proxy, on a database of its own. Its mails are kept in a list. */
export async function startPeopleService(
  options: Omit<NonNullable<Parameters<typeof peopleForTests>[2]>, 'mails'> = {},
) {
  let url = '';
  let persons = 0;
  const mails: MailMessage[] = [];
  const { database, address, drop } = await createTestDatabase();
  const people = peopleForTests(database, () => url, { mails, ...options });
  const service = await startHttpService({ ...platformOf(database), people, settings: { proxyHops: 1 } });
  url = service.url;

  /** Adds a person to the account; without an account, to a new one. */
  async function invited(role: string, accountId?: string) {
    const account = accountId ?? (await service.createAccount({ name: `Agency ${++persons}` })).accountId;
    const email = `person${++persons}@harbor.example`;
    const json = { accountId: account, email, name: 'Dana Reyes', role, agent: role === 'agent' ? 'Kim Ortiz' : null };
    const reply = await service.operate('POST', '/v1/admin/users', { json });
    return { accountId: account, email, ...addedPerson.parse(reply.json) };
  }

  return {
    ...{ url, service, mails, database, address, invited },
    /** Adds a person and follows the link that signs the person in. */
    async signedIn(role: string, accountId?: string) {
      const person = await invited(role, accountId);
      const browser = new PersonBrowser(url);
      const opened = await browser.follow(person.signInLink);
      if (opened.status !== 200) throw new Error(`The link was answered with ${opened.status}.`);
      return { ...person, browser, setCookie: opened.setCookie };
    },
    async close() {
      await service.close();
      await drop();
    },
  };
}

/** The person whom the provider says is at the browser. */
export interface Identity {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly email_verified?: boolean;
}

export interface IdentityServer {
  readonly provider: (id: IdentityProvider['id'], provesEmail: boolean) => IdentityProvider;
  /** Lets a person agree on the page of the provider. Returns the address that the provider sends the browser to. */
  readonly agree: (authorizationUrl: string, identity: Identity) => string;
  readonly close: () => Promise<void>;
}

/** Starts a provider of identities by OpenID Connect, in place of Google and Microsoft. It checks the client's secret and PKCE. */
export async function startIdentityServer(): Promise<IdentityServer> {
  const granted = new Map<string, { readonly challenge: string | null; readonly identity: Identity }>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (request.url === '/token') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const form = new URLSearchParams(body);
      const grant = granted.get(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (grant === undefined || form.get('client_secret') !== 'secret of the client' || proof !== grant.challenge)
        return send(400, { error: 'invalid_grant' });
      return send(200, { access_token: form.get('code'), token_type: 'Bearer', expires_in: 300 });
    }
    const grant = granted.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    return grant === undefined ? send(401, { error: 'invalid_token' }) : send(200, grant.identity);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { port } = address;
  const url = `http://127.0.0.1:${port}`;
  return {
    provider: (id, provesEmail) => ({
      ...{ id, provesEmail, clientId: 'client', clientSecret: 'secret of the client' },
      ...{ authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, userInfoUrl: `${url}/userinfo` },
    }),
    agree(authorizationUrl, identity) {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${granted.size + 1}`;
      granted.set(code, { challenge: searchParams.get('code_challenge'), identity });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back.href;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
