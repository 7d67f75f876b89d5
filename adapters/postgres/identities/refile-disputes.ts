import type { BookKey } from '../../../app/jobs/job-ports.ts';
import { statementLines } from '../../../schema/book.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import type { Sql } from '../connection/sql.ts';

interface MovedMember {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves disputed claims to the member who now has the lines of their months, so that a dispute follows the ids of a member. Call it after
 * the lines have moved. A claim stays where both members have lines of its month, and where the other member's claim of the month is
 * disputed too.
 */
export async function refileDisputes(sql: Sql, key: BookKey, moves: readonly MovedMember[]): Promise<void> {
  await sql`
    with moved as (
      select r.dispute_id, r.claim_id, r.is_held, move.to_ref, move.to_ref::text || substr(r.claim_id, 37) as new_claim_id
      from unnest(${moves.map(({ from }) => from)}::uuid[], ${moves.map(({ to }) => to)}::uuid[]) as move (from_ref, to_ref)
      join ${disputeRows} r on r.member_ref_id = move.from_ref
      where r.account_id = ${key.accountId} and r.workspace_id = ${key.workspaceId} and r.carrier_id = ${key.carrierId}
        and exists (
          select from ${statementLines} l
          where l.account_id = ${key.accountId} and l.period = r.period and l.member_ref_id = move.to_ref)
        and not exists (
          select from ${statementLines} l
          where l.account_id = ${key.accountId} and l.period = r.period and l.member_ref_id = move.from_ref)
    )
    update ${disputeRows} r set member_ref_id = moved.to_ref, claim_id = moved.new_claim_id
    from moved
    where r.account_id = ${key.accountId} and r.dispute_id = moved.dispute_id and r.claim_id = moved.claim_id
      and not exists (
        select from ${disputeRows} other
        where other.account_id = ${key.accountId} and other.claim_id = moved.new_claim_id
          and (other.dispute_id = moved.dispute_id or (other.is_held and moved.is_held)))`;
}
