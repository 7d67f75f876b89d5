import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PageOptions } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';
import { pagesOfTests } from './opened-pages.ts';

/** A proxy between a browser and the service whose connections a test can cut. */
interface BreakableLine {
  /** The address for the browser. */
  readonly url: string;
  /** Lets the given number of further bytes through to the service. Then every connection breaks, including new ones. */
  readonly breakAfter: (bytes: number) => void;
  readonly isBroken: () => boolean;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

async function openLine(servicePort: number): Promise<BreakableLine> {
  const sockets = new Set<Socket>();
  let bytesLeft = Number.POSITIVE_INFINITY;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((browser) => {
    const service = connect(servicePort, '127.0.0.1');
    for (const [socket, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    browser.on('data', (chunk) => {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft > 0) service.write(chunk);
      else breakAll();
    });
    service.pipe(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    breakAfter: (bytes) => {
      bytesLeft = bytes;
    },
    isBroken: () => bytesLeft <= 0,
    mend: () => {
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Guarantee: after lost connections and ended sessions, and with second tabs, a person continues by a button, and nothing counts twice. */

let session: ConsoleSession;
beforeAll(async () => {
  session = await startConsoleSession();
  await session.service.createCarrier({ name: 'Summit Senior Life' });
});
afterAll(() => session?.close());

let account: TestAccount;
const openPage = pagesOfTests();
beforeEach(async () => {
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
});

async function open(options: PageOptions = {}): Promise<Page> {
  const opened = await openPage(session.browser, session.url, options);
  return opened.page;
}

let persons = 0;
const created = z.object({ userId: z.string() });

/** Adds an owner of an account. */
async function addOwner({ accountId }: TestAccount) {
  const email = `owner${++persons}@harbor.example`;
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId, email, name: `Owner ${persons}`, role: 'owner' }),
  });
  return { email, name: `Owner ${persons}`, userId: created.parse(await added.json()).userId };
}

type Owner = Awaited<ReturnType<typeof addOwner>>;

async function signIn(page: Page, { email, name }: Owner): Promise<void> {
  await page.goto(await session.people.signIn.makeLink(email));
  await page.getByRole('button', { name, exact: true }).waitFor();
}

/** Makes a statement of the given number of members. */
function march(members = 2) {
  const rows = Array.from({ length: members }, (_, index) => [`M-${index}`, 10, { Name: `Member ${index}` }] as const);
  const buffer = Buffer.from(statement(rows));
  return { name: 'Summit Senior Life 2026-03.csv', mimeType: 'text/csv', buffer };
}

async function drop(page: Page, file = march()): Promise<void> {
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles([file]);
  await page.getByText('Ready', { exact: true }).waitFor();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Runs the jobs of the service once the page has sent its statement. */
async function finish(): Promise<void> {
  await expect.poll(() => session.service.runJobs()).toBeGreaterThan(0);
}

const files = async () =>
  z.object({ data: z.array(z.unknown()) }).parse((await account.call('GET', '/v1/files')).json).data.length;

/** Tells the page that its tab is visible again. */
const lookAt = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

describe('a connection that is lost', () => {
  test('in the middle of an upload: the statement is sent again from its beginning, and is there once', async () => {
    const line = await openLine(Number(new URL(session.url).port));
    const page = await open({ token: account.token, baseURL: line.url });
    await drop(page, march(4000));
    line.breakAfter(50_000);
    await press(page, /^Add it/);
    await page.getByText('The connection was lost. Try again: it will not be counted twice.').waitFor();
    expect(line.isBroken()).toBe(true);
    expect(await files()).toBe(0);
    line.mend();
    await press(page, 'Try again');
    await finish();
    await page.getByText('Added', { exact: true }).waitFor();
    expect(await files()).toBe(1);
    await page.close();
    await line.close();
  });

  test('before the answer: the statement that has arrived is recognized, and is there once', async () => {
    const page = await open({ token: account.token });
    await drop(page);
    await page.route('**/v1/files', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, /^Add it/);
    await page.getByText('The connection was lost').waitFor();
    await page.unroute('**/v1/files');
    await press(page, 'Try again');
    await finish();
    await page.getByText('Added', { exact: true }).waitFor();
    expect(await files()).toBe(1);
  });

  test('to a machine that is too busy to read a file: it is tried again by itself, and then by a button', async () => {
    const page = await open({ token: account.token });
    let refusals = 0;
    let attemptsLeft = Number.POSITIVE_INFINITY;
    await page.route('**/v1/files/identify', (route) => {
      if (attemptsLeft <= 0) return route.continue();
      attemptsLeft -= 1;
      refusals += 1;
      const detail = 'The machine is too busy to read the file now.';
      return route.fulfill({
        status: 503,
        headers: { 'Retry-After': '0' },
        json: { title: 'Busy', status: 503, requestId: 'busy-machine', code: 'service_unavailable', detail },
      });
    });
    await page.goto('/drop');
    const choosing = page.waitForEvent('filechooser');
    await press(page, 'Choose files');
    await (await choosing).setFiles([march()]);
    await page.getByText('too busy to read the file').waitFor();
    expect(refusals).toBeGreaterThan(1);
    attemptsLeft = 1;
    await press(page, 'Try again');
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(attemptsLeft).toBe(0);
  });

  test('while a page loads: the page says so and has a button to try again', async () => {
    const page = await open({ token: account.token });
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'Money to ask' }).hover();
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Money to ask' }).click();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Nothing that is surely owed is left to ask for.').waitFor();
  });
});

describe('two tabs of one browser', () => {
  test('signing out in one signs the other out, which leads back after signing in', async () => {
    const owner = await addOwner(account);
    const first = await open();
    await signIn(first, owner);
    const second = await first.context().newPage();
    await second.goto('/changes');
    await second.getByRole('heading', { name: 'Changes' }).waitFor();
    await press(first, owner.name);
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await first.getByRole('heading', { name: 'Sign in' }).waitFor();
    await lookAt(second);
    await second.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(second.url()).searchParams.get('to')).toBe('/changes');
  });

  test('a statement that one tab dropped and both add is there once', async () => {
    const owner = await addOwner(account);
    const first = await open();
    await signIn(first, owner);
    const second = await first.context().newPage();
    await drop(first);
    await second.goto('/drop');
    await second.getByText('Ready', { exact: true }).waitFor();
    await press(first, /^Add it/);
    await finish();
    await first.getByText('Added', { exact: true }).waitFor();
    await press(second, /^Add it/);
    await second.getByText('Added', { exact: true }).waitFor();
    expect(await files()).toBe(1);
  });

  test('a person who signs in as another agency finds no data of the first agency in the other tab', async () => {
    const other = await session.service.createAccount({ name: 'Pine Street Insurance' });
    const [owner, stranger] = [await addOwner(account), await addOwner(other)];
    const first = await open();
    await signIn(first, owner);
    await drop(first);
    const second = await first.context().newPage();
    await second.goto(await session.people.signIn.makeLink(stranger.email));
    // The link belongs to another person than the one who is signed in, so the page asks first.
    await second.getByRole('button', { name: `Sign in as ${stranger.email}` }).click();
    await second.getByRole('button', { name: stranger.name, exact: true }).waitFor();
    await lookAt(first);
    await first.getByRole('button', { name: stranger.name, exact: true }).waitFor();
    expect(await first.getByText('Ready', { exact: true }).count()).toBe(0);
  });
});

test('a session that ends before the statement is sent: it is kept, and sent after signing in in another tab', async () => {
  const owner = await addOwner(account);
  const page = await open();
  await signIn(page, owner);
  await drop(page);
  await page.context().clearCookies();
  await press(page, /^Add it/);
  await page.getByText('You were signed out. Open this page in another tab').waitFor();
  const second = await page.context().newPage();
  await signIn(second, owner);
  await lookAt(page);
  await press(page, 'Try again');
  await finish();
  await page.getByText('Added', { exact: true }).waitFor();
  expect(await files()).toBe(1);
});
