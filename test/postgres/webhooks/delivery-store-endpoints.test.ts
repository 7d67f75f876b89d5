import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookStore } from '../../../adapters/postgres/webhooks/webhook-store.ts';
import { redeliverWebhooks } from '../../../app/operations/scheduled-tasks.ts';
import { attemptDelivery } from '../../../app/webhooks/attempt-delivery.ts';
import { decideAttempt } from '../../../core/webhook/decide-attempt.ts';
import {
  createDeliveryBench,
  type DeliveryBench,
  FAILED,
  OK,
  webhookPlatform,
} from '../../support/webhook-deliveries.ts';

/**
 * Guarantee: a failing endpoint is called less and less often, and its account gets an email. An endpoint that answers 410 gets no more
 * requests. Deliveries with a lost message are found, and ended deliveries are deleted after thirty days.
 */

const ORIGIN = { actor: 'token:test', ip: null, requestId: 'request-1' };
let accountId: string;
let webhookId: string;
const bench = await createDeliveryBench();
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.database.system((sql) => sql`delete from webhook_deliveries`);
  for (const kept of [bench.requests, bench.messages, bench.mails, bench.failing]) kept.length = 0;
  bench.answerWith(() => OK);
  accountId = await bench.addAccount();
  webhookId = await bench.addWebhook(accountId);
});

const add = () => bench.addDelivery(accountId, { webhookId });
const setWebhook = (changes: { failures?: number; failingDays?: number; probeSeconds?: number }) =>
  bench.database.system(
    (sql) => sql`
      update webhooks set failures_in_row = ${changes.failures ?? 0},
        failing_since = clock_timestamp() - make_interval(secs => ${86_400 * (changes.failingDays ?? 0)}::float8),
        probe_at = clock_timestamp() + make_interval(secs => ${changes.probeSeconds ?? 0}::float8)
      where webhook_id = ${webhookId}`,
  );
async function deliverNew(): Promise<string> {
  const deliveryId = await add();
  await bench.deliver(deliveryId);
  return deliveryId;
}

describe('an endpoint that fails ten times in a row', () => {
  it('is probed once a minute, and waiting deliveries use no attempt', async () => {
    bench.answerWith(() => FAILED);
    for (let failure = 1; failure <= 10; failure++) await deliverNew();
    expect(await bench.webhook(webhookId)).toMatchObject({ failuresInRow: 10, isFailing: true, hasProbe: true });
    expect(bench.requests).toHaveLength(10);
    expect(bench.failing).toEqual([{ webhookId, failuresInRow: 10, reason: null }]);
    const waiting = [await deliverNew(), await deliverNew()];
    expect(bench.requests).toHaveLength(10);
    for (const one of waiting)
      expect(await bench.delivery(one)).toMatchObject({ attempts: 0, status: 'pending', isQueued: true });
    // After the minute one of the two deliveries probes the endpoint, and the other waits for the result.
    await setWebhook({ failures: 10 });
    for (const one of waiting) await bench.makeDue(one);
    await Promise.all(waiting.map((one) => bench.deliver(one)));
    expect(bench.requests).toHaveLength(11);
  });

  it('gets all deliveries again after one success', async () => {
    await setWebhook({ failures: 30 });
    await deliverNew();
    expect(await bench.webhook(webhookId)).toMatchObject({
      failuresInRow: 0,
      isFailing: false,
      hasProbe: false,
      enabled: true,
    });
    await deliverNew();
    expect(bench.requests).toHaveLength(2);
  });
});

