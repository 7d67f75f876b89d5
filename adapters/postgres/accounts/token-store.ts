import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type {
  AccountStatus,
  AccountTier,
  ApiToken,
  CheckToken,
  NewToken,
  SignedInPerson,
  TokenCheck,
  TokenScope,
  TokenStore,
} from '../../../app/accounts/issue-token.ts';
import type { FirstAccountStore } from '../../../app/accounts/manage-accounts.ts';
import type { CheckSession } from '../../../app/people/people.ts';
import { ACCOUNT_RATE_FACTOR, RATE_WINDOW_SECONDS } from '../../../core/limits/request-limits.ts';
import { scopesOf } from '../../../core/people/team-rules.ts';
import { testAccountEnds, testTokensOnly } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accountDeletions, accounts, accountWindows, apiTokens, tokenWindows } from '../../../schema/accounts.ts';
import { people, signInSessions, teamMembers } from '../../../schema/people.ts';
import { batchConcurrentCalls } from '../connection/coalesce-calls.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseOneMore } from './account-counts.ts';
import { createAccount, isTestAccount, testAccountOf } from './account-store.ts';
import { recordAudit } from './audit-store.ts';

/** A token with the counts after all of its requests in the batch. */
interface CountedRow {
  credential: string;
  token_id: string;
  scopes: TokenScope[];
  account_id: string;
  name: string;
  status: AccountStatus;
  moved_to: string | null;
  archived_through: string | null;
  tier: AccountTier;
  is_test: boolean;
  person: SignedInPerson | null;
  rate_limit: number;
  requests_before: number;
  reset_seconds: number;
  account_limit: number;
  account_requests_before: number;
  account_reset_seconds: number;
}

/**
 * Checks a token and its rate limits, batched with other concurrent requests into one statement. Requests of a suspended account count
 * too.
 */
export function createAuthenticate(
  database: Database,
  { defaultRateLimitPerMinute }: { readonly defaultRateLimitPerMinute: number },
): CheckToken {
  const check = createCheck(database, { defaultRateLimitPerMinute, holders: tokenHolders });
  return ({ tokenHash }) => check(tokenHash);
}

/** Checks a session of a person as a token is checked: a session has a rate limit of its own and counts for its account. */
export function createSessionCheck(
  database: Database,
  { defaultRateLimitPerMinute }: { readonly defaultRateLimitPerMinute: number },
): CheckSession {
  const check = createCheck(database, { defaultRateLimitPerMinute, holders: sessionHolders });
  return ({ sessionId }) => check(sessionId);
}

/** A query with one row for each known credential: credential, token_id, scopes, person, account_id, requests. */
type Holders = (sql: Sql, asked: ReadonlyMap<string, number>) => Fragment;

function createCheck(
  database: Database,
  { defaultRateLimitPerMinute, holders }: { readonly defaultRateLimitPerMinute: number; readonly holders: Holders },
): (credential: string) => Promise<TokenCheck> {
  return batchConcurrentCalls<string, TokenCheck>(async (credentials) => {
    const asked = new Map<string, number>();
    for (const credential of credentials) asked.set(credential, (asked.get(credential) ?? 0) + 1);
    const rows = await database.systemStatement((sql) =>
      countRequests(sql, holders(sql, asked), defaultRateLimitPerMinute),
    );
    return checksOf(credentials, new Map(rows.map((row) => [row.credential, row])));
  });
}

const tokenHolders: Holders = (sql, asked) => sql`
  select q.token_hash as credential, t.token_id, t.scopes, null::jsonb as person, t.account_id, q.requests
  from unnest(${[...asked.keys()]}::text[], ${[...asked.values()]}::integer[]) as q (token_hash, requests)
  join ${apiTokens} t on t.token_hash = decode(q.token_hash, 'hex') and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > clock_timestamp())`;

const sessionHolders: Holders = (sql, asked) => sql`
  select q.session_id as credential, s.session_id as token_id, '{}'::text[] as scopes, m.account_id, q.requests,
    jsonb_build_object('userId', m.member_id, 'name', m.name, 'email', p.email, 'role', m.role, 'agent', m.agent,
      'agentRecordId', m.agent_record_id) as person
  from unnest(${[...asked.keys()]}::text[], ${[...asked.values()]}::integer[]) as q (session_id, requests)
  join ${signInSessions} s on s.session_id = q.session_id::uuid and s.expires_at > clock_timestamp()
  join ${people} p on p.person_id = s.person_id
  join ${teamMembers} m on m.person_id = s.person_id and m.account_id = s.current_account_id
    and m.joined_at is not null`;

/** Gives each request its position among the requests of its token and, if the token admits it, among the requests of its account. */
function checksOf(credentials: readonly string[], counted: ReadonlyMap<string, CountedRow>): readonly TokenCheck[] {
  const places = new Map<string, number>();
  const take = (key: string) => {
    const place = (places.get(key) ?? 0) + 1;
    places.set(key, place);
    return place;
  };
  return credentials.map((credential) => {
    const row = counted.get(credential);
    if (row === undefined) return { outcome: 'unknown' };
    const requests = row.requests_before + take(credential);
    if (requests > row.rate_limit) return checkOf(row, requests, row.account_requests_before);
    return checkOf(row, requests, row.account_requests_before + take(row.account_id));
  });
}

