import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConsole } from '../../server/console/open-console.ts';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { accessibilityFaults, fitsItsWidth, type OpenedPage, openPage, sharedBrowser } from '../support/browser.ts';
import { type OwnService, STATEMENT_CONFIG, startService, statement, type TestAccount } from '../support/service.ts';

/** Guarantee: a person adds statements in a browser, sees carrier and month of each before it counts, and can retract it. */

let service: OwnService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ console: await openConsole() }), sharedBrowser()]);
  await service.createCarrier({ name: 'Summit Senior Life' });
});
afterAll(async () => {
  await service?.close();
});

let account: TestAccount;
let opened: OpenedPage;
beforeEach(async () => {
  account = await service.createAccount();
  opened = await openPage(browser, service.url, { token: account.token });
});
afterEach(async () => {
  expect(opened.faults).toEqual([]);
  await opened.close();
});

const MARCH = statement([
  ['M-1', 40, { Name: 'Ada Doe' }],
  ['M-2', 30, { Name: 'Bob Roe' }],
]);
const APRIL = statement([['M-1', 40, { Name: 'Ada Doe' }]]);
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const march = csv('Summit Senior Life 2026-03.csv', MARCH);
const april = csv('Summit Senior Life 2026-04.csv', APRIL);

async function drop(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const { page } = opened;
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
}

const line = (name: string) => opened.page.getByRole('listitem').filter({ hasText: name });

/** Waits until the line of a file shows these texts, such as its month and its total. */
async function shows(name: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await line(name).getByText(text).first().waitFor();
}

async function chooseCarrier(file: string, carrier: string): Promise<void> {
  const field = line(file).getByRole('combobox', { name: 'Carrier' });
  await field.click();
  await field.fill(carrier);
  await opened.page.getByRole('option', { name: carrier }).click();
}

/** Runs the jobs of the service until the given number of statements, which the page sends, are processed. */
async function finish(sentCount: number): Promise<void> {
  let done = 0;
  await expect.poll(async () => (done += await service.runJobs())).toBeGreaterThanOrEqual(sentCount);
}

