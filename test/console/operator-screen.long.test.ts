import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { statement } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an operator with the token sees agencies, jobs, tasks and messages that were given up; the token is kept nowhere. */

let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession();
  const { service } = session;
  const account = await service.createAccount({ name: 'Harbor Benefits' });
  const carrierId = await service.createCarrier({ name: 'Summit Senior Life' });
  await account.upload({ file: statement([['M-1', 40]]), carrierId, period: '2026-03' });
  await account.upload({ file: 'not a statement', carrierId, period: '2026-04' });
  await service.runJobs();
  await service.database.system(
    (sql) => sql`
      insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count)
      select ${randomUUID()}, 'statements', ${randomUUID()}, json_build_object('jobId', job_id)::text, 6 from jobs where status = 'failed'`,
  );
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

async function open(options: PageOptions = {}) {
  const opened = await openPage(session.browser, session.service.url, options);
  const { page } = opened;
  await page.goto('/operator');
  await page.getByRole('textbox', { name: "Operator's token" }).fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('rowheader', { name: 'Harbor Benefits' }).waitFor();
  return page;
}

test('shows agencies, jobs by state, what was given up, and runs a task', async () => {
  const page = await open();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Jobs' }).click();
  await page.getByRole('cell', { name: 'Summit Senior Life, March 2026' }).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('Failed');
  await page.getByRole('cell', { name: 'Summit Senior Life, March 2026' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Summit Senior Life, April 2026' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Given up' }).click();
  await page.getByRole('row', { name: /Harbor Benefits Failed 6$/ }).waitFor();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Take up jobs that were left' }).click();
  await page.getByRole('status').filter({ hasText: 'Take up jobs that were left: ' }).waitFor();
  await page.getByRole('rowheader', { name: 'Take up jobs that were left' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('fits a phone of 360 px in the dark, and forgets the token when it is left', async () => {
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  for (const tab of ['Jobs', 'Tasks', 'Given up', 'Agencies']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('table').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  const kept = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie');
  expect(kept).not.toContain(OPERATOR_TOKEN);
  await page.reload();
  await page.getByRole('textbox', { name: "Operator's token" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('refuses another token and leaves the session of a person alone', async () => {
  const account = await session.service.createAccount({ name: 'Other Agency' });
  const opened = await openPage(session.browser, session.service.url, { token: account.token });
  const { page } = opened;
  await page.goto('/operator');
  await page.getByRole('textbox', { name: "Operator's token" }).fill('cas_wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('The token was refused').waitFor();
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});