/** `requests` and `accountRequests` count the requests of the token and of its account in their windows, including this request. */
function checkOf(row: CountedRow, requests: number, accountRequests: number): TokenCheck {
  const token = { left: row.rate_limit - requests, resetSeconds: row.reset_seconds };
  const account = { left: row.account_limit - accountRequests, resetSeconds: row.account_reset_seconds };
  // The account's limit matters only when the token admits the request.
  const byAccount = token.left >= 0 && account.left < token.left;
  const { left, resetSeconds } = byAccount ? account : token;
  const admitted = left >= 0;
  // A refused request has to wait for every limit that is used up.
  const waits = [token, account].filter((each) => each.left <= 0).map((each) => each.resetSeconds);
  return {
    outcome: 'known',
    account: {
      accountId: row.account_id,
      name: row.name,
      status: row.status,
      movedTo: row.moved_to,
      archivedThrough: row.archived_through,
      tier: row.tier,
      isTest: row.is_test,
      tokenId: row.token_id,
      scopes: row.person === null ? row.scopes : scopesOf(row.person.role),
      person: row.person,
    },
    rate: {
      admitted,
      limit: row.rate_limit,
      accountLimit: row.account_limit,
      limitedBy: byAccount ? 'account' : 'token',
      windowSeconds: RATE_WINDOW_SECONDS,
      remaining: Math.max(0, left),
      resetSeconds: Math.max(1, ...(admitted ? [resetSeconds] : waits)),
    },
  };
}

/**
 * Counts requests. A window begins with the first request after the previous window ended. Refused requests do not move the window and are
 * counted up to one above the limit. An account counts only requests that its tokens admit. The insert waits for other requests of the same
 * token (primary key of token_windows), so concurrent requests count exactly. Locks are taken in one order, tokens before accounts, so that
 * no deadlock can occur. A window that begins in the future was left by a clock that was set back.
 */
const countRequests = (sql: Sql, holders: Fragment, defaultLimit: number) => sql<CountedRow[]>`
  with asked as (
    select h.credential, h.token_id, h.scopes, h.person, a.account_id, a.name, a.moved_to, a.archived_through, a.tier, a.test_of is not null as is_test,
      coalesce((select status from ${accounts} where account_id = a.test_of and status <> 'active'), a.status) as status,
      coalesce(a.rate_limit_per_minute, ${defaultLimit}::integer) as rate_limit, h.requests
    from (${holders}) as h join ${accounts} a on a.account_id = h.account_id
  ), counted as (
    insert into ${tokenWindows} as w (token_id, window_started_at, requests, requests_before)
    select token_id, clock_timestamp(), least(requests - 1, rate_limit) + 1, 0 from asked order by token_id
    on conflict (token_id) do update set (window_started_at, requests, requests_before) = (
      select case when ended then excluded.window_started_at else w.window_started_at end,
        case when ended then excluded.requests else least(w.requests + asked.requests - 1, asked.rate_limit) + 1 end,
        case when ended then 0 else w.requests end
      from asked, ${endedBefore(sql)}
      where asked.token_id = w.token_id)
    returning token_id, window_started_at, requests_before
  ), of_account as (
    select account_id, least(min(rate_limit)::bigint * ${ACCOUNT_RATE_FACTOR}::integer, ${INTEGER_MAX}::integer)::integer as account_limit,
      sum(greatest(0, least(requests, rate_limit - requests_before)))::integer as requests
    from asked join counted using (token_id) group by account_id
  ), counted_of_account as (
    insert into ${accountWindows} as w (account_id, window_started_at, requests, requests_before)
    select account_id, clock_timestamp(), least(requests, account_limit), 0 from of_account where requests > 0 order by account_id
    on conflict (account_id) do update set (window_started_at, requests, requests_before) = (
      select case when ended then excluded.window_started_at else w.window_started_at end,
        case when ended then excluded.requests else least(w.requests::bigint + o.requests, o.account_limit)::integer end,
        case when ended then 0 else w.requests end
      from of_account o, ${endedBefore(sql)}
      where o.account_id = w.account_id)
    returning account_id, window_started_at, requests_before
  )
  select asked.*, counted.requests_before, ${secondsLeft(sql, 'counted')} as reset_seconds, of_account.account_limit,
    coalesce(c.requests_before, case when ${secondsLeft(sql, 's')} between 1 and ${RATE_WINDOW_SECONDS} then s.requests end, 0)
      as account_requests_before,
    coalesce(${secondsLeft(sql, 'c')}, ${secondsLeft(sql, 's')}, 0) as account_reset_seconds
  from asked join counted using (token_id) join of_account using (account_id)
  left join counted_of_account c using (account_id) left join ${accountWindows} s using (account_id)`;

