import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { type IdentityServer, startIdentityServer } from '../support/person-browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: people sign in by link, passkey or provider, and see only what their role allows, without a button that would be refused. */
describe('people', () => {
  let session: ConsoleSession;
  let identities: IdentityServer;
  let account: TestAccount;
  beforeAll(async () => {
    identities = await startIdentityServer();
    session = await startConsoleSession({ host: 'localhost', providers: [identities.provider('google', false)] });
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
    const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
    const member = (id: string, amount: number, Agent: string) =>
      [id, amount, { Name: `Member ${id}`, Agent }] as const;
    await account.call('POST', '/v1/expected-rates', {
      json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
    });
    const march = [member('K-1', 40, 'Kim Ortiz'), member('B-1', 40, 'Bob Miller'), member('B-2', 40, 'Bob Miller')];
    const april = [member('K-1', 15, 'Kim Ortiz'), member('B-1', 12.34, 'Bob Miller')];
    await account.upload({ file: statement(march), carrierId, period: '2026-03' });
    await account.upload({ file: statement(april), carrierId, period: '2026-04' });
    await session.service.runJobs();
  });
  afterAll(async () => {
    await session?.close();
    await identities?.close();
  });

  const openPage = pagesOfTests();

  async function open(options: PageOptions = {}): Promise<Page> {
    const opened = await openPage(session.browser, session.url, options);
    return opened.page;
  }

  let persons = 0;

  async function add(role: string): Promise<{ readonly email: string; readonly userId: string }> {
    const email = `${role}${++persons}@harbor.example`;
    const agent = role === 'agent' ? 'Kim Ortiz' : null;
    const added = await fetch(`${session.service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: account.accountId, email, name: 'Dana Reyes', role, agent }),
    });
    expect(added.status).toBe(201);
    const { userId } = z.object({ userId: z.string() }).parse(await added.json());
    return { email, userId };
  }

  /** Opens a page of a person who has signed in with a link. */
  async function signIn(role: string, options: PageOptions = {}) {
    const person = await add(role);
    const page = await open(options);
    await page.goto(await session.people.signIn.makeLink(person.email));
    await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
    return { page, ...person };
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Dana Reyes', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  test('a person adds a passkey, signs in with it, and removes it', async () => {
    const { page } = await signIn('owner');
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'You', exact: true }).click();
    await page.getByLabel('What this device is called').fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('rowheader', { name: 'My laptop' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await signOut(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
    await page.goto('/settings?tab=you');
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await page.getByRole('rowheader', { name: 'My laptop' }).waitFor({ state: 'detached' });
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Nobody here has this passkey').waitFor();
  });

  test('a person signs in with Google, and a stranger is told why not', async () => {
    const { email } = await add('staff');
    const page = await open();
    const person = { current: { sub: 'stranger', email: 'stranger@harbor.example' } };
    await page.route('**/authorize?*', (route) => {
      const back = identities.agree(route.request().url(), { name: 'Dana', email_verified: true, ...person.current });
      return route.fulfill({ status: 302, headers: { location: back } });
    });
    await page.goto('/changes');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Google did not sign you in' });
    await notice.getByText('is not invited here').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto('/v1/auth/callback/google?state=planted&code=x');
    await page.getByText('Signing in was not finished').waitFor();
    await page.goto('/changes');
    person.current = { sub: 'dana', email };
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/changes');
  });

  test('a read-only person finds no button that would be refused, and reads why', async () => {
    const { page } = await signIn('read_only', { viewport: { width: 360, height: 740 } });
    for (const path of ['/', '/ask', '/settings', '/drop']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('change nothing').waitFor();
      const names =
        /Add statements|Choose files|Write the letter|Invite|Make a token|Remove Dana|Change what|Save the name|It is wrong|It is right/;
      expect(await page.getByRole('button', { name: names }).count()).toBe(0);
      expect(await page.getByRole('main').getByRole('link', { name: names }).count()).toBe(0);
      expect(await fitsItsWidth(page)).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  test("an agent starts at the list of their own members and sees no data of other agents' members", async () => {
    const { page } = await signIn('agent');
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) answers.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.goto('/');
    await page.getByRole('rowheader', { name: /Member K-1/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByText('You see the members of Kim Ortiz').waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Changes',
      'Members',
      'My pay',
      'Settings',
    ]);
    expect(await page.content()).not.toMatch(/Bob|B-1|12\.34/);
    const month = page.getByRole('combobox', { name: 'Month' });
    await month.selectOption('March 2026');
    await page.getByText('March 2026 is the first month').waitFor();
    expect(await page.content()).not.toMatch(/Bob|B-1|B-2|\$80/);
    await month.selectOption('April 2026');
    await page.getByRole('button', { name: 'Member K-1' }).click();
    await page.getByRole('link', { name: "Open the person's page" }).click();
    await page.getByRole('rowheader', { name: 'March 2026' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Your passkeys' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([]);
  });

  test('an agent who types the address of another screen or member sees no data of other agents', async () => {
    const { page } = await signIn('agent');
    const { json } = await account.call('GET', '/v1/members');
    const member = z.object({ memberRefId: z.string(), memberExternalId: z.string() });
    const bob = z
      .object({ data: z.array(member) })
      .parse(json)
      .data.find(({ memberExternalId }) => memberExternalId === 'B-1');
    const note = { json: { text: 'Bob calls her on Monday.' } };
    expect((await account.call('POST', `/v1/members/${bob?.memberRefId}/notes`, note)).status).toBe(201);
    const shown = page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first();
    for (const path of [
      ...[`/members/${bob?.memberRefId}`, '/changes?agent=Bob+Miller', '/months/2026-04', '/drop', '/ask'],
      ...['/rates', '/members', '/reports', '/settings?tab=data', '/operator'],
    ]) {
      await page.goto(path);
      await shown.waitFor();
      await page.waitForLoadState('networkidle');
      // The filter of a list repeats the name from the address.
      const text = (await page.getByRole('main').textContent())?.replace('Bob Miller', '');
      expect([path, text]).toEqual([path, expect.not.stringMatching(/Member B-|Bob|12\.34|27\.34|\$120/)]);
      expect(await page.getByRole('button', { name: /Choose files|Write the letter|Delete/ }).count()).toBe(0);
    }
  });

  test('a person who is removed is signed out with the next step', async () => {
    const { page, userId } = await signIn('staff');
    const owner = await signIn('owner');
    const removed = await owner.page.request.delete(`/v1/team/${userId}`, { headers: { origin: session.url } });
    expect(removed.status()).toBe(204);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('an owner invites an agent', async () => {
    const { page } = await signIn('owner');
    await page.goto('/settings');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kim Ortiz');
    await page.getByLabel('Email').fill('kim@harbor.example');
    await page.getByRole('combobox', { name: 'What they may do', exact: true }).click();
    await page.getByRole('option', { name: /Agent/ }).click();
    await page.getByLabel(/as statements write it/).fill('Kim Ortiz');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('cell', { name: 'Look at the members of Kim Ortiz' }).first().waitFor();
  });

  test('an owner changes what a person may do, and renames the agency', async () => {
    const { page } = await signIn('owner');
    const { email } = await add('staff');
    await page.goto('/settings');
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByRole('button', { name: 'Change what Dana Reyes may do' }).click();
    const dialog = page.getByRole('dialog', { name: 'What Dana Reyes may do' });
    await dialog.getByRole('combobox', { name: 'What they may do' }).click();
    await page.getByRole('option', { name: /Read only/ }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: 'Read only: look' }).waitFor();
    const agency = page.getByRole('region', { name: 'The agency' });
    await agency.getByLabel('Your agency').fill('Harbor and Sons');
    await agency.getByRole('button', { name: 'Save the name' }).click();
    await agency.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.getByRole('main').getByText('Harbor and Sons', { exact: true }).waitFor();
  });

  test('an owner makes a token that only reads and ends, sees it once, and revokes it', async () => {
    const { page } = await signIn('owner');
    await page.goto('/settings?tab=tokens');
    await page.getByLabel('What the token is for').fill('Nightly');
    await page.getByRole('combobox', { name: 'The program may' }).click();
    await page.getByRole('option', { name: 'Read only' }).click();
    await page.getByRole('combobox', { name: 'The token ends' }).click();
    await page.getByRole('option', { name: 'in a month' }).click();
    await page.getByRole('button', { name: 'Make a token' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Copy the token now' });
    await notice.locator('pre').waitFor();
    const [token = ''] = await notice.locator('pre').allTextContents();
    expect(await accessibilityFaults(page)).toEqual([]);
    const row = page.getByRole('row', { name: /Nightly/ });
    const day = expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Read only', day, day, 'Revoke']);
    expect(await account.call('GET', '/v1/home', { token })).toMatchObject({ status: 200 });
    expect(await account.call('POST', '/v1/carriers', { token, json: { name: 'Cedar' } })).toMatchObject({
      status: 403,
    });
    await page.reload();
    await row.waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await row.getByRole('button', { name: 'Revoke Nightly' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await account.call('GET', '/v1/home', { token })).toMatchObject({ status: 401 });
    // A token that is revoked at once is not shown any longer.
    await page.getByLabel('What the token is for').fill('Weekly');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await notice.waitFor();
    await page.getByRole('button', { name: 'Revoke Weekly' }).click();
    await notice.waitFor({ state: 'detached' });
  });
});

/** Guarantee: a person joins an agency, changes to another, or follows a link of another site only by a click that says where it leads. */
describe('invitations', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  beforeAll(async () => {
    session = await startConsoleSession({ host: 'localhost' });
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();
  const open = async (): Promise<Page> => (await openPage(session.browser, session.url, {})).page;

  async function add(email: string, name: string, { accountId }: TestAccount = account): Promise<void> {
    const added = await fetch(`${session.service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, email, name, role: 'owner' }),
    });
    expect(added.status).toBe(201);
  }

  async function signIn(email: string, name: string): Promise<Page> {
    const page = await open();
    await page.goto(await session.people.signIn.makeLink(email));
    await page.getByRole('button', { name, exact: true }).waitFor();
    return page;
  }

  test('an invited person accepts on a screen that names agency and inviter', async () => {
    await add('lena@harbor.example', 'Lena Brook');
    const owner = await signIn('lena@harbor.example', 'Lena Brook');
    const invite = { email: 'omar@harbor.example', name: 'Omar Vale', role: 'staff' };
    const invited = await owner.request.post('/v1/team/invites', { data: invite, headers: { origin: session.url } });
    expect(invited.status()).toBe(201);
    const page = await open();
    await page.goto(await session.people.signIn.makeLink('omar@harbor.example'));
    await page.getByText('Invitation to “Harbor Benefits”').waitFor();
    await page.getByText('“Lena Brook” (lena@harbor.example) invites you').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Omar Vale', exact: true }).waitFor();
  });

  test('a link that another site opens, or that belongs to somebody else, asks before it signs in', async () => {
    await add('mia@harbor.example', 'Mia Stone');
    await add('paul@harbor.example', 'Paul West');
    const page = await open();
    const link = await session.people.signIn.makeLink('mia@harbor.example');
    await page.route('http://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Statement</a>` }),
    );
    await page.goto('http://elsewhere.example/');
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByRole('heading', { name: 'Sign in with this link?' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await page.request.get('/v1/me')).status()).toBe(401);
    await page.getByRole('button', { name: 'Sign in as mia@harbor.example' }).click();
    await page.getByRole('button', { name: 'Mia Stone', exact: true }).waitFor();
    await page.goto(await session.people.signIn.makeLink('paul@harbor.example'));
    await page.getByRole('link', { name: 'No, that is not me' }).click();
    await page.getByRole('button', { name: 'Mia Stone', exact: true }).waitFor();
  });

  test('a person of two agencies changes to the other by the menu', async () => {
    await add('vera@harbor.example', 'Vera North');
    await add('vera@harbor.example', 'V. North', await session.service.createAccount({ name: 'Second Harbor' }));
    const page = await signIn('vera@harbor.example', 'Vera North');
    await page.getByRole('button', { name: 'Vera North', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Work in Second Harbor' }).click();
    await page.getByRole('button', { name: 'V. North', exact: true }).waitFor();
  });

  test('without a mail server an invitation shows a link to copy', async () => {
    const own = await startConsoleSession({ host: 'localhost', hasMail: false });
    try {
      const { accountId } = await own.service.createAccount({ name: 'Harbor Benefits' });
      await fetch(`${own.service.url}/v1/admin/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ accountId, email: 'dana@harbor.example', name: 'Dana Reyes', role: 'owner' }),
      });
      const { page } = await openPage(own.browser, own.url, {});
      await page.goto(await own.people.signIn.makeLink('dana@harbor.example'));
      await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
      await page.goto('/settings?tab=team');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Omar Vale');
      await page.getByRole('textbox', { name: 'Email' }).fill('omar@harbor.example');
      await page.getByRole('button', { name: 'Invite' }).click();
      const link = await page.getByLabel('Link for Omar Vale').inputValue();
      expect(await accessibilityFaults(page)).toEqual([]);
      const invited = await openPage(own.browser, own.url, {});
      await invited.page.goto(link);
      await invited.page.getByText('Invitation to “Harbor Benefits”').waitFor();
    } finally {
      await own.close();
    }
  });

  test('a link by mail leads back to the page that one wanted', async () => {
    await add('noor@harbor.example', 'Noor Haddad');
    const opened = await openPage(session.browser, session.url, {});
    await opened.page.goto('/members?show=gone');
    await opened.page.getByLabel('Your email address').fill('noor@harbor.example');
    await opened.page.getByRole('button', { name: /link/i }).first().click();
    await opened.page.getByText('Look at your mail').waitFor();
    const other = await opened.page.context().newPage();
    await other.goto(await session.people.signIn.makeLink('noor@harbor.example'));
    await other.getByRole('heading', { name: 'Members' }).waitFor();
    expect(new URL(other.url()).searchParams.get('show')).toBe('gone');
  });
});
