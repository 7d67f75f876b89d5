import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createStorageReads } from '../../adapters/postgres/files/storage-use.ts';
import { storedBytes } from '../../core/storage-quota.ts';
import { createSftpAccounting } from '../../lambdas/runtime/intake-services.ts';
import type { SftpServer } from '../../server/sftp-server.ts';
import { statement } from '../support/service.ts';
import {
  ask,
  begin,
  lastMonth,
  names,
  put,
  SftpClients,
  type SftpService,
  startLocalServer,
  startSftpService,
  type UserWithKey,
  userWithKey,
} from './sftp-service.ts';

/** Tests the server's limits for the clients of an account: connections, memory and disk. */

let service: SftpService;
let server: SftpServer;
let directory: string;
const clients = new SftpClients(() => server.port);

beforeAll(async () => {
  service = await startSftpService();
  directory = await mkdtemp(join(tmpdir(), 'sftp-limits-'));
  server = await startLocalServer(service);
});
afterEach(() => clients.destroy());
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

type Sftp = Parameters<typeof begin>[0];
const NAME = `ACME_${lastMonth().digits}.csv`;
const MEBIBYTE = 1024 * 1024;
const write = (sftp: Sftp, handle: Buffer, { at, bytes }: { readonly at: number; readonly bytes: Buffer }) =>
  ask((done) => sftp.write(handle, bytes, 0, bytes.length, at, (error) => done(error)));
const close = (sftp: Sftp, handle: Buffer) => ask((done) => sftp.close(handle, (error) => done(error)));
const reasonOf = async (sftp: Sftp, name: string) =>
  (await ask<Buffer>((done) => sftp.readFile(`/rejected/${name}.reason.txt`, done)))?.toString();
const usedBy = async (user: UserWithKey) =>
  storedBytes(await createStorageReads(service.database).find(user.account.accountId));

async function userWithQuota(bytes: number): Promise<UserWithKey> {
  const user = await userWithKey(service);
  await service.database.system(
    (sql) => sql`update accounts set storage_bytes_max = ${bytes} where account_id = ${user.account.accountId}`,
  );
  return user;
}

/** Creates another user of the same account with the same key. */
async function colleagueOf(user: UserWithKey): Promise<UserWithKey> {
  return { ...user, ...(await service.createUser(user.account, { publicKey: user.publicKey })) };
}

/** ssh2's client can start a key exchange, but has no public method for it. */
const isProtocol = (value: unknown) => typeof value === 'object' && value !== null && 'rekey' in value;
const keyExchange = z.object({ _protocol: z.custom<{ rekey(): void }>(isProtocol) });
const askForNewKeys = (client: object) => keyExchange.parse(client)._protocol.rekey();

describe('connection places', () => {
  test('are sixteen for all users of an account; a refused client learns the reason, and another account still connects', async () => {
    const users = [await userWithKey(service)];
    for (const user of [...users]) users.push(await colleagueOf(user), await colleagueOf(user));
    const [one, two, three] = users;
    if (!one || !two || !three) throw new Error('There are three');
    for (const user of [one, two]) for (let n = 0; n < 8; n++) await clients.open(user);
    await expect(clients.open(three)).rejects.toThrow(/users of this account have 16 connections.*try again/);
    await clients.open(await userWithKey(service));
  });

  test('are freed when a connection ends, even while its key is still being looked up', async () => {
    const user = await userWithKey(service);
    const { promise: lookedUp, resolve: lookUp } = Promise.withResolvers<void>();
    const { accountOf } = createSftpAccounting(service);
    let asked = 0;
    const slow = await startLocalServer(service, {
      async accountOf(username) {
        asked += 1;
        await lookedUp;
        return accountOf(username);
      },
    });
    const hasty = new SftpClients(() => slow.port);
    const signingIn = Array.from({ length: 8 }, () => hasty.open(user).then(() => 'in', String));
    await expect.poll(() => asked).toBe(8);
    hasty.destroy();
    expect(new Set(await Promise.all(signingIn))).toEqual(new Set(['Error: closed']));
    // The answer shows that the server has processed the earlier disconnects.
    await expect(hasty.connectAs({ username: user.username, password: 'x' })).rejects.toThrow(/authentication/);
    lookUp();
    for (let n = 0; n < 8; n++) await hasty.open(user);
    hasty.destroy();
    await expect.poll(() => hasty.open(user).then(() => 'in', String)).toBe('in');
    hasty.destroy();
    await slow.close();
  }, 30_000);
});

