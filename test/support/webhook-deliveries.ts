import { randomUUID } from 'node:crypto';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { createDeliveryStore } from '../../adapters/postgres/webhooks/delivery-store.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import type { MailMessage } from '../../app/platform/mail.ts';
import type { OutgoingMessage } from '../../app/platform/queue.ts';
import { attemptDelivery, type WebhookDelivery, type WebhookRequest } from '../../app/webhooks/attempt-delivery.ts';
import type { SendAnswer } from '../../core/webhook/decide-attempt.ts';
import { createTestDatabase } from './postgres.ts';

/** Makes deliveries on a real PostgreSQL, with a sender that answers as the test says. Deliveries run only when a test calls them. */

export const OK: SendAnswer = { status: 200, retryAfter: null };
export const FAILED: SendAnswer = { status: 500, retryAfter: null };
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export interface DeliveryBench {
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly parts: WebhookDelivery;
  /** The sent requests, in order. */
  readonly requests: WebhookRequest[];
  readonly mails: MailMessage[];
  readonly failing: { readonly webhookId: string; readonly failuresInRow: number; readonly reason: string | null }[];
  /** The messages for next attempts, as the queue got them. */
  readonly messages: OutgoingMessage[];
  /** Sets the receivers' answer from now on. */
  answerWith(answer: (request: WebhookRequest) => SendAnswer | Promise<SendAnswer>): void;
  /** Handles one message of the delivery. */
  deliver(deliveryId: string): Promise<void>;
  addAccount(email?: string | null): Promise<string>;
  addWebhook(accountId: string, url?: string): Promise<string>;
  addDelivery(accountId: string, receiver: { webhookId: string } | { callbackUrl: string }): Promise<string>;
  /** Makes the next attempt of the delivery due. */
  makeDue(deliveryId: string): Promise<void>;
  /** Expires the claim of the delivery, as if its sender had ended long ago. */
  expireClaim(deliveryId: string): Promise<void>;
  delivery(deliveryId: string): Promise<StoredDelivery>;
  attempts(deliveryId: string): Promise<readonly StoredAttempt[]>;
  webhook(webhookId: string): Promise<StoredWebhook>;
  close(): Promise<void>;
}

interface StoredDelivery {
  readonly status: string;
  readonly attempts: number;
  readonly isQueued: boolean;
  readonly isClaimed: boolean;
  /** The seconds from the last attempt to the next, or null when there is no next attempt. */
  readonly delaySeconds: number | null;
  readonly hasEnded: boolean;
}

interface StoredAttempt {
  readonly number: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
}

interface StoredWebhook {
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failuresInRow: number;
  readonly isFailing: boolean;
  readonly hasProbe: boolean;
}

export async function createDeliveryBench(): Promise<DeliveryBench> {
  const { database, address, drop } = await createTestDatabase();
  const requests: WebhookRequest[] = [];
  const mails: MailMessage[] = [];
  const failing: DeliveryBench['failing'] = [];
  const messages: OutgoingMessage[] = [];
  const queue = createPostgresQueue(database);
  let answer: (request: WebhookRequest) => SendAnswer | Promise<SendAnswer> = () => OK;
  const parts: WebhookDelivery = {
    deliveries: createDeliveryStore(database),
    sender: {
      async send(request) {
        requests.push(request);
        return { answer: await answer(request), durationMs: 12 };
      },
    },
    secretBox: webhookPlatform.secretBox,
    queue: {
      ...queue,
      async send(name, outgoing) {
        messages.push(...outgoing);
        await queue.send(name, outgoing);
      },
    },
    mailer: { send: async (mail) => void mails.push(mail) },
    isTransient: isTransientDatabaseError,
    pause: async () => undefined,
    random: () => 0,
    onFailing: (webhookId, failuresInRow, reason) => void failing.push({ webhookId, failuresInRow, reason }),
    onMailError: (error) => {
      throw error;
    },
  };
  return {
    database,
    address,
    parts,
    requests,
    mails,
    failing,
    messages,
    answerWith(next) {
      answer = next;
    },
    deliver: (deliveryId) => attemptDelivery(parts, deliveryId),
    ...writing(database),
    ...reading(database),
    close: drop,
  };
}

