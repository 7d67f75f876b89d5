import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createAccountPlaces } from '../../../adapters/postgres/accounts/account-counts.ts';
import { createAuthenticate } from '../../../adapters/postgres/accounts/token-store.ts';
import { connectDatabase, type Database } from '../../../adapters/postgres/connection/database.ts';
import type { CheckToken, TokenCheck } from '../../../app/accounts/issue-token.ts';
import { ACCOUNT_RATE_FACTOR, LARGE_REQUESTS_OF_ACCOUNT_MAX } from '../../../core/limits/request-limits.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: requests that are counted in one statement get the answers that they would get one after the other. */
describe('checks together', async () => {
  const LIMIT = 5;
  const bench = await createTestDatabase();
  const second = connectDatabase(bench.address);
  afterAll(async () => {
    await second.close();
    await bench.drop();
  });

  interface Token {
    readonly accountId: string;
    readonly tokenId: string;
    readonly tokenHash: string;
  }

  /** Makes tokens with the default limit, each with its own account unless one is given. */
  async function createTokens(count: number, account?: string): Promise<readonly Token[]> {
    const tokens = Array.from({ length: count }, () => ({
      accountId: account ?? randomUUID(),
      tokenId: randomUUID(),
      tokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    }));
    const accountIds = tokens.map(({ accountId }) => accountId);
    const accounts = [...new Set(accountIds)];
    await bench.database.system(async (sql) => {
      await sql`
      insert into accounts (account_id, name, tier, status)
      select id, 'Harbor', 'standard', 'active' from unnest(${accounts}::uuid[]) as t (id)`;
      await sql`
      insert into api_tokens (token_id, account_id, token_hash, scopes)
      select token_id, account_id, decode(token_hash, 'hex'), '{read}'
      from unnest(${tokens.map(({ tokenId }) => tokenId)}::uuid[], ${accountIds}::uuid[],
        ${tokens.map(({ tokenHash }) => tokenHash)}::text[]) as t (token_id, account_id, token_hash)`;
    });
    return tokens;
  }

  const change = {
    /** Moves the beginning of the token's window back by the given seconds. */
    age: ({ tokenId }: Token, seconds: number) =>
      bench.database.system(
        (sql) => sql`
        update token_windows set window_started_at = window_started_at - make_interval(secs => ${seconds})
        where token_id = ${tokenId}`,
      ),
    /** Moves the beginning of its account's window back by the given seconds. */
    ageAccount: ({ accountId }: Token, seconds: number) =>
      bench.database.system(
        (sql) => sql`
        update account_windows set window_started_at = window_started_at - make_interval(secs => ${seconds})
        where account_id = ${accountId}`,
      ),
    limit: ({ accountId }: Token, limit: number) =>
      bench.database.system(
        (sql) => sql`update accounts set rate_limit_per_minute = ${limit} where account_id = ${accountId}`,
      ),
    revoke: ({ tokenId }: Token) =>
      bench.database.system((sql) => sql`update api_tokens set revoked_at = now() where token_id = ${tokenId}`),
  };

  const authenticateOver = (database: Database): CheckToken =>
    createAuthenticate(database, { defaultRateLimitPerMinute: LIMIT });

  /** The parts of an answer that a test compares. */
  const briefly = (check: TokenCheck) =>
    check.outcome === 'unknown'
      ? null
      : { tokenId: check.account.tokenId, admitted: check.rate.admitted, remaining: check.rate.remaining };

  /** A simple count of requests in a window. Seconds are counted from the window's beginning. */
  class PlainWindow {
    requests = 0;
    secondsIntoWindow: number | null = null;
    begin(): void {
      if (this.secondsIntoWindow !== null && Math.abs(this.secondsIntoWindow) <= 60) return;
      this.secondsIntoWindow = 0;
      this.requests = 0;
    }
    age(seconds: number): void {
      if (this.secondsIntoWindow !== null) this.secondsIntoWindow += seconds;
    }
  }

  class PlainAccount extends PlainWindow {
    limit = LIMIT;
  }

  /** Models the checks of one token whose requests come one after the other. */
  class PlainToken extends PlainWindow {
    revoked = false;
    readonly tokenId: string;
    readonly account: PlainAccount;
    constructor(tokenId: string, account: PlainAccount) {
      super();
      this.tokenId = tokenId;
      this.account = account;
    }
    check(): ReturnType<typeof briefly> {
      if (this.revoked) return null;
      const { tokenId, account } = this;
      this.begin();
      this.requests = Math.min(this.requests, account.limit) + 1;
      if (this.requests > account.limit) return { tokenId, admitted: false, remaining: 0 };
      account.begin();
      const ofAccount = account.limit * ACCOUNT_RATE_FACTOR;
      const admitted = account.requests < ofAccount;
      account.requests = Math.min(account.requests + 1, ofAccount);
      const left = Math.min(account.limit - this.requests, ofAccount - account.requests);
      return { tokenId, admitted, remaining: admitted ? Math.max(0, left) : 0 };
    }
  }

  /** More tokens of one account than it has limits for, and one token of another. */
  const OF_ONE_ACCOUNT = ACCOUNT_RATE_FACTOR + 2;
  const TOKENS = OF_ONE_ACCOUNT + 1;
  /** The index of a token. The last index stands for an unknown token. */
  const anyToken = fc.nat(TOKENS);
  const knownToken = fc.nat(TOKENS - 1);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ asked: fc.array(anyToken, { minLength: 1, maxLength: 30 }) }) },
    // No sum of these steps is exactly a minute, at which the outcome would depend on the speed of the test.
    { weight: 2, arbitrary: fc.record({ token: knownToken, seconds: fc.constantFrom(25, 61, -25, -3600) }) },
    { weight: 2, arbitrary: fc.record({ token: knownToken, accountSeconds: fc.constantFrom(25, 61, -25, -3600) }) },
    { weight: 2, arbitrary: fc.record({ token: knownToken, limit: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ token: knownToken, revoked: fc.constant(true) }) },
  );

  async function createBook() {
    const tokens = [...(await createTokens(OF_ONE_ACCOUNT, randomUUID())), ...(await createTokens(1))];
    const [shared, alone] = [new PlainAccount(), new PlainAccount()];
    const plain = tokens.map(({ tokenId }, index) => new PlainToken(tokenId, index < OF_ONE_ACCOUNT ? shared : alone));
    return { tokens, plain };
  }

  test('gives concurrent requests of any tokens the answers of a simple sequential count', async () => {
    let statements = 0;
    const counting: Database = {
      ...bench.database,
      systemStatement: (build) => {
        statements += 1;
        return bench.database.systemStatement(build);
      },
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { tokens, plain } = await createBook();
        const authenticate = authenticateOver(counting);
        for (const done of steps) {
          if ('asked' in done) {
            statements = 0;
            const checks = done.asked.map((index) =>
              authenticate({ tokenHash: tokens[index]?.tokenHash ?? '0'.repeat(64) }),
            );
            const expected = done.asked.map((index) => plain[index]?.check() ?? null);
            expect((await Promise.all(checks)).map(briefly)).toEqual(expected);
            expect(statements).toBe(1);
          } else {
            const token = tokens[done.token];
            const model = plain[done.token];
            if (token === undefined || model === undefined) throw new Error('There is no such token');
            if ('seconds' in done) {
              model.age(done.seconds);
              await change.age(token, done.seconds);
            } else if ('accountSeconds' in done) {
              model.account.age(done.accountSeconds);
              await change.ageAccount(token, done.accountSeconds);
            } else if ('limit' in done) {
              model.account.limit = done.limit;
              await change.limit(token, done.limit);
            } else {
              model.revoked = true;
              await change.revoke(token);
            }
          }
        }
        const stored = await bench.database.system(
          (sql) => sql<{ token_id: string; requests: number }[]>`
          select token_id, requests from token_windows where token_id = any (${tokens.map(({ tokenId }) => tokenId)}::uuid[])`,
        );
        const counted = plain.filter(({ secondsIntoWindow }) => secondsIntoWindow !== null);
        expect(new Map(stored.map(({ token_id, requests }) => [token_id, requests]))).toEqual(
          new Map(counted.map(({ tokenId, requests }) => [tokenId, requests])),
        );
      }),
      { numRuns: propertyRuns(60) },
    );
  }, 60_000);

  test('neither deadlocks nor miscounts when two processes ask for the same tokens in opposite order', async () => {
    const tokens = await createTokens(40);
    const rounds = 30;
    await Promise.all(tokens.map((token) => change.limit(token, 10_000)));
    const askAll = async (authenticate: CheckToken, order: readonly Token[]) => {
      for (let round = 0; round < rounds; round++) {
        await Promise.all(order.map(({ tokenHash }) => authenticate({ tokenHash })));
      }
    };
    await Promise.all([
      askAll(authenticateOver(bench.database), tokens),
      askAll(authenticateOver(second), tokens.toReversed()),
    ]);
    const stored = await bench.database.system(
      (sql) => sql<{ requests: number }[]>`
      select distinct requests from token_windows where token_id = any (${tokens.map(({ tokenId }) => tokenId)}::uuid[])`,
    );
    expect([...stored]).toEqual([{ requests: 2 * rounds }]);
  });

  test('refuses a token that was revoked during its check from the next request on', async () => {
    const [token] = await createTokens(1);
    if (token === undefined) throw new Error('There is no token');
    const authenticate = authenticateOver(bench.database);
    await authenticate(token);
    const held = Promise.withResolvers<void>();
    const holds = Promise.withResolvers<void>();
    const holding = second.system(async (sql) => {
      await sql`select 1 from token_windows where token_id = ${token.tokenId} for update`;
      holds.resolve();
      await held.promise;
    });
    await holds.promise;
    const underWay = authenticate(token);
    await vi.waitFor(async () => {
      const waiting = await asOwner(
        bench.address,
        (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await change.revoke(token);
    const next = authenticate(token);
    held.resolve();
    await holding;
    expect([await underWay, await next].map(({ outcome }) => outcome)).toEqual(['known', 'unknown']);
  });
});

/** Guarantee: one account has a fifth of the large requests of all processes together, and a dead process keeps no place. */
describe('account places', async () => {
  const { database, drop } = await createTestDatabase();
  afterAll(drop);
  /** Each process has places of its own; the database is what they share. */
  const takeInSomeProcess = (accountId: string) => createAccountPlaces(database).take(accountId);

  test('gives an account so many places over all processes, and another its own', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const asked = await Promise.all(Array.from({ length: 12 }, () => takeInSomeProcess(one)));
    const held = asked.filter((free) => free !== null);
    expect(held).toHaveLength(LARGE_REQUESTS_OF_ACCOUNT_MAX);
    expect(await takeInSomeProcess(other)).not.toBeNull();
    await held[0]?.();
    expect(await takeInSomeProcess(one)).not.toBeNull();
    expect(await takeInSomeProcess(one)).toBeNull();
  });

  test('frees the places of a process that died', async () => {
    const accountId = crypto.randomUUID();
    for (let place = 0; place < LARGE_REQUESTS_OF_ACCOUNT_MAX; place += 1) await takeInSomeProcess(accountId);
    expect(await takeInSomeProcess(accountId)).toBeNull();
    await database.system((sql) => sql`update account_places set until = until - interval '1 minute'`);
    expect(await takeInSomeProcess(accountId)).not.toBeNull();
  });
});
