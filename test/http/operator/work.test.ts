import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TASK_NAMES } from '../../../app/operations/scheduled-tasks.ts';
import { type OperatedService, startOperatedService } from '../../support/operated-service.ts';
import { formOf, STATEMENT_CONFIG } from '../../support/service.ts';

/** Tests GET /v1/admin/jobs, /v1/admin/dead-letters and /v1/admin/heaviest-accounts, which show the operator the work of all accounts. */
describe('work', async () => {
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
    const row = {
      period: '2026-03',
      mode: 'ingest',
      status: 'queued',
      attempts: 0,
      errorCode: null,
      completedAt: null,
    };
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
});

describe('catalogue', async () => {
  const service = await startOperatedService();
  const account = await service.createAccount();
  afterAll(() => service.close());

  const created = z.object({ id: z.string() });
  const add = async (path: string, json: object) => {
    const response = await service.operate('POST', path, { json });
    expect(response.status).toBe(201);
    return created.parse(response.json).id;
  };

  test('makes a shared carrier in a brand, which every account sees: 201', async () => {
    const groupId = await add('/v1/admin/carriers/groups', { name: 'Summit', slug: 'summit' });
    const first = await add('/v1/admin/carriers', { name: 'Summit Life', slug: 'summit-life', groupId });
    const second = await add('/v1/admin/carriers', { name: 'summit Health', slug: 'summit-health', groupId });
    const groups = await account.call('GET', '/v1/carriers/groups');
    expect(groups.json).toEqual({
      data: [
        {
          id: groupId,
          name: 'Summit',
          slug: 'summit',
          members: [
            { id: second, name: 'summit Health', slug: 'summit-health' },
            { id: first, name: 'Summit Life', slug: 'summit-life' },
          ],
        },
      ],
      pagination: { limit: 200, offset: 0, hasMore: false },
      total: 1,
    });
    expect((await account.call('GET', `/v1/carriers/${first}`)).json).toEqual({
      id: first,
      name: 'Summit Life',
      slug: 'summit-life',
      productLine: null,
      groupId,
      configured: false,
      activeConfigVersion: null,
      expectedFiles: null,
      expectedFilesKnown: null,
    });
  });

  test('makes a shared configuration that accounts without their own use: 201', async () => {
    const carrierId = await add('/v1/admin/carriers', { name: 'Amberly', slug: 'amberly', productLine: 'medicare' });
    const path = `/v1/admin/carriers/${carrierId}/configs`;
    const versions = await Promise.all([1, 2].map(() => service.operate('POST', path, { json: STATEMENT_CONFIG })));
    expect(versions.map(({ json }) => z.object({ version: z.int() }).parse(json).version).toSorted()).toEqual([1, 2]);
    expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({
      configured: true,
      activeConfigVersion: 2,
    });
    expect((await account.call('GET', `/v1/carriers/${carrierId}/configs/1`)).json).toMatchObject({
      shared: true,
      active: false,
      config: { fileType: 'csv', headerRow: 'auto' },
    });
  });

  test('answers 404 for an unknown brand or carrier, and 409 for a taken slug', async () => {
    const post = (path: string, json: object) => service.operate('POST', path, { json });
    const carrier = { name: 'Delta', slug: 'delta' };
    await add('/v1/admin/carriers', carrier);
    await add('/v1/admin/carriers/groups', carrier);
    expect(await post('/v1/admin/carriers', carrier)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await post('/v1/admin/carriers/groups', carrier)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    for (const groupId of [randomUUID(), 'x']) {
      expect(await post('/v1/admin/carriers', { ...carrier, slug: 'd2', groupId })).toMatchObject({ status: 404 });
    }
    const own = created.parse((await account.call('POST', '/v1/carriers', { json: { name: 'Own' } })).json);
    for (const id of [randomUUID(), 'x', own.id]) {
      expect(await post(`/v1/admin/carriers/${id}/configs`, STATEMENT_CONFIG)).toMatchObject({ status: 404 });
    }
  });

  test('answers 422 for an invalid slug, and for a configuration with all its faults', async () => {
    for (const slug of ['A', 'a b', '-a', 'a--b', '', 'é']) {
      const response = await service.operate('POST', '/v1/admin/carriers', { json: { name: 'X', slug } });
      expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'slug' }] } });
    }
    const carrierId = await add('/v1/admin/carriers', { name: 'Echo', slug: 'echo' });
    const json = { fileType: 'docx', columns: {} };
    const response = await service.operate('POST', `/v1/admin/carriers/${carrierId}/configs`, { json });
    expect(response).toMatchObject({
      status: 422,
      json: {
        errors: [
          { field: 'fileType' },
          { field: 'columns.member_external_id', detail: 'The field columns.member_external_id is required.' },
          { field: 'columns.commission_amount', detail: 'The field columns.commission_amount is required.' },
        ],
      },
    });
  });

  test('records changes to the catalogue, and shows them to no account', async () => {
    const kept = await service.database.system(
      (sql) => sql`select distinct action, actor from audit_entries where account_id is null order by action`,
    );
    expect(kept.map(({ action }) => action)).toEqual(['carrier.create', 'carrier_group.create', 'config.create']);
    expect(new Set(kept.map(({ actor }) => actor))).toEqual(new Set(['operator']));
    const trail = await account.call('GET', '/v1/audit');
    expect(trail.body).not.toContain('carrier_group');
  });
});

describe('readiness', () => {
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
    const ranAt = z.object({ data: z.array(z.object({ ranAt: z.string() })).length(1) }).parse(runs.json)
      .data[0]?.ranAt;
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
});

describe('tasks', async () => {
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
});
