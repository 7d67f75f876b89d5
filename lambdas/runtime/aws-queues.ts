import { createSqsClient, createSqsQueue } from '../../adapters/queue/sqs-queue.ts';
import type { MessageQueue } from '../../app/jobs/queue-ports.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Makes the queues for work. Only the function that itself sends to the dead-letter queue of statements gets that queue too. */
export function awsQueue({ traced }: Telemetry, more: { readonly deadStatements?: boolean } = {}): MessageQueue {
  const { STATEMENTS_QUEUE_URL, WEBHOOKS_QUEUE_URL } = readVariables(VARIABLES.queues);
  const dead = more.deadStatements
    ? { 'statements-dead': readVariables(VARIABLES.deadStatements).STATEMENTS_DEAD_QUEUE_URL }
    : {};
  return createSqsQueue({
    client: traced(createSqsClient()),
    urls: { statements: STATEMENTS_QUEUE_URL, webhooks: WEBHOOKS_QUEUE_URL, ...dead },
  });
}

/** The base address of the links that clients get. */
export function awsPublicUrl(): string {
  return readVariables(VARIABLES.links).PUBLIC_URL;
}
