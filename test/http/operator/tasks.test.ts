import { afterAll, expect, test } from 'vitest';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';
import { startOperatedService } from '../../support/operated-service.ts';

const service = await startOperatedService();
afterAll(() => service.close());

const NOTHING = {
  requeued: 0,
  jobsFailed: 0,
  resent: 0,
  webhooksRedelivered: 0,
  ownersMailed: 0,
  filesPurged: 0,
  dropsPurged: 0,
  mailsPurged: 0,
  accountsDeleted: 0,
  jobsCanceled: 0,
  dropsAccepted: 0,
  dropsRejected: 0,
  dropsDuplicate: 0,
  dropsHeld: 0,
  dropsWaiting: 0,
  dropsFailed: 0,
  reportsSent: 0,
  reportsFailed: 0,
  reportsSkipped: 0,
};

test('runs every task and reports its counts; lists each run, newest first', async () => {
  for (const task of TASK_NAMES) {
    const response = await service.operate('POST', '/v1/admin/system/run', { json: { task } });
    expect(response).toMatchObject({ status: 200, json: { task, ...NOTHING } });
  }
  const entries = await service.database.system(
    (sql) => sql`select actor, target from audit_entries where action = 'system.run' order by position`,
  );
  expect(entries).toEqual(TASK_NAMES.map((task) => ({ actor: 'operator', target: task })));
  const runs = await service.operate('GET', '/v1/admin/system/cron-runs');
  expect(runs.json).toEqual({
    data: TASK_NAMES.toReversed().map((task) => ({
      id: expect.any(String),
      task,
      ranAt: expect.stringMatching(/Z$/),
      durationMs: expect.any(Number),
      ...NOTHING,
    })),
    pagination: { limit: 50, offset: 0, hasMore: false },
    total: TASK_NAMES.length,
  });
  const page = await service.operate('GET', '/v1/admin/system/cron-runs?limit=1&offset=1');
  expect(page.json).toMatchObject({ pagination: { limit: 1, offset: 1, hasMore: TASK_NAMES.length > 2 } });
});

test('shows the figures of a run under their names', async () => {
  await service.database.system(
    (sql) => sql`
      insert into task_runs (task_run_id, task, duration_ms, counts)
      values (gen_random_uuid(), 'recover_jobs', 12, '{"requeued": 3, "resent": 1}')`,
  );
  const runs = await service.operate('GET', '/v1/admin/system/cron-runs?limit=1');
  expect(runs.json).toMatchObject({ data: [{ ...NOTHING, durationMs: 12, requeued: 3, resent: 1 }] });
});

test('refuses an unknown task with 422', async () => {
  for (const json of [{ task: 'sweep_moon' }, {}, { task: 'purge_files', now: true }]) {
    expect(await service.operate('POST', '/v1/admin/system/run', { json })).toMatchObject({ status: 422 });
  }
});
