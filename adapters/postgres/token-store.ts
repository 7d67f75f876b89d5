import { RATE_WINDOW_SECONDS } from '../../core/limits.ts';
import type { Database } from './database.ts';

/** Looks a token up and counts the request, in one statement and so in one round trip (contract 2). */

type Authentication =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'known';
      readonly account: {
        readonly accountId: string;
        readonly name: string;
        readonly status: 'active' | 'pending' | 'suspended';
        readonly tier: 'standard' | 'enterprise';
        readonly tokenId: string;
        readonly scopes: readonly ('read' | 'write')[];
      };
      readonly rate: {
        readonly admitted: boolean;
        readonly limit: number;
        readonly windowSeconds: number;
        readonly remaining: number;
        readonly resetSeconds: number;
      };
    };

interface TokenRow {
  account_id: string;
  name: string;
  status: 'active' | 'pending' | 'suspended';
  tier: 'standard' | 'enterprise';
  token_id: string;
  scopes: ('read' | 'write')[];
  request_limit: number;
  requests: number;
  reset_seconds: number;
}

/**
 * A window starts with the first request after the last one ended; whoever waits until it ends is admitted. The upsert
 * locks the token's row, so parallel requests are counted one after the other. A request over the limit is counted no
 * further than one past it, and never moves the window.
 */
export function createAuthenticate(
  database: Database,
  { defaultRateLimitPerMinute }: { readonly defaultRateLimitPerMinute: number },
): (request: { readonly tokenHash: string }) => Promise<Authentication> {
  return async ({ tokenHash }) => {
    const [row] = await database.systemStatement(
      (sql) => sql<TokenRow[]>`
        with token as (
          select t.token_id, t.scopes, a.account_id, a.name, a.status, a.tier,
            coalesce(a.rate_limit_per_minute, ${defaultRateLimitPerMinute}::integer) as request_limit
          from api_tokens t join accounts a on a.account_id = t.account_id
          where t.token_hash = decode(${tokenHash}, 'hex') and t.revoked_at is null
        ), counted as (
          insert into token_windows as w (token_id, window_started_at, requests)
          select token_id, clock_timestamp(), 1 from token
          on conflict (token_id) do update set
            window_started_at = case when w.window_started_at <= clock_timestamp() - make_interval(secs => ${RATE_WINDOW_SECONDS})
              then clock_timestamp() else w.window_started_at end,
            requests = case when w.window_started_at <= clock_timestamp() - make_interval(secs => ${RATE_WINDOW_SECONDS})
              then 1 else least(w.requests, (select request_limit from token)) + 1 end
          returning requests, window_started_at
        )
        select token.*, counted.requests,
          greatest(1, ceil(extract(epoch from counted.window_started_at + make_interval(secs => ${RATE_WINDOW_SECONDS}) - clock_timestamp())))::integer as reset_seconds
        from token, counted`,
    );
    return row === undefined ? { outcome: 'unknown' } : knownToken(row);
  };
}

function knownToken(row: TokenRow): Authentication {
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
      admitted: row.requests <= row.request_limit,
      limit: row.request_limit,
      windowSeconds: RATE_WINDOW_SECONDS,
      remaining: Math.max(0, row.request_limit - row.requests),
      resetSeconds: row.reset_seconds,
    },
  };
}
