import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, cutButtons, fitsItsWidth, wideFields } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { halfForAgents } from '../support/pay-agency.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: axe finds nothing on any screen, part of the settings and panel, light, dark, wide and at 360 px, and nothing is cut. */

const EMAIL = 'dana@harbor.example';

let session: ConsoleSession;
let account: TestAccount;
let run: { readonly runId: string; readonly lee: string };
beforeAll(async () => {
  session = await startConsoleSession({ host: 'localhost' });
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carrierId = await session.service.createCarrier({ account, name: 'Summit Senior Life' });
  await account.call('POST', '/v1/expected-rates', {
    json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
  });
  const of = (Name: string, Agent: string) => ({ Name, Agent, Policy: `P-${Name}`, Plan: 'Gold' });
  const [ada, walter] = [of('Ada Doe', 'Ana Rivera'), of('Walter Birch', 'RIVERA, ANA')];
  const months = {
    '2026-03': [
      ['M1', 40, ada],
      ['M2', 40, walter],
      ['M3', 40, of('Cleo Marsh', 'Lee Park')],
    ],
    '2026-04': [
      ['M1', 40, ada],
      ['M2', 15, walter],
      ['M4', 40, of('Elsa Ford', 'Lee Park')],
    ],
  } as const;
  for (const [period, rows] of Object.entries(months))
    await account.load({ file: statement(rows), fileName: `summit ${period}.csv`, carrierId, period });
  const other = await session.service.createCarrier({ account, name: 'Lakeview Mutual' });
  run = await halfForAgents({ account, carrierId: other });
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email: EMAIL, name: 'Dana Reyes', role: 'owner' }),
  });
  expect(added.status).toBe(201);
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

/** The cookies of the person. A person who signs in for each test would be kept waiting after twenty tries. */
let cookies: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

async function signedIn(): Promise<Page> {
  const { page } = await openPage(session.browser, session.url, cookies && { storageState: cookies });
  await page.goto(cookies === undefined ? await session.people.signIn.makeLink(EMAIL) : '/');
  await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
  cookies = await page.context().storageState();
  return page;
}

