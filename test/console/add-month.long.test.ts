import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults, cutButtons, fitsItsWidth } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { STATEMENT_CONFIG, statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner adds a month of many files with few clicks, and finds the list again after a reload and in another tab. */

const email = 'ines@harbor.example';
let session: ConsoleSession;
let account: TestAccount;
beforeAll(async () => {
  session = await startConsoleSession({ host: 'localhost' });
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email, name: 'Ines Vega', role: 'owner' }),
  });
  expect(added.status).toBe(201);
});
afterAll(() => session?.close());

const openPage = pagesOfTests();

async function signedIn(): Promise<Page> {
  const { page } = await openPage(session.browser, session.url, {});
  await page.goto(await session.people.signIn.makeLink(email));
  await page.getByRole('button', { name: 'Ines Vega', exact: true }).waitFor();
  await page.goto('/drop');
  return page;
}

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const line = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, files: readonly ReturnType<typeof csv>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles([...files]);
}

async function finish(jobs: number): Promise<void> {
  let done = 0;
  await expect.poll(async () => (done += await session.service.runJobs())).toBeGreaterThanOrEqual(jobs);
}

const BRANDS = [
  'Summit Senior Life',
  'Granite Dental',
  'Basalt Vision',
  'Tamarack Mutual',
  'Osprey Health',
  'Juniper Care',
];
const columnsOf = (index: number) => ({
  member_external_id: `Member No ${index}`,
  commission_amount: `Paid ${index}`,
});
const ownFile = (index: number, period: string, rows: readonly (readonly [string, number])[]) =>
  csv(
    `${BRANDS[index]} ${period}.csv`,
    [`Member No ${index},Paid ${index}`, ...rows.map((row) => row.join(','))].join('\n'),
  );
const unknown = (month: string, index: number) =>
  csv(
    `Ridge 2026-${month}.csv`,
    `Certificate,Insured Name,Net Commission\nR-${index}1,Ann Lee,1${index}.50\nR-${index}2,Bo Kim,12.25\n`,
  );

test('a month of 14 files takes at most six clicks: a weekly carrier asks nothing, equal layouts ask once', async () => {
  for (const [index, name] of BRANDS.entries())
    await session.service.createCarrier({ account, name, config: { ...STATEMENT_CONFIG, columns: columnsOf(index) } });
  const weekly = await session.service.createCarrier({ account, name: 'Lakeside Weekly' });
  const week = (period: string, number: number) =>
    csv(
      `Lakeside Weekly ${period} week ${number}.csv`,
      statement([[`W-${number}`, 10 + number, { Name: `Wes ${number}` }]]),
    );
  for (const period of ['2026-01', '2026-02', '2026-03'])
    for (const number of [1, 2, 3, 4]) {
      const { name, buffer } = week(period, number);
      await account.upload({ file: buffer.toString(), fileName: name, carrierId: weekly, period, append: true });
      await session.service.runJobs();
    }
  const page = await signedIn();
  const files = [
    ...BRANDS.map((_, index) => ownFile(index, '2026-04', [[`M-${index}`, 40 + index]])),
    ...BRANDS.slice(0, 2).map((_, index) => ownFile(index, '2026-03', [[`M-${index}`, 41 + index]])),
    ...[1, 2, 3].map((number) => week('2026-04', number)),
    ...['02', '03', '04'].map(unknown),
  ];
  expect(files).toHaveLength(14);
  await page.evaluate(
    'globalThis.clicks = 0; document.addEventListener("click", (event) => event.isTrusted && globalThis.clicks++, true)',
  );
  const clicks = () => page.evaluate('globalThis.clicks');
  await choose(page, files);
  await page.getByText('3 files look alike').waitFor();
  await page.getByText('4 files a month; this is the third.').waitFor();
  await page.getByText('11 ready').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show how to read them' }).click();
  const carrier = page.getByRole('combobox', { name: 'Which carrier sent it?' });
  await carrier.fill('Ridge Mutual');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await finish(1);
  await line(page, 'Ridge 2026-02').getByText('Added').waitFor();
  await page.getByRole('button', { name: 'Add all 13 statements' }).click();
  await finish(13);
  await page.getByText('14 added').waitFor();
  expect(await clicks()).toBeLessThanOrEqual(6);
  // A member of the fourth week is not told to be gone while that file is still to come.
  expect(await line(page, 'Lakeside Weekly 2026-04 week 2').textContent()).toMatch(/of 4 files of the month are here/);
  expect(await page.getByRole('listitem').filter({ hasText: 'Lakeside' }).filter({ hasText: 'gone.' }).count()).toBe(0);
  // Two files of a month are told apart by the end of their names.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await cutButtons(page)).toEqual([]);
  const cutNames = `[...document.querySelectorAll('[title$=".csv"]')]
    .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1).length`;
  expect(await page.evaluate(cutNames)).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a file that was added says how many rows could not be read, and leads to them', async () => {
  const carrierId = await session.service.createCarrier({ account, name: 'Willow Life' });
  const page = await signedIn();
  await choose(page, [
    csv(
      'Willow Life 2026-04.csv',
      statement([
        ['L-1', 10],
        ['L-2', 'abc'],
      ]),
    ),
  ]);
  await page.getByRole('button', { name: 'Add it: Willow Life 2026-04.csv' }).click();
  await finish(1);
  const added = line(page, 'Willow Life 2026-04');
  await added.getByText('1 row could not be read.').waitFor();
  await added.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('dialog', { name: 'Willow Life, April 2026' }).getByText('1 row could not be read.').waitFor();
  expect(page.url()).toContain(carrierId);
});

