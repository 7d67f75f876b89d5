import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../adapters/postgres/connection/database.ts';
import {
  DatabaseUnavailable,
  isStatementTimeout,
  isTransientDatabaseError,
} from '../../../adapters/postgres/connection/database-error.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

const [agency, other] = [randomUUID(), randomUUID()];

const testDatabase = await createTestDatabase();
const database = testDatabase.database;
/** A database with a single connection for each role, so that the next transaction would see anything that a transaction left behind. */
const narrow = connectDatabase(testDatabase.address, { poolSize: 1, applicationName: 'narrow' });
await asOwner(testDatabase.address, async (sql) => {
  await sql`create table notes (account_id uuid not null, body text not null)`;
  await sql`call protect_tenant_table('notes')`;
  await sql`insert into notes values (${agency}, 'ours'), (${other}, 'theirs')`;
});
afterAll(async () => {
  await narrow.close();
  await testDatabase.drop();
});

/** Ends the connections of an application from the server's side, like a failover. */
const terminate = (application: string) =>
  asOwner(
    testDatabase.address,
    (sql) => sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = ${application} and datname = current_database()`,
  );

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('the accounts of transactions', () => {
  it('show a tenant its own rows only, without a condition', async () => {
    const bodies = await database.tenant(agency, (sql) => sql`select body from notes`);
    expect(bodies).toEqual([{ body: 'ours' }]);
    expect(await database.read(other, (sql) => sql`select body from notes`)).toEqual([{ body: 'theirs' }]);
  });

  it('show the system all rows, as a role that is not a superuser', async () => {
    const [found] = await database.system(
      (sql) => sql`
        select count(*)::int as notes, current_user::text as role, bool_or(rolsuper or rolbypassrls) as exempt
        from notes, pg_roles where rolname = current_user group by current_user`,
    );
    expect(found).toEqual({ notes: 2, role: 'cas_system', exempt: false });
    expect(await database.systemStatement((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it('allow no row of another account to be written', async () => {
    const attempt = database.tenant(agency, (sql) => sql`insert into notes values (${other}, 'planted')`);
    await expect(attempt).rejects.toThrow(/row-level security/);
  });

  it('are not carried into the next transaction of the same connection', async () => {
    const pid = (db: Database) => db.tenant(agency, (sql) => sql`select pg_backend_pid() as pid`);
    expect(await pid(narrow)).toEqual(await pid(narrow));
    await rejection(narrow.tenant(agency, () => Promise.reject(new Error('given up'))));
    const after = await narrow.tenant(other, (sql) => sql`select account_id from notes`);
    expect(after).toEqual([{ account_id: other }]);
    expect(() => narrow.tenant('', async () => {})).toThrow(TypeError);
  });

  it("return to the pool's role, not to the owner, when a statement resets it", async () => {
    const rows = await narrow.tenant(agency, async (sql) => {
      await sql`reset role`;
      return sql`select body from notes`;
    });
    expect(rows).toEqual([{ body: 'ours' }]);
  });

  it('stay separate for many reads on one connection', async () => {
    const reads = Array.from({ length: 60 }, (_, index) => {
      const [accountId, body] = index % 2 === 0 ? [agency, 'ours'] : [other, 'theirs'];
      const wrong = index % 5 === 0;
      const read = narrow.read(accountId, async (sql) => {
        const statements = [
          sql`select body from notes`,
          sql`select body || '' as body, pg_sleep(0.001)::text from notes`,
        ];
        const both = await Promise.all(wrong ? [...statements, sql`select 1 / 0`] : statements);
        return both.flat().map((row) => row['body']);
      });
      return wrong
        ? expect(read).rejects.toMatchObject({ code: '22012' })
        : expect(read).resolves.toEqual([body, body]);
    });
    await Promise.all(reads);
    expect(
      await narrow.tenant(agency, (sql) => sql`insert into notes values (${agency}, 'gone') returning body`),
    ).toEqual([{ body: 'gone' }]);
    await narrow.tenant(agency, (sql) => sql`delete from notes where body = 'gone'`);
  });

  it('survive a connection that broke while idle: the read starts again on another connection', async () => {
    await narrow.read(agency, (sql) => sql`select 1 from notes`);
    await terminate('narrow');
    expect(await narrow.read(other, (sql) => sql`select body from notes`)).toEqual([{ body: 'theirs' }]);
  });

  it('refuse writes in a read', async () => {
    const attempt = database.read(agency, (sql) => sql`insert into notes values (${agency}, 'x')`);
    await expect(attempt).rejects.toThrow(/read-only transaction/);
  });

  it('refuse a statement that outlives its transaction and would join the next transaction', async () => {
    const leaked = await narrow.tenant(agency, async (sql) => ({ sql }));
    expect(() => leaked.sql`select body from notes`).toThrow(/over/);
  });
});

describe('a transaction', () => {
  it('stores everything or nothing', async () => {
    const failure = new Error('second thoughts');
    const attempt = database.tenant(agency, async (sql) => {
      await sql`insert into notes values (${agency}, 'half')`;
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await database.tenant(agency, (sql) => sql`select 1 from notes where body = 'half'`)).toEqual([]);
  });

  it('fails if a swallowed error turned the commit into a rollback', async () => {
    const attempt = database.tenant(agency, async (sql) => {
      await sql`insert into notes values (${agency}, 'swallowed')`;
      await sql`select 1 / 0`.catch(() => {});
    });
    await expect(attempt).rejects.toThrow(/rolled back/);
  });

  it('gets its turn although many wait for few connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        narrow.tenant(index % 2 ? agency : other, (sql) => sql`select account_id, ${index}::int as index from notes`),
      ),
    );
    expect(answers).toEqual(answers.map((_, index) => [{ account_id: index % 2 ? agency : other, index }]));
  });
});

describe('values', () => {
  it('are read without loss: numbers, dates and JSON', async () => {
    const [row] = await database.system(
      (sql) => sql`
        select 12345678901234567.1200::numeric as amount, 9007199254740993::bigint as big, 7::int as small,
          '2026-01-31'::date as day, '2026-01-31 08:00:00.123456+02'::timestamptz as moment, '{"a": [1, null]}'::jsonb as json,
          array['a', null, '"{}\\']::text[] as texts, array[1.50, null]::numeric[] as amounts, null::text as nothing,
          array['2026-01-31']::date[] as days, '2026-01-31T00:00Z'::timestamptz as midnight`,
    );
    expect(row).toEqual({
      amount: '12345678901234567.1200',
      big: '9007199254740993',
      small: 7,
      day: '2026-01-31',
      moment: '2026-01-31T06:00:00.123Z',
      midnight: '2026-01-31T00:00:00.000Z',
      json: { a: [1, null] },
      texts: ['a', null, '"{}\\'],
      amounts: ['1.50', null],
      days: ['2026-01-31'],
      nothing: null,
    });
  });

  it('can be bound as sets, with nulls and every kind of text', async () => {
    const texts = ['plain', null, '', 'null', 'NULL', '{}', '"', '\\', ',', "'", 'ünï\n😀'];
    const rows = await database.system(
      (sql) => sql`
        select * from unnest(${texts}::text[], ${texts.map((_, at) => (at % 2 ? null : `${at}.0001`))}::numeric[],
          ${texts.map((_, at) => at % 3 === 0)}::boolean[], ${texts.map((_, at) => at)}::int[],
          ${texts.map(() => new Date('2026-02-01T00:00:00.005Z'))}::timestamptz[], ${texts.map(() => '{"n": 1}')}::jsonb[],
          ${texts.map(() => '2026-02-28')}::date[]) as t(body, amount, flag, at, moment, json, day)`,
    );
    expect(rows).toEqual(
      texts.map((body, at) => ({
        body,
        at,
        amount: at % 2 ? null : `${at}.0001`,
        flag: at % 3 === 0,
        moment: '2026-02-01T00:00:00.005Z',
        json: { n: 1 },
        day: '2026-02-28',
      })),
    );
    expect(await database.system((sql) => sql`select cardinality(${[]}::text[]) as n`)).toEqual([{ n: 0 }]);
  });

  it('can be bound as JSON by name, and JSON text as JSON', async () => {
    const [row] = await database.system(
      (sql) => sql`
        select ${sql.json({ a: 'b' })} as object, ${sql.json('text')} as scalar, ${sql.json([1, 2])} as list,
          ${JSON.stringify({ c: 1 })}::jsonb as made, ${sql`1 + ${2}::int`} as sum`,
    );
    expect(row).toEqual({ object: { a: 'b' }, scalar: 'text', list: [1, 2], made: { c: 1 }, sum: 3 });
  });

  it('are refused before sending if they have no exact form', async () => {
    const [hole]: string[] = [];
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
      await expect(database.system((sql) => sql`select ${value}::numeric`)).rejects.toThrow(RangeError);
    }
    // @ts-expect-error the compiler refuses undefined too
    await expect(database.system((sql) => sql`select ${hole}::text`)).rejects.toThrow(TypeError);
    // @ts-expect-error the compiler refuses undefined in a list too
    await expect(database.system((sql) => sql`select ${['a', hole]}::text[]`)).rejects.toThrow(TypeError);
    // @ts-expect-error the compiler refuses an object that is not marked as JSON
    await expect(database.system((sql) => sql`select ${{ a: 1 }}::jsonb`)).rejects.toThrow(TypeError);
    const answers = await database.system((sql) =>
      Promise.allSettled([sql`select ${'first'}::text as answer`, sql`select ${'second'}::text as answer`]),
    );
    expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value[0])).toEqual([
      { answer: 'first' },
      { answer: 'second' },
    ]);
  });
});

describe('a broken connection', () => {
  it('rejects every statement in progress, waiting and later, and moves none to a new connection', async () => {
    const settled: string[] = [];
    const note = (name: string, statement: Promise<unknown>) =>
      statement.then(
        () => settled.push(`${name} answered`),
        () => settled.push(name),
      );
    const error = await rejection(
      narrow.tenant(agency, async (sql) => {
        const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const running = note('running', sql`select pg_sleep(60)`);
        const inLine = [note('in line', sql`select ${1}::int`), note('in line too', sql`select ${'a'}::text`)];
        await asOwner(testDatabase.address, (owner) => owner`select pg_terminate_backend(${session?.pid ?? 0}, 5000)`);
        await Promise.all([running, ...inLine]);
        await note('later', sql`select body from notes`);
        await note('later with a value', sql`select ${1}::int`);
      }),
    );
    expect(settled).toEqual(['running', 'in line', 'in line too', 'later', 'later with a value']);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(isTransientDatabaseError(error)).toBe(true);
    expect(await narrow.tenant(other, (sql) => sql`select body from notes`)).toEqual([{ body: 'theirs' }]);
  });

  it('never runs the rest of its transaction inside the next transaction', async () => {
    const wide = connectDatabase(testDatabase.address, { poolSize: 1, applicationName: 'wide' });
    const lost = Promise.withResolvers<void>();
    const first = rejection(
      wide.tenant(agency, async (sql) => {
        await terminate('wide');
        const second = wide.tenant(other, async (theirs) => {
          lost.resolve();
          return theirs`select body from notes`;
        });
        await expect(sql`insert into notes values (${agency}, 'stray')`).rejects.toThrow();
        // The place of the broken connection becomes free only when this work has ended.
        second.catch(() => {});
      }),
    );
    expect(await first).toBeInstanceOf(DatabaseUnavailable);
    await lost.promise;
    expect(await wide.system((sql) => sql`select 1 from notes where body = 'stray'`)).toEqual([]);
    await wide.close();
  });

  it('is replaced if it broke while idle', async () => {
    await narrow.system((sql) => sql`select 1`);
    await terminate('narrow');
    const again = await rejection(narrow.system((sql) => sql`select 1`));
    // The connection may be used before its end is noticed. The error is then one that is worth a retry.
    if (again !== null) expect(isTransientDatabaseError(again)).toBe(true);
    expect(await narrow.system((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it('is distinguished from a failing statement', async () => {
    const error = await rejection(database.system((sql) => sql`select 1 / 0`));
    expect(error).toBeInstanceOf(postgres.PostgresError);
    expect(isTransientDatabaseError(error)).toBe(false);
    expect(isTransientDatabaseError(new Error('anything'))).toBe(false);
    expect(isTransientDatabaseError(Object.assign(new Error('S3 is away'), { code: 'ECONNREFUSED' }))).toBe(false);
  });

  it('is not blamed for a failure of the work', async () => {
    const failure = Object.assign(new Error('S3 is away'), { code: 'ECONNRESET' });
    expect(await rejection(database.system(() => Promise.reject(failure)))).toBe(failure);
  });
});

describe('an error worth a retry', () => {
  it('is a deadlock or a lock timeout', async () => {
    await asOwner(testDatabase.address, (sql) => sql`create table places (place int primary key)`);
    await asOwner(testDatabase.address, (sql) => sql`grant all on places to cas_system`);
    await database.system((sql) => sql`insert into places values (1), (2)`);
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cross = (mine: number, theirs: number) =>
      database.system(async (sql) => {
        await sql`select 1 from places where place = ${mine} for update`;
        locked[mine - 1]?.resolve();
        await locked[theirs - 1]?.promise;
        await sql`select 1 from places where place = ${theirs} for update`;
      });
    const errors = await Promise.all([rejection(cross(1, 2)), rejection(cross(2, 1))]);
    expect(errors.filter((error) => error !== null).map(isTransientDatabaseError)).toEqual([true]);

    const timeout = await database.system(async (sql) => {
      await sql`select 1 from places for update`;
      return rejection(
        narrow.system(async (waiting) => {
          await waiting`set local lock_timeout = 10`;
          await waiting`select 1 from places for update`;
        }),
      );
    });
    expect(isTransientDatabaseError(timeout)).toBe(true);
  });

  it('is an unreachable server, but not a missing role or wrong database', async () => {
    const nowhere = connectDatabase({ kind: 'socket', directory: '/nowhere', port: 1, user: 'a', database: 'b' });
    const refused = connectDatabase({ kind: 'url', url: 'postgres://user:secret@127.0.0.1:1/db' });
    for (const away of [nowhere, refused]) {
      const error = await rejection(away.tenant(agency, (sql) => sql`select 1`));
      expect(error).toBeInstanceOf(DatabaseUnavailable);
      expect(isTransientDatabaseError(error)).toBe(true);
      expect(String(error)).not.toContain('secret');
      await away.close();
    }
    const { address } = testDatabase;
    if (address.kind !== 'socket') throw new TypeError('expected a socket');
    const wrong = connectDatabase({ ...address, database: 'missing' });
    const error = await rejection(wrong.system((sql) => sql`select 1`));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(isTransientDatabaseError(error)).toBe(false);
    await wrong.close();
  });

  it('is a server that disconnects everybody', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {}).once('data', () => socket.end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new TypeError('expected a port');
    const rude = connectDatabase({ kind: 'url', url: `postgres://u:p@127.0.0.1:${bound.port}/db` });
    expect(await rejection(rude.tenant(agency, (sql) => sql`select 1`))).toBeInstanceOf(DatabaseUnavailable);
    expect(sockets).toHaveLength(1);
    await rude.close();
    server.close();
  });

  it('is a server that stops during a statement, which rejects and does not hang', async () => {
    const server = await startThrowawayPostgres();
    await asOwner(server.address, (sql) => sql`create role cas_system`);
    const doomed = connectDatabase(server.address);
    const running = Promise.withResolvers<void>();
    const error = rejection(
      doomed.system(async (sql) => {
        await sql`select 1`;
        const sleeping = sql`select pg_sleep(60)`.execute();
        running.resolve();
        await sleeping;
      }),
    );
    await running.promise;
    await server.stop();
    expect(isTransientDatabaseError(await error)).toBe(true);
    expect(isTransientDatabaseError(await rejection(doomed.system((sql) => sql`select 1`)))).toBe(true);
    await doomed.close();
  });
});

