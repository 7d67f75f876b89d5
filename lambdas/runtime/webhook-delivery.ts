import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { createOutbox } from '../../adapters/postgres/queries/outbox.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import { createEventFanOut } from '../../adapters/postgres/webhooks/job-events.ts';
import { publicAddressRules, type ThisMachine } from '../../adapters/webhook-http/public-address.ts';
import { createWebhookSender } from '../../adapters/webhook-http/webhook-sender.ts';
import { relayOutbox } from '../../app/jobs/relay-outbox.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import type { MessageQueue } from '../../app/platform/queue.ts';
import type { DeliveryStore, WebhookDelivery } from '../../app/webhooks/attempt-delivery.ts';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';
import { awsPublicUrl, awsQueue } from './aws-queues.ts';
import type { StartedFunction } from './deployed-function.ts';
import { type Log, SERVICE_NAME, SERVICE_VERSION } from './log.ts';

/** The platform parts of a process that sends webhooks. */
export interface WebhookPlatform {
  readonly database: Database;
  readonly queue: MessageQueue;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly log: Log;
  /** The service's own address, which webhooks must not call; null when it has none on the internet. */
  readonly publicUrl: string | null;
  /** This machine's own ports. Null forbids webhooks to this machine. */
  readonly thisMachine: ThisMachine | null;
}

/** Makes the delivery of webhooks, for the one function that sends them. */
export function createWebhookDelivery(platform: WebhookPlatform): WebhookDelivery {
  const { database, queue, secretBox, mailer, log, publicUrl, thisMachine } = platform;
  return {
    deliveries: namedInLog(createDeliveryStore(database), log),
    sender: createWebhookSender({
      userAgent: `${SERVICE_NAME}/${SERVICE_VERSION}`,
      rules: publicAddressRules(publicUrl, thisMachine),
    }),
    secretBox,
    queue,
    mailer,
    isTransient: isTransientDatabaseError,
    pause: (seconds) => setTimeout(seconds * 1000),
    random: Math.random,
    onFailing: (webhookId, failuresInRow, disabledReason) =>
      log('warn', 'webhook_failing', { webhookId, failuresInRow, disabledReason }),
    onMailError: (error, webhookId) => log('error', 'webhook_mail_failed', { webhookId, error }),
  };
}

/** Logs the id of the request that created the job with each attempt. The delivery is the last effect of that request. */
function namedInLog(deliveries: DeliveryStore, log: Log): DeliveryStore {
  return {
    ...deliveries,
    async record(delivery, record, decideDisabled) {
      const { deliveryId, requestId, accountId, attempt } = delivery;
      const { responseStatus, error, durationMs } = record;
      const fields = { deliveryId, requestId, accountId, attempt, responseStatus, outcome: error ?? 'delivered' };
      log('info', 'webhook_attempted', { ...fields, durationMs: Math.round(durationMs) });
      return deliveries.record(delivery, record, decideDisabled);
    },
  };
}

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
