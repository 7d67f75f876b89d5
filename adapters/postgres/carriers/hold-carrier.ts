import { carriers } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Keeps a carrier of the account or the catalogue from being deleted before the transaction ends. Waits for a deletion in progress.
 * Returns whether the carrier exists.
 */
export async function holdCarrier(
  sql: Sql,
  { accountId, carrierId }: { readonly accountId: string; readonly carrierId: string },
): Promise<boolean> {
  const held = await sql`
    select 1 from ${carriers}
    where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null) for key share`;
  return held.length > 0;
}
