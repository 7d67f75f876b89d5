import { once } from 'node:events';
import { z } from 'zod';
import { openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { processStatement } from '../../app/book/process-statement.ts';
import { createWebhookQueueHandler } from '../../lambdas/queue/webhook-queue-handler.ts';
import { createServices } from '../../lambdas/runtime/services.ts';
import { createWebhookDelivery } from '../../lambdas/runtime/webhook-delivery.ts';
import { sqsEvent } from '../support/engine.ts';
import { interceptedDatabase } from '../support/engine-faults.ts';
import { webhookPlatform } from '../support/webhook-deliveries.ts';

/**
 * A process that runs one job, sends its event and delivers it, like the service's functions one after the other, and that kills itself
 * at the given step.
 */

const orderSchema = z.object({
  address: z.object({
    kind: z.literal('socket'),
    directory: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
  }),
  applicationName: z.string(),
  objectDirectory: z.string(),
  jobId: z.string(),
  killAt: z.number(),
});

const [message] = await once(process, 'message');
const { address, applicationName, objectDirectory, jobId, killAt } = orderSchema.parse(message);

let steps = 0;
async function step(): Promise<void> {
  steps += 1;
  if (steps !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

/** Matches statements about events, delivery messages or deliveries. They and all commits are steps. */
const OF_EVENTS = /outbox|webhook_|queue_messages/;
const connected = connectDatabase(address, { poolSize: 4, applicationName, statementTimeoutSeconds: 60 });
const database = interceptedDatabase(connected, async ({ statement }) => {
  if (statement === null || OF_EVENTS.test(statement)) await step();
});
const log = () => undefined;
const queue = createPostgresQueue(database);
const { worker, outbox } = createServices({
  database,
  objects: await openDiskObjectStore(objectDirectory),
  queue,
  log,
  ...webhookPlatform,
});
const mailer = { send: async () => undefined };
const delivery = createWebhookDelivery({
  database,
  queue,
  mailer,
  log,
  publicUrl: null,
  thisMachine: { isOwnPort: () => false },
  secretBox: webhookPlatform.secretBox,
});
const sender = {
  async send(request: Parameters<typeof delivery.sender.send>[0]) {
    await step();
    const result = await delivery.sender.send(request);
    await step();
    return result;
  },
};
const deliver = createWebhookQueueHandler({ delivery: { ...delivery, sender }, onUnreadable: log });

await processStatement(worker, jobId);
await outbox.relayOutbox();
for (;;) {
  const [received] = await queue.receive('webhooks', { max: 1, visibilitySeconds: 600 });
  await step();
  if (received === undefined) break;
  await deliver(sqsEvent(received));
  await step();
  await queue.delete('webhooks', received.receiptHandle);
}
await connected.close();
process.send?.(steps);
process.disconnect();
