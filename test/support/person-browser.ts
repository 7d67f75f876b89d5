import { randomBytes } from 'node:crypto';
import type { MailMessage } from '../../app/platform/mail.ts';
import { createPeople, type PeopleParts, type PeoplePlatform } from '../../lambdas/runtime/people-services.ts';
import type { TestDatabase } from './postgres.ts';

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
