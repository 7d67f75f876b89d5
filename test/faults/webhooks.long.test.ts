import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { createEventFanOut } from '../../adapters/postgres/webhooks/job-events.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import { createPostgresQueue, type PostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { redeliverWebhooks } from '../../app/operations/scheduled-tasks.ts';
import type { QueueName } from '../../app/platform/queue.ts';
import { webhookMessageBody } from '../../app/webhooks/attempt-delivery.ts';
import type { BookKey } from '../../core/book-key.ts';
import {
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_CONCURRENCY,
  WEBHOOK_ENDPOINT_CONCURRENCY,
  WEBHOOK_RECEIVES_MAX,
} from '../../core/limits/job-limits.ts';
import { isRefused } from '../../core/problem.ts';
import { createDeadLetterWebhook, createWebhookQueueHandler } from '../../lambdas/queue/webhook-queue-handler.ts';
import { createWebhookDelivery } from '../../lambdas/runtime/webhook-delivery.ts';
import { runEventSource } from '../../server/event-source.ts';
import { accept, createBook, createEngine, drain, type Engine, ORIGIN, sqsEvent } from '../support/engine.ts';
import { endConnections } from '../support/engine-faults.ts';
import { findJob } from '../support/engine-tables.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { bundledProgram } from '../support/running-service.ts';
import { createDeliveryBench, type DeliveryBench, OK, webhookPlatform } from '../support/webhook-deliveries.ts';

/**
 * Guarantee: a process may be killed with SIGKILL at any step from the end of a job to the record of its delivery. Afterwards its event
 * has arrived at least once, always with the same id and bytes, and no event of a rolled back end is ever sent.
 */
describe('webhooks', () => {
  interface Arrived {
    readonly webhookId: string;
    readonly jobId: string;
    readonly body: string;
  }

  const arrived: Arrived[] = [];
  const receiver = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { jobId } = z.object({ jobId: z.string() }).parse(JSON.parse(body));
    arrived.push({ webhookId: String(request.headers['webhook-id']), jobId, body });
    response.end();
  }

  let engine: Engine;
  let program: string;
  let directory: string;
  let url: string;
  beforeAll(async () => {
    program = await bundledProgram(new URL('./webhook-child.ts', import.meta.url));
    directory = await mkdtemp(join(tmpdir(), 'cas webhooks '));
    const disk = await openDiskObjectStore(directory);
    engine = await createEngine({ objects: { ...disk, stored: new Map() } });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = z.object({ port: z.number() }).parse(receiver.address());
    url = `http://127.0.0.1:${port}/hook`;
  });
  afterAll(async () => {
    receiver.close();
    await engine.close();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    arrived.length = 0;
  });

  const CHILD = 'webhook-child';
  /** A push kills at every second step, `npm run test:long` at every one. */
  const STRIDE = PROPERTY_RUNS >= 1 ? 1 : 2;

  /** Accepts a month for an agency with a webhook, and removes its message, because the child processes the job. */
  async function acceptedJob(): Promise<{ readonly book: BookKey; readonly jobId: string }> {
    const book = await createBook(engine);
    const webhooks = createWebhookStore(engine.database, webhookPlatform.secretBox);
    const created = await webhooks.create({ accountId: book.accountId, url, events: ['job.completed'] }, ORIGIN);
    if (isRefused(created)) throw new Error(created.refused.detail);
    const { jobId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,1' });
    await engine.database.system((sql) => sql`delete from queue_messages`);
    return { book, jobId };
  }

  /** Runs the child until it is killed at the step. Returns its number of steps if it ended before; otherwise null. */
  async function workUntil(killAt: number, jobId: string): Promise<number | null> {
    const child = fork(program);
    let steps: number | null = null;
    child.once('message', (message) => {
      steps = z.number().parse(message);
    });
    child.send({ address: engine.address, applicationName: CHILD, objectDirectory: directory, jobId, killAt });
    const [, signal] = await once(child, 'exit');
    expect(steps === null ? signal : 'whole').toBe(steps === null ? 'SIGKILL' : 'whole');
    return steps;
  }

  /** Recovers as if the dead process's claims, messages and locks had expired, without waiting for that. */
  async function recover(): Promise<void> {
    const { address, database, services } = engine;
    await endConnections(address, CHILD);
    await services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 0, limit: 100 });
    await services.outbox.sweepOutbox();
    await drain(engine);
    await services.outbox.relayOutbox();
    const queue = createPostgresQueue(database);
    await queue.releaseAll();
    await database.system(
      (sql) => sql`update webhook_deliveries set claimed_until = claimed_until - interval '10 minutes'`,
    );
    const delivery = createWebhookDelivery({
      database,
      queue,
      mailer: { send: async () => undefined },
      log: () => undefined,
      publicUrl: null,
      thisMachine: { isOwnPort: () => false },
      secretBox: webhookPlatform.secretBox,
    });
    const deliver = createWebhookQueueHandler({ delivery, onUnreadable: () => undefined });
    for (;;) {
      const [message] = await queue.receive('webhooks', { max: 1, visibilitySeconds: 600 });
      if (message === undefined) return;
      await deliver(sqsEvent(message));
      await queue.delete('webhooks', message.receiptHandle);
    }
  }

  const states = (jobId: string) =>
    engine.database.system(
      (sql) => sql<{ deliveryId: string; status: string }[]>`
      select delivery_id as "deliveryId", status from webhook_deliveries where job_id = ${jobId}`,
    );

  it('delivers after kill -9 at every step between the end of a job and the record of its delivery', {
    timeout: 240_000,
  }, async () => {
    let twice = 0;
    let killed = 0;
    for (let killAt = 1, isWhole = false; !isWhole; killAt += STRIDE) {
      const { book, jobId } = await acceptedJob();
      isWhole = (await workUntil(killAt, jobId)) !== null;
      if (!isWhole) killed += 1;
      const { status } = await findJob(engine.database, book, jobId);
      if (status !== 'completed')
        expect({ killAt, told: arrived, states: await states(jobId) }).toMatchObject({ told: [], states: [] });
      await recover();
      const [delivery, ...others] = await states(jobId);
      expect({ killAt, delivery, others }).toMatchObject({ delivery: { status: 'delivered' }, others: [] });
      const told = arrived.filter((one) => one.jobId === jobId);
      expect({ killAt, ids: [...new Set(told.map(({ webhookId }) => webhookId))] }).toEqual({
        killAt,
        ids: [delivery?.deliveryId],
      });
      expect(new Set(told.map(({ body }) => body)).size).toBe(1);
      expect(told.length).toBeLessThanOrEqual(2);
      if (told.length === 2) twice += 1;
      arrived.length = 0;
    }
    // The steps are before and after the job's end, the fan-out, the message, the claim, the request and the record.
    expect(killed).toBeGreaterThan(15 / STRIDE);
    // A death between the request and its record is the only reason for a copy.
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThan(killed / 2);
  });
});

