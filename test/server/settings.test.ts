import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { clientAddressOf } from '../../lambdas/http/http-env.ts';
import { claimLinkedFolders } from '../../server/data-directory.ts';
import { createDiskReport } from '../../server/disk-space.ts';
import {
  openOperatorToken,
  operatorTokenOf,
  operatorTokenPath,
  replaceOperatorToken,
} from '../../server/operator-token.ts';
import { createOwnPorts, readSettings, trustProxies } from '../../server/settings.ts';

/** Guarantee: the service knows every port of this machine that leads to it or to its database. */
describe('settings', () => {
  const ownPorts = (environment: Readonly<Record<string, string>>) => createOwnPorts(readSettings(environment));

  test('knows the configured ports', () => {
    const ports = ownPorts({ PORT: '4000', SFTP_PORT: '4022', SMTP_PORT: '4025' });
    expect([4000, 4022, 4025, 4001].map((port) => ports.isOwnPort(port))).toEqual([true, true, true, false]);
  });

  test('knows the ports that the system chose', () => {
    const ports = ownPorts({ PORT: '0' });
    expect(ports.isOwnPort(40_123)).toBe(false);
    ports.add(40_123);
    expect(ports.isOwnPort(40_123)).toBe(true);
  });

  test.each([
    ['postgres://u:p@localhost:6543/cas', 6543],
    ['postgresql://db.example/cas', 5432],
  ])('knows the port of the database at %s', (DATABASE_URL, port) => {
    expect(ownPorts({ DATABASE_URL }).isOwnPort(port)).toBe(true);
  });

  test.each([
    ['http://localhost:8080/base', 8080],
    ['http://cas.example', 80],
    ['https://cas.example', 443],
  ])('knows the port of a proxy at %s', (PUBLIC_URL, port) => {
    expect(ownPorts({ PUBLIC_URL }).isOwnPort(port)).toBe(true);
  });

  test('lets webhooks lead to this machine only if the settings allow it', () => {
    expect(readSettings({}).webhookLocalhost).toBe(false);
    expect(readSettings({ WEBHOOK_LOCALHOST: 'refuse' }).webhookLocalhost).toBe(false);
    expect(readSettings({ WEBHOOK_LOCALHOST: 'allow' }).webhookLocalhost).toBe(true);
    expect(() => readSettings({ WEBHOOK_LOCALHOST: 'yes' })).toThrow('WEBHOOK_LOCALHOST');
  });

  /** Guarantee: a client cannot choose its own address. Only a proxy that the operator named can state it. */
  describe('the address of a client', () => {
    function clientOf(networks: readonly string[], peer: string, forwarded: string | null): string | null {
      const request = {
        env: { incoming: { socket: { remoteAddress: peer } } },
        req: { header: () => forwarded ?? undefined },
      };
      return clientAddressOf(request, trustProxies(networks));
    }

    test.each([
      { networks: [], peer: '127.0.0.1', forwarded: '203.0.113.9', client: '127.0.0.1' },
      { networks: ['127.0.0.1'], peer: '127.0.0.1', forwarded: '203.0.113.9', client: '203.0.113.9' },
      { networks: ['127.0.0.1'], peer: '::ffff:127.0.0.1', forwarded: '203.0.113.9', client: '203.0.113.9' },
      { networks: ['127.0.0.1'], peer: '127.0.0.2', forwarded: '203.0.113.9', client: '127.0.0.2' },
      { networks: ['127.0.0.1'], peer: '127.0.0.1', forwarded: null, client: '127.0.0.1' },
      // The client wrote the first entry, and the proxy added the second.
      { networks: ['10.0.0.0/8'], peer: '10.2.3.4', forwarded: '127.0.0.1, 203.0.113.9', client: '203.0.113.9' },
      { networks: ['10.0.0.0/8'], peer: '11.2.3.4', forwarded: '203.0.113.9', client: '11.2.3.4' },
      { networks: ['192.0.2.1', 'fd00::/8'], peer: 'fd00::5', forwarded: '2001:db8::1', client: '2001:db8::1' },
      { networks: ['0.0.0.0/0'], peer: '::1', forwarded: '203.0.113.9', client: '::1' },
    ])('$peer behind $networks with "$forwarded" is $client', ({ networks, peer, forwarded, client }) => {
      expect(clientOf(networks, peer, forwarded)).toBe(client);
    });
  });
});