describe('limits', () => {
  it('end a slow statement, and the connection stays usable', async () => {
    const hasty = connectDatabase(testDatabase.address, { poolSize: 1, statementTimeoutSeconds: 1 });
    const ended = await rejection(hasty.system((sql) => sql`select pg_sleep(60)`));
    expect(String(ended)).toMatch(/statement timeout/);
    expect([isStatementTimeout(ended), isTransientDatabaseError(ended)]).toEqual([true, false]);
    expect(await hasty.system((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await hasty.close();
    await expect(hasty.system((sql) => sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('let work in progress finish when the pool is closed', async () => {
    const leaving = connectDatabase(testDatabase.address);
    const begun = Promise.withResolvers<void>();
    const late = leaving.system(async (sql) => {
      begun.resolve();
      await sql`select pg_sleep(0.05)`;
      return sql`select 'done' as state`;
    });
    await begun.promise;
    await leaving.close();
    expect(await late).toEqual([{ state: 'done' }]);
  });
});

describe('notifications', () => {
  it('arrive, and report that some may have been missed', async () => {
    const listening = connectDatabase(testDatabase.address, { applicationName: 'listening' });
    const heard: string[] = [];
    let wake = () => {};
    const until = async (count: number) => {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    };
    const stop = await listening.listen('bell "1"', (payload) => {
      heard.push(payload);
      wake();
    });
    const ring = (payload: string) => database.system((sql) => sql`select pg_notify('bell "1"', ${payload})`);
    await ring('one');
    await until(1);
    await terminate('listening');
    await until(2);
    await ring('two');
    await until(3);
    expect(heard).toEqual(['one', '', 'two']);
    await stop();
    await listening.close();
  });
});
