import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

async function uploaded(period: string, file: string, who = account) {
  const reply = await who.upload({ file, carrierId, period });
  return z.looseObject({ jobId: z.string(), fileId: z.string() }).parse(reply.json);
}

const file = statement([['M1', 50]]);
const unusable = 'Member ID,Other\nM1,1\n';
const retry = (jobId: string) => account.call('POST', `/v1/jobs/${jobId}/retry`);

describe('retry', () => {
  test('queues a failed job again with 202, and the job runs again', async () => {
    const { jobId, fileId } = await uploaded('2024-01', unusable);
    await service.runJobs();
    expect(await retry(jobId)).toMatchObject({
      status: 202,
      json: { jobId, fileId, status: 'queued', mode: 'ingest' },
    });
    const second = await retry(jobId);
    expect(second).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await service.runJobs()).toBe(1);
    expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ status: 'failed', attempts: 1 });
  });

  test('answers 409 if the job did not fail, its file is gone, or another file holds the period', async () => {
    const done = await uploaded('2024-02', file);
    await service.runJobs();
    expect(await retry(done.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const purged = await uploaded('2024-03', unusable);
    await service.runJobs();
    await account.call('POST', `/v1/files/${purged.fileId}/purge`);
    expect(await retry(purged.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const overtaken = await uploaded('2024-04', unusable);
    await service.runJobs();
    await uploaded('2024-04', file);
    expect(await retry(overtaken.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });
});

test('answers 404 for unknown, malformed and foreign jobs alike', async () => {
  const stranger = await service.createAccount();
  const { jobId } = await uploaded('2024-01', file, stranger);
  await service.runJobs();
  const bodies = new Set<string>();
  for (const id of [randomUUID(), 'not-an-id', jobId]) {
    const response = await retry(id);
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    bodies.add(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
  }
  expect(bodies.size).toBe(1);
});

test('refuses a retry by a read-only token with 403', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  const response = await reader.call('POST', `/v1/jobs/${randomUUID()}/retry`);
  expect(response).toMatchObject({ status: 403, json: { code: 'forbidden' } });
});
