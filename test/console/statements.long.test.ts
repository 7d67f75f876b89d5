import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner sees which statements are here, takes a wrong file back, and closes the month, each in a few clicks. */

const NOW = new Date('2026-06-20T12:00:00Z');
let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession({ clock: () => NOW });
});
afterAll(() => session?.close());

let account: TestAccount;
const openPage = pagesOfTests();
const DAYS = ['2026-03-11', '2026-04-12', '2026-05-10', '2026-06-12'];
const MONTHS = ['2026-02', '2026-03', '2026-04', '2026-05'];

beforeEach(async () => {
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const [here, late] = await Promise.all(
    ['Summit Senior Life', 'Cascade Health'].map((name) => session.service.createCarrier({ account, name })),
  );
  for (const [index, period] of MONTHS.entries()) {
    const rows = statement([['M-1', 40 + index], ['M-2', 30], ...(index === 3 ? ([['M-3', 'abc']] as const) : [])]);
    await account.upload({ file: rows, carrierId: here ?? '', period, fileName: `summit-${period}.csv` });
    if (index < 3) await account.upload({ file: statement([['C-1', 9]]), carrierId: late ?? '', period });
  }
  await session.service.runJobs();
  for (const [index, period] of MONTHS.entries()) {
    await session.service.database.system(
      (sql) => sql`
        update files set uploaded_at = ${DAYS[index] ?? ''}::timestamptz
        where account_id = ${account.accountId} and period = ${period}`,
    );
  }
});

async function open(path: string, options: PageOptions = {}) {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto(path);
  return opened.page;
}

/** Keeps a picture for a person who looks at the screen, if a folder is named. */
async function picture(page: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('what is late is seen at once, with the day on which it is usually here', async () => {
  const page = await open('/');
  const row = page.getByRole('row', { name: /Cascade Health/ });
  await row.getByText('Late').waitFor();
  await row.getByText('usually here by the 12th').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'home');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText('usually here by the 12th').first().scrollIntoViewIfNeeded();
  await picture(page, 'home-360');
});

test('the statements say in words which are here, in light, in dark and on a phone', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('/statements', { colorScheme, viewport: { width: 1280, height: 800 } });
    await page.getByText('1 statement is late.').waitFor();
    await page.getByRole('link', { name: 'Cascade Health, May 2026: Late' }).waitFor();
    await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `statements-${colorScheme}`);
    await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received' }).click();
    const panel = page.getByRole('dialog', { name: 'Summit Senior Life, May 2026' });
    await panel.getByText('summit-2026-05.csv', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `panel-${colorScheme}`);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await fitsItsWidth(page)).toBe(true);
    await picture(page, `panel-360-${colorScheme}`);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).not.toContain('carrierId');
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, `statements-360-${colorScheme}`);
  }
});

test('a wrong file is taken back in three clicks by the menu, and counts again after one more', async () => {
  const page = await open('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Statements', exact: true }).click();
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received' }).click();
  const panel = page.getByRole('dialog', { name: 'Summit Senior Life, May 2026' });
  await panel.getByRole('button', { name: 'Take it back' }).click();
  await panel.getByText('Being read').or(panel.getByText('Reading')).first().waitFor();
  await session.service.runJobs();
  await panel
    .getByText(/^Taken back/)
    .first()
    .waitFor();
  await panel.getByText('took summit-2026-05.csv back').waitFor();
  // The button is gone, and its file has the focus.
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('summit-2026-05.csv');
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'taken-back');
  await panel.getByRole('button', { name: 'Undo: count it again' }).click();
  await panel.getByText('Being read').or(panel.getByText('Reading')).first().waitFor();
  await session.service.runJobs();
  await panel.getByText(/^Counts · 2 members/).waitFor();
  await panel.getByText('The same file counts here or in another month, and cannot count twice.').waitFor();
  expect(await panel.getByRole('button', { name: 'Undo: count it again' }).count()).toBe(0);
  await picture(page, 'counts-again');
});

