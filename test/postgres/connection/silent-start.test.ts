import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../../../adapters/postgres/connection/database.ts';
import { DatabaseUnavailable } from '../../../adapters/postgres/connection/database-error.ts';

/**
 * Guarantee: a server that accepts a connection and then stays silent, or stays silent after its first answer, blocks nobody for ever.
 * The statements on the new connection end, and its place in the pool is freed.
 */

/** The factor by which the service's own time limits are shortened. */
const SPEED = 100;
const LOGIN = 'login';
const QUERY = 'Q';

let directory: string;
let isFirstAnswered = false;
const server = createServer((socket) => {
  let next = LOGIN;
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (next === LOGIN) {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      next = QUERY;
    } else if (isFirstAnswered && next === QUERY && data.toString('latin1', 0, 1) === QUERY) {
      socket.write(Buffer.concat([message('C', Buffer.from('SELECT 1\0')), READY]));
      next = 'nothing';
    }
  });
});

beforeAll(async () => {
  directory = await mkdtemp('/tmp/cas-silent-');
  server.listen(join(directory, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const { setTimeout: later } = globalThis;
  const { setTimeout: whenSilent } = Socket.prototype;
  vi.stubGlobal('setTimeout', (call: (...input: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
    later(call, ms / SPEED, ...rest),
  );
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, call) {
    return whenSilent.call(this, ms / SPEED, call);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.close();
  await rm(directory, { recursive: true });
});

/** A message of PostgreSQL's protocol: its kind, length and body. */
function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.from(`${kind}0000`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const READY = message('Z', Buffer.from('I'));

const ASKED: readonly [string, (database: Database) => Promise<unknown>][] = [
  ['a read', (database) => database.read('account', (sql) => sql`select 1`)],
  ['a transaction', (database) => database.tenant('account', (sql) => sql`select 1`)],
  ["the system's statement", (database) => database.systemStatement((sql) => sql`select 1`)],
];

test.each([
  ...ASKED.map(([name, ask]) => [name, 'after its login', false, ask] as const),
  ...ASKED.map(([name, ask]) => [name, 'after its first answer', true, ask] as const),
])('%s ends for a server that is silent %s, and so does the next call on the only connection', async (...input) => {
  const [, , answered, ask] = input;
  isFirstAnswered = answered;
  const database = connectDatabase(
    { kind: 'socket', directory, port: 5432, user: 'somebody', database: 'any' },
    { poolSize: 1, statementTimeoutSeconds: 1 },
  );
  for (let time = 0; time < 2; time += 1) {
    const error = await ask(database).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).not.toMatchObject({ message: expect.stringContaining('in use') });
  }
  await database.close();
});
