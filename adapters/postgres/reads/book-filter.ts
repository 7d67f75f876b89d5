import type { Fragment } from 'postgres';
import { type BookFilter, refuseUnknown } from '../../../app/reads/read-models.ts';
import type { Refused } from '../../../core/problem.ts';
import type { Sql } from '../connection/sql.ts';

/** What the reads share about filters. */

/** The condition, or none when the filter doesn't name the value: a plan is made for what is asked, not for what might be. */
export function whenSet<T>(value: T | undefined, condition: (value: T) => Fragment): readonly Fragment[] {
  return value === undefined ? [] : [condition(value)];
}

/**
 * Refuses a filter that names a carrier or workspace the account does not have; null lets it pass. To be sent along with
 * the read itself: both then share a round trip.
 */
export async function refuseUnknownBook(
  sql: Sql,
  accountId: string,
  { carrierId, workspaceId }: BookFilter,
): Promise<Refused | null> {
  if (carrierId === undefined && workspaceId === undefined) return null;
  const [known] = await sql<{ carrier: boolean; workspace: boolean }[]>`
    select
      exists (select 1 from carriers
        where carrier_id = ${carrierId ?? null} and (account_id = ${accountId} or account_id is null)) as carrier,
      exists (select 1 from workspaces
        where account_id = ${accountId} and workspace_id = ${workspaceId ?? null}) as workspace`;
  if (carrierId !== undefined && known?.carrier !== true) return refuseUnknown('carrierId');
  if (workspaceId !== undefined && known?.workspace !== true) return refuseUnknown('workspaceId');
  return null;
}
