import { z } from 'zod';
import { STORAGE_BYTES_MAX, STORAGE_BYTES_SETTABLE_MAX } from '../../core/limits/account-limits.ts';
import type { TaskLimits } from '../../core/limits/job-limits.ts';
import { ACCOUNT_RATE_FACTOR } from '../../core/limits/request-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownAccount } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Mailer } from '../platform/mail.ts';
import { accountName, displayName } from '../platform/shared-fields.ts';
import { type AccountDeletion, type AccountDeletions, deleteAccount } from './delete-accounts.ts';
import { type ApiToken, type NewToken, newTokenSecret, type TokenIssue } from './issue-token.ts';

export const accountNameChange = z.strictObject({
  name: accountName('Of the agency, as letters to carriers have it.'),
});

export const newWorkspace = z.strictObject({ name: displayName('Unlike the names of the others.') });

const accountTiers = z.enum(['standard', 'enterprise']);

/** The statuses that an operator may set. */
const accountStatuses = z.enum(['active', 'pending', 'suspended']);

/** `moving` and `moved` are set by a move to another database only. */
const shownStatuses = z.enum([...accountStatuses.options, 'moving', 'moved']);

const STORAGE_DEFAULT = `Bytes it may have stored; null: its tier's, ${STORAGE_BYTES_MAX.standard} or ${STORAGE_BYTES_MAX.enterprise}.`;

const RATE_LIMIT = `Requests a minute with one token; null: the service's default. All tokens of the account together may send ${ACCOUNT_RATE_FACTOR} times as many.`;

export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    tier: accountTiers,
    status: shownStatuses,
    email: z.string().nullable(),
    rateLimitPerMinute: z.int().nullable().describe(RATE_LIMIT),
    storageBytesMax: z.int().nullable().describe(STORAGE_DEFAULT),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Account' });
export type Account = Readonly<z.output<typeof account>>;

export const ACCOUNT_COLUMNS = [
  ...['id', 'name', 'tier', 'status', 'email', 'rateLimitPerMinute', 'storageBytesMax', 'createdAt'],
];

const email = z.email('must be an email address').max(254).describe('Where scheduled reports go.');

export const newAccount = z.strictObject({
  name: accountName('Of the agency.'),
  tier: accountTiers.default('standard'),
  email: email.nullable().default(null),
});
export type NewAccount = Readonly<z.output<typeof newAccount>>;

/** A change of an account. An absent field stays unchanged. */
export const accountChange = z.strictObject({
  name: accountName('Of the agency.').optional(),
  tier: accountTiers.optional(),
  status: accountStatuses.optional(),
  email: email.nullable().optional(),
  rateLimitPerMinute: z.int().min(1).max(1_000_000).nullable().optional().describe(RATE_LIMIT),
  storageBytesMax: z.int().min(1).max(STORAGE_BYTES_SETTABLE_MAX).nullable().optional().describe(STORAGE_DEFAULT),
});
export type AccountChange = Readonly<z.output<typeof accountChange>>;

export interface AccountStore {
  /** Creates an active account with a default workspace. */
  create(account: NewAccount, origin: RequestOrigin): Promise<Account>;
  /** Returns accounts, newest first. */
  list(page: OffsetPosition): Promise<OffsetPage<Account>>;
  /** Returns null when the account does not exist. */
  find(accountId: string): Promise<Account | null>;
  /** Returns null when the account does not exist. Refuses one that moves or has moved to another database. */
  update(accountId: string, change: AccountChange, origin: RequestOrigin): Promise<Account | Refused | null>;
}

/** Manages accounts and their tokens for the operator (docs/reference/accounts.md). issue-token.ts makes the tokens. */
export interface AccountManagement extends TokenIssue {
  readonly accounts: AccountStore;
}

/** Makes an active account with a default workspace. */
export function createAccount(
  { accounts }: Pick<AccountManagement, 'accounts'>,
  account: NewAccount,
  origin: RequestOrigin,
): Promise<Account> {
  return accounts.create(account, origin);
}

/** Lists accounts, newest first. */
export function listAccounts(
  { accounts }: Pick<AccountManagement, 'accounts'>,
  page: OffsetPosition,
): Promise<OffsetPage<Account>> {
  return accounts.list(page);
}

/** Changes an account; absent fields keep their values. Refuses an unknown account, and one that moves or has moved. */
export async function changeAccount(
  { accounts }: Pick<AccountManagement, 'accounts'>,
  { accountId, change }: { readonly accountId: string; readonly change: AccountChange },
  origin: RequestOrigin,
): Promise<Account | Refused> {
  return (await accounts.update(accountId, change, origin)) ?? unknownAccount();
}

/** Lists an account's tokens, newest first. Refuses an unknown account. */
export async function listTokens(
  { tokens }: Pick<AccountManagement, 'tokens'>,
  { accountId, ...page }: OffsetPosition & { readonly accountId: string },
): Promise<OffsetPage<ApiToken> | Refused> {
  return (await tokens.list(accountId, page)) ?? unknownAccount();
}

