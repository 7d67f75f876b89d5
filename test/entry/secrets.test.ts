import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSecretSource,
  createSecretsClient,
  type SecretSource,
  secretLogin,
} from '../../adapters/secrets/secrets-manager.ts';
import type { HttpEnv } from '../../lambdas/http/http-env.ts';
import { createLambdaHandler, ORIGIN_SECRET_HEADER } from '../../lambdas/http/lambda.ts';
import { proxyHopsOf, requireReady } from '../../lambdas/runtime/aws-http.ts';
import { FUNCTION_VARIABLES, readVariables, VARIABLES } from '../../lambdas/runtime/aws-settings.ts';
import { TEST_CLIENT } from '../adapters/aws-server.ts';
import { type SecretServer, startSecretServer } from './secret-server.ts';

describe('secrets', () => {
  let server: SecretServer;
  let source: SecretSource;
  let nowMs = 0;
  const CHANGED_AT = Date.UTC(2026, 3, 1);

  beforeEach(async () => {
    nowMs = 0;
    server = await startSecretServer();
    const client = createSecretsClient({ ...TEST_CLIENT, endpoint: server.endpoint, maxAttempts: 1 });
    source = createSecretSource({ client, elapsedMs: () => nowMs, now: () => new Date(CHANGED_AT + nowMs) });
    server.secrets.set('a', { current: 'one' });
  });
  afterEach(() => server.close());

  describe('a secret', () => {
    test('is read once for all callers, and again when it is five minutes old', async () => {
      expect(await Promise.all([source.read('a'), source.read('a'), source.read('a')])).toEqual(['one', 'one', 'one']);
      server.secrets.set('a', { current: 'two' });
      nowMs = 299_999;
      expect(await source.read('a')).toBe('one');
      nowMs = 300_000;
      expect(await source.read('a')).toBe('two');
      expect(server.reads()).toBe(2);
    });

    test('is read again after a failed read', async () => {
      server.secrets.delete('a');
      await expect(source.read('a')).rejects.toThrow('There is no such secret');
      server.secrets.set('a', { current: 'one' });
      expect(await source.read('a')).toBe('one');
    });

    test('that was refused is replaced by the current text, otherwise by the pending text, otherwise stays', async () => {
      expect(await source.read('a')).toBe('one');
      server.secrets.set('a', { current: 'one', pending: 'two' });
      expect(await source.readAfterRefusal('a', 'one')).toBe('two');
      expect(await source.read('a')).toBe('two');
      server.secrets.set('a', { current: 'three' });
      expect(await source.readAfterRefusal('a', 'two')).toBe('three');
      expect(await source.readAfterRefusal('a', 'three')).toBe('three');
      // A later caller with the refused value finds that another caller has read the new value.
      const reads = server.reads();
      expect(await source.readAfterRefusal('a', 'one')).toBe('three');
      expect(server.reads()).toBe(reads);
    });
  });

  describe('a secret with its previous text', () => {
    test('ends the overlap to the second, without another read', async () => {
      server.secrets.set('a', { current: 'two', previous: { text: 'one', replacedAt: new Date(CHANGED_AT) } });
      expect(await source.readWithPrevious('a', 60)).toEqual(['two', 'one']);
      nowMs = 59_999;
      expect(await source.readWithPrevious('a', 60)).toEqual(['two', 'one']);
      nowMs = 60_000;
      expect(await source.readWithPrevious('a', 60)).toEqual(['two']);
      expect(server.reads()).toBe(2);
    });

    test('has one text until it was changed once, and finds a change within five minutes', async () => {
      expect(await source.readWithPrevious('a', 3600)).toEqual(['one']);
      server.secrets.set('a', { current: 'two', previous: { text: 'one', replacedAt: new Date(CHANGED_AT) } });
      nowMs = 299_999;
      expect(await source.readWithPrevious('a', 3600)).toEqual(['one']);
      nowMs = 300_000;
      expect(await source.readWithPrevious('a', 3600)).toEqual(['two', 'one']);
    });
  });

  describe('a login', () => {
    const secret = (password: string) => ({ current: JSON.stringify({ username: 'u', password }) });

    test('reads again only for a refused password, however many connections were refused', async () => {
      server.secrets.set('a', secret('old'));
      const login = secretLogin(source, { user: 'u', arn: 'a' });
      expect(await login.password()).toBe('old');
      server.secrets.set('a', secret('new'));
      expect(await login.password()).toBe('old');
      login.refused();
      login.refused();
      expect(await Promise.all([login.password(), login.password()])).toEqual(['new', 'new']);
      expect(server.reads()).toBe(2);
    });

    test("reveals nothing of a secret that is not a database's", async () => {
      server.secrets.set('a', { current: '{"user":"u","password":"quagmire"' });
      const login = secretLogin(source, { user: 'u', arn: 'a' });
      await expect(login.password()).rejects.toThrow(/^A database secret holds no JSON with username and password$/);
    });
  });
});

