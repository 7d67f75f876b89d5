import { randomUUID } from 'node:crypto';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Connection,
  type DatabaseAddress,
  openConnection,
  withOwnerLock,
} from '../../adapters/postgres/connection/connection.ts';
import { connectionPool } from '../../adapters/postgres/connection/connection-pool.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { DatabaseUnavailable } from '../../adapters/postgres/connection/database-error.ts';
import { ensureLogins, LOGINS } from '../../adapters/postgres/connection/role-logins.ts';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';
import { DATABASE_RETRY_DELAYS_SECONDS } from '../../core/limits/job-limits.ts';
import { wakeDatabase } from '../../lambdas/runtime/aws-migration.ts';
import { startThrowawayPostgres } from '../../server/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../server/postgres-server.ts';
import { startScriptedServer } from '../adapters/aws-server.ts';
import { asOwner } from '../support/postgres.ts';
import { startTlsFront, type TlsFront } from './tls-front.ts';

describe('managed database', () => {
  let postgres: EmbeddedPostgres;
  let front: TlsFront;
  const passwords = { service: 'one', system: 'two', scheduler: 'three', report: 'four' };

  beforeAll(async () => {
    postgres = await startThrowawayPostgres();
    front = await startTlsFront(postgres.address);
    await migrate(postgres.address);
    await ensureLogins(postgres.address, passwords);
  });
  afterAll(async () => {
    await front.close();
    await postgres.stop();
  });

  const overTls = (port: number): DatabaseAddress => ({
    kind: 'login',
    host: 'localhost',
    port,
    database: 'postgres',
    login: { user: LOGINS.system, password: async () => passwords.system, refused: () => {} },
  });

  const as = async <T>(user: string, work: Parameters<typeof asOwner<T>>[1]): Promise<T> => {
    if (postgres.address.kind !== 'socket') throw new TypeError('The server has a socket');
    return asOwner({ ...postgres.address, user }, work);
  };

  describe('the connection to the server', () => {
    test('is refused without a trusted authority', async () => {
      const database = connectDatabase(overTls(front.port), { poolSize: 1 });
      const failure = await database.systemStatement((sql) => sql`select 1`).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseUnavailable);
      expect(String(failure)).toMatch(/certificate/);
      await database.close();
    });

    test('is refused unencrypted if the server has no TLS', async () => {
      const web = await startScriptedServer((_, response) => void response.end());
      const database = connectDatabase(overTls(Number(new URL(web.endpoint).port)), { poolSize: 1 });
      const failure = await database.systemStatement((sql) => sql`select 1`).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseUnavailable);
      expect(String(failure)).toMatch(/does not offer TLS|hung up before/);
      await database.close();
      await web.close();
    });
  });

  describe('the logins', () => {
    /** The roles that are members of the role of reports, because they end its backends. */
    const mayEndReports = ['cas_system', 'cas_scheduler'];

    test.each([
      ['cas_service_login', 'cas_service'],
      ['cas_system_login', 'cas_system'],
      ['cas_scheduler_login', 'cas_scheduler'],
      ['cas_report', 'cas_report'],
    ])('%s acts as %s from its first statement, and can take no other role', async (login, role) => {
      const others = [
        'cas_service',
        'cas_system',
        'cas_scheduler',
        'cas_report',
        'postgres',
        'cas_report_views',
        'cas_agent_views',
      ].filter((name) => name !== role && !(mayEndReports.includes(role) && name === 'cas_report'));
      await as(login, async (sql) => {
        expect(await sql`select current_user::text as name`).toMatchObject([{ name: role }]);
        for (const other of others) {
          await expect(sql.unsafe(`set role ${other}`), other).rejects.toMatchObject({ code: '42501' });
        }
      });
    });

    test.each([
      ['cas_service_login', true],
      ['cas_system_login', false],
      ['cas_scheduler_login', false],
    ])('%s works for an agent: %s, and then only reads the views of agents', async (login, mayBeAgent) => {
      await as(login, async (sql) => {
        const entering = sql`set role cas_agent`;
        if (!mayBeAgent) return expect(entering).rejects.toMatchObject({ code: '42501' });
        await entering;
        expect(await sql`select 1 from own.scored_rows`).toEqual([]);
        await expect(sql`select 1 from public.scored_rows`).rejects.toMatchObject({ code: '42501' });
        await expect(sql`delete from own.scored_rows`).rejects.toMatchObject({ code: '42501' });
      });
    });

    test('have no right of their own: without their role they read nothing', async () => {
      await as('cas_system_login', async (sql) => {
        await sql`set role none`;
        await expect(sql`select 1 from public.accounts`).rejects.toMatchObject({ code: '42501' });
      });
    });

    test('can be created again safely, with the present passwords', async () => {
      const stored = () =>
        asOwner(
          postgres.address,
          (sql) => sql`select rolname::text, rolpassword from pg_authid where rolname ~ '^cas_' order by 1`,
        );
      const before = await stored();
      await ensureLogins(postgres.address, passwords);
      expect(await stored()).toEqual(before);
      await ensureLogins(postgres.address, { ...passwords, report: 'five' });
      expect(await stored()).not.toEqual(before);
    });
  });

  describe('the login of the scheduler', () => {
    beforeAll(() =>
      asOwner(postgres.address, async (sql) => {
        await sql`
        insert into public.accounts (account_id, name, tier, status) values (${randomUUID()}, 'Agency', 'standard', 'active')`;
      }),
    );

    test('ends the process of a report', async () => {
      await as('cas_report', async (report) => {
        const [row] = await report<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await as('cas_scheduler_login', (sql) => sql`select pg_terminate_backend(${row?.pid ?? 0})`);
        await expect(report`select 1`).rejects.toThrow();
      });
    });

    test.each([
      'select 1 from statement_lines',
      'select 1 from scored_rows',
      'select 1 from files',
      'select 1 from member_notes',
      'select 1 from people',
      'select 1 from api_tokens',
      'select 1 from webhooks',
      'select name from accounts',
      'select callback_secret_sealed from accounts',
      'select 1 from audit_entries',
      "update accounts set email = 'elsewhere@example.com'",
      "update saved_reports set sql = 'select 2'",
      'insert into saved_reports (report_id) values (null)',
      'delete from saved_reports',
      'delete from task_runs',
      'select report_private.login_password()',
      'select report_private.rotate_key()',
      "insert into audit_entries (audit_id, account_id, actor, action) select account_id, account_id, 'schedule', 'token.create' from accounts",
      "insert into audit_entries (audit_id, actor, action) select account_id, 'schedule', 'report.run' from accounts",
    ])('may not: %s', async (statement) => {
      await as('cas_scheduler_login', async (sql) => {
        await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
      });
    });
  });

  describe('a database that pauses', () => {
    /** Makes an address at which the database does not answer until the second pause. */
    const away = async (address: DatabaseAddress) => {
      if (address.kind !== 'socket') throw new TypeError('The server has a socket');
      const folder = await mkdtemp(join(tmpdir(), 'away-'));
      const directory = join(folder, 'socket');
      const pauses: number[] = [];
      const pause = async (seconds: number) => {
        pauses.push(seconds);
        if (pauses.length === 2) await symlink(address.directory, directory);
      };
      return { address: { ...address, directory }, pause, pauses };
    };

    test('is woken before a migration begins', async () => {
      const { address, pause, pauses } = await away(postgres.address);
      await wakeDatabase(address, pause);
      expect(pauses).toEqual(DATABASE_RETRY_DELAYS_SECONDS.slice(0, 2));
      expect(await withOwnerLock(address, 1, async () => 'migrated')).toBe('migrated');
    });

    test('is given up if it does not wake', async () => {
      const { address, pauses } = await away(postgres.address);
      const onlyWait = async (seconds: number) => void pauses.push(seconds);
      await expect(wakeDatabase(address, onlyWait)).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(pauses).toEqual([...DATABASE_RETRY_DELAYS_SECONDS]);
    });
  });

  describe('one deployment at a time', () => {
    test('is enforced: a second deployment gives up if the first does not end, and gets its turn when it does', async () => {
      await withOwnerLock(postgres.address, 5, async () => {
        await expect(withOwnerLock(postgres.address, 1, async () => 'second')).rejects.toMatchObject({ code: '55P03' });
      });
      expect(await withOwnerLock(postgres.address, 5, async () => 'second')).toBe('second');
    });

    test('a migration gives up on a table in use, and changes nothing', async () => {
      const blocker = openConnection(postgres.address, { applicationName: 'blocker', statementTimeoutSeconds: 60 });
      await blocker.client`create table if not exists schema_migrations (version integer)`;
      await blocker.client.unsafe('begin');
      await blocker.client`lock table schema_migrations in access exclusive mode`;
      await expect(migrate(postgres.address, undefined, { lockSeconds: 1 })).rejects.toMatchObject({ code: '55P03' });
      await blocker.client.unsafe('rollback');
      await blocker.end();
      expect(await migrate(postgres.address, undefined, { lockSeconds: 1 })).toEqual({ applied: [], newer: [] });
    });
  });
});

