import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import type { BookKey } from '../../core/book-key.ts';
import { isRefused } from '../../core/problem.ts';
import { createWebhookQueueHandler } from '../../lambdas/queue/webhook-queue-handler.ts';
import { createWebhookDelivery } from '../../lambdas/runtime/webhook-delivery.ts';
import { accept, createBook, createEngine, drain, type Engine, ORIGIN, sqsEvent } from '../support/engine.ts';
import { endConnections } from '../support/engine-faults.ts';
import { findJob } from '../support/engine-tables.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { bundledProgram } from '../support/running-service.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';

/**
 * Guarantee: a process may be killed with SIGKILL at any step from the end of a job to the record of its delivery. Afterwards its event
 * has arrived at least once, always with the same id and bytes, and no event of a rolled back end is ever sent.
 */

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
