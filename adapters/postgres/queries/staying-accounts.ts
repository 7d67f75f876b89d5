import type { Fragment } from 'postgres';
import { accounts } from '../../../schema/accounts.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Leaves out the rows of accounts that are being moved to another database, or have been. Workers, relays and schedules take none of them:
 * the other database goes on with them (docs/howto/move-an-agency.md). The index of these accounts is nearly always empty.
 */
export const isOfStayingAccount = (sql: Sql, accountId: Fragment): Fragment => sql`
  not exists (select from ${accounts} away where away.account_id = ${accountId} and away.status in ('moving', 'moved'))`;
