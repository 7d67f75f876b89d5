import { createHash, randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { PostgresQueue } from '../adapters/queue/postgres-queue.ts';
import type { MessageQueue, QueueName, ReceivedMessage } from '../app/platform/queue.ts';
import { WEBHOOK_CONCURRENCY, WEBHOOK_TIMEOUT_SECONDS, WEBHOOK_VISIBILITY_SECONDS } from '../core/limits/job-limits.ts';
import { createDeadLetterWebhook, createWebhookQueueHandler } from '../lambdas/queue/webhook-queue-handler.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import { createWebhookDelivery, type WebhookPlatform } from '../lambdas/runtime/webhook-delivery.ts';

export interface LambdaFunction {
  readonly functionName: string;
  readonly timeoutSeconds: number;
}

/**
 * Calls a handler as Lambda does: with a context and a time-out. Lambda stops the process after a time-out. Here the handler may go on; its
 * late writes are then rejected, because another claim holds its job.
 */
export async function invokeLambda<Event, Result>(
  handler: (event: Event, context: Context) => Promise<Result>,
  event: Event,
  { functionName, timeoutSeconds }: LambdaFunction,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeout.reject(new Error(`${functionName} was given up after ${timeoutSeconds} seconds`));
  }, timeoutSeconds * 1000);
  try {
    return await Promise.race([handler(event, lambdaContext(functionName, timeoutSeconds)), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function lambdaContext(functionName: string, timeoutSeconds: number): Context {
  // The clock is monotonic, so that setting the system clock back does not give a handler more time.
  const deadline = performance.now() + timeoutSeconds * 1000;
  const unsupported = () => {
    throw new Error('Handlers here return a promise');
  };
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    // The worker's memory on AWS. Locally memory is not limited.
    memoryLimitInMB: '2048',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}

export interface WebhookQueues {
  /** Accepts nothing new, and waits for the current attempts. */
  close(): Promise<void>;
}

/** Serves the webhook queues in the process of the API: an attempt is nearly all waiting and cannot end the process. */
export function startWebhookQueues(platform: WebhookPlatform & { readonly queue: PostgresQueue }): WebhookQueues {
  const { queue, log } = platform;
  const delivery = createWebhookDelivery(platform);
  const stopping = new AbortController();
  const serve = (
    queueName: QueueName,
    handler: (event: SQSEvent) => Promise<SQSBatchResponse>,
    concurrency: number,
  ): Promise<void> =>
    runEventSource({
      queue,
      queueName,
      handler: lambdaHandler({ functionName: queueName, log }, handler),
      batchSize: 1,
      concurrency,
      visibilitySeconds: WEBHOOK_VISIBILITY_SECONDS,
      timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
      signal: stopping.signal,
      listen: (onMessage) => queue.listen(queueName, onMessage),
      onError: (error) => log('error', 'event_source_failed', { queueName, error }),
    });
  const onUnreadable = (messageId: string) => log('error', 'unreadable_message', { messageId });
  const ended = Promise.all([
    serve('webhooks', createWebhookQueueHandler({ delivery, onUnreadable }), WEBHOOK_CONCURRENCY),
    serve('webhooks-dead', createDeadLetterWebhook(delivery), 1),
  ]);
  return {
    async close() {
      stopping.abort();
      await ended;
    },
  };
}

/** The limits of waiting requests. At a limit the server stops reading the connection. */
export interface QueueLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** Pauses and resumes reading from the client. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/**
 * Answers the requests of one connection one after the other. While too many wait, the connection is not read, so that a fast client has
 * to wait instead of filling the memory.
 */
export class RequestQueue {
  readonly #limits: QueueLimits;
  readonly #reading: Reading;
  #last: Promise<void> = Promise.resolve();
  #requests = 0;
  #bytes = 0;
  #isPaused = false;

  constructor(limits: QueueLimits, reading: Reading) {
    this.#limits = limits;
    this.#reading = reading;
  }

  /** Adds a request. `bytes` is the memory that it holds. The work must not throw. */
  add(bytes: number, work: () => Promise<void>): void {
    this.#requests += 1;
    this.#bytes += bytes;
    this.#last = this.#last.then(work).finally(() => {
      this.#requests -= 1;
      this.#bytes -= bytes;
      this.#adjust();
    });
    this.#adjust();
  }

  /** Resolves when all present requests have been answered. */
  get idle(): Promise<void> {
    return this.#last;
  }

  #adjust(): void {
    const isFull = this.#requests > this.#limits.requests || this.#bytes > this.#limits.bytes;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#reading.pause();
    else this.#reading.resume();
  }
}

/** The milliseconds between two reads of the queue, and so the longest wait of a message whose notification was lost. */
const POLL_MS = 1_000;
const BACKOFF_MS_MAX = 30_000;
const REGION = 'local';
const ACCOUNT = '000000000000';

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse | undefined>;