/** Guarantee: a folder that a data directory reaches by a link is served for that directory alone, whoever copies the link. */
describe('data directory', () => {
  describe('linked folders', () => {
    let folder: string;
    let data: string;
    let elsewhere: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'linked '));
      data = join(folder, 'data');
      elsewhere = join(folder, 'elsewhere');
      await mkdir(data);
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'a statement'), '');
      await symlink(elsewhere, join(data, 'objects'));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    test('lets the directory that has marked the folder continue, even after a move', async () => {
      await claimLinkedFolders(data);
      await claimLinkedFolders(data);
      await rename(data, join(folder, 'moved'));
      await claimLinkedFolders(join(folder, 'moved'));
      expect((await readdir(elsewhere)).toSorted()).toEqual([
        expect.stringMatching(/^\.linked-from-\d+$/),
        'a statement',
      ]);
    });

    test('refuses a copy until the mark of a deleted directory is removed', async () => {
      await claimLinkedFolders(data);
      const copy = join(folder, 'copy');
      await cp(data, copy, { recursive: true, verbatimSymlinks: true });
      const [mark] = (await readdir(elsewhere)).filter((name) => name.startsWith('.'));
      await expect(claimLinkedFolders(copy)).rejects.toThrow(
        `remove the empty folder ${join(copy, 'objects', String(mark))}`,
      );
      await rm(join(elsewhere, String(mark)), { recursive: true });
      await claimLinkedFolders(copy);
      await expect(claimLinkedFolders(data)).rejects.toThrow(
        'is a symbolic link to a folder of another data directory',
      );
    });

    test('ignores links to files, to missing targets and to empty folders', async () => {
      const empty = join(folder, 'empty');
      await mkdir(empty);
      await symlink(empty, join(data, 'drops'));
      await symlink(join(elsewhere, 'a statement'), join(data, 'secret-key'));
      await symlink(join(folder, 'nothing'), join(data, 'mail'));
      await claimLinkedFolders(data);
      expect(await readdir(empty)).toEqual([]);
    });
  });

  /** Guarantee: the log of one machine says when the disk becomes full and when it has room again, once each. */
  describe('disk report', () => {
    test('writes one line for each change between a full disk and one with room', () => {
      const lines: string[] = [];
      const report = createDiskReport((level, event, { freeBytes }) =>
        lines.push(`${level} ${event} ${String(freeBytes)}`),
      );
      for (const freeBytes of [300, 99, 40, 100, 250, 0]) report({ freeBytes, totalBytes: 1_000, neededBytes: 100 });
      expect(lines).toEqual(['warn disk_full 99', 'warn disk_has_room 100', 'warn disk_full 0']);
    });
  });
});

/** Guarantee: the operator's token is shown by the start that creates it, and only its hash is stored. */
describe('operator token', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operator-token-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function everythingStored(): Promise<string> {
    const names = await readdir(directory);
    return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n');
  }

  test('creates the token, shows it once and recognises it later', async () => {
    const made = await openOperatorToken(directory);
    expect(made.shown).toMatch(/^[\w-]{43}$/);
    expect(made.hashes()).toEqual([sha256Hex(made.shown ?? '')]);
    await made.keep();
    const again = await openOperatorToken(directory);
    expect(again.hashes()).toEqual(made.hashes());
    expect(again.shown).toBeNull();
    expect(await everythingStored()).not.toContain(made.shown);
    expect((await stat(operatorTokenPath(directory))).mode & 0o777).toBe(0o600);
  });

  test('leaves nothing behind if a start fails before it could show the token', async () => {
    const first = await openOperatorToken(directory);
    const second = await openOperatorToken(directory);
    expect(await readdir(directory)).toEqual([]);
    expect(second.shown).not.toBe(first.shown);
  });

  test('keeps a token of an earlier version valid, shows it one last time, and removes it from the disk', async () => {
    await writeFile(join(directory, 'admin-token'), 'a-token-of-an-earlier-version\n');
    const found = await openOperatorToken(directory);
    expect(found.hashes()).toEqual([sha256Hex('a-token-of-an-earlier-version')]);
    expect(found.shown).toBe('a-token-of-an-earlier-version');
    await found.keep();
    expect(await everythingStored()).not.toContain('a-token-of-an-earlier-version');
    const again = await openOperatorToken(directory);
    expect([again.hashes(), again.shown]).toEqual([found.hashes(), null]);
  });

  test('does not treat a file without a hash as a stored token', async () => {
    await writeFile(operatorTokenPath(directory), 'half a hash');
    await expect(openOperatorToken(directory)).rejects.toThrow(`${operatorTokenPath(directory)} holds no SHA-256`);
  });

  test('does not store a token from the environment', async () => {
    const input = operatorTokenOf('a-token-of-the-environment');
    await input.keep();
    expect([input.hashes(), input.shown]).toEqual([[sha256Hex('a-token-of-the-environment')], null]);
    expect(await readdir(directory)).toEqual([]);
  });

  test('a replaced token is valid beside the new one until its end, in the running service and after a restart', async () => {
    let now = new Date('2026-04-01T00:00:00Z');
    const running = await openOperatorToken(directory, () => now);
    await running.keep();
    const before = running.hashes();
    const token = await replaceOperatorToken(directory, 60, now);
    await running.reload();
    expect(running.hashes()).toEqual([sha256Hex(token), ...before]);
    const restarted = await openOperatorToken(directory, () => now);
    expect([restarted.hashes(), restarted.shown]).toEqual([running.hashes(), null]);
    now = new Date('2026-04-01T00:01:00Z');
    expect(running.hashes()).toEqual([sha256Hex(token)]);
    expect(await everythingStored()).not.toContain(token);
  });

  test('a token that is replaced without an overlap ends at once, and so does any token that was replaced before it', async () => {
    const running = await openOperatorToken(directory);
    await running.keep();
    await replaceOperatorToken(directory, 3600, new Date());
    const token = await replaceOperatorToken(directory, 0, new Date());
    await running.reload();
    expect(running.hashes()).toEqual([sha256Hex(token)]);
  });

  test('keeps the known token while its file is missing, and does not replace a token that is not stored', async () => {
    const running = await openOperatorToken(directory);
    await running.reload();
    expect(running.hashes()).toEqual([sha256Hex(running.shown ?? '')]);
    await expect(replaceOperatorToken(directory, 60, new Date())).rejects.toThrow(
      'does not exist. Start the service once',
    );
  });
});
