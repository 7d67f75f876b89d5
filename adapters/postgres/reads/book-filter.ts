import type { Fragment } from 'postgres';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { carriers } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';

/** Filter conditions that the reads share. */

/** Makes a condition, or none when the filter does not name the value, so that the plan fits the filter that is used. */
export function whenSet<T>(value: T | undefined, condition: (value: T) => Fragment): readonly Fragment[] {
  return value === undefined ? [] : [condition(value)];
}

/**
 * Refuses a filter that names an unknown carrier or workspace; null allows it. Callers send it together with the read in one round trip.
 */
export async function refuseUnknownBook(
  sql: Sql,
  accountId: string,
  { carrierId, workspaceId }: BookFilter,
): Promise<Refused | null> {
  if (carrierId === undefined && workspaceId === undefined) return null;
  const [known] = await sql<{ carrier: boolean; workspace: boolean }[]>`
    select
      exists (select 1 from ${carriers}
        where carrier_id = ${carrierId ?? null} and (account_id = ${accountId} or account_id is null)) as carrier,
      exists (select 1 from ${workspaces}
        where account_id = ${accountId} and workspace_id = ${workspaceId ?? null}) as workspace`;
  if (carrierId !== undefined && known?.carrier !== true) return refuseUnknown('carrierId');
  if (workspaceId !== undefined && known?.workspace !== true) return refuseUnknown('workspaceId');
  return null;
}
