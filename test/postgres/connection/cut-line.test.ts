import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import {
  asLost,
  DatabaseUnavailable,
  isTransientDatabaseError,
} from '../../../adapters/postgres/connection/database-error.ts';
import { createEngine } from '../../support/engine.ts';

/**
 * Guarantee: a connection that breaks during a write, so that the operating system reports an error before the connection closes, counts as
 * an unreachable database (503), not as a fault of the service (500).
 */

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
