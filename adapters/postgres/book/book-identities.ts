import type { Fragment } from 'postgres';
import type {
  BookIdentities,
  BookLinks,
  IdKey,
  KnownIdentities,
  NewAlias,
  SecondId,
} from '../../../app/book/book-store.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { IdOwner, Join, SharedMonth } from '../../../core/identity/join-next-term.ts';
import type { ReturningCount } from '../../../core/identity/match-returning.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { policyRefOf } from '../../../core/statement/member-key.ts';
import { statementLines } from '../../../schema/book.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { memberAliases, memberSecondIds } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { opaqueAccountId } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { type BookScope, ofPeriod, type WriterScope } from '../queries/book-scope.ts';
import { listLinkedIds } from './period-scores.ts';

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

/** Number of months in which the last members of a block get their new ids: a premium is paid at least yearly. */
const MONTHS_AFTER_BLOCK = 12;

/** Looks up ids of the members of one locked book. */
export function bookIdentities(scope: WriterScope): BookIdentities {
  return {
    load: (period) => loadIdentities(scope, period),
    separateFoundSince: (period) => separateFoundSince(scope, period),
    loadLinks: (period) => loadLinks(scope, period),
    continueMembers: (period, joins) => continueMembers(scope, period, joins),
    listPresent: (period, fileIds) => listPresent(scope, period, fileIds),
    findKnown: (memberRefIds, statement) => findKnown(scope, memberRefIds, statement),
    findOwners: async (ids, period, keyOf) => {
      const own = await findByOwnId(scope, ids, period);
      const second = await findBySecondId(scope, { ids, period, keyOf });
      return Map.groupBy([...own, ...second], ({ key }) => key);
    },
    loadReturning: (period) => loadReturning(scope, period),
    saveAliases: (period, aliases) => saveAliases(scope, period, aliases),
    saveSecondIds: (ids) => saveSecondIds(scope, ids),
  };
}

interface IdentityRow {
  aliases: { alias: string; member: string; undone: boolean; found: boolean }[] | null;
  baseline: Period | null;
  has_second_ids: boolean;
}

async function loadIdentities({ sql, key }: BookScope, period: Period): Promise<KnownIdentities> {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const [row] = await sql<IdentityRow[]>`
    select (select max(period) from ${rollups} where ${ofBook} and period < ${period}) as baseline,
      (select json_agg(json_build_object('alias', alias_ref_id, 'member', member_ref_id, 'undone', removed_at is not null,
        'found', ${isFoundSince(sql, period)})) from ${memberAliases} where ${ofBook}) as aliases,
      exists (select 1 from ${memberSecondIds} where ${ofBook}) as has_second_ids`;
  const aliases = row?.aliases ?? [];
  return {
    aliases: new Map(
      aliases.filter(({ undone, found }) => !undone && !found).map(({ alias, member }) => [alias, member]),
    ),
    undone: new Set(aliases.filter(({ undone }) => undone).map(({ alias }) => alias)),
    hasFoundSince: aliases.some(({ found }) => found),
    baselinePeriod: row?.baseline ?? null,
    hasSecondIds: row?.has_second_ids ?? false,
  };
}

/** Makes the condition that scoring found an alias in this month or later, and nobody undid it. */
const isFoundSince = (sql: Sql, period: Period) =>
  sql`(source = 'relayout' and removed_at is null and period >= ${period})`;

async function separateFoundSince({ sql, key }: BookScope, period: Period): Promise<void> {
  const pairs = await sql<AliasPair[]>`
    delete from ${memberAliases}
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and ${isFoundSince(sql, period)}
    returning alias_ref_id as "aliasRefId", member_ref_id as "memberRefId"`;
  if (pairs.length > 0) await fileUnderOwnIds(sql, key, pairs);
}

async function loadLinks({ sql, key }: BookScope, period: Period): Promise<BookLinks> {
  const blocks = await sql`
    select 1 from ${memberAliases}
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and ${isFoundSince(sql, addMonths(period, -MONTHS_AFTER_BLOCK))} and period < ${period} limit 1`;
  return { linkedIds: await listLinkedIds(sql, key), followsBlock: blocks.length > 0 };
}

async function continueMembers(
  { sql, key, writer }: WriterScope,
  period: Period,
  joins: readonly Join[],
): Promise<void> {
  // The lines of the job's file may still be on their way.
  await writer.done();
  const aliases = joins.map(({ aliasRefId, aliasExternalId, memberRefId }) => {
    return { aliasRefId, externalId: aliasExternalId, memberRefId, source: 'relayout' as const };
  });
  await saveAliases({ sql, key }, period, aliases);
  await fileUnderMembers(sql, key, joins);
}

async function listPresent(
  { sql, key }: BookScope,
  period: Period,
  fileIds: readonly string[],
): Promise<readonly IdOwner[]> {
  if (fileIds.length === 0) return [];
  return sql<IdOwner[]>`
    select distinct member_ref_id as "memberRefId", member_name as "memberName" from ${statementLines}
    where account_id = ${key.accountId} and period = ${period} and file_id = any(${[...fileIds]}::uuid[])`;
}

/**
 * Returns the ids that are members already, by the row that each was first seen in. A member who was first seen in this month counts only
 * if a file of this or a later month that stays has a line of the member.
 */
