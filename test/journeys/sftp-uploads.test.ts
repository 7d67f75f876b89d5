import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSftpUserStore } from '../../adapters/postgres/intake/sftp-store.ts';
import { isRefused } from '../../core/problem.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import type { SftpServer } from '../../server/sftp-server.ts';
import { statement } from '../support/service.ts';
import {
  ask,
  begin,
  keyLine,
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

/** Guarantee: a file has exactly the bytes of one upload by the user with that key, whatever file had its name before. */

let service: SftpService;
let server: SftpServer;
let directory: string;
const clients = new SftpClients(() => server.port);

beforeAll(async () => {
  service = await startSftpService();
  directory = await mkdtemp(join(tmpdir(), 'sftp-uploads-'));
  server = await startLocalServer(service);
});
afterEach(() => clients.destroy());
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const NAME = `ACME_${lastMonth().digits}.csv`;
const PATH = `/incoming/${NAME}`;
const { OPEN_MODE } = ssh2.utils.sftp;

/** The existing file is longer than its replacement, so that a remainder would be visible. */
const LONG = statement(Array.from({ length: 300 }, (_, n) => [`LONG${n}`, 1]));
const SHORT = statement(Array.from({ length: 100 }, (_, n) => [`SHRT${n}`, 2]));

type Sftp = Parameters<typeof begin>[0];
const step = (run: (done: (error: Error | null | undefined) => void) => void) => ask((done) => run(done));
const openOver = (sftp: Sftp, path: string, more = 0) =>
  ask<Buffer>((done) => sftp.open(path, OPEN_MODE.WRITE | OPEN_MODE.CREAT | more, done)).then(
    (handle) => handle ?? Buffer.alloc(0),
  );
const write = (sftp: Sftp, handle: Buffer, content: string, at: number) =>
  step((done) => sftp.write(handle, Buffer.from(content), 0, content.length, at, done));
const close = (sftp: Sftp, handle: Buffer) => step((done) => sftp.close(handle, done));
const sizeOf = async (sftp: Sftp, path: string) => (await ask<ssh2.Stats>((done) => sftp.stat(path, done)))?.size;
const stored = (user: UserWithKey, name = NAME) => service.textOf(`sftp/${user.username}/incoming/${name}`);

/** Uploads these bytes over a connection that then breaks. */
async function cutAfter(user: UserWithKey, content: string, path = PATH): Promise<void> {
  const { client, sftp } = await clients.open(user);
  const handle = await begin(sftp, path);
  await write(sftp, handle, content, 0);
  client.destroy();
  await expect.poll(() => service.keys(user.username)).toContain(`sftp/${user.username}${path}.part`);
}

describe('overwriting, as scp does', () => {
  test.each(['whole', 'cut'])('leaves exactly the new bytes over a file that is %s', async (state) => {
    const user = await userWithKey(service);
    if (state === 'cut') await cutAfter(user, LONG);
    else await service.drop(user.username, NAME, LONG);
    const { sftp } = await clients.open(user);
    const handle = await openOver(sftp, PATH);
    await write(sftp, handle, SHORT, 0);
    await step((done) => sftp.fsetstat(handle, { size: SHORT.length }, done));
    await close(sftp, handle);
    expect(await stored(user)).toBe(SHORT);
    expect(await names(sftp, '/incoming')).toEqual([NAME]);
  });

  test('leaves an empty file empty', async () => {
    const user = await userWithKey(service);
    await service.drop(user.username, NAME, LONG);
    const { sftp } = await clients.open(user);
    const handle = await openOver(sftp, PATH);
    await step((done) => sftp.fsetstat(handle, { size: 0 }, done));
    await close(sftp, handle);
    expect(await stored(user)).toBe('');
  });

  test('shortens the file being written if a client sets a smaller size, by handle or name, and never lengthens a file', async () => {
    const user = await userWithKey(service);
    const { sftp } = await clients.open(user);
    const handle = await begin(sftp, PATH);
    await write(sftp, handle, 'abcdef', 0);
    await expect(step((done) => sftp.fsetstat(handle, { size: 7 }, done))).rejects.toThrow(/none longer/);
    await step((done) => sftp.fsetstat(handle, { size: 5 }, done));
    await step((done) => sftp.setstat(PATH, { size: 4 }, done));
    await close(sftp, handle);
    expect(await stored(user)).toBe('abcd');
    await expect(step((done) => sftp.setstat(PATH, { size: 2 }, done))).rejects.toThrow(/being written/);
    await step((done) => sftp.utimes(PATH, 1, 1, done));
    expect(await stored(user)).toBe('abcd');
  });
});

describe('resuming', () => {
  test('continues the interrupted upload, not the complete file before it', async () => {
    const user = await userWithKey(service);
    await service.drop(user.username, NAME, LONG);
    await cutAfter(user, SHORT.slice(0, 500));
    const { sftp } = await clients.open(user);
    expect(await sizeOf(sftp, PATH)).toBe(500);
    const handle = await openOver(sftp, PATH, OPEN_MODE.APPEND);
    await write(sftp, handle, SHORT.slice(500), 500);
    await close(sftp, handle);
    expect(await stored(user)).toBe(SHORT);
    expect(await names(sftp, '/incoming')).toEqual([NAME]);
  });

  test('never continues a complete file', async () => {
    const user = await userWithKey(service);
    await service.drop(user.username, NAME, LONG);
    const { sftp } = await clients.open(user);
    await expect(openOver(sftp, PATH, OPEN_MODE.APPEND)).rejects.toThrow(/is whole/);
    const handle = await openOver(sftp, PATH);
    await write(sftp, handle, 'more', LONG.length);
    await expect(close(sftp, handle)).rejects.toThrow(/missing/);
    expect(await stored(user)).toBe(LONG);
  });

  test('changes nothing if the file is opened and closed', async () => {
    const user = await userWithKey(service);
    await service.drop(user.username, NAME, LONG);
    const { sftp } = await clients.open(user);
    await close(sftp, await openOver(sftp, PATH));
    expect(await stored(user)).toBe(LONG);
    await cutAfter(user, 'half', '/incoming/b.csv');
    const handle = await openOver(sftp, '/incoming/b.csv');
    await expect(close(sftp, handle)).rejects.toThrow(/Nothing was added/);
    expect([await stored(user, 'b.csv'), await stored(user, 'b.csv.part')]).toEqual([null, 'half']);
  });

  test('never uses an upload from before the interrupted upload', async () => {
    const user = await userWithKey(service);
    await cutAfter(user, LONG);
    const { client, sftp } = await clients.open(user);
    await begin(sftp, PATH);
    client.destroy();
    const again = await clients.open(user);
    await expect(sizeOf(again.sftp, PATH)).rejects.toThrow(/no such/i);
  });

  test('cannot rename an interrupted temporary name; a renamed file is complete', async () => {
    const user = await userWithKey(service);
    await cutAfter(user, SHORT.slice(0, 500), '/incoming/new.tmp');
    await cutAfter(user, LONG);
    const { sftp } = await clients.open(user);
    const rename = () => step((done) => sftp.rename('/incoming/new.tmp', PATH, done));
    await expect(rename()).rejects.toThrow(/no such/i);
    const handle = await openOver(sftp, '/incoming/new.tmp');
    await write(sftp, handle, SHORT.slice(500), 500);
    await close(sftp, handle);
    await rename();
    expect(await stored(user)).toBe(SHORT);
    expect(await names(sftp, '/incoming')).toEqual([NAME]);
  });
});

describe('a key that its user has lost', () => {
  const ORIGIN = { actor: 'token:test', ip: null, requestId: 'test' };

  /** Deletes the user, and creates it again if keys are given. A user's key can be changed only in this way. */
  async function changeKey(user: UserWithKey, keys?: ReturnType<typeof createSshKeyPair>): Promise<void> {
    const { accountId } = user.account;
    const store = createSftpUserStore(service.database);
    expect(await store.delete({ accountId, userId: user.id }, ORIGIN)).toBe(true);
    if (keys === undefined) return;
    const { username, carrierIds, workspaceId } = user;
    const made = await store.create(
      accountId,
      { username, carrierIds, workspaceId, publicKey: keyLine(keys.public) },
      ORIGIN,
    );
    expect(isRefused(made)).toBe(false);
  }

  test.each([
    ['the user is deleted', undefined],
    ['the user has another key', createSshKeyPair()],
  ])('stops the open session: %s', async (_, keys) => {
    const user = await userWithKey(service);
    await service.drop(user.username, 'before.csv', 'x');
    const { sftp } = await clients.open(user);
    const handle = await begin(sftp, PATH);
    await write(sftp, handle, LONG, 0);
    await changeKey(user, keys);
    const refused = /not its user's any more/;
    await expect(close(sftp, handle)).rejects.toThrow(refused);
    await expect(put(sftp, '/incoming/a.csv', 'x')).rejects.toThrow(refused);
    await expect(names(sftp, '/incoming')).rejects.toThrow(refused);
    await expect(step((done) => sftp.unlink('/incoming/before.csv', done))).rejects.toThrow(refused);
    await expect(step((done) => sftp.rename('/incoming/before.csv', PATH, done))).rejects.toThrow(refused);
    expect(await service.keys(user.username)).toEqual([`sftp/${user.username}/incoming/before.csv`]);
  });

  test('leaves no interrupted upload for the next session', async () => {
    const user = await userWithKey(service);
    const { sftp } = await clients.open(user);
    await write(sftp, await begin(sftp, PATH), LONG, 0);
    await changeKey(user, createSshKeyPair());
    for (const client of clients.connected) client.on('error', () => {});
    await server.close();
    server = await startLocalServer(service);
    expect(await service.keys(user.username)).toEqual([]);
  });

  test('works again if the user is created again with the same key', async () => {
    const keys = createSshKeyPair();
    const user = await userWithKey(service, keys);
    const { sftp } = await clients.open(user);
    await changeKey(user, keys);
    await put(sftp, PATH, SHORT);
    expect(await stored(user)).toBe(SHORT);
  });
});

test('tells a client without further requests that everything succeeded', async () => {
  const { username, privateKey } = await userWithKey(service);
  const client = await clients.connectAs({ username, privateKey });
  const files = await ask<ssh2.ClientChannel>((done) => client.subsys('sftp', done));
  const status = new Promise((resolve) => files?.on('exit', resolve));
  files?.resume().end();
  expect(await status).toBe(0);
});

const SCP = '/usr/bin/scp';

describe.runIf(existsSync(SCP))("OpenSSH's own scp and sftp", () => {
  const OPTIONS = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes', 'BatchMode=yes'];

  async function keyFile(user: UserWithKey): Promise<string> {
    const path = join(directory, `${user.username}.key`);
    await writeFile(path, user.privateKey, { mode: 0o600 });
    return path;
  }

  async function common(user: UserWithKey): Promise<readonly string[]> {
    const port = String(server.port);
    const key = await keyFile(user);
    return ['-P', port, '-F', '/dev/null', '-i', key, ...OPTIONS.flatMap((option) => ['-o', option])];
  }

  async function ended(child: ChildProcess): Promise<unknown> {
    const [code] = await once(child, 'close');
    return code;
  }

  async function scp(user: UserWithKey, content: string): Promise<unknown> {
    const file = join(directory, `${user.username}.csv`);
    await writeFile(file, content);
    const child = spawn(SCP, ['-s', ...(await common(user)), file, `${user.username}@127.0.0.1:incoming/${NAME}`]);
    return ended(child);
  }

  test('end with 0 for scp over a longer file, complete or interrupted, and leave exactly its own bytes', async () => {
    const user = await userWithKey(service);
    for (const content of [LONG, SHORT, '', LONG]) {
      expect(await scp(user, content)).toBe(0);
      expect(await stored(user)).toBe(content);
    }
    const other = await userWithKey(service);
    await cutAfter(other, LONG);
    expect(await scp(other, SHORT)).toBe(0);
    expect(await service.keys(other.username)).toEqual([`sftp/${other.username}${PATH}`]);
    expect(await stored(other)).toBe(SHORT);
  });

  test('resume the interrupted upload over a complete file with reput, and refuse a complete file alone', async () => {
    const user = await userWithKey(service);
    const file = join(directory, `${user.username}.csv`);
    await writeFile(file, LONG);
    const reput = async () => {
      const child = spawn('/usr/bin/sftp', ['-b', '-', ...(await common(user)), `${user.username}@127.0.0.1`]);
      child.stdin.end(`reput ${file} incoming/${NAME}\n`);
      return ended(child);
    };
    await service.drop(user.username, NAME, SHORT);
    expect(await reput()).toBe(1);
    expect(await stored(user)).toBe(SHORT);
    await cutAfter(user, LONG.slice(0, 700));
    expect(await reput()).toBe(0);
    expect(await stored(user)).toBe(LONG);
  });
});
