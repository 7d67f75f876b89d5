import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCommissionClient } from '../../client/commission-client.ts';
import type { UploadProgress } from '../../client/send-requests.ts';
import { uploadStatement } from '../../client/upload-statement.ts';
import { verifyWebhook } from '../../client/verify-webhook.ts';

/** Guarantee: an upload in a browser goes through XMLHttpRequest, because only it reports progress, with the same results as fetch. */
describe('upload progress', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** Replaces the XMLHttpRequest of a browser. Returns the sent requests. */
  function stubXhr(outcome: 'accepted' | 'refused' | 'lost' | 'open') {
    const requests: { url: string; headers: Record<string, string>; body: string }[] = [];
    class BrowserRequest {
      readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
        onprogress: null,
      };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onabort: (() => void) | null = null;
      responseType = '';
      response: ArrayBuffer | null = null;
      status = 0;
      readonly statusText = '';
      #url = '';
      readonly #headers: Record<string, string> = {};
      open(method: string, url: string) {
        this.#url = `${method} ${url}`;
      }
      setRequestHeader(name: string, value: string) {
        this.#headers[name] = value;
      }
      getAllResponseHeaders() {
        return 'content-type: application/json\r\nx-request-id: r-12345678\r\n';
      }
      abort() {
        this.onabort?.();
      }
      send(body: ArrayBuffer) {
        requests.push({ url: this.#url, headers: this.#headers, body: new TextDecoder().decode(body) });
        this.upload.onprogress?.({ loaded: 10, total: body.byteLength });
        if (outcome === 'lost') this.onerror?.();
        if (outcome === 'lost' || outcome === 'open') return;
        const problem = { code: 'period_exists', title: 'The month has a file.', status: 409, requestId: 'r-12345678' };
        const answer = outcome === 'accepted' ? { jobId: 'j-1' } : problem;
        this.status = outcome === 'accepted' ? 202 : 409;
        this.response = new Uint8Array(Buffer.from(JSON.stringify(answer))).buffer;
        this.onload?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', BrowserRequest);
    return requests;
  }

  const client = createCommissionClient({
    baseUrl: 'https://statements.example.com',
    token: 'cas_x',
    retries: { wait: async () => {} },
  });
  const upload = { file: new File(['Member ID\n'], 'April.csv'), carrierId: 'c-1', period: '2026-04' };

  it('sends the form with its headers and reports the progress of the browser', async () => {
    const requests = stubXhr('accepted');
    const progress: UploadProgress[] = [];
    expect(await uploadStatement(client, upload, { onProgress: (each) => progress.push(each) })).toEqual({
      jobId: 'j-1',
    });
    expect(requests[0]).toMatchObject({
      url: 'POST https://statements.example.com/v1/files',
      headers: {
        authorization: 'Bearer cas_x',
        'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
      },
      body: expect.stringMatching(
        /name="period"\s+2026-04\s[\s\S]*filename="April.csv"|filename="April.csv"[\s\S]*name="period"\s+2026-04\s/,
      ),
    });
    const total = progress[0]?.totalBytes;
    expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([0, 10, total]);
  });

  it('throws the problem of a refusal, and tells of a lost connection after four attempts', async () => {
    stubXhr('refused');
    const onProgress = () => {};
    await expect(uploadStatement(client, upload, { onProgress })).rejects.toMatchObject({
      code: 'period_exists',
      requestId: 'r-12345678',
    });
    const requests = stubXhr('lost');
    await expect(uploadStatement(client, upload, { onProgress })).rejects.toMatchObject({ code: 'no_answer' });
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(requests.length).toBe(4);
  });

  it('stops sending when its signal aborts', async () => {
    stubXhr('open');
    const controller = new AbortController();
    const sending = uploadStatement(client, upload, {
      onProgress: ({ sentBytes }) =>
        sentBytes > 0 && queueMicrotask(() => controller.abort(new Error('The user left'))),
      signal: controller.signal,
    });
    await expect(sending).rejects.toThrow('The user left');
  });
});

/** Guarantee: the client accepts webhooks that the service signed, and no others. */
describe('verify webhook', async () => {
  const page = await readFile(new URL('../../docs/howto/receive-webhooks.md', import.meta.url), 'utf8');
  const shownValue = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(page)?.[1] ?? '';

  const secret = shownValue('secret');
  const body = shownValue('body');
  const headers = {
    'webhook-id': shownValue('webhook-id'),
    'webhook-timestamp': shownValue('webhook-timestamp'),
    'webhook-signature': shownValue('webhook-signature'),
  };
  const now = new Date(Number(headers['webhook-timestamp']) * 1000);
  const received = { secret, headers, body, now };

  it('accepts the signature of the how-to page, as text and as bytes, in any kind of headers', async () => {
    const expected = { event: 'job.failed', jobId: '0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70' };
    expect(await verifyWebhook(received)).toMatchObject(expected);
    expect(await verifyWebhook({ ...received, body: Buffer.from(body) })).toMatchObject(expected);
    expect(await verifyWebhook({ ...received, headers: new Headers(headers) })).toMatchObject(expected);
    const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook({ ...received, headers: upperCase })).toMatchObject(expected);
  });

  it('accepts either signature of a rotation', async () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const added = new Webhook(other).sign(headers['webhook-id'], now, body);
    const both = { ...headers, 'webhook-signature': `${added} ${headers['webhook-signature']}` };
    expect(await verifyWebhook({ ...received, headers: both })).toMatchObject({ event: 'job.failed' });
    expect(await verifyWebhook({ ...received, headers: both, secret: other })).toMatchObject({ event: 'job.failed' });
  });

  it.each([
    ['another body', { body: body.replace('failed', 'passed') }],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }],
    ['a secret of something else', { secret: 'cas_abc' }],
    ['another id', { headers: { ...headers, 'webhook-id': 'other' } }],
    ['no headers', { headers: {} }],
    ['no signature', { headers: { ...headers, 'webhook-signature': '' } }],
    ['a broken signature', { headers: { ...headers, 'webhook-signature': 'v1,??? v2,abc' } }],
    ['a time six minutes later', { now: new Date(now.getTime() + 360_000) }],
    ['a time six minutes earlier', { now: new Date(now.getTime() - 360_000) }],
  ])('refuses %s', async (_, change) => {
    await expect(verifyWebhook({ ...received, ...change })).rejects.toMatchObject({ name: 'WebhookVerificationError' });
  });
});
