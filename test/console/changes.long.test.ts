import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailMessage } from '../../app/platform/mail.ts';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/**
 * Guarantee: an owner reads why the month is lower, finds each person behind it, accepts a cut, and asks a carrier by mail, in few clicks.
 */

let session: ConsoleSession;
let account: TestAccount;
const mails: MailMessage[] = [];

const person = (id: string, amount: number) =>
  [id, amount, { Name: `Member ${id}`, Agent: id === 'M-3' ? 'Bob Miller' : 'Ana Rivera', Plan: 'Gold' }] as const;

beforeAll(async () => {
  session = await startConsoleSession({ letterMailer: { send: async (mail) => void mails.push(mail) } });
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carrierId = await session.service.createCarrier({ name: 'Summit Senior Life' });
  await account.call('POST', '/v1/expected-rates', {
    json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
  });
  const march = [person('M-1', 40), person('M-2', 40), person('M-3', 40)];
  const april = [person('M-1', 40), person('M-3', 15), person('M-4', 40)];
  await account.upload({ file: statement(march), carrierId, period: '2026-03' });
  await account.upload({ file: statement(april), carrierId, period: '2026-04' });
  await session.service.runJobs();
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

/** Opens a page that counts what its person presses. */
async function open(path: string, options: PageOptions = {}) {
  const { page } = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await page.goto(path);
  let clicks = 0;
  const click = async (role: 'button' | 'link', name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  return { page, click, clicks: () => clicks };
}

test('why the month is lower is said without a click, and each part leads to its people in one', async () => {
  const { page, click, clicks } = await open('/');
  await page.getByRole('heading', { name: 'Why this month is different' }).waitFor();
  await page.getByRole('link', { name: 'Gone 1 member -$40.00' }).waitFor();
  await page.getByRole('link', { name: 'Paid less 1 member -$25.00' }).waitFor();
  expect(clicks()).toBe(0);
  await click('link', /^Gone 1 member/);
  await page.getByText('April 2026 beside March 2026: 1 change, -$40.00').waitFor();
  await page.getByRole('row', { name: /Gone Member M-2 .* \$40\.00 – -\$40\.00/ }).waitFor();
});

test('the list is moved through with keys, and its panel shows what happened and the rows of the statement', async () => {
  const { page } = await open('/changes');
  await page.getByRole('button', { name: 'Member M-2' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /The change of/ });
  await panel.getByText('statement.csv, row').first().waitFor();
  await panel.getByRole('heading', { name: 'April 2026 on the statement' }).waitFor();
  // Bars of two months say no more than the amounts above them.
  expect(await panel.getByRole('heading', { name: 'Months' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  const first = await panel.getByRole('heading', { level: 2 }).textContent();
  await page.keyboard.press('j');
  await expect.poll(() => panel.getByRole('heading', { level: 2 }).textContent()).not.toBe(first);
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // Enter goes into the panel of the row, where the keys of the list still work, and Escape leads back.
  const focused = () => page.evaluate('document.activeElement.textContent');
  const shown = await panel.getByRole('heading', { level: 2 }).textContent();
  await page.keyboard.press('Enter');
  expect(await page.evaluate("document.activeElement.closest('[data-panel]') !== null")).toBe(true);
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected rows' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await focused()).toBe(shown);
  await page.keyboard.press('Enter');
  await panel.waitFor();
  // The address holds the open panel.
  await page.reload();
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('chips count and add up each kind, and the list is grouped with sums', async () => {
  const { page } = await open('/changes');
  await page.getByRole('button', { name: 'Paid less 1 -$25.00' }).click();
  await page.getByText('1 change, -$25.00').waitFor();
  await page.getByRole('button', { name: 'Paid less 1 -$25.00' }).click();
  await page.getByRole('combobox', { name: 'Group' }).selectOption('By agent');
  await page.getByRole('rowheader', { name: 'Ana Rivera · 2 changes · –' }).waitFor();
  await page.getByRole('rowheader', { name: 'Bob Miller · 1 change · -$25.00' }).waitFor();
  await page.getByRole('row', { name: '3 changes $80.00 $55.00 -$25.00' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // A name that is longer than the line leaves room for the sums.
  await page.getByRole('combobox', { name: 'Group' }).selectOption('By event');
  await page.getByRole('rowheader', { name: /-\$25\.00$/ }).waitFor();
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const ends = `[...document.querySelectorAll('[scope="rowgroup"] > div > :last-child')]
      .map((sums) => sums.getBoundingClientRect().right <= sums.closest('table').getBoundingClientRect().right)`;
    expect(await page.evaluate(ends)).toContain(true);
    expect(await page.evaluate(ends)).not.toContain(false);
  }
});

test('a list of several pages goes on as one scrolls, with its selection, and a reload finds the open row', async () => {
  const own = await session.service.createAccount();
  const carrierId = await session.service.createCarrier({ account: own, name: 'Alder Mutual' });
  const rows = (amount: number) =>
    Array.from({ length: 230 }, (_, at) => [`M-${at}`, amount - at / 100, { Name: `Member ${at}` }] as const);
  await own.upload({ carrierId, file: statement(rows(50)), period: '2026-03' });
  await own.upload({ carrierId, file: statement([['M-230', 9]]), period: '2026-04' });
  await session.service.runJobs();
  const { page, click } = await open('/changes?group=carrier', { token: own.token });
  const list = page.locator('tbody [data-key]');
  const totals = page.getByRole('row', { name: /^231 changes/ });
  await totals.waitFor();
  expect(await list.count()).toBe(100);
  await page.getByRole('checkbox', { name: 'Select Member 0', exact: true }).check();
  // The key j reaches the rows of the next page.
  await page.getByRole('button', { name: 'Member 99', exact: true }).focus();
  await expect.poll(() => list.count()).toBeGreaterThan(100);
  await page.keyboard.press('j');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Member 100');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected rows' }).getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Member 199', exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(() => list.count()).toBe(231);
  expect(await page.getByRole('rowheader', { name: /^Alder Mutual/ }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await totals.waitFor();
  await click('button', 'Member 229');
  const panel = page.getByRole('complementary', { name: /The change of/ });
  await panel.waitFor();
  await page.reload();
  await panel.getByRole('heading', { name: 'Member 229' }).waitFor();
  // Another list begins at its first page.
  await page.getByRole('combobox', { name: 'Group' }).selectOption('Not grouped');
  await expect.poll(() => list.count()).toBe(100);
});

test('the first month lists its people', async () => {
  const { page } = await open('/changes?period=2026-03');
  await page.getByText('March 2026 is the first month: 3 people').waitFor();
  expect(await page.getByRole('row').count()).toBe(5);
});

test.each(['light', 'dark'] as const)('the list and its panel are cards on a phone, in the %s', async (colorScheme) => {
  const { page } = await open('/changes', { viewport: { width: 360, height: 740 }, colorScheme });
  await page.getByRole('button', { name: 'Member M-2' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Member M-2' }).click();
  await page.getByRole('complementary', { name: /The change of/ }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a rate cut of a carrier is accepted with one click on home, or two from its people', async () => {
  const own = await session.service.createAccount();
  const carrierId = await session.service.createCarrier({ account: own, name: 'Cedar Mutual' });
  for (const [period, amount] of [
    ['2026-02', 20],
    ['2026-03', 20],
    ['2026-04', 16],
  ] as const) {
    const rows = Array.from({ length: 12 }, (_, at) => [`M-${at}`, amount, { Name: `Member ${at}` }] as const);
    await own.upload({ carrierId, file: statement(rows), period });
  }
  await session.service.runJobs();
  const { page, click, clicks } = await open('/changes?group=event', { token: own.token });
  await page.getByRole('rowheader', { name: /The carrier pays 20 % less for 12 of 12 members/ }).waitFor();
  await click('button', 'Member 0');
  await click('button', 'It is right: this is the new rate');
  await page.getByRole('button', { name: 'It is right: this is the new rate' }).waitFor({ state: 'detached' });
  expect(clicks()).toBeLessThanOrEqual(2);
});

test('a carrier is asked by mail for everything that is sure in three clicks from home', async () => {
  const { page, click, clicks } = await open('/');
  await click('link', 'See the list');
  await click('button', /Write the letter for \$25\.00/);
  await page.getByLabel('Send to').fill('commissions@summit.example');
  await click('button', /^Send$/);
  await page.getByText('The letter was sent to commissions@summit.example.').waitFor();
  expect(clicks()).toBeLessThanOrEqual(4);
  expect(mails).toMatchObject([{ to: 'commissions@summit.example', attachments: [{}, {}] }]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText('Nothing that is surely owed is left to ask for.').waitFor();
  await page.getByLabel('Ask again on').fill('2026-09-01');
  await page.getByLabel(/Paid in another way/).fill('10');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByText('$10.00 paid so far').waitFor();
  await page.getByRole('link', { name: /^Asked/ }).click();
  await page.getByText('1 letter: $10.00 paid of $25.00 asked.').waitFor();
  await page.getByRole('button', { name: 'Summit Senior Life' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No letter is here.').waitFor();
  await page.getByRole('link', { name: 'To ask', exact: true }).click();
  await page.getByRole('button', { name: /Write the letter for \$25\.00/ }).waitFor();
});
