import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { STATEMENT_CONFIG, statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner manages webhooks, goes back to an earlier format, saves all data, and deletes the account by its name. */
describe('settings screens', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  let carrierId: string;
  beforeAll(async () => {
    session = await startConsoleSession();
    const { service } = session;
    account = await service.createAccount({ name: 'Harbor Benefits' });
    carrierId = await service.createCarrier({ name: 'Summit Senior Life' });
    await account.upload({ file: statement([['M-1', 40]]), carrierId, period: '2026-03' });
    await service.runJobs();
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();

  async function open(path: string, options: PageOptions = {}) {
    const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
    await opened.page.goto(path);
    return opened.page;
  }

  const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

  test('a webhook is added, tested, sent again, switched off and deleted; secrets are shown once', async () => {
    const page = await open('/settings');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByLabel('Address of the receiving program').fill('https://agency.example/hooks');
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    const secret = page.getByText(/^whsec_/);
    await secret.waitFor();
    const first = await secret.textContent();
    const card = page.getByRole('article', { name: 'agency.example' });
    await card.getByRole('button', { name: 'Make a new secret' }).click();
    await card.getByText('The secret before it still works for 24 hours.').waitFor();
    expect(await card.getByText(/^whsec_/).textContent()).not.toBe(first);
    await card.getByRole('button', { name: 'Send a test' }).click();
    const deliveryRow = card.getByRole('row').filter({ hasText: 'A test' });
    await deliveryRow.getByRole('cell', { name: 'On its way' }).waitFor();
    await session.service.database.system(async (sql) => {
      await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, ended_at = now()`;
      await sql`
      insert into webhook_attempts (account_id, delivery_id, number, attempted_at, duration_ms, response_status, error)
      select account_id, delivery_id, 1, now(), 5, 500, 'http_500' from webhook_deliveries`;
    });
    await deliveryRow.getByRole('cell', { name: 'Answered with 500' }).waitFor();
    await deliveryRow.getByRole('cell', { name: 'Given up' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await deliveryRow.getByRole('button', { name: /^Send again what was sent on/ }).click();
    await deliveryRow.getByRole('cell', { name: 'On its way' }).waitFor();
    await card.getByRole('button', { name: 'Switch off' }).click();
    await card.getByText('Off', { exact: true }).waitFor();
    const later = await open('/settings?tab=webhooks', PHONE);
    await later.getByRole('article', { name: 'agency.example' }).waitFor();
    expect(await later.getByText(/whsec_/).count()).toBe(0);
    expect(await fitsItsWidth(later)).toBe(true);
    expect(await accessibilityFaults(later)).toEqual([]);
    await card.getByRole('button', { name: 'Delete', exact: true }).click();
    await card.getByRole('button', { name: 'Delete it for good' }).click();
    await page.getByText('There is no webhook yet.').waitFor();
  });

  test("an earlier format is shown in words and used again, and the service's format too", async () => {
    const columns = { ...STATEMENT_CONFIG.columns, commission_amount: 'Commission Paid' };
    for (const json of [{ ...STATEMENT_CONFIG, columns }, STATEMENT_CONFIG])
      expect((await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json })).status).toBe(201);
    const page = await open('/settings?tab=carriers', PHONE);
    await page.getByRole('combobox', { name: 'Carrier' }).fill('Summit');
    await page.getByRole('option', { name: 'Summit Senior Life' }).click();
    const row = (name: string) => page.getByRole('row', { name });
    await row('Your version 3').getByRole('cell', { name: 'In use' }).waitFor();
    await page.getByRole('button', { name: 'Show the columns of Your version 2' }).click();
    await page.getByRole('row', { name: 'Commission paid Commission Paid' }).waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go back to Your version 2' }).click();
    await row('Your version 4').getByRole('cell', { name: 'In use' }).waitFor();
    const path = `/v1/carriers/${carrierId}/configs/4`;
    expect((await account.call('GET', path)).json).toMatchObject({ active: true, config: { columns } });
    await page.getByRole('button', { name: 'Go back to Version 1 of the service' }).click();
    await row('Version 1 of the service').getByRole('cell', { name: 'In use' }).waitFor();
    expect(await row('Your version 4').getByRole('cell', { name: 'Removed' }).count()).toBe(1);
  });

  test('a copy of all data is saved, and the page says in words what is kept', async () => {
    const page = await open('/settings?tab=data', PHONE);
    await page.getByText(/24 hours after it was read, or 3 days if it never was/).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a copy of everything' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('your-data.zip');
    await page.getByText(/^The copy is complete: /).waitFor();
    const bytes = await readFile(await saved.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('manifest.json')).toBe(true);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Delete everything' }).count()).toBe(0);
  });

  test('an owner sets for how long files and rejected rows are kept', async () => {
    const owner = await session.service.createAccount({ scopes: ['read', 'write', 'manage'] });
    const page = await open('/settings?tab=data', { ...PHONE, token: owner.token });
    const hours = page.getByLabel(/^Hours for a file that was read/);
    await hours.fill('120');
    await page.getByRole('button', { name: 'Save how long' }).click();
    await hours.and(page.locator(':invalid')).waitFor();
    await page.getByText(/24 hours after it was read/).waitFor();
    await hours.fill('48');
    await page.getByLabel(/^Days for rows that could not be read/).fill('7');
    await page.getByRole('button', { name: 'Save how long' }).click();
    await page.getByText(/48 hours after it was read/).waitFor();
    await page.getByText('Rows that could not be read: 7 days.').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('an owner turns the mails to owners on, by key, and the setting stays', async () => {
    const owner = await session.service.createAccount({ scopes: ['read', 'write', 'manage'] });
    const page = await open('/settings?tab=team', { ...PHONE, token: owner.token });
    const section = page.getByRole('region', { name: 'Mails to owners' });
    await section.getByText('Off.').waitFor();
    await section.getByRole('switch', { name: 'Mail the owners' }).press('Space');
    await section.getByText('On, for 0 owners who signed in.').waitFor();
    await page.reload();
    await section.getByText('On, for 0 owners who signed in.').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('a read-only person sees webhooks and formats, and can change nothing', async () => {
    const reader = await session.service.createAccount({ scopes: ['read'] });
    const page = await open('/settings?tab=webhooks', { token: reader.token });
    await page.getByText('There is no webhook yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Add the webhook' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Your data' }).click();
    await page.getByText(/24 hours after it was read/).waitFor();
    expect(await page.getByRole('button', { name: 'Save a copy of everything' }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Access tokens' }).count()).toBe(0);
  });

  test('an owner deletes the account only by typing its exact name, and is signed out', async () => {
    const doomed = await session.service.createAccount({ name: 'Doomed Agency' });
    const link = await session.firstOwnerLink();
    const opened = await openPage(session.browser, session.service.url);
    const { page } = opened;
    await page.goto(link ?? '');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Your data' }).click();
    const remove = page.getByRole('button', { name: 'Delete everything' });
    const name = page.getByLabel(/^Type the name of the agency/);
    await name.fill('doomed agency');
    expect(await remove.isDisabled()).toBe(true);
    await name.fill('Doomed Agency');
    expect(await accessibilityFaults(page)).toEqual([]);
    await remove.click();
    await page.getByText('Everything was removed. Everybody is signed out.').waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByLabel('Your email address').waitFor();
    const left = await session.service.database.system(
      (sql) => sql`select account_id from accounts where account_id in (${doomed.accountId}, ${account.accountId})`,
    );
    expect(left).toEqual([{ account_id: account.accountId }]);
  });
});

/** Guarantee: an operator with the token sees agencies, jobs, tasks and messages that were given up; the token is kept nowhere. */
describe('operator screen', () => {
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
});
