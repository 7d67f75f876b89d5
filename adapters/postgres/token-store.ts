import { randomUUID } from 'node:crypto';
import type {
  AccountStatus,
  AccountTier,
  ApiToken,
  CheckToken,
  NewToken,
  TokenCheck,
  TokenScope,
  TokenStore,
} from '../../app/account-ports.ts';
import type { RequestOrigin } from '../../app/ports.ts';
import { RATE_WINDOW_SECONDS } from '../../core/limits.ts';
import { offsetPage } from '../../core/page.ts';
import { refuseOneMore } from './account-counts.ts';
import { recordAudit } from './audit.ts';
import type { Database } from './database.ts';
import { inGroups } from './in-groups.ts';
import type { Sql } from './sql.ts';

/** Of one token, and of all requests of it that were counted together. */
interface CountedRow {
  token_hash: string;
  token_id: string;
  scopes: TokenScope[];
  account_id: string;
  name: string;
  status: AccountStatus;
  tier: AccountTier;
  rate_limit: number;
  requests_before: number;
  reset_seconds: number;
}

/**
 * Token check and rate limit in one statement (contract 2), together with those of other requests of the moment. A suspended
 * account's requests are counted too.
 */
export function createAuthenticate(
  database: Database,
  { defaultRateLimitPerMinute }: { readonly defaultRateLimitPerMinute: number },
): CheckToken {
  const check = inGroups<string, TokenCheck>(async (tokenHashes) => {
    const asked = new Map<string, number>();
    const requests = tokenHashes.map((tokenHash) => {
      const place = (asked.get(tokenHash) ?? 0) + 1;
      asked.set(tokenHash, place);
      return { tokenHash, place };
    });
    const rows = await database.systemStatement((sql) => countRequests(sql, asked, defaultRateLimitPerMinute));
    const counted = new Map(rows.map((row) => [row.token_hash, row]));
    return requests.map(({ tokenHash, place }) => checkOf(counted.get(tokenHash), place));
  });
  return ({ tokenHash }) => check(tokenHash);
}

/** `place`: which of the requests that were counted together, from 1. */
function checkOf(row: CountedRow | undefined, place: number): TokenCheck {
  if (row === undefined) return { outcome: 'unknown' };
  const requests = row.requests_before + place;
  return {
    outcome: 'known',
    account: {
      accountId: row.account_id,
      name: row.name,
      status: row.status,
      tier: row.tier,
      tokenId: row.token_id,
      scopes: row.scopes,
    },
    rate: {
      admitted: requests <= row.rate_limit,
      limit: row.rate_limit,
      windowSeconds: RATE_WINDOW_SECONDS,
      remaining: Math.max(0, row.rate_limit - requests),
      resetSeconds: Math.max(1, row.reset_seconds),
    },
  };
}

/**
 * A window begins with the first request after the last one ended; a request too many is counted no further than one past
 * the limit, and does not move the window. The insert waits for others of the same token (primary key of token_windows), so
 * concurrent requests count exactly; all take the tokens in the same order, so that nobody waits in a circle. A window that
 * begins in the future is left from a clock that was set back since.
 */
const countRequests = (sql: Sql, asked: ReadonlyMap<string, number>, defaultLimit: number) => sql<CountedRow[]>`
  with asked as (
    select encode(t.token_hash, 'hex') as token_hash, t.token_id, t.scopes, a.account_id, a.name, a.status, a.tier,
      coalesce(a.rate_limit_per_minute, ${defaultLimit}::integer) as rate_limit, q.requests
    from unnest(${[...asked.keys()]}::text[], ${[...asked.values()]}::integer[]) as q (token_hash, requests)
    join api_tokens t on t.token_hash = decode(q.token_hash, 'hex') and t.revoked_at is null
    join accounts a on a.account_id = t.account_id
  ), counted as (
    insert into token_windows as w (token_id, window_started_at, requests, requests_before)
    select token_id, clock_timestamp(), least(requests - 1, rate_limit) + 1, 0 from asked order by token_id
    on conflict (token_id) do update set (window_started_at, requests, requests_before) = (
      select case when ended then excluded.window_started_at else w.window_started_at end,
        case when ended then excluded.requests else least(w.requests + asked.requests - 1, asked.rate_limit) + 1 end,
        case when ended then 0 else w.requests end
      from asked, (
        select w.window_started_at <= excluded.window_started_at - ${WINDOW}::interval
          or w.window_started_at > excluded.window_started_at + ${WINDOW}::interval as ended
      ) as previous
      where asked.token_id = w.token_id)
    returning token_id, window_started_at, requests_before
  )
  select asked.*, counted.requests_before,
    ceil(extract(epoch from counted.window_started_at + ${WINDOW}::interval - clock_timestamp()))::integer as reset_seconds
  from asked join counted using (token_id)`;

const WINDOW = `${RATE_WINDOW_SECONDS} seconds`;

/** Tokens as the operator keeps them. */
export function createTokenStore(database: Database): TokenStore {
  return {
    create: (token, origin) =>
      database.system(
        async (sql) => (await refuseOneMore(sql, token.accountId, 'tokens')) ?? createToken(sql, token, origin),
      ),
    list: (accountId, page) =>
      database.system(async (sql) => {
        const accounts = await sql`select 1 from accounts where account_id = ${accountId}`;
        if (accounts.length === 0) return null;
        const rows = await sql<ApiToken[]>`
          select ${tokenColumns(sql)} from api_tokens where account_id = ${accountId}
          order by created_at desc, token_id limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    revoke: (tokenId, origin) => database.system((sql) => revokeToken(sql, tokenId, origin)),
  };
}

const tokenColumns = (sql: Sql) => sql`
  token_id as id, label, scopes, created_at as "createdAt", revoked_at as "revokedAt"`;

/** In the transaction of whoever calls. */
export async function createToken(
  sql: Sql,
  { accountId, label, scopes, tokenHash }: NewToken,
  origin: RequestOrigin,
): Promise<ApiToken | null> {
  const [token] = await sql<ApiToken[]>`
    insert into api_tokens (token_id, account_id, token_hash, label, scopes)
    select ${randomUUID()}, account_id, decode(${tokenHash}, 'hex'), ${label}, ${scopes}::text[]
    from accounts where account_id = ${accountId}
    returning ${tokenColumns(sql)}`;
  if (token === undefined) return null;
  await recordAudit(sql, { accountId, origin, action: 'token.create', target: token.id, meta: { label, scopes } });
  return token;
}

async function revokeToken(sql: Sql, tokenId: string, origin: RequestOrigin): Promise<boolean> {
  const [revoked] = await sql<{ account_id: string }[]>`
    update api_tokens set revoked_at = clock_timestamp() where token_id = ${tokenId} and revoked_at is null
    returning account_id`;
  if (revoked === undefined) {
    const known = await sql`select 1 from api_tokens where token_id = ${tokenId}`;
    return known.length > 0;
  }
  await recordAudit(sql, { accountId: revoked.account_id, origin, action: 'token.revoke', target: tokenId });
  return true;
}
