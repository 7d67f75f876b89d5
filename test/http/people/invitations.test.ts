import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { addedPerson, PersonBrowser, peopleForTests, startPeopleService } from '../../support/person-browser.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: a stranger who owns an account cannot put a person into it, rename, find, lock out or flood that person. */
describe('invitations', async () => {
  const { url, mails, service, database, close } = await startPeopleService();
  afterAll(close);

  const invitee = z.object({
    email: z.string(),
    invitations: z.array(
      z.object({
        invitationId: z.string(),
        accountName: z.string(),
        inviter: z.object({ name: z.string(), email: z.string() }),
        role: z.string(),
      }),
    ),
  });
  let persons = 0;

  async function ownerOf(agency: string) {
    const { accountId } = await service.createAccount({ name: agency });
    const email = `owner${++persons}@lakeview.example`;
    const json = { accountId, email, name: `Owner of ${agency}`, role: 'owner', agent: null };
    const { userId, signInLink } = addedPerson.parse((await service.operate('POST', '/v1/admin/users', { json })).json);
    const browser = new PersonBrowser(url);
    expect((await browser.follow(signInLink)).status).toBe(200);
    return { accountId, email, userId, browser };
  }

  const invite = (browser: PersonBrowser, email: string, name = 'Noor Haddad') =>
    browser.call('POST', '/v1/team/invites', { email, name, role: 'staff' });

  /** Signs a person in with a link by mail, as the sign-in page does. */
  async function signIn(email: string): Promise<PersonBrowser> {
    const browser = new PersonBrowser(url);
    mails.length = 0;
    expect((await browser.call('POST', '/v1/auth/sign-in/magic-link', { email })).status).toBe(200);
    const link = /https?:\S+\?token=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    expect((await browser.follow(link)).status).toBe(200);
    return browser;
  }

  const openInvitations = async (browser: PersonBrowser) =>
    invitee.parse((await browser.call('GET', '/v1/auth/invitations')).json).invitations;

  const answer = (browser: PersonBrowser, invitationId: string, word: string) =>
    browser.call('POST', `/v1/auth/invitations/${invitationId}/${word}`, {});

  test('an invited person works in no account before accepting, and sees who invites to which agency', async () => {
    const stranger = await ownerOf('AAA First Agency');
    const real = await ownerOf('Lakeview Benefits');
    await invite(stranger.browser, 'noor@lakeview.example', 'Nobody');
    await invite(real.browser, 'noor@lakeview.example');
    const noor = await signIn('noor@lakeview.example');
    expect((await noor.call('GET', '/v1/me')).status).toBe(401);
    const invitations = await openInvitations(noor);
    expect(invitations.map(({ accountName }) => accountName)).toEqual(['Lakeview Benefits', 'AAA First Agency']);
    const [mine, other] = invitations;
    expect(mine).toMatchObject({ inviter: { name: 'Owner of Lakeview Benefits', email: real.email }, role: 'staff' });
    expect((await answer(noor, mine?.invitationId ?? '', 'accept')).status).toBe(200);
    const joined = { accountId: real.accountId, person: { name: 'Noor Haddad', email: 'noor@lakeview.example' } };
    expect(await noor.call('GET', '/v1/me')).toMatchObject({ status: 200, json: { ...joined, accounts: [{}] } });
    expect((await noor.call('PUT', '/v1/me/account', { accountId: stranger.accountId })).status).toBe(404);
    const again = await signIn('noor@lakeview.example');
    expect(await again.call('GET', '/v1/me')).toMatchObject({ json: { accountId: real.accountId } });
    expect((await answer(noor, other?.invitationId ?? '', 'decline')).status).toBe(200);
    expect(await openInvitations(noor)).toEqual([]);
    expect((await answer(noor, other?.invitationId ?? '', 'accept')).status).toBe(404);
  });

  test('nobody answers the invitation of another person, and no other page answers one', async () => {
    const owner = await ownerOf('Cedar Agency');
    const { json } = await invite(owner.browser, 'ivo@lakeview.example');
    const { userId } = z.object({ userId: z.string() }).parse(json);
    expect((await answer(owner.browser, userId, 'accept')).status).toBe(404);
    const ivo = await signIn('ivo@lakeview.example');
    expect((await answer(ivo.steal(), userId, 'accept')).status).toBe(403);
    expect((await answer(new PersonBrowser(url), userId, 'accept')).status).toBe(401);
    expect((await ivo.call('GET', '/v1/me')).status).toBe(401);
  });

  test('a session works in the account whose link it came from, until the person switches', async () => {
    const first = await ownerOf('Zephyr Agency');
    const second = await service.createAccount({ name: 'Alder Agency' });
    const json = { accountId: second.accountId, email: first.email, name: 'Ann', role: 'staff', agent: null };
    const { signInLink } = addedPerson.parse((await service.operate('POST', '/v1/admin/users', { json })).json);
    expect(await (await signIn(first.email)).call('GET', '/v1/me')).toMatchObject({
      json: { accountId: first.accountId },
    });
    const browser = new PersonBrowser(url);
    await browser.follow(signInLink);
    expect(await browser.call('GET', '/v1/me')).toMatchObject({ json: { accountId: second.accountId } });
    expect(await first.browser.call('GET', '/v1/me')).toMatchObject({ json: { accountId: first.accountId } });
    expect((await first.browser.call('PUT', '/v1/me/account', { accountId: second.accountId })).status).toBe(204);
    const planted = signInLink.replace(second.accountId, first.accountId);
    expect((await new PersonBrowser(url).follow(planted)).status).not.toBe(200);
  });

  test('an agency learns neither the name nor the id by which another agency knows a person', async () => {
    const one = await ownerOf('Birch Agency');
    const other = await ownerOf('Maple Agency');
    const byOne = await invite(one.browser, 'sam@lakeview.example', 'The Difficult One');
    const byOther = await invite(other.browser, 'sam@lakeview.example', 'Sam Okafor');
    const shape = z.object({ userId: z.string(), name: z.string() });
    expect(shape.parse(byOther.json).name).toBe('Sam Okafor');
    expect(shape.parse(byOther.json).userId).not.toBe(shape.parse(byOne.json).userId);
    const team = (await other.browser.call('GET', '/v1/team')).body;
    expect(team).not.toMatch(new RegExp(`Difficult|${shape.parse(byOne.json).userId}`));
    const sam = await signIn('sam@lakeview.example');
    for (const { invitationId } of await openInvitations(sam)) await answer(sam, invitationId, 'accept');
    const { userId } = shape.parse(byOne.json);
    expect((await one.browser.call('DELETE', `/v1/team/${userId}`)).status).toBe(204);
    const stays = await signIn('sam@lakeview.example');
    expect(await stays.call('GET', '/v1/me')).toMatchObject({
      json: { name: 'Maple Agency', person: { name: 'Sam Okafor' } },
    });
  });

  test.each(['visitor@example-agency.invalid', 'owner@first-start.invalid', 'A@some.INVALID'])(
    'the reserved address %s is invited by nobody, nor added by the operator',
    async (email) => {
      const { browser, accountId } = await ownerOf('Rowan Agency');
      const refused = { status: 422, json: { errors: [{ field: 'email' }] } };
      expect(await invite(browser, email)).toMatchObject(refused);
      const json = { accountId, email, name: 'X', role: 'owner', agent: null };
      expect(await service.operate('POST', '/v1/admin/users', { json })).toMatchObject(refused);
    },
  );

  test('an account invites one address three times a day, and all accounts together mail it ten times', async () => {
    mails.length = 0;
    const statuses: number[] = [];
    for (let accounts = 0; accounts < 4; accounts++) {
      const { browser } = await ownerOf(`Flood ${accounts}`);
      mails.splice(0, mails.length, ...mails.filter(({ to }) => to === 'victim@lakeview.example'));
      for (let tries = 0; tries < 4; tries++) {
        const { status, json } = await invite(browser, 'victim@lakeview.example');
        statuses.push(status);
        if (status === 201)
          await browser.call('DELETE', `/v1/team/${z.object({ userId: z.string() }).parse(json).userId}`);
      }
    }
    expect(statuses).toEqual(Array.from({ length: 4 }, () => [201, 201, 201, 429]).flat());
    expect(mails.filter(({ to }) => to === 'victim@lakeview.example')).toHaveLength(10);
  });

  test('an account invites at most a hundred people a day', async () => {
    const { browser, accountId } = await ownerOf('Busy Agency');
    await database.system(
      (sql) => sql`insert into recent_invitations (invitation_id, account_id, address_digest)
      select gen_random_uuid(), ${accountId}, sha256(n::text::bytea) from generate_series(1, 100) n`,
    );
    expect(await invite(browser, 'last@lakeview.example')).toMatchObject({
      status: 429,
      json: { code: 'rate_limited' },
    });
  });

  test('an address gets at most five links in a quarter of an hour, and each of them works', async () => {
    const { email } = await ownerOf('Quiet Agency');
    mails.length = 0;
    const statuses: number[] = [];
    for (let asked = 0; asked < 8; asked++)
      statuses.push((await new PersonBrowser(url).call('POST', '/v1/auth/sign-in/magic-link', { email })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(mails).toHaveLength(5);
    for (const { text } of mails) {
      const link = /https?:\S+\?token=\S+/.exec(text)?.[0] ?? '';
      expect((await new PersonBrowser(url).follow(link)).status).toBe(200);
    }
  });

  test('an unknown address stores nothing', async () => {
    const count = async () => {
      const [row] = await database.system(
        (sql) => sql<{ n: number }[]>`
        select ((select count(*) from sign_in_codes) + (select count(*) from people))::integer as n`,
      );
      return row?.n;
    };
    const before = await count();
    await new PersonBrowser(url).call('POST', '/v1/auth/sign-in/magic-link', { email: 'ghost@lakeview.example' });
    expect(await count()).toBe(before);
  });

  test.each([
    ['a character that turns text around', 'Lake\u202Eview'],
    ['an isolate', 'Lake\u2066view'],
    ['a line separator', 'Lake\u2028view'],
    ['a line break', 'Lake\nview'],
    ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'].map((unseen) => [
      'a character that nobody sees',
      `Lake${unseen}view`,
    ]),
  ])('the name of an account has no %s', async (_, name) => {
    const { browser } = await ownerOf('Plain Agency');
    expect(await browser.call('PATCH', '/v1/account', { name })).toMatchObject({ status: 422 });
    expect((await service.operate('POST', '/v1/admin/accounts', { json: { name } })).status).toBe(422);
  });

  test('the mail of an invitation quotes names as text that somebody chose, without a link in them', async () => {
    const { browser } = await ownerOf('Pay at https://evil.example/now "quickly"');
    mails.length = 0;
    await invite(browser, 'reader@lakeview.example');
    const [mail] = mails;
    expect(mail?.text).toContain('They chose these names themselves');
    expect(mail?.text.match(/https?:\/\/\S+/g)).toEqual([`${url}/sign-in`]);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.example|"quickly"/);
  });

  test('a link shows whom it would sign in, without being used up', async () => {
    const owner = await ownerOf('Shown Agency');
    const json = { accountId: owner.accountId, email: 'eva@lakeview.example', name: 'Eva', role: 'staff', agent: null };
    const { signInLink } = addedPerson.parse((await service.operate('POST', '/v1/admin/users', { json })).json);
    const token = new URL(signInLink).searchParams.get('token') ?? '';
    const browser = new PersonBrowser(url);
    const shown = await browser.call('GET', '/v1/auth/link', undefined, { 'x-link-token': token });
    expect(shown).toMatchObject({
      status: 200,
      json: { email: 'eva@lakeview.example', account: { name: 'Shown Agency', isInvitation: true, inviter: null } },
    });
    expect((await browser.follow(signInLink)).status).toBe(200);
    expect((await browser.call('GET', '/v1/auth/link', undefined, { 'x-link-token': token })).status).toBe(404);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of this host', { 'sec-fetch-site': 'same-site' }],
    ['a browser that opens the address', { accept: 'text/html,*/*' }],
  ])('a link that %s opens signs nobody in, and leads to the page that asks', async (_, headers) => {
    const { email } = await ownerOf('Asked Agency');
    mails.length = 0;
    const browser = new PersonBrowser(url);
    await browser.call('POST', '/v1/auth/sign-in/magic-link', { email });
    const token = /token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const opened = await browser.call('GET', `/v1/auth/magic-link/verify?token=${token}`, undefined, { ...headers });
    expect([opened.status, opened.setCookie]).toEqual([302, '']);
    expect(opened.headers.get('location')).toBe(`/sign-in?token=${token}&ask=yes`);
    const used = await browser.call('GET', `/v1/auth/magic-link/verify?token=${token}`, undefined, {
      'sec-fetch-site': 'same-origin',
    });
    expect(used.status).toBe(200);
  });
});

