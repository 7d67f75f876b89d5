import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  addedPerson,
  type Identity,
  PersonBrowser,
  startIdentityServer,
  startPeopleService,
} from '../../support/person-browser.ts';
import { asOwner } from '../../support/postgres.ts';

/** Tests signing in with a browser over HTTP: links by mail, sessions, roles, teams and tokens. */
describe('sign in', async () => {
  const { url, mails, service, database, signedIn, close } = await startPeopleService();
  afterAll(close);

  test('a link signs a person in once, with a cookie that no page can read', async () => {
    const { accountId, browser, email, signInLink, setCookie } = await signedIn('owner');
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(setCookie).toMatch(/SameSite=Lax/i);
    const me = await browser.call('GET', '/v1/me');
    expect(me).toMatchObject({
      status: 200,
      json: { accountId, scopes: ['read', 'write', 'manage'], person: { email, role: 'owner', agent: null } },
    });
    const again = await new PersonBrowser(url).follow(signInLink);
    expect(again.status).not.toBe(200);
    expect(again.setCookie).not.toContain('session_token');
  });

  test('a link goes by mail to people who are known, and to nobody else', async () => {
    const { email } = await signedIn('staff');
    mails.length = 0;
    const browser = new PersonBrowser(url);
    const unknown = await browser.call('POST', '/v1/auth/sign-in/magic-link', { email: 'stranger@harbor.example' });
    const known = await browser.call('POST', '/v1/auth/sign-in/magic-link', { email: email.toUpperCase() });
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    const link = /https?:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect(link).toContain(`${url}/sign-in?token=`);
    expect((await browser.follow(link)).status).toBe(200);
    expect((await browser.call('GET', '/v1/me')).status).toBe(200);
  });

  test('the operator adds a person, who gets the address of the sign-in page by mail and no secret', async () => {
    const { accountId } = await service.createAccount({ name: 'Harbor Benefits' });
    mails.length = 0;
    const person = { accountId, email: 'First.Owner@harbor.example', name: 'Dana Reyes', role: 'owner', agent: null };
    const { json } = await service.operate('POST', '/v1/admin/users', { json: person });
    expect(mails).toMatchObject([
      { to: 'first.owner@harbor.example', subject: expect.stringContaining('Harbor Benefits') },
    ]);
    expect(mails[0]?.text).toContain(`${url}/sign-in `);
    expect(mails[0]?.text).not.toContain(new URL(addedPerson.parse(json).signInLink).searchParams.get('token'));
  });

  test('a body that no sign-in needs is refused before it is in memory', async () => {
    const response = await fetch(`${url}/v1/auth/sign-in/magic-link`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(100_000) }),
    });
    expect(response.status).toBe(413);
  });

  test('an address gets no more than twenty attempts a minute', async () => {
    const browser = new PersonBrowser(url);
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries++)
      statuses.push((await browser.call('GET', '/v1/auth/magic-link/verify?token=guess')).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  });

  test('signing out ends the session at once, also for a person who copied the cookie', async () => {
    const { browser } = await signedIn('owner');
    const copy = browser.steal();
    expect((await copy.call('GET', '/v1/me')).status).toBe(200);
    expect((await browser.call('POST', '/v1/auth/sign-out', {})).status).toBe(200);
    expect((await copy.call('GET', '/v1/me')).status).toBe(401);
  });

  test('a page of another origin can change nothing with the cookie', async () => {
    const { browser } = await signedIn('owner');
    const foreign = browser.steal();
    for (const path of ['/v1/tokens', '/v1/workspaces', '/v1/team/invites', '/v1/auth/sign-out']) {
      const refused = await foreign.call('POST', path, { name: 'x' });
      expect([path, refused.status]).toEqual([path, 403]);
    }
    expect((await browser.call('GET', '/v1/me')).status).toBe(200);
  });

  test('a cookie that is changed by one character belongs to nobody', async () => {
    const { browser } = await signedIn('owner');
    const response = await fetch(`${url}/v1/me`, { headers: { cookie: 'sign-in.session_token=abc.def' } });
    expect(response.status).toBe(401);
    expect((await browser.call('GET', '/v1/me')).status).toBe(200);
  });

  test.each([
    ['owner', 200, 201, 200],
    ['staff', 200, 201, 403],
    ['read_only', 200, 403, 403],
    ['agent', 403, 403, 403],
  ])('the role %s reads, writes and manages as the table of roles says', async (role, reading, writing, managing) => {
    const { browser } = await signedIn(role);
    expect((await browser.call('GET', '/v1/jobs')).status).toBe(reading);
    expect((await browser.call('POST', '/v1/workspaces', { name: 'Second' })).status).toBe(writing);
    expect((await browser.call('GET', '/v1/tokens')).status).toBe(managing);
  });

  test('an owner deletes the account by its exact name, and nobody else does', async () => {
    const { accountId, browser } = await signedIn('owner');
    const { name } = z.object({ name: z.string() }).parse((await browser.call('GET', '/v1/me')).json);
    const path = `/v1/account?confirm=${encodeURIComponent(name)}`;
    const staff = await signedIn('staff', accountId);
    expect((await staff.browser.call('DELETE', path)).status).toBe(403);
    expect((await browser.steal().call('DELETE', path)).status).toBe(403);
    expect((await browser.call('DELETE', '/v1/account?confirm=Another')).status).toBe(422);
    expect((await browser.call('GET', '/v1/me')).status).toBe(200);
    const deleted = await browser.call('DELETE', path);
    expect(deleted).toMatchObject({ status: 202, json: { accountId, status: 'completed' } });
    for (const one of [browser, staff.browser]) expect((await one.call('GET', '/v1/me')).status).toBe(401);
    const { json } = await service.operate('GET', '/v1/admin/deletions?limit=1');
    expect(json).toMatchObject({ data: [{ accountId, requestedBy: expect.stringMatching(/^person:/) }] });
  });

  test('no person of one account reaches another account', async () => {
    const mine = await signedIn('owner');
    const other = await signedIn('owner');
    expect((await mine.browser.call('PUT', '/v1/me/account', { accountId: other.accountId })).status).toBe(404);
    expect((await mine.browser.call('DELETE', `/v1/team/${other.userId}`)).status).toBe(404);
    expect((await mine.browser.call('PATCH', `/v1/team/${other.userId}`, { role: 'staff' })).status).toBe(404);
    expect((await other.browser.call('GET', '/v1/me')).json).toMatchObject({ accountId: other.accountId });
  });

  test('an owner invites, changes and removes people, and their next request has the new rights', async () => {
    const owner = await signedIn('owner');
    mails.length = 0;
    const invited = await owner.browser.call('POST', '/v1/team/invites', {
      email: 'New.Person@harbor.example',
      name: 'New Person',
      role: 'staff',
    });
    expect(invited).toMatchObject({ status: 201, json: { email: 'new.person@harbor.example', status: 'invited' } });
    expect(mails[0]?.text).toContain(`${url}/sign-in`);
    const colleague = await signedIn('staff', owner.accountId);
    const team = await owner.browser.call('GET', '/v1/team');
    expect(
      z
        .object({ data: z.array(z.object({ role: z.string() })) })
        .parse(team.json)
        .data.map(({ role }) => role),
    ).toEqual(['owner', 'staff', 'staff']);
    await owner.browser.call('PATCH', `/v1/team/${colleague.userId}`, { role: 'read_only' });
    expect((await colleague.browser.call('POST', '/v1/workspaces', { name: 'Mine' })).status).toBe(403);
    expect((await owner.browser.call('DELETE', `/v1/team/${colleague.userId}`)).status).toBe(204);
    expect((await colleague.browser.call('GET', '/v1/me')).status).toBe(401);
  });

  test('an account always keeps an owner who has signed in', async () => {
    const { accountId, browser, userId } = await signedIn('owner');
    const invite = { email: 'owner-by-invitation@harbor.example', name: 'Invited', role: 'owner' };
    const invited = await browser.call('POST', '/v1/team/invites', invite);
    expect(invited.json).toMatchObject({ role: 'owner', status: 'invited' });
    expect(await browser.call('DELETE', `/v1/team/${userId}`)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('last owner who has signed in') },
    });
    expect((await browser.call('PATCH', `/v1/team/${userId}`, { role: 'staff' })).status).toBe(409);
    await signedIn('owner', accountId);
    expect((await browser.call('DELETE', `/v1/team/${userId}`)).status).toBe(204);
  });

  test('a person who comes from another account counts as an owner who has signed in', async () => {
    const first = await signedIn('owner');
    const second = await signedIn('owner');
    const { accountId } = second;
    await service.operate('POST', '/v1/admin/users', {
      json: { accountId, email: first.email, name: 'Dana', role: 'owner', agent: null },
    });
    expect((await second.browser.call('DELETE', `/v1/team/${second.userId}`)).status).toBe(409);
    await first.browser.call('PUT', '/v1/me/account', { accountId });
    expect((await second.browser.call('DELETE', `/v1/team/${second.userId}`)).status).toBe(204);
  });

  test('an owner makes tokens that expire, and revokes only tokens of the own account', async () => {
    const owner = await signedIn('owner');
    const other = await signedIn('owner');
    const token = z.object({ id: z.string(), token: z.string() });
    const lasting = token.parse((await owner.browser.call('POST', '/v1/tokens', { label: 'nightly' })).json);
    const ended = token.parse(
      (await owner.browser.call('POST', '/v1/tokens', { scopes: ['read'], expiresAt: '2999-01-01T00:00:00Z' })).json,
    );
    await database.system(
      (sql) => sql`update api_tokens set expires_at = now() - interval '1 minute' where token_id = ${ended.id}`,
    );
    const status = async (secret: string) =>
      (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect([await status(lasting.token), await status(ended.token)]).toEqual([200, 401]);
    expect((await other.browser.call('DELETE', `/v1/tokens/${lasting.id}`)).status).toBe(404);
    expect((await owner.browser.call('DELETE', `/v1/tokens/${lasting.id}`)).status).toBe(204);
    expect(await status(lasting.token)).toBe(401);
  });

  test('a token that would have expired already is refused, also to the operator', async () => {
    const owner = await signedIn('owner');
    const request = { expiresAt: '2020-01-01T00:00:00Z' };
    const refused = {
      status: 422,
      json: { errors: [{ field: 'expiresAt', detail: 'The field expiresAt must be in the future.' }] },
    };
    expect(await owner.browser.call('POST', '/v1/tokens', request)).toMatchObject(refused);
    const path = `/v1/admin/accounts/${owner.accountId}/tokens`;
    expect(await service.operate('POST', path, { json: request })).toMatchObject(refused);
  });

  test('an owner renames the account, and staff cannot', async () => {
    const owner = await signedIn('owner');
    const staff = await signedIn('staff', owner.accountId);
    expect((await staff.browser.call('PATCH', '/v1/account', { name: 'Taken over' })).status).toBe(403);
    expect((await owner.browser.call('PATCH', '/v1/account', { name: ' Harbor Benefits ' })).status).toBe(204);
    expect(await staff.browser.call('GET', '/v1/me')).toMatchObject({ json: { name: 'Harbor Benefits' } });
    expect(await owner.browser.call('GET', '/v1/audit')).toMatchObject({
      json: {
        data: expect.arrayContaining([
          expect.objectContaining({ action: 'account.update', actor: `person:${owner.email}` }),
        ]),
      },
    });
  });

  test('who may only read may preview a change, and not make it', async () => {
    const { browser } = await signedIn('read_only');
    const carrierId = '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11';
    const rate = { rateType: 'flat_per_member', rateValue: 12 };
    const bulk = `/v1/expected-rates/bulk?carrierId=${carrierId}`;
    expect((await browser.call('POST', '/v1/expected-rates/preview', { carrierId, ...rate })).status).toBe(404);
    expect((await browser.call('POST', `${bulk}&dryRun=true`, { rates: [rate] })).status).toBe(404);
    expect((await browser.call('PUT', '/v1/policies?dryRun=true', {})).status).toBe(422);
    for (const path of [bulk, `${bulk}&dryRun=false`, `${bulk}&dryRun=false&dryRun=true`])
      expect((await browser.call('POST', path, { rates: [rate] })).status).toBe(403);
    expect((await browser.call('PUT', '/v1/policies', {})).status).toBe(403);
  });

  test('a refusal of what only owners can do says so, to tokens and to people', async () => {
    const refused = { status: 403, json: { detail: expect.stringContaining('Only an owner who has signed in') } };
    const { call } = await service.createAccount({ name: 'Program and people' });
    expect(await call('GET', '/v1/tokens')).toMatchObject(refused);
    expect(await (await signedIn('staff')).browser.call('GET', '/v1/tokens')).toMatchObject(refused);
  });

  test('a token of a program manages no team and no tokens', async () => {
    const { call } = await service.createAccount({ name: 'Program' });
    expect((await call('GET', '/v1/tokens')).status).toBe(403);
    expect(
      (await call('PUT', '/v1/me/account', { json: { accountId: '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11' } })).status,
    ).toBe(403);
  });

  test('the audit trail names the person', async () => {
    const { browser, email } = await signedIn('owner');
    await browser.call('POST', '/v1/workspaces', { name: 'Audited' });
    const trail = await browser.call('GET', '/v1/audit');
    expect(trail.json).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ actor: `person:${email}` })]),
    });
  });

  test('a person of two accounts works in one at a time', async () => {
    const first = await signedIn('owner');
    const second = await service.createAccount({ name: 'Second agency' });
    await service.operate('POST', '/v1/admin/users', {
      json: { accountId: second.accountId, email: first.email, name: 'Dana', role: 'read_only', agent: null },
    });
    expect((await first.browser.call('PUT', '/v1/me/account', { accountId: second.accountId })).status).toBe(204);
    expect((await first.browser.call('GET', '/v1/me')).json).toMatchObject({
      accountId: second.accountId,
      person: { role: 'read_only' },
      accounts: expect.arrayContaining([expect.objectContaining({ accountId: first.accountId })]),
    });
  });
});

