import { describe, expect, test } from 'vitest';
import type { JobStore, LeasedJob } from '../../app/jobs/job-store.ts';
import type { DeliveryStore, LeasedDelivery } from '../../app/webhooks/attempt-delivery.ts';
import { JOB_ATTEMPTS_MAX } from '../../core/limits/job-limits.ts';
import { countedDelivery, countedWorker } from '../../lambdas/runtime/metrics.ts';
import { createCanary } from '../../lambdas/smoke/smoke-suite.ts';

/** Guarantee: the objectives count what an agency waits for, each upload and each webhook once, and name its account in the log only. */
describe('objective metrics', () => {
  type Counted = readonly (readonly [name: string, value: number])[];

  const unused = () => Promise.reject(new Error('This is not called.'));
  const never = () => {
    throw new Error('This is not called.');
  };

  async function endedUpload(job: {
    readonly uploadedSecondsAgo: number | null;
    readonly workSeconds: number;
    readonly attempt?: number;
    readonly errorCode?: string | null;
  }): Promise<{ readonly counted: Counted; readonly accounts: readonly string[] }> {
    const { uploadedSecondsAgo, workSeconds, attempt = 1, errorCode = 'unreadable_file' } = job;
    let nowMs = 5_000;
    const counted: [string, number][] = [];
    const accounts: string[] = [];
    const leased: LeasedJob = {
      ...{ jobId: 'job', accountId: 'account', workspaceId: 'workspace', carrierId: 'carrier', requestId: null },
      ...{
        leaseEpoch: 1,
        attempt,
        mode: 'ingest',
        othersAtWork: 0,
        othersWaiting: 0,
        uploadedSecondsAgo,
        period: '2026-03',
        ratesFrom: null,
      },
      file: { fileId: 'file', fileName: '', objectKey: '', checksumSha256: '', statedTotal: null },
      ...{ knownHeaders: null, knownSheets: null, config: null, previousLayouts: [], laterLayouts: [] },
    };
    const jobs: JobStore = {
      lease: async () => leased,
      fail: async () => true,
      ...{ reportProgress: unused, release: unused, failDead: unused },
    };
    const worker = countedWorker(
      {
        ...{ jobs, books: { withJobBook: unused }, openStatement: unused, clock: never, onError: never },
        objects: { put: unused, get: unused, delete: unused, deleteBelow: unused },
        isTransient: () => false,
        pause: unused,
      },
      {
        count: (name, value) => counted.push([name, value]),
        nameAccount: (accountId) => accounts.push(accountId),
        now: () => nowMs,
      },
    );
    await worker.jobs.lease('job', 'lease');
    nowMs += workSeconds * 1_000;
    await worker.jobs.fail(leased, { error: 'No rows.', errorCode, exceptions: null });
    return { counted: counted.filter(([name]) => name.startsWith('Uploads')), accounts };
  }

  const IN_TIME = [
    ['UploadsEnded', 1],
    ['UploadsLate', 0],
  ];
  const LATE = [
    ['UploadsEnded', 1],
    ['UploadsLate', 1],
  ];

  test('counts an upload as late from five minutes after it was sent, waiting and work together', async () => {
    expect(await endedUpload({ uploadedSecondsAgo: 280, workSeconds: 20 })).toEqual({
      counted: IN_TIME,
      accounts: ['account'],
    });
    expect((await endedUpload({ uploadedSecondsAgo: 280, workSeconds: 21 })).counted).toEqual(LATE);
  });

  test('counts an upload that the service gave up as late, however fast, and one with a faulty file as in time', async () => {
    const givenUp = { uploadedSecondsAgo: 1, workSeconds: 1, attempt: JOB_ATTEMPTS_MAX, errorCode: null };
    expect((await endedUpload(givenUp)).counted).toEqual(LATE);
    expect((await endedUpload({ uploadedSecondsAgo: 1, workSeconds: 1 })).counted).toEqual(IN_TIME);
  });

  test('does not count a retraction, a rescore, or a job that a person retried', async () => {
    expect((await endedUpload({ uploadedSecondsAgo: null, workSeconds: 900 })).counted).toEqual([]);
  });

  test.each([
    [
      'in time',
      1,
      60,
      [
        ['WebhooksBegun', 1],
        ['WebhooksLate', 0],
      ],
    ],
    [
      'late',
      1,
      61,
      [
        ['WebhooksBegun', 1],
        ['WebhooksLate', 1],
      ],
    ],
    ['only once, at its first attempt', 2, 900, []],
  ] as const)('counts a webhook %s', async (_title, attempt, dueSecondsAgo, expected) => {
    const counted: [string, number][] = [];
    const accounts: string[] = [];
    const delivery: LeasedDelivery = {
      ...{ deliveryId: 'delivery', accountId: 'account', url: 'https://x.example', event: 'job.completed', body: '{}' },
      ...{ requestId: null, secretsSealed: [], attempt, dueSecondsAgo, attemptedAt: new Date(0), claimedUntil: '' },
    };
    const deliveries: DeliveryStore = {
      lease: async () => ({ kind: 'send', delivery }),
      ...{ record: unused, release: unused, markQueued: unused, takeDue: unused },
      ...{ deleteExpired: unused, recordDeadLetter: unused },
    };
    const counting = countedDelivery(
      {
        ...{ deliveries, sender: { send: unused }, secretBox: { seal: never, open: never }, mailer: { send: unused } },
        ...{
          queue: { send: unused, receive: unused, delete: unused, changeVisibility: unused },
          random: never,
          onFailing: never,
          onMailError: never,
        },
        isTransient: () => false,
        pause: unused,
      },
      { count: (name, value) => counted.push([name, value]), nameAccount: (accountId) => accounts.push(accountId) },
    );
    await counting.deliveries.lease('delivery', never);
    expect([counted, accounts]).toEqual([expected, ['account']]);
  });
});

/** Guarantee: the canary counts every run, and says in the log which step failed and why. */
describe('canary', () => {
  async function runWith(faults: readonly (string | null)[]) {
    const counted: unknown[] = [];
    const lines: unknown[] = [];
    const canary = createCanary({
      run: async () => faults.map((fault, index) => ({ name: `step ${index}`, fault, elapsedMs: 7 })),
      count: (name, value) => counted.push([name, value]),
      log: (...line) => lines.push(line),
    });
    return { result: await canary(), counted, lines };
  }

  test('counts a run without a fault as zero', async () => {
    expect(await runWith([null, null])).toEqual({ result: { failed: [] }, counted: [['CanaryFailed', 0]], lines: [] });
  });

  test('counts a run with faults once and logs each step', async () => {
    expect(await runWith([null, 'It answered 500.', 'It is gone.'])).toEqual({
      result: { failed: ['step 1', 'step 2'] },
      counted: [['CanaryFailed', 1]],
      lines: [
        ['error', 'canary_step_failed', { step: 'step 1', fault: 'It answered 500.', elapsedMs: 7 }],
        ['error', 'canary_step_failed', { step: 'step 2', fault: 'It is gone.', elapsedMs: 7 }],
      ],
    });
  });
});