/** Guarantee: where mails stay on the machine, an owner gets a link for a new person, and for nobody who belongs to another agency. */
describe('invitation links', async () => {
  const service = await startService({
    people: (database) => peopleForTests(database, () => service.url, { hasMail: false }),
  });
  afterAll(() => service.close());

  const link = z.object({ signInLink: z.string() });

  async function owner(email: string): Promise<PersonBrowser> {
    const { accountId } = await service.createAccount();
    const added = await fetch(`${service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, email, name: 'Dana Reyes', role: 'owner' }),
    });
    const browser = new PersonBrowser(service.url);
    await browser.follow(link.parse(await added.json()).signInLink);
    return browser;
  }

  const invite = (browser: PersonBrowser, email: string) =>
    browser.call('POST', '/v1/team/invites', { email, name: 'Omar Vale', role: 'staff' });

  test('the link signs the invited person in, who still accepts by a click', async () => {
    const invited = await invite(await owner('dana@harbor.example'), 'omar@harbor.example');
    expect(invited.status).toBe(201);
    // An owner sends it by whatever way, and it is read on another day.
    const [latest] = await service.database.system(
      (sql) => sql<{ days: number }[]>`
        select round(extract(epoch from expires_at - created_at) / 86400)::int as days
        from sign_in_codes order by created_at desc limit 1`,
    );
    expect(latest?.days).toBe(7);
    const omar = new PersonBrowser(service.url);
    expect((await omar.follow(link.parse(invited.json).signInLink)).status).toBe(200);
    expect((await omar.call('GET', '/v1/auth/invitations')).json).toMatchObject({
      email: 'omar@harbor.example',
      invitations: [{ role: 'staff' }],
    });
  });

  test('there is no link for a person of another agency', async () => {
    const other = await owner('eve@elsewhere.example');
    expect((await invite(other, 'dana@harbor.example')).json).toMatchObject({ status: 'invited', signInLink: null });
  });
});