describe('an endpoint is disabled', () => {
  const DISABLED = { enabled: false } as const;

  it.each([
    ['after a hundred failures in a row', { failures: 99 }, '100 attempts in a row failed.'],
    ['when it has failed for five days', { failures: 3, failingDays: 5 }, 'Every attempt of the last 5 days failed.'],
  ])('%s, and the account is told once', async (_when, state, reason) => {
    bench.answerWith(() => FAILED);
    const waiting = await add();
    const deliveryId = await add();
    await setWebhook(state);
    await bench.deliver(deliveryId);
    expect(await bench.webhook(webhookId)).toMatchObject({ ...DISABLED, disabledReason: reason });
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded' });
    expect(await bench.delivery(waiting)).toMatchObject({ status: 'discarded', hasEnded: true });
    expect(bench.failing).toEqual([{ webhookId, failuresInRow: state.failures + 1, reason }]);
    expect(bench.mails).toHaveLength(1);
    expect(bench.mails[0]).toMatchObject({ to: 'office@agency.example', subject: 'A webhook was switched off' });
    expect(bench.mails[0]?.text).toContain(`${webhookId} to https://agency.example was switched off. ${reason}`);
    // A URL may contain the receiver's own password.
    expect(bench.mails[0]?.text).not.toContain('secret');
    await bench.deliver(waiting);
    expect(bench.requests).toHaveLength(1);
  });

  it('counter-case: not one failure or one hour earlier', async () => {
    bench.answerWith(() => FAILED);
    await setWebhook({ failures: 98, failingDays: 4.95 });
    await deliverNew();
    expect(await bench.webhook(webhookId)).toMatchObject({ enabled: true, failuresInRow: 99 });
    expect(bench.mails).toEqual([]);
  });

  it('at once when it answers 410, and that delivery is not tried again', async () => {
    bench.answerWith(() => ({ status: 410, retryAfter: null }));
    const deliveryId = await deliverNew();
    expect(await bench.webhook(webhookId)).toMatchObject({
      ...DISABLED,
      disabledReason: 'The receiver answered 410 Gone.',
    });
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded', hasEnded: true });
    expect(await bench.attempts(deliveryId)).toEqual([{ number: 1, responseStatus: 410, error: 'http_410' }]);
    expect(bench.mails).toHaveLength(1);
  });

  it('even if the notice cannot be mailed, or there is nobody to mail it to', async () => {
    bench.answerWith(() => ({ status: 410, retryAfter: null }));
    const silent = await bench.addAccount(null);
    await bench.deliver(await bench.addDelivery(silent, { webhookId: await bench.addWebhook(silent) }));
    expect(bench.mails).toEqual([]);
    const unmailed: unknown[] = [];
    const mailer = { send: () => Promise.reject(new Error('The mail server does not answer.')) };
    const onMailError = (error: unknown) => void unmailed.push(error);
    const deliveryId = await add();
    await attemptDelivery({ ...bench.parts, mailer, onMailError }, deliveryId);
    expect(unmailed).toHaveLength(1);
    expect(await bench.webhook(webhookId)).toMatchObject(DISABLED);
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded' });
  });

  it('counter-case: not if a callback answers 410; its delivery is not tried again either', async () => {
    bench.answerWith(() => ({ status: 410, retryAfter: null }));
    const deliveryId = await bench.addDelivery(accountId, { callbackUrl: 'https://agency.example/once' });
    await bench.deliver(deliveryId);
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded' });
  });
});

describe('a change by the account in between', () => {
  it('discards the delivery if the webhook was disabled or deleted', async () => {
    const [disabled, deleted] = [
      await add(),
      await bench.addDelivery(accountId, { webhookId: await bench.addWebhook(accountId) }),
    ];
    await bench.database.system(async (sql) => {
      await sql`update webhooks set enabled = false, disabled_at = now() where webhook_id = ${webhookId}`;
      await sql`
        delete from webhooks where webhook_id = (select webhook_id from webhook_deliveries where delivery_id = ${deleted})`;
    });
    for (const deliveryId of [disabled, deleted]) {
      await bench.deliver(deliveryId);
      expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded', attempts: 0, hasEnded: true });
    }
    expect(bench.requests).toEqual([]);
  });

  it.each([
    ['arrived', OK, 'delivered'],
    ['failed', FAILED, 'discarded'],
  ])('records a delivery that %s while its webhook is disabled', async (_what, answer, status) => {
    const store = createWebhookStore(bench.database, webhookPlatform.secretBox);
    bench.answerWith(async () => {
      await store.update({ accountId, webhookId }, { enabled: false }, ORIGIN);
      return answer;
    });
    const deliveryId = await deliverNew();
    expect(await bench.delivery(deliveryId)).toMatchObject({ status, hasEnded: true, isClaimed: false });
    expect(await bench.attempts(deliveryId)).toHaveLength(1);
    expect(bench.mails).toEqual([]);
  });

  it('keeps a record of the attempt if the webhook is deleted during the call', async () => {
    const store = createWebhookStore(bench.database, webhookPlatform.secretBox);
    bench.answerWith(async () => {
      await store.delete({ accountId, webhookId }, ORIGIN);
      return FAILED;
    });
    const deliveryId = await deliverNew();
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'discarded', isClaimed: false });
    expect(await bench.attempts(deliveryId)).toHaveLength(1);
  });

  it('sends the next attempt to the new address', async () => {
    bench.answerWith(() => FAILED);
    const deliveryId = await deliverNew();
    const store = createWebhookStore(bench.database, webhookPlatform.secretBox);
    await store.update({ accountId, webhookId }, { url: 'https://new.example/' }, ORIGIN);
    await bench.makeDue(deliveryId);
    await bench.deliver(deliveryId);
    expect(bench.requests.map(({ url }) => new URL(url).host)).toEqual(['agency.example', 'new.example']);
  });

  it('makes both secrets sign for a day after a rotation, then the new one alone, for callbacks too', async () => {
    const store = createWebhookStore(bench.database, webhookPlatform.secretBox);
    const { secret: first } = (await store.rotateSecret({ accountId, webhookId }, ORIGIN)) ?? { secret: '' };
    const { secret: second } = (await store.rotateSecret({ accountId, webhookId }, ORIGIN)) ?? { secret: '' };
    const callback = { callbackUrl: 'https://agency.example/once' };
    const { secret: third } = await store.rotateCallbackSecret(accountId, ORIGIN);
    const { secret: fourth } = await store.rotateCallbackSecret(accountId, ORIGIN);
    const send = async () => {
      await deliverNew();
      await bench.deliver(await bench.addDelivery(accountId, callback));
      return bench.requests.slice(-2);
    };
    const accepts = (secret: string, request: DeliveryBench['requests'][number] | undefined) => {
      try {
        new Webhook(secret).verify(request?.body ?? '', { ...request?.headers });
        return true;
      } catch {
        return false;
      }
    };
    const during = await send();
    expect([first, second].map((secret) => accepts(secret, during[0]))).toEqual([true, true]);
    expect([third, fourth].map((secret) => accepts(secret, during[1]))).toEqual([true, true]);
    await bench.database.system(async (sql) => {
      await sql`update webhooks set previous_secret_until = now() where webhook_id = ${webhookId}`;
      await sql`update accounts set previous_callback_secret_until = now() where account_id = ${accountId}`;
    });
    const after = await send();
    expect([first, second].map((secret) => accepts(secret, after[0]))).toEqual([false, true]);
    expect([third, fourth].map((secret) => accepts(secret, after[1]))).toEqual([false, true]);
  });
});

