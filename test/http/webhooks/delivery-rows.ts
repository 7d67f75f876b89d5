import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DeliveryStatus } from '../../../app/webhooks/manage-webhooks.ts';
import type { TestAccount, TestService } from '../../support/service.ts';

/** Makes deliveries for tests: those of a job by a real event, and others in any state. */

export async function addWebhook({ call }: TestAccount, url = 'https://agency.example/hook'): Promise<string> {
  const json = { url, events: ['job.completed', 'job.failed'] };
  return z.object({ id: z.string() }).parse((await call('POST', '/v1/webhooks', { json })).json).id;
}

/** Reads a statement whose end is sent to the account's webhooks and its callback. */
export async function endJob(service: TestService, account: TestAccount, webhookUrl?: string): Promise<string> {
  const carrierId = await service.createCarrier();
  const file = 'Member ID,Commission\nM1,5\n';
  const upload = { file, carrierId, period: '2026-01', ...(webhookUrl === undefined ? {} : { webhookUrl }) };
  const { jobId } = await account.load(upload);
  await service.services.outbox.sweepOutbox();
  return jobId;
}

/** Sets a state as if attempts had been made: two failed attempts for pending, six for failed. */
export async function setStatus({ database }: TestService, deliveryId: string, status: DeliveryStatus): Promise<void> {
  const attempts = { pending: 2, delivered: 1, failed: 6, discarded: 1 }[status];
  await database.system(async (sql) => {
    await sql`
      update webhook_deliveries set status = ${status}, attempts = ${attempts}, queued_at = clock_timestamp(),
        next_attempt_at = case when ${status} = 'pending' then clock_timestamp() + interval '1 hour' end,
        ended_at = case when ${status} <> 'pending' then clock_timestamp() end
      where delivery_id = ${deliveryId}`;
    await sql`
      insert into webhook_attempts (account_id, delivery_id, number, attempted_at, duration_ms, response_status, error)
      select account_id, delivery_id, number, timestamptz '2026-07-15T12:00:00.123456Z' + make_interval(mins => number), 40 + number,
        case when ${status} = 'delivered' then 200 else 503 end, case when ${status} <> 'delivered' then 'http_503' end
      from webhook_deliveries, generate_series(1, ${attempts}) number where delivery_id = ${deliveryId}`;
  });
}

/** Adds one more event for a webhook, without a job. */
export async function addDelivery(
  { database }: TestService,
  { accountId }: TestAccount,
  { webhookId, jobId = null }: { readonly webhookId: string; readonly jobId?: string | null },
): Promise<string> {
  const deliveryId = randomUUID();
  await database.system(
    (sql) => sql`
      insert into webhook_deliveries (delivery_id, account_id, webhook_id, event, job_id, body, status, next_attempt_at)
      values (${deliveryId}, ${accountId}, ${webhookId}, 'job.completed', ${jobId}, '{}', 'pending', clock_timestamp())`,
  );
  return deliveryId;
}
