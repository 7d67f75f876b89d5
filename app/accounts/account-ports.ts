import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { StorageUse } from '../../core/storage-quota.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { TaskCounts } from '../operations/maintenance-ports.ts';
import type { Exported } from '../reads/read-models.ts';

/** What the use cases around accounts and access need from the database (docs/reference/accounts.md). */

export type AccountTier = 'standard' | 'enterprise';
export type AccountStatus = 'active' | 'pending' | 'suspended';
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Whose request it is. */
export interface TokenHolder {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly tier: AccountTier;
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
}

/** What may still be sent with the token: by its own limit, or by the limit of all tokens of its account when that leaves less. */
export interface TokenRate {
  /** False when this request is one too many. */
  readonly admitted: boolean;
  /** Of the token alone. */
  readonly limit: number;
  /** Of all tokens of the account together. */
  readonly accountLimit: number;
  /** Which of the two `admitted`, `remaining` and `resetSeconds` follow. */
  readonly limitedBy: 'token' | 'account';
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds, at least 1, after which a request that comes alone is admitted. */
  readonly resetSeconds: number;
}

/** An unknown and a revoked token look the same. */
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
  /** Null: the service's default. */
  readonly rateLimitPerMinute: number | null;
  /** Null: the tier's. */
  readonly storageBytesMax: number | null;
  readonly createdAt: string;
}

/** What is absent stays as it is. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly tier?: AccountTier | undefined;
  readonly status?: AccountStatus | undefined;
  readonly email?: string | null | undefined;
  readonly rateLimitPerMinute?: number | null | undefined;
  readonly storageBytesMax?: number | null | undefined;
}

export interface AccountStore {
  /** Active, with a default workspace. */
  create(account: Pick<Account, 'name' | 'tier' | 'email'>, origin: RequestOrigin): Promise<Account>;
  /** Newest first. */
  list(page: OffsetPosition): Promise<OffsetPage<Account>>;
  /** Null: there is no such account. */
  update(accountId: string, change: AccountChange, origin: RequestOrigin): Promise<Account | null>;
}

export interface StorageReads {
  find(accountId: string): Promise<StorageUse>;
}

/** A token without its secret, which nobody knows any more. */
export interface ApiToken {
  readonly id: string;
  readonly label: string | null;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface NewToken {
  readonly accountId: string;
  readonly label: string | null;
  readonly scopes: readonly TokenScope[];
  /** SHA-256 in lower-case hex. */
  readonly tokenHash: string;
}

export interface TokenStore {
  /** Null: there is no such account. */
  create(token: NewToken, origin: RequestOrigin): Promise<ApiToken | Refused | null>;
  /** Newest first; null: there is no such account. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<ApiToken> | null>;
  /** Refused from the next request on. May be repeated; false: there is no such token. */
  revoke(tokenId: string, origin: RequestOrigin): Promise<boolean>;
}

/** The first account of an installation and its token, together or not at all. */
export interface FirstAccountStore {
  /** Null: there is an account already, and nothing was done. Of two calls at once one gets null. */
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
  /** The default one first, then in the order made. `several`: the account has more than one. */
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
  readonly action?: string | undefined;
}

export interface AuditReads {
  /** Newest first. */
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
  /** Newest first. */
  listTaskRuns(page: OffsetPosition): Promise<OffsetPage<TaskRun>>;
  /** Writes down what the operator did to the service itself, which belongs to no account. */
  record(origin: RequestOrigin, entry: { readonly action: string; readonly target: string | null }): Promise<void>;
}
