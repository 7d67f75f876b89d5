import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import { webhookDeliveryRoutes, webhookRoutes } from '../../../lambdas/http/routes/webhooks-routes.ts';
import { createServices } from '../../../lambdas/runtime/services.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { memoryObjects, runStatementJobs } from '../../support/engine.ts';
import { startHttpService } from '../../support/http-service.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { sweepAccess, sweepCreations, sweepKeys, sweepMethods, sweepRequests } from '../../support/route-sweep.ts';
import { STATEMENT_CONFIG, sharedService, startService, statement, type TestAccount } from '../../support/service.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';
import { addWebhook, endJob } from './delivery-rows.ts';

describe('tenants', async () => {
  interface Ids {
    readonly webhook: string;
    readonly delivery: string;
    readonly job: string;
  }

  const URL = 'https://stranger.example/hook';
  const service = await startService();
  const account = await service.createAccount();
  const stranger = await service.createAccount({ name: 'Stranger' });
  await addWebhook(account);
  await endJob(service, account);
  const webhook = await addWebhook(stranger, URL);
  const job = await endJob(service, stranger, URL);
  const listed = (await stranger.call('GET', `/v1/webhooks/${webhook}/deliveries`)).json;
  const { data } = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(listed);
  /** The stranger's resources. */
  const foreign = { webhook, job, delivery: data[0]?.id ?? '' };
  afterAll(() => service.close());

  const requests = ({ webhook, delivery, job }: Ids) =>
    [
      ['GET', `/v1/webhooks/${webhook}`],
      ['PATCH', `/v1/webhooks/${webhook}`, { json: { enabled: false, url: 'https://mine.example' } }],
      ['DELETE', `/v1/webhooks/${webhook}`],
      ['POST', `/v1/webhooks/${webhook}/rotate-secret`],
      ['POST', `/v1/webhooks/${webhook}/test`],
      ['GET', `/v1/webhooks/${webhook}/deliveries`],
      ['POST', `/v1/webhooks/${webhook}/redeliver`, { json: {} }],
      ['GET', `/v1/webhooks/deliveries/${delivery}`],
      ['POST', `/v1/webhooks/deliveries/${delivery}/redeliver`],
      ['GET', `/v1/webhooks/deliveries?jobId=${job}`],
    ] as const;

  /** The responses as the client sees them, without the parts that name the request itself. */
  async function answers(ids: Ids): Promise<string[]> {
    const seen = [];
    for (const [method, path, options] of requests(ids)) {
      const { status, body } = await account.call(method, path, options);
      seen.push(`${method} ${status} ${body.replace(/"(requestId|instance)":"[^"]*"/g, '')}`);
    }
    return seen;
  }

  const tables = () =>
    service.database.system(
      (sql) => sql`
      select (select jsonb_agg(to_jsonb(w) order by position) from webhooks w where account_id = ${stranger.accountId}) as webhooks,
        (select jsonb_agg(to_jsonb(d) order by position) from webhook_deliveries d where account_id = ${stranger.accountId}) as deliveries,
        (select jsonb_agg(to_jsonb(e) order by position) from audit_entries e where account_id = ${stranger.accountId}) as entries`,
    );

  test("answers 404 for another account's ids exactly as for unknown and malformed ones, and changes nothing of it", async () => {
    const before = await tables();
    const seen = await answers(foreign);
    for (const line of seen) expect(line).toMatch(/^\w+ 404 .*"code":"not_found"/);
    expect(await answers({ webhook: randomUUID(), delivery: randomUUID(), job: randomUUID() })).toEqual(seen);
    expect(await answers({ webhook: 'x', delivery: "'", job: '0' })).toEqual(seen);
    expect(await tables()).toEqual(before);
  });

  test('shows nothing of another account in any list, not even after its cursor', async () => {
    const { pagination } = z
      .object({ pagination: z.object({ nextCursor: z.number() }) })
      .parse((await stranger.call('GET', '/v1/webhooks/deliveries?limit=1')).json);
    expect((await account.call('GET', `/v1/webhooks/deliveries?cursor=${pagination.nextCursor}`)).status).toBe(422);
    for (const path of ['/v1/webhooks', '/v1/webhooks/deliveries']) {
      const { status, body } = await account.call('GET', path);
      expect(status).toBe(200);
      for (const hidden of [...Object.values(foreign), URL, stranger.accountId]) expect(body).not.toContain(hidden);
    }
  });

  test('gives each account its own callback secret', async () => {
    const sealed = () =>
      service.database.system(
        (sql) => sql`select callback_secret_sealed from accounts where account_id = ${stranger.accountId}`,
      );
    const before = await sealed();
    expect((await account.call('POST', '/v1/webhooks/callback-secret')).status).toBe(200);
    expect(await sealed()).toEqual(before);
  });

  test('requires its kind of token on every route, refuses unknown input, and answers other methods with Allow', async () => {
    const management = {
      ...service.services.webhooks,
      webhookAddressProblem: async () => null,
      relayOutbox: async () => {},
    };
    const routes = [...webhookRoutes({ management, localMode: false }), ...webhookDeliveryRoutes(management)];
    expect(routes).toHaveLength(13);
    const tokens = { account: account.token, operator: 'operator' };
    await sweepAccess(routes, account.call, tokens);
    await sweepRequests(routes, account.call, tokens);
    await sweepMethods(routes, account.call);
    expect(sweepCreations(routes)).toBe(6);
    await sweepKeys(routes, account.call, tokens);
  });
});

