import type { Period } from '../../../core/period.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Serialises acceptances for one carrier and period of an account. It is not the book's lock, because an upload must not wait for a
 * worker that scores. A hash collision only causes a wait.
 */
export async function lockPeriod(
  sql: Sql,
  { accountId, carrierId, period }: { readonly accountId: string; readonly carrierId: string; readonly period: Period },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period ${accountId} ${carrierId} ${period}`}, 0))`;
}