/** Guarantee: with CloudFront in front, the API answers no request that bypasses it and its firewall. */
describe('origin secret', () => {
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
});

/** Guarantee: a new container serves nobody before it reaches the database, and waits for one that is failing over. */
describe('require ready', () => {
  function answering(...statuses: number[]) {
    const pauses: number[] = [];
    const check = {
      ask: async () => statuses.shift() ?? 503,
      pause: async (seconds: number) => {
        pauses.push(seconds);
      },
    };
    return { check, pauses };
  }

  test('goes on at once when it is ready', async () => {
    const { check, pauses } = answering(200);
    await requireReady(check);
    expect(pauses).toEqual([]);
  });

  test('waits for a database that comes back within a minute', async () => {
    const { check, pauses } = answering(503, 503, 503, 200);
    await requireReady(check);
    expect(pauses).toEqual([1, 2, 4]);
  });

  test('ends when it is not ready after a minute', async () => {
    const { check, pauses } = answering();
    await expect(requireReady(check)).rejects.toThrow('The API is not ready: it answers 503');
    expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBe(60);
  });
});

describe('the environment of a deployed function', () => {
  test('is read part by part, even if other parts are incomplete', () => {
    const links = readVariables(VARIABLES.links, { PUBLIC_URL: 'https://api.example.com/', MAIL_FROM: '' });
    expect(links).toEqual({ PUBLIC_URL: 'https://api.example.com' });
  });

  test('has every missing, empty or wrong variable named at once', () => {
    const environment = {
      DATABASE_HOST: '',
      DATABASE_NAME: 'service',
      DATABASE_SECRET_ARNS: '{"service":"arn:aws:1"}',
    };
    expect(() => readVariables(VARIABLES.database, environment)).toThrow(
      /DATABASE_HOST: [\s\S]*DATABASE_SECRET_ARNS\.system: /,
    );
    expect(() => readVariables(VARIABLES.operator, { ADMIN_TOKEN_ARN: 'secret' })).toThrow(
      'ADMIN_TOKEN_ARN: must be an ARN',
    );
  });

  test.each(['not JSON', '[]', '{"service":"x","system":"arn:aws:2"}'])('refuses %s as a set of secrets', (text) => {
    const environment = { DATABASE_HOST: 'db', DATABASE_NAME: 'service', DATABASE_SECRET_ARNS: text };
    expect(() => readVariables(VARIABLES.database, environment)).toThrow(/DATABASE_SECRET_ARNS/);
  });

  test('has defaults for optional variables', () => {
    expect(readVariables(VARIABLES.api, { UPLOADS: 'fargate' })).toEqual({
      UPLOADS: 'fargate',
      RATE_LIMIT_PER_MINUTE: 6000,
      DELETIONS: 'by_purge',
    });
    const arns = '{"service":"arn:aws:1","system":"arn:aws:2"}';
    const database = { DATABASE_HOST: 'db', DATABASE_NAME: 'service', DATABASE_SECRET_ARNS: arns };
    expect(readVariables(VARIABLES.database, database)).toMatchObject({ DATABASE_PORT: 5432 });
  });

  test('names the owner only for the functions that migrate and rotate', () => {
    const told = Object.entries(FUNCTION_VARIABLES).filter(([, sets]) => sets.some((set) => set === 'owner'));
    expect(told.map(([name]) => name)).toEqual(['migrate-database', 'rotate-login']);
  });
});
