import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../../lambdas/http/route.ts';
import { discoveryRoutes } from '../../../lambdas/http/routes/discovery-routes.ts';
import { createRoutes } from '../../../lambdas/runtime/http-app.ts';
import { startHttpService } from '../../support/http-service.ts';
import { PersonBrowser, peopleForTests, platformOf, startPeopleService } from '../../support/person-browser.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: attacks on sessions, links and teams fail. */
describe('attacks', async () => {
  const { url, mails, database, signedIn, invited, close } = await startPeopleService();
  afterAll(close);

  const statusOfMe = async (browser: PersonBrowser) => (await browser.call('GET', '/v1/me')).status;

  test('a stolen cookie ends with the session, when its person signs out or is removed', async () => {
    const owner = await signedIn('owner');
    const colleague = await signedIn('staff', owner.accountId);
    const copy = colleague.browser.steal();
    expect(await statusOfMe(copy)).toBe(200);
    expect((await owner.browser.call('DELETE', `/v1/team/${colleague.userId}`)).status).toBe(204);
    expect(await statusOfMe(copy)).toBe(401);
    const copyOfOwner = owner.browser.steal();
    expect((await owner.browser.call('POST', '/v1/auth/sign-out', {})).status).toBe(200);
    expect([await statusOfMe(owner.browser), await statusOfMe(copyOfOwner)]).toEqual([401, 401]);
  });

  test('a changed role holds for a stolen cookie too', async () => {
    const owner = await signedIn('owner');
    const colleague = await signedIn('staff', owner.accountId);
    await owner.browser.call('PATCH', `/v1/team/${colleague.userId}`, { role: 'agent', agent: 'Kim Ortiz' });
    expect((await colleague.browser.call('GET', '/v1/files')).status).toBe(403);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site whose name begins with ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no page', {}],
  ])('%s changes nothing with the cookie', async (_, origin) => {
    const { browser } = await signedIn('owner');
    for (const [method, path] of [
      ['POST', '/v1/tokens'],
      ['POST', '/v1/team/invites'],
      ['PUT', '/v1/me/account'],
      ['POST', '/v1/auth/sign-out'],
      ['POST', '/v1/auth/passkey/delete-passkey'],
    ] as const) {
      const { status } = await fetch(`${url}${path}`, {
        method,
        headers: { cookie: browser.cookie, 'content-type': 'application/json', ...origin },
        body: '{}',
      });
      expect([path, status]).toEqual([path, 403]);
    }
    expect(await statusOfMe(browser)).toBe(200);
  });

  test('over HTTPS the cookie belongs to this host alone, and a page of the host without TLS changes nothing', async () => {
    const publicUrl = 'https://statements.harbor.example';
    const people = peopleForTests(database, () => publicUrl);
    const platform = platformOf(database);
    const secure = await startHttpService({ ...platform, people, settings: { proxyHops: 1, publicUrl } });
    try {
      const { email } = await signedIn('owner');
      const browser = new PersonBrowser(secure.url, publicUrl);
      const { setCookie } = await browser.follow(await people.signIn.makeLink(email));
      expect(setCookie).toMatch(
        /^__Host-sign-in\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const statusFrom = async (origin: string) =>
        (await browser.call('POST', '/v1/workspaces', { name: origin }, { origin })).status;
      expect(await statusFrom('http://statements.harbor.example')).toBe(403);
      expect(await statusFrom('https://evil.statements.harbor.example')).toBe(403);
      expect(await statusFrom(publicUrl)).toBe(201);
    } finally {
      await secure.close();
    }
  });

  test('signing in gives a new session, so that a cookie planted before is worth nothing', async () => {
    const attacker = await signedIn('owner');
    const victim = await invited('owner');
    const browser = attacker.browser.steal();
    const planted = browser.cookie;
    const opened = await browser.follow(victim.signInLink);
    expect(opened.status).toBe(200);
    expect(browser.cookie).not.toBe(planted);
    expect((await browser.call('GET', '/v1/me')).json).toMatchObject({ person: { email: victim.email } });
    expect((await attacker.browser.call('GET', '/v1/me')).json).toMatchObject({ person: { email: attacker.email } });
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'https://127.0.0.1@evil.example/'])(
    'a link that was changed does not lead to %s',
    async (target) => {
      const { signInLink } = await invited('owner');
      const token = new URL(signInLink).searchParams.get('token') ?? '';
      for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
        const query = new URLSearchParams({ token, [name]: target });
        const reply = await new PersonBrowser(url).call('GET', `/v1/auth/magic-link/verify?${query}`);
        expect([name, reply.status, reply.headers.get('location')]).toEqual([name, 403, null]);
      }
    },
  );

  test('a link that an attacker requests for a person leads only to this service', async () => {
    const { email } = await invited('owner');
    mails.length = 0;
    const asking = new PersonBrowser(url);
    const foreign = await asking.call('POST', '/v1/auth/sign-in/magic-link', {
      email,
      callbackURL: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    await asking.call('POST', '/v1/auth/sign-in/magic-link', { email }, { 'x-forwarded-host': 'evil.example' });
    expect(mails.map(({ text }) => /https?:\/\/[^/]+/.exec(text)?.[0])).toEqual([url]);
  });

  test('no page reveals its own address, which may contain a token, to another host', async () => {
    const { signInLink } = await invited('owner');
    const token = new URL(signInLink).searchParams.get('token') ?? '';
    for (const path of [`/sign-in?token=${token}`, `/v1/auth/magic-link/verify?token=${token}`]) {
      const { headers } = await new PersonBrowser(url).call('GET', path);
      expect([path, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        path,
        'no-referrer',
        'no-store',
      ]);
    }
  });

  test('nobody but an owner invites, changes or removes people, or makes tokens', async () => {
    const owner = await signedIn('owner');
    for (const role of ['staff', 'read_only', 'agent']) {
      const { browser, userId, email } = await signedIn(role, owner.accountId);
      for (const [method, path, json] of [
        ['POST', '/v1/team/invites', { email: 'friend@harbor.example', name: 'Friend', role: 'owner' }],
        ['POST', '/v1/team/invites', { email, name: 'Me', role: 'owner' }],
        ['PATCH', `/v1/team/${userId}`, { role: 'owner' }],
        ['DELETE', `/v1/team/${owner.userId}`, undefined],
        ['POST', '/v1/tokens', { scopes: ['read', 'write'] }],
      ] as const)
        expect([role, path, (await browser.call(method, path, json)).status]).toEqual([role, path, 403]);
    }
  });

  test('ids of another account are unknown, to owners too', async () => {
    const mine = await signedIn('owner');
    const other = await signedIn('owner');
    const made = await other.browser.call('POST', '/v1/tokens', { label: 'nightly' });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    for (const [method, path, json] of [
      ['DELETE', `/v1/tokens/${id}`, undefined],
      ['PATCH', `/v1/team/${other.userId}`, { role: 'read_only' }],
      ['DELETE', `/v1/team/${other.userId}`, undefined],
      ['PUT', '/v1/me/account', { accountId: other.accountId }],
    ] as const)
      expect([path, (await mine.browser.call(method, path, json)).status]).toEqual([path, 404]);
  });

  test('no request reaches the session and user routes of the sign-in library, and nobody signs in with a password', async () => {
    const { browser } = await signedIn('owner');
    for (const [method, path] of [
      ['GET', '/v1/auth/list-sessions'],
      ['GET', '/v1/auth/get-session'],
      ['POST', '/v1/auth/revoke-session'],
      ['POST', '/v1/auth/change-email'],
      ['POST', '/v1/auth/update-user'],
      ['POST', '/v1/auth/delete-user'],
      ['POST', '/v1/auth/sign-up/email'],
      ['POST', '/v1/auth/link-social'],
    ] as const)
      expect([path, (await browser.call(method, path, method === 'GET' ? undefined : {})).status]).toEqual([path, 404]);
    const password = { email: 'new@harbor.example', password: 'long enough to pass' };
    expect((await browser.call('POST', '/v1/auth/sign-in/email', password)).status).toBe(400);
  });

  test('nobody removes the passkey of another, and a planted one is refused', async () => {
    const { browser } = await signedIn('owner');
    const unknown = { id: '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11' };
    expect((await browser.call('POST', '/v1/auth/passkey/delete-passkey', unknown)).status).toBe(404);
    const planted = await browser.call('POST', '/v1/auth/passkey/verify-registration', { response: {}, name: 'x' });
    expect(planted.status).toBe(400);
    const guessed = await new PersonBrowser(url).call('POST', '/v1/auth/passkey/verify-authentication', {
      response: {},
    });
    expect(guessed.status).toBe(400);
  });

  test('of two owners who remove each other at once, one remains', async () => {
    const first = await signedIn('owner');
    const second = await signedIn('owner', first.accountId);
    const [one, two] = await Promise.all([
      first.browser.call('DELETE', `/v1/team/${second.userId}`),
      second.browser.call('DELETE', `/v1/team/${first.userId}`),
    ]);
    const left = await Promise.all([statusOfMe(first.browser), statusOfMe(second.browser)]);
    expect([one.status, two.status].filter((status) => status === 204)).toHaveLength(1);
    expect(left.toSorted()).toEqual([200, 401]);
  });
});

/** Guarantee: the page of roles names every route that agents may read and that only owners may call, and no other. */
describe('roles page', async () => {
  const database = await createTestDatabase();
  const settings = { publicUrl: null, operatorTokenHashes: () => [], rateLimitPerMinute: 1, thisMachine: null };
  let routes: readonly Route[] = createRoutes({
    ...platformOf(database.database),
    people: peopleForTests(database.database, () => 'http://localhost'),
    settings: { ...settings, proxyHops: 0 },
    log: () => {},
  });
  const described = { service: '', version: '', publicUrl: null };
  routes = [...routes, ...discoveryRoutes(described, () => [])];
  afterAll(() => database.drop());

  const page = readFileSync('docs/reference/people.md', 'utf8');

  /** Returns the routes that a section of the page names, sorted. */
  function namedIn(heading: string): readonly string[] {
    const section = page.split(`### ${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
    return [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/v1[^` ]*)`/g)]
      .flatMap(([, name]) => name ?? [])
      .sort();
  }

  const namesOf = (chosen: readonly Route[]) =>
    chosen.map(({ definition: { method, path } }) => `${method.toUpperCase()} ${path}`).sort();

  test('the section of agents names every route that an agent may call', () => {
    expect(namedIn('Agents')).toEqual(namesOf(routes.filter(({ definition }) => definition.agents !== undefined)));
  });

  test('the section of owners names every route that only an owner may call', () => {
    expect(namedIn('Owners')).toEqual(namesOf(routes.filter(({ access }) => access === 'account:manage')));
  });
});