describe('connection pool', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  interface Line extends Connection {
    cut: boolean;
    asked: number;
  }

  /** A connection that may have broken unnoticed. */
  function openLine(): Line {
    let closed = false;
    return {
      client: postgres(),
      openedAt: performance.now(),
      cut: false,
      asked: 0,
      get closed() {
        return closed;
      },
      watch: () => {},
      prepare: async () => {},
      async answers() {
        this.asked += 1;
        closed = this.cut;
        return !closed;
      },
      end: async () => {
        closed = true;
      },
      destroy: () => {
        closed = true;
      },
    };
  }

  /** Opens connections and collects them in the list. */
  const opener = (lines: Line[]) => () => {
    const line = openLine();
    lines.push(line);
    return line;
  };

  describe('an idle connection', () => {
    test('is trusted for a second, and then tested', async () => {
      const lines: Line[] = [];
      const pool = connectionPool(opener(lines), 2);
      pool.release(await pool.lease());
      vi.advanceTimersByTime(999);
      pool.release(await pool.lease());
      expect(lines.map(({ asked }) => asked)).toEqual([0]);
      vi.advanceTimersByTime(1_000);
      pool.release(await pool.lease());
      expect(lines.map(({ asked }) => asked)).toEqual([1]);
    });

    test('is replaced if it fails the test, and frees its place', async () => {
      const lines: Line[] = [];
      const pool = connectionPool(opener(lines), 1);
      pool.release(await pool.lease());
      const [first] = lines;
      if (first !== undefined) first.cut = true;
      vi.advanceTimersByTime(5_000);
      const second = await pool.lease();
      expect([lines.length, second === lines[1], first?.closed]).toEqual([2, true, true]);
      // A caller that arrives while the only place is taken gets the second connection when the place is freed.
      const third = pool.lease();
      pool.release(second);
      expect(await third).toBe(second);
      expect(lines).toHaveLength(2);
    });
  });
});
