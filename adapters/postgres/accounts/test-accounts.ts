import { eq } from 'drizzle-orm';
import type { TestAccounts } from '../../../app/accounts/test-accounts.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accounts } from '../../../schema/accounts.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { createAccount } from './account-store.ts';

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
