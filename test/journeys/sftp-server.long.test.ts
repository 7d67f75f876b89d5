import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import type { SftpServer } from '../../server/sftp-server.ts';
import { statement } from '../support/service.ts';
import {
  ask,
  begin,
  lastMonth,
  userWithKey as makeUser,
  names,
  put,
  SftpClients,
  type SftpService,
  startLocalServer,
  startSftpService,
  type UserWithKey,
} from './sftp-service.ts';

/** Tests the SFTP server of one machine by the actions of clients. */

let service: SftpService;
let server: SftpServer;
let directory: string;
const clients = new SftpClients(() => server.port);
const connectAs: SftpClients['connectAs'] = (options) => clients.connectAs(options);
const open: SftpClients['open'] = (user) => clients.open(user);

const { generateKeyPairSync } = ssh2.utils;

beforeAll(async () => {
  service = await startSftpService();
  directory = await mkdtemp(join(tmpdir(), 'sftp-client-'));
  server = await startServer();
});
afterEach(() => {
  clients.destroy();
});
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const startServer = () => startLocalServer(service);
const userWithKey = (keys?: ReturnType<typeof createSshKeyPair>) => makeUser(service, keys);

const { digits } = lastMonth();
const NAME = `ACME_${digits}.csv`;

describe('signing in', () => {
  test.each(['ed25519', 'ecdsa256', 'ecdsa521', 'rsa'] as const)('succeeds with a key of the kind %s', async (kind) => {
    const keys =
      kind === 'ed25519'
        ? createSshKeyPair()
        : kind === 'rsa'
          ? generateKeyPairSync('rsa', { bits: 2048 })
          : generateKeyPairSync('ecdsa', { bits: kind === 'ecdsa256' ? 256 : 521 });
    const { sftp } = await open(await userWithKey(keys));
    expect(await names(sftp, '/')).toEqual(['incoming', 'processed', 'rejected']);
  });

  test('fails with a password or another key, and for a user who is unknown, deleted or below the tier', async () => {
    const user = await userWithKey();
    const { username, privateKey } = user;
    const other = createSshKeyPair().private;
    const refused = /authentication methods failed/;
    await expect(connectAs({ username, password: 'secret' })).rejects.toThrow(refused);
    await expect(connectAs({ username, privateKey: other })).rejects.toThrow(refused);
    await expect(connectAs({ username: 'nobody', privateKey })).rejects.toThrow(refused);
    await expect(connectAs({ username: "' or 1=1 --\u0000", privateKey })).rejects.toThrow(refused);
    const standard = await userWithKey();
    await service.database.system(
      (sql) => sql`update accounts set tier = 'standard' where account_id = ${standard.account.accountId}`,
    );
    await expect(connectAs(standard)).rejects.toThrow(refused);
    await service.database.system((sql) => sql`update sftp_users set disabled_at = now() where user_id = ${user.id}`);
    await expect(connectAs(user)).rejects.toThrow(refused);
  });

  test.each([
    ['kex', ['diffie-hellman-group14-sha1']],
    ['cipher', ['aes128-cbc']],
    ['hmac', ['hmac-sha1']],
  ] as const)('fails with the outdated %s algorithm', async (part, algorithms) => {
    const { username, privateKey } = await userWithKey();
    // A cipher with built-in authentication would not use the hmac.
    const cipher = part === 'hmac' ? { cipher: ['aes128-ctr' as const] } : {};
    const options = { username, privateKey, algorithms: { ...cipher, [part]: algorithms } };
    await expect(connectAs(options)).rejects.toThrow(/no matching/i);
  });

  test.each(['diffie-hellman-group16-sha512', 'diffie-hellman-group18-sha512'] as const)(
    'fails with %s, which blocks the process',
    async (exchange) => {
      const { username, privateKey } = await userWithKey();
      const options = { username, privateKey, algorithms: { kex: [exchange] } };
      await expect(connectAs(options)).rejects.toThrow(/no matching/i);
    },
  );

  test('allows only file transfer', async () => {
    const { client } = await open(await userWithKey());
    await expect(ask((done) => client.exec('id', done))).rejects.toThrow();
    await expect(ask((done) => client.shell(done))).rejects.toThrow();
    await expect(ask((done) => client.forwardOut('127.0.0.1', 0, '127.0.0.1', 5432, done))).rejects.toThrow();
  });
});

