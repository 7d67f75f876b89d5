import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import type { StorageUse } from '../../core/storage-quota.ts';
import { AccountUploads } from '../../server/connection-limits.ts';
import { createAgency } from '../support/agency-client.ts';
import { startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: `npm start` delivers webhooks from the end of a job to a receiver on the same machine, signed, and shown in the log. */
describe('webhook queues', async () => {
  interface Arrived {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }

  const arrived: Arrived[] = [];
  const receiver = createServer((request, response) => void receive(request, response));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = z.record(z.string(), z.string()).parse(request.headers);
    arrived.push({ path: request.url ?? '', headers, body: await text(request) });
    response.writeHead(204).end();
  }

  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const origin = `http://127.0.0.1:${z.object({ port: z.number() }).parse(receiver.address()).port}`;
  const directory = await mkdtemp(join(tmpdir(), 'cas webhooks '));
  await copyStartedData(directory);
  const service = await startRunningService({
    dataDirectory: directory,
    environment: { WEBHOOK_LOCALHOST: 'allow' },
  });
  afterAll(async () => {
    await service.stop('SIGTERM');
    receiver.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function post(path: string, token: string, body: FormData | object): Promise<unknown> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    return response.json();
  }

  function statement(carrierId: string, webhookUrl: string): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({ carrierId, periodYear: '2026', periodMonth: '1', webhookUrl }))
      form.set(name, value);
    form.set('file', new Blob(['Member ID,Commission\nA,12.50']), 'january.csv');
    return form;
  }

  it('sends the same job to a webhook and the callback of the upload, each with its own id and secret', async () => {
    const { token, carrierId, get } = await createAgency(service.url);
    const url = `${origin}/hook`;
    const webhook = z
      .object({ id: z.string(), secret: z.string() })
      .parse(await post('/v1/webhooks', token, { url, events: ['job.completed', 'job.failed'] }));
    const uploaded = z
      .object({ jobId: z.string(), callbackSecret: z.string() })
      .parse(await post('/v1/files', token, statement(carrierId, url)));
    await vi.waitFor(() => expect(arrived).toHaveLength(2), { timeout: 50_000, interval: 20 });

    for (const { headers, body } of arrived) {
      expect(JSON.parse(body)).toMatchObject({
        event: 'job.completed',
        jobId: uploaded.jobId,
        status: 'completed',
        _links: { results: { href: `${service.url}/v1/jobs/${uploaded.jobId}/results` } },
      });
      expect(headers).toMatchObject({ 'x-service-event': 'job.completed', 'x-request-id': expect.stringMatching(/./) });
    }
    expect(arrived[0]?.body).toBe(arrived[1]?.body);
    const accepting = (secret: string) =>
      arrived.filter(({ headers, body }) => {
        try {
          new Webhook(secret).verify(body, { ...headers });
          return true;
        } catch {
          return false;
        }
      });
    const [toWebhook, ...more] = accepting(webhook.secret);
    const [toCallback, ...others] = accepting(uploaded.callbackSecret);
    expect([more, others]).toEqual([[], []]);
    expect(toWebhook?.headers['webhook-id']).not.toBe(toCallback?.headers['webhook-id']);

    // The delivery log shows the delivery when its result is recorded, a moment after the receiver's answer.
    await vi.waitFor(
      async () =>
        expect(await get(`/v1/webhooks/${webhook.id}/deliveries`)).toMatchObject({
          data: [
            {
              id: toWebhook?.headers['webhook-id'],
              status: 'delivered',
              attempts: [{ number: 1, responseStatus: 204, error: null }],
            },
          ],
        }),
      { timeout: 20_000, interval: 20 },
    );
  });
});

describe('account uploads', () => {
  const USE: StorageUse = {
    statementBytes: 0,
    incomingBytes: 0,
    originalBytes: 0,
    exceptionBytes: 0,
    noteBytes: 0,
    openJobs: 0,
    tier: 'enterprise',
    storageBytesMax: 100,
  };

  async function roomOf(uploads: AccountUploads) {
    const room = await uploads.open(0);
    if (typeof room === 'string') throw new Error(room);
    return room;
  }

  test("shares the account's remaining storage among its uploads, and frees their part at the end", async () => {
    const uploads = new AccountUploads(async () => ({ ...USE, incomingBytes: 40 }));
    const [one, two] = [await roomOf(uploads), await roomOf(uploads)];
    expect(one.growTo(40)).toBeNull();
    expect(two.growTo(20)).toBeNull();
    expect(two.growTo(21)).toMatch(/stored 40 of at most 100 bytes, and this needs 61 more/);
    // A request for less room than before takes no more room.
    expect(one.growTo(10)).toBeNull();
    one.release();
    one.release();
    expect(two.growTo(60)).toBeNull();
    expect(two.growTo(61)).not.toBeNull();
  });

  test('begins no upload without room', async () => {
    const uploads = new AccountUploads(async () => ({ ...USE, originalBytes: 100 }));
    expect(await uploads.open(0)).toMatch(/stored 100 of at most 100 bytes/);
  });

  test('stores uploads one after the other', async () => {
    const uploads = new AccountUploads(async () => USE);
    const { promise, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = uploads.inTurn(async () => {
      await promise;
      order.push('first');
      throw new Error('The disk is gone');
    });
    const second = uploads.inTurn(async () => void order.push('second'));
    resolve();
    await expect(first).rejects.toThrow('The disk is gone');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  test('records a hundred rejected uploads an hour', () => {
    let nowMs = 0;
    const uploads = new AccountUploads(
      async () => USE,
      () => nowMs,
    );
    const recorded = () => Array.from({ length: 150 }, () => uploads.mayRecordRejection()).filter(Boolean).length;
    expect(recorded()).toBe(100);
    nowMs = 3_599_999;
    expect(recorded()).toBe(0);
    nowMs = 3_600_000;
    expect(recorded()).toBe(100);
  });
});
