import { once } from 'node:events';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import { connectDatabase } from '../adapters/postgres/connection/database.ts';
import { createPostgresQueue } from '../adapters/queue/postgres-queue.ts';
import type { StatementWorker } from '../app/book/process-statement.ts';
import { readStatementMessage } from '../app/jobs/relay-outbox.ts';
import type { QueueName } from '../app/platform/queue.ts';
import { QUEUE_VISIBILITY_SECONDS, WORKER_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import { createDeadLetterStatement, createIngestStatement } from '../lambdas/queue/statement-handler.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import { createLog } from '../lambdas/runtime/log.ts';
import { createServices } from '../lambdas/runtime/services.ts';
import { createDiskReader, createFullDiskCheck } from './disk-space.ts';
import { runEventSource } from './event-source.ts';
import { readWorkerOrder, type WorkerNews } from './worker-supervisor.ts';

/**
 * The time-out of a handler. It is longer than the time limit of the supervisor, which starts a moment later and ends the whole process
 * (worker-supervisor.ts).
 */
const TIMEOUT_SECONDS = WORKER_TIMEOUT_SECONDS + 60;
const ALIVE_MS = 2_000;

/** The main loop of a worker process until it is told to stop. `adapted` lets tests make a worker that misbehaves. */
export async function serveStatements(
  adapted: (worker: StatementWorker) => StatementWorker = (worker) => worker,
): Promise<void> {
  // The runtime has ended, so nobody will stop this process any more. The handler is registered first, because the runtime may end before
  // it has sent the order.
  process.once('disconnect', () => process.exit(0));
  if (!process.connected) process.exit(0);
  const [message] = await once(process, 'message');
  const order = readWorkerOrder(message);
  const log = createLog('worker');
  // The database statements of a job may take as long as the function; those of the queue are quick.
  const database = connectDatabase(order.address, {
    poolSize: 4,
    applicationName: 'statement-worker',
    statementTimeoutSeconds: WORKER_TIMEOUT_SECONDS,
  });
  const objects = await openDiskObjectStore(order.objectDirectory);
  const queue = createPostgresQueue(database);
  const services = createServices({ database, objects, queue, log, publicUrl: () => order.publicUrl });
  const worker = adapted(services.worker);

  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  // In a terminal, Ctrl-C reaches both processes. The runtime handles it and then tells this process.
  process.on('SIGINT', () => undefined);
  const tell = (news: WorkerNews) => process.send?.(news);
  const alive = setInterval(() => tell({ kind: 'alive' }), ALIVE_MS);

  // A reading that is kept would let a job begin on a disk that has just become full.
  const isDiskFull = createFullDiskCheck(createDiskReader(order.dataDirectory, 0));
  const serve = (queueName: QueueName, handler: (event: SQSEvent) => Promise<SQSBatchResponse>) =>
    runEventSource({
      queue,
      queueName,
      handler: lambdaHandler({ functionName: queueName, log }, handler),
      batchSize: 1,
      concurrency: 1,
      visibilitySeconds: QUEUE_VISIBILITY_SECONDS,
      timeoutSeconds: TIMEOUT_SECONDS,
      signal: stopping.signal,
      // The dead-letter queue goes on: recording a failure needs little room.
      ...(queueName === 'statements' ? { isPaused: isDiskFull } : {}),
      listen: (onMessage) => queue.listen(queueName, onMessage),
      onError: (error) => log('error', 'event_source_failed', { queueName, error }),
    });
  const ingest = createIngestStatement({
    worker,
    queue,
    relayOutbox: services.outbox.relayOutbox,
    onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
  });
  const toldOf = async (event: SQSEvent) => {
    const jobId = readStatementMessage(event.Records[0]?.body ?? '')?.jobId;
    if (jobId !== undefined) tell({ kind: 'began', jobId });
    try {
      return await ingest(event);
    } finally {
      tell({ kind: 'ended' });
    }
  };
  await Promise.all([
    serve('statements', toldOf),
    serve(
      'statements-dead',
      createDeadLetterStatement({ jobs: worker.jobs, relayOutbox: services.outbox.relayOutbox }),
    ),
  ]);
  clearInterval(alive);
  await database.close();
}
