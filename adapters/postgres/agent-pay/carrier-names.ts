import { carriers } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';

/** Names of the account's carriers and of the shared ones, by id. */
export async function readCarrierNames(sql: Sql, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select carrier_id as id, name from ${carriers} where account_id = ${accountId} or account_id is null`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
