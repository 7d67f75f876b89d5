import type { Exported, OffsetPage, OffsetPosition, TimeOrder } from '../../core/page.ts';
import type { AccessScope, Role } from '../../core/people/role.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { TaskCounts } from '../platform/portions.ts';

/** The database ports for accounts, tokens and access (docs/reference/accounts.md). */

export type AccountTier = 'standard' | 'enterprise';
export type AccountStatus = 'active' | 'pending' | 'suspended';
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A person who has signed in with a browser (docs/reference/people.md). */
export interface SignedInPerson {
  /** The id of the membership. */
  readonly userId: string;
  /** The name by which the account calls the person. */
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** The writing agent whose members an agent sees; null for every other role. */
  readonly agent: string | null;
}

/** The account that a request works in, with the token or the person that sent it. */
export interface TokenHolder {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly tier: AccountTier;
  /** The token's id, or the session's. */
  readonly tokenId: string;
  readonly scopes: readonly AccessScope[];
  /** Null for a token. */
  readonly person: SignedInPerson | null;
}

/** The number of requests that the token may still make. When the limit of the whole account leaves fewer, that limit applies. */
export interface TokenRate {
  /** False when this request exceeds the limit. */
  readonly admitted: boolean;
  /** Requests per minute for this token. */
  readonly limit: number;
  /** Requests per minute for all tokens of the account together. */
  readonly accountLimit: number;
  /** The limit that `admitted`, `remaining` and `resetSeconds` refer to. */
  readonly limitedBy: 'token' | 'account';
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds, at least 1, after which one more request is admitted. */
  readonly resetSeconds: number;
}

/** The result of looking a token up. Unknown and revoked tokens get the same result. */
export type TokenCheck =
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'known'; readonly account: TokenHolder; readonly rate: TokenRate };

/** Looks a token up by its SHA-256 (lower-case hex) and counts the request, in one round trip. */
export type CheckToken = (request: { readonly tokenHash: string }) => Promise<TokenCheck>;

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly tier: AccountTier;
  readonly status: AccountStatus;
  readonly email: string | null;
  /** Null uses the service's default. */
  readonly rateLimitPerMinute: number | null;
  /** Null uses the default of the account's tier. */
  readonly storageBytesMax: number | null;
  readonly createdAt: string;
}

/** A change of an account. Absent fields keep their values. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly tier?: AccountTier | undefined;
  readonly status?: AccountStatus | undefined;
  readonly email?: string | null | undefined;
  readonly rateLimitPerMinute?: number | null | undefined;
  readonly storageBytesMax?: number | null | undefined;
}

export interface AccountStore {
  /** Creates an active account with a default workspace. */
  create(account: Pick<Account, 'name' | 'tier' | 'email'>, origin: RequestOrigin): Promise<Account>;
  /** Returns accounts, newest first. */
  list(page: OffsetPosition): Promise<OffsetPage<Account>>;
  /** Returns null when the account does not exist. */
  find(accountId: string): Promise<Account | null>;
  /** Returns null when the account does not exist. */
  update(accountId: string, change: AccountChange, origin: RequestOrigin): Promise<Account | null>;
}

export interface StorageReads {
  find(accountId: string): Promise<StorageUse>;
}

/** A token without its secret, which is not stored. */
export interface ApiToken {
  readonly id: string;
  readonly label: string | null;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: string;
  /** The time from which the token is refused; null for a token that does not expire. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewToken {
  readonly accountId: string;
  readonly label: string | null;
  readonly scopes: readonly TokenScope[];
  /** The time from which the token is refused; null for a token that does not expire. */
  readonly expiresAt: string | null;
  /** SHA-256 in lower-case hex. */
  readonly tokenHash: string;
}

export interface TokenStore {
  /** Returns null when the account does not exist. */
  create(token: NewToken, origin: RequestOrigin): Promise<ApiToken | Refused | null>;
  /** Returns the account's tokens, newest first, or null when the account does not exist. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<ApiToken> | null>;
  /**
   * Revokes a token: the next request with it is refused. Can be repeated. Returns false when the token does not exist, or does not belong
   * to the account, if one is named.
   */
  revoke(token: { readonly tokenId: string; readonly accountId?: string }, origin: RequestOrigin): Promise<boolean>;
}

/** Stores the first account of an installation together with its token, in one transaction. */
export interface FirstAccountStore {
  /** Returns null, changing nothing, when an account exists already. Of two concurrent calls one gets null. */
  create(
    account: Pick<Account, 'name' | 'tier' | 'email'>,
    token: Omit<NewToken, 'accountId'>,
    origin: RequestOrigin,
  ): Promise<{ readonly account: Account; readonly token: ApiToken } | null>;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface WorkspaceStore {
  /** Returns the default workspace first, then the others in order of creation. `several`: the account has more than one. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Workspace> & { readonly several: boolean }>;
  create(accountId: string, name: string, origin: RequestOrigin): Promise<Workspace | Refused>;
}

export interface AuditEntry {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly createdAt: string;
}

export interface AuditFilter {
  readonly sort?: TimeOrder | undefined;
  readonly action?: string | undefined;
}

export interface AuditReads {
  /** Returns audit entries, newest first. */
  list(accountId: string, filter: AuditFilter, page: OffsetPosition): Promise<OffsetPage<AuditEntry>>;
  exportAll(accountId: string, filter: AuditFilter, offset: number): Exported<AuditEntry>;
}

/** One run of a scheduled task. */
export interface TaskRun {
  readonly id: string;
  readonly task: string;
  readonly ranAt: string;
  readonly durationMs: number;
  readonly counts: TaskCounts;
}

export interface OperatorStore {
  /** Returns runs of scheduled tasks, newest first. */
  listTaskRuns(page: OffsetPosition): Promise<OffsetPage<TaskRun>>;
  /** Records an action of the operator on the service itself, which belongs to no account. */
  record(origin: RequestOrigin, entry: { readonly action: string; readonly target: string | null }): Promise<void>;
}
