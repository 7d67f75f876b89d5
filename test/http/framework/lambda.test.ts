import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLambdaHandler } from '../../../lambdas/http/lambda.ts';
import { exportApp, rowOf } from './sample-export.ts';
import { createSampleApp, TOKENS } from './sample-service.ts';

const handler = createLambdaHandler(createSampleApp({ publicUrl: 'https://api.example.com' }));

/** An event of API Gateway's HTTP API, payload version 2. */
function event(
  method: string,
  rawPath: string,
  more: { query?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: more.query ?? '',
    headers: { authorization: `Bearer ${TOKENS.good}`, host: 'api.example.com', ...more.headers },
    isBase64Encoded: more.body !== undefined,
    body: more.body === undefined ? null : Buffer.from(more.body, 'latin1').toString('base64'),
    requestContext: {
      accountId: '1',
      apiId: 'x',
      authentication: null,
      authorizer: {},
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
      requestId: 'r',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

const result = z.object({
  statusCode: z.int(),
  body: z.string(),
  isBase64Encoded: z.boolean(),
  headers: z.record(z.string(), z.string()),
});
const call = async (...args: Parameters<typeof event>) => result.parse(await handler(event(...args)));

describe('behind API Gateway', () => {
  test('receives and returns JSON', async () => {
    const { statusCode, body, headers } = await call('POST', '/v1/things', {
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a","amount":2}',
    });
    expect([statusCode, JSON.parse(body)]).toMatchObject([201, { name: 'a', amount: 2 }]);
    expect(headers['location']).toBe('https://api.example.com/v1/things/new');
  });

  test('keeps the bytes of a form in base64', async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="periodYear"\r\n\r\n2026\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\xff\0\xfe\r\n--b--\r\n`;
    const reply = await call('POST', '/v1/uploads', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect([reply.statusCode, JSON.parse(reply.body)]).toMatchObject([202, { byteSize: 3 }]);
  });

  test('returns compressed responses as base64', async () => {
    const reply = await call('GET', '/v1/things', { query: 'limit=60', headers: { 'accept-encoding': 'gzip' } });
    expect(reply.isBase64Encoded).toBe(true);
    const text = gunzipSync(Buffer.from(reply.body, 'base64')).toString();
    expect(JSON.parse(text)).toMatchObject({ pagination: { limit: 60, hasMore: true } });
  });

  test('returns CSV and problems as text', async () => {
    const csv = await call('GET', '/v1/things', { query: 'limit=1', headers: { accept: 'text/csv' } });
    expect([csv.isBase64Encoded, csv.body.split('\r\n')[0]]).toEqual([false, 'id,name,amount,tags,kind']);
    const problem = await call('GET', '/v1/things', { query: 'limit=0' });
    expect([problem.statusCode, problem.isBase64Encoded, JSON.parse(problem.body).code]).toEqual([
      422,
      false,
      'validation_error',
    ]);
  });
});

describe('an export on a host without streaming', () => {
  const rows = 3_000;
  const limits = { bytes: 200_000, seconds: 3_600 };
  const exporting = (inOnePiece = limits) => {
    const { app, exports } = exportApp({ rows }, { exports: { inOnePiece } });
    const answer = createLambdaHandler(app);
    const csv = async (query: string, headers: Record<string, string> = {}) =>
      result.parse(await answer(event('GET', '/v1/rows', { query, headers: { accept: 'text/csv', ...headers } })));
    return { csv, exports };
  };
  const rowsIn = (text: string): unknown[] => parse(text, { columns: true, record_delimiter: '\r\n', cast: true });

  test('ends after a whole row before it is too large, and links to the rest', async () => {
    const { csv, exports } = exporting();
    const found: unknown[] = [];
    let pieces = 0;
    for (let query: string | null = ''; query !== null && pieces < 20; pieces += 1) {
      const { body, headers, statusCode } = await csv(query);
      expect(statusCode).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.bytes + 1_000);
      found.push(...rowsIn(body));
      const next: string | undefined = /\?([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
      expect(headers['x-truncated']).toBe(next === undefined ? undefined : 'true');
      query = next ?? null;
    }
    expect(found).toEqual(Array.from({ length: rows }, (_, id) => rowOf(id)));
    expect(pieces).toBeGreaterThan(3);
    expect([exports.opened, exports.closed]).toEqual([pieces, pieces]);
  });

  test("ends before the gateway's time-out", async () => {
    const { body, headers } = await exporting({ ...limits, seconds: 0 }).csv('');
    expect([body, headers['x-truncated'], headers['link']]).toEqual(['id,note\r\n', 'true', undefined]);
  });

  test('has the same rows when compressed', async () => {
    const { csv } = exporting();
    const packed = await csv('', { 'accept-encoding': 'gzip' });
    const plain = await csv('');
    expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(plain.body);
    expect(packed.headers).toMatchObject({ 'x-truncated': 'true' });
  });
});
