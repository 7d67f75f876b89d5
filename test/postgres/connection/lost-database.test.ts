import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, test } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import {
  asLost,
  DatabaseUnavailable,
  isTransientDatabaseError,
} from '../../../adapters/postgres/connection/database-error.ts';
import { requireFilledDatabase } from '../../../server/database-watch.ts';
import { createEngine } from '../../support/engine.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: an empty external database is not mistaken for the database to which the files of a data directory belong. */
describe('lost database', async () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lost-database-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('refuses an empty database beside files of an earlier one, and accepts it in a new directory', async () => {
    const { address, drop } = await createEmptyDatabase();
    await requireFilledDatabase(address, directory);
    await writeFile(join(directory, 'secret-key'), 'x');
    await expect(requireFilledDatabase(address, directory)).rejects.toThrow(
      /secret-key is there, and the database .* is empty/,
    );
    await drop();
  });

  test('accepts a database with tables', async () => {
    const { address, drop } = await createTestDatabase();
    await writeFile(join(directory, 'secret-key'), 'x');
    await requireFilledDatabase(address, directory);
    await drop();
  });

  /**
   * Guarantee: while PostgreSQL recovers, it refuses every connection with an error and closes it. All statements on such a
   * connection then end and free its place in the pool.
   */

  const POOL = 2;
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(recovering()));
  });

  const refusingDirectory = await mkdtemp('/tmp/cas-refused-');
  server.listen(join(refusingDirectory, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const database = connectDatabase(
    { kind: 'socket', directory: refusingDirectory, port: 5432, user: 'somebody', database: 'any' },
    { poolSize: POOL },
  );
  afterAll(async () => {
    await database.close();
    server.close();
    await rm(refusingDirectory, { recursive: true });
  });

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

  test.each<[string, () => Promise<unknown>]>([
    ['a read of one statement', () => database.read('account', (sql) => sql`select 1`)],
    [
      'a read of several statements',
      () => database.read('account', (sql) => Promise.all([sql`select 1`, sql`select 2`, sql`select 3`])),
    ],
    ['a transaction', () => database.tenant('account', (sql) => sql`select 1`)],
    ["the system's statement", () => database.systemStatement((sql) => sql`select 1`)],
  ])('%s is rejected with DatabaseUnavailable, even with three times as many calls as connections', async (_, ask) => {
    const ends = await Promise.allSettled(Array.from({ length: 3 * POOL }, ask));
    for (const end of ends) {
      expect(end).toMatchObject({ status: 'rejected' });
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(DatabaseUnavailable);
    }
  });
});

/**
 * Guarantee: a connection that breaks during a write, so that the operating system reports an error before the connection closes, counts as
 * an unreachable database (503), not as a fault of the service (500).
 */
describe('cut line', async () => {
  let near: Socket | null = null;
  const server = createServer();

  const engine = await createEngine();
  const postgres = inject('postgres');
  if (postgres.kind !== 'socket' || engine.address.kind !== 'socket') throw new TypeError('Tests run on a socket');
  const directory = await mkdtemp('/tmp/cas-cut-');
  const name = `.s.PGSQL.${postgres.port}`;
  server.on('connection', (socket) => {
    near = socket.on('error', () => {});
    const far = createConnection(join(postgres.directory, name)).on('error', () => {});
    socket.pipe(far).pipe(socket);
    socket.on('close', () => far.destroy());
  });
  server.listen(join(directory, name));
  await once(server, 'listening');
  const database = connectDatabase({ ...engine.address, directory }, { poolSize: 1 });
  afterAll(async () => {
    await database.close();
    server.close();
    await engine.close();
    await rm(directory, { recursive: true });
  });
  /** Closes the connection while written bytes are still unread on the other side, so that the kernel reports an error to the writer. */
  function cutWithSomethingOnItsWay(): void {
    near?.unpipe();
    near?.pause();
    setImmediate(() => near?.destroy());
  }

  const rejection = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (thrown: unknown) => thrown,
    );

  it.each<[string, () => Promise<unknown>]>([
    [
      'a transaction',
      () =>
        database.system(async (sql) => {
          await sql`select 1`;
          cutWithSomethingOnItsWay();
          return sql`select 2`;
        }),
    ],
    [
      'a read',
      () =>
        database.read(randomUUID(), async (sql) => {
          await sql`select 1`;
          cutWithSomethingOnItsWay();
          return sql`select 2`;
        }),
    ],
    [
      'a statement by itself',
      async () => {
        await database.system((sql) => sql`select 1`);
        cutWithSomethingOnItsWay();
        return database.systemStatement((sql) => sql`select 2`);
      },
    ],
  ])('reports an unreachable database for %s', async (_, work) => {
    const error = await rejection(work());
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(isTransientDatabaseError(error)).toBe(true);
  });

  it('keeps an error that occurred before the connection was lost', () => {
    const error = new Error('division by zero');
    expect(asLost(error, { closed: false })).toBe(error);
    expect(asLost(error, { closed: true })).toMatchObject({ name: 'DatabaseUnavailable', cause: error });
  });
});
