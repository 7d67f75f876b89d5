import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { approve, halfForAgents } from '../support/pay-agency.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: everything is found from every screen by keyboard alone, and an odd address breaks no screen. */
describe('search', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  let carrierId: string;
  const of = (name: string) => ({ Name: name, Policy: `P-${name.slice(0, 3)}`, Plan: 'Gold', Agent: 'Kim Ortiz' });
  beforeAll(async () => {
    session = await startConsoleSession();
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
    carrierId = await session.service.createCarrier({ name: 'Summit Senior Life', account });
    const months = [
      [
        '2026-03',
        [
          ['M-1', 'Maria Garcia'],
          ['M-2', 'Ed Parker'],
          ['M-3', 'Sue Same'],
        ],
      ],
      [
        '2026-04',
        [
          ['M-1', 'Maria Stone'],
          ['N-2', 'Ed Parker'],
          ['M-3', 'Sue Same'],
        ],
      ],
    ] as const;
    for (const [period, rows] of months)
      await account.load({
        file: statement(rows.map(([id, name]) => [id, 40, of(name)])),
        fileName: `summit ${period}.csv`,
        carrierId,
        period,
      });
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();

  async function open(path: string, options: PageOptions = {}) {
    const { page } = await openPage(session.browser, session.service.url, { token: account.token, ...options });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** Counts what a person does: clicks, and keys other than the typed text. */
  function counting(page: Page) {
    let count = 0;
    return {
      press: async (key: string) => {
        count += 1;
        await page.keyboard.press(key);
      },
      click: async (role: 'button' | 'link', name: string | RegExp) => {
        count += 1;
        await page.getByRole(role, { name }).first().click();
      },
      count: () => count,
    };
  }

  test('finds a person by a former name with two keys', async () => {
    const page = await open('/rates');
    const person = counting(page);
    await person.press('/');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('garcia mar');
    await page.getByRole('option', { name: /Maria Stone.*before: Maria Garcia/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await person.press('Enter');
    await page.getByRole('heading', { name: 'Maria Stone' }).waitFor();
    await page.getByText(/^Formerly Maria Garcia/).waitFor();
    expect(person.count()).toBeLessThanOrEqual(2);
  });

  test('Escape leads back to the row from which the search was opened', async () => {
    const page = await open('/members');
    await page.getByRole('rowheader', { name: /Maria Stone/ }).waitFor();
    await page.keyboard.press('j');
    const focused = () => page.evaluate('document.activeElement.textContent');
    const row = await focused();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(row);
  });

  test('keeps what is typed before the search is loaded', async () => {
    const page = await open('/changes');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/search-dialog*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('garcia mar');
    release();
    await page.getByRole('option', { name: /Maria Stone.*before: Maria Garcia/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('garcia mar');
  });

  test('opens the first result when Enter comes before the answer', async () => {
    const page = await open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('stone');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Maria Stone' }).waitFor();
  });

  test('shows the answer to the last text, whichever answer comes last', async () => {
    const page = await open('/');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/search?q=sue*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    const asked = page.waitForRequest(/q=sue/);
    await field.fill('sue');
    await asked;
    await field.fill('stone');
    await page.getByRole('option', { name: /Maria Stone/ }).waitFor();
    release();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('option', { name: /Sue Same/ }).count()).toBe(0);
  });

  test('arrows choose, and every kind leads to its page', async () => {
    const page = await open('/');
    for (const [text, option, heading] of [
      ['summit senior', /Summit Senior Life/, 'Members'],
      ['ortiz', /Kim Ortiz/, 'Members'],
      ['april', /April 2026/, 'April 2026'],
      ['p-mar', /P-Mar/, 'Maria Stone'],
      ['summit 2026-03', /summit 2026-03.csv/, 'March 2026'],
      ['webhooks', /Webhooks/, 'Settings'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(text);
      const found = page.getByRole('option', { name: option });
      await found.waitFor();
      for (let tries = 0; (await found.first().getAttribute('aria-selected')) !== 'true' && tries < 9; tries += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });

  test('is closed by Escape, and "/" stays text in a field', async () => {
    const page = await open('/members', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    const field = page.getByLabel('Name, policy or member number');
    await field.press('/');
    expect(await field.inputValue()).toBe('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: /^Search people/ }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('stone');
    await page.getByRole('option', { name: /Maria Stone/ }).waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('lists members by name, and the address holds the filters', async () => {
    const page = await open('/members');
    await page.getByRole('rowheader', { name: /Maria Stone/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByText('Gone', { exact: true }).first().click();
    await page.waitForURL(/show=gone/);
    await page.getByRole('rowheader', { name: /Maria Stone/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('rowheader', { name: /Ed Parker/ }).waitFor();
    const narrow = await open('/members', { viewport: { width: 360, height: 740 } });
    await narrow.getByRole('link', { name: 'Maria Stone' }).waitFor();
    expect(await fitsItsWidth(narrow)).toBe(true);
  });

  test('joins two numbers of a person with two clicks, and shows a statement row with three', async () => {
    const page = await open('/members?show=gone');
    const person = counting(page);
    await person.click('link', 'Ed Parker');
    await page.getByRole('button', { name: 'Join with N-2' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await person.click('button', 'Join with N-2');
    await page.getByRole('button', { name: 'It is another person: N-2' }).waitFor();
    expect(person.count()).toBeLessThanOrEqual(2);
    await person.click('button', 'Show the rows of April 2026');
    await page.getByRole('region', { name: /^Row 3 of/ }).waitFor();
    expect(person.count()).toBeLessThanOrEqual(3);
  });

  test('an odd address breaks no screen', async () => {
    for (const path of [
      '/members?q=123&page=x',
      '/members?q=%7B%22a%22%3A1%7D&show=7&page=-1',
      '/changes?q=007&kind=12&page=1e9',
      '/changes?agent=true&sort=null',
      '/rates?carrierId=5&page=0',
      '/settings?tab=9',
      '/reports?x=1',
      '/by-itself',
    ]) {
      const { page } = await openPage(session.browser, session.service.url, { token: account.token });
      await page.goto(path);
      await page.locator('h1, [role=alert]').first().waitFor();
      expect([path, await page.getByText('Something went wrong').count()]).toEqual([path, 0]);
    }
    const page = await open('/members?q=0012345678901234567890');
    expect(await page.getByLabel('Name, policy or member number').inputValue()).toBe('0012345678901234567890');
  });

  test.each(['/months/13', '/months/x%2Fy', '/members/123', '/members/%25'])('says so at %s', async (path) => {
    const { page } = await openPage(session.browser, session.service.url, { token: account.token });
    await page.goto(path);
    await page.getByRole('alert').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test('an unknown address keeps the menu and the search', async () => {
    const page = await open('/nowhere/else');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test('a month that cannot be shown leaves the changes their title', async () => {
    const page = await open('/changes?period=2999-01');
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await page.getByRole('alert').getByText('The changes could not be loaded').waitFor();
  });

  test('signing in returns to the page one wanted', async () => {
    const { page } = await openPage(session.browser, session.service.url);
    await page.goto('/members?q=0077&show=gone');
    await page.getByRole('button', { name: /access token/ }).click();
    await page
      .getByLabel(/Access token/i)
      .first()
      .fill(account.token);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/members\?q=0077&show=gone$/);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
  });
});

/** Guarantee: statements are added, and an agent's own pay is read, with keys alone. */
describe('keyboard', () => {
  let session: ConsoleSession;
  let account: TestAccount;
  beforeAll(async () => {
    session = await startConsoleSession({ host: 'localhost' });
    account = await session.service.createAccount({ name: 'Harbor Benefits' });
    for (const name of ['Granite Dental', 'Summit Senior Life']) await session.service.createCarrier({ account, name });
  });
  afterAll(() => session?.close());

  const openPage = pagesOfTests();

  async function open(path: string, role: 'owner' | 'agent', agent: string | null = null): Promise<Page> {
    const email = `${role}@keys.example`;
    const added = await fetch(`${session.service.url}/v1/admin/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: account.accountId, email, name: 'Ana Rivera', role, agent }),
    });
    expect(added.status).toBe(201);
    const { page } = await openPage(session.browser, session.url, { viewport: { width: 1280, height: 860 } });
    await page.goto(await session.people.signIn.makeLink(email));
    await page.getByRole('button', { name: 'Ana Rivera', exact: true }).waitFor();
    await page.goto(path);
    return page;
  }

  /** Returns the name of the element that has the focus, as a screen reader says it. */
  const focused = async (page: Page): Promise<string> => {
    const name = await page.evaluate(`{
    const { activeElement: element } = document;
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  }`);
    return String(name);
  };

  /** Presses Tab until the element of this name has the focus. */
  async function tabTo(page: Page, name: string, most = 30): Promise<void> {
    const passed: string[] = [];
    while (passed.length < most) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (now === name) return;
      passed.push(now.slice(0, 40));
    }
    throw new Error(`"${name}" is not among the ${most} next elements: ${passed.join(' | ')}`);
  }

  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  async function finish(jobs: number): Promise<void> {
    let done = 0;
    await expect.poll(async () => (done += await session.service.runJobs())).toBeGreaterThanOrEqual(jobs);
  }

  test('statements are chosen, answered, added and taken back', async () => {
    const page = await open('/drop', 'owner');
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const [sure, open_] = ['Summit Senior Life 2026-04.csv', 'commissions.csv'];
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await tabTo(page, 'Choose files');
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await choosing).setFiles([
      csv(sure, statement([['M1', 40, { Name: 'Ada Doe' }]])),
      csv(open_, statement([['M2', 40, { Name: 'Bo Kim' }]])),
    ]);
    await line(sure).getByText('Ready').waitFor();
    await line(open_).getByText('The file does not say which month').waitFor();
    // The answer stands next to what was pressed last.
    await tabTo(page, 'Carrier', 6);
    await page.keyboard.type('Summ');
    await page.getByRole('option', { name: 'Summit Senior Life' }).waitFor();
    await page.keyboard.press('Enter');
    await tabTo(page, 'Month', 2);
    await page.keyboard.type('May');
    await tabTo(page, 'Year', 1);
    await page.keyboard.type('2026');
    await line(open_).getByText('May 2026').first().waitFor();
    await tabTo(page, 'Add all 2 statements', 12);
    await page.keyboard.press('Enter');
    await finish(2);
    await page.getByText('2 added').waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
    await tabTo(page, 'Undo', 12);
    await page.keyboard.press('Enter');
    await finish(1);
    await page.getByText('Nothing of it counts any more.').waitFor();
    await tabTo(page, 'Add it again', 4);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('an agent opens a statement of the own pay, goes through it and back to its row', async () => {
    const other = await session.service.createCarrier({ account, name: 'Lakeview Mutual' });
    const { runId } = await halfForAgents({ account, carrierId: other });
    await approve(session.service.database, account, runId);
    const page = await open('/my-pay', 'agent', 'Lee Park');
    await page.getByRole('table', { name: 'Statements' }).waitFor();
    await page.keyboard.press('j');
    const day = await focused(page);
    expect(day).toMatch(/2026/);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: `Statement of ${day}` });
    await panel.getByRole('heading', { name: 'Lines' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(day);
  });
});
