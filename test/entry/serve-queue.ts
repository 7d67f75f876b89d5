import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import type { QueueName } from '../../app/platform/queue.ts';
import { type EventSource, runEventSource } from '../../server/event-source.ts';
import type { LambdaProcess } from './lambda-process.ts';

const answer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/** Passes messages one by one to a function in its own process, like an event source mapping, until the signal aborts. */
export function serveQueue({
  queue,
  queueName,
  lambda,
  signal,
}: {
  readonly queue: EventSource['queue'];
  readonly queueName: QueueName;
  readonly lambda: LambdaProcess;
  readonly signal: AbortSignal;
}): Promise<void> {
  return runEventSource({
    queue,
    queueName,
    handler: async (event: SQSEvent): Promise<SQSBatchResponse> => answer.parse(await lambda.invoke(event)),
    batchSize: 1,
    concurrency: 1,
    visibilitySeconds: 60,
    timeoutSeconds: 60,
    signal,
    listen: async () => async () => undefined,
    onError: () => undefined,
    pollMs: 20,
  });
}
