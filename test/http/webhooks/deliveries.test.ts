import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobEvent } from '../../../lambdas/http/openapi-webhooks.ts';
import { listMessages } from '../../support/engine-tables.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { addDelivery, addWebhook, endJob, setStatus } from './delivery-rows.ts';

describe('deliveries', async () => {
  let account: TestAccount;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const row = z.object({ id: z.string(), status: z.string(), webhookId: z.string().nullable() });
  const page = z.object({ data: z.array(row), pagination: z.object({ nextCursor: z.number().nullable() }) });
  const list = async (path: string) => page.parse((await account.call('GET', path)).json);
  const ids = async (path: string) => (await list(path)).data.map(({ id }) => id);
  const get = async (id: string) => (await account.call('GET', `/v1/webhooks/deliveries/${id}`)).json;
  const redeliver = (id: string) => account.call('POST', `/v1/webhooks/deliveries/${id}/redeliver`);
  const messagesFor = async (id: string) =>
    (await listMessages(service.database, 'webhooks')).filter((body) => body.includes(id)).length;

  describe('the deliveries of a job', () => {
    it('are one per webhook and one for the callback, with different ids even for the same URL', async () => {
      const url = 'https://agency.example/same';
      const webhookId = await addWebhook(account, url);
      const jobId = await endJob(service, account, url);
      const { data } = await list(`/v1/webhooks/deliveries?jobId=${jobId}`);
      expect(new Set(data.map(({ id }) => id)).size).toBe(2);
      expect(new Set(data.map((one) => one.webhookId))).toEqual(new Set([webhookId, null]));
      for (const { id } of data) {
        expect(await get(id)).toMatchObject({ event: 'job.completed', jobId, url, status: 'pending', attempts: [] });
        expect(await messagesFor(id)).toBe(1);
      }
      expect(await ids(`/v1/webhooks/${webhookId}/deliveries`)).toHaveLength(1);
      const bodies = await service.database.system(
        (sql) => sql<{ body: string }[]>`select body from webhook_deliveries where job_id = ${jobId}`,
      );
      // The description has exactly the fields that are sent.
      for (const { body } of bodies) expect(jobEvent.parse(JSON.parse(body))).toEqual(JSON.parse(body));
    });

    it('reach a webhook for every mode of job', async () => {
      const webhookId = await addWebhook(account);
      await endJob(service, account);
      const { data } = z
        .object({ data: z.array(z.object({ fileId: z.string() })) })
        .parse((await account.call('GET', '/v1/files')).json);
      expect((await account.call('DELETE', `/v1/files/${data[0]?.fileId}`)).status).toBe(202);
      await service.runJobs();
      await service.services.outbox.sweepOutbox();
      expect(await ids(`/v1/webhooks/${webhookId}/deliveries`)).toHaveLength(2);
    });
  });

  describe('POST /v1/webhooks/{id}/test', () => {
    it('makes a delivery that takes the path of an event: 202', async () => {
      const webhookId = await addWebhook(account);
      const { status, json } = await account.call('POST', `/v1/webhooks/${webhookId}/test`);
      expect(status).toBe(202);
      const { id } = row.parse(json);
      expect(json).toMatchObject({ webhookId, event: 'webhook.test', jobId: null, status: 'pending', attemptCount: 0 });
      expect(await messagesFor(id)).toBe(1);
      const [stored] = await service.database.system(
        (sql) => sql<{ body: string }[]>`select body from webhook_deliveries where delivery_id = ${id}`,
      );
      expect(JSON.parse(stored?.body ?? '')).toMatchObject({
        event: 'webhook.test',
        _links: { self: { href: `${service.url}/v1/webhooks/${webhookId}` } },
      });
    });

    it('sends nothing while the webhook is disabled: 409', async () => {
      const webhookId = await addWebhook(account);
      await account.call('PATCH', `/v1/webhooks/${webhookId}`, { json: { enabled: false } });
      const { status, json } = await account.call('POST', `/v1/webhooks/${webhookId}/test`);
      expect(status).toBe(409);
      expect(json).toMatchObject({ code: 'conflict', detail: 'The webhook is disabled. Enable it first.' });
      expect(await ids(`/v1/webhooks/${webhookId}/deliveries`)).toEqual([]);
    });
  });

  describe('the delivery log', () => {
    it('shows each attempt, oldest first, with its class of failure and nothing of the response', async () => {
      const webhookId = await addWebhook(account);
      const id = await addDelivery(service, account, { webhookId });
      await setStatus(service, id, 'pending');
      expect(await get(id)).toMatchObject({
        attemptCount: 2,
        nextAttemptAt: expect.stringMatching(/Z$/),
        endedAt: null,
        attempts: [
          {
            number: 1,
            attemptedAt: '2026-07-15T12:01:00.123Z',
            durationMs: 41,
            responseStatus: 503,
            error: 'http_503',
          },
          {
            number: 2,
            attemptedAt: '2026-07-15T12:02:00.123Z',
            durationMs: 42,
            responseStatus: 503,
            error: 'http_503',
          },
        ],
      });
    });

    it('filters by state', async () => {
      const webhookId = await addWebhook(account);
      const path = `/v1/webhooks/${webhookId}/deliveries`;
      for (const status of ['pending', 'delivered', 'failed', 'discarded'] as const) {
        const id = await addDelivery(service, account, { webhookId });
        await setStatus(service, id, status);
        expect(await ids(`${path}?status=${status}`)).toEqual([id]);
        expect(await ids(`/v1/webhooks/deliveries?status=${status}`)).toEqual([id]);
      }
      expect((await account.call('GET', `${path}?status=sent`)).status).toBe(422);
    });

    it('lists deliveries newest first in stable pages, whatever is added or changes meanwhile', async () => {
      const webhookId = await addWebhook(account);
      const path = `/v1/webhooks/${webhookId}/deliveries`;
      const added: string[] = [];
      for (let count = 0; count < 7; count += 1) added.push(await addDelivery(service, account, { webhookId }));
      const seen: string[] = [];
      let cursor: number | null = null;
      do {
        const next: z.output<typeof page> = await list(`${path}?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
        seen.push(...next.data.map(({ id }) => id));
        cursor = next.pagination.nextCursor;
        // Newer deliveries, and one of the page that was just read in another state.
        await addDelivery(service, account, { webhookId });
        await setStatus(service, seen.at(-1) ?? '', 'delivered');
      } while (cursor !== null);
      expect(seen).toEqual(added.toReversed());
    });

    it('accepts a cursor whose row was deleted and continues with older rows; refuses an invented cursor', async () => {
      const webhookId = await addWebhook(account);
      const path = `/v1/webhooks/${webhookId}/deliveries`;
      for (let count = 0; count < 3; count += 1) await addDelivery(service, account, { webhookId });
      const { pagination } = await list(`${path}?limit=2`);
      for (const cursor of [0, 999_999_999, (pagination.nextCursor ?? 0) + 1_000])
        expect((await account.call('GET', `${path}?cursor=${cursor}`)).status).toBe(422);
      const { nextCursor } = pagination;
      const [, , oldest] = await ids(path);
      await service.database.system(
        (sql) => sql`delete from webhook_deliveries where webhook_id = ${webhookId} and position = ${nextCursor}`,
      );
      expect(await ids(`${path}?cursor=${nextCursor}`)).toEqual([oldest]);
      await service.database.system(
        (sql) => sql`delete from webhook_deliveries where webhook_id = ${webhookId} and position <= ${nextCursor}`,
      );
      expect(await ids(`${path}?cursor=${pagination.nextCursor}`)).toEqual([]);
    });

    it('answers 404 for an unknown job', async () => {
      expect((await account.call('GET', '/v1/webhooks/deliveries?jobId=none')).status).toBe(404);
    });
  });

  describe('sending again', () => {
    it.each(['delivered', 'failed', 'discarded', 'pending'] as const)(
      'queues a delivery that is %s at once, with six new attempts, and keeps the earlier ones: 202',
      async (status) => {
        const webhookId = await addWebhook(account);
        const id = await addDelivery(service, account, { webhookId });
        await setStatus(service, id, status);
        const response = await redeliver(id);
        expect(response.status).toBe(202);
        expect(response.json).toMatchObject({
          id,
          status: 'pending',
          attemptCount: 0,
          redelivered: true,
          endedAt: null,
        });
        const { attempts } = z.object({ attempts: z.array(z.unknown()) }).parse(response.json);
        expect(attempts.length).toBeGreaterThan(0);
        expect(await messagesFor(id)).toBe(1);
      },
    );

    it('answers 409 while the delivery is being sent, and if its webhook is disabled or deleted', async () => {
      const webhookId = await addWebhook(account);
      const id = await addDelivery(service, account, { webhookId });
      const claim = (until: string) =>
        service.database.system(
          (sql) => sql`
          update webhook_deliveries set claimed_until = clock_timestamp() + ${until}::interval where delivery_id = ${id}`,
        );
      await claim('1 minute');
      expect((await redeliver(id)).json).toMatchObject({ detail: 'It is being sent at this moment.' });
      await claim('-1 minute');
      expect((await redeliver(id)).status).toBe(202);
      await account.call('PATCH', `/v1/webhooks/${webhookId}`, { json: { enabled: false } });
      expect(await get(id)).toMatchObject({ status: 'discarded', nextAttemptAt: null });
      expect((await redeliver(id)).json).toMatchObject({ status: 409, code: 'conflict' });
      await account.call('DELETE', `/v1/webhooks/${webhookId}`);
      expect(await get(id)).toMatchObject({ status: 'discarded', webhookId: null, url: null });
      expect((await redeliver(id)).json).toMatchObject({ detail: 'The webhook it was for has been deleted.' });
    });

    it('sends a callback to the URL of the upload', async () => {
      const jobId = await endJob(service, account, 'https://agency.example/callback');
      const [id = ''] = await ids(`/v1/webhooks/deliveries?jobId=${jobId}`);
      await setStatus(service, id, 'failed');
      expect((await redeliver(id)).json).toMatchObject({ url: 'https://agency.example/callback', status: 'pending' });
    });

    it('repeats everything that a webhook missed since a time: failed and discarded events, no tests and no delivered ones', async () => {
      const webhookId = await addWebhook(account);
      const jobId = await endJob(service, account);
      const [delivered = ''] = await ids(`/v1/webhooks/${webhookId}/deliveries`);
      await setStatus(service, delivered, 'delivered');
      const add = async (status: 'failed' | 'discarded', created: string) => {
        const id = await addDelivery(service, account, { webhookId, jobId });
        await setStatus(service, id, status);
        await service.database.system(
          (sql) => sql`update webhook_deliveries set created_at = ${created} where delivery_id = ${id}`,
        );
        return id;
      };
      const old = await add('failed', '2026-05-31T23:59:59Z');
      const failed = await add('failed', '2026-06-01T00:00:00Z');
      const discarded = await add('discarded', '2026-06-02T00:00:00Z');
      const test = row.parse((await account.call('POST', `/v1/webhooks/${webhookId}/test`)).json).id;
      await setStatus(service, test, 'failed');
      const missed = (json: object) => account.call('POST', `/v1/webhooks/${webhookId}/redeliver`, { json });
      const since = await missed({ since: '2026-06-01T02:00:00+02:00' });
      expect(since).toMatchObject({ status: 202, json: { id: webhookId, redelivered: 2 } });
      const pending = await ids(`/v1/webhooks/${webhookId}/deliveries?status=pending`);
      expect(new Set(pending)).toEqual(new Set([failed, discarded]));
      for (const id of pending) expect(await messagesFor(id)).toBe(1);
      expect((await missed({})).json).toMatchObject({ redelivered: 1 });
      expect(await get(old)).toMatchObject({ status: 'pending', redelivered: true });
      expect(await get(test)).toMatchObject({ status: 'failed' });
      expect(await get(delivered)).toMatchObject({ status: 'delivered', redelivered: false });
      for (const json of [{ since: 'yesterday' }, { since: '0000-01-01T00:00:00Z' }, { from: '2026-06-01T00:00:00Z' }])
        expect((await missed(json)).status).toBe(422);
      await account.call('PATCH', `/v1/webhooks/${webhookId}`, { json: { enabled: false } });
      expect((await missed({})).status).toBe(409);
    });
  });
});

/** Guarantee: an account lists its events of thirty days with the bytes of their deliveries, and none is missed behind a cursor. */
describe('events', async () => {
  let account: TestAccount;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const page = z.object({
    data: z.array(
      z.object({
        id: z.number(),
        event: z.string(),
        jobId: z.string().nullable(),
        createdAt: z.string(),
        body: z.string(),
      }),
    ),
    pagination: z.object({ limit: z.number(), nextCursor: z.number(), hasMore: z.boolean() }),
  });
  const list = async (query = '') => page.parse((await account.call('GET', `/v1/events${query}`)).json);

  describe('GET /v1/events', () => {
    it('has the bytes of each delivery, also of events that no webhook was there for', async () => {
      const before = await endJob(service, account);
      await addWebhook(account);
      const jobId = await endJob(service, account, 'https://agency.example/callback');
      const { data } = await list();
      expect(data.map((event) => [event.event, event.jobId])).toEqual([
        ['job.completed', before],
        ['job.completed', jobId],
      ]);
      const bodies = await service.database.system(
        (sql) => sql<{ body: string }[]>`select body from webhook_deliveries where job_id = ${jobId}`,
      );
      expect(bodies.map(({ body }) => body)).toEqual([data[1]?.body, data[1]?.body]);
    });

    it('goes on from a cursor, which it answers also when nothing has come yet', async () => {
      expect((await list('?cursor=7')).pagination).toEqual({ limit: 50, nextCursor: 7, hasMore: false });
      await endJob(service, account);
      await endJob(service, account);
      const first = await list('?limit=1');
      expect(first.pagination).toEqual({ limit: 1, nextCursor: first.data[0]?.id, hasMore: true });
      const second = await list(`?limit=1&cursor=${first.pagination.nextCursor}`);
      expect(second.pagination).toEqual({ limit: 1, nextCursor: second.data[0]?.id, hasMore: false });
      expect(await list(`?cursor=${second.pagination.nextCursor}`)).toMatchObject({
        data: [],
        pagination: { nextCursor: second.pagination.nextCursor },
      });
    });

    it('filters by types and by time, and refuses others', async () => {
      const jobId = await endJob(service, account);
      expect((await list('?types=job.failed')).data).toEqual([]);
      expect((await list('?types=job.failed,job.completed')).data).toMatchObject([{ jobId }]);
      expect((await list('?since=2026-01-01T00:00:00Z')).data).toMatchObject([{ jobId }]);
      expect((await list('?since=2126-01-01T00:00:00Z')).data).toEqual([]);
      for (const query of ['?types=job.ended', '?types=', '?since=yesterday', '?cursor=x']) {
        expect(await account.call('GET', `/v1/events${query}`), query).toMatchObject({ status: 422 });
      }
    });
  });
});