describe('putting files', () => {
  test('make a job, and give the reason for a rejection back to the client', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    await put(sftp, `/incoming/${NAME}`, statement([['A', 50]]));
    await put(sftp, 'incoming/unknown.csv', statement([['A', 50]]));
    for (const name of [NAME, 'unknown.csv']) await service.settle(`sftp/${user.username}/incoming/${name}`, 61);
    await service.sweep();
    expect((await service.items(user.account)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'accepted',
      'rejected',
    ]);
    const [month = ''] = (await names(sftp, '/processed')) ?? [];
    expect(await names(sftp, `/processed/${month}`)).toEqual([NAME]);
    expect(await names(sftp, '/incoming')).toEqual([]);
    const reason = await ask<Buffer>((done) => sftp.readFile('/rejected/unknown.csv.reason.txt', done));
    expect(reason?.toString()).toContain('fits no pattern');
  });

  test('arrive complete, whatever their size and the order of pieces', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 17);
    for (let place = 0; place < bytes.length; place += 4) bytes.writeUInt32BE(place, Math.min(place, bytes.length - 4));
    await writeFile(join(directory, 'large.csv'), bytes);
    // Sends up to 32 pieces at the same time.
    await ask((done) => sftp.fastPut(join(directory, 'large.csv'), '/incoming/large.csv', { concurrency: 32 }, done));
    const stored = await service.dropStore.get(`sftp/${user.username}/incoming/large.csv`);
    expect(Buffer.compare(stored ?? Buffer.alloc(0), bytes)).toBe(0);
  });

  test('are refused if they have one byte more than a statement may have, with a readable reason', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    const limit = 15 * 1024 * 1024;
    for (const [name, size] of [
      ['fits.csv', limit],
      ['large.csv', limit + 1],
    ] as const) {
      await writeFile(join(directory, name), Buffer.alloc(size, 'a'));
    }
    const send = (name: string) => ask((done) => sftp.fastPut(join(directory, name), `/incoming/${name}`, done));
    await send('fits.csv');
    await expect(send('large.csv')).rejects.toThrow();
    expect(await names(sftp, '/incoming')).toEqual(['fits.csv']);
    const reason = await ask<Buffer>((done) => sftp.readFile('/rejected/large.csv.reason.txt', done));
    expect(reason?.toString()).toContain('at most 15728640 bytes');
    const [item] = await service.items(user.account);
    expect(item).toMatchObject({
      fileName: 'large.csv',
      outcome: 'rejected',
      reason: expect.stringContaining('15728640'),
    });
    expect(item?.byteSize).toBeGreaterThan(0);
    expect(item?.byteSize).toBeLessThanOrEqual(limit + 1);
    // A second refusal keeps the first reason. Both reasons are deleted when their time is over.
    await expect(send('large.csv')).rejects.toThrow();
    expect(await names(sftp, '/rejected')).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}-large\.csv\.reason\.txt$/),
      'large.csv.reason.txt',
    ]);
    await service.database.system(
      (sql) => sql`update intake_items set received_at = now() - interval '8 days' where origin = ${user.username}`,
    );
    await service.sweep();
    expect(await names(sftp, '/rejected')).toEqual([]);
  });

  test('make no statement after a broken connection, and a complete statement after resuming', async () => {
    const user = await userWithKey();
    const csv = statement(Array.from({ length: 500 }, (_, n) => [`M${n}`, n]));
    const half = Math.floor(csv.length / 2);
    const first = await open(user);
    const handle = await begin(first.sftp, `/incoming/${NAME}`);
    await ask((done) => first.sftp.write(handle, Buffer.from(csv), 0, half, 0, (error) => done(error)));
    first.client.destroy();
    const part = `sftp/${user.username}/incoming/${NAME}.part`;
    await expect.poll(() => service.keys(user.username)).toEqual([part]);
    await service.settle(part, 3600);
    await service.sweep();
    expect(await service.items(user.account)).toEqual([]);

    const { sftp } = await open(user);
    const stats = await ask<ssh2.Stats>((done) => sftp.stat(`/incoming/${NAME}`, done));
    expect(stats?.size).toBe(half);
    const resumed = await begin(sftp, `/incoming/${NAME}`, 'r+');
    const rest = Buffer.from(csv).subarray(half);
    await ask((done) => sftp.write(resumed, rest, 0, rest.length, half, (error) => done(error)));
    await ask((done) => sftp.close(resumed, (error) => done(error)));
    expect(await service.keys(user.username)).toEqual([`sftp/${user.username}/incoming/${NAME}`]);
    await service.settle(`sftp/${user.username}/incoming/${NAME}`, 61);
    await service.sweep();
    await service.runJobs();
    const [item] = await service.items(user.account);
    const job = await user.account.call('GET', `/v1/jobs/${item?.jobId}`);
    expect(job.json).toMatchObject({ status: 'completed', stats: { rowsIngested: 500 } });
  });

  test('with long names that differ only at the end stay separate when interrupted', async () => {
    const user = await userWithKey();
    const first = await open(user);
    for (const end of ['a', 'b']) {
      const handle = await begin(first.sftp, `/incoming/${'x'.repeat(250)}${end}.csv`);
      await ask((done) => first.sftp.write(handle, Buffer.from(end.repeat(4)), 0, 4, 0, (error) => done(error)));
    }
    first.client.destroy();
    await expect.poll(async () => (await service.keys(user.username)).length).toBe(2);
    const { sftp } = await open(user);
    for (const end of ['a', 'b']) {
      const path = `/incoming/${'x'.repeat(250)}${end}.csv`;
      const resumed = await begin(sftp, path, 'r+');
      await ask((done) => sftp.write(resumed, Buffer.from('!'), 0, 1, 4, (error) => done(error)));
      await ask((done) => sftp.close(resumed, (error) => done(error)));
      expect(await service.textOf(`sftp/${user.username}${path}`)).toBe(`${end.repeat(4)}!`);
    }
  });

  test('are not complete while bytes in the middle are missing', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    const handle = await begin(sftp, '/incoming/hole.csv');
    const write = (at: number) =>
      ask((done) => sftp.write(handle, Buffer.from('abcd'), 0, 4, at, (error) => done(error)));
    await write(0);
    await write(8);
    await expect(ask((done) => sftp.close(handle, (error) => done(error)))).rejects.toThrow(/missing/);
    expect(await names(sftp, '/incoming')).toEqual(['hole.csv.part']);
  });

  test('may be renamed from a temporary name, as clients do, but never over another file', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    await put(sftp, `/incoming/${NAME}.filepart`, 'one');
    await ask((done) => sftp.rename(`/incoming/${NAME}.filepart`, `/incoming/${NAME}`, (error) => done(error)));
    expect(await names(sftp, '/incoming')).toEqual([NAME]);
    await put(sftp, '/incoming/other.tmp', 'two');
    await expect(
      ask((done) => sftp.rename('/incoming/other.tmp', `/incoming/${NAME}`, (error) => done(error))),
    ).rejects.toThrow(/already/);
    await ask((done) => sftp.unlink(`/incoming/${NAME}`, (error) => done(error)));
    expect(await names(sftp, '/incoming')).toEqual(['other.tmp']);
  });

  test('are limited to a thousand at a time', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    await Promise.all(Array.from({ length: 1000 }, (_, n) => service.drop(user.username, `${n}.csv`, 'x')));
    await expect(put(sftp, '/incoming/more.csv', 'x')).rejects.toThrow(/1000 files/);
    await put(sftp, '/incoming/7.csv', 'y');
    expect(await names(sftp, '/incoming')).toHaveLength(1000);
  }, 30_000);
});

