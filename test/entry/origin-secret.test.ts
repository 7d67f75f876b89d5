import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HttpEnv } from '../../lambdas/http/http-env.ts';
import { createLambdaHandler, ORIGIN_SECRET_HEADER } from '../../lambdas/http/lambda.ts';
import { proxyHopsOf } from '../../lambdas/runtime/aws-http.ts';

/** Guarantee: with CloudFront in front, the API answers no request that bypasses it and its firewall. */

const SECRET = 'what CloudFront says';

const app = new Hono<HttpEnv>();
app.get('/v1/health', () => new Response('ok'));

const ask = (originSecret: string | undefined, headers: Record<string, string>) =>
  createLambdaHandler(app, { originSecret })({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/v1/health',
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
      http: { method: 'GET', path: '/v1/health', protocol: 'HTTP/1.1', sourceIp: '203.0.113.5', userAgent: 'test' },
      requestId: 'r',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  });

test.each([
  ['no secret', {}],
  ['an empty secret', { [ORIGIN_SECRET_HEADER]: '' }],
  ['another secret', { [ORIGIN_SECRET_HEADER]: `${SECRET}.` }],
  ['the secret twice', { [ORIGIN_SECRET_HEADER]: `${SECRET},${SECRET}` }],
  ['a forged address', { 'x-forwarded-for': '198.51.100.7, 198.51.100.8' }],
] as const)('refuses a request with %s, which never reaches the service', async (_name, headers) => {
  const { statusCode, body, headers: answered } = await ask(SECRET, headers);
  expect(statusCode).toBe(403);
  expect(JSON.parse(body)).toMatchObject({ code: 'forbidden', status: 403 });
  expect(answered).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  expect(JSON.stringify([body, answered])).not.toContain(SECRET);
});

test('answers a request with the secret, and any without CloudFront', async () => {
  expect((await ask(SECRET, { [ORIGIN_SECRET_HEADER]: SECRET })).statusCode).toBe(200);
  expect((await ask(undefined, {})).statusCode).toBe(200);
});

test('believes the address of the caller that API Gateway alone wrote', () => {
  expect(proxyHopsOf('https://a1b2c3d4e5.execute-api.us-east-1.amazonaws.com')).toBe(1);
  expect(proxyHopsOf('https://d111111abcdef8.cloudfront.net')).toBe(2);
  expect(proxyHopsOf('https://statements.hill-agency.test')).toBe(2);
});
