import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAD_TOKEN_LIMITS } from '../../../core/limits/request-limits.ts';
import { BadTokens } from '../../../lambdas/http/authentication.ts';
import { clientAddressOf } from '../../../lambdas/http/http-env.ts';
import { readinessRoutes } from '../../../lambdas/http/routes/operator-work-routes.ts';
import { createSampleApp, OutOfReach, type SampleService, startSampleService, TOKENS } from './sample-service.ts';

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
      ...{ accountId: 'acc_1', name: 'Harbor Benefits', status: 'active', tier: 'standard', isTest: false },
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

/** Guarantee: an address that sends bad tokens is slowed down and logged, and other addresses are not affected. */

interface Line {
  readonly level: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function sample({ proxyHops = 0 } = {}) {
  const lines: Line[] = [];
  const checkReadiness = async () => ({ faults: [], state: null, disk: null });
  const app = createSampleApp(
    { proxyHops, log: (level, action, fields) => lines.push({ level, action, fields }) },
    readinessRoutes({ checkReadiness }),
  );
  const send = async (
    authorization: string | null,
    { address = '192.0.2.1', path = '/v1/me', forwarded = '' } = {},
  ): Promise<Response> =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method: path === '/v1/admin/things' ? 'POST' : 'GET',
        headers: {
          ...(authorization === null ? {} : { Authorization: authorization }),
          ...(forwarded === '' ? {} : { 'X-Forwarded-For': forwarded }),
        },
      }),
      { incoming: { socket: { remoteAddress: address } } },
    );
  const warnings = () => lines.filter(({ action }) => action === 'bad_tokens');
  return { send, warnings, lines };
}

const guess = (index: number) => `Bearer cas_${String(index).padStart(43, 'g')}`;

async function useUp(send: ReturnType<typeof sample>['send'], options?: Parameters<typeof send>[1]) {
  for (let index = 0; index < BAD_TOKEN_LIMITS.perWindow; index++) {
    expect((await send(guess(index), options)).status).toBe(401);
  }
}

describe('bad tokens of one address', () => {
  test('get 429 above the limit in any form, and are logged without the token', async () => {
    const { send, warnings, lines } = sample();
    await useUp(send);
    for (const bad of [guess(0), 'Bearer short', 'Basic YTpi', `Bearer ${TOKENS.unknown}`]) {
      const response = await send(bad);
      expect(response.status).toBe(429);
      expect(await response.json()).toMatchObject({ code: 'rate_limited' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(BAD_TOKEN_LIMITS.windowSeconds);
      expect(response.headers.get('ratelimit')).toMatch(/^"bad-tokens";r=0;t=\d+$/);
    }
    expect((await send('Bearer guess-of-the-operator', { path: '/v1/admin/things' })).status).toBe(429);
    expect(warnings()).toMatchObject([
      { level: 'warn', fields: { clientAddress: '192.0.2.1', operationId: 'getMe', count: 1, isThrottled: false } },
      {
        level: 'warn',
        fields: { clientAddress: '192.0.2.1', count: BAD_TOKEN_LIMITS.perWindow + 1, isThrottled: true },
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/cas_|guess-of|YTpi/);
  });

  test('count at GET /v1/ready too, which answers them publicly until there are too many', async () => {
    const { send } = sample();
    const ready = (authorization: string | null) => send(authorization, { path: '/v1/ready' });
    for (let index = 0; index < BAD_TOKEN_LIMITS.perWindow; index++) {
      // The tokens alternate between the form of an account's token and that of the operator's.
      const response = await ready(index % 2 === 0 ? guess(index) : `Bearer operator-guess-${index}`);
      expect([response.status, await response.json()]).toEqual([200, { ready: true }]);
    }
    expect((await ready('Bearer operator-guess')).status).toBe(429);
    expect((await ready(guess(0))).status).toBe(429);
    expect((await send(guess(0))).status).toBe(429);
    for (const good of [TOKENS.good, TOKENS.suspended, TOKENS.operator])
      expect((await ready(`Bearer ${good}`)).status).toBe(200);
    expect((await ready(null)).status).toBe(200);
  });

  test('do not block valid tokens of the same address, or other addresses', async () => {
    const { send } = sample();
    await useUp(send);
    expect((await send(guess(0))).status).toBe(429);
    expect((await send(`Bearer ${TOKENS.good}`)).status).toBe(200);
    expect((await send(`Bearer ${TOKENS.operator}`, { path: '/v1/admin/things' })).status).toBe(200);
    expect((await send(null)).status).toBe(401);
    expect((await send(guess(0), { address: '192.0.2.2' })).status).toBe(401);
  });

  test('do not include requests without a bad token', async () => {
    const { send, warnings } = sample();
    for (let index = 0; index <= BAD_TOKEN_LIMITS.perWindow; index++) {
      await send(null);
      await send(`Bearer ${TOKENS.operator}`);
      await send(`Bearer ${TOKENS.good}`, { path: '/v1/admin/things' });
      await send(`Bearer ${TOKENS.suspended}`);
    }
    expect(warnings()).toEqual([]);
  });

  test('count for the client behind proxies, whatever it claims to be', async () => {
    const { send } = sample({ proxyHops: 2 });
    const from = (client: string, claimed: string) => ({
      address: '10.0.0.1',
      forwarded: `${claimed}, ${client}, 10.0.0.2`,
    });
    for (let index = 0; index < BAD_TOKEN_LIMITS.perWindow; index++) {
      await send(guess(index), from('198.51.100.7', `203.0.113.${index % 250}`));
    }
    expect((await send(guess(0), from('198.51.100.7', '203.0.113.251'))).status).toBe(429);
    expect((await send(guess(0), from('198.51.100.8', '198.51.100.7'))).status).toBe(401);
  });
});

describe('windows of bad tokens', () => {
  const limits = { ...BAD_TOKEN_LIMITS, perWindow: 2, addresses: 3 };
  const counter = () => {
    let now = 0;
    const tokens = new BadTokens({ limits, now: () => now });
    const isRefused = (clientAddress: string | null) =>
      tokens.count({ clientAddress, requestId: 'request-1', operationId: null }) !== null;
    return {
      pass: (seconds: number) => {
        now += seconds * 1_000;
      },
      count: (...addresses: readonly (string | null)[]) => addresses.map(isRefused),
      tokens,
    };
  };

  test('begin with the first bad token and end after their time', () => {
    const { count, pass, tokens } = counter();
    expect(count('a', 'a', 'a')).toEqual([false, false, true]);
    pass(41.5);
    const refused = tokens.count({ clientAddress: 'a', requestId: 'request-1', operationId: null });
    expect(refused?.refused.headers?.['Retry-After']).toBe('19');
    pass(19);
    expect(count('a', 'a', 'a')).toEqual([false, false, true]);
  });

  test('cover a network in IPv6, and the same address in any spelling', () => {
    const { count } = counter();
    expect(count('2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2', '2001:db8:0000:0001::3')).toEqual([false, false, true]);
    expect(count('2001:db8:0:2::1', '::1')).toEqual([false, false]);
    expect(count('192.0.2.9', '::ffff:192.0.2.9', '192.0.2.9')).toEqual([false, false, true]);
  });

  test('cover a limited number of addresses; the oldest is forgotten', () => {
    const { count } = counter();
    expect(count('a', 'a', 'a')).toEqual([false, false, true]);
    count('b', 'c', 'd');
    expect(count('d', 'd', 'a')).toEqual([false, true, false]);
  });
});