test('cuts off a client that asks for new keys again and again, signed in or not', async () => {
  const user = await userWithKey(service);
  const never = () => {};
  for (const options of [user, { username: user.username, authHandler: never }]) {
    const client = clients.begin();
    const ended = new Promise<string>((resolve) => client.on('error', ({ message }) => resolve(message)));
    client.on('handshake', () => setImmediate(() => askForNewKeys(client)));
    client.connect({ host: '127.0.0.1', port: server.port, ...options });
    expect(await ended).toMatch(/New keys were asked for too often/);
  }
  const { sftp } = await clients.open(user);
  await put(sftp, `/incoming/${NAME}`, 'x');
});

describe('the storage quota', () => {
  test('ends an upload that exceeds it, with the reason for the client and in /rejected, and stores uploads that fit', async () => {
    const user = await userWithQuota(1000);
    const { sftp } = await clients.open(user);
    await put(sftp, '/incoming/a.csv', 'x'.repeat(600));
    expect(await usedBy(user)).toBe(600);
    const handle = await begin(sftp, '/incoming/b.csv');
    await write(sftp, handle, { at: 0, bytes: Buffer.alloc(400) });
    const piece = { at: 400, bytes: Buffer.alloc(1) };
    await expect(write(sftp, handle, piece)).rejects.toThrow(/stored 600 of at most 1000 bytes.*purge/);
    await expect(close(sftp, handle)).rejects.toThrow(/stored 600 of at most 1000/);
    expect(await names(sftp, '/incoming')).toEqual(['a.csv']);
    expect(await reasonOf(sftp, 'b.csv')).toMatch(/stored 600 of at most 1000 bytes/);
    expect(await service.items(user.account)).toMatchObject([{ fileName: 'b.csv', outcome: 'rejected' }]);
    // Deleting a file makes room again.
    await ask((done) => sftp.unlink('/incoming/a.csv', (error) => done(error)));
    expect(await usedBy(user)).toBe(0);
    await put(sftp, '/incoming/b.csv', 'x'.repeat(1000));
    await expect(put(sftp, '/incoming/c.csv', 'x')).rejects.toThrow(/stored 1000 of at most 1000/);
    expect(await reasonOf(sftp, 'c.csv')).toMatch(/stored 1000/);
  });

  test('is shared by all users and connections of an account, even at the same moment', async () => {
    const user = await userWithQuota(1000);
    const sessions = await Promise.all([user, user, await colleagueOf(user)].map((each) => clients.open(each)));
    const uploads = await Promise.allSettled(
      sessions.flatMap(({ sftp }, n) => [1, 2, 3].map((m) => put(sftp, `/incoming/${n}-${m}.csv`, 'x'.repeat(300)))),
    );
    expect(uploads.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3);
    expect(await usedBy(user)).toBeLessThanOrEqual(1000);
    const other = await clients.open(await userWithQuota(1000));
    await put(other.sftp, '/incoming/a.csv', 'x'.repeat(1000));
  });

  test('includes interrupted uploads', async () => {
    const user = await userWithQuota(1000);
    const { client, sftp } = await clients.open(user);
    await write(sftp, await begin(sftp, '/incoming/a.csv'), { at: 0, bytes: Buffer.alloc(900) });
    client.destroy();
    await expect.poll(() => usedBy(user)).toBe(900);
    const again = await clients.open(user);
    await expect(put(again.sftp, '/incoming/b.csv', 'x'.repeat(101))).rejects.toThrow(/stored 900/);
  });

  test('is checked when a drop-off is accepted, and a rejected drop-off is kept only if it fits', async () => {
    const csv = statement([['A', 50]]);
    const user = await userWithQuota(csv.length - 1);
    // A drop-off by Transfer Family, which checks no quota.
    await service.drop(user.username, NAME, csv);
    await service.sweep();
    const { sftp } = await clients.open(user);
    expect(await reasonOf(sftp, NAME)).toMatch(/stored \d+ of at most/);
    expect(await service.items(user.account)).toMatchObject([{ outcome: 'rejected', jobId: null }]);
    expect(await service.keys(user.username)).toEqual([`sftp/${user.username}/rejected/${NAME}.reason.txt`]);
    expect(await usedBy(user)).toBe(0);
  });

  test('keeps the original of an accepted drop-off only if it fits too', async () => {
    const csv = statement([['A', 50]]);
    const user = await userWithQuota(csv.length + 10);
    await service.drop(user.username, NAME, csv);
    await service.sweep();
    expect(await service.items(user.account)).toMatchObject([{ outcome: 'accepted' }]);
    expect(await service.keys(user.username)).toEqual([]);
    expect(await usedBy(user)).toBe(csv.length);
    expect(await service.runJobs()).toBe(1);
  });
});

