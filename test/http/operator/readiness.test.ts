import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';
import { type OperatedService, startOperatedService } from '../../support/operated-service.ts';

let service: OperatedService;
const NEEDED_BYTES = 2_000_000_000;
let freeBytes: number;
let isDiskGone: boolean;
beforeEach(async () => {
  freeBytes = 10 * NEEDED_BYTES;
  isDiskGone = false;
  service = await startOperatedService({
    readDisk: async () => {
      if (isDiskGone) throw new Error('ENOENT');
      return { freeBytes, totalBytes: 100 * NEEDED_BYTES, neededBytes: NEEDED_BYTES };
    },
  });
});
afterEach(() => service.close());

const anonymous = () => service.operate('GET', '/v1/ready', { token: null });
const operator = () => service.operate('GET', '/v1/ready');

/** Adds two waiting jobs, of which one has waited for an hour, a running job and an ended job. */
async function fillQueue(accountId: string): Promise<void> {
  const carrierId = randomUUID();
  await service.database.system(async (sql) => {
    await sql`insert into carriers (carrier_id, account_id, name, slug) values (${carrierId}, ${accountId}, 'Summit', 'summit')`;
    await sql`
      with given (file_id, status, seconds) as materialized (
        select gen_random_uuid(), * from (
          values ('queued', 3600), ('queued', 5), ('processing', 7200), ('completed', 9000)) as job
      ), file as (
        insert into files (file_id, account_id, workspace_id, carrier_id, period, original_filename, byte_size, checksum_sha256,
          source, status, object_key)
        select file_id, ${accountId}, workspace_id, ${carrierId}, '2026-01', 'a.csv', 1, 'x', 'api', 'pending', 'x'
        from given, workspaces where account_id = ${accountId}
        returning file_id, workspace_id
      )
      insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, created_at, completed_at)
      select gen_random_uuid(), ${accountId}, workspace_id, ${carrierId}, '2026-01', file_id, 'rescore', status,
        now() - make_interval(secs => seconds), case when status = 'completed' then now() end
      from given join file using (file_id)`;
  });
}

test('tells everybody only that the service is ready: 200', async () => {
  const account = await service.createAccount();
  for (const token of [null, account.token, 'cas_guess']) {
    const response = await service.operate('GET', '/v1/ready', { token });
    expect(response).toMatchObject({ status: 200, json: { ready: true } });
    expect(response.body).toBe('{"ready":true}');
  }
});

test('shows the operator the queue, the disk and the last runs of the tasks: 200', async () => {
  const { accountId } = await service.createAccount();
  await fillQueue(accountId);
  await service.operate('POST', '/v1/admin/system/run', { json: { task: 'purge_files' } });
  const runs = await service.operate('GET', '/v1/admin/system/cron-runs');
  const ranAt = z.object({ data: z.array(z.object({ ranAt: z.string() })).length(1) }).parse(runs.json).data[0]?.ranAt;
  const response = await operator();
  expect(response.status).toBe(200);
  expect(response.json).toEqual({
    ready: true,
    database: { answerMs: expect.any(Number) },
    queue: { waiting: 2, processing: 1, oldestWaitingSeconds: expect.any(Number) },
    disk: { freeBytes, totalBytes: 100 * NEEDED_BYTES, neededBytes: NEEDED_BYTES },
    tasks: TASK_NAMES.map((task) => ({ task, lastRanAt: task === 'purge_files' ? ranAt : null })),
  });
  const { oldestWaitingSeconds } = z
    .object({ queue: z.object({ oldestWaitingSeconds: z.number() }) })
    .parse(response.json).queue;
  expect(oldestWaitingSeconds).toBeGreaterThanOrEqual(3_600);
  expect(oldestWaitingSeconds).toBeLessThan(7_200);
});

test('shows no oldest job for an empty queue', async () => {
  expect((await operator()).json).toMatchObject({
    queue: { waiting: 0, processing: 0, oldestWaitingSeconds: null },
  });
});

test('answers 503 without the database, shows the cause only to the operator, and health stays ok', async () => {
  await service.database.close();
  const refused = await anonymous();
  expect(refused).toMatchObject({
    status: 503,
    json: { code: 'service_unavailable', detail: 'The service is not ready.' },
  });
  expect(refused.json).not.toHaveProperty('errors');
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await operator()).json).toMatchObject({
    errors: [{ field: 'database', detail: 'The database can not be asked.' }],
  });
  expect((await service.operate('GET', '/v1/health', { token: null })).json).toMatchObject({ status: 'ok' });
});

test.each([
  {
    disk: 'is full',
    free: NEEDED_BYTES - 1,
    gone: false,
    detail: /^The disk is full: 1999 MB are free, and the service needs 2000 MB/,
  },
  { disk: 'is gone', free: 0, gone: true, detail: /can not be looked at/ },
])('answers 503 if the disk $disk', async ({ free, gone, detail }) => {
  freeBytes = free;
  isDiskGone = gone;
  expect(await operator()).toMatchObject({
    status: 503,
    json: { errors: [{ field: 'disk', detail: expect.stringMatching(detail) }] },
  });
});
