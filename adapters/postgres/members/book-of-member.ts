import { and, eq } from 'drizzle-orm';
import type { BookKey } from '../../../core/book-key.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/** Returns the book of a member; null when the member has no rows. */
export async function findBookOf(sql: Sql, accountId: string, memberRefId: string): Promise<BookKey | null> {
  const [book] = await orm(sql)
    .select({ workspaceId: scoredRows.workspaceId, carrierId: scoredRows.carrierId })
    .from(scoredRows)
    .where(
      and(
        eq(scoredRows.accountId, accountId),
        eq(scoredRows.memberRefId, memberRefId),
        eq(scoredRows.period, scoredRows.firstSeenPeriod),
      ),
    )
    .limit(1);
  return book === undefined ? null : { accountId, ...book };
}
