import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEventFanOut } from '../../adapters/postgres/webhooks/job-events.ts';
import { createPostgresQueue, type PostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { webhookMessageBody } from '../../app/webhooks/attempt-delivery.ts';
import {
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_CONCURRENCY,
  WEBHOOK_ENDPOINT_CONCURRENCY,
} from '../../core/limits/job-limits.ts';
import { createWebhookQueueHandler } from '../../lambdas/queue/webhook-queue-handler.ts';
import { runEventSource } from '../../server/event-source.ts';
import { createDeliveryBench, type DeliveryBench, OK } from '../support/webhook-deliveries.ts';

/**
 * Guarantee: a hanging endpoint with a thousand queued deliveries does not delay the first attempts of another account. The order alone
 * proves it: no attempt at the hanging endpoint has ended when all attempts of the other account have.
 */

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