describe('isolation', () => {
  test.each([
    '/processed/a.csv',
    '/rejected/a.csv',
    '/a.csv',
    '/incoming/folder/a.csv',
    '/incoming/../processed/a.csv',
    '/incoming/../../../../etc/passwd',
    '../../a.csv',
    '/incoming/..\\..\\a.csv',
    '/incoming/a\u0001.csv',
    '/incoming/ ',
    `/incoming/${'a'.repeat(256)}`,
  ])('refuses to write to %j', async (path) => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    await expect(put(sftp, path, 'x')).rejects.toThrow();
    expect(await service.keys(user.username)).toEqual([]);
  });

  test('allows no read, change, rename or removal of accepted files; only reasons can be read', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    const { dropStore } = service;
    const below = `sftp/${user.username}`;
    const bytes = new TextEncoder().encode('secret');
    await dropStore.put(`${below}/processed/2026-03/a.csv`, bytes);
    await dropStore.put(`${below}/rejected/b.csv`, bytes);
    await dropStore.put(`${below}/incoming/c.csv`, bytes);
    const before = await service.keys(user.username);
    const read = (path: string) => ask((done) => sftp.readFile(path, done));
    const step = (run: (done: (error: Error | null | undefined) => void) => void) => ask((done) => run(done));
    for (const path of [
      '/processed/2026-03/a.csv',
      '/rejected/b.csv',
      '/incoming/c.csv',
      '/incoming/../rejected/b.csv',
    ]) {
      await expect(read(path)).rejects.toThrow(/reason/);
    }
    for (const path of ['/processed/2026-03/a.csv', '/rejected/b.csv']) {
      await expect(put(sftp, path, 'x')).rejects.toThrow();
      await expect(step((done) => sftp.unlink(path, done))).rejects.toThrow();
      await expect(step((done) => sftp.rename(path, '/incoming/d.csv', done))).rejects.toThrow();
      await expect(step((done) => sftp.rename('/incoming/c.csv', path, done))).rejects.toThrow();
    }
    await expect(step((done) => sftp.rmdir('/processed', done))).rejects.toThrow();
    await expect(step((done) => sftp.mkdir('/incoming/x', done))).rejects.toThrow();
    await expect(step((done) => sftp.symlink('/incoming/c.csv', '/incoming/l.csv', done))).rejects.toThrow();
    expect(await service.keys(user.username)).toEqual(before);
  });

  test("hides another user's folders, whatever their name", async () => {
    const [one, two] = [await userWithKey(), await userWithKey()];
    await service.drop(two.username, NAME, 'secret');
    const { sftp } = await open(one);
    for (const path of [
      `/../${two.username}/incoming`,
      `/sftp/${two.username}`,
      `/incoming/../../${two.username}/incoming`,
    ]) {
      await expect(names(sftp, path)).rejects.toThrow(/no such/i);
    }
    expect(await names(sftp, '/incoming')).toEqual([]);
    expect(await ask<string>((done) => sftp.realpath('../../..', done))).toBe('/');
  });

  test('protects other clients from invalid data and broken connections', async () => {
    const user = await userWithKey();
    for (const garbage of [
      'GET / HTTP/1.1\r\n\r\n',
      'SSH-2.0-x\r\n\u0000\u0000\u0000\u0001',
      '\u0000'.repeat(5000),
      '',
    ]) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(garbage);
      socket.destroy();
    }
    const { sftp } = await open(user);
    expect(await names(sftp, '/')).toHaveLength(3);
  });

  test('allows a user at most eight connections, without affecting another user', async () => {
    const [one, two] = [await userWithKey(), await userWithKey()];
    for (let n = 0; n < 8; n++) await open(one);
    await expect(open(one)).rejects.toThrow(/This user has 8 connections.*try again/);
    await open(two);
  });

  test('lets a user sign in, however many unauthenticated connections there are', async () => {
    const user = await userWithKey();
    const join = async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      return socket;
    };
    const crowd = () => Promise.all(Array.from({ length: 100 }, join));
    const before = await crowd();
    const { sftp } = await open(user);
    // The signed-in user is not disconnected for later connections either.
    const after = await crowd();
    await put(sftp, `/incoming/${NAME}`, statement([['A', 50]]));
    expect(await names(sftp, '/incoming')).toEqual([NAME]);
    for (const socket of [...before, ...after]) socket.destroy();
  });

  test('keeps interrupted uploads when the server closes', async () => {
    const user = await userWithKey();
    const { sftp } = await open(user);
    const handle = await begin(sftp, '/incoming/a.csv');
    await ask((done) => sftp.write(handle, Buffer.from('half'), 0, 4, 0, (error) => done(error)));
    for (const client of clients.connected) client.on('error', () => {});
    await server.close();
    expect(await service.keys(user.username)).toEqual([`sftp/${user.username}/incoming/a.csv.part`]);
    server = await startServer();
  });
});