async function findKnown(
  { sql, key }: BookScope,
  memberRefIds: readonly string[],
  { period, replaced }: { readonly period: Period; readonly replaced: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (memberRefIds.length === 0) return new Set();
  const rows = await sql<{ member_ref_id: string }[]>`
    select wanted.member_ref_id from unnest(${[...memberRefIds]}::uuid[]) as wanted (member_ref_id)
    cross join lateral (
      select period from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, key.accountId)} and member_ref_id = wanted.member_ref_id and period = first_seen_period limit 1
    ) first
    where first.period <> ${period} or exists (
      select 1 from ${files} f cross join lateral (
        select 1 from ${statementLines}
        where account_id = ${key.accountId} and period = f.period and member_ref_id = wanted.member_ref_id and file_id = f.file_id limit 1
      ) line
      where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
        and f.period >= ${period} and f.status = 'active' and f.file_id <> all(${[...replaced]}::uuid[]))`;
  return new Set(rows.map((row) => row.member_ref_id));
}

interface OwnerRow extends IdOwner {
  readonly key: string;
}

/** Finds members by their own ids, by the row that each was first seen in. Only rows of earlier months count. */
async function findByOwnId(
  { sql, key }: BookScope,
  ids: readonly IdKey[],
  period: Period,
): Promise<readonly OwnerRow[]> {
  return sql<OwnerRow[]>`
    select wanted.key, member.member_ref_id as "memberRefId", member.member_name as "memberName"
    from unnest(${ids.map((id) => id.key)}::text[], ${ids.map(({ memberRefId }) => memberRefId)}::uuid[]) as wanted (key, member_ref_id)
    cross join lateral (
      select member_ref_id, member_name, period from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, key.accountId)} and member_ref_id = wanted.member_ref_id
        and period = first_seen_period limit 1
    ) member
    where member.period < ${period}`;
}

/** Finds members by a second id, if a line of an earlier month still shows it; files may have been retracted since. */
async function findBySecondId(
  { sql, key }: BookScope,
  {
    ids,
    period,
    keyOf,
  }: { readonly ids: readonly IdKey[]; readonly period: Period; readonly keyOf: (id: string) => string },
): Promise<readonly OwnerRow[]> {
  const rows = await sql<(OwnerRow & { readonly shown: string })[]>`
    select distinct on (s.second_key, s.member_ref_id, line.alternate_member_id)
      s.second_key as key, s.member_ref_id as "memberRefId", line.alternate_member_id as shown, line.member_name as "memberName"
    from ${memberSecondIds} s
    cross join lateral (
      select period from ${rollups}
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period < ${period}
    ) month
    cross join lateral (
      select alternate_member_id, member_name from ${statementLines}
      where account_id = ${key.accountId} and period = month.period and member_ref_id = s.member_ref_id
        and alternate_member_id is not null offset 0
    ) line
    where s.account_id = ${key.accountId} and s.workspace_id = ${key.workspaceId} and s.carrier_id = ${key.carrierId}
      and s.second_key = any(${ids.map((id) => id.key)}::text[])
    order by s.second_key, s.member_ref_id, line.alternate_member_id, month.period desc`;
  return rows.filter(({ key: second, shown }) => keyOf(shown) === second);
}

export async function saveAliases(
  { sql, key }: Pick<BookScope, 'sql' | 'key'>,
  period: Period,
  aliases: readonly NewAlias[],
): Promise<void> {
  await sql`
    insert into ${memberAliases} (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source, period)
    select ${key.accountId}, ${key.workspaceId}, ${key.carrierId}, unnest(${aliases.map(({ aliasRefId }) => aliasRefId)}::uuid[]),
      unnest(${aliases.map(({ memberRefId }) => memberRefId)}::uuid[]), unnest(${aliases.map(({ externalId }) => externalId)}::text[]),
      unnest(${aliases.map(({ source }) => source)}::text[]), ${period}`;
}

async function saveSecondIds({ sql, key, writer }: WriterScope, ids: readonly SecondId[]): Promise<void> {
  if (ids.length === 0) return;
  await writer.send(
    () => sql`
      insert into ${memberSecondIds} (account_id, workspace_id, carrier_id, second_key, member_ref_id)
      select ${key.accountId}, ${key.workspaceId}, ${key.carrierId}, fresh.second_key, fresh.member_ref_id
      from unnest(${ids.map((id) => id.key)}::text[], ${ids.map(({ memberRefId }) => memberRefId)}::uuid[]) as fresh (second_key, member_ref_id)
      where not exists (
        select 1 from ${memberSecondIds} known
        where known.account_id = ${key.accountId} and known.workspace_id = ${key.workspaceId} and known.carrier_id = ${key.carrierId}
          and known.second_key = fresh.second_key and known.member_ref_id = fresh.member_ref_id)`,
  );
}

async function loadReturning(scope: BookScope, period: Period): Promise<ReturningCount> {
  const [row] = await scope.sql<ReturningCount[]>`
    select coalesce(missing_members, 0) as missing, coalesce(returning_members, 0) as returning from ${rollups} ${ofPeriod(scope, period)}`;
  return row ?? { missing: 0, returning: 0 };
}
