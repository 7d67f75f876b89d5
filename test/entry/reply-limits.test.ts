import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { LAMBDA_REPLY_BYTES_MAX } from '../../core/limits/request-limits.ts';
import { compression } from '../../lambdas/http/app.ts';
import type { HttpEnv } from '../../lambdas/http/http-env.ts';
import { createLambdaHandler } from '../../lambdas/http/lambda.ts';

const event = (headers: Record<string, string>) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/v1/large',
  rawQueryString: '',
  headers: { host: 'api.example.com', ...headers },
  isBase64Encoded: false,
  body: null,
  requestContext: {
    accountId: '1',
    apiId: 'x',
    authentication: null,
    authorizer: {},
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method: 'GET', path: '/v1/large', protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
    requestId: 'r',
    routeKey: '$default',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
});

const answering = (body: string) => {
  const app = new Hono<HttpEnv>();
  app.use(compression);
  app.get(
    '/v1/large',
    () => new Response(body, { headers: { 'content-type': 'text/csv', 'x-request-id': 'request-1' } }),
  );
  return createLambdaHandler(app);
};

describe("a response larger than Lambda's limit", () => {
  const handler = answering('x'.repeat(LAMBDA_REPLY_BYTES_MAX + 1));

  test('is refused with a sentence and the request’s id if the client accepts it only uncompressed', async () => {
    const { statusCode, headers, body } = await handler(event({}));
    expect(statusCode).toBe(406);
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'x-request-id': 'request-1' });
    expect(JSON.parse(body)).toMatchObject({ code: 'not_acceptable', requestId: 'request-1' });
  });

  test('is sent compressed to a client that accepts that', async () => {
    const { statusCode, body } = await handler(event({ 'accept-encoding': 'gzip' }));
    expect(statusCode).toBe(200);
    expect(gunzipSync(Buffer.from(body, 'base64')).length).toBe(LAMBDA_REPLY_BYTES_MAX + 1);
  });

  test('counter-case: the largest response that fits is sent', async () => {
    const { statusCode, body } = await answering('x'.repeat(LAMBDA_REPLY_BYTES_MAX))(event({}));
    expect([statusCode, body.length]).toEqual([200, LAMBDA_REPLY_BYTES_MAX]);
  });
});
