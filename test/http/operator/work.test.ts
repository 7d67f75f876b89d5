import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startOperatedService } from '../../support/operated-service.ts';
import { formOf, STATEMENT_CONFIG } from '../../support/service.ts';

/** Tests GET /v1/admin/jobs, /v1/admin/dead-letters and /v1/admin/heaviest-accounts, which show the operator the work of all accounts. */

const jobs: string[] = [];
const service = await startOperatedService();
for (const name of ['Harbor Benefits', 'Other Agency']) {
  const account = await service.createAccount(name);
  const carrier = await account.call('POST', '/v1/carriers', { json: { name: `Carrier of ${name}` } });
  const { id: carrierId } = z.object({ id: z.string() }).parse(carrier.json);
  await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json: STATEMENT_CONFIG });
  const body = formOf({
    file: 'Member ID,Commission\nSecret,5\n',
    fileName: 'secret.csv',
    carrierId,
    period: '2026-03',
  });
  const accepted = await account.call('POST', '/v1/files', { body });
  jobs.push(z.object({ jobId: z.string() }).parse(accepted.json).jobId);
}
afterAll(() => service.close());

test('lists the jobs of all accounts, newest first and by state, and names no member and no file', async () => {
  const all = await service.operate('GET', '/v1/admin/jobs');
  const row = { period: '2026-03', mode: 'ingest', status: 'queued', attempts: 0, errorCode: null, completedAt: null };
  expect([all.status, all.json]).toMatchObject([
    200,
    {
      data: [
        { ...row, id: jobs[1], accountName: 'Other Agency', carrierName: 'Carrier of Other Agency' },
        { ...row, id: jobs[0], accountName: 'Harbor Benefits', carrierName: 'Carrier of Harbor Benefits' },
      ],
      pagination: { limit: 50, offset: 0, hasMore: false },
    },
  ]);
  expect(all.body.toLowerCase()).not.toContain('secret');
  expect((await service.operate('GET', '/v1/admin/jobs?status=failed')).json).toMatchObject({ data: [] });
  expect((await service.operate('GET', '/v1/admin/jobs?status=queued&limit=1')).json).toMatchObject({
    data: [{ id: jobs[1] }],
    pagination: { hasMore: true },
  });
  expect((await service.operate('GET', '/v1/admin/jobs?status=broken')).status).toBe(422);
});

test('lists messages that were given up, with their job and account if they have any', async () => {
  await service.database.system(async (sql) => {
    const letters = [
      { queue: 'statements', body: JSON.stringify({ jobId: jobs[0] }), at: '2026-07-03T00:00:00Z' },
      { queue: 'statements', body: JSON.stringify({ jobId: randomUUID() }), at: '2026-07-02T00:00:00Z' },
      { queue: 'webhooks', body: 'no JSON', at: '2026-07-01T00:00:00Z' },
    ];
    for (const { queue, body, at } of letters)
      await sql`
        insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count, recorded_at)
        values (${randomUUID()}, ${queue}, ${randomUUID()}, ${body}, 6, ${at})`;
  });
  const { status, json } = await service.operate('GET', '/v1/admin/dead-letters');
  const gone = { jobId: null, jobStatus: null, accountName: null };
  expect([status, json]).toMatchObject([
    200,
    {
      data: [
        { queue: 'statements', receiveCount: 6, jobId: jobs[0], jobStatus: 'queued', accountName: 'Harbor Benefits' },
        { queue: 'statements', ...gone },
        { queue: 'webhooks', ...gone },
      ],
    },
  ]);
  expect((await service.operate('GET', '/v1/admin/dead-letters?limit=1')).json).toMatchObject({
    data: [{ jobId: jobs[0] }],
    pagination: { hasMore: true },
  });
});

test('lists the ten accounts that kept the workers busy for longest, without those that did nothing', async () => {
  await service.database.system(async (sql) => {
    const worked = [
      { jobId: jobs[0], seconds: 4, rows: 900 },
      { jobId: jobs[1], seconds: 60, rows: 20 },
    ];
    for (const { jobId, seconds, rows } of worked) {
      await sql`update jobs set status = 'processing', lease_epoch = 1, attempts = 1, claim_id = ${randomUUID()} where job_id = ${jobId ?? ''}`;
      await sql`
        update jobs set status = 'completed', completed_at = clock_timestamp(),
          started_at = clock_timestamp() - make_interval(secs => ${seconds}), stats = ${sql.json({ rowsIngested: rows })}
        where job_id = ${jobId ?? ''}`;
    }
  });
  await service.createAccount('Idle Agency');
  const { status, json } = await service.operate('GET', '/v1/admin/heaviest-accounts?days=7');
  expect([status, json]).toMatchObject([
    200,
    {
      days: 7,
      data: [
        { accountName: 'Other Agency', jobs: 1, rows: 20, workerSeconds: 60, storedBytes: 30 },
        { accountName: 'Harbor Benefits', jobs: 1, rows: 900, workerSeconds: 4, storedBytes: 30 },
      ],
    },
  ]);
  expect(z.object({ data: z.array(z.unknown()) }).parse(json).data).toHaveLength(2);
  expect((await service.operate('GET', '/v1/admin/heaviest-accounts?days=0')).status).toBe(422);
});
