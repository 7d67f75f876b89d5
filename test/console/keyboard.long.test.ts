import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { approve, halfForAgents } from '../support/pay-agency.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: statements are added, and an agent's own pay is read, with keys alone. */

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