/** Guarantee: a sign-in that an anonymous caller makes fail is one line of the log, with the cause and without what the caller wrote. */
describe('refusal log', async () => {
  const lines: (readonly [level: string, event: string, fields: Readonly<Record<string, unknown>>])[] = [];

  const { url, close } = await startPeopleService({ log: (...line) => lines.push(line) });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(close);

  test.each([
    ['POST', 'sign-in/magic-link', { email: 'nobody' }, 400, /email/i],
    ['POST', 'sign-in/magic-link', { email: 'a@b.example', callbackURL: 'https://evil.example' }, 403, /callbackURL/],
    ['POST', 'passkey/verify-authentication', { response: {} }, 400, /./],
    ['POST', 'sign-in/email', { email: 'a@b.example', password: 'long enough to pass' }, 400, /password/],
    ['GET', 'callback/google?state=planted&code=x', undefined, 302, /./],
  ] as const)('%s %s %j is one line', async (method, path, body, status, cause) => {
    const console = [vi.spyOn(globalThis.console, 'error'), vi.spyOn(globalThis.console, 'log')];
    try {
      const reply = await new PersonBrowser(url).call(method, `/v1/auth/${path}`, body);
      expect(reply.status).toBe(status);
      expect(lines).toEqual([['warn', 'sign_in_refused', { status, cause: expect.stringMatching(cause) }]]);
      expect(JSON.stringify(lines)).not.toMatch(/evil|b\.example/);
      for (const spy of console) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const spy of console) spy.mockRestore();
    }
  });
});

/** Guarantee: only invited people sign in with Google or Microsoft, by an address that the provider has verified. */
describe('providers', async () => {
  const identities = await startIdentityServer();
  const providers = [identities.provider('google', false), identities.provider('microsoft', true)];
  const { url, service, address, close } = await startPeopleService({ providers });
  const { accountId } = await service.createAccount({ name: 'Harbor Benefits' });
  afterAll(async () => {
    await close();
    await identities.close();
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
      address,
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
});
