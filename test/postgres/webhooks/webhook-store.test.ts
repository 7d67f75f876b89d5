import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createDeliveryStore } from '../../../adapters/postgres/webhooks/delivery-store.ts';
import { hasSealedSecrets } from '../../../adapters/postgres/webhooks/webhook-store.ts';
import type { Webhook } from '../../../app/webhooks/manage-webhooks.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { UploadRequest } from '../../../core/upload/decide-upload.ts';
import {
  decideAttempt,
  decideDeliveries,
  decideRedelivery,
  disableReason,
} from '../../../core/webhook/decide-attempt.ts';
import { createBook, createEngine, ORIGIN } from '../../support/engine.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

const engine = await createEngine();
const book = await createBook(engine);
afterAll(() => engine.close());

function unwrap<T>(value: T | Refused | null): T {
  if (value === null || isRefused(value)) throw new Error(`No value: ${JSON.stringify(value)}`);
  return value;
}

async function create(): Promise<Webhook> {
  const { accountId } = book;
  const { webhooks } = engine.services.webhooks;
  return unwrap(await webhooks.create({ accountId, url: 'https://agency.example', events: ['job.failed'] }, ORIGIN));
}

it('knows whether the database has an encrypted secret', async () => {
  const other = await createEngine();
  try {
    expect(await hasSealedSecrets(other.database)).toBe(false);
    const { accountId } = await createBook(other);
    const { webhooks } = other.services.webhooks;
    unwrap(await webhooks.create({ accountId, url: 'https://agency.example', events: ['job.failed'] }, ORIGIN));
    expect(await hasSealedSecrets(other.database)).toBe(true);
  } finally {
    await other.close();
  }
});

it('never deadlocks when the same delivery is changed, sent and resent at once', async () => {
  const { id: webhookId } = await create();
  const { accountId } = book;
  const key = { accountId, webhookId };
  const { webhooks, deliveries } = engine.services.webhooks;
  const delivery = unwrap(await deliveries.addTest(key, { body: '{}', decide: decideDeliveries, origin: ORIGIN }));
  const senders = [engine.start(), engine.start()].map(({ database }) => createDeliveryStore(database));
  const send = async (sender: (typeof senders)[number]) => {
    const claim = await sender.lease(delivery.id, (situation) => decideAttempt(situation, 0));
    if (claim.kind !== 'send') return;
    const end = { kind: 'retry', delaySeconds: 0 } as const;
    await sender.record(claim.delivery, { end, durationMs: 1, responseStatus: 500, error: 'http_500' }, disableReason);
  };
  for (let round = 0; round < 40; round += 1) {
    await Promise.all([
      ...senders.map(send),
      deliveries.redeliver({ accountId, deliveryId: delivery.id }, { decide: decideRedelivery, origin: ORIGIN }),
      deliveries.redeliverMissed(key, { since: null, decide: decideDeliveries, origin: ORIGIN }),
      webhooks.update(key, { enabled: round % 3 !== 1 }, ORIGIN),
      engine.services.outbox.sweepOutbox(),
    ]);
  }
  const shown = unwrap(await deliveries.find({ accountId, deliveryId: delivery.id }));
  // Whatever the results, no two attempts share a number and none is lost.
  expect(shown.attempts.map(({ number }) => number)).toEqual(shown.attempts.map((_, index) => index + 1));
  expect(shown.attempts.length).toBeGreaterThan(0);
});

it('lets the later of two concurrent rotations see the earlier rotation, and both shown secrets sign', async () => {
  const { id: webhookId } = await create();
  const key = { accountId: book.accountId, webhookId };
  const { webhooks } = engine.services.webhooks;
  const shown = await Promise.all([webhooks.rotateSecret(key, ORIGIN), webhooks.rotateSecret(key, ORIGIN)]);
  const [row] = await engine.database.system(
    (sql) => sql<{ newest: string; previous: string }[]>`
      select secret_sealed as newest, previous_secret_sealed as previous from webhooks where webhook_id = ${webhookId}`,
  );
  const kept = [row?.newest ?? '', row?.previous ?? ''].map((sealed) => webhookPlatform.secretBox.open(sealed));
  expect(new Set(kept)).toEqual(new Set(shown.map((one) => unwrap(one).secret)));
});

it('shows the secret to one of two concurrent first uploads with a callback', async () => {
  const { accountId, workspaceId, carrierId } = await createBook(engine);
  const start = (period: string) => {
    const request: UploadRequest = {
      accountId,
      workspaceId,
      carrierId,
      period,
      fileName: 'a.csv',
      byteSize: 1,
      checksumSha256: period,
      statedTotal: null,
      webhookUrl: 'https://agency.example/callback',
      replace: false,
      append: false,
      replaceFileId: null,
      idempotencyKey: null,
      fingerprint: period,
      source: 'api',
    };
    const upload = { request, origin: ORIGIN, fileId: randomUUID(), objectKey: `raw/${period}` };
    return engine.services.intake.uploads.save(upload, () => ({
      kind: 'accept',
      workspaceId,
      mode: 'ingest',
      replaces: [],
    }));
  };
  const saved = await Promise.all(['2026-01', '2026-02', '2026-03'].map(start));
  const secrets = saved.flatMap(({ accepted }) => accepted?.callbackSecret ?? []);
  expect(secrets).toHaveLength(1);
  const [row] = await engine.database.system(
    (sql) =>
      sql<{ sealed: string }[]>`select callback_secret_sealed as sealed from accounts where account_id = ${accountId}`,
  );
  expect(webhookPlatform.secretBox.open(row?.sealed ?? '')).toBe(secrets[0]);
});
