import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createAuthenticate } from '../../../adapters/postgres/accounts/token-store.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import type { TokenCheck } from '../../../app/accounts/issue-token.ts';
import { ACCOUNT_RATE_FACTOR } from '../../../core/limits/request-limits.ts';
import { createTestDatabase } from '../../support/postgres.ts';

const bench = await createTestDatabase();
const second = connectDatabase(bench.address);
const authenticate = createAuthenticate(bench.database, { defaultRateLimitPerMinute: 100 });
afterAll(async () => {
  await second.close();
  await bench.drop();
});

interface NewToken {
  readonly status?: string;
  readonly limit?: number | null;
  readonly scopes?: readonly string[];
}

async function createToken({ status = 'active', limit = null, scopes = ['read', 'write'] }: NewToken = {}) {
  const accountId = randomUUID();
  const tokenId = randomUUID();
  const tokenHash = createHash('sha256').update(randomBytes(32)).digest('hex');
  await bench.database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status, rate_limit_per_minute)
      values (${accountId}, 'Harbor', 'enterprise', ${status}, ${limit})`;
    await sql`
      insert into api_tokens (token_id, account_id, token_hash, scopes)
      values (${tokenId}, ${accountId}, decode(${tokenHash}, 'hex'), ${scopes}::text[])`;
  });
  return { accountId, tokenId, tokenHash };
}

/** Moves the beginning of the token's window back by the given seconds. */
const age = (tokenId: string, seconds: number) =>
  bench.database.system(
    (sql) => sql`
      update token_windows set window_started_at = window_started_at - make_interval(secs => ${seconds})
      where token_id = ${tokenId}`,
  );

function rateOf(check: TokenCheck) {
  if (check.outcome === 'unknown') throw new Error('The token is unknown');
  return check.rate;
}

test('returns the account and the scopes of a token', async () => {
  const { accountId, tokenId, tokenHash } = await createToken({ scopes: ['read'] });
  expect(await authenticate({ tokenHash })).toEqual({
    outcome: 'known',
    account: {
      accountId,
      tokenId,
      name: 'Harbor',
      status: 'active',
      tier: 'enterprise',
      movedTo: null,
      archivedThrough: null,
      isTest: false,
      scopes: ['read'],
      person: null,
    },
    rate: {
      admitted: true,
      limit: 100,
      accountLimit: 100 * ACCOUNT_RATE_FACTOR,
      limitedBy: 'token',
      windowSeconds: 60,
      remaining: 99,
      resetSeconds: 60,
    },
  });
});

test('treats an unknown and a revoked token alike, and counts nothing', async () => {
  expect(await authenticate({ tokenHash: '0'.repeat(64) })).toEqual({ outcome: 'unknown' });
  const { tokenId, tokenHash } = await createToken();
  await authenticate({ tokenHash });
  await bench.database.system((sql) => sql`update api_tokens set revoked_at = now() where token_id = ${tokenId}`);
  expect(await authenticate({ tokenHash })).toEqual({ outcome: 'unknown' });
  const [window] = await bench.database.system(
    (sql) => sql`select requests from token_windows where token_id = ${tokenId}`,
  );
  expect(window).toEqual({ requests: 1 });
});

test("applies the account's own limit before the default", async () => {
  const { tokenHash } = await createToken({ limit: 3 });
  expect(rateOf(await authenticate({ tokenHash }))).toMatchObject({ limit: 3, remaining: 2 });
});

test('refuses requests above the limit without moving the end of the window', async () => {
  const { tokenId, tokenHash } = await createToken({ limit: 2 });
  const first = [await authenticate({ tokenHash }), await authenticate({ tokenHash })].map(rateOf);
  expect(first).toMatchObject([
    { admitted: true, remaining: 1 },
    { admitted: true, remaining: 0 },
  ]);
  await age(tokenId, 40);
  expect(rateOf(await authenticate({ tokenHash }))).toMatchObject({ admitted: false, remaining: 0, resetSeconds: 20 });
  await age(tokenId, 19.5);
  expect(rateOf(await authenticate({ tokenHash }))).toMatchObject({ admitted: false, resetSeconds: 1 });
  await age(tokenId, 1);
  const next = rateOf(await authenticate({ tokenHash }));
  expect(next).toMatchObject({ admitted: true, remaining: 1, resetSeconds: 60 });
});

test('admits a client that waited for the stated time', async () => {
  const { tokenId, tokenHash } = await createToken({ limit: 1 });
  await authenticate({ tokenHash });
  for (const passed of [0.3, 17.2, 30.9]) {
    await age(tokenId, passed);
    const refused = rateOf(await authenticate({ tokenHash }));
    expect(refused.admitted).toBe(false);
    await age(tokenId, refused.resetSeconds);
    expect(rateOf(await authenticate({ tokenHash })).admitted).toBe(true);
  }
});

test('does not lock a token out after the clock was set back', async () => {
  const { tokenId, tokenHash } = await createToken({ limit: 1 });
  await authenticate({ tokenHash });
  await age(tokenId, -3600);
  expect(rateOf(await authenticate({ tokenHash }))).toMatchObject({ admitted: true, resetSeconds: 60 });
});

test.each(['suspended', 'pending'] as const)('counts the requests of a %s account too', async (status) => {
  const { tokenHash } = await createToken({ status, limit: 1 });
  expect(await authenticate({ tokenHash })).toMatchObject({ account: { status }, rate: { admitted: true } });
  expect(await authenticate({ tokenHash })).toMatchObject({ account: { status }, rate: { admitted: false } });
});

test('counts concurrent requests over two pools exactly', async () => {
  const { tokenHash } = await createToken({ limit: 30 });
  const other = createAuthenticate(second, { defaultRateLimitPerMinute: 100 });
  const checks = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? authenticate : other)({ tokenHash })),
  );
  const rates = checks.map(rateOf);
  expect(rates.filter(({ admitted }) => admitted)).toHaveLength(30);
  const remaining = rates.filter(({ admitted }) => admitted).map((rate) => rate.remaining);
  expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

test('gives each token of an account its own window', async () => {
  const one = await createToken({ limit: 1 });
  const other = createHash('sha256').update('other').digest('hex');
  await bench.database.system(
    (sql) => sql`
      insert into api_tokens (token_id, account_id, token_hash, scopes)
      values (${randomUUID()}, ${one.accountId}, decode(${other}, 'hex'), '{read}')`,
  );
  await authenticate({ tokenHash: one.tokenHash });
  expect(rateOf(await authenticate({ tokenHash: other })).admitted).toBe(true);
  expect(rateOf(await authenticate({ tokenHash: one.tokenHash })).admitted).toBe(false);
});

describe('all tokens of an account together', () => {
  /** Makes more tokens than the account has limits for. */
  async function createTokens(limit: number) {
    const first = await createToken({ limit });
    const others = Array.from({ length: ACCOUNT_RATE_FACTOR + 2 }, () => ({
      accountId: first.accountId,
      tokenId: randomUUID(),
      tokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    }));
    await bench.database.system(
      (sql) => sql`
        insert into api_tokens (token_id, account_id, token_hash, scopes)
        select token_id, ${first.accountId}, decode(token_hash, 'hex'), '{read}'
        from unnest(${others.map(({ tokenId }) => tokenId)}::uuid[], ${others.map(({ tokenHash }) => tokenHash)}::text[])
          as t (token_id, token_hash)`,
    );
    return { accountId: first.accountId, tokens: [first, ...others] };
  }

  const ageAccount = (accountId: string, seconds: number) =>
    bench.database.system(
      (sql) => sql`
        update account_windows set window_started_at = window_started_at - make_interval(secs => ${seconds})
        where account_id = ${accountId}`,
    );

  test.each(['one after the other', 'at the same moment'])('send no more than their share, checked %s', async (how) => {
    const { tokens } = await createTokens(3);
    const asked = tokens.flatMap(({ tokenHash }) => Array.from({ length: 4 }, () => tokenHash));
    const rates = [];
    if (how === 'at the same moment') {
      rates.push(...(await Promise.all(asked.map((tokenHash) => authenticate({ tokenHash })))).map(rateOf));
    } else for (const tokenHash of asked) rates.push(rateOf(await authenticate({ tokenHash })));
    expect(rates.filter(({ admitted }) => admitted)).toHaveLength(3 * ACCOUNT_RATE_FACTOR);
    expect(rates.at(-2)).toMatchObject({
      admitted: false,
      limitedBy: 'account',
      limit: 3,
      accountLimit: 3 * ACCOUNT_RATE_FACTOR,
      remaining: 0,
    });
  });

  test('are counted exactly over two pools', async () => {
    const { tokens } = await createTokens(10);
    const other = createAuthenticate(second, { defaultRateLimitPerMinute: 100 });
    const checks = tokens.flatMap(({ tokenHash }) =>
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? authenticate : other)({ tokenHash })),
    );
    const admitted = (await Promise.all(checks)).map(rateOf).filter((rate) => rate.admitted);
    expect(admitted).toHaveLength(10 * ACCOUNT_RATE_FACTOR);
  });

  test('are protected from a token that sends too much, which uses only its own share', async () => {
    const { tokens } = await createTokens(2);
    const [greedy, modest] = tokens;
    for (let sentCount = 0; sentCount < 30; sentCount++) await authenticate({ tokenHash: greedy?.tokenHash ?? '' });
    expect(rateOf(await authenticate({ tokenHash: modest?.tokenHash ?? '' }))).toMatchObject({
      admitted: true,
      limitedBy: 'token',
      remaining: 1,
    });
  });

  test('are admitted after the stated time, whichever limit refused them', async () => {
    const { accountId, tokens } = await createTokens(1);
    for (const { tokenHash } of tokens) await authenticate({ tokenHash });
    await ageAccount(accountId, 20);
    // The first token has also used up its own limit. The last token was refused only because of the account's limit.
    const [first, last] = [tokens[0], tokens.at(-1)];
    expect(rateOf(await authenticate({ tokenHash: first?.tokenHash ?? '' }))).toMatchObject({
      admitted: false,
      resetSeconds: 60,
    });
    await age(last?.tokenId ?? '', 61);
    const refused = rateOf(await authenticate({ tokenHash: last?.tokenHash ?? '' }));
    expect(refused).toMatchObject({ admitted: false, limitedBy: 'account' });
    for (const { tokenId } of tokens) await age(tokenId, refused.resetSeconds);
    await ageAccount(accountId, refused.resetSeconds);
    expect(rateOf(await authenticate({ tokenHash: last?.tokenHash ?? '' })).admitted).toBe(true);
  });

  test('get the smaller remainder, with the time that belongs to it', async () => {
    const { accountId, tokens } = await createTokens(2);
    for (const { tokenHash } of tokens.slice(0, ACCOUNT_RATE_FACTOR - 1)) {
      await authenticate({ tokenHash });
      await authenticate({ tokenHash });
    }
    await ageAccount(accountId, 20);
    expect(rateOf(await authenticate({ tokenHash: tokens.at(-1)?.tokenHash ?? '' }))).toMatchObject({
      admitted: true,
      limitedBy: 'token',
      remaining: 1,
      resetSeconds: 60,
    });
    expect(rateOf(await authenticate({ tokenHash: tokens.at(-2)?.tokenHash ?? '' }))).toMatchObject({
      admitted: true,
      limitedBy: 'account',
      remaining: 0,
      resetSeconds: 40,
    });
  });

  test('do not overflow with the largest limit', async () => {
    const { tokenHash } = await createToken({ limit: 2_147_483_647 });
    expect(rateOf(await authenticate({ tokenHash }))).toMatchObject({ admitted: true, accountLimit: 2_147_483_647 });
  });
});
