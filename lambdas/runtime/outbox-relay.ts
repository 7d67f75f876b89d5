import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createOutbox } from '../../adapters/postgres/jobs/outbox.ts';
import { createEventFanOut } from '../../adapters/postgres/webhooks/job-events.ts';
import { relayOutbox } from '../../app/jobs/relay-outbox.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import { awsPublicUrl, awsQueue } from './aws-queues.ts';
import type { StartedFunction } from './lambda-handler.ts';
import type { Log } from './log.ts';

/** Makes the outbox relay of a started function. */
export function startRelay({ telemetry, database }: StartedFunction, queue = awsQueue(telemetry)): OutboxRelay {
  const publicUrl = awsPublicUrl();
  return createOutboxRelay({ database, queue, publicUrl: () => publicUrl, log: telemetry.log });
}

export interface OutboxRelay {
  /** Sends one batch and returns its size. */
  readonly sweepOutbox: () => Promise<number>;
  /** Sends one batch after a change. Does not throw: the sweep sends a failed batch within a minute. */
  readonly relayOutbox: () => Promise<void>;
}

interface RelayPlatform {
  readonly database: Database;
  readonly queue: MessageQueue;
  readonly publicUrl: () => string;
  readonly log: Log;
}

export function createOutboxRelay({ database, queue, publicUrl, log }: RelayPlatform): OutboxRelay {
  const relay = { outbox: createOutbox(database), events: createEventFanOut(database), queue, publicUrl };
  const sweepOutbox = () => relayOutbox(relay);
  return {
    sweepOutbox,
    async relayOutbox() {
      try {
        await sweepOutbox();
      } catch (error) {
        log('warn', 'outbox_relay_failed', { error });
      }
    },
  };
}
