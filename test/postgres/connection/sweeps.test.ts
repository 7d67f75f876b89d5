import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { createMaintenanceStore } from '../../../adapters/postgres/operations/maintenance-store.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { createSavedReportSchedule } from '../../../adapters/postgres/saved-reports/saved-report-store.ts';
import { createDeliveryStore } from '../../../adapters/postgres/webhooks/delivery-store.ts';
import { createEventFanOut } from '../../../adapters/postgres/webhooks/job-events.ts';
import { loggableError } from '../../../lambdas/runtime/log.ts';
import { startEmbeddedPostgres } from '../../../server/embedded-postgres.ts';
import { countReads } from '../../http/reports/table-reads.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: tasks that run every minute or quarter of an hour over all accounts read only due rows. Rows that are kept for weeks, or wait
 * for a broken endpoint, are not read.
 */
describe('sweeps', async () => {
  const KEPT = 2_000;
  const engine = await createEngine();
  const book = await createBook(engine);
  const job = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,x' });
  await drain(engine);
  await asOwner(engine.address, async (sql) => {
    const { accountId } = book;
    const each = sql`generate_series(1, ${KEPT})`;
    await sql`
    insert into webhook_deliveries (delivery_id, account_id, callback_url, event, body, status, next_attempt_at, ended_at)
    select gen_random_uuid(), ${accountId}, 'https://agency.example/', 'job.completed', '{}', status,
      case status when 'pending' then clock_timestamp() + interval '1 hour' end,
      case status when 'delivered' then clock_timestamp() end
    from ${each} cross join unnest('{pending,delivered}'::text[]) status`;
    await sql`
    insert into outbox (account_id, topic, body, sent_at)
    select ${accountId}, 'statement', '{}', clock_timestamp() from ${each}`;
    await sql`
    insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count)
    select gen_random_uuid(), 'statements', gen_random_uuid()::text, '', 1 from ${each}`;
    await sql`
    insert into task_runs (task_run_id, task, duration_ms, counts) select gen_random_uuid(), 'purge_files', 1, '{}' from ${each}`;
    await sql`
    insert into idempotency_keys (account_id, key, fingerprint, claim_id)
    select ${accountId}, number::text, '', gen_random_uuid() from ${each} as number`;
    await sql`
    insert into job_exceptions (account_id, job_id, sheet, row_number, errors, cells)
    select ${accountId}, ${job.jobId}, 1, row_number, '{}', '[]' from ${each} as row_number`;
    await sql`
    insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
    select gen_random_uuid(), ${accountId}, row_number::text, 'select 1', 'weekly', clock_timestamp() + interval '1 hour'
    from ${each} as row_number`;
    await addSignIns(sql, { count: KEPT, endsIn: '1 hour' });
    await sql`analyze`;
  });
  afterAll(() => engine.close());

  /** Adds links, sessions and attempts to sign in. They end after the interval, which is negative for an end in the past. */
  async function addSignIns(sql: postgres.Sql, { count, endsIn }: { readonly count: number; readonly endsIn: string }) {
    const end = sql`clock_timestamp() + ${endsIn}::interval`;
    const now = sql`clock_timestamp()`;
    const [person] = await sql<{ id: string }[]>`
    insert into people (person_id, name, email, email_verified, created_at, updated_at)
    values (gen_random_uuid(), 'Dana Reyes', gen_random_uuid()::text, true, ${now}, ${now}) returning person_id as id`;
    const each = sql`generate_series(1, ${count})`;
    await sql`
    insert into sign_in_codes (code_id, identifier, value, expires_at, created_at, updated_at)
    select gen_random_uuid()::text, gen_random_uuid()::text, '', ${end}, ${now}, ${now} from ${each}`;
    await sql`
    insert into sign_in_sessions (session_id, person_id, token, expires_at, created_at, updated_at)
    select gen_random_uuid(), ${person?.id ?? null}, gen_random_uuid()::text, ${end}, ${now}, ${now} from ${each}`;
    await sql`
    insert into sign_in_attempts (attempt_id, key, count, last_request)
    select gen_random_uuid()::text, gen_random_uuid()::text, 1, (extract(epoch from ${end}) * 1000)::bigint from ${each}`;
  }

  const counted = () => countReads(engine.database);

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['records whose time is over', (database) => createMaintenanceStore(database).deleteExpired(100)],
    ['deliveries that were kept long enough', (database) => createDeliveryStore(database).deleteExpired(100)],
    ['deliveries whose messages are lost', (database) => createDeliveryStore(database).takeDue(100)],
    ['deliveries that are to be sent', (database) => createEventFanOut(database).enqueue(async () => undefined)],
    ['reports whose date has come', (database) => createSavedReportSchedule(database).takeDue(60)],
    [
      'jobs that were lost',
      (database) => createMaintenanceStore(database).recoverJobs({ stuckSeconds: 900, resendSeconds: 900, limit: 100 }),
    ],
  ])('reads almost no row when it looks for %s and there are none', async (_, sweep) => {
    const { database, takeReads } = counted();
    await sweep(database);
    expect(Object.values(takeReads()).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(50);
  });

  test('deletes as much as it can in its time, the oldest first, and the next run continues', async () => {
    await asOwner(engine.address, async (sql) => {
      // A row per second; the first is the oldest.
      const time = sql`clock_timestamp() - interval '1 year' + row_number * interval '1 second'`;
      await sql`
      insert into task_runs (task_run_id, task, duration_ms, counts, ran_at)
      select gen_random_uuid(), 'sweep_sftp', row_number, '{}', ${time} from generate_series(1, 250) as row_number`;
      await sql`
      insert into webhook_deliveries (delivery_id, account_id, callback_url, event, body, status, ended_at)
      select gen_random_uuid(), account_id, 'https://over.example/', 'job.completed', row_number::text, 'failed', ${time}
      from accounts cross join generate_series(1, 250) as row_number`;
      await sql`
      insert into account_events (event_id, account_id, event, body, created_at)
      select gen_random_uuid(), account_id, 'job.completed', row_number::text, ${time}
      from accounts cross join generate_series(1, 250) as row_number`;
      await sql`
      insert into account_events (event_id, account_id, event, body, created_at)
      select gen_random_uuid(), account_id, 'job.completed', 'kept', clock_timestamp() - interval '29 days' from accounts`;
    });
    const left = () =>
      asOwner(engine.address, async (sql) => {
        const [runs] = await sql`select count(*)::int, min(duration_ms) from task_runs where task = 'sweep_sftp'`;
        const [deliveries] = await sql`
        select count(*)::int, min(body::int) from webhook_deliveries where callback_url = 'https://over.example/'`;
        const [events] = await sql`
        select count(*)::int, min(body::int) from account_events where body ~ '^[0-9]+$'`;
        return [runs, deliveries, events];
      });
    for (const expected of [
      { count: 150, min: 101 },
      { count: 50, min: 201 },
      { count: 0, min: null },
    ]) {
      await createMaintenanceStore(engine.database).deleteExpired(100);
      await createDeliveryStore(engine.database).deleteExpired(100);
      expect(await left()).toEqual([expected, expected, expected]);
    }
    const [kept] = await asOwner(
      engine.address,
      (sql) => sql`select count(*) > 0 as "isKept" from account_events where body = 'kept'`,
    );
    expect(kept).toEqual({ isKept: true });
  });

  test('deletes links, sessions and attempts to sign in that ended an hour ago, and no other', async () => {
    const counts = () =>
      asOwner(engine.address, async (sql) => {
        const [row] = await sql<{ codes: number; sessions: number; attempts: number }[]>`
        select (select count(*)::int from sign_in_codes) as codes, (select count(*)::int from sign_in_sessions) as sessions,
          (select count(*)::int from sign_in_attempts) as attempts`;
        return row;
      });
    const before = await counts();
    await asOwner(engine.address, (sql) => addSignIns(sql, { count: 5, endsIn: '-2 hours' }));
    expect(await counts()).not.toEqual(before);
    await createMaintenanceStore(engine.database).deleteExpired(100);
    expect(await counts()).toEqual(before);
  });
});

