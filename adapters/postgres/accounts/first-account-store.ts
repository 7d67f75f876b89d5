import type { FirstAccountStore } from '../../../app/accounts/manage-accounts.ts';
import { accounts } from '../../../schema/accounts.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import { createAccount } from './account-store.ts';
import { createToken } from './token-store.ts';

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
