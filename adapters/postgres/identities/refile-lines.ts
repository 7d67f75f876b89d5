import type { Fragment } from 'postgres';
import type { BookKey } from '../../../core/book-key.ts';
import type { SharedMonth } from '../../../core/identity/decide-link.ts';
import type { Period } from '../../../core/period.ts';
import { policyRefOf } from '../../../core/statement/member-key.ts';
import { statementLines } from '../../../schema/book.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { memberSecondIds } from '../../../schema/members.ts';
import type { Sql } from '../connection/sql.ts';

/** An id and the member that it belongs to, or should belong to. */
export interface AliasPair {
  readonly aliasRefId: string;
  readonly memberRefId: string;
}

/** Files the lines of these ids under their members. Returns the first month that has such lines, or null. */
export const fileUnderMembers = (sql: Sql, key: BookKey, pairs: readonly AliasPair[]): Promise<Period | null> =>
  refileLines(
    sql,
    key,
    pairs.map(({ aliasRefId, memberRefId }) => ({
      from: aliasRefId,
      fromOwn: null,
      to: memberRefId,
      toOwn: aliasRefId,
    })),
  );

/** Files the lines of these ids under the ids that they show. Returns the first month that has such lines, or null. */
export const fileUnderOwnIds = (sql: Sql, key: BookKey, pairs: readonly AliasPair[]): Promise<Period | null> =>
  refileLines(
    sql,
    key,
    pairs.map(({ aliasRefId, memberRefId }) => ({
      from: memberRefId,
      fromOwn: aliasRefId,
      to: aliasRefId,
      toOwn: null,
    })),
  );

interface Move {
  readonly from: string;
  /** `own_member_ref_id` of the lines that move. */
  readonly fromOwn: string | null;
  readonly to: string;
  readonly toOwn: string | null;
}

interface MovedPolicy {
  from_ref: string;
  from_own: string | null;
  to_ref: string;
  to_own: string | null;
  period: Period;
  policy_number: string | null;
}

/** Selects the months of the book that have lines. */
const monthsOf = (sql: Sql, key: BookKey) => sql`
  select distinct period from ${files}
  where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and status = 'active'`;

async function refileLines(sql: Sql, key: BookKey, moves: readonly Move[]): Promise<Period | null> {
  const policies = await sql<MovedPolicy[]>`
    select move.*, month.period, line.policy_number
    from unnest(${moves.map(({ from }) => from)}::uuid[], ${moves.map(({ fromOwn }) => fromOwn)}::uuid[],
      ${moves.map(({ to }) => to)}::uuid[], ${moves.map(({ toOwn }) => toOwn)}::uuid[]) as move (from_ref, from_own, to_ref, to_own)
    cross join (${monthsOf(sql, key)}) month
    cross join lateral (
      select distinct policy_number from (
        select policy_number from ${statementLines}
        where account_id = ${key.accountId} and period = month.period and member_ref_id = move.from_ref
          and own_member_ref_id is not distinct from move.from_own offset 0
      ) own
    ) line`;
  if (policies.length === 0) return null;
  const column = (name: keyof MovedPolicy) => policies.map((policy) => policy[name]);
  const refs = policies.map(({ to_ref, policy_number }) => policyRefOf(to_ref, policy_number));
  await sql`
    update ${statementLines} line
    set member_ref_id = move.to_ref, own_member_ref_id = move.to_own, policy_ref_id = move.policy_ref
    from unnest(${column('from_ref')}::uuid[], ${column('from_own')}::uuid[], ${column('to_ref')}::uuid[], ${column('to_own')}::uuid[],
      ${column('period')}::text[], ${column('policy_number')}::text[], ${refs}::uuid[])
      as move (from_ref, from_own, to_ref, to_own, period, policy_number, policy_ref)
    where line.account_id = ${key.accountId} and line.period = move.period and line.member_ref_id = move.from_ref
      and line.own_member_ref_id is not distinct from move.from_own
      and line.policy_number is not distinct from move.policy_number`;
  await copySecondIds(sql, key, moves);
  await refileDisputes(sql, key, moves);
  return policies.map(({ period }) => period).sort()[0] ?? null;
}

/** Copies second ids. The lines decide which of two members a second id leads to (book-identities.ts), so both may be listed. */
async function copySecondIds(sql: Sql, key: BookKey, moves: readonly Move[]): Promise<void> {
  await sql`
    insert into ${memberSecondIds} (account_id, workspace_id, carrier_id, second_key, member_ref_id)
    select distinct second.account_id, second.workspace_id, second.carrier_id, second.second_key, move.to_ref
    from ${memberSecondIds} second
    join unnest(${moves.map(({ from }) => from)}::uuid[], ${moves.map(({ to }) => to)}::uuid[]) as move (from_ref, to_ref)
      on move.from_ref = second.member_ref_id
    where second.account_id = ${key.accountId} and second.workspace_id = ${key.workspaceId} and second.carrier_id = ${key.carrierId}
    on conflict do nothing`;
}

/** Lists months in which both the member and the id have lines. */
export async function listSharedMonths(
  sql: Sql,
  key: BookKey,
  pairs: readonly AliasPair[],
): Promise<readonly (SharedMonth & AliasPair)[]> {
  const policiesOf = (member: Fragment) => sql`
    select array_agg(distinct policy_number) as numbers, count(*) as lines from (
      select policy_number from ${statementLines}
      where account_id = ${key.accountId} and period = month.period and member_ref_id = ${member} offset 0
    ) own`;
  return sql<(SharedMonth & AliasPair)[]>`
    select pair.alias_ref as "aliasRefId", pair.member_ref as "memberRefId", month.period,
      member.numbers as "memberPolicies", alias.numbers as "aliasPolicies"
    from unnest(${pairs.map(({ aliasRefId }) => aliasRefId)}::uuid[], ${pairs.map(({ memberRefId }) => memberRefId)}::uuid[])
      as pair (alias_ref, member_ref)
    cross join (${monthsOf(sql, key)}) month
    cross join lateral (${policiesOf(sql`pair.alias_ref`)}) alias
    cross join lateral (${policiesOf(sql`pair.member_ref`)}) member
    where alias.lines > 0 and member.lines > 0
    order by month.period`;
}

interface MovedMember {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves disputed claims to the member who now has the lines of their months, so that a dispute follows the ids of a member. Call it after
 * the lines have moved. A claim stays where both members have lines of its month, and where the other member's claim of the month is
 * disputed too.
 */
async function refileDisputes(sql: Sql, key: BookKey, moves: readonly MovedMember[]): Promise<void> {
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
