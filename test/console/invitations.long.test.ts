import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import type { TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: a person joins an agency, changes to another, or follows a link of another site only by a click that says where it leads. */

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
