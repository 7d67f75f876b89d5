import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { SftpPlaces, UnauthenticatedConnections, type WaitingSocket } from '../../server/connection-limits.ts';
import { requireDatabaseFolder, watchDatabase } from '../../server/database-watch.ts';
import { DataDirectoryUnusable } from '../../server/postgres-data.ts';
import { absolutePath, readSftpPath } from '../../server/sftp-home.ts';
import { KeyExchangeLimit } from '../../server/sftp-session.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('connection limits', () => {
  describe('unauthenticated connections', () => {
    /** A clock that the test sets. */
    let nowMs = 0;
    let alarms: { readonly at: number; readonly run: () => void }[] = [];
    beforeEach(() => {
      nowMs = 0;
      alarms = [];
    });

    function runLater(ms: number, run: () => void): () => void {
      const alarm = { at: nowMs + ms, run };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    }

    function pass(ms: number): void {
      nowMs += ms;
      for (const { at, run } of alarms) if (at <= nowMs) run();
    }

    const room = (limits: Partial<ConstructorParameters<typeof UnauthenticatedConnections>[0]> = {}) =>
      new UnauthenticatedConnections({ connectionsMax: 4, ofAddressMax: 3, seconds: 20, ...limits }, runLater);

    interface TestSocket extends WaitingSocket {
      ended: number;
    }

    function enterAll(waiting: UnauthenticatedConnections, addresses: readonly string[]): readonly TestSocket[] {
      return addresses.map((remoteAddress) => {
        const socket = { remoteAddress, ended: 0, destroy: () => (socket.ended += 1) };
        waiting.enter(socket);
        return socket;
      });
    }

    const endedOf = (sockets: readonly TestSocket[]) => sockets.map(({ ended }) => ended);

    test('ends a connection that waits too long once, and no connection that has left', () => {
      const waiting = room();
      const sockets = enterAll(waiting, ['a', 'b']);
      for (const socket of sockets.slice(1)) waiting.leave(socket);
      pass(19_999);
      expect(endedOf(sockets)).toEqual([0, 0]);
      pass(1);
      pass(60_000);
      expect(endedOf(sockets)).toEqual([1, 0]);
    });

    test('ends the longest waiting connection of an address with too many, and none of another address', () => {
      const sockets = enterAll(room(), ['b', 'a', 'a', 'a', 'a']);
      expect(endedOf(sockets)).toEqual([0, 1, 0, 0, 0]);
    });

    test('ends the longest waiting connection of an IPv6 network with too many, and none of another network', () => {
      const sockets = enterAll(room(), ['2001:db8:0:2::1', ...[1, 2, 3, 4].map((n) => `2001:db8:0:1::${n}`)]);
      expect(endedOf(sockets)).toEqual([0, 1, 0, 0, 0]);
    });

    test('ends the longest waiting connection of all if there are too many from all addresses', () => {
      const sockets = enterAll(room(), ['a', 'b', 'c', 'd', 'e', 'f']);
      expect(endedOf(sockets)).toEqual([1, 1, 0, 0, 0, 0]);
    });

    test('lets the latest connection in, however many are idle', () => {
      const sockets = enterAll(
        room(),
        Array.from({ length: 1000 }, (_, n) => `192.0.2.${n % 7}`),
      );
      expect(sockets.filter(({ ended }) => ended === 0)).toEqual(sockets.slice(-4));
    });

    test('starts the wait again for a connection that enters again', () => {
      const waiting = room();
      const [socket] = enterAll(waiting, ['a']);
      if (socket === undefined) throw new Error('Nobody came');
      pass(15_000);
      waiting.enter(socket);
      pass(15_000);
      expect(socket.ended).toBe(0);
      pass(5_000);
      expect(socket.ended).toBe(1);
    });

    function limit() {
      let nowMs = 0;
      const exchanges = new KeyExchangeLimit({ atOnce: 3, secondsEach: 10 }, () => nowMs);
      return {
        allow: () => exchanges.allow(),
        pass: (seconds: number) => {
          nowMs += seconds * 1000;
        },
      };
    }

    test('allows a few key exchanges at once, and no more', () => {
      const { allow } = limit();
      expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
    });

    test('allows one more exchange each time the seconds have passed, without a final limit', () => {
      const { allow, pass } = limit();
      const answers = Array.from({ length: 50 }, () => {
        pass(10);
        return allow();
      });
      expect(answers).not.toContain(false);
    });

    test('never allows more than the set number at once, however long none was used', () => {
      const { allow, pass } = limit();
      pass(100_000);
      expect([allow(), allow(), allow(), allow()]).toEqual([true, true, true, false]);
    });
  });

  describe('sftp places', () => {
    const LIMITS = { all: 8, ofAccount: 4, ofUser: 2, ofAddress: 6 };

    /** "account/user@address" for each connection, in order of arrival. */
    function enterAll(places: SftpPlaces, clients: readonly string[]): readonly string[] {
      return clients.map((client) => {
        const [, accountId = '', username = '', address = ''] = /^(.*)\/(.*)@(.*)$/.exec(client) ?? [];
        const place = places.enter({ accountId, username, address });
        return typeof place === 'string' ? (place.split(',')[0] ?? '') : 'in';
      });
    }

    test.each([
      ['refuses a third connection of a user', ['a/x@1', 'a/x@2', 'a/x@3'], 'This user has 2 connections'],
      [
        'refuses a fifth connection of the users of an account',
        ['a/v@1', 'a/w@2', 'a/x@3', 'a/y@4', 'a/z@5'],
        'The users of this account have 4 connections',
      ],
      [
        'refuses a seventh connection of an address, from any account',
        ['a/v@1', 'a/w@1', 'b/x@1', 'b/y@1', 'c/z@1', 'd/u@1', 'e/t@1'],
        'There are 6 connections from this address',
      ],
      [
        'refuses a ninth connection in total',
        ['a/v@1', 'a/w@1', 'b/x@2', 'b/y@2', 'c/z@3', 'c/u@3', 'd/t@4', 'd/s@4', 'e/r@5'],
        'The server has 8 connections',
      ],
    ])('%s', (_, clients, refusal) => {
      const answers = enterAll(new SftpPlaces(LIMITS), clients);
      expect(answers).toEqual([...clients.slice(1).map(() => 'in'), refusal]);
    });

    test("does not block another account by one account's connections", () => {
      const places = new SftpPlaces(LIMITS);
      enterAll(places, ['a/u@1', 'a/v@1', 'a/w@1', 'a/x@1', 'a/y@1', 'a/z@1']);
      expect(enterAll(places, ['b/x@1', 'b/y@2'])).toEqual(['in', 'in']);
    });

    test('frees a place once', () => {
      const places = new SftpPlaces(LIMITS);
      const enter = () => places.enter({ accountId: 'a', username: 'x', address: '1' });
      const first = enter();
      enter();
      expect(enter()).toContain('try again in a few minutes');
      for (let times = 0; times < 2; times++) if (typeof first !== 'string') first();
      expect(typeof enter()).toBe('function');
      expect(typeof enter()).toBe('string');
    });

    test('treats all addresses of an IPv6 network as one address', () => {
      const places = new SftpPlaces({ ...LIMITS, ofAddress: 2 });
      const networks = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
      const answers = networks.map((address, n) => places.enter({ accountId: `${n}`, username: `${n}`, address }));
      expect(answers.map((answer) => typeof answer)).toEqual(['function', 'function', 'string', 'function']);
    });

    test.each([
      ['', { kind: 'root' }],
      ['.', { kind: 'root' }],
      ['/..', { kind: 'root' }],
      ['incoming', { kind: 'folder', folder: 'incoming' }],
      ['/incoming/', { kind: 'folder', folder: 'incoming' }],
      ['/incoming/../rejected/./', { kind: 'folder', folder: 'rejected' }],
      ['/incoming/a.csv', { kind: 'entry', folder: 'incoming', name: 'a.csv' }],
      ['//incoming//a b.csv', { kind: 'entry', folder: 'incoming', name: 'a b.csv' }],
      ['/processed/2026-03/a.csv', { kind: 'entry', folder: 'processed', name: '2026-03/a.csv' }],
      ['/incoming/x/a.csv', { kind: 'nowhere' }],
      ['/processed/2026-03/x/a.csv', { kind: 'nowhere' }],
      ['/Incoming/a.csv', { kind: 'nowhere' }],
      ['/incoming2/a.csv', { kind: 'nowhere' }],
      ['/etc/passwd', { kind: 'nowhere' }],
      ['/incoming/..\\a.csv', { kind: 'nowhere' }],
      ['/incoming/a\u0000.csv', { kind: 'nowhere' }],
    ] as const)('resolves %j', (path, expected) => {
      expect(readSftpPath(path)).toEqual(expected);
    });

    const parts = fc.constantFrom(
      '..',
      '.',
      '',
      'incoming',
      'processed',
      'rejected',
      'a',
      '2026-03',
      '\\',
      '~',
      '%2e%2e',
    );

    test('lets no path lead out of the three folders', () => {
      fc.assert(
        fc.property(fc.array(parts, { maxLength: 10 }), (segments) => {
          const path = segments.join('/');
          const at = readSftpPath(path);
          if (at.kind === 'entry') expect(at.name.split('/')).not.toEqual(expect.arrayContaining(['..']));
          expect(absolutePath(path)).toMatch(/^\/(?!.*(?:^|\/)\.\.?(?:\/|$))/);
          expect(absolutePath(absolutePath(path))).toBe(absolutePath(path));
        }),
        { numRuns: propertyRuns(100) },
      );
    });
  });
});

/** Guarantee: the watch reports an unreachable server, and does not report a server that answers in any way. */
describe('database watch', () => {
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
    const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is in recovery mode'].map(
      (text) => `${text}\0`,
    );
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
});
