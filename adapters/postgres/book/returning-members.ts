import type { BookKey } from '../../../core/book-key.ts';
import type { ScoredPerson } from '../../../core/identity/match-returning.ts';
import type { Period } from '../../../core/period.ts';
import { memberAliases } from '../../../schema/members.ts';
import { scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Reads the people of a month, some of whom may have returned under another id. */

/** The premium and the amount are in ten-thousandths of a dollar. */
interface StoredPerson {
  memberRefId: string;
  memberExternalId: string;
  memberName: string | null;
  effectiveDate: string | null;
  policyNumber: string | null;
  planName: string | null;
  premium: number | null;
  amount: number;
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
  const rows = await sql<StoredPerson[]>`
    select member_ref_id as "memberRefId", member_external_id as "memberExternalId", member_name as "memberName",
      effective_date::text as "effectiveDate", policy_number as "policyNumber", plan_name as "planName", status, counted,
      (premium_amount * 10000)::float8 as premium, (last_present_amount * 10000)::float8 as amount
    from ${scoredRows} where ${ofBook} and period = ${period}`;
  return [rows.map(scoredPersonOf), await listLinkedIds(sql, key)];
}

function scoredPersonOf({ memberRefId, memberExternalId, status, counted, ...row }: StoredPerson): ScoredPerson {
  const { amount, ...profile } = row;
  return { memberRefId, memberExternalId, status, counted, profile, lastPresentAmount: amount };
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
