import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { isHeldOnFullDisk } from '../../../lambdas/http/answer-once.ts';
import { type OwnService, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a full disk refuses what would be stored, loses nothing, and lets people read and make room. */

let isFull = false;
let service: OwnService;
let account: TestAccount;
let carrierId: string;
beforeAll(async () => {
  service = await startService({ isDiskFull: async () => isFull });
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account });
});
afterAll(() => service.close());
beforeEach(() => {
  isFull = false;
});

test('refuses an upload with storage_full, and takes the same upload when there is room', async () => {
  const fields = { file: statement([['A1', 20]]), carrierId, period: '2026-03' };
  isFull = true;
  const refused = await account.upload(fields);
  expect(refused).toMatchObject({
    status: 503,
    json: { code: 'storage_full', detail: expect.stringContaining('Nothing of this request was taken in') },
  });
  expect(refused.headers.get('retry-after')).toBe('60');
  isFull = false;
  expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
  expect((await account.upload(fields)).status).toBe(202);
  await service.runJobs();
});

test('reads, deletes and purges on a full disk', async () => {
  const { json } = await account.call('GET', '/v1/files');
  const fileId = (json as { data: { id: string }[] }).data[0]?.id ?? '';
  isFull = true;
  expect((await account.call('GET', '/v1/members')).status).toBe(200);
  expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
  expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
  expect(await account.call('POST', '/v1/carriers', { json: { name: 'Elm Life' } })).toMatchObject({
    status: 503,
    json: { code: 'storage_full' },
  });
});

test('ends a body that fills the disk on its way, on a route that stores nothing', async () => {
  const small = { fields: { carrierId } };
  const form = (file: string) => {
    const body = new FormData();
    body.set('file', new Blob([file]), 'a.csv');
    return { ...small, body };
  };
  const send = (file: string) =>
    fetch(`${service.url}/v1/files/identify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}` },
      body: form(file).body,
    });
  isFull = true;
  expect((await send(statement([['A1', 20]]))).status).toBe(200);
  const large = await send(statement(Array.from({ length: 10_000 }, (_, index) => [`A${index}`, 20] as const)));
  expect(large.status).toBe(503);
  expect(await large.json()).toMatchObject({ code: 'storage_full' });
});

test('holds the tasks that store something, without a record of a run, and runs the others', async () => {
  isFull = true;
  const lastRuns = async () =>
    service.database.system((sql) => sql<{ task: string }[]>`select distinct task from task_runs order by task`);
  expect(await runTask(service.services.tasks, 'run_saved_reports')).toEqual({});
  expect(await runTask(service.services.tasks, 'purge_files')).toMatchObject({ filesPurged: 0 });
  expect((await lastRuns()).map(({ task }) => task)).toEqual(['purge_files']);
});

test.each([
  { access: 'account:write', method: 'post', isHeld: true },
  { access: 'account:manage', method: 'patch', isHeld: true },
  { access: 'account:write', method: 'delete', isHeld: false },
  { access: 'account:read', method: 'post', isHeld: false },
  { access: 'operator', method: 'post', isHeld: false },
  { access: 'public', method: 'post', isHeld: false },
])('$method of $access is held: $isHeld', ({ access, method, isHeld }) => {
  expect(isHeldOnFullDisk({ access, definition: { method } })).toBe(isHeld);
});
