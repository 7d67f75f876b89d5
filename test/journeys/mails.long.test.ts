import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { asOwner } from '../support/postgres.ts';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: the bundled function of scheduled reports does its whole work with two logins, of reports and of the scheduler. The owner of
 * its database is not a superuser, as on a managed server.
 */
describe('scheduled report', () => {
  let platform: DeployedPlatform;
  let directory: string;
  let reports: LambdaProcess;

  const invokeOnce = async (name: 'migrate-database' | 'bootstrap-operator', event: object): Promise<void> => {
    const lambda = await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
    try {
      await lambda.invoke(event);
    } finally {
      await lambda.close();
    }
  };

  beforeAll(async () => {
    [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
    await invokeOnce('migrate-database', {});
    await invokeOnce('bootstrap-operator', { accountName: 'Lakeview', email: 'owner@lakeview.example' });
    const environment = platform.environmentOf('run-saved-reports');
    reports = await startLambda(join(directory, 'run-saved-reports', 'index.mjs'), environment);
  }, 240_000);

  afterAll(async () => {
    await reports.close();
    await platform.close();
  });

  function inService<T>(work: Parameters<typeof asOwner<T>>[1]): Promise<T> {
    const { address } = platform.postgres;
    if (address.kind !== 'socket') throw new TypeError('The server has a socket');
    return asOwner({ ...address, database: 'service' }, work);
  }

  const schedule = (name: string, query: string) =>
    inService(
      (sql) => sql`
      insert into saved_reports (report_id, account_id, name, sql, cadence, next_due_at)
      select ${randomUUID()}, account_id, ${name}, ${query}, 'weekly', now() from accounts`,
    );

  test('gets only two logins in its environment', () => {
    const arns = z.record(z.string(), z.string()).parse(JSON.parse(reportVariables().DATABASE_SECRET_ARNS));
    expect(Object.keys(arns).sort()).toEqual(['report', 'scheduler']);
  });

  function reportVariables() {
    return z.object({ DATABASE_SECRET_ARNS: z.string() }).parse(platform.environmentOf('run-saved-reports'));
  }

  test('mails due reports, and records their results, the run of the task and the entries of the audit trail', async () => {
    await schedule('Months', 'select count(*) as months from rollups');
    await schedule('Broken', 'select 1 / (count(*) - count(*)) from rollups');
    const counts = await reports.invoke({ source: 'aws.scheduler' });
    expect(counts, reports.output()).toEqual({ reportsSent: 1, reportsFailed: 1, reportsSkipped: 0 });

    const mails = (await platform.mail.emails()).map(({ destination, subject }) => [destination.to, subject]);
    expect(mails).toEqual([
      [['owner@lakeview.example'], 'Your weekly report'],
      [['owner@lakeview.example'], 'Your weekly report failed'],
    ]);
    const stored = await inService(
      (sql) => sql`
      select name, last_status, next_due_at > now() as later, claimed_until,
        (select array_agg(action) from audit_entries where target = report_id::text) as audit
      from saved_reports order by position`,
    );
    const recorded = { later: true, claimed_until: null, audit: ['report.run'] };
    expect(stored).toEqual([
      { name: 'Months', last_status: 'ok', ...recorded },
      { name: 'Broken', last_status: 'failed', ...recorded },
    ]);
    expect(await inService((sql) => sql`select task from task_runs`)).toEqual([{ task: 'run_saved_reports' }]);
    expect(await inService((sql) => sql`select 1 from report_places`)).toEqual([]);
  });

  test('has connected as these two logins and no other', async () => {
    const sessions = await inService(
      (sql) =>
        sql`select distinct usename::text as login from pg_stat_activity where application_name ~ 'saved-reports|report'`,
    );
    expect(sessions).toEqual([{ login: 'cas_scheduler_login' }]);
  });
});

/** Guarantee: the service that `npm start` runs mails an account, and never its test account, although both have an address. */
describe('test account mail', () => {
  let dataDirectory: string;
  let service: RunningService;
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'test-account-mail-'));
    await copyStartedData(dataDirectory);
    service = await startRunningService({ dataDirectory, environment: { WEBHOOK_LOCALHOST: 'allow' } });
  });
  afterAll(async () => {
    await service.stop('SIGTERM');
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function call<T>(
    shape: z.ZodType<T>,
    token: string,
    [method, path, body]: [string, string, object?],
  ): Promise<T> {
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return shape.parse(await response.json());
  }

  const withId = z.object({ id: z.string() });

  /** Makes a webhook whose receiver is gone, which ends it with a mail to the account, and waits for that end. */
  async function endWebhook(token: string, url: string): Promise<void> {
    const { id } = await call(withId, token, ['POST', '/webhooks', { url, events: ['job.completed'] }]);
    await call(withId, token, ['POST', `/webhooks/${id}/test`]);
    const state = z.object({ enabled: z.boolean() });
    await expect
      .poll(async () => (await call(state, token, ['GET', `/webhooks/${id}`])).enabled, { timeout: 20_000 })
      .toBe(false);
  }

  async function mailed(): Promise<string> {
    const folder = join(dataDirectory, 'mail');
    const files = await readdir(folder, { recursive: true });
    const texts = files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  }

  test('a webhook that ends is mailed to the account, and to nobody in a test account', async () => {
    const gone = createServer((_, response) => response.writeHead(410).end());
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    const address = gone.address();
    const url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/hook`;
    const { id } = await call(withId, OPERATOR_TOKEN, [
      'POST',
      '/admin/accounts',
      { name: 'Harbor', email: 'live@harbor.example' },
    ]);
    const issued = z.object({ token: z.string() });
    const tokenOf = (isTest: boolean) =>
      call(issued, OPERATOR_TOKEN, ['POST', `/admin/accounts/${id}/tokens`, { isTest }]);
    const [live, test] = [await tokenOf(false), await tokenOf(true)];
    const me = await call(z.object({ accountId: z.string(), isTest: z.literal(true) }), test.token, ['GET', '/me']);
    await call(withId, OPERATOR_TOKEN, ['PATCH', `/admin/accounts/${me.accountId}`, { email: 'test@harbor.example' }]);

    await endWebhook(test.token, url);
    await endWebhook(live.token, url);
    await expect.poll(mailed, { timeout: 20_000 }).toContain('live@harbor.example');
    // Stopping finishes what is under way, such as a mail that is just being written.
    await service.stop('SIGTERM');
    expect(await mailed()).not.toContain('test@harbor.example');
    gone.close();
  });
});