/**
 * Guarantee: a member's name in a PostgreSQL error reaches neither the server's log nor the service's log: not by the message, its detail
 * or context, the statement or its parameters, nor by the running query of a crashed server process.
 */
describe('names in logs', async () => {
  const NAME = 'Xanthippe Quackenbush';
  const accountId = randomUUID();

  const directory = join(await mkdtemp(join(tmpdir(), 'names ')), 'postgres');
  const server = await startEmbeddedPostgres({ dataDirectory: directory });
  await migrate(server.address);
  const database = connectDatabase(server.address, { poolSize: 2 });
  await database.system(
    (sql) =>
      sql`insert into accounts (account_id, name, tier, status) values (${accountId}, ${NAME}, 'standard', 'active')`,
  );
  afterAll(async () => {
    await database.close();
    await server.stop();
    await rm(join(directory, '..'), { recursive: true });
  });

  test('keeps errors that quote a name out of every log', async () => {
    const reports = connectReports({ database, administrator: server.address });
    const limits = { seconds: 2, rows: 10, bytes: 10_000 };
    const report = (statement: string) => reports.run(accountId, { statement, isOrdered: false }, limits);
    const workspace = randomUUID();
    const work: readonly (() => Promise<unknown>)[] = [
      // A duplicate key.
      () =>
        database.tenant(accountId, async (sql) => {
          const values = sql`${accountId}, ${NAME}, false`;
          await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (${workspace}, ${values})`;
          await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (gen_random_uuid(), ${values})`;
        }),
      // A whole row that a check refuses.
      () => database.system((sql) => sql`update accounts set tier = ${NAME} where account_id = ${accountId}`),
      // A value that cannot be read as another type: written out, bound, and from a row.
      () => database.system((sql) => sql.unsafe(`select '${NAME}'::integer`)),
      () => database.system((sql) => sql`select ${NAME}::text::numeric`),
      () => database.system((sql) => sql`select ${NAME}::integer`),
      () => database.system((sql) => sql`select name::date from accounts`),
      // A statement with a syntax error that contains a name, and one that is too slow.
      () => database.system((sql) => sql.unsafe(`select * from accounts where name = '${NAME}' oder`)),
      () => database.system((sql) => sql.unsafe(`set local statement_timeout = 1; select pg_sleep(1), '${NAME}'`)),
      // An error raised in a function, with a context and a hint.
      () =>
        database.system((sql) =>
          sql.unsafe(`do $$ begin raise exception '%', '${NAME}' using detail = '${NAME}', hint = '${NAME}'; end $$`),
        ),
      // A text that an analyst writes and sees.
      () => report(`select '${NAME}'::text::date`),
      () => report(`select name::integer from workspaces where name = '${NAME}'`),
      () => report(`select "${NAME}" from workspaces`),
      () => report(`select pg_sleep(60), '${NAME}'`),
    ];
    const logged: string[] = [];
    for (const attempt of work) {
      const outcome = await attempt().then(
        () => null,
        (error: unknown) => error,
      );
      logged.push(JSON.stringify(loggableError(outcome)));
    }
    expect(logged.filter((line) => line.includes('PostgresError')).length).toBeGreaterThanOrEqual(9);
    expect(logged.join('\n')).not.toContain(NAME);
    expect(await serverLog()).not.toContain(NAME);
  });

  test('logs no name when a server process crashes, but logs the crash', async () => {
    const victim = openConnection(server.address, { applicationName: 'victim', statementTimeoutSeconds: 60 });
    const [row] = await victim.client<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const running = victim.client.unsafe(`select pg_sleep(60), '${NAME}'`).catch(() => null);
    const isRunning = () =>
      asOwner(
        server.address,
        (sql) => sql`select 1 from pg_stat_activity where pid = ${row?.pid ?? 0} and state = 'active'`,
      );
    await expect.poll(isRunning).toHaveLength(1);
    process.kill(row?.pid ?? Number.NaN, 'SIGKILL');
    await running;
    victim.destroy();
    await expect.poll(serverLog).toMatch(/was terminated by signal 9/);
    expect(await serverLog()).not.toContain(NAME);
    const isBack = () => asOwner(server.address, (sql) => sql`select 1`).catch(() => []);
    await expect.poll(isBack, { timeout: 20_000 }).toHaveLength(1);
  });

  async function serverLog(): Promise<string> {
    return readFile(join(directory, 'server.log'), 'utf8');
  }
});