/** Puts colors that fade at their end, where their contrast counts. An animation without an end has none. */
const END_OF_FADING = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  resolve();
})))`;

/** Returns what is wrong with a screen in light, in dark and at both widths, with the name of the screen. */
async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  await page.waitForLoadState('networkidle');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(END_OF_FADING);
      const found = await accessibilityFaults(page);
      faults.push(...found.map((fault) => `${name}, ${width} px, ${colorScheme}: ${fault}`));
    }
    for (const text of await cutButtons(page)) faults.push(`${name}, ${width} px: the button "${text}" is cut`);
    if (!(await fitsItsWidth(page))) faults.push(`${name} is wider than ${width} px`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 860 });
  return faults;
}

/** Each screen, as its address. Names in braces are filled in. */
const SCREENS = [
  ...[
    '/',
    '/statements',
    '/drop',
    '/months/2026-04',
    '/changes',
    '/changes?group=event',
    '/members',
    '/members/{member}',
  ],
  ...[
    '/members/import',
    '/ask',
    '/agents',
    '/agents/{agent}/pay',
    '/pay',
    '/pay/{run}',
    '/pay/setup',
    '/pay/setup/import',
  ],
  ...['/rates', '/reports', '/reports?tab=1099', '/reports?tab=lists', '/by-itself', '/members/nobody'],
  ...['/ask?sure=likely', '/ask?tab=asked', '/members?show=gone', '/no-such-page', '/layout/nothing', '/operator'],
];

test.each(SCREENS)('the screen %s', async (address) => {
  const { data } = members.parse((await account.call('GET', '/v1/members')).json);
  const page = await signedIn();
  const path = address
    .replace('{member}', data[0]?.memberRefId ?? '')
    .replace('{agent}', run.lee)
    .replace('{run}', run.runId);
  await page.goto(path);
  await page.locator('main').getByRole('heading').or(page.getByRole('alert')).first().waitFor();
  expect(await faultsOf(page, address)).toEqual([]);
});

test('the sign-in page', async () => {
  const { page } = await openPage(session.browser, session.url);
  await page.goto('/sign-in');
  await page.getByRole('heading').first().waitFor();
  expect(await faultsOf(page, 'sign-in')).toEqual([]);
});

// The policy of the page forbids styles in HTML, not those that a script sets.
const FAINT_AND_WIDE = `{
  const faint = document.createElement('p');
  faint.textContent = 'Faint';
  Object.assign(faint.style, { color: '#888', background: '#777', width: '2000px' });
  document.querySelector('main').append(faint);
}`;

test('a planted fault is found in every form of a screen', async () => {
  const page = await signedIn();
  await page.goto('/rates');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(FAINT_AND_WIDE);
  const faults = await faultsOf(page, 'planted');
  expect(faults.filter((fault) => fault.includes('color-contrast'))).toHaveLength(4);
  expect(faults.filter((fault) => fault.includes('is wider'))).toHaveLength(2);
});

test('every part of the settings', async () => {
  const page = await signedIn();
  await page.goto('/settings');
  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  const names = await tabs.allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(6);
  const faults: string[] = [];
  for (const name of names) {
    await page.getByRole('tab', { name, exact: true }).click();
    faults.push(...(await faultsOf(page, name)));
    for (const field of await wideFields(page)) faults.push(`${name}: the field ${field} is too wide`);
  }
  expect(faults).toEqual([]);
});

const members = z.object({ data: z.array(z.looseObject({ memberRefId: z.string() })) });

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Opens the letter that carriers were asked in, and writes it if no test has yet. */
async function openAsked(page: Page): Promise<void> {
  const { data } = claims.parse((await account.call('GET', '/v1/reports/recoverable?asked=false')).json);
  const claimIds = data.map(({ claimId }) => claimId);
  if (claimIds.length > 0) await account.call('POST', '/v1/disputes', { json: { claimIds } });
  await page.goto('/ask?tab=asked');
  await page.getByRole('button', { name: 'Summit Senior Life' }).click();
  await page.getByRole('textbox', { name: 'The letter' }).waitFor();
}

const claims = z.object({ data: z.array(z.object({ claimId: z.string() })) });

async function openMember(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Walter Birch' }).click();
  await page.getByRole('heading', { name: 'Walter Birch' }).waitFor();
}

async function openRows(page: Page): Promise<void> {
  await openMember(page);
  await page.getByRole('button', { name: 'Show the rows of April 2026' }).click();
  await page.getByRole('columnheader', { name: 'Commission' }).waitFor();
}

async function openContact(page: Page): Promise<void> {
  await openMember(page);
  await page.getByRole('button', { name: 'Change the contact' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).waitFor();
}

async function openSql(page: Page): Promise<void> {
  await page.getByText('Write your own').click();
  await page.getByRole('button', { name: 'Write a report in SQL' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}

/** Each panel and dialog, with the page that has it and the way to open it. */
const PANELS: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ['a change', '/changes', press('Walter Birch')],
  ['selected changes', '/changes', async (page) => page.getByRole('checkbox').first().check()],
  ['a statement', '/statements', async (page) => page.locator('a[data-row]').first().click()],
  ['closing a month', '/statements', press(/^Close/)],
  ['an agent', '/agents?open=new', async (page) => page.getByRole('dialog').waitFor()],
  ['a rate', '/rates', press('Add a rate')],
  ['a sheet of rates', '/rates', press('Add a sheet of rates')],
  ['rates of a carrier', '/rates', async (page) => page.locator('summary').first().click()],
  ['the search', '/', async (page) => page.keyboard.press('/')],
  ['a letter', '/ask', press(/^Write the letter/)],
  ['a letter that was asked', '/', openAsked],
  ['the menu of the person', '/', press('Dana Reyes')],
  ['the rows of a month', '/members?q=Walter', openRows],
  ['the contact of a member', '/members?q=Walter', openContact],
  ['what a colleague may do', '/settings?tab=team', press(/^Change what Dana/)],
  ['a report in SQL', '/reports?tab=lists', openSql],
  [
    'an agent of a pay run',
    '/pay',
    async (page) => page.goto(`/pay/${run.runId}?agent=${run.lee}`).then(() => undefined),
  ],
];

test.each(PANELS)('the panel of %s', async (name, path, open) => {
  const page = await signedIn();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await open(page);
  expect(await faultsOf(page, name)).toEqual([]);
});

test('the list of files to add, and the layout of one', async () => {
  const page = await signedIn();
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const rows = ['Member ID,Client,Basis,Amt', 'K-7701,Ada Doe,100.00,12.50', 'K-7702,Bob Roe,90.00,11.25'];
  await (await choosing).setFiles([
    { name: 'Cedar Mutual 2026-04.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
    { name: 'holiday.csv', mimeType: 'text/csv', buffer: Buffer.from('a photo') },
  ]);
  const show = page.getByRole('link', { name: 'Show how to read it' }).first();
  await show.waitFor();
  expect(await faultsOf(page, 'files to add')).toEqual([]);
  await show.click();
  await page.getByRole('heading', { name: 'How is this statement read?' }).waitFor();
  expect(await faultsOf(page, 'a layout')).toEqual([]);
});

test('an invitation', async () => {
  const email = 'omar@vale.example';
  const owner = await signedIn();
  await owner.goto('/settings?tab=team');
  await owner.getByRole('textbox', { name: 'Name', exact: true }).fill('Omar Vale');
  await owner.getByRole('textbox', { name: 'Email' }).fill(email);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByRole('rowheader', { name: /Omar Vale/ }).waitFor();
  const { page } = await openPage(session.browser, session.url);
  await page.goto(await session.people.signIn.makeLink(email));
  await page.getByText('Invitation to “Harbor Benefits”').waitFor();
  expect(await faultsOf(page, 'an invitation')).toEqual([]);
});

test('the styles of the console win over those of its library: the title of a panel is bold', async () => {
  const page = await signedIn();
  await page.goto('/statements');
  await page.locator('a[data-row]').first().click();
  await page.getByRole('dialog').locator('.mantine-Drawer-title').waitFor();
  expect(await page.evaluate('getComputedStyle(document.querySelector(".mantine-Drawer-title")).fontWeight')).toBe(
    '600',
  );
});