/**
 * Guarantee: a message that the service itself cannot process goes to the dead-letter queue and is kept for the operator. No attempt of its
 * delivery is counted. After the fault the redelivery task sends the delivery.
 */
describe('webhooks dead letters', () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.close());

  /** Receives one message, handles it, and makes it visible at once when that fails. */
  async function serve(queueName: QueueName, handle: ReturnType<typeof createWebhookQueueHandler>): Promise<string> {
    const queue = createPostgresQueue(bench.database);
    const [message] = await queue.receive(queueName, { max: 1, visibilitySeconds: 600 });
    if (message === undefined) return 'empty';
    try {
      await handle(sqsEvent(message));
    } catch {
      await queue.changeVisibility(queueName, message.receiptHandle, 0);
      return 'failed';
    }
    await queue.delete(queueName, message.receiptHandle);
    return 'done';
  }

  it('delivers when the lost key of the secrets is available again', async () => {
    const accountId = await bench.addAccount();
    const deliveryId = await bench.addDelivery(accountId, { webhookId: await bench.addWebhook(accountId) });
    await bench.parts.queue.send('webhooks', [{ body: webhookMessageBody({ deliveryId }), groupId: accountId }]);
    await bench.parts.deliveries.markQueued(deliveryId);
    const unreadable: string[] = [];
    const onUnreadable = (messageId: string) => void unreadable.push(messageId);
    const open = () => {
      throw new Error('sealed with another key');
    };
    const broken = { ...bench.parts, secretBox: { ...bench.parts.secretBox, open } };
    const failing = createWebhookQueueHandler({ delivery: broken, onUnreadable });
    const tries: string[] = [];
    for (let receive = 1; receive <= WEBHOOK_RECEIVES_MAX + 1; receive++) tries.push(await serve('webhooks', failing));
    expect(tries).toEqual([...Array<string>(WEBHOOK_RECEIVES_MAX).fill('failed'), 'empty']);

    const recordDead = createDeadLetterWebhook(bench.parts);
    expect([await serve('webhooks-dead', recordDead), await serve('webhooks-dead', recordDead)]).toEqual([
      'done',
      'empty',
    ]);
    const letters = await bench.database.system((sql) => sql`select queue, body from dead_letters`);
    expect(letters).toEqual([{ queue: 'webhooks-dead', body: webhookMessageBody({ deliveryId }) }]);
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'pending', attempts: 0, isClaimed: false });

    await bench.makeDue(deliveryId);
    const { deliveries: redelivery, queue } = bench.parts;
    expect(await redeliverWebhooks({ redelivery, queue })).toEqual({ webhooksRedelivered: 1 });
    const working = createWebhookQueueHandler({ delivery: bench.parts, onUnreadable });
    expect(await serve('webhooks', working)).toBe('done');
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(unreadable).toEqual([]);
  });

  it('records a message in an unknown form, and completes it', async () => {
    const unreadable: string[] = [];
    const handle = createWebhookQueueHandler({
      delivery: bench.parts,
      onUnreadable: (messageId) => void unreadable.push(messageId),
    });
    for (const body of ['not JSON', '{}', '{"deliveryId":"1"}']) await bench.parts.queue.send('webhooks', [{ body }]);
    expect([await serve('webhooks', handle), await serve('webhooks', handle), await serve('webhooks', handle)]).toEqual(
      ['done', 'done', 'done'],
    );
    expect(unreadable).toHaveLength(3);
    expect(bench.requests).toHaveLength(1);
  });
});

