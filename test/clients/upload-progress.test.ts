import { afterEach, expect, it, vi } from 'vitest';
import { createCommissionClient } from '../../client/commission-client.ts';
import type { UploadProgress } from '../../client/send-requests.ts';
import { uploadStatement } from '../../client/upload-statement.ts';

/** Guarantee: an upload in a browser goes through XMLHttpRequest, because only it reports progress, with the same results as fetch. */

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Replaces the XMLHttpRequest of a browser. Returns the sent requests. */
function stubXhr(outcome: 'accepted' | 'refused' | 'lost' | 'open') {
  const requests: { url: string; headers: Record<string, string>; body: string }[] = [];
  class BrowserRequest {
    readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
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
    onProgress: ({ sentBytes }) => sentBytes > 0 && queueMicrotask(() => controller.abort(new Error('The user left'))),
    signal: controller.signal,
  });
  await expect(sending).rejects.toThrow('The user left');
});
