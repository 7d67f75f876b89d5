import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner signs in, sees where to begin, and sees the month once there are statements. */

let session: ConsoleSession;
let carrierId: string;
beforeAll(async () => {
  session = await startConsoleSession();
  carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
});
afterAll(() => session?.close());

let account: TestAccount;
const openPage = pagesOfTests();
beforeEach(async () => {
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
});

async function open(path: string, options: PageOptions = {}) {
  const opened = await openPage(session.browser, session.service.url, options);
  await opened.page.goto(path);
  return opened.page;
}

async function addMonths(): Promise<void> {
  const member = (id: string, amount: number) => [id, amount, { Name: `Member ${id}`, Agent: 'Ana Rivera' }] as const;
  const march = [member('M-1', 40), member('M-2', 30), member('M-3', 20)];
  const april = [member('M-1', 40), member('M-3', 15)];
  await account.upload({ file: statement(march), carrierId, period: '2026-03' });
  await account.upload({ file: statement(april), carrierId, period: '2026-04' });
  await session.service.runJobs();
}

describe('signing in', () => {
  test('leads a person without a session to the sign-in page, and then to the requested page', async () => {
    const page = await open('/drop');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    await page.getByLabel('Access token').fill('cas_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This access token is not valid').waitFor();
    await page.getByLabel('Access token').fill(account.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Add statements' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/drop');
  });

  test('lets anybody look around in example data, which nobody can change', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Look around with example data' }).click();
    await page.getByText('Lakeview Benefits').first().waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('never leads to another address after signing in', async () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const page = await open(`/sign-in?to=${encodeURIComponent(to)}`, { token: account.token });
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      expect(new URL(page.url()).origin).toBe(session.service.url);
    }
  });

  test('asks to sign in again when the session has ended', async () => {
    const page = await open('/', { token: account.token });
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await session.service.database.system(
      (sql) => sql`update api_tokens set revoked_at = now() where account_id = ${account.accountId}`,
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('ends with "Sign out"', async () => {
    const page = await open('/', { token: account.token });
    await page.getByRole('button', { name: 'Harbor Benefits' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

const WELCOME = 'Two months are enough to compare';

/** Records in the page which files have been requested when the first screen appears. */
const NOTE_WHEN_SHOWN = `new MutationObserver((_, observer) => {
  if (!document.body?.textContent.includes('${WELCOME}')) return;
  observer.disconnect();
  window.loadedBefore = performance.getEntriesByType('resource').map(({ name }) => name);
}).observe(document, { subtree: true, childList: true, characterData: true });`;

describe('the home of an account without statements', () => {
  test('says where to begin and which carriers are known', async () => {
    const page = await open('/', { token: account.token });
    await page.getByText("Drop your carriers' statements here").waitFor();
    await page.getByText('Two months are enough to compare').waitFor();
    await page.getByLabel('Find a carrier').fill('summit');
    await page.getByRole('listitem').filter({ hasText: 'Summit Senior Life' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Find a carrier').fill('nobody');
    await page.getByText('No carrier of this name yet').waitFor();
  });

  test('requests the person and the month once, even after a change of screens', async () => {
    const opened = await openPage(session.browser, session.service.url, { token: account.token });
    const asked: string[] = [];
    opened.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await opened.page.goto('/');
    await opened.page.getByText(WELCOME).waitFor();
    expect(asked.filter((path) => path === '/v1/me' || path === '/v1/home').toSorted()).toEqual(['/v1/home', '/v1/me']);
    await opened.page.getByRole('link', { name: 'Settings' }).click();
    await opened.page.getByRole('heading', { name: 'Settings' }).waitFor();
    await opened.page.reload();
    await opened.page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(asked.filter((path) => path === '/v1/home')).toEqual(['/v1/home']);
  });

  test('loads at most 280 KiB before it is shown', async () => {
    const opened = await openPage(session.browser, session.service.url, { token: account.token });
    const responses: Response[] = [];
    opened.page.on('response', (response) => responses.push(response));
    await opened.page.addInitScript({ content: NOTE_WHEN_SHOWN });
    await opened.page.goto('/');
    await opened.page.getByText(WELCOME).waitFor();
    // Files that are loaded in advance for the next screens do not count.
    const loaded = z.array(z.string()).parse(await opened.page.evaluate('window.loadedBefore'));
    const counted = responses.filter((response) => [opened.page.url(), ...loaded].includes(response.url()));
    const sizes = await Promise.all(counted.map(async (response) => gzipSync(await response.body()).byteLength));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(280 * 1024);
  });
});

describe('the home of an account with statements', () => {
  test.each(['light', 'dark'] as const)('shows the month in figures, in %s colors', async (colorScheme) => {
    await addMonths();
    const page = await open('/', { token: account.token, colorScheme });
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.getByText('Paid $55.00, $35.00 less than March 2026.').waitFor();
    await page.getByRole('link', { name: 'Gone 1 member -$30.00' }).waitFor();
    await page.getByRole('link', { name: 'Paid less 1 member -$5.00' }).waitFor();
    await page.getByRole('row', { name: 'Summit Senior Life Received 2 $55.00 -$35.00 1 1 –' }).waitFor();
    await page.getByRole('row', { name: 'Ana Rivera $55.00 -$35.00' }).waitFor();
    await page.getByRole('row', { name: 'March 2026 $90.00 $90.00' }).waitFor({ state: 'attached' });
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('shows planned steps in the bridge, and their members', async () => {
    const member = (id: string, amount: number, Effective: string) =>
      [id, amount, { Name: `Member ${id}`, Premium: '120', Effective }] as const;
    const second = [member('M-2', 6, '2025-01-01'), member('M-3', 6, '2024-12-01')];
    for (const [period, amount] of [
      ['2026-03', 66],
      ['2026-04', 6],
    ] as const) {
      const rows = [member('M-1', amount, '2025-04-01'), ...second];
      await account.upload({ file: statement(rows), carrierId, period });
    }
    await session.service.runJobs();
    const page = await open('/', { token: account.token });
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.getByRole('link', { name: 'Planned steps 1 member -$60.00' }).click();
    await page.getByText('April 2026 beside March 2026: 1 change, -$60.00').waitFor();
    await page.getByRole('row', { name: /Planned step Member M-1 .* \$66\.00 \$6\.00/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('fits the width of a phone, with its menu behind a button', async () => {
    await addMonths();
    const page = await open('/', { token: account.token, viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.getByRole('row', { name: 'March 2026 $90.00' }).waitFor({ state: 'attached' });
    expect(await fitsItsWidth(page)).toBe(true);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add statements' }).first().click();
    await page.getByRole('heading', { name: 'Add statements' }).waitFor();
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
  });

  test('is reached by keyboard alone', async () => {
    await addMonths();
    const page = await open('/', { token: account.token });
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await page.getByRole('button', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Month');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add statements');
  });
});
