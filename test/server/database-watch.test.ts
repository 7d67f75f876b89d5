import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { requireDatabaseFolder, watchDatabase } from '../../server/database-watch.ts';
import { DataDirectoryUnusable } from '../../server/postgres-data.ts';

/** Guarantee: the watch reports an unreachable server, and does not report a server that answers in any way. */

const INTERVAL_MS = 5;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Starts a server that refuses every connection, like PostgreSQL while it recovers, and counts the refusals. */
async function refusingServer() {
  const directory = await mkdtemp('/tmp/cas-watch-');
  let refused = 0;
  const { promise: tenTimes, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.end(recovering());
        refused += 1;
        if (refused === 10) resolve();
      });
  });
  server.listen(join(directory, '.s.PGSQL.5432'));
  await once(server, 'listening');
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  cleanups.push(() => server.close());
  const address: DatabaseAddress = { kind: 'socket', directory, port: 5432, user: 'somebody', database: 'any' };
  return { directory, address, tenTimes };
}

/** An ErrorResponse of PostgreSQL's protocol. */
function recovering(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is in recovery mode'].map((text) => `${text}\0`);
  const body = Buffer.from(`${fields.join('')}\0`);
  const head = Buffer.from('E0000');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('waits for a recovering server until the folder of its socket is gone', async () => {
  const { directory, address, tenTimes } = await refusingServer();
  const watch = watchDatabase(address, INTERVAL_MS);
  cleanups.push(() => watch.close());
  let lost = false;
  const end = watch.lost.then(() => {
    lost = true;
  });
  await tenTimes;
  expect(lost).toBe(false);
  await rename(directory, `${directory}-moved`);
  cleanups.push(() => rm(`${directory}-moved`, { recursive: true, force: true }));
  await end;
});

test('reports nothing after the end of the watch', async () => {
  const address: DatabaseAddress = { kind: 'socket', directory: '/nowhere', port: 5432, user: 'x', database: 'x' };
  const closed = watchDatabase(address, INTERVAL_MS);
  const open = watchDatabase(address, INTERVAL_MS);
  let told = false;
  void closed.lost.then(() => {
    told = true;
  });
  closed.close();
  await open.lost;
  await open.lost.then(() => expect(told).toBe(false));
});

/** Guarantee: a data directory that had a database does not silently get an empty database. */
describe('a data directory without its database', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lost-database-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function put(path: string): Promise<void> {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), 'x');
  }

  test.each([
    ['secret-key'],
    ['operator-token.sha256'],
    ['objects/raw/account/file'],
    ['drops/sftp/user/incoming/a.csv'],
    ['mail/1.eml'],
  ])('refuses a directory without its database: %s', async (path) => {
    await put(path);
    const refused = requireDatabaseFolder(directory);
    await expect(refused).rejects.toThrow(DataDirectoryUnusable);
    await expect(refused).rejects.toThrow(path);
    await mkdir(join(directory, 'postgres'));
    await expect(requireDatabaseFolder(directory)).rejects.toThrow(path);
    await put('postgres/PG_VERSION');
    await requireDatabaseFolder(directory);
  });

  test('accepts a new directory with empty folders, and with a host key that was put there', async () => {
    for (const folder of ['objects/raw', 'drops', 'mail', 'spool'])
      await mkdir(join(directory, folder), { recursive: true });
    await put('sftp-host-key');
    await requireDatabaseFolder(directory);
  });
});
