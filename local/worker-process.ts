// The worker: what the queue's Lambda functions are on AWS. A process of its own, so that a statement being read never
// holds up the API, and one that kills its worker kills nothing else.
import { once } from 'node:events';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import { connectDatabase } from '../adapters/postgres/database.ts';
import { createPostgresQueue } from '../adapters/queue/postgres-queue.ts';
import type { QueueName } from '../app/ports.ts';
import { QUEUE_VISIBILITY_SECONDS, WORKER_TIMEOUT_SECONDS } from '../core/limits.ts';
import { createBuryStatement } from '../lambdas/queue/bury-statement.ts';
import { createIngestStatement } from '../lambdas/queue/ingest-statement.ts';
import { compileLate } from '../lambdas/runtime/compile-late.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import { createLog } from '../lambdas/runtime/log.ts';
import { createServices } from '../lambdas/runtime/services.ts';
import { runEventSource } from './event-source.ts';
import { readWorkerOrder } from './worker-order.ts';

/** Two at a time: while one waits for the database the other reads its file. */
const CONCURRENCY = 2;

// The runtime is gone: whatever it was, nobody will stop us any more. Said first: it may be gone before it has sent its order.
process.once('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
compileLate();
const [message] = await once(process, 'message');
const order = readWorkerOrder(message);
const log = createLog('worker');
// A statement of a statement may take as long as the function; the queue's own statements are quick.
const database = connectDatabase(order.address, {
  poolSize: 2 * CONCURRENCY + 2,
  applicationName: 'statement-worker',
  statementTimeoutSeconds: WORKER_TIMEOUT_SECONDS,
});
const objects = await openDiskObjectStore(order.objectDirectory);
const queue = createPostgresQueue(database);
const services = createServices({ database, objects, queue, log, publicUrl: () => order.publicUrl });

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
// The runtime handles Ctrl-C and then tells us; in a terminal the signal reaches us both.
process.on('SIGINT', () => undefined);

const serve = (queueName: QueueName, handler: (event: SQSEvent) => Promise<SQSBatchResponse>, concurrency: number) =>
  runEventSource({
    queue,
    queueName,
    handler: lambdaHandler({ functionName: queueName, log }, handler),
    batchSize: 1,
    concurrency,
    visibilitySeconds: QUEUE_VISIBILITY_SECONDS,
    timeoutSeconds: WORKER_TIMEOUT_SECONDS,
    signal: stopping.signal,
    wake: (ring) => queue.listen(queueName, ring),
    onError: (error) => log('error', 'event_source_failed', { queueName, error }),
  });

await Promise.all([
  serve(
    'statements',
    createIngestStatement({
      worker: services.worker,
      queue,
      relayOutbox: services.relayOutbox,
      onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
    }),
    CONCURRENCY,
  ),
  serve('statements-dead', createBuryStatement({ jobs: services.worker.jobs, relayOutbox: services.relayOutbox }), 1),
]);
await database.close();
process.exit(0);
