import type { Sql } from '../connection/sql.ts';

/**
 * Keeps the carrier from being deleted before the transaction ends; waits for a deletion that is under way. Whether there is one,
 * of the account or of the catalogue.
 */
export async function holdCarrier(
  sql: Sql,
  { accountId, carrierId }: { readonly accountId: string; readonly carrierId: string },
): Promise<boolean> {
  const carriers = await sql`
    select 1 from carriers
    where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null) for key share`;
  return carriers.length > 0;
}
