import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { addWebhook, endJob } from './delivery-rows.ts';

/** Guarantee: an account lists its events of thirty days with the bytes of their deliveries, and none is missed behind a cursor. */

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

  it('shows an account its own events only', async () => {
    await endJob(service, account);
    account = await service.createAccount({ name: 'Other Benefits' });
    expect(await list()).toMatchObject({ data: [], pagination: { nextCursor: 0 } });
  });
});
