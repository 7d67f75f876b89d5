import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startHttpService } from '../../support/http-service.ts';
import { type Identity, startIdentityServer } from '../../support/identity-server.ts';
import { platformOf } from '../../support/people-service.ts';
import { PersonBrowser, peopleForTests } from '../../support/person-browser.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: only invited people sign in with Google or Microsoft, by an address that the provider has verified. */

let url = '';
let accountId = '';

const [database, identities] = await Promise.all([createTestDatabase(), startIdentityServer()]);
const providers = [identities.provider('google', false), identities.provider('microsoft', true)];
const people = peopleForTests(database.database, () => url, { providers });
const service = await startHttpService({ ...platformOf(database.database), people, settings: { proxyHops: 1 } });
url = service.url;
accountId = (await service.createAccount({ name: 'Harbor Benefits' })).accountId;
afterAll(async () => {
  await service.close();
  await identities.close();
  await database.drop();
});

const started = z.object({ url: z.string() });
let persons = 0;

async function invite(): Promise<string> {
  const email = `person${++persons}@harbor.example`;
  const json = { accountId, email, name: 'Dana Reyes', role: 'owner', agent: null };
  expect((await service.operate('POST', '/v1/admin/users', { json })).status).toBe(201);
  return email;
}

/** Signs in as the console does. Returns the address to which the browser is redirected in the end. */
async function signIn(browser: PersonBrowser, provider: string, identity: Identity, callbackURL = '/sign-in') {
  const begun = await browser.call('POST', '/v1/auth/sign-in/social', {
    ...{ provider, callbackURL, errorCallbackURL: '/sign-in?refused=1', disableRedirect: true },
  });
  expect(begun.status).toBe(200);
  const back = new URL(identities.agree(started.parse(begun.json).url, identity));
  expect(back.href).toContain(`${url}/v1/auth/callback/${provider}`);
  const done = await browser.call('GET', `${back.pathname}${back.search}`);
  expect(done.status).toBe(302);
  return done.headers.get('location') ?? '';
}

test.each(['google', 'microsoft'])('an invited person signs in with %s, and again after that', async (provider) => {
  const email = await invite();
  const identity = { sub: `${provider}-${email}`, email, name: 'Dana', email_verified: true };
  for (let times = 0; times < 2; times++) {
    const browser = new PersonBrowser(url);
    expect(await signIn(browser, provider, identity)).toBe('/sign-in');
    expect((await browser.call('GET', '/v1/me')).json).toMatchObject({ accountId, person: { email, role: 'owner' } });
  }
});

test('nobody signs in who was not invited', async () => {
  const browser = new PersonBrowser(url);
  const location = await signIn(browser, 'google', {
    ...{ sub: 'stranger', email: 'stranger@harbor.example', name: 'Stranger', email_verified: true },
  });
  expect(location).toContain('/sign-in?refused=1');
  expect((await browser.call('GET', '/v1/me')).status).toBe(401);
});

test('an address that Google does not vouch for belongs to nobody', async () => {
  const email = await invite();
  for (const doubt of [{ email_verified: false }, {}]) {
    const browser = new PersonBrowser(url);
    expect(await signIn(browser, 'google', { sub: `doubt-${email}`, email, name: 'Dana', ...doubt })).toContain(
      'refused=1',
    );
    expect((await browser.call('GET', '/v1/me')).status).toBe(401);
  }
});

test('a sign-in that breaks off ends on the page of this service', async () => {
  const page = `${url}/sign-in?refused=sign-in`;
  for (const path of ['/v1/auth/callback/google?state=planted&code=x', '/v1/auth/error?error=access_denied']) {
    const { status, headers } = await new PersonBrowser(url).call('GET', path);
    expect([path, status, headers.get('location')]).toEqual([path, 302, expect.stringContaining(page)]);
  }
});

test("a provider's answer works only in the browser that asked for it", async () => {
  const email = await invite();
  const [asking, victim] = [new PersonBrowser(url), new PersonBrowser(url)];
  const begun = await asking.call('POST', '/v1/auth/sign-in/social', {
    ...{ provider: 'google', callbackURL: '/sign-in', disableRedirect: true },
  });
  const identity = { sub: `csrf-${email}`, email, name: 'Dana', email_verified: true };
  const back = new URL(identities.agree(started.parse(begun.json).url, identity));
  await victim.call('GET', `${back.pathname}${back.search}`);
  expect((await victim.call('GET', '/v1/me')).status).toBe(401);
});

test('no token of a provider is stored', async () => {
  const email = await invite();
  await signIn(new PersonBrowser(url), 'google', { sub: `kept-${email}`, email, name: 'Dana', email_verified: true });
  const [row] = await asOwner(
    database.address,
    (sql) => sql`
      select count(*)::int as rows, count(access_token)::int + count(refresh_token)::int + count(id_token)::int as tokens
      from sign_in_providers`,
  );
  expect(row).toMatchObject({ rows: expect.any(Number), tokens: 0 });
  expect(row?.['rows']).toBeGreaterThan(0);
});

test('a sign-in leads to no other host afterwards', async () => {
  const refused = await new PersonBrowser(url).call('POST', '/v1/auth/sign-in/social', {
    ...{ provider: 'google', callbackURL: 'https://evil.example/', disableRedirect: true },
  });
  expect(refused.status).toBe(403);
});

test('the page learns which providers are configured', async () => {
  expect((await new PersonBrowser(url).call('GET', '/v1/auth/options')).json).toEqual({
    providers: ['google', 'microsoft'],
  });
  expect((await new PersonBrowser(url).call('POST', '/v1/auth/sign-in/social', { provider: 'github' })).status).toBe(
    404,
  );
});