/** Guarantee: a signing secret leaves the service once, in the response that creates it, and cannot be read anywhere afterwards. */
describe('kept secrets', async () => {
  const logged: string[] = [];

  const stored = await createTestDatabase();
  const { database } = stored;
  const queue = createPostgresQueue(database);
  const log = (...line: readonly unknown[]) => void logged.push(line.map(inFull).join(' '));
  const services = createServices({ database, objects: memoryObjects(), queue, log, ...webhookPlatform });
  const http = await startHttpService({
    database,
    services,
    log,
    settings: { thisMachine: { isOwnPort: () => false } },
  });
  const { call } = await http.createAccount({ name: 'Harbor' });
  const work = async () => {
    await runStatementJobs(services);
    await services.outbox.sweepOutbox();
  };
  afterAll(async () => {
    await http.close();
    await stored.drop();
  });

  function inFull(value: unknown): string {
    return value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : (JSON.stringify(value) ?? '');
  }

  /** Every row of every table, as text. */
  async function everythingStored(): Promise<string> {
    return stored.database.system(async (sql) => {
      const tables = await sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = 'public' and has_table_privilege(c.oid, 'select')`;
      expect(tables.length).toBeGreaterThan(20);
      const rows = [];
      for (const { name } of tables)
        rows.push(...(await sql.unsafe<{ row: string }[]>(`select '${name} ' || t::text as row from ${name} t`)));
      return rows.map(({ row }) => row).join('\n');
    });
  }

  test('keeps secrets in any form out of tables, logs and later responses', async () => {
    const secrets: string[] = [];
    const responses: string[] = [];
    /** Removes the secret from the one response that may have it, and keeps all other responses whole. */
    const ask = async (method: string, path: string, options: Parameters<ApiClient>[2] = {}) => {
      const { body, json } = await call(method, path, options);
      const { secret, callbackSecret } = z
        .object({ secret: z.string().optional(), callbackSecret: z.string().optional() })
        .catch({})
        .parse(json);
      const shown = secret ?? callbackSecret;
      if (shown === undefined) responses.push(body);
      else secrets.push(shown);
      return z.looseObject({}).catch({}).parse(json);
    };
    const hook = { url: 'http://localhost:9/hook', events: ['job.completed', 'job.failed'] };
    const webhookId = String((await ask('POST', '/v1/webhooks', { json: hook }))['id']);
    await ask('POST', `/v1/webhooks/${webhookId}/rotate-secret`);
    const carrierId = String((await ask('POST', '/v1/carriers', { json: { name: 'Own' } }))['id']);
    await ask('POST', `/v1/carriers/${carrierId}/configs`, { json: STATEMENT_CONFIG });
    const form = new FormData();
    const fields = { carrierId, periodYear: '2026', periodMonth: '1', webhookUrl: 'http://localhost:9/cb' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([statement([['M1', 5]])]), 'a.csv');
    await ask('POST', '/v1/files', { body: form });
    await ask('POST', '/v1/webhooks/callback-secret');
    expect(secrets).toHaveLength(4);
    await work();
    await ask('POST', `/v1/webhooks/${webhookId}/test`);
    await ask('PATCH', `/v1/webhooks/${webhookId}`, { json: { events: ['job.failed'] } });
    for (const path of [
      '/v1/webhooks',
      `/v1/webhooks/${webhookId}`,
      '/v1/webhooks/deliveries',
      '/v1/audit',
      '/v1/jobs',
    ])
      await ask('GET', path);
    await ask('DELETE', `/v1/webhooks/${webhookId}`);

    const tables = await everythingStored();
    // The search finds stored values: the deliveries and the encrypted secret of callbacks.
    expect(tables).toContain('webhook.test');
    expect(tables).toMatch(/v1\.[\w-]{16}\.[\w-]+/);
    const places = { tables, logs: logged.join('\n'), responses: responses.join('\n') };
    for (const secret of secrets) {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(bytes).toHaveLength(32);
      const whole = Buffer.from(secret);
      const forms = [
        secret,
        secret.slice(6),
        ...[bytes, whole].flatMap((one) => [one.toString('hex'), one.toString('base64url')]),
      ];
      for (const [place, text] of Object.entries(places))
        for (const form of forms) expect({ place, found: text.includes(form) }).toEqual({ place, found: false });
    }
  });

  /** Guarantee: a request that was repeated because no answer came creates no second secret and no second delivery. */

  let account: TestAccount;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const newKey = () => ({ 'Idempotency-Key': randomUUID() });

  describe('a request that answers 200 or 202 and creates one more thing each time', () => {
    const webhook = async () => `/v1/webhooks/${await addWebhook(account)}`;

    test.each(['rotate-secret', 'test'])('runs %s once under a key', async (action) => {
      const path = `${await webhook()}/${action}`;
      const headers = newKey();
      const first = await account.call('POST', path, { headers });
      const again = await account.call('POST', path, { headers });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const other = await account.call('POST', path, { headers: newKey() });
      expect([other.status, other.body === first.body]).toEqual([first.status, false]);
    });

    test('creates a new secret for callbacks once', async () => {
      const headers = newKey();
      const path = '/v1/webhooks/callback-secret';
      const first = await account.call('POST', path, { headers });
      expect(first.status).toBe(200);
      expect((await account.call('POST', path, { headers })).body).toBe(first.body);
      expect((await account.call('POST', path, {})).body).not.toBe(first.body);
    });

    test('keeps the previous secret after a repeated rotation', async () => {
      const path = `${await webhook()}/rotate-secret`;
      const headers = newKey();
      for (let repeat = 0; repeat < 3; repeat++) await account.call('POST', path, { headers });
      const rotations = await service.database.system(
        (sql) => sql`select from audit_entries where account_id = ${account.accountId} and action like '%rotat%'`,
      );
      expect(rotations).toHaveLength(1);
    });
  });
});