/**
 * Guarantee: a hanging endpoint with a thousand queued deliveries does not delay the first attempts of another account. The order alone
 * proves it: no attempt at the hanging endpoint has ended when all attempts of the other account have.
 */
describe('webhooks fairness', () => {
  const QUEUED = 1_000;
  /** The deliveries of the other account, to an endpoint each: as many as it may have at once, so that none has to wait for another. */
  const OTHERS = WEBHOOK_ACCOUNT_CONCURRENCY;
  let bench: DeliveryBench;
  let queue: PostgresQueue;
  beforeAll(async () => {
    bench = await createDeliveryBench();
    queue = createPostgresQueue(bench.database);
  });
  afterAll(() => bench.close());

  /** Stores deliveries with their messages, as the relay does. */
  async function enqueue(accountId: string, webhookId: string, count: number): Promise<void> {
    await bench.database.system(
      (sql) => sql`
      insert into webhook_deliveries (delivery_id, account_id, webhook_id, event, body, status, next_attempt_at)
      select gen_random_uuid(), ${accountId}, ${webhookId}, 'job.completed', '{}', 'pending', clock_timestamp()
      from generate_series(1, ${count}::int)`,
    );
    const relay = createEventFanOut(bench.database);
    const send = (messages: readonly { deliveryId: string; accountId: string }[]) =>
      queue.send(
        'webhooks',
        messages.map(({ deliveryId, accountId: groupId }) => ({ body: webhookMessageBody({ deliveryId }), groupId })),
      );
    while ((await relay.enqueue(send)) > 0);
  }

  it("delivers another account's events beside a thousand hanging deliveries", async () => {
    const released = Promise.withResolvers<typeof OK>();
    let hanging = 0;
    let mostHanging = 0;
    let hangingEnded = 0;
    const arrived: string[] = [];
    bench.answerWith(async ({ url }) => {
      if (!url.includes('hangs')) {
        arrived.push(url);
        return OK;
      }
      hanging += 1;
      mostHanging = Math.max(mostHanging, hanging);
      const answer = await released.promise;
      hanging -= 1;
      hangingEnded += 1;
      return answer;
    });
    const [slow, quick] = [await bench.addAccount(), await bench.addAccount()];
    await enqueue(slow, await bench.addWebhook(slow, 'https://hangs.example/'), QUEUED);
    for (let place = 1; place <= OTHERS; place += 1)
      await enqueue(quick, await bench.addWebhook(quick, `https://quick.example/${place}`), 1);

    let slowClaims = 0;
    const { deliveries } = bench.parts;
    const delivery = {
      ...bench.parts,
      deliveries: {
        ...deliveries,
        async lease(...args: Parameters<typeof deliveries.lease>) {
          const claim = await deliveries.lease(...args);
          const isSlow = claim.kind === 'later' && claim.message.accountId === slow;
          if (isSlow && arrived.length < OTHERS) slowClaims += 1;
          return claim;
        },
      },
    };
    const errors: unknown[] = [];
    const stopping = new AbortController();
    const running = runEventSource({
      queue,
      queueName: 'webhooks',
      handler: createWebhookQueueHandler({ delivery, onUnreadable: (messageId) => errors.push(messageId) }),
      batchSize: 1,
      concurrency: WEBHOOK_CONCURRENCY,
      visibilitySeconds: 600,
      timeoutSeconds: 600,
      signal: stopping.signal,
      listen: (onMessage) => queue.listen('webhooks', onMessage),
      onError: (error) => errors.push(error),
    });
    await vi.waitFor(() => expect(arrived).toHaveLength(OTHERS), { timeout: 50_000, interval: 5 });

    expect(hangingEnded).toBe(0);
    expect(mostHanging).toBe(WEBHOOK_ENDPOINT_CONCURRENCY);
    expect(hanging).toBe(WEBHOOK_ENDPOINT_CONCURRENCY);
    // The queue serves the accounts in turn, so about as many deliveries of the first account were claimed as of the second.
    expect(slowClaims).toBeLessThan(2 * OTHERS + WEBHOOK_CONCURRENCY);
    stopping.abort();
    released.resolve(OK);
    await running;
    expect(errors).toEqual([]);
  });
});
