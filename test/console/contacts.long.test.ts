import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner imports contacts only after seeing who is meant, and a member's page leads to the household. */

let session: ConsoleSession;
let account: TestAccount;
beforeAll(async () => {
  session = await startConsoleSession();
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const [summit, zenith] = [
    await session.service.createCarrier({ name: 'Summit Senior Life' }),
    await session.service.createCarrier({ name: 'Zenith Health' }),
  ];
  const on = (Name: string, Policy: string) => ({ Name, Policy });
  const rows = [['M-1', 40, on('Doe, Jane', 'P-1')] as const, ['M-2', 30, on('Doe, John', 'P-1')] as const];
  await account.load({ carrierId: summit, period: '2026-03', file: statement(rows) });
  await account.load({ carrierId: zenith, period: '2026-03', file: statement([['Z-1', 9, on('Jane Doe', 'Q-1')]]) });
});
afterAll(() => session?.close());

const openPage = pagesOfTests();
const open = async (path: string, options: PageOptions = {}) => {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto(path);
  return opened.page;
};

const LIST =
  'Name,Policy,Phone,Email\nJane Doe,,555 0100,jane@doe.example\nJohn Doe,P-1,555 0101,\nNobody,,555 0102,\n';
const list = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };

test('contacts are imported from a list in three clicks, after a preview of who is meant', async () => {
  const page = await open('/members');
  await page.getByRole('link', { name: 'Import contacts' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the list' }).click();
  await (await chooser).setFiles(list);
  await page.getByText('3 rows: 2 to write down, 0 known already, 1 left out.').waitFor();
  await page.getByRole('row', { name: /John Doe.*New.*Doe, John.*555 0101/ }).waitFor();
  await page.getByRole('row', { name: /Nobody.*On no statement/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Write down 2 contacts' }).click();
  await page.getByText('2 rows written down.').waitFor();
  await page.getByRole('link', { name: 'Doe, John' }).click();
  await page.getByRole('link', { name: '555 0101' }).waitFor();
});

test('a member shows who is on the same policy, and the same name at another carrier, each with a link', async () => {
  const { json } = await account.call('GET', '/v1/members?q=M-1');
  const [jane] = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(json).data;
  for (const options of [{}, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }]) {
    const page = await open(`/members/${jane?.memberRefId}`, options);
    await page.getByText('Paid for them together: $70.00').waitFor();
    const elsewhere = page.getByRole('region', { name: 'The same name at other carriers' });
    await elsewhere.getByText('Zenith Health, $9.00 in Mar 26').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('region', { name: 'Household' }).getByRole('link', { name: 'Doe, John' }).click();
    await page.getByRole('heading', { name: 'Doe, John' }).waitFor();
  }
});

test('the import fits a phone of 360 px in the dark', async () => {
  const page = await open('/members/import', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the list' }).click();
  await (await chooser).setFiles(list);
  await page.getByText('1 left out.').waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});
