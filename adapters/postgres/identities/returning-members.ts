import type { BookKey } from '../../../app/jobs/job-ports.ts';
import type { ScoredPerson } from '../../../core/identity/match-returning.ts';
import type { Period } from '../../../core/period.ts';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { memberAliases } from '../../../schema/members.ts';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Reads the people of a month, some of whom may have returned under another id. */

interface PersonRow {
  memberRefId: string;
  memberExternalId: string;
  memberName: string | null;
  effective_date: string | null;
  policy_number: string | null;
  status: string;
  counted: boolean;
}

/** Returns the people of a month, and the ids that are not proposed. */
export async function readPeople(
  sql: Sql,
  key: BookKey,
  period: Period,
): Promise<[people: readonly ScoredPerson[], linkedIds: ReadonlySet<string>]> {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const rows = await sql<PersonRow[]>`
    select member_ref_id as "memberRefId", member_external_id as "memberExternalId", member_name as "memberName",
      effective_date::text, policy_number, status, counted
    from ${scoredRows} where ${ofBook} and period = ${period}`;
  return [rows.map(personOf), await listLinkedIds(sql, key)];
}

function personOf({ effective_date: effective, policy_number: policy, ...row }: PersonRow): ScoredPerson {
  return {
    ...row,
    effectiveDates: effective === null ? [] : [effective],
    policyNumbers: policy === null ? [] : [normaliseId(policy)],
  };
}

/**
 * Lists ids that are not proposed: all that were ever linked, also where the link was undone or their months wait to be scored, and members
 * with other ids of their own.
 */
export async function listLinkedIds(sql: Sql, key: BookKey): Promise<ReadonlySet<string>> {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const linked = await sql<{ alias_ref_id: string }[]>`
    select alias_ref_id from ${memberAliases} where ${ofBook}
    union
    select member_ref_id from ${memberAliases} where ${ofBook} and removed_at is null`;
  return new Set(linked.map((alias) => alias.alias_ref_id));
}