describe('dropping statements', () => {
  test('asks about each file, adds all of them, and says what changed', async () => {
    const { page } = opened;
    await drop(april, march);
    await shows(march.name, 'Ready', 'March 2026', '2 members', '$70.00');
    await shows(april.name, 'Ready', 'April 2026', '1 member', '$40.00');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add all 2 statements' }).click();
    await finish(2);
    await line(march.name).getByText('nothing to compare them with yet').waitFor();
    await line(april.name).getByText('1 gone.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('takes a statement back, after which the month is empty', async () => {
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    await line(march.name).getByRole('button', { name: 'Undo' }).click();
    await finish(1);
    await line(march.name).getByText('Taken back', { exact: true }).waitFor();
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
  });

  test('adds all statements of a ZIP archive, and takes all of them back', async () => {
    const south = statement([['M-9', 5, { Name: 'Cy Poe' }]]);
    const buffer = zipBytes([
      { name: 'north.csv', data: MARCH },
      { name: 'south.csv', data: south },
    ]);
    const archive = { name: 'Summit Senior Life 2026-03.zip', mimeType: 'application/zip', buffer };
    await drop(archive);
    await shows(archive.name, 'Summit Senior Life', 'March 2026');
    await line(archive.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(2);
    await shows(archive.name, 'Added', '3 members', '$75.00');
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [{}, {}] });
    await line(archive.name).getByRole('button', { name: 'Undo' }).click();
    await finish(2);
    await line(archive.name).getByText('Taken back', { exact: true }).waitFor();
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
  });

  test('asks for the month when all rows contradict the name, and proposes that of the rows', async () => {
    const { page } = opened;
    const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Covered' };
    await service.createCarrier({ account, name: 'Tamarack Dental', config: { ...STATEMENT_CONFIG, columns } });
    const rows = ['T-1', 'T-2', 'T-3'].map((id) => `${id},10,2025-07`);
    const file = csv('Tamarack Dental November 2025.csv', ['Member ID,Commission,Covered', ...rows].join('\n'));
    await drop(file, march);
    await line(file.name).getByText('Which month is the statement for?').waitFor();
    expect(await line(file.name).getByLabel('Month').inputValue()).toBe('07');
    await shows(march.name, 'Ready');
    await page.getByText('1 to answer, 1 ready').waitFor();
  });

  test('says at once that a file counts already, for several in one question', async () => {
    const { page } = opened;
    await drop(march, april);
    await page.getByRole('button', { name: 'Add all 2 statements' }).click();
    await finish(2);
    const renamed = { ...march, name: 'again.csv' };
    await drop(renamed);
    await line(renamed.name).getByText(`is in March 2026 of Summit Senior Life already, as ${march.name}`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await line(renamed.name).getByRole('button', { name: 'Leave', exact: true }).click();
    await line(renamed.name).waitFor({ state: 'detached' });
    await drop(march, april);
    await page.getByText('These 2 files count already').waitFor();
    await page.getByRole('button', { name: 'Leave all of them out' }).click();
    await page.getByText('These 2 files count already').waitFor({ state: 'detached' });
  });

  test('asks what to do about a month that is taken', async () => {
    const { page } = opened;
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    const second = csv('Summit Senior Life corrected 2026-03.csv', APRIL);
    await drop(second);
    await line(second.name).getByText('is here already').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await line(second.name).getByRole('button', { name: 'Replace' }).click();
    await finish(1);
    await shows(second.name, 'Added', '1 member', '$40.00');
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({
      data: [{ originalFilename: second.name }],
    });
  });

  test('gives a file whose month is taken to another month', async () => {
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    const second = csv('Summit Senior Life again 2026-03.csv', APRIL);
    await drop(second);
    await line(second.name).getByRole('button', { name: 'Change' }).click();
    await line(second.name).getByLabel('Month').selectOption('April');
    await line(second.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    await shows(second.name, 'Added', 'April 2026');
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [{}, {}] });
  });

  test('gives a file that a carrier refuses to another carrier', async () => {
    await service.createCarrier({ account, name: 'Granite Dental', config: { ...STATEMENT_CONFIG, fileType: 'xlsx' } });
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Change carrier or month/ })
      .click();
    await chooseCarrier(march.name, 'Granite Dental');
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await line(march.name).getByText('Not added').waitFor();
    expect(await line(march.name).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await line(march.name)
      .getByRole('button', { name: /^Change carrier or month/ })
      .click();
    await chooseCarrier(march.name, 'Summit Senior Life');
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    await shows(march.name, 'Added', 'March 2026');
  });

  test('gives a file whose job has failed to another carrier', async () => {
    const columns = { ...STATEMENT_CONFIG.columns, member_external_id: 'Certificate' };
    await service.createCarrier({ account, name: 'Basalt Vision', config: { ...STATEMENT_CONFIG, columns } });
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Change carrier or month/ })
      .click();
    await chooseCarrier(march.name, 'Basalt Vision');
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    await line(march.name)
      .getByRole('button', { name: /^Change carrier or month/ })
      .click();
    await chooseCarrier(march.name, 'Summit Senior Life');
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await finish(1);
    await shows(march.name, 'Added', 'March 2026');
  });

  test('calls a roster a roster', async () => {
    const names = ['Ada Doe', 'Bob Roe', 'Cy Poe'].map((name, at) => `R-77${at},${name},2025-0${at + 1}-01`);
    const roster = csv('members 2026-03.csv', ['Member ID,Member Name,Effective Date', ...names].join('\n'));
    await drop(roster);
    await line(roster.name).getByText('It looks like a roster').waitFor();
  });

  test('leaves the file out when the person says so', async () => {
    await drop(march);
    await line(march.name)
      .getByRole('button', { name: /^Leave it out/ })
      .click();
    await line(march.name).waitFor({ state: 'detached' });
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
  });

  test('keeps the keyboard focus in place when a pressed button vanishes', async () => {
    const { page } = opened;
    const place = () => page.evaluate('document.activeElement.textContent');
    await drop(march, april);
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .press('Enter');
    await finish(1);
    await line(march.name).getByRole('button', { name: 'Undo' }).waitFor();
    expect(await place()).toContain(march.name);
    await page.keyboard.press('Tab');
    expect(await place()).toBe('See March 2026');
    await line(april.name)
      .getByRole('button', { name: /^Leave it out/ })
      .press('Enter');
    await line(april.name).waitFor({ state: 'detached' });
    expect(await place()).toContain(march.name);
  });

  test('notices a copy of a file, and adds the file alone by the button for all', async () => {
    const { page } = opened;
    const copy = csv('Summit Senior Life 2026-03 (1).csv', MARCH);
    await drop(march, april, copy);
    await line(copy.name).getByText(`It looks the same as ${march.name}.`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add all 2 statements' }).click();
    await finish(2);
    await line(april.name).getByText('1 gone.').waitFor();
    await line(copy.name)
      .getByRole('button', { name: /^Leave it out/ })
      .click();
    await line(copy.name).waitFor({ state: 'detached' });
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [{}, {}] });
  });

  test('says in a sentence why a wrong file cannot be added', async () => {
    const noise = Array.from({ length: 50 }, (_, index) => createHash('sha512').update(String(index)).digest());
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ...noise]);
    const letter = csv('letter.txt', 'Dear agency,\nwe wish you a good summer.\n');
    await drop({ name: 'holiday.png', mimeType: 'image/png', buffer: picture }, letter);
    await line('holiday.png').getByText('Save the statement as').waitFor();
    await line('holiday.png').getByText('Not added').waitFor();
    // No button to try again is shown, because the service would refuse the file again.
    expect(await line('holiday.png').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await line(letter.name).getByText('Show how to read it').waitFor();
    await opened.page.getByText('We have not seen a statement like this before').waitFor();
  });

  test('survives a connection that is lost while a statement is sent', async () => {
    const { page } = opened;
    await drop(march);
    await page.route('**/v1/files', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await line(march.name)
      .getByRole('button', { name: /^Add it/ })
      .click();
    await line(march.name).getByText('The connection was lost').waitFor();
    await page.unroute('**/v1/files');
    await line(march.name).getByRole('button', { name: 'Try again' }).click();
    await finish(1);
    await shows(march.name, 'Added', '2 members', '$70.00');
  });

  test('fits the width of a phone', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 360, height: 740 });
    await drop(march);
    await shows(march.name, 'Ready');
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