type Writing = Pick<DeliveryBench, 'addAccount' | 'addWebhook' | 'addDelivery' | 'makeDue' | 'expireClaim'>;

function writing(database: Database): Writing {
  return {
    async addAccount(email = 'office@agency.example') {
      const accountId = randomUUID();
      await database.system(
        (sql) => sql`
          insert into accounts (account_id, name, tier, status, email, callback_secret_sealed)
          values (${accountId}, 'Agency', 'standard', 'active', ${email}, ${webhookPlatform.secretBox.seal(SECRET)})`,
      );
      return accountId;
    },
    async addWebhook(accountId, url = 'https://agency.example/hook?key=secret') {
      const webhookId = randomUUID();
      await database.system(
        (sql) => sql`
          insert into webhooks (webhook_id, account_id, url, events, secret_sealed)
          values (${webhookId}, ${accountId}, ${url}, '{job.completed,job.failed}', ${webhookPlatform.secretBox.seal(SECRET)})`,
      );
      return webhookId;
    },
    async addDelivery(accountId, receiver) {
      const deliveryId = randomUUID();
      const { webhookId = null, callbackUrl = null } = { webhookId: undefined, callbackUrl: undefined, ...receiver };
      await database.system(
        (sql) => sql`
          insert into webhook_deliveries (delivery_id, account_id, webhook_id, callback_url, event, body, status, next_attempt_at)
          values (${deliveryId}, ${accountId}, ${webhookId}, ${callbackUrl}, 'job.completed', ${JSON.stringify({ deliveryId })},
            'pending', clock_timestamp())`,
      );
      return deliveryId;
    },
    async makeDue(deliveryId) {
      await database.system(
        (sql) => sql`
          update webhook_deliveries set next_attempt_at = clock_timestamp() - interval '2 minutes',
            queued_at = queued_at - interval '2 minutes'
          where delivery_id = ${deliveryId} and status = 'pending'`,
      );
    },
    async expireClaim(deliveryId) {
      await database.system(
        (sql) => sql`
          update webhook_deliveries set claimed_until = claimed_until - interval '10 minutes' where delivery_id = ${deliveryId}`,
      );
    },
  };
}

function reading(database: Database): Pick<DeliveryBench, 'delivery' | 'attempts' | 'webhook'> {
  return {
    async delivery(deliveryId) {
      const [row] = await database.system(
        (sql) => sql<StoredDelivery[]>`
          select status, attempts, queued_at is not null as "isQueued", claimed_until is not null as "isClaimed",
            ended_at is not null as "hasEnded",
            extract(epoch from next_attempt_at - (
              select max(attempted_at) from webhook_attempts a where a.delivery_id = d.delivery_id))::float8 as "delaySeconds"
          from webhook_deliveries d where delivery_id = ${deliveryId}`,
      );
      if (row === undefined) throw new Error('There is no such delivery');
      return row;
    },
    attempts: (deliveryId) =>
      database.system(
        (sql) => sql<StoredAttempt[]>`
          select number, response_status as "responseStatus", error from webhook_attempts
          where delivery_id = ${deliveryId} order by number`,
      ),
    async webhook(webhookId) {
      const [row] = await database.system(
        (sql) => sql<StoredWebhook[]>`
          select enabled, disabled_reason as "disabledReason", failures_in_row as "failuresInRow",
            failing_since is not null as "isFailing", probe_at is not null as "hasProbe"
          from webhooks where webhook_id = ${webhookId}`,
      );
      if (row === undefined) throw new Error('There is no such webhook');
      return row;
    },
  };
}

/** The parts that a process needs for webhook secrets and the links in sent events. */
export const webhookPlatform = {
  publicUrl: () => 'https://api.example.com',
  secretBox: createSecretBox(new Uint8Array(32).fill(7)),
};