const OPENSSH = ['/usr/bin/sftp', '/usr/local/bin/sftp'].find((path) => existsSync(path));

describe.runIf(OPENSSH !== undefined)("OpenSSH's own client", () => {
  async function batch(user: UserWithKey, commands: readonly string[]): Promise<string> {
    const key = join(directory, `${user.username}.key`);
    await writeFile(key, user.privateKey, { mode: 0o600 });
    const child = spawn(OPENSSH ?? '', sftpArguments(user.username, key));
    child.stdin.end(`${commands.join('\n')}\n`);
    return outputOf(child);
  }

  const sftpArguments = (username: string, key: string) => [
    ...['-b', '-', '-i', key, '-P', String(server.port), '-F', '/dev/null'],
    ...['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes', 'BatchMode=yes'].flatMap(
      (option) => ['-o', option],
    ),
    `${username}@127.0.0.1`,
  ];

  async function outputOf(child: ChildProcess): Promise<string> {
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    const [code] = await once(child, 'close');
    return `${text}\nended with ${code}`;
  }

  test('uploads, preserves times, renames, lists and resumes', async () => {
    const user = await userWithKey();
    const csv = statement([['A', 50]]);
    await writeFile(join(directory, NAME), csv);
    await service.dropStore.put(`sftp/${user.username}/incoming/half.csv.part`, Buffer.from(csv).subarray(0, 20));
    const output = await batch(user, [
      `lcd ${directory}`,
      'cd incoming',
      `put -p ${NAME} ${NAME}.tmp`,
      `rename ${NAME}.tmp ${NAME}`,
      `reput ${NAME} half.csv`,
      'ls -l',
      'ls /processed',
    ]);
    expect(output).toContain('ended with 0');
    expect(output).toMatch(new RegExp(`-rw-------.*${NAME}`));
    for (const name of [NAME, 'half.csv']) {
      expect(await service.textOf(`sftp/${user.username}/incoming/${name}`)).toBe(csv);
    }
    expect(await service.keys(user.username)).toHaveLength(2);
  });

  test('gets an error for a forbidden action', async () => {
    const user = await userWithKey();
    await writeFile(join(directory, NAME), 'x');
    for (const command of [
      `put ${join(directory, NAME)} /processed/a.csv`,
      'mkdir /incoming/x',
      'get /etc/passwd',
      'ls /..//etc',
    ]) {
      expect(await batch(user, [command])).toMatch(/ended with 1/);
    }
  });

  test('negotiates nothing with SHA-1', async () => {
    const { stderr } = await promisify(execFile)('ssh', [
      ...['-v', '-p', String(server.port), '-F', '/dev/null', '-o', 'BatchMode=yes'],
      ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', 'nobody@127.0.0.1'],
    ]).catch((error: unknown) => ({ stderr: error instanceof Error && 'stderr' in error ? String(error.stderr) : '' }));
    expect(stderr).toMatch(/kex: algorithm: (?:curve25519|ecdh|sntrup|mlkem)\S*/);
    expect(stderr).not.toMatch(/kex: .*sha1\b/);
  });
});
