import type { BookKey } from '../../../app/jobs/job-ports.ts';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Returns the book of a member; null when the member has no rows. */
export async function findBookOf(sql: Sql, accountId: string, memberRefId: string): Promise<BookKey | null> {
  const [row] = await sql<{ workspace_id: string; carrier_id: string }[]>`
    select workspace_id, carrier_id from ${scoredRows}
    where account_id = ${accountId} and member_ref_id = ${memberRefId} and period = first_seen_period limit 1`;
  return row === undefined ? null : { accountId, workspaceId: row.workspace_id, carrierId: row.carrier_id };
}
