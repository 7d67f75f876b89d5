import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { createAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import { createTokenStore } from '../../adapters/postgres/accounts/token-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createTeamStore } from '../../adapters/postgres/people/team-store.ts';
import { createExampleAgency } from '../../app/people/example-agency.ts';
import {
  createFirstOwnerLink,
  createPeople,
  type PeopleParts,
  type PeoplePlatform,
} from '../../lambdas/runtime/people-services.ts';
import { openConsole } from '../../server/console/open-console.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type OwnService, startService, type TestServiceOptions } from '../support/service.ts';

/** A service that serves the console, and a browser that opens its pages. */
export interface ConsoleSession {
  readonly service: OwnService;
  readonly browser: Browser;
  /** The address of the pages. */
  readonly url: string;
  readonly people: PeopleParts;
  /** Makes a link for the first owner. Returns null when a person has signed in before. */
  readonly firstOwnerLink: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

/** The options of the service, such as a store of drop-offs, and of signing in. */
export interface ConsoleOptions extends TestServiceOptions {
  /** Passkeys need a host with a name. */
  readonly host?: 'localhost' | undefined;
  readonly providers?: PeoplePlatform['providers'] | undefined;
  /** False where mails stay on the machine. */
  readonly hasMail?: boolean | undefined;
}

export async function startConsoleSession({
  host,
  providers = [],
  hasMail,
  ...options
}: ConsoleOptions = {}): Promise<ConsoleSession> {
  let url = '';
  const secretKey = randomBytes(32);
  const people = (database: Database): PeopleParts => {
    const parts = createPeople({
      ...{ database, secretKey, providers, hasMail, mailer: { send: async () => {} } },
      publicUrl: () => url,
      log: () => {},
      queueMails: (send) => send,
    });
    return { ...parts, example: emptyExample(database, parts) };
  };
  const [service, browser] = await Promise.all([
    startService({ ...options, console: await openConsole(), people }),
    sharedBrowser(),
  ]);
  url = host === undefined ? service.url : service.url.replace('127.0.0.1', host);
  const ownPeople = people(service.database);
  return {
    people: ownPeople,
    firstOwnerLink: () => createFirstOwnerLink(service.database, ownPeople),
    service,
    browser,
    url,
    close: service.close,
  };
}

/** Makes an example agency without statements, which is made when its first visitor comes. */
function emptyExample(database: Database, { signIn }: PeopleParts) {
  return createExampleAgency({
    accounts: createAccountStore(database),
    tokens: createTokenStore(database),
    clock: () => new Date(),
    team: createTeamStore(database),
    signIn,
    sendStatements: async (_token, onProgress) => {
      onProgress(20, 20);
      return 'Lakeview Benefits';
    },
    onFailed: (error) => {
      throw error;
    },
  });
}