describe('memory and disk', () => {
  test('hold pieces on disk as they arrive, and drop them with the upload', async () => {
    const user = await userWithKey(service);
    const { sftp } = await clients.open(user);
    const handle = await begin(sftp, '/incoming/a.csv');
    const drafts = join(service.dropDirectory, '.incoming');
    for (let n = 0; n < 64; n++) await write(sftp, handle, { at: n * 32_768, bytes: Buffer.alloc(32_768) });
    const [draft = ''] = await readdir(drafts);
    expect((await stat(join(drafts, draft))).size).toBe(2 * MEBIBYTE);
    const far = { at: 10 * 1024 ** 3, bytes: Buffer.from('x') };
    await expect(write(sftp, handle, far)).rejects.toThrow(/at most 15728640 bytes/);
    expect(await readdir(drafts)).toEqual([]);
    await expect(close(sftp, handle)).rejects.toThrow(/at most 15728640 bytes/);
    expect(await names(sftp, '/incoming')).toEqual([]);
  });

  test.each([
    ['does not open its window', 'window'],
    ['does not read its socket', 'socket'],
  ])(
    'are protected from a client that sends requests without end and %s, which is disconnected',
    async (_, how) => {
      const logged: string[] = [];
      const watched = await startLocalServer(service, { log: (_level, message) => void logged.push(message) });
      const mute = new SftpClients(() => watched.port);
      const { client, sftp } = await mute.open(await userWithKey(service));
      client.on('error', () => {});
      const inside = z.object({ _sock: z.instanceof(Socket), _protocol: z.object({}).loose() }).parse(client);
      if (how === 'socket') inside._sock.pause();
      else
        Object.assign(client, {
          _protocol: Object.assign(Reflect.get(client, '_protocol'), { channelWindowAdjust() {} }),
        });
      // Each answer is as long as its request.
      for (let n = 0; n < 20_000; n++) sftp.realpath(`/${'x'.repeat(3_000)}`, () => {});
      await expect.poll(() => logged, { timeout: 20_000 }).toContain('sftp_answers_unread');
      inside._sock.destroy();
      await watched.close();
    },
    30_000,
  );

  test('hold no answer to a path of hundreds of kilobytes', async () => {
    const { sftp } = await clients.open(await userWithKey(service));
    await expect(ask((done) => sftp.realpath('x'.repeat(5_000), done))).rejects.toThrow(/too long/);
    await expect(ask((done) => sftp.stat(`/incoming/${'x'.repeat(20_000)}`, done))).rejects.toThrow(/no such/i);
  });

  test('are used for at most two open folders', async () => {
    const { sftp } = await clients.open(await userWithKey(service));
    const openFolder = () => ask<Buffer>((done) => sftp.opendir('/incoming', done));
    await openFolder();
    await openFolder();
    await expect(openFolder()).rejects.toThrow(/Too many folders/);
  });

  test('do not load a statement whose name looks like that of a rejection reason', async () => {
    const user = await userWithKey(service);
    await service.dropStore.put(`sftp/${user.username}/rejected/a.reason.txt`, Buffer.alloc(20 * 1024));
    const { sftp } = await clients.open(user);
    await expect(ask((done) => sftp.readFile('/rejected/a.reason.txt', done))).rejects.toThrow(/no such/i);
  });

  test('hold many concurrent pieces, which arrive complete', async () => {
    const user = await userWithKey(service);
    const bytes = Buffer.alloc(5 * MEBIBYTE + 3);
    for (let place = 0; place < bytes.length; place += 7) bytes[place] = place % 251;
    await writeFile(join(directory, 'large.csv'), bytes);
    const sessions = await Promise.all([1, 2, 3, 4].map(() => clients.open(user)));
    await Promise.all(
      sessions.map(({ sftp }, n) =>
        ask((done) => sftp.fastPut(join(directory, 'large.csv'), `/incoming/${n}.csv`, { concurrency: 64 }, done)),
      ),
    );
    for (const n of sessions.keys()) {
      const stored = await service.dropStore.get(`sftp/${user.username}/incoming/${n}.csv`);
      expect(Buffer.compare(stored ?? Buffer.alloc(0), bytes)).toBe(0);
    }
  }, 30_000);
});
