import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAddressOf } from '../../../lambdas/http/http-env.ts';
import { OutOfReach, type SampleService, startSampleService, TOKENS } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

describe('account tokens', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['an empty token', { Authorization: 'Bearer ' }],
    ['a malformed token', { Authorization: 'Bearer cas_short' }],
    ['an unknown or revoked token', { Authorization: `Bearer ${TOKENS.unknown}` }],
    ['the operator token', { Authorization: `Bearer ${TOKENS.operator}` }],
    ['two tokens', { Authorization: `Bearer ${TOKENS.good}, Bearer ${TOKENS.good}` }],
  ])('are refused with 401 and a challenge: %s', async (_name, headers) => {
    const response = await service.call('GET', '/v1/me', { token: null, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.json).toMatchObject({ code: 'unauthorized', status: 401, instance: '/v1/me', type: 'about:blank' });
  });

  test('give the account and the rate limit if they are valid', async () => {
    const response = await service.call('GET', '/v1/me', {
      token: null,
      headers: { Authorization: `bearer ${TOKENS.good}` },
    });
    expect(response.json).toEqual({
      ...{ accountId: 'acc_1', name: 'Harbor Benefits', status: 'active', tier: 'standard' },
      ...{ scopes: ['read', 'write'], person: null, accounts: [] },
    });
    expect(response.headers.get('ratelimit')).toBe('"default";r=599;t=30');
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
  });

  test.each([
    ['pending', 'account_not_provisioned', 403],
    ['suspended', 'account_not_provisioned', 403],
    ['writer', 'forbidden', 403],
    ['limited', 'rate_limited', 429],
  ] as const)('of %s are refused with %s', async (who, code, status) => {
    const response = await service.call('GET', '/v1/me', { token: TOKENS[who] });
    expect(response.status).toBe(status);
    expect(response.json).toMatchObject({ code });
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
  });

  test('above the limit get the time to wait', async () => {
    const response = await service.call('GET', '/v1/things', { token: TOKENS.limited });
    expect(response.headers.get('retry-after')).toBe('30');
    expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=30');
  });

  test('above the limit of all tokens of the account get a message that says so', async () => {
    const response = await service.call('GET', '/v1/things', { token: TOKENS.limitedByAccount });
    expect(response.json).toMatchObject({
      code: 'rate_limited',
      detail: 'All tokens of the account together may send 3000 requests in 60 seconds.',
    });
    expect(response.headers.get('retry-after')).toBe('12');
    expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=12');
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
  });

  test('with the right to read cannot write', async () => {
    expect((await service.call('DELETE', '/v1/things/2', { token: TOKENS.reader })).json).toMatchObject({
      code: 'forbidden',
    });
    expect((await service.call('DELETE', '/v1/things/2')).status).toBe(204);
  });

  test('get the rate limit with later refusals too', async () => {
    for (const path of ['/v1/things?limit=x', '/v1/things/none', '/v1/things/boom']) {
      expect((await service.call('GET', path)).headers.has('ratelimit')).toBe(true);
    }
  });
});

describe('the operator token', () => {
  test.each([
    ['the operator', TOKENS.operator, 200],
    ['an account', TOKENS.good, 403],
    ['a suspended account', TOKENS.suspended, 403],
    ['an unknown token', TOKENS.unknown, 401],
    ['a token that differs in the last letter', 'operator-token-of-this-installatioN', 401],
    ['no token', null, 401],
  ])('admits only the operator: %s', async (_name, token, status) => {
    expect((await service.call('POST', '/v1/admin/things', { token })).status).toBe(status);
  });

  test('admits nobody to an installation without one', async () => {
    const without = await startSampleService({ operatorTokenHashes: () => [] });
    expect((await without.call('POST', '/v1/admin/things', { token: TOKENS.operator })).status).toBe(401);
    await without.close();
  });
});

describe('without the database', () => {
  test('the token check answers 503 with Retry-After, and health still works', async () => {
    const down = await startSampleService({
      authenticate: async () => {
        throw new OutOfReach('connect ECONNREFUSED 10.0.0.1:5432');
      },
    });
    const response = await down.call('GET', '/v1/me');
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(response.body).not.toContain('10.0.0.1');
    expect((await down.call('GET', '/v1/health', { token: null })).status).toBe(200);
    await down.close();
  });
});

describe('the client address', () => {
  const context = (forwarded: string | undefined, hops: number) =>
    clientAddressOf(
      { env: { incoming: { socket: { remoteAddress: '10.0.0.9' } } }, req: { header: () => forwarded } },
      hops,
    );

  test('is that of the connection without proxies, whatever the header claims', () => {
    expect(context('6.6.6.6', 0)).toBe('10.0.0.9');
  });

  test('is the address that our outermost proxy saw behind proxies', () => {
    expect(context('6.6.6.6, 203.0.113.5', 1)).toBe('203.0.113.5');
    expect(context('6.6.6.6, 203.0.113.5, 10.0.0.2', 2)).toBe('203.0.113.5');
    expect(context(undefined, 1)).toBe('10.0.0.9');
  });
});