test('the list is there after a reload and in another tab, and is gone after signing out', async () => {
  await session.service.createCarrier({ account, name: 'Willow Health' });
  const file = csv('Willow Health 2026-05.csv', statement([['V-1', 12, { Name: 'Vic Poe' }]]));
  const page = await signedIn();
  await choose(page, [file, csv('letter.txt', 'Dear agency,\nwe wish you a good summer.\n')]);
  await line(page, file.name).getByText('Ready').waitFor();
  await line(page, 'letter.txt').getByText('Show how to read it').waitFor();
  await page.reload();
  await line(page, file.name).getByText('Ready').waitFor();
  await line(page, 'letter.txt').getByText('Show how to read it').waitFor();
  await page.close();
  const later = await page.context().newPage();
  await later.goto('/drop');
  await line(later, file.name)
    .getByRole('button', { name: /^Add it/ })
    .click();
  await finish(1);
  await line(later, file.name).getByText('Added').waitFor();
  await later.reload();
  await line(later, file.name).getByText('Added').waitFor();
  await line(later, file.name).getByRole('button', { name: 'Undo' }).click();
  await finish(1);
  await line(later, file.name).getByText('Taken back').waitFor();
  await later.getByRole('button', { name: 'Ines Vega', exact: true }).click();
  await later.getByRole('menuitem', { name: 'Sign out' }).click();
  await later.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await later.evaluate('indexedDB.databases().then(({ length }) => length)')).toBe(0);
});

test('two first files of a month are told once, with the last of them, and each line has its own sum', async () => {
  const carrierId = await session.service.createCarrier({ account, name: 'Maple Dental' });
  const part = (month: string, id: string, amount: number) =>
    csv(`Maple Dental 2026-${month} part ${id}.csv`, statement([[`D-${id}`, amount, { Name: `Dee ${id}` }]]));
  for (const id of ['1', '2']) {
    const { name, buffer } = part('05', id, 20);
    await account.upload({ file: buffer.toString(), fileName: name, carrierId, period: '2026-05', append: id === '2' });
    await session.service.runJobs();
  }
  const page = await signedIn();
  await choose(page, [part('06', '1', 20), part('06', '2', 25)]);
  await page.getByRole('button', { name: 'Yes, all of them' }).click();
  await page.getByRole('button', { name: 'Add all 2 statements' }).click();
  await finish(2);
  await page.getByText('2 added').waitFor();
  const [first, second] = ['1', '2'].map((id) => {
    const name = page.getByTitle(`Maple Dental 2026-06 part ${id}.csv`);
    return page.getByRole('listitem').filter({ has: name });
  });
  if (first === undefined || second === undefined) throw new Error('A line is missing.');
  await first.getByText('It counts. What changed in the month is told with Maple Dental 2026-06 part 2.csv.').waitFor();
  expect(await first.getByText('gone').count()).toBe(0);
  await second.getByText('1 member', { exact: true }).waitFor();
  await second.getByText('$25.00', { exact: true }).waitFor();
  const names = () => page.locator('[title$=".csv"]').allTextContents();
  const order = await names();
  await page.reload();
  await second.getByText('Added').waitFor();
  expect(await names()).toEqual(order);
  await first.getByText('It counts. What changed in the month is told with Maple Dental 2026-06 part 2.csv.').waitFor();
});

test('further files of a month that is here are asked about once, or each alone', async () => {
  const carrierId = await session.service.createCarrier({ account, name: 'Rowan Vision' });
  const part = (id: string) =>
    csv(`Rowan Vision 2026-05 part ${id}.csv`, statement([[`R-${id}`, 20 + Number(id), { Name: `Roe ${id}` }]]));
  const { name, buffer } = part('1');
  await account.upload({ file: buffer.toString(), fileName: name, carrierId, period: '2026-05' });
  await session.service.runJobs();
  const page = await signedIn();
  await choose(page, [part('2'), part('3'), part('4')]);
  await page
    .getByText(`3 files are for May 2026 of Rowan Vision, which has ${name}. Do all of them count too?`)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'No, ask for each' }).click();
  expect(await page.getByRole('button', { name: 'Replace' }).count()).toBe(3);
  await line(page, 'part 4').getByRole('button', { name: 'Leave' }).click();
  await page.reload();
  await page.getByText('2 files are for May 2026 of Rowan Vision').waitFor();
  await page.getByRole('button', { name: 'Yes, all of them' }).click();
  await finish(2);
  await page.getByText('2 added').waitFor();
  // The month is what comes next once every file is answered.
  await page.getByRole('status').locator('..').getByRole('link', { name: 'See May 2026' }).click();
  await page.getByRole('heading', { name: 'May 2026' }).waitFor();
});
