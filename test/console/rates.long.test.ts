import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner reads what carriers should pay in words, and sees what a rate changes before it is stored. */

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

async function open(options: PageOptions = {}): Promise<Page> {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto('/rates');
  await opened.page.getByRole('heading', { name: 'Rates', exact: true }).waitFor();
  return opened.page;
}

/** Opens the details of the carrier. */
const unfold = (page: Page) => page.getByText('Summit Senior Life').first().click();

async function addMonth(): Promise<void> {
  const rows = ['M-1', 'M-2', 'M-3', 'M-4', 'M-5'].map((id) => [id, 28.92, { Name: `Member ${id}` }] as const);
  await account.upload({ file: statement(rows), carrierId, period: '2026-03' });
  await session.service.runJobs();
}

const contracted = (rateValue: number) =>
  account.call('POST', '/v1/expected-rates', { json: { carrierId, rateType: 'flat_per_member', rateValue } });

describe('one rate', () => {
  test('is added after its effect was seen, changed, and removed', async () => {
    await addMonth();
    const page = await open();
    await page.getByRole('button', { name: 'Add a rate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rate' });
    await dialog.getByLabel('Carrier *').selectOption('Summit Senior Life');
    await dialog.getByLabel('The carrier pays').selectOption('An amount for each member and month');
    await dialog.getByLabel('Dollars a member a month').fill('$30.00');
    await dialog.getByLabel(/^First day/).fill('2026-01-01');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'See what it changes' }).click();
    await dialog.getByText('$5.40 would be owed to you instead of $0.00: 5 payments too low instead of 0.').waitFor();
    expect((await account.call('GET', '/v1/expected-rates')).json).not.toMatchObject({
      data: [{ source: 'contracted' }],
    });
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save this rate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await unfold(page);
    await page
      .getByRole('row', { name: /^\$30\.00 a member a month .*From January 1, 2026 on Your contract/ })
      .waitFor();
    await page.getByRole('button', { name: /^Change \$30\.00/ }).click();
    const change = page.getByRole('dialog', { name: /^Summit Senior Life: \$30\.00 a member a month/ });
    await change.getByLabel('Dollars a member a month').fill('29');
    await change.getByRole('button', { name: 'See what it changes' }).click();
    await change.getByText('$0.40 would be owed to you instead of $5.40').waitFor();
    await change.getByRole('button', { name: 'Save this rate' }).click();
    await page.getByRole('rowheader', { name: '$29.00 a member a month' }).waitFor();
    await page.getByRole('button', { name: /^Remove \$29\.00/ }).click();
    await page.getByRole('button', { name: /^Yes, remove/ }).click();
    await page.getByRole('rowheader', { name: '$29.00 a member a month' }).waitFor({ state: 'detached' });
  });

  test('is refused in words that name the field', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add a rate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Carrier *').selectOption('Summit Senior Life');
    await dialog.getByLabel('Percent of the premium').fill('five');
    await dialog.getByText('Write a number, such as 28.92').waitFor();
    await dialog.getByLabel('Percent of the premium').fill('500 %');
    await dialog.getByText('A share of the premium is 100 percent at most').waitFor();
    await dialog.getByLabel('Percent of the premium').fill('7.25 %');
    await dialog.getByLabel(/^First day/).fill('2026-02-01');
    await dialog.getByLabel(/^Last day/).fill('2026-01-31');
    await dialog.getByRole('button', { name: 'See what it changes' }).click();
    await dialog.getByText('The last day must not be before the first day.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test('an estimate becomes the rate of the contract after its effect was seen', async () => {
  await addMonth();
  const page = await open();
  await page.getByText('We think $28.92 a member a month').waitFor();
  await page.getByText('1 estimate to confirm').waitFor();
  await unfold(page);
  await page.getByRole('row', { name: /^\$28\.92 a member a month .*Our estimate from March 2026/ }).waitFor();
  await unfold(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  // The line of the carrier confirms it, without its details.
  await page.getByRole('button', { name: /^Confirm: .*, \$28\.92/ }).click();
  await page.getByText('Nothing is owed to you, before and after.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^This is our rate: .*, \$28\.92/ }).click();
  await unfold(page);
  await page
    .getByRole('row', { name: /^\$28\.92 a member a month .*Your contract/ })
    .first()
    .waitFor();
  await page.getByText('Your contract says the same.').waitFor();
  expect(await page.getByRole('button', { name: /^This is our rate/ }).count()).toBe(0);
});

describe('a sheet of rates', () => {
  async function drop(page: Page, text: string): Promise<void> {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles([{ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }]);
  }

  test('names every wrong row, and is stored once it is right and its effect was seen', async () => {
    await addMonth();
    const page = await open();
    await page.getByRole('button', { name: 'Add a sheet of rates' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Carrier *').selectOption('Summit Senior Life');
    await drop(page, 'Type,Rate,Plan\nflat per member,thirty,\nsome share,5%,GOLD\n');
    await dialog.getByText(/^Row 2, column "Rate" must be a number/).waitFor();
    await dialog.getByText(/^Row 3, column "Type" must be "flat per member" or "percent of premium"\.$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drop(page, 'PK\u0003\u0004');
    await dialog.getByText('This is not a CSV file.').waitFor();
    await drop(page, 'Type,Rate,Plan\nFlat per member,$30.00,\nPercent of premium,5%,GOLD\n');
    await dialog.getByText('2 new rates, 0 changed, 0 as before.').waitFor();
    await dialog.getByText('$5.40 would be owed to you instead of $0.00').waitFor();
    await dialog.getByRole('button', { name: 'Save these rates' }).click();
    await dialog.waitFor({ state: 'detached' });
    await unfold(page);
    await page.getByRole('row', { name: /^5 % of the premium Plan GOLD Always Your contract/ }).waitFor();
    await page.getByRole('row', { name: /^\$30\.00 a member a month Every plan without a rate of its own/ }).waitFor();
  });
});

describe('the screen', () => {
  test('fits a phone of 360 px in the dark, also its form', async () => {
    await contracted(28.92);
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await unfold(page);
    await page.getByRole('rowheader', { name: '$28.92 a member a month' }).waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a rate' }).click();
    await page.getByLabel('Percent of the premium').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('is used by keyboard alone', async () => {
    await contracted(28.92);
    const page = await open();
    await page.getByRole('button', { name: 'Add a rate' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a rate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add a rate');
  });

  test('offers no change to a read-only person', async () => {
    account = await session.service.createAccount({ scopes: ['read'] });
    const page = await open();
    await page.getByText('No rate is known yet').waitFor();
    expect(await page.getByRole('button', { name: /Add a/ }).count()).toBe(0);
  });
});
