import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { redeliverWebhooks } from '../../app/operations/scheduled-tasks.ts';
import type { QueueName } from '../../app/platform/queue.ts';
import { webhookMessageBody } from '../../app/webhooks/attempt-delivery.ts';
import { WEBHOOK_RECEIVES_MAX } from '../../core/limits/job-limits.ts';
import { createDeadLetterWebhook, createWebhookQueueHandler } from '../../lambdas/queue/webhook-queue-handler.ts';
import { sqsEvent } from '../support/engine.ts';
import { createDeliveryBench, type DeliveryBench } from '../support/webhook-deliveries.ts';

/**
 * Guarantee: a message that the service itself cannot process goes to the dead-letter queue and is kept for the operator. No attempt of its
 * delivery is counted. After the fault the redelivery task sends the delivery.
 */

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
  expect([await serve('webhooks', handle), await serve('webhooks', handle), await serve('webhooks', handle)]).toEqual([
    'done',
    'done',
    'done',
  ]);
  expect(unreadable).toHaveLength(3);
  expect(bench.requests).toHaveLength(1);
});
