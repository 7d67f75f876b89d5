import { randomUUID } from 'node:crypto';
import type { Account, AccountChange, AccountStore } from '../../../app/accounts/account-ports.ts';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { recordAudit } from './audit.ts';

/** Accounts as the operator keeps them. */
export function createAccountStore(database: Database): AccountStore {
  return {
    create: (account, origin) => database.system((sql) => createAccount(sql, account, origin)),
    list: (page) =>
      database.system(async (sql) => {
        const rows = await sql<Account[]>`
          select ${accountColumns(sql)} from accounts
          order by created_at desc, account_id limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    update: (accountId, change, origin) => database.system((sql) => updateAccount(sql, { accountId, change }, origin)),
  };
}

const accountColumns = (sql: Sql) => sql`
  account_id as id, name, tier, status, email, rate_limit_per_minute as "rateLimitPerMinute",
  storage_bytes_max::float8 as "storageBytesMax", created_at as "createdAt"`;

const DEFAULT_WORKSPACE_NAME = 'Default';

/** In the transaction of whoever calls. */
export async function createAccount(
  sql: Sql,
  { name, tier, email }: Pick<Account, 'name' | 'tier' | 'email'>,
  origin: RequestOrigin,
): Promise<Account> {
  const accountId = randomUUID();
  const rows = await sql<Account[]>`
    insert into accounts (account_id, name, tier, status, email)
    values (${accountId}, ${name}, ${tier}, 'active', ${email})
    returning ${accountColumns(sql)}`;
  await sql`
    insert into workspaces (workspace_id, account_id, name, is_default)
    values (${randomUUID()}, ${accountId}, ${DEFAULT_WORKSPACE_NAME}, true)`;
  await recordAudit(sql, { accountId, origin, action: 'account.create', target: accountId, meta: { tier } });
  return only(rows);
}

/** Locked between reading and writing: of two changes at once neither is lost. An account that is being deleted stays suspended. */
async function updateAccount(
  sql: Sql,
  { accountId, change }: { readonly accountId: string; readonly change: AccountChange },
  origin: RequestOrigin,
): Promise<Account | null> {
  const [current] = await sql<Account[]>`
    select ${accountColumns(sql)} from accounts where account_id = ${accountId} for update`;
  // Asked under the lock, which the request to delete the account takes too.
  const deletions = await sql`select 1 from account_deletions where deleted_account_id = ${accountId}`;
  if (current === undefined || deletions.length > 0) return null;
  const { name = current.name, tier = current.tier, status = current.status } = change;
  const { email = current.email, rateLimitPerMinute = current.rateLimitPerMinute } = change;
  const { storageBytesMax = current.storageBytesMax } = change;
  const rows = await sql<Account[]>`
    update accounts set name = ${name}, tier = ${tier}, status = ${status}, email = ${email},
      rate_limit_per_minute = ${rateLimitPerMinute}, storage_bytes_max = ${storageBytesMax}
    where account_id = ${accountId}
    returning ${accountColumns(sql)}`;
  // An address belongs to a person: the trail says that it changed, not what it is.
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
