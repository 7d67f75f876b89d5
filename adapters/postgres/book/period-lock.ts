import type { Period } from '../../../core/period.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Makes acceptances for one carrier and period of an account happen one after the other. Not the book's lock: a worker
 * holds that for as long as it scores, and an upload must not wait for it. A shared hash costs a wait, never a wrong answer.
 */
export async function lockPeriod(
  sql: Sql,
  { accountId, carrierId, period }: { readonly accountId: string; readonly carrierId: string; readonly period: Period },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period ${accountId} ${carrierId} ${period}`}, 0))`;
}