export interface EventSource {
  readonly queue: MessageQueue;
  readonly queueName: QueueName;
  readonly handler: QueueHandler;
  /** The number of messages per invocation: 1 to 10. */
  readonly batchSize: number;
  /** The number of concurrent invocations. */
  readonly concurrency: number;
  /**
   * The seconds for which a received message is hidden. They exceed the time-out, so that a message does not return while its handler may
   * still run.
   */
  readonly visibilitySeconds: number;
  readonly timeoutSeconds: number;
  /** While it answers true, no message is received: all wait in the queue, and none counts as an attempt. */
  readonly isPaused?: () => Promise<boolean>;
  readonly signal: AbortSignal;
  /** Calls `onMessage` whenever a message arrives. Resolves to the function that ends this. */
  readonly listen: (onMessage: () => void) => Promise<() => Promise<void>>;
  /** Called for every failure; only the signal ends the event source. */
  readonly onError: (error: unknown) => void;
  readonly pollMs?: number;
}

/**
 * Does the work of AWS's event source mapping between a queue and a handler: receives messages, invokes the handler, deletes messages
 * that did not fail. A failed message stays and returns when its visibility time-out ends. Resolves when the signal was given and the
 * running invocations have ended.
 */
export async function runEventSource(source: EventSource): Promise<void> {
  const wakeSignal = new WakeSignal();
  // The end of the source wakes its readers too, so that no wait outlasts it.
  source.signal.addEventListener('abort', wakeSignal.wake, { once: true });
  const endListening = await source.listen(wakeSignal.wake).catch((error: unknown) => {
    source.onError(error);
    return async () => undefined;
  });
  await Promise.all(Array.from({ length: source.concurrency }, () => pump(source, wakeSignal)));
  source.signal.removeEventListener('abort', wakeSignal.wake);
  await endListening().catch(source.onError);
}

async function pump(source: EventSource, wakeSignal: WakeSignal): Promise<void> {
  const { queue, queueName, batchSize, visibilitySeconds, signal, pollMs = POLL_MS, isPaused } = source;
  let failures = 0;
  while (!signal.aborted) {
    const { wakeCount } = wakeSignal;
    try {
      const isIdle = isPaused !== undefined && (await isPaused());
      const messages = isIdle ? [] : await queue.receive(queueName, { max: batchSize, visibilitySeconds });
      if (messages.length === 0) await wakeSignal.wait(wakeCount, pollMs);
      else if (signal.aborted) await returnMessages(source, messages);
      else await serve(source, messages);
      failures = 0;
    } catch (error) {
      source.onError(error);
      failures += 1;
      if (!signal.aborted)
        await wakeSignal.wait(wakeSignal.wakeCount, Math.min(pollMs * 2 ** failures, BACKOFF_MS_MAX));
    }
  }
}

async function serve(source: EventSource, messages: readonly ReceivedMessage[]): Promise<void> {
  for (const message of await succeeded(source, messages)) {
    await source.queue.delete(source.queueName, message.receiptHandle);
  }
}

/** Makes messages visible again that arrived just as the signal was given, so that the next start need not wait for them. */
async function returnMessages({ queue, queueName }: EventSource, messages: readonly ReceivedMessage[]): Promise<void> {
  for (const message of messages) await queue.changeVisibility(queueName, message.receiptHandle, 0);
}

/**
 * Returns the messages that the handler processed. A handler that throws, exceeds its time or names an unknown message has failed all
 * messages.
 */
async function succeeded(
  source: EventSource,
  messages: readonly ReceivedMessage[],
): Promise<readonly ReceivedMessage[]> {
  const { handler, queueName, timeoutSeconds } = source;
  const event = { Records: messages.map((message) => queueRecord(queueName, message)) };
  try {
    const response = await invokeLambda(handler, event, { functionName: queueName, timeoutSeconds });
    const failed = new Set((response?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier));
    const rest = messages.filter((message) => !failed.has(message.messageId));
    if (rest.length + failed.size !== messages.length)
      throw new Error(`${queueName}: the handler failed a message it was not given`);
    return rest;
  } catch (error) {
    source.onError(error);
    return [];
  }
}

function queueRecord(queueName: QueueName, message: ReceivedMessage): SQSRecord {
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(message.sentAt.getTime()),
      SenderId: REGION,
      // The type requires this field, which nobody reads. It holds the time of this receive, not of the first.
      ApproximateFirstReceiveTimestamp: String(Date.now()),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(message.body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:${queueName}`,
    awsRegion: REGION,
  };
}

/** Wakes waiting readers. A call of `wake` between a reader's last look and its wait is counted, so that the reader does not miss it. */
class WakeSignal {
  #wakeCount = 0;
  readonly #waiting = new Set<() => void>();

  /** The number of calls of `wake`. Read it before looking for work, and pass it to `wait` if there was none. */
  get wakeCount(): number {
    return this.#wakeCount;
  }

  readonly wake = (): void => {
    this.#wakeCount += 1;
    for (const resume of this.#waiting) resume();
  };

  /** Resolves when the count exceeds `wakeCount`, or after the milliseconds. */
  wait(wakeCount: number, milliseconds: number): Promise<void> {
    if (this.#wakeCount > wakeCount) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, milliseconds);
      this.#waiting.add(resume);
    });
  }
}
