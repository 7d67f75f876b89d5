import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { accessibilityFaults, cutButtons, fitsItsWidth, type OpenedPage, openPage } from '../support/browser.ts';
import type { TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';

/** Guarantee: a person names the columns of an unknown layout once, beside the rows of the file, and later months are read without help. */

let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession();
});
afterAll(() => session?.close());

let account: TestAccount;
let opened: OpenedPage;
beforeEach(async () => {
  account = await session.service.createAccount();
  opened = await openPage(session.browser, session.service.url, { token: account.token });
});
afterEach(async () => {
  expect(opened.faults).toEqual([]);
  await opened.close();
});

const HEAD = 'Member ID,Client,Basis,Amt';
const unknown = (month: string, rows: readonly string[]) => ({
  name: `Cedar Mutual ${month}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...rows].join('\n')),
});
const april = unknown('2026-04', [
  'K-7701,Ada Doe,100.00,12.50',
  'K-7702,Bob Roe,90.00,11.25',
  'K-7703,Cy Poe,80.00,10.00',
]);
const noRows = unknown('2026-06', []);
const may = unknown('2026-05', ['K-7701,Ada Doe,100.00,12.50', 'K-7703,Cy Poe,80.00,10.00']);

async function drop(...files: (typeof april)[]): Promise<void> {
  const { page } = opened;
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
}

async function finish(): Promise<void> {
  await expect.poll(() => session.service.runJobs()).toBeGreaterThan(0);
}

test('an unknown layout is read after its columns were named, and the other months of the list without help', async () => {
  const { page } = opened;
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await drop(april, may, noRows);
  await line(noRows.name).getByText('names of columns and no rows').waitFor();
  await line(may.name).getByText('2 files look alike, and we have not seen a statement like them before.').waitFor();
  await line(april.name).getByRole('link', { name: 'Show how to read them' }).click();
  await page.getByRole('heading', { name: 'How is this statement read?' }).waitFor();
  await page.getByRole('cell', { name: 'Ada Doe' }).waitFor();
  await page.getByLabel('What is the column Member ID?').selectOption('Member number');
  await page.getByLabel('What is the column Client?').selectOption('Name of the member');
  await page.getByLabel('What is the column Basis?').selectOption('Not needed');
  await page.getByLabel('What is the column Amt?').selectOption('Commission paid');
  await page.getByText('$33.75').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await cutButtons(page)).toEqual([]);
  expect(await page.getByRole('combobox', { name: 'Which carrier sent it?' }).inputValue()).toBe('Cedar Mutual');
  await page.getByLabel('Month', { exact: true }).selectOption('April');
  await page.getByLabel('Year', { exact: true }).selectOption('2026');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await page.getByRole('heading', { name: 'Add statements' }).waitFor();
  await finish();
  await page.getByRole('listitem').filter({ hasText: 'Added' }).getByText('April 2026', { exact: true }).waitFor();
  for (const text of ['Ready', 'Cedar Mutual', 'May 2026', '2 members', '$22.50'])
    await line(may.name).getByText(text, { exact: true }).waitFor();
});

test('a second new file of the month is asked about as soon as the first is in, and not after "Add all"', async () => {
  const { page } = opened;
  const second = {
    ...april,
    name: 'Cedar Mutual 2026-04 part 2.csv',
    buffer: Buffer.from(`${HEAD}\nK-9,Eve Roe,50,7`),
  };
  const line = page.getByRole('listitem').filter({ hasText: second.name });
  await drop(april, second);
  await line.getByRole('link', { name: 'Show how to read them' }).click();
  await page.getByLabel('What is the column Amt?').selectOption('Commission paid');
  await page.getByLabel('What is the column Basis?').selectOption('Not needed');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await page.getByRole('heading', { name: 'Add statements' }).waitFor();
  await finish();
  await line.getByText('is here already: Cedar Mutual 2026-04.csv. What should happen?').waitFor();
  await page.getByText('1 to answer, 1 added').waitFor();
  expect(await page.getByRole('button', { name: 'Add 1 statement' }).count()).toBe(0);
  await line.getByRole('button', { name: 'Add', exact: true }).click();
  await finish();
  await page.getByText('2 added').waitFor();
});

test('the column of money stays in view in a wide table', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = Array.from({ length: 14 }, (_, at) => `Extra remark number ${at + 1}`);
  const rows = [
    'Cedar Mutual Commission Statement',
    '',
    [...HEAD.split(',').slice(0, 3), ...wide, 'Net Commission'].join(','),
    ...['K-1,Ada Doe,100.00', 'K-2,Bob Roe,90.00'].map((row) => [row, ...wide.map(() => 'x'), '12.50'].join(',')),
  ];
  await drop({ name: '2026-09.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('link', { name: 'Show how to read it' }).click();
  const amount = page.getByRole('cell', { name: '12.50' }).first();
  await amount.waitFor();
  const box = await amount.boundingBox();
  expect(box !== null && box.x + box.width <= 1280).toBe(true);
  expect(await page.getByRole('combobox', { name: 'Which carrier sent it?' }).inputValue()).toBe('Cedar Mutual');
  expect(await accessibilityFaults(page)).toEqual([]);
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/layout-wide.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFaults(page)).toEqual([]);
  if (folder !== undefined) await page.screenshot({ path: `${folder}/layout-wide-dark.png` });
});

test('a file of a carrier that is not known leads to a new one, and looking at its fields asks nothing', async () => {
  const { page } = opened;
  await session.service.createCarrier({
    account,
    name: 'Cedar Mutual',
    config: { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Amt' } },
  });
  await drop(april);
  const line = page.getByRole('listitem').filter({ hasText: april.name });
  await line.getByRole('button', { name: /^Change carrier or month/ }).click();
  await line.getByText('Ready', { exact: true }).waitFor();
  await page.getByText('1 ready').waitFor();
  await line.getByRole('combobox', { name: 'Carrier' }).fill('Birch');
  await page.getByText('No carrier of this name. Choose “It is a new carrier”.').waitFor();
  await page.keyboard.press('Escape');
  expect(await accessibilityFaults(page)).toEqual([]);
  await line.getByRole('link', { name: 'It is a new carrier' }).click();
  await page.getByRole('heading', { name: 'How is this statement read?' }).waitFor();
});

test('a second sheet with pay is named with its rows and sum, and read when it is checked', async () => {
  const { page } = opened;
  const rows = (text: string) =>
    text
      .split('\n')
      .map((row) => row.split('|').map((cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell))));
  const book = XLSX.utils.book_new();
  const add = (name: string, text: string) =>
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows(text)), name);
  add('Lines', 'Policy|Client|Commission\nK-7701|Ada Doe|12.5\nK-7702|Bob Roe|11.25');
  add('Extra', 'Policy|Client|Override Amount\nK-7701|Ada Doe|4.5');
  add('Summary', 'Net payment|28.25');
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
  if (!Buffer.isBuffer(bytes)) throw new Error('No workbook was written.');
  await drop({ name: 'Cedar Mutual 2026-08.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await page.getByRole('link', { name: 'Show how to read it' }).click();
  const extra = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Extra' }) });
  await extra.getByText('$4.50').waitFor();
  await page.getByText('The totals differ').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Extra' }).check();
  await page.getByText('✓ Both totals are the same.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Lines' }).isChecked()).toBe(true);
  expect(await page.getByText('$28.25').count()).toBe(2);
});

test('a layout that was remembered wrongly is shown to be wrong before more is stored, and corrected', async () => {
  const { page } = opened;
  const carrierId = await session.service.createCarrier({
    account,
    config: { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Basis' } },
  });
  const printed = unknown('2026-07', ['K-7701,Ada Doe,100.00,12.50', 'K-7703,Cy Poe,80.00,10.00', 'Total,,22.50,']);
  const line = page.getByRole('listitem').filter({ hasText: printed.name });
  await drop(printed);
  await line.getByText('prints a total of $22.50; the rows accepted come to $180.00.').waitFor();
  expect(await page.getByRole('button', { name: /^Add (all|1 statement)/ }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await line.getByRole('link', { name: 'Show how to read it' }).click();
  await page.getByLabel('What is the column Basis?').selectOption('Not needed');
  await page.getByLabel('What is the column Amt?').selectOption('Commission paid');
  await page.getByText('$22.50').first().waitFor();
  const carrier = page.getByRole('combobox', { name: 'Which carrier sent it?' });
  expect(await carrier.inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await page.getByRole('heading', { name: 'Add statements' }).waitFor();
  await finish();
  await line.getByText('Added').waitFor();
  expect((await account.call('GET', `/v1/carriers/${carrierId}/configs`)).json).toMatchObject({
    data: [{ version: 2 }, { version: 1 }],
  });
});

test('a second layout of a carrier is read beside the first, and goes with the file when that is taken back', async () => {
  const { page } = opened;
  const name = 'Tamarack Vision';
  const columns = { member_external_id: 'Policy Key', commission_amount: 'Paid Net' };
  const carrierId = await session.service.createCarrier({ account, name, config: { fileType: 'csv', columns } });
  const second = unknown('2026-08', ['K-7701,Ada Doe,100.00,12.50', 'K-7703,Cy Poe,80.00,10.00']);
  const line = page.getByRole('listitem').filter({ hasText: second.name });
  await drop(second);
  await line.getByRole('link', { name: 'Show how to read it' }).click();
  await page.getByLabel('What is the column Member ID?').selectOption('Member number');
  await page.getByLabel('What is the column Basis?').selectOption('Not needed');
  await page.getByLabel('What is the column Amt?').selectOption('Commission paid');
  await page.getByText('$22.50').first().waitFor();
  await page.getByRole('combobox', { name: 'Which carrier sent it?' }).fill(name);
  await page.keyboard.press('Escape');
  await page.getByText(`${name} has a layout already.`).waitFor();
  expect(await page.getByLabel(`Also read the layout that ${name} has now`).isChecked()).toBe(true);
  await page.getByLabel('Month', { exact: true }).selectOption('August');
  await page.getByLabel('Year', { exact: true }).selectOption('2026');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await page.getByRole('heading', { name: 'Add statements' }).waitFor();
  await finish();
  await line.getByText('Added').waitFor();
  const versions = async () => (await account.call('GET', `/v1/carriers/${carrierId}/configs`)).json;
  expect(await versions()).toMatchObject({ data: [{ version: 2, config: { readsPrevious: true } }, { version: 1 }] });
  await line.getByRole('button', { name: 'Undo' }).click();
  await finish();
  await line.getByText('Taken back').waitFor();
  expect(await versions()).toMatchObject({
    data: [
      { version: 2, active: false, removedAt: expect.any(String) },
      { version: 1, active: true },
    ],
  });
});

test("a carrier's only layout goes with its file, so that a wrong one is shown anew", async () => {
  const { page } = opened;
  const name = 'Larkspur Dental';
  const made = await account.call('POST', '/v1/carriers', { json: { name } });
  expect(made.status).toBe(201);
  const first = {
    ...april,
    name: 'Larkspur 2026-03.csv',
    buffer: Buffer.from('Subscriber Key,Insured Name,Net Commission\nL-1,Ann Lee,4.50\nL-2,Bo Kim,5.50\n'),
  };
  const line = page.getByRole('listitem').filter({ hasText: first.name });
  await drop(first);
  await line.getByRole('link', { name: 'Show how to read it' }).click();
  await page.getByLabel('What is the column Subscriber Key?').selectOption('Member number');
  await page.getByLabel('What is the column Net Commission?').selectOption('Commission paid');
  await page.getByText('$10.00').first().waitFor();
  await page.getByRole('combobox', { name: 'Which carrier sent it?' }).fill(name);
  await page.keyboard.press('Escape');
  await page.getByLabel('Month', { exact: true }).selectOption('March');
  await page.getByLabel('Year', { exact: true }).selectOption('2026');
  await page.getByRole('button', { name: 'Remember this layout and add the statement' }).click();
  await page.getByRole('heading', { name: 'Add statements' }).waitFor();
  await finish();
  await line.getByRole('button', { name: 'Undo' }).click();
  await finish();
  await line.getByText('Nothing of it counts any more.').waitFor();
  const { id } = z.object({ id: z.string() }).parse(made.json);
  expect((await account.call('GET', `/v1/carriers/${id}/configs`)).json).toMatchObject({
    data: [{ version: 1, removedAt: expect.any(String) }],
  });
  await line.getByRole('button', { name: 'Add it again' }).click();
  await line.getByRole('link', { name: 'Show how to read it' }).waitFor();
});

test('a file that the list does not have is asked for again, and nothing says that a reload forgets files', async () => {
  const { page } = opened;
  await page.goto('/layout/gone');
  await page.getByRole('heading', { name: 'The file is not here any more' }).waitFor();
  await page.getByText('The list of files to add does not have it').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a file whose ids Excel has turned into dates is told to be damaged, and how to open it without', async () => {
  const { page } = opened;
  await drop(
    unknown('2026-07', ['12-345,Ada Doe,100.00,12.50', '7-Apr,Bob Roe,90.00,11.25', '3-771,Cy Poe,80.00,10.00']),
  );
  await page.getByRole('link', { name: 'Show how to read it' }).click();
  await page.getByLabel('What is the column Member ID?').selectOption('Member number');
  await page.getByLabel('What is the column Amt?').selectOption('Commission paid');
  await page.getByText('Excel has damaged member numbers').waitFor();
  expect(await page.getByText('Choose at least the columns').count()).toBe(0);
  await page.getByText('1 row cannot be read').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
