import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryStore } from '../../../adapters/postgres/webhooks/delivery-store.ts';
import { createWebhookStore, hasSealedSecrets } from '../../../adapters/postgres/webhooks/webhook-store.ts';
import type { MessageQueue } from '../../../app/platform/queue.ts';
import type { Webhook, WebhookEvent } from '../../../app/webhooks/manage-webhooks.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { UploadRequest } from '../../../core/upload/decide-upload.ts';
import {
  decideAttempt,
  decideDeliveries,
  decideRedelivery,
  disableReason,
} from '../../../core/webhook/decide-attempt.ts';
import { createSweepOutbox } from '../../../lambdas/schedule/scheduled-task.ts';
import { accept, createBook, createEngine, deliver, drain, type Engine, ORIGIN } from '../../support/engine.ts';
import { faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { listEvents, listMessages } from '../../support/engine-tables.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

/** Guarantee: every event of a job's end becomes exactly one delivery for each receiver, and each delivery gets a message. */
describe('event fan out', async () => {
  const GOOD = 'Member,Amount\nA,1';
  const BAD = 'Member,Amount\nA,x';
  const CALLBACK = 'https://agency.example/callback';
  let book: BookKey;
  const engine = await createEngine();
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.database.system(async (sql) => {
      await sql`delete from queue_messages`;
      await sql`delete from webhook_deliveries`;
      await sql`delete from outbox`;
    });
    book = await createBook(engine);
  });

  async function addWebhook(events: readonly WebhookEvent[], accountId = book.accountId): Promise<string> {
    const store = createWebhookStore(engine.database, webhookPlatform.secretBox);
    const created = await store.create({ accountId, url: 'https://agency.example/hook', events }, ORIGIN);
    if (isRefused(created)) throw new Error(created.refused.detail);
    return created.id;
  }

  interface StoredDelivery {
    readonly deliveryId: string;
    readonly accountId: string;
    readonly webhookId: string | null;
    readonly callbackUrl: string | null;
    readonly event: string;
    readonly jobId: string;
    readonly body: string;
    readonly status: string;
    readonly queued: boolean;
  }

  const deliveries = () =>
    engine.database.system(
      (sql) => sql<StoredDelivery[]>`
      select delivery_id as "deliveryId", account_id as "accountId", webhook_id as "webhookId", callback_url as "callbackUrl",
        event, job_id as "jobId", body, status, queued_at is not null as queued
      from webhook_deliveries order by position`,
    );

  /** Ends a job, whose events stay in the outbox. */
  async function endJob(csv = GOOD, { callback = false, of = book } = {}): Promise<string> {
    const cutOff = engine.start({ queue: withoutWebhooks, through: interceptedAtFanOut });
    const { jobId } = await accept(cutOff, of, { period: '2026-01', csv });
    if (callback)
      await engine.database.system((sql) => sql`update jobs set webhook_url = ${CALLBACK} where job_id = ${jobId}`);
    await drain(cutOff);
    return jobId;
  }

  const withoutWebhooks = (queue: MessageQueue): MessageQueue => ({
    ...queue,
    send: (name, messages) =>
      name === 'webhooks' ? Promise.reject(new Error('The queue does not answer.')) : queue.send(name, messages),
  });

  /** Makes a process unable to read events, so that its events wait for other processes. */
  const interceptedAtFanOut = (database: Engine['database']) =>
    interceptedDatabase(database, async ({ statement }) => {
      if (statement?.includes("topic in ('job.completed'") === true) throw new Error('The process is gone.');
    });

  describe('an event', () => {
    it('becomes a delivery for every enabled webhook of its account that subscribes to it, and one for the callback', async () => {
      const both = await addWebhook(['job.completed', 'job.failed']);
      const failures = await addWebhook(['job.failed']);
      const disabled = await addWebhook(['job.completed']);
      await engine.services.webhooks.webhooks.update(
        { accountId: book.accountId, webhookId: disabled },
        { enabled: false },
        ORIGIN,
      );
      await addWebhook(['job.completed', 'job.failed'], (await createBook(engine)).accountId);
      const completed = await endJob(GOOD, { callback: true });
      const failed = await endJob(BAD, { of: await createBook(engine, book) });
      await engine.services.outbox.sweepOutbox();
      const stored = await deliveries();
      const told = stored.map(({ event, jobId, webhookId, callbackUrl }) => [event, jobId, webhookId, callbackUrl]);
      expect(told.toSorted()).toEqual(
        [
          ['job.completed', completed, both, null],
          ['job.completed', completed, null, CALLBACK],
          ['job.failed', failed, both, null],
          ['job.failed', failed, failures, null],
        ].toSorted(),
      );
      expect(new Set(stored.map(({ accountId }) => accountId))).toEqual(new Set([book.accountId]));
    });

    it('of one job has the same bytes for every receiver, with links under the public address', async () => {
      await addWebhook(['job.completed']);
      await addWebhook(['job.completed']);
      const jobId = await endJob(GOOD, { callback: true });
      await engine.services.outbox.sweepOutbox();
      const bodies = (await deliveries()).map(({ body }) => body);
      expect(bodies).toHaveLength(3);
      expect(new Set(bodies).size).toBe(1);
      expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
        event: 'job.completed',
        jobId,
        status: 'completed',
        stats: { new: 1, green: 0, rowsIngested: 1 },
        _links: { results: { href: `https://api.example.com/v1/jobs/${jobId}/results` } },
      });
    });

    it('without a subscriber is complete, and is not sent to later subscribers', async () => {
      await endJob();
      expect(await engine.services.outbox.sweepOutbox()).toBe(1);
      await addWebhook(['job.completed']);
      expect(await engine.services.outbox.sweepOutbox()).toBe(0);
      expect(await deliveries()).toEqual([]);
    });

    it('of a job whose end was rolled back is never written', async () => {
      await addWebhook(['job.completed', 'job.failed']);
      const { jobId } = await accept(engine, book, { period: '2026-01', csv: GOOD });
      // The transaction that ends the job writes its event, and dies there.
      const dying = engine.start({
        through: (database) =>
          interceptedDatabase(database, async ({ statement }) => {
            if (statement?.includes("'job.' || status") === true) throw new Error('The process is gone.');
          }),
      });
      const [message] = await dying.queue.receive('statements', { max: 1, visibilitySeconds: 60 });
      if (message === undefined) throw new Error('No message.');
      expect(await deliver(dying, message)).toBe(false);
      await engine.services.outbox.sweepOutbox();
      expect(await listEvents(engine.database, book)).toEqual([]);
      expect(await deliveries()).toEqual([]);
      // The retried job ends and is reported once.
      await drain(engine);
      expect((await deliveries()).map(({ event, jobId: of }) => [event, of])).toEqual([['job.completed', jobId]]);
    });
  });

  describe('concurrent relays', () => {
    it('make one delivery of each event for each receiver, and one message of each delivery', async () => {
      await addWebhook(['job.completed']);
      await addWebhook(['job.completed']);
      await addEvents(250);
      const sweeps = [engine, engine.start(), engine.start()].map(({ services }) => createSweepOutbox(services.outbox));
      const event = { version: '', id: '', time: '', region: '', resources: [], account: '', source: 'aws.scheduler' };
      await Promise.all(sweeps.map((sweep) => sweep({ ...event, 'detail-type': 'Scheduled Event', detail: {} })));
      const stored = await deliveries();
      const pairs = new Set(
        stored.map(({ jobId, body, webhookId }) => `${jobId} ${JSON.parse(body).period} ${webhookId}`),
      );
      // 250 events for two webhooks.
      expect(stored).toHaveLength(500);
      expect(pairs.size).toBe(500);
      expect(stored.every(({ queued }) => queued)).toBe(true);
      const messages = await listMessages(engine.database, 'webhooks');
      expect(messages.toSorted()).toEqual(stored.map(({ deliveryId }) => JSON.stringify({ deliveryId })).toSorted());
    });

    /** Makes events of one job, distinguished by invented periods. */
    async function addEvents(count: number): Promise<void> {
      const { jobId } = await accept(engine, book, { period: '2026-01', csv: GOOD });
      await engine.database.system(
        (sql) => sql`
        insert into outbox (account_id, topic, body)
        select account_id, 'job.completed', jsonb_build_object('event', 'job.completed', 'jobId', job_id, 'fileId', file_id,
          'carrierId', carrier_id, 'period', n::text, 'mode', mode, 'status', 'completed', 'stats', '{}'::jsonb,
          'warnings', '[]'::jsonb, 'error', null, 'webhookUrl', null)
        from jobs, generate_series(1, ${count}) n where job_id = ${jobId}`,
      );
    }
  });

  describe('a relay that dies', () => {
    it('leaves its event to the next relay, whenever it dies, and the event is sent once', async () => {
      await addWebhook(['job.completed']);
      const counting = faultAt(engine.address, { number: Number.POSITIVE_INFINITY, kind: 'throw' });
      const counted = engine.start({ through: (database) => interceptedDatabase(database, counting.at) });
      await endJob();
      await counted.services.outbox.sweepOutbox();
      const moments = counting.moments();
      // At two of these moments the relay looks for messages of jobs and finds none. At the others it fans out and enqueues.
      expect(moments).toBeGreaterThan(8);
      for (let number = 1; number <= moments; number += 1) {
        await engine.database.system((sql) => sql`delete from webhook_deliveries`);
        await engine.database.system((sql) => sql`delete from queue_messages`);
        const jobId = await endJob(GOOD, { of: await createBook(engine, book) });
        const { at } = faultAt(engine.address, { number, kind: 'die' });
        const dying = engine.start({ poolSize: 2, through: (database) => interceptedDatabase(database, at) });
        await dying.services.outbox.sweepOutbox().catch(() => 0);
        await engine.services.outbox.sweepOutbox();
        await engine.services.outbox.sweepOutbox();
        const stored = await deliveries();
        expect({ number, told: stored.map((one) => one.jobId) }).toEqual({ number, told: [jobId] });
        const messages = await listMessages(engine.database, 'webhooks');
        // A message that was sent but not marked is sent again, which is harmless, because the claim decides.
        expect([1, 2]).toContain(messages.length);
        for (const body of messages) expect(JSON.parse(body)).toEqual({ deliveryId: stored[0]?.deliveryId });
      }
    });

    it('leaves a delivery that it has stored and not sent to the next relay', async () => {
      await addWebhook(['job.completed']);
      await endJob();
      const cutOff = engine.start({ queue: withoutWebhooks });
      await expect(cutOff.services.outbox.sweepOutbox()).rejects.toThrow('does not answer');
      expect(await deliveries()).toMatchObject([{ status: 'pending', queued: false }]);
      expect(await engine.services.outbox.sweepOutbox()).toBe(1);
      expect(await deliveries()).toMatchObject([{ status: 'pending', queued: true }]);
    });
  });

  describe('a webhook that is deleted while an event is fanned out to it', () => {
    it('has no delivery that stays pending', async () => {
      const webhookId = await addWebhook(['job.completed']);
      await endJob();
      const reached = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const slow = engine.start({
        through: (database) =>
          interceptedDatabase(database, async ({ statement }) => {
            if (statement?.includes('update outbox set sent_at') !== true) return;
            reached.resolve();
            await goOn.promise;
          }),
      });
      const relaying = slow.services.outbox.sweepOutbox();
      await reached.promise;
      // The deletion waits for the fan-out, which has locked the webhook.
      const deleting = engine.services.webhooks.webhooks.delete({ accountId: book.accountId, webhookId }, ORIGIN);
      goOn.resolve();
      await Promise.all([relaying, deleting]);
      const stored = await deliveries();
      expect(stored.map(({ status }) => status)).toEqual(['discarded']);
    });

    it('stores nothing if it is deleted before, and the relay continues', async () => {
      const webhookId = await addWebhook(['job.completed']);
      const other = await addWebhook(['job.completed']);
      await endJob();
      await engine.services.webhooks.webhooks.delete({ accountId: book.accountId, webhookId }, ORIGIN);
      await engine.services.outbox.sweepOutbox();
      expect((await deliveries()).map((one) => one.webhookId)).toEqual([other]);
    });
  });

  it('sends no message for a delivery before it is due', async () => {
    const webhookId = await addWebhook(['job.completed']);
    const deliveryId = randomUUID();
    await engine.database.system(
      (sql) => sql`
      insert into webhook_deliveries (delivery_id, account_id, webhook_id, event, body, status, next_attempt_at)
      values (${deliveryId}, ${book.accountId}, ${webhookId}, 'webhook.test', '{}', 'pending', clock_timestamp() + interval '1 hour')`,
    );
    expect(await engine.services.outbox.sweepOutbox()).toBe(0);
    await engine.database.system((sql) => sql`update webhook_deliveries set next_attempt_at = clock_timestamp()`);
    expect(await engine.services.outbox.sweepOutbox()).toBe(1);
    expect(await listMessages(engine.database, 'webhooks')).toEqual([JSON.stringify({ deliveryId })]);
  });
});

