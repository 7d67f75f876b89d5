import type { AccountStatus, AccountTier, CheckToken, TokenScope } from '../../app/account-ports.ts';
import { RATE_WINDOW_SECONDS } from '../../core/limits.ts';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

interface CountedRow {
  token_id: string;
  scopes: TokenScope[];
  account_id: string;
  name: string;
  status: AccountStatus;
  tier: AccountTier;
  rate_limit: number;
  requests: number;
  reset_seconds: number;
}

/** Token check and rate limit in one statement (contract 2). A suspended account's requests are counted too. */
export function createAuthenticate(
  database: Database,
  { defaultRateLimitPerMinute }: { readonly defaultRateLimitPerMinute: number },
): CheckToken {
  return async ({ tokenHash }) => {
    const [row] = await database.systemStatement((sql) => countRequest(sql, tokenHash, defaultRateLimitPerMinute));
    if (row === undefined) return { outcome: 'unknown' };
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
        admitted: row.requests <= row.rate_limit,
        limit: row.rate_limit,
        windowSeconds: RATE_WINDOW_SECONDS,
        remaining: Math.max(0, row.rate_limit - row.requests),
        resetSeconds: Math.max(1, row.reset_seconds),
      },
    };
  };
}

/**
 * A window begins with the first request after the last one ended; a request too many is counted no further than one past
 * the limit, and does not move the window. The insert waits for others of the same token (primary key of token_windows), so
 * concurrent requests count exactly. A window that begins in the future is left from a clock that was set back since.
 */
const countRequest = (sql: Sql, tokenHash: string, defaultLimit: number) => sql<CountedRow[]>`
  with token as (
    select t.token_id, t.scopes, a.account_id, a.name, a.status, a.tier,
      coalesce(a.rate_limit_per_minute, ${defaultLimit}::integer) as rate_limit
    from api_tokens t join accounts a on a.account_id = t.account_id
    where t.token_hash = decode(${tokenHash}, 'hex') and t.revoked_at is null
  ), counted as (
    insert into token_windows as w (token_id, window_started_at, requests)
    select token_id, clock_timestamp(), 1 from token
    on conflict (token_id) do update set (window_started_at, requests) = (
      select case when ended then excluded.window_started_at else w.window_started_at end,
        case when ended then 1 else least(w.requests, (select rate_limit from token)) + 1 end
      from (
        select w.window_started_at <= excluded.window_started_at - ${WINDOW}::interval
          or w.window_started_at > excluded.window_started_at + ${WINDOW}::interval as ended
      ) as previous)
    returning window_started_at, requests
  )
  select token.*, counted.requests,
    ceil(extract(epoch from counted.window_started_at + ${WINDOW}::interval - clock_timestamp()))::integer as reset_seconds
  from token cross join counted`;

const WINDOW = `${RATE_WINDOW_SECONDS} seconds`;
