import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { runTask } from '../../app/operations/scheduled-tasks.ts';
import { JOB_STUCK_SECONDS, JOB_TIMEOUTS_MAX } from '../../core/limits/job-limits.ts';
import {
  recoverAfterDeath,
  superviseWorkers,
  type WorkerDeath,
  type WorkerSupervisor,
} from '../../server/worker-supervisor.ts';
import { startService, statement, type TestAccount } from '../support/service.ts';

/** Guarantee: a job that does not end is stopped, fails with its reason, and is reported once; other jobs continue meanwhile. */

const program = new URL('misbehaving-worker.ts', import.meta.url);
const service = await startService();
afterAll(() => service.close());

let supervisor: WorkerSupervisor | null = null;
let deaths: WorkerDeath[] = [];
afterEach(async () => {
  await supervisor?.close();
  supervisor = null;
  deaths = [];
});

function supervise(limits: { readonly timeoutSeconds?: number; readonly silenceSeconds?: number }): void {
  const { address, objectDirectory, services, database } = service;
  supervisor = superviseWorkers(
    { address, dataDirectory: objectDirectory, objectDirectory, publicUrl: 'https://api.example.com' },
    {
      workers: 2,
      program,
      async onDeath(death) {
        deaths.push(death);
        await recoverAfterDeath(death, services.tasks, createPostgresQueue(database));
      },
      onError: () => undefined,
      ...limits,
    },
  );
}

async function upload(account: TestAccount, note: string): Promise<string> {
  const carrierId = await service.createCarrier({ account });
  const file = statement([
    ['M-1', 10, { Plan: note }],
    ['M-2', 20],
  ]);
  const accepted = await account.upload({ file, carrierId, period: '2026-03' });
  expect(accepted.status).toBe(202);
  await service.services.outbox.relayOutbox();
  return z.object({ jobId: z.string() }).parse(accepted.json).jobId;
}

const shown = z.looseObject({ status: z.string() });
const jobOf = async (account: TestAccount, jobId: string) =>
  shown.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
const ended = (account: TestAccount, jobId: string) =>
  expect.poll(async () => (await jobOf(account, jobId)).status, { timeout: 100_000, interval: 200 });

async function eventsOf(jobId: string): Promise<readonly string[]> {
  const rows = await service.database.system(
    (sql) => sql<{ topic: string }[]>`
      select topic from outbox where topic like 'job.%' and body ->> 'jobId' = ${jobId} order by position`,
  );
  return rows.map(({ topic }) => topic);
}

describe('a job that blocks its worker completely', () => {
  test('is stopped and fails with the reason, while the job of another account completes', async () => {
    const [hostile, honest] = [await service.createAccount(), await service.createAccount()];
    const [stuck, other] = [await upload(hostile, 'never returns'), await upload(honest, 'as it should')];
    supervise({ silenceSeconds: 10 });
    await ended(honest, other).toBe('completed');
    await ended(hostile, stuck).toBe('failed');
    expect(await jobOf(hostile, stuck)).toMatchObject({
      errorCode: 'took_too_long',
      error: expect.stringContaining('took too long and was stopped'),
      attempts: 1,
    });
    expect(await jobOf(honest, other)).toMatchObject({ attempts: 1 });
    expect(await eventsOf(stuck)).toEqual(['job.failed']);
    expect(deaths).toEqual([expect.objectContaining({ jobId: stuck, cause: 'stuck' })]);
    // The next job finds a replaced worker.
    const next = await upload(honest, 'after it');
    await ended(honest, next).toBe('completed');
  }, 120_000);
});

describe('a job that exceeds its time', () => {
  test('is retried once, because the database may be the cause, and then fails', async () => {
    const account = await service.createAccount();
    const jobId = await upload(account, 'waits for ever');
    supervise({ timeoutSeconds: 5 });
    await ended(account, jobId).toBe('failed');
    expect(await jobOf(account, jobId)).toMatchObject({ errorCode: 'took_too_long', attempts: JOB_TIMEOUTS_MAX });
    expect(deaths.map(({ cause }) => cause)).toEqual(['timed-out', 'timed-out']);
    expect(await eventsOf(jobId)).toEqual(['job.failed']);
  }, 120_000);

  test('is found by the recovery without a supervisor, and gets as many attempts', async () => {
    const account = await service.createAccount();
    const jobId = await upload(account, 'nobody works on it');
    const loseTry = async () => {
      expect(await service.services.worker.jobs.lease(jobId, crypto.randomUUID())).not.toBeNull();
      await service.database.system(
        (sql) => sql`
          update jobs set started_at = clock_timestamp() - make_interval(secs => ${JOB_STUCK_SECONDS + 1}) where job_id = ${jobId}`,
      );
      return runTask(service.services.tasks, 'recover_jobs');
    };
    expect(await loseTry()).toMatchObject({ requeued: 1, jobsFailed: 0 });
    expect(await jobOf(account, jobId)).toMatchObject({ status: 'queued', errorCode: null });
    expect(await loseTry()).toMatchObject({ requeued: 0, jobsFailed: 1 });
    expect(await jobOf(account, jobId)).toMatchObject({ status: 'failed', errorCode: 'took_too_long' });
    expect(await eventsOf(jobId)).toEqual(['job.failed']);
    // A manual retry starts the count again.
    expect((await account.call('POST', `/v1/jobs/${jobId}/retry`)).status).toBe(202);
    expect(await loseTry()).toMatchObject({ requeued: 1, jobsFailed: 0 });
  });

  test('counter-case: does not include a crash of the machine, after which attempts are counted as usual', async () => {
    const account = await service.createAccount();
    const jobId = await upload(account, 'again and again');
    const { tasks, worker } = service.services;
    for (let start = 0; start < JOB_TIMEOUTS_MAX + 1; start += 1) {
      expect(await worker.jobs.lease(jobId, crypto.randomUUID())).not.toBeNull();
      await tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
      expect(await jobOf(account, jobId)).toMatchObject({ status: 'queued', attempts: start + 1 });
    }
    expect(await worker.jobs.lease(jobId, crypto.randomUUID())).not.toBeNull();
    await tasks.maintenance.recoverJob(jobId, 'died');
    expect(await jobOf(account, jobId)).toMatchObject({ status: 'queued', errorCode: null });
  });
});
