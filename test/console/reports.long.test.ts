import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner sees the year beside the last one, gets lists for Excel without SQL and has them mailed, and can write SQL. */

let session: ConsoleSession;
let account: TestAccount;
beforeAll(async () => {
  session = await startConsoleSession({ hasReports: true });
  account = await session.service.createAccount({ scopes: ['read', 'write', 'manage'] });
  const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
  const of = (Agent: string, Effective: string) => ({ Agent, Effective });
  for (const [period, rows] of [
    [
      '2025-03',
      [
        ['M-1', 50, of('Ana Ruiz', '2024-05-01')],
        ['M-2', 30, of('Lee Park', '')],
      ],
    ],
    ['2026-03', [['M-1', 40, of('Ana Ruiz', '2024-05-01')]]],
  ] as const)
    await account.upload({ file: statement(rows), carrierId, period });
  await session.service.runJobs();
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

async function open(tab: 'year' | '1099' | 'lists', options: PageOptions = {}): Promise<Page> {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto(`/reports?tab=${tab}&year=2026`);
  await opened.page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
  return opened.page;
}

test('the year stands beside the last one, by carrier and by agent, and is saved for Excel', async () => {
  const page = await open('year');
  // 40 beside the 80 of March 2025; one of two members is still here; M-1 renews in May.
  await page.getByText('-$40.00 beside $80.00 in the same months of 2025').waitFor();
  await page.getByText('50.0%').first().waitFor();
  await page.getByRole('row', { name: 'May 2026 1 $40.00' }).waitFor();
  await page.getByLabel('Grouped by').selectOption('By agent');
  const agents = page.getByRole('table', { name: 'The year by agent' });
  await agents.getByRole('row', { name: 'Lee Park – $30.00 -$30.00' }).waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('agent');
  expect(await accessibilityFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for Excel' }).click();
  expect((await download).suggestedFilename()).toBe('year by agent.xlsx');
  await page.getByLabel('Year', { exact: true }).selectOption('2024');
  await page.getByText('There is no statement of 2024.').waitFor();
});

test('the sums for form 1099 are shown and saved', async () => {
  const page = await open('1099');
  await page.getByRole('row', { name: /Summit Senior Life \$40\.00/ }).waitFor();
  await page.getByText('No agent was paid in 2026 by an approved pay run.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save carriers as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('1099-carriers-2026.csv');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a ready-made report is saved for Excel, and mailed to the address that an owner sets', async () => {
  const page = await open('lists');
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
  const page = await open('lists');
  await page.getByText('Write your own').click();
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

test('the year and the sums for tax forms fit a phone of 360 px in the dark', async () => {
  for (const tab of ['year', '1099'] as const) {
    const page = await open(tab, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByRole('rowheader', { name: 'Summit Senior Life' }).waitFor();
    if (tab === 'year') await page.locator('caption', { hasText: 'Paid by month' }).waitFor({ state: 'attached' });
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test('the reports and the editor fit a phone of 360 px in the dark', async () => {
  const page = await open('lists', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  // A choice is wide enough to be read.
  const choice = await page.getByRole('combobox', { name: 'Mail the report Gone' }).boundingBox();
  expect(choice?.width).toBeGreaterThan(100);
  await page.getByText('Write your own').click();
  await page.getByRole('button', { name: 'Write a report in SQL' }).click();
  await page.getByRole('textbox', { name: 'The query' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});
