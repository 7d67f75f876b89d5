import type { Sql } from '../connection/sql.ts';

/** Lets one transaction at a time change an account's setup and runs. It ends with the transaction. */
export async function lockPay(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent pay ${accountId}`}, 0))`;
}
