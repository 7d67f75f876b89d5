import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { webhookDeliveryRoutes, webhookRoutes } from '../../../lambdas/http/routes/webhooks-routes.ts';
import { sweepAccess, sweepCreations, sweepKeys, sweepMethods, sweepRequests } from '../../support/route-sweep.ts';
import { startService } from '../../support/service.ts';
import { addWebhook, endJob } from './delivery-rows.ts';

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
