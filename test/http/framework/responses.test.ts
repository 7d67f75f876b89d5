import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../../core/problem.ts';
import { createSampleApp, type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
const logged: unknown[] = [];
beforeAll(async () => {
  service = await startSampleService({ log: (level, action, fields) => logged.push({ level, action, ...fields }) });
});
afterAll(() => service.close());

describe('every response', () => {
  test("has a request id, the caller's only if it has the safe form", async () => {
    const input = await service.call('GET', '/v1/health', { headers: { 'X-Request-Id': 'abc-DEF_123' } });
    expect(input.headers.get('x-request-id')).toBe('abc-DEF_123');
    for (const bad of ['short', 'x'.repeat(65), 'with space in it', 'quote"quote"']) {
      const response = await service.call('GET', '/v1/health', { headers: { 'X-Request-Id': bad } });
      expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
      expect(response.headers.get('x-request-id')).not.toBe(bad);
    }
  });

  test('repeats the request id in problems', async () => {
    const response = await service.call('GET', '/v1/nowhere');
    expect(response.json).toMatchObject({ requestId: response.headers.get('x-request-id') });
  });

  test('is not stored, sniffed or framed', async () => {
    for (const path of ['/v1/me', '/v1/nowhere', '/v1/things/boom', '/v1/things?limit=0']) {
      const { headers } = await service.call('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.has('strict-transport-security')).toBe(false);
    }
    const https = await startSampleService({ publicUrl: 'https://api.example.com' });
    expect((await https.call('GET', '/v1/health')).headers.get('strict-transport-security')).toContain('max-age=');
    await https.close();
  });

  test('is logged by operation, without the contents of the path', async () => {
    logged.length = 0;
    await service.call('GET', '/v1/things/member-4711?q=Jane');
    expect(JSON.stringify(logged)).not.toMatch(/4711|Jane/);
    expect(logged).toMatchObject([
      { level: 'info', operationId: 'getThing', status: 422, accountId: 'acc_1', method: 'GET' },
    ]);
  });
});

describe('errors', () => {
  test('become 500 without internals, which are only logged', async () => {
    logged.length = 0;
    const response = await service.call('GET', '/v1/things/boom');
    expect(response.json).toMatchObject({ code: 'internal_error', status: 500, instance: '/v1/things/boom' });
    expect(response.body).not.toMatch(/secret_table|db\.internal|select|Error:|\.ts/);
    expect(logged).toContainEqual(
      expect.objectContaining({ level: 'error', action: 'http_error', operationId: 'getThing' }),
    );
  });

  test('are counted only if unexpected: no refusal, and nothing that a client can cause', async () => {
    let counted = 0;
    const app = createSampleApp({ onUnexpectedError: () => counted++ });
    const ask = async (path: string, token: string) =>
      (await app.request(path, { headers: { Authorization: `Bearer ${token}` } })).status;
    const statuses = [
      await ask('/v1/things/down', TOKENS.good),
      await ask('/v1/things/none', TOKENS.good),
      await ask('/v1/things?limit=0', TOKENS.good),
      await ask('/v1/things', TOKENS.limited),
      await ask('/v1/things', TOKENS.unknown),
    ];
    expect([statuses, counted]).toEqual([[503, 404, 422, 429, 401], 0]);
    expect([await ask('/v1/things/boom', TOKENS.good), counted]).toEqual([500, 1]);
  });

  test('become 503 with Retry-After if a dependency is unreachable', async () => {
    const response = await service.call('GET', '/v1/things/down');
    expect(response.json).toMatchObject({ code: 'service_unavailable' });
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(response.body).not.toContain('ECONNREFUSED');
  });

  test('have the title and detail of their refusal', async () => {
    const response = await service.call('DELETE', '/v1/things/1');
    expect(response.json).toMatchObject({
      code: 'conflict',
      title: 'The thing is in use',
      detail: 'By 3 others.',
      status: 409,
    });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('have the promised status for every code', () => {
    expect(new Set(PROBLEM_CODES).size).toBe(PROBLEM_CODES.length);
    expect(PROBLEMS).toMatchObject({
      period_exists: { status: 409 },
      already_retracted: { status: 409 },
      workspace_required: { status: 422 },
      carrier_not_configured: { status: 422 },
      rate_limited: { status: 429 },
      payload_too_large: { status: 413 },
      invalid_sql: { status: 422 },
    });
  });
});

describe('methods', () => {
  test('that a path lacks get 405 with Allow, without a token', async () => {
    const response = await service.call('PUT', '/v1/things', { token: null });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect((await service.call('DELETE', '/v1/things/summary')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await service.call('HEAD', '/v1/uploads')).status).toBe(405);
  });

  test('include OPTIONS: 204 with Allow', async () => {
    const response = await service.call('OPTIONS', '/v1/things/7', { token: null });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS');
  });

  test('include HEAD: like GET, without the body', async () => {
    const [head, get] = [await service.call('HEAD', '/v1/things'), await service.call('GET', '/v1/things')];
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await service.call('HEAD', '/v1/things?limit=0')).status).toBe(422);
    expect((await service.call('HEAD', '/v1/me', { token: null })).status).toBe(401);
  });

  test('of a fixed path win over a parameter', async () => {
    expect((await service.call('GET', '/v1/things/summary')).json).toEqual({ count: 450 });
  });
});

describe('compression', () => {
  const get = (path: string, coding: string) =>
    fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${TOKENS.good}`, 'Accept-Encoding': coding } });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ])('is chosen by Accept-Encoding: %s', async (accepted, coding) => {
    const response = await get('/v1/things', accepted);
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.json()).toMatchObject({ pagination: { limit: 50 } });
  });

  test('leaves small responses unchanged', async () => {
    expect((await get('/v1/me', 'br, gzip')).headers.has('content-encoding')).toBe(false);
  });

  test('decompresses to the same bytes', async () => {
    const plain = await (await get('/v1/things', 'identity')).text();
    expect(plain.length).toBeGreaterThan(1024);
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await createSampleApp().request('/v1/things', {
        headers: { Authorization: `Bearer ${TOKENS.good}`, 'Accept-Encoding': coding },
      });
      expect(unpack(await packed.arrayBuffer()).toString()).toBe(plain);
    }
  });
});