test('Escape closes a panel and leads back to its cell, from which j goes on', async () => {
  const page = await open('/statements');
  const focused = () => page.evaluate('document.activeElement.textContent');
  await page.getByRole('link', { name: 'Cascade Health, May 2026: Late' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  expect(await focused()).toContain('Summit Senior Life');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByText('No file has come.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(focused).toContain('Summit Senior Life');
  await page.keyboard.press('k');
  expect(await focused()).toContain('Cascade Health');
  await page.goBack();
  expect(await panel.count()).toBe(0);
});

test('taking back the only file of a layout asks first, because the layout may go with it', async () => {
  const carrierId = await session.service.createCarrier({ account, name: 'Harbor Life' });
  await account.upload({ file: statement([['H-1', 9]]), carrierId, period: '2026-05', fileName: 'harbor.csv' });
  await session.service.runJobs();
  const page = await open('/statements');
  await page.getByRole('link', { name: 'Harbor Life, May 2026: Received' }).click();
  const panel = page.getByRole('dialog', { name: 'Harbor Life, May 2026' });
  await panel.getByRole('button', { name: 'Take it back' }).click();
  await panel.getByLabel(/Also forget the layout/).waitFor();
  await panel.getByRole('button', { name: 'Yes, take it back' }).click();
  await panel.getByText('Being read').or(panel.getByText('Reading')).first().waitFor();
  await session.service.runJobs();
  await panel
    .getByText(/^Taken back/)
    .first()
    .waitFor();
});

test('the deposit is typed once and compared', async () => {
  const page = await open('/statements');
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Amount').fill('70.00');
  await panel.getByLabel('Day').fill('2026-06-15');
  await panel.getByRole('button', { name: 'Store the deposit' }).click();
  await panel.getByText('-$3.00').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Summit Senior Life, May 2026: Received.*-\$3\.00/ }).waitFor();
});

test('a row that could not be read is mended in the panel', async () => {
  const page = await open('/statements');
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received 1 row unread' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Look at them' }).click();
  await panel.getByText('Row 4').waitFor();
  expect(await panel.textContent()).not.toContain('commission_amount');
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'failed-rows');
  await panel.getByLabel('Commission', { exact: true }).fill('12.50');
  await panel.getByRole('button', { name: 'Add the mended rows' }).click();
  await panel.getByText('mended rows of summit-2026-05.csv.csv', { exact: true }).waitFor();
  await session.service.runJobs();
  await panel.getByText('$12.50 read').waitFor();
  // All its rows are mended, so that the file has none to answer.
  await panel.getByText('1 row could not be read, left.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received', exact: true }).waitFor();
});

test('a month is closed with a signature in three clicks from home, and opened again with a reason', async () => {
  const page = await open('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Statements', exact: true }).click();
  await page.getByRole('button', { name: 'Close May 2026' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close May 2026' });
  await dialog.getByText('Cascade Health: Late, usually here by the 12th.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'close');
  await dialog.getByLabel('Your signature').fill('Ana Rivera');
  await dialog.getByRole('button', { name: 'Sign and close' }).click();
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Closed' }).waitFor();
  await page.getByRole('button', { name: 'May 2026 is closed' }).click();
  const closed = page.getByRole('dialog', { name: 'May 2026 is closed' });
  await closed.getByText(/Signed by Ana Rivera/).waitFor();
  await closed.getByText('Cascade Health: Late, usually here by the 12th.').waitFor();
  await picture(page, 'closed');
  await closed.getByLabel('Why is it opened again?').fill('A correction came');
  await closed.getByRole('button', { name: 'Open it again' }).click();
  await page.getByRole('link', { name: 'Summit Senior Life, May 2026: Received' }).click();
  await page.getByRole('dialog').getByText('opened the month again: A correction came').waitFor();
});
