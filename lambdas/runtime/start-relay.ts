import { awsPublicUrl, awsQueue } from './aws-queues.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';
import type { StartedFunction } from './start-function.ts';

/** Makes the outbox relay of a started function. */
export function startRelay({ telemetry, database }: StartedFunction, queue = awsQueue(telemetry)): OutboxRelay {
  const publicUrl = awsPublicUrl();
  return createOutboxRelay({ database, queue, publicUrl: () => publicUrl, log: telemetry.log });
}
