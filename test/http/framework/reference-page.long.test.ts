import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, sharedBrowser } from '../../support/browser.ts';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';

/** Guarantee: in a real browser, "Try it out" of the reference page sends what a person filled in, and keeps the token. */

const BUSY_MACHINE_MS = 180_000;
let browser: Browser;
let service: TestService;
let account: TestAccount;
let page: Page;
let close: () => Promise<void>;
beforeAll(async () => {
  service = await sharedService();
  [browser, account] = await Promise.all([sharedBrowser(), service.createAccount()]);
  ({ page, close } = await openPage(browser, service.url));
}, BUSY_MACHINE_MS);
afterAll(async () => {
  await close();
}, BUSY_MACHINE_MS);

async function openOperation(operationId: string, tag: string): Promise<Locator> {
  // Swagger UI follows the fragment of an address only when it loads.
  await page.goto('about:blank');
  await page.goto(`/v1/docs#/${tag}/${operationId}`);
  const operation = page.locator(`[id="operations-${tag}-${operationId}"]`);
  await operation.locator('.opblock-body').waitFor();
  return operation;
}

it(
  'keeps the authorization over a reload',
  async () => {
    await page.goto('/v1/docs');
    await page.locator('.auth-wrapper .authorize').click();
    await page.locator('.modal-ux input').first().fill(account.token);
    await page.locator('.modal-ux .authorize').first().click();
    await page.reload();
    const operation = await openOperation('listCarriers', 'Carriers');
    await operation.locator('.try-out__btn').click();
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/v1/carriers')),
      operation.locator('.execute').click(),
    ]);
    expect(request.headers()['authorization']).toBe(`Bearer ${account.token}`);
    expect(new URL(request.url()).search).toBe('');
  },
  BUSY_MACHINE_MS,
);

it(
  'starts the form of an upload empty, and shows errors collapsed',
  async () => {
    const operation = await openOperation('uploadFile', 'Files');
    expect(await operation.locator('details[open]').count()).toBe(0);
    expect(await operation.locator('details').count()).toBeGreaterThan(3);
    await operation.locator('.try-out__btn').click();
    await operation.locator('[data-property-name="file"]').waitFor();
    const rows = operation.locator('[data-property-name], [data-param-name]');
    const started: [string, string][] = [];
    for (const row of await rows.all()) {
      const name = (await row.getAttribute('data-property-name')) ?? (await row.getAttribute('data-param-name')) ?? '';
      for (const field of await row.locator('input:not([type="file"]), textarea, select').all()) {
        started.push([name, await field.inputValue()]);
      }
    }
    const filled = started.filter(([, value]) => value !== '').map(([name]) => name);
    expect(started.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'carrierId', 'replace', 'append', 'webhookUrl']),
    );
    expect(filled).toEqual([]);
  },
  BUSY_MACHINE_MS,
);
