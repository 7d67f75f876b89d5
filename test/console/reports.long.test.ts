import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner gets reports for Excel without SQL and has them mailed, and can also write reports in SQL. */

let session: ConsoleSession;
let account: TestAccount;
beforeAll(async () => {
  session = await startConsoleSession({ hasReports: true });
  account = await session.service.createAccount({ scopes: ['read', 'write', 'manage'] });
  const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
  await account.upload({ file: statement([['M-1', 40]]), carrierId, period: '2026-03' });
  await session.service.runJobs();
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

async function open(options: PageOptions = {}): Promise<Page> {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto('/reports');
  await opened.page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
  return opened.page;
}

test('a ready-made report is saved for Excel, and mailed to the address that an owner sets', async () => {
  const page = await open();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for Excel: Paid by carrier and month' }).click();
  expect((await download).suggestedFilename()).toBe('Paid by carrier and month.xlsx');
  await page.getByText('Nobody gets reports by mail yet.').waitFor();
  await page.getByLabel('Mail reports to').fill('dana@harbor.example');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await page.getByText('go to dana@harbor.example.').waitFor();
  await page.getByLabel('Mail the report Gone').selectOption('Every Monday');
  await expect
    .poll(async () => (await account.call('GET', '/v1/reports/saved')).json)
    .toMatchObject({ data: [{ name: 'Gone', cadence: 'weekly' }] });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Mail the report Gone').selectOption('Never');
  await expect
    .poll(async () => (await account.call('GET', '/v1/reports/saved')).json)
    .toMatchObject({ data: [{ name: 'Gone', cadence: 'off' }] });
});

test('a report in SQL is written, refused with the place of its fault, saved, run and removed', async () => {
  const page = await open();
  await page.getByText('A report of your own').click();
  await page.getByRole('button', { name: 'Write a report in SQL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a report in SQL' });
  await dialog.getByLabel('Name of the report').fill('Our places');
  const editor = dialog.getByRole('textbox', { name: 'The query' });
  const write = async (sql: string) => {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(sql);
  };
  await write('select pg_sleep(1)');
  await dialog.getByRole('button', { name: 'Save the report' }).click();
  await dialog.getByText('pg_sleep is not available').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await write('select name from workspaces');
  await dialog.getByRole('button', { name: 'Save the report' }).click();
  await page.getByRole('button', { name: 'Remove: Our places' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for Excel: Our places' }).click();
  expect((await download).suggestedFilename()).toBe('Our places.xlsx');
  await page.getByRole('button', { name: 'Remove: Our places' }).click();
  await page.getByRole('button', { name: 'Remove: Our places' }).waitFor({ state: 'detached' });
});

test('the reports and the editor fit a phone of 360 px in the dark', async () => {
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByText('A report of your own').click();
  await page.getByRole('button', { name: 'Write a report in SQL' }).click();
  await page.getByRole('textbox', { name: 'The query' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});