/** True when the window `w` had ended at the start of the new one. */
const endedBefore = (sql: Sql) => sql`(
  select w.window_started_at <= excluded.window_started_at - ${WINDOW}::interval
    or w.window_started_at > excluded.window_started_at + ${WINDOW}::interval as ended) as previous`;

const secondsLeft = (sql: Sql, window: 'counted' | 'c' | 's') =>
  sql`ceil(extract(epoch from ${sql.unsafe(window)}.window_started_at + ${WINDOW}::interval - clock_timestamp()))::integer`;

const INTEGER_MAX = 2_147_483_647;
const WINDOW = `${RATE_WINDOW_SECONDS} seconds`;

/** Tokens, as the operator manages them. */
export function createTokenStore(database: Database): TokenStore {
  return {
    create: (token, origin) =>
      database.system(async (sql) => {
        const accountId = token.isTest ? await testAccountOf(sql, token.accountId, origin) : token.accountId;
        if (accountId === null) return null;
        if (!token.isTest && (await isTestAccount(sql, accountId))) return testTokensOnly();
        const full = await refuseOneMore(sql, accountId, 'tokens');
        if (full !== null) return full;
        const created = await createToken(sql, { ...token, accountId }, origin);
        return created === null && token.isTest ? testAccountEnds() : created;
      }),
    list: (accountId, page) =>
      database.system(async (sql) => {
        const [known, rows] = await Promise.all([
          orm(sql).select({ id: accounts.accountId }).from(accounts).where(eq(accounts.accountId, accountId)),
          orm(sql)
            .select({ ...SHOWN, isTest: isNotNull(accounts.testOf).mapWith(Boolean) })
            .from(apiTokens)
            .innerJoin(accounts, eq(accounts.accountId, apiTokens.accountId))
            .where(ofAccountOrTest(sql, accountId))
            .orderBy(desc(apiTokens.createdAt), asc(apiTokens.tokenId))
            .limit(page.limit + 1)
            .offset(page.offset),
        ]);
        if (known.length === 0) return null;
        return countedPage(rows, page, () => countOfTable(sql, apiTokens, ofAccountOrTest(sql, accountId)));
      }),
    revoke: (token, origin) => database.system((sql) => revokeToken(sql, token, origin)),
  };
}

const SHOWN = {
  id: apiTokens.tokenId,
  label: apiTokens.label,
  scopes: apiTokens.scopes,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  revokedAt: apiTokens.revokedAt,
};

/** Tokens of the account itself and of its test account. */
const ofAccountOrTest = (sql: Sql, accountId: string) =>
  or(
    eq(apiTokens.accountId, accountId),
    inArray(
      apiTokens.accountId,
      orm(sql).select({ id: accounts.accountId }).from(accounts).where(eq(accounts.testOf, accountId)),
    ),
  );

/** Creates a token in the caller's transaction. */
async function createToken(
  sql: Sql,
  { accountId, label, scopes, expiresAt, tokenHash, isTest }: NewToken,
  origin: RequestOrigin,
): Promise<ApiToken | null> {
  const [token] = await sql<Omit<ApiToken, 'isTest'>[]>`
    insert into ${apiTokens} (token_id, account_id, token_hash, label, scopes, expires_at)
    select ${randomUUID()}, account_id, decode(${tokenHash}, 'hex'), ${label}, ${scopes}::text[], ${expiresAt}::timestamptz
    from ${accounts}
    where account_id = ${accountId} and not exists (select from ${accountDeletions} where deleted_account_id = ${accountId})
    returning token_id as id, label, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"`;
  if (token === undefined) return null;
  await recordAudit(sql, { accountId, origin, action: 'token.create', target: token.id, meta: { label, scopes } });
  return { ...token, isTest };
}

async function revokeToken(
  sql: Sql,
  { tokenId, accountId }: { readonly tokenId: string; readonly accountId?: string },
  origin: RequestOrigin,
): Promise<boolean> {
  const ofToken = and(
    eq(apiTokens.tokenId, tokenId),
    accountId === undefined ? undefined : ofAccountOrTest(sql, accountId),
  );
  const [revoked] = await orm(sql)
    .update(apiTokens)
    .set({ revokedAt: clockTime })
    .where(and(ofToken, isNull(apiTokens.revokedAt)))
    .returning({ accountId: apiTokens.accountId });
  if (revoked === undefined) {
    const known = await orm(sql).select({ id: apiTokens.tokenId }).from(apiTokens).where(ofToken);
    return known.length > 0;
  }
  await recordAudit(sql, { accountId: revoked.accountId, origin, action: 'token.revoke', target: tokenId });
  return true;
}

export function createFirstAccountStore(database: Database): FirstAccountStore {
  return {
    create: (account, token, origin) =>
      database.system(async (sql) => {
        // The second of two concurrent calls waits here and then sees the account of the first.
        await sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`;
        const present = await orm(sql).select({ id: accounts.accountId }).from(accounts).limit(1);
        if (present.length > 0) return null;
        const made = await createAccount(sql, account, origin);
        const issued = await createToken(sql, { ...token, accountId: made.id }, origin);
        if (issued === null) throw new Error('The account was made a moment ago');
        return { account: made, token: issued };
      }),
  };
}
