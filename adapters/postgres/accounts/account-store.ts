import { randomUUID } from 'node:crypto';
import { asc, count, desc, eq } from 'drizzle-orm';
import type {
  Account,
  AccountChange,
  AccountStore,
  TestAccounts,
  Workspace,
  WorkspaceStore,
} from '../../../app/accounts/manage-accounts.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Refused } from '../../../core/problem.ts';
import { accountIsAway, workspaceNameTaken } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accountDeletions, accounts, workspaces } from '../../../schema/accounts.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseOneMore } from './account-counts.ts';
import { recordAudit } from './audit-store.ts';

const WORKSPACE = { id: workspaces.workspaceId, name: workspaces.name, isDefault: workspaces.isDefault };

export function createWorkspaceStore(database: Database): WorkspaceStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const ofAccount = eq(workspaces.accountId, accountId);
        const [rows, [total]] = await Promise.all([
          orm(sql)
            .select(WORKSPACE)
            .from(workspaces)
            .where(ofAccount)
            .orderBy(desc(workspaces.isDefault), asc(workspaces.createdAt), asc(workspaces.workspaceId))
            .limit(page.limit + 1)
            .offset(page.offset),
          orm(sql).select({ count: count() }).from(workspaces).where(ofAccount),
        ]);
        return { ...offsetPage(rows, page), total: total?.count ?? 0, several: (total?.count ?? 0) > 1 };
      }),
    create: (accountId, name, origin) =>
      database.tenant(accountId, (sql) => createWorkspace(sql, { accountId, name }, origin)),
  };
}

/** Creates a workspace. The unique index on (account_id, name) decides between concurrent requests. */
async function createWorkspace(
  sql: Sql,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  origin: RequestOrigin,
): Promise<Workspace | Refused> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(accountId)}, 0))`;
  const full = await refuseOneMore(sql, accountId, 'workspaces');
  if (full !== null) return full;
  const [workspace] = await orm(sql)
    .insert(workspaces)
    .values({ workspaceId: randomUUID(), accountId, name, isDefault: false })
    .onConflictDoNothing({ target: [workspaces.accountId, workspaces.name] })
    .returning(WORKSPACE);
  if (workspace === undefined) return workspaceNameTaken(name);
  await recordAudit(sql, { accountId, origin, action: 'workspace.create', target: workspace.id, meta: { name } });
  return workspace;
}

const lockName = (accountId: string) => `workspaces ${accountId}`;

/** Keeps new workspaces of the account from being added until the transaction ends. Several transactions may do this at once. */
export async function holdWorkspaces(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(accountId)}, 0))`;
}

/** Accounts, as the operator manages them. */
export function createAccountStore(database: Database): AccountStore {
  return {
    create: (account, origin) => database.system((sql) => createAccount(sql, account, origin)),
    list: (page) =>
      database.system(async (sql) => {
        const rows = await orm(sql)
          .select(SHOWN)
          .from(accounts)
          .orderBy(desc(accounts.createdAt), asc(accounts.accountId))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows, page, () => countOfTable(sql, accounts));
      }),
    find: (accountId) =>
      database.system(async (sql) => {
        const [account] = await orm(sql).select(SHOWN).from(accounts).where(eq(accounts.accountId, accountId));
        return account ?? null;
      }),
    update: (accountId, change, origin) => database.system((sql) => updateAccount(sql, { accountId, change }, origin)),
  };
}

const SHOWN = {
  id: accounts.accountId,
  name: accounts.name,
  tier: accounts.tier,
  status: accounts.status,
  email: accounts.email,
  rateLimitPerMinute: accounts.rateLimitPerMinute,
  storageBytesMax: accounts.storageBytesMax,
  createdAt: accounts.createdAt,
};

const DEFAULT_WORKSPACE_NAME = 'Default';

/** Creates an account in the caller's transaction. */
export async function createAccount(
  sql: Sql,
  { name, tier, email }: Pick<Account, 'name' | 'tier' | 'email'>,
  origin: RequestOrigin,
): Promise<Account> {
  const accountId = randomUUID();
  const rows = await orm(sql)
    .insert(accounts)
    .values({ accountId, name, tier, status: 'active', email })
    .returning(SHOWN);
  await orm(sql)
    .insert(workspaces)
    .values({ workspaceId: randomUUID(), accountId, name: DEFAULT_WORKSPACE_NAME, isDefault: true });
  await recordAudit(sql, { accountId, origin, action: 'account.create', target: accountId, meta: { tier } });
  return only(rows);
}

/**
 * Updates an account. The row is locked between reading and writing, so that no concurrent change is lost. An account under deletion stays
 * suspended.
 */
async function updateAccount(
  sql: Sql,
  { accountId, change }: { readonly accountId: string; readonly change: AccountChange },
  origin: RequestOrigin,
): Promise<Account | Refused | null> {
  const ofAccount = eq(accounts.accountId, accountId);
  const [current] = await orm(sql).select(SHOWN).from(accounts).where(ofAccount).for('update');
  // Deletions are read under the account's lock, which a request to delete the account takes too.
  const deletions = await orm(sql)
    .select({ id: accountDeletions.deletionId })
    .from(accountDeletions)
    .where(eq(accountDeletions.deletedAccountId, accountId));
  if (current === undefined || deletions.length > 0) return null;
  if (current.status === 'moving' || current.status === 'moved') return accountIsAway();
  const { name = current.name, tier = current.tier, status = current.status } = change;
  const { email = current.email, rateLimitPerMinute = current.rateLimitPerMinute } = change;
  const { storageBytesMax = current.storageBytesMax } = change;
  const rows = await orm(sql)
    .update(accounts)
    .set({ name, tier, status, email, rateLimitPerMinute, storageBytesMax })
    .where(ofAccount)
    .returning(SHOWN);
  // An email address is personal data: the audit trail records that it changed, but not the address.
  const { email: _, ...meta } = change;
  const changed = Object.keys(change);
  await recordAudit(sql, {
    accountId,
    origin,
    action: 'account.update',
    target: accountId,
    meta: { changed, ...meta },
  });
  return only(rows);
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

export function createTestAccounts(database: Database): TestAccounts {
  return {
    isTest: (accountId) => database.read(accountId, (sql) => isTestAccount(sql, accountId)),
  };
}

export async function isTestAccount(sql: Sql, accountId: string): Promise<boolean> {
  const found = await sql`select from ${accounts} where account_id = ${accountId} and test_of is not null`;
  return found.length > 0;
}

/** Returns the test account of an account, and makes it if there is none. Returns null for an account that does not exist. */
export async function testAccountOf(sql: Sql, accountId: string, origin: RequestOrigin): Promise<string | null> {
  // The lock makes the second of two concurrent calls find the test account of the first.
  const [account] = await orm(sql)
    .select({ name: accounts.name, testOf: accounts.testOf })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
    .for('update');
  if (account === undefined) return null;
  if (account.testOf !== null) return accountId;
  const [known] = await orm(sql)
    .select({ id: accounts.accountId })
    .from(accounts)
    .where(eq(accounts.testOf, accountId));
  if (known !== undefined) return known.id;
  const made = await createAccount(sql, { name: `${account.name} (test)`, tier: 'standard', email: null }, origin);
  await orm(sql).update(accounts).set({ testOf: accountId }).where(eq(accounts.accountId, made.id));
  return made.id;
}
