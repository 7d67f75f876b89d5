import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDiskDropStore } from '../../adapters/object-store/disk-drop-store.ts';
import { createIntakeStore } from '../../adapters/postgres/intake/intake-store.ts';
import type { DropStore } from '../../app/platform/object-store.ts';
import { hasRoom } from '../../core/storage-quota.ts';
import { accessibilityFaults, fitsItsWidth, type PageOptions } from '../support/browser.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** Guarantee: an owner sets up mail and SFTP for statements, sees what arrived, and files refused statements. */

const SFTP = { host: 'statements.example.com', port: 2222, fingerprint: 'SHA256:hFVMawtc93PYmyOKWJLfYeasx1Jtk8w7Yot' };
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw dana';

let session: ConsoleSession;
let directory: string;
let dropStore: DropStore;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drops-'));
  dropStore = await openDiskDropStore(directory);
  const dropOffPlaces = () => ({ email: { domain: 'inbound.example.com' }, sftp: SFTP });
  session = await startConsoleSession({ dropStore, dropOffPlaces });
  await session.service.createCarrier({ name: 'Summit Senior Life' });
});
afterAll(async () => {
  await session?.close();
  await rm(directory, { recursive: true, force: true });
});

let account: TestAccount;
const openPage = pagesOfTests();
beforeEach(async () => {
  account = await session.service.createAccount({ tier: 'enterprise' });
});

async function open(options: PageOptions = {}): Promise<Page> {
  const opened = await openPage(session.browser, session.service.url, { token: account.token, ...options });
  await opened.page.goto('/by-itself');
  await opened.page.getByRole('tab', { name: 'Incoming statements', selected: true }).waitFor();
  return opened.page;
}

/** Records a file that came by SFTP and was rejected, because its name fits no pattern. */
async function arrive(name: string, bytes: string): Promise<void> {
  const objectKey = `sftp/lakeside/rejected/${randomUUID()}`;
  await dropStore.put(objectKey, new TextEncoder().encode(bytes));
  const record = {
    ...({ dropId: randomUUID(), accountId: account.accountId, source: 'sftp', origin: 'lakeside', name } as const),
    ...{ byteSize: bytes.length, checksumSha256: null, carrierId: null, period: null, messageId: null },
    ...({ outcome: 'rejected', reason: 'The name fits no pattern.', fileId: null, jobId: null } as const),
    ...{ objectKey, objectBytes: bytes.length },
  };
  await createIntakeStore(session.service.database).record(record, hasRoom);
}

describe('the places', () => {
  test('are made, copied and removed, by mail and by SFTP', async () => {
    const page = await open();
    await page.getByLabel('Carrier that mails').selectOption('Summit Senior Life');
    await page.getByRole('button', { name: 'Make an address' }).click();
    const address = page.getByRole('row', { name: /Summit Senior Life .*@inbound\.example\.com/ });
    await address.waitFor();
    await address.getByRole('button', { name: 'Copy the address of Summit Senior Life' }).waitFor();
    await page.getByText('sftp://statements.example.com:2222').waitFor();
    await page.getByText(SFTP.fingerprint).waitFor();
    const name = `lakeside-${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Name of the user').fill(name);
    await page.getByLabel('Public key that they sent you').fill(KEY);
    await page.getByRole('button', { name: 'Add the user' }).click();
    await page.getByRole('button', { name: `Copy the user ${name}` }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove the address of Summit Senior Life' }).click();
    await address.waitFor({ state: 'detached' });
  });

  test('are shown as part of another plan to an account whose tier does not include them', async () => {
    account = await session.service.createAccount({ tier: 'standard' });
    const page = await open();
    await page.getByText('part of the Enterprise plan').waitFor();
    expect(await page.getByRole('button', { name: 'Make an address' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test('the senders and file names of a carrier are stored, and a wrong entry is named', async () => {
  const page = await open();
  await page.getByLabel('Carrier whose files come in').selectOption('Summit Senior Life');
  await page.getByLabel('Who may mail statements').fill('pay@summit.example\nnobody');
  await page.getByLabel('What the files are called').fill('SSL_{YYYY}{MM}*.csv');
  await page.getByLabel('Where the month of a mailed statement stands').selectOption('In the rows of the statement');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByText(/must be an address/)
    .first()
    .waitFor();
  await page.getByLabel('Who may mail statements').fill('pay@summit.example\n@summit.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. It holds from the next file on.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page.getByLabel('Carrier whose files come in').selectOption('Summit Senior Life');
  await expect
    .poll(() => page.getByLabel('Who may mail statements').inputValue())
    .toBe('pay@summit.example\n@summit.example');
  expect(await page.getByLabel('What the files are called').inputValue()).toBe('SSL_{YYYY}{MM}*.csv');
});

test('a refused statement is filed by naming carrier and month', async () => {
  await arrive('march.csv', statement([['M-1', 40]]));
  const page = await open();
  await page.getByRole('row', { name: /^march\.csv lakeside by SFTP .* Refused The name fits no pattern\./ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'File it: march.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'File march.csv' });
  await dialog.getByLabel('Carrier that sent it').selectOption('Summit Senior Life');
  await dialog.getByLabel('Month', { exact: true }).selectOption('March');
  await dialog.getByLabel('Year', { exact: true }).selectOption('2026');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'File it' }).click();
  await page.getByRole('row', { name: /^march\.csv .* Added, Summit Senior Life, March 2026/ }).waitFor();
  await session.service.runJobs();
  expect((await account.call('GET', '/v1/files')).json).toMatchObject({
    data: [{ originalFilename: 'march.csv', period: '2026-03', status: 'active' }],
  });
});

test('the screen fits a phone of 360 px in the dark', async () => {
  await arrive('a-very-long-name-of-a-statement-that-nobody-would-choose-2026-03-final-2.csv', 'x');
  await account.call('POST', '/v1/sftp/users', { json: { username: `u-${randomUUID().slice(0, 8)}`, publicKey: KEY } });
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByText('Refused').waitFor();
  await page.getByText(/^u-/).first().waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});