/** Revokes a token; may be repeated. Returns null when done; refuses an unknown token. */
export async function revokeToken(
  { tokens }: Pick<AccountManagement, 'tokens'>,
  tokenId: string,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await tokens.revoke({ tokenId }, origin)) ? null : refuse('not_found', 'There is no token with this id.');
}

/** Revokes a token of an account, for its owner; may be repeated. Returns null when done; refuses a token of another account. */
export async function revokeOwnToken(
  { tokens }: Pick<AccountManagement, 'tokens'>,
  token: { readonly tokenId: string; readonly accountId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await tokens.revoke(token, origin)) ? null : refuse('not_found', 'There is no token with this id.');
}

/** Stores the first account of an installation together with its token, in one transaction. */
export interface FirstAccountStore {
  /** Returns null, changing nothing, when an account exists already. Of two concurrent calls one gets null. */
  create(
    account: NewAccount,
    token: Omit<NewToken, 'accountId'>,
    origin: RequestOrigin,
  ): Promise<{ readonly account: Account; readonly token: ApiToken } | null>;
}

export interface Bootstrap {
  readonly accounts: FirstAccountStore;
  /** Reads the operator's token, which is kept outside the database. */
  readonly operatorToken: () => Promise<string>;
  /** Base address of the service. */
  readonly url: string;
}

/** Everything needed to work with a new installation. The tokens are shown only this once. */
export interface Installation {
  readonly url: string;
  readonly accountId: string;
  readonly token: string;
  readonly operatorToken: string;
}

/**
 * Makes the first account of an installation without opening a port (docs/reference/accounts.md#on-aws). Returns null when the installation
 * has an account already; the operator's token makes later accounts.
 */
export async function bootstrapOperator(
  { accounts, operatorToken, url }: Bootstrap,
  account: NewAccount,
  requestId: string,
): Promise<Installation | null> {
  const { token, tokenHash } = newTokenSecret();
  const origin: RequestOrigin = { actor: 'operator', ip: null, requestId };
  const keptToken = await operatorToken();
  const made = await accounts.create(
    account,
    { label: 'first', scopes: ['read', 'write'], expiresAt: null, tokenHash, isTest: false },
    origin,
  );
  return made === null ? null : { url, accountId: made.account.id, token, operatorToken: keptToken };
}

export const workspace = z
  .object({ id: z.string(), name: z.string(), isDefault: z.boolean() })
  .meta({ id: 'Workspace' });
export type Workspace = Readonly<z.output<typeof workspace>>;

export const WORKSPACE_COLUMNS = ['id', 'name', 'isDefault'];

export interface WorkspaceStore {
  /** Returns the default workspace first, then the others in order of creation. `several`: the account has more than one. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Workspace> & { readonly several: boolean }>;
  create(accountId: string, name: string, origin: RequestOrigin): Promise<Workspace | Refused>;
}

/** Manages the workspaces of an account. With two or more, an upload has to name its workspace. */
export interface WorkspaceManagement {
  readonly workspaces: WorkspaceStore;
}

interface WorkspaceList {
  /** True when the account has more than one workspace. */
  readonly enabled: boolean;
  readonly data: OffsetPage<Workspace>['data'];
  /** The rows of `data` under the name that older clients read. */
  readonly workspaces: OffsetPage<Workspace>['data'];
  readonly pagination: OffsetPage<Workspace>['pagination'];
  readonly total: OffsetPage<Workspace>['total'];
}

/** Lists workspaces: the default one first, then in order of creation. */
export async function listWorkspaces(
  { workspaces }: WorkspaceManagement,
  accountId: string,
  page: OffsetPosition,
): Promise<WorkspaceList> {
  const { data, pagination, total, several } = await workspaces.list(accountId, page);
  return { enabled: several, data, workspaces: data, pagination, total };
}

/** Adds a workspace. Refuses a name in use, and a workspace above the account's limit. */
export function createWorkspace(
  { workspaces }: WorkspaceManagement,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  origin: RequestOrigin,
): Promise<Workspace | Refused> {
  return workspaces.create(accountId, name, origin);
}

/**
 * The test account of an account: an account of its own, made with the first test token (docs/reference/accounts.md#test-mode). Its data
 * are apart because they are another account's.
 */
export interface TestAccounts {
  isTest(accountId: string): Promise<boolean>;
}

/** Wraps a mailer so that it sends nothing for a test account. Everything else of a request happens as it would. */
export function withoutTestMail(mailer: Mailer, tests: TestAccounts): Mailer {
  return {
    async send(message, filing) {
      if (filing !== undefined && (await tests.isTest(filing.accountId))) return;
      await mailer.send(message, filing);
    },
  };
}

/** Deletes the test account of an account, or the account itself if it is one. Refuses an account without a test account. */
export async function deleteTestAccount(
  deletions: AccountDeletions,
  accountId: string,
  how: { readonly origin: RequestOrigin; readonly limits: Pick<TaskLimits, 'deletionSeconds'> },
): Promise<AccountDeletion | Refused> {
  const found = await deletions.deletionStore.findTestAccount(accountId);
  if (found === null) return refuse('not_found', 'There is no test account. The first test token makes it.');
  return deleteAccount(deletions, { accountId: found.accountId, confirm: found.name }, how);
}