describe('webhook store', async () => {
  const engine = await createEngine();
  const book = await createBook(engine);
  afterAll(() => engine.close());

  function unwrap<T>(value: T | Refused | null): T {
    if (value === null || isRefused(value)) throw new Error(`No value: ${JSON.stringify(value)}`);
    return value;
  }

  async function create(): Promise<Webhook> {
    const { accountId } = book;
    const { webhooks } = engine.services.webhooks;
    return unwrap(await webhooks.create({ accountId, url: 'https://agency.example', events: ['job.failed'] }, ORIGIN));
  }

  it('knows whether the database has an encrypted secret', async () => {
    const other = await createEngine();
    try {
      expect(await hasSealedSecrets(other.database)).toBe(false);
      const { accountId } = await createBook(other);
      const { webhooks } = other.services.webhooks;
      unwrap(await webhooks.create({ accountId, url: 'https://agency.example', events: ['job.failed'] }, ORIGIN));
      expect(await hasSealedSecrets(other.database)).toBe(true);
    } finally {
      await other.close();
    }
  });

  it('never deadlocks when the same delivery is changed, sent and resent at once', async () => {
    const { id: webhookId } = await create();
    const { accountId } = book;
    const key = { accountId, webhookId };
    const { webhooks, deliveries } = engine.services.webhooks;
    const delivery = unwrap(await deliveries.addTest(key, { body: '{}', decide: decideDeliveries, origin: ORIGIN }));
    const senders = [engine.start(), engine.start()].map(({ database }) => createDeliveryStore(database));
    const send = async (sender: (typeof senders)[number]) => {
      const claim = await sender.lease(delivery.id, (situation) => decideAttempt(situation, 0));
      if (claim.kind !== 'send') return;
      const end = { kind: 'retry', delaySeconds: 0 } as const;
      await sender.record(
        claim.delivery,
        { end, durationMs: 1, responseStatus: 500, error: 'http_500' },
        disableReason,
      );
    };
    for (let round = 0; round < 40; round += 1) {
      await Promise.all([
        ...senders.map(send),
        deliveries.redeliver({ accountId, deliveryId: delivery.id }, { decide: decideRedelivery, origin: ORIGIN }),
        deliveries.redeliverMissed(key, { since: null, decide: decideDeliveries, origin: ORIGIN }),
        webhooks.update(key, { enabled: round % 3 !== 1 }, ORIGIN),
        engine.services.outbox.sweepOutbox(),
      ]);
    }
    const shown = unwrap(await deliveries.find({ accountId, deliveryId: delivery.id }));
    // Whatever the results, no two attempts share a number and none is lost.
    expect(shown.attempts.map(({ number }) => number)).toEqual(shown.attempts.map((_, index) => index + 1));
    expect(shown.attempts.length).toBeGreaterThan(0);
  });

  it('lets the later of two concurrent rotations see the earlier rotation, and both shown secrets sign', async () => {
    const { id: webhookId } = await create();
    const key = { accountId: book.accountId, webhookId };
    const { webhooks } = engine.services.webhooks;
    const shown = await Promise.all([webhooks.rotateSecret(key, ORIGIN), webhooks.rotateSecret(key, ORIGIN)]);
    const [row] = await engine.database.system(
      (sql) => sql<{ newest: string; previous: string }[]>`
      select secret_sealed as newest, previous_secret_sealed as previous from webhooks where webhook_id = ${webhookId}`,
    );
    const kept = [row?.newest ?? '', row?.previous ?? ''].map((sealed) => webhookPlatform.secretBox.open(sealed));
    expect(new Set(kept)).toEqual(new Set(shown.map((one) => unwrap(one).secret)));
  });

  it('shows the secret to one of two concurrent first uploads with a callback', async () => {
    const { accountId, workspaceId, carrierId } = await createBook(engine);
    const start = (period: string) => {
      const request: UploadRequest = {
        accountId,
        workspaceId,
        carrierId,
        period,
        fileName: 'a.csv',
        byteSize: 1,
        checksumSha256: period,
        statedTotal: null,
        webhookUrl: 'https://agency.example/callback',
        replace: false,
        append: false,
        replaceFileId: null,
        idempotencyKey: null,
        fingerprint: period,
        source: 'api',
      };
      const upload = { request, origin: ORIGIN, fileId: randomUUID(), objectKey: `raw/${period}` };
      return engine.services.intake.uploads.save(upload, () => ({
        kind: 'accept',
        workspaceId,
        mode: 'ingest',
        replaces: [],
      }));
    };
    const saved = await Promise.all(['2026-01', '2026-02', '2026-03'].map(start));
    const secrets = saved.flatMap(({ accepted }) => accepted?.callbackSecret ?? []);
    expect(secrets).toHaveLength(1);
    const [row] = await engine.database.system(
      (sql) =>
        sql<
          { sealed: string }[]
        >`select callback_secret_sealed as sealed from accounts where account_id = ${accountId}`,
    );
    expect(webhookPlatform.secretBox.open(row?.sealed ?? '')).toBe(secrets[0]);
  });
});