describe('the redelivery task', () => {
  const run = () => redeliverWebhooks({ redelivery: bench.parts.deliveries, queue: bench.parts.queue });

  it('finds deliveries without a message, a hundred per run, the oldest first', async () => {
    const deliveryIds: string[] = [];
    for (let count = 0; count < 130; count++) deliveryIds.push(await add());
    await bench.database.system(
      (sql) => sql`
        update webhook_deliveries set next_attempt_at = clock_timestamp() - make_interval(mins => 200 - position::integer % 130),
          queued_at = case when position % 2 = 0 then clock_timestamp() - interval '1 hour' end`,
    );
    const oldest = await bench.database.system(
      (sql) => sql<{ body: string }[]>`
        select jsonb_build_object('deliveryId', delivery_id)::text as body from webhook_deliveries order by next_attempt_at limit 100`,
    );
    expect(await run()).toEqual({ webhooksRedelivered: 100 });
    const bodies = bench.messages.map(({ body }) => JSON.stringify(JSON.parse(body)));
    expect(bodies.toSorted()).toEqual(oldest.map(({ body }) => JSON.stringify(JSON.parse(body))).toSorted());
    expect(await run()).toEqual({ webhooksRedelivered: 30 });
    expect(await run()).toEqual({ webhooksRedelivered: 0 });
    expect(new Set(bench.messages.map(({ body }) => body)).size).toBe(130);
  });

  it('takes different deliveries in concurrent runs', async () => {
    for (let count = 0; count < 60; count++) await add();
    const taken = await Promise.all([1, 2, 3].map(() => bench.parts.deliveries.takeDue(100)));
    const deliveryIds = taken.flat().map(({ deliveryId }) => deliveryId);
    expect(deliveryIds).toHaveLength(60);
    expect(new Set(deliveryIds).size).toBe(60);
  });

  it('ignores deliveries that are not due, being sent, or just got their message', async () => {
    bench.answerWith(() => FAILED);
    await deliverNew();
    const sending = await add();
    await bench.parts.deliveries.lease(sending, (situation) => decideAttempt(situation, 0));
    const queued = await add();
    await bench.parts.deliveries.markQueued(queued);
    expect(await run()).toEqual({ webhooksRedelivered: 0 });
    // The claim of a dead sender does not keep the delivery from the task.
    await bench.expireClaim(sending);
    expect(await run()).toEqual({ webhooksRedelivered: 1 });
  });

  it('deletes ended deliveries after thirty days with their attempts, and no unsent deliveries', async () => {
    const [old, young] = [await deliverNew(), await deliverNew()];
    const pending = await add();
    await bench.database.system(
      (sql) => sql`
        update webhook_deliveries set created_at = now() - interval '40 days',
          ended_at = case delivery_id when ${old} then now() - interval '30 days' when ${young} then now() - interval '29 days' end`,
    );
    await run();
    await expect(bench.delivery(old)).rejects.toThrow('no such delivery');
    expect(await bench.attempts(old)).toEqual([]);
    expect(await bench.delivery(young)).toMatchObject({ status: 'delivered' });
    expect(await bench.delivery(pending)).toMatchObject({ status: 'pending' });
  });
});
