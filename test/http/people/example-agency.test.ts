import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createAccountStore } from '../../../adapters/postgres/accounts/account-store.ts';
import { createTokenStore } from '../../../adapters/postgres/accounts/token-store.ts';
import { createTeamStore } from '../../../adapters/postgres/people/team-store.ts';
import { createExampleAgency, type ExampleAgencyDeps } from '../../../app/people/example-agency.ts';
import { createFirstOwnerLink, createPeople } from '../../../lambdas/runtime/people-services.ts';
import { type HttpService, startHttpService } from '../../support/http-service.ts';
import { platformOf } from '../../support/person-browser.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: anybody may look around in the example agency, changes nothing there, and takes nothing from the first owner. */
describe('example agency', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  interface Example {
    readonly service: HttpService;
    readonly database: TestDatabase;
    readonly firstOwnerLink: () => Promise<string | null>;
    readonly failures: readonly unknown[];
    /** The names of all accounts. */
    readonly accounts: () => Promise<readonly string[]>;
  }

  async function startExample(deps: Partial<ExampleAgencyDeps> = {}): Promise<Example> {
    const own = await createTestDatabase();
    closing.push(() => own.drop());
    const { database } = own;
    let url = '';
    const parts = {
      secretKey: randomBytes(32),
      mailer: { send: async () => {} },
      log: () => {},
      providers: [],
      queueMails: () => async () => {},
    };
    const people = createPeople({ ...parts, database, publicUrl: () => url });
    const failures: unknown[] = [];
    const accounts = createAccountStore(database);
    const example = createExampleAgency({
      accounts,
      tokens: createTokenStore(database),
      clock: () => new Date(),
      team: createTeamStore(database),
      signIn: people.signIn,
      sendStatements: async (_token, onProgress) => {
        onProgress(1, 1);
        return 'Lakeview';
      },
      onFailed: (error) => failures.push(error),
      ...deps,
    });
    const service = await startHttpService({ ...platformOf(database), people: { ...people, example } });
    closing.push(() => service.close());
    url = service.url;
    const names = async () => (await accounts.list({ limit: 50, offset: 0 })).data.map(({ name }) => name);
    return {
      service,
      database: own,
      firstOwnerLink: () => createFirstOwnerLink(database, people),
      failures,
      accounts: names,
    };
  }

  const answered = z.looseObject({ state: z.string(), link: z.string().optional() });

  const ask = ({ service }: Example, origin = service.url) =>
    fetch(`${service.url}/v1/auth/example`, { method: 'POST', headers: { origin } });

  async function askUntilReady(example: Example): Promise<string> {
    return vi.waitFor(
      async () => {
        const { link } = answered.parse(await (await ask(example)).json());
        if (link === undefined) throw new Error('not ready');
        return link;
      },
      { timeout: 20_000, interval: 20 },
    );
  }

  /** Follows the link and returns the cookie of the visitor. */
  async function visit({ service }: Example, link: string): Promise<string> {
    const token = new URL(link).searchParams.get('token') ?? '';
    const response = await fetch(`${service.url}/v1/auth/magic-link/verify?token=${encodeURIComponent(token)}`);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  test('a visitor reads the agency and changes nothing, and the first owner still gets a link', async () => {
    const example = await startExample();
    expect(await example.firstOwnerLink()).not.toBeNull();
    expect((await fetch(`${example.service.url}/v1/auth/example`)).status).toBe(200);
    const cookie = await visit(example, await askUntilReady(example));
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${example.service.url}${path}`, { ...init, headers: { cookie, origin: example.service.url } });
    expect(await (await call('/v1/me')).json()).toMatchObject({
      name: 'Lakeview',
      person: { role: 'read_only', name: 'Visitor' },
    });
    expect((await call('/v1/home')).status).toBe(200);
    expect((await call('/v1/months/2026-01', { method: 'PUT' })).status).toBe(403);
    expect((await call('/v1/team/invites', { method: 'POST' })).status).toBe(403);
    expect(await example.firstOwnerLink()).not.toBeNull();
    expect([...(await example.accounts())].sort()).toEqual(['Lakeview', 'My agency']);
  });

  test('one visitor learns nothing of the others, although all sign in as the same person', async () => {
    const example = await startExample();
    const cookie = await visit(example, await askUntilReady(example));
    const other = await visit(example, await askUntilReady(example));
    for (const path of ['list-sessions', 'get-session', 'update-user', 'revoke-sessions', 'list-accounts']) {
      for (const method of ['GET', 'POST']) {
        const headers = { cookie, origin: example.service.url };
        const response = await fetch(`${example.service.url}/v1/auth/${path}`, { method, headers });
        expect(response.status).toBe(404);
      }
    }
    for (const [method, path] of [
      ['GET', 'generate-register-options'],
      ['POST', 'verify-registration'],
      ['POST', 'delete-passkey'],
    ] as const) {
      const headers = { cookie, origin: example.service.url, 'content-type': 'application/json' };
      const body = method === 'POST' ? JSON.stringify({ response: {}, id: 'x' }) : null;
      const response = await fetch(`${example.service.url}/v1/auth/passkey/${path}`, { method, headers, body });
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect((await fetch(`${example.service.url}/v1/home`, { headers: { cookie: other } })).status).toBe(200);
  });

  test('a page of another site cannot request a visit', async () => {
    const example = await startExample();
    expect((await ask(example, 'https://other.example')).status).toBe(403);
    expect(await example.accounts()).toEqual([]);
  });

  test('the agency is made once, however many visitors come at the same time', async () => {
    const example = await startExample();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(example)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    await askUntilReady(example);
    expect(await example.accounts()).toEqual(['Lakeview']);
  });

  test('a failed attempt to make the agency is reported to the operator, and the next visitor begins a new one', async () => {
    let tries = 0;
    const example = await startExample({
      sendStatements: async () => {
        tries += 1;
        if (tries === 1) throw new Error('the disk is full');
        return 'Lakeview';
      },
    });
    await askUntilReady(example);
    expect(example.failures).toEqual([new Error('the disk is full')]);
    expect([...(await example.accounts())].sort()).toEqual(['Example agency, unfinished', 'Lakeview']);
  });

  test('a program that requests visits without end is refused until the minute is over', async () => {
    let now = 0;
    const example = await startExample({ now: () => now });
    await askUntilReady(example);
    const statuses: number[] = [];
    for (let asked = 0; asked < 30; asked += 1) statuses.push((await ask(example)).status);
    expect(statuses).toEqual([...Array.from({ length: 29 }, () => 200), 429]);
    now = 60_001;
    expect((await ask(example)).status).toBe(200);
  });
});

/** Guarantee: an owner turns the mails to owners on and off for the own account; others read the setting. */
describe('owner mails', async () => {
  const PATH = '/v1/account/owner-mails';
  const service = await startService();
  afterAll(() => service.close());

  test('an owner turns the mails on, and the audit trail says so', async () => {
    const owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
    expect((await owner.call('GET', PATH)).json).toEqual({ isOn: false, owners: 0 });
    const changed = await owner.call('PUT', PATH, { json: { isOn: true } });
    expect(changed).toMatchObject({ status: 200, json: { isOn: true, owners: 0 } });
    expect((await owner.call('GET', PATH)).json).toEqual({ isOn: true, owners: 0 });
    expect((await owner.call('GET', '/v1/audit')).json).toMatchObject({
      data: [{ action: 'account.mails', meta: { isOn: true } }],
    });
  });

  test('staff reads the setting and changes none; a text is no setting', async () => {
    const staff = await service.createAccount();
    expect((await staff.call('PUT', PATH, { json: { isOn: true } })).status).toBe(403);
    expect((await staff.call('GET', PATH)).json).toEqual({ isOn: false, owners: 0 });
    const owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
    expect((await owner.call('PUT', PATH, { json: { isOn: 'yes' } })).status).toBe(422);
  });
});
