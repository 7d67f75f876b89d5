import type { BookPeriod, ListedBook, NamedBook, PolicyFacts, PolicyReads } from '../../../app/reads/policy-reads.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Period } from '../../../core/period.ts';
import type { EarlierPresence, IdRule, PolicyMatch } from '../../../core/policies/compare-policies.ts';
import type { ListedPolicy } from '../../../core/policies/policy-columns.ts';
import type { BookMember } from '../../../core/policies/policy-finding.ts';
import { memberRefs, normaliseId } from '../../../core/statement/member-key.ts';
import { statementLines } from '../../../schema/book.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { listedPolicies, memberAliases } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport } from '../connection/stream-rows.ts';
import { nameOfRecord, recordOf, scoredColumns } from '../queries/agent-rows.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';

export function createPolicyReads(database: Database): PolicyReads {
  return {
    /** Runs `compose`. Its first statement is sent together with the check of the filter. */
    read: (accountId, filter, compose) =>
      database.read(accountId, async (sql) => {
        const [refused, made] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          compose(policyFacts(sql, accountId)),
        ]);
        return refused ?? made;
      }),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          compose(policyFacts(sql, accountId)),
        ]);
        return refused ?? rows;
      }),
  };
}

export function policyFacts(sql: Sql, accountId: string): PolicyFacts {
  return {
    lists: (filter) => loadLists(sql, accountId, filter),
    latestPeriod: (books) => latestPeriod(sql, accountId, books),
    async book(book) {
      const [policies, rule, members] = await Promise.all([
        loadListed(sql, accountId, book),
        idRuleOf(sql, accountId, book),
        loadMembers(sql, accountId, book),
      ]);
      return { policies, rule, members, refOf: memberRefs({ accountId, ...book }) };
    },
    earlier: (book, absent) => loadEarlier(sql, accountId, { book, absent }),
  };
}

/** Loads each workspace and carrier with a list, by the carrier's name. */
function loadLists(sql: Sql, accountId: string, { carrierId, workspaceId }: BookFilter): Promise<readonly NamedBook[]> {
  return sql<NamedBook[]>`
    select lists.carrier_id as "carrierId", lists.workspace_id as "workspaceId", c.name as "carrierName"
    from (
      select distinct p.carrier_id, p.workspace_id from ${listedPolicies} p
      where ${[
        sql`p.account_id = ${accountId}`,
        ...whenSet(carrierId, (id) => sql`and p.carrier_id = ${id}`),
        ...whenSet(workspaceId, (id) => sql`and p.workspace_id = ${id}`),
      ]}
    ) lists
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = lists.carrier_id
    order by c.name, lists.carrier_id, lists.workspace_id`;
}

/** Returns the latest month that any book with a list has data in. */
async function latestPeriod(sql: Sql, accountId: string, books: readonly ListedBook[]): Promise<Period | null> {
  if (books.length === 0) return null;
  const [row] = await sql<{ period: Period | null }[]>`
    select max(r.period) as period
    from unnest(${books.map(({ workspaceId }) => workspaceId)}::uuid[], ${books.map(({ carrierId }) => carrierId)}::uuid[])
      as book (workspace_id, carrier_id)
    join ${rollups} r on r.account_id = ${accountId} and r.workspace_id = book.workspace_id and r.carrier_id = book.carrier_id`;
  return row?.period ?? null;
}

/** The rows that one list is compared with: of its workspace and carrier, up to one period. */

/** Makes the condition for a table's rows of the book. Table names are constants of this program. */
const ofBook = (
  sql: Sql,
  accountId: string,
  { table, book }: { readonly table: string; readonly book: ListedBook },
) => sql`
  ${sql.unsafe(table)}.account_id = ${accountId} and ${sql.unsafe(table)}.workspace_id = ${book.workspaceId}
  and ${sql.unsafe(table)}.carrier_id = ${book.carrierId}`;

function loadListed(sql: Sql, accountId: string, book: ListedBook): Promise<readonly ListedPolicy[]> {
  return sql<ListedPolicy[]>`
    select p.policy_id as "policyId", p.policy_number as "policyNumber", p.member_name as "memberName", p.plan_name as "planName",
      p.effective_date::text as "effectiveDate", p.term_date::text as "termDate", (p.premium * 10000)::float8 as premium,
      (p.lives * 100)::float8 as lives, (p.rate * 1000000)::float8 as rate, p.agent, p.status
    from ${listedPolicies} p where ${ofBook(sql, accountId, { table: 'p', book })}
    order by p.policy_key`;
}

/** Returns the id rule of the format that the period was scored with; null when the book has no data in it. */
async function idRuleOf(sql: Sql, accountId: string, book: BookPeriod): Promise<IdRule | null> {
  const [row] = await sql<IdRule[]>`
    select coalesce((c.config -> 'memberId' ->> 'stripLeadingZeros')::boolean, false) as "stripLeadingZeros"
    from ${rollups} r join ${statementConfigs} c on c.config_id = r.config_id
    where ${ofBook(sql, accountId, { table: 'r', book })} and r.period = ${book.period}`;
  return row ?? null;
}

/**
 * Loads scored rows with their aliases, and the policy numbers, second ids and coverage months of the period's lines. They are joined here
 * in memory, because the planner can't estimate their number.
 */
async function loadMembers(sql: Sql, accountId: string, book: BookPeriod): Promise<readonly BookMember[]> {
  const [members, others, aliases] = await Promise.all([
    sql<Omit<BookMember, 'lastCoverageMonth' | 'aliases'>[]>`
      select s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
        s.plan_name as "planName", s.status, (s.commission_amount * 10000)::float8 as commission,
        s.last_present_period as "lastPeriod", (s.last_present_amount * 10000)::float8 as "lastAmount",
        array_remove(array[s.policy_number], null) as "otherIds", s.agent_id as "agentId", s.agent_name as "agentName",
        ${nameOfRecord(sql, accountId, recordOf(sql, accountId, scoredColumns(sql)))} as "agentRecordName",
        (s.premium_amount * 10000)::float8 as premium, (s.lives * 100)::float8 as lives, (s.rate * 1000000)::float8 as rate
      from ${scoredRows} s where ${ofBook(sql, accountId, { table: 's', book })} and s.period = ${book.period}
      order by s.member_ref_id`,
    sql<LineFacts[]>`
      select l.member_ref_id as "memberRefId",
        coalesce(array_agg(distinct each.id) filter (where each.id is not null), '{}') as ids,
        case when bool_and(l.coverage_month is not null) filter (where l.amount > 0)
          then max(l.coverage_month) filter (where l.amount > 0) end as "lastCoverageMonth"
      from ${statementLines} l cross join lateral (values (l.policy_number), (l.alternate_member_id)) each (id)
      where ${ofBook(sql, accountId, { table: 'l', book })} and l.period = ${book.period}
      group by l.member_ref_id`,
    sql<{ memberRefId: string; externalId: string }[]>`
      select a.member_ref_id as "memberRefId", a.external_id as "externalId" from ${memberAliases} a
      where ${ofBook(sql, accountId, { table: 'a', book })} and a.removed_at is null`,
  ]);
  const aliasesOf = Map.groupBy(aliases, ({ memberRefId }) => memberRefId);
  const factsOf = new Map(others.map((facts) => [facts.memberRefId, facts] as const));
  return members.map((member) => {
    const { ids = [], lastCoverageMonth = null } = factsOf.get(member.memberRefId) ?? {};
    const own = aliasesOf.get(member.memberRefId) ?? [];
    return {
      ...member,
      aliases: own.map(({ externalId }) => externalId),
      otherIds: [...member.otherIds, ...ids],
      lastCoverageMonth,
    };
  });
}

/** Facts that the period's lines give of one member. */
interface LineFacts {
  readonly memberRefId: string;
  readonly ids: readonly string[];
  readonly lastCoverageMonth: Period | null;
}

interface AbsentIds {
  readonly book: BookPeriod;
  readonly absent: PolicyMatch['absent'];
}

/** Loads the last periods of ids that the period does not have: first as member ids, then as policy numbers and second ids. */
async function loadEarlier(
  sql: Sql,
  accountId: string,
  { book, absent }: AbsentIds,
): Promise<readonly EarlierPresence[]> {
  if (absent.length === 0) return [];
  const members = await loadEarlierMembers(sql, accountId, { book, absent });
  const found = new Set(members.map(({ key }) => key));
  const unknown = absent.filter(({ memberKey }) => !found.has(memberKey));
  if (unknown.length === 0) return members;
  return [...members, ...(await loadOtherIds(sql, accountId, { book, absent: unknown }))];
}

/**
 * Looks members up, by their own ids or aliases: by the row each was first seen in, then month by month from the newest. The offsets make
 * the planner use index look-ups.
 */
async function loadEarlierMembers(
  sql: Sql,
  accountId: string,
  { book, absent }: AbsentIds,
): Promise<readonly EarlierPresence[]> {
  const refOf = memberRefs({ accountId, ...book });
  const keys = new Map(absent.map(({ memberKey }) => [refOf(memberKey), memberKey] as const));
  const rows = await sql<{ wantedRefId: string; lastPeriod: Period; lastAmount: number }[]>`
    select wanted.ref_id as "wantedRefId", last.last_present_period as "lastPeriod",
      (last.last_present_amount * 10000)::float8 as "lastAmount"
    from (
      select ids.ref_id, coalesce(a.member_ref_id, ids.ref_id) as member_ref_id
      from unnest(${[...keys.keys()]}::uuid[]) as ids (ref_id)
      left join ${memberAliases} a on ${ofBook(sql, accountId, { table: 'a', book })} and a.alias_ref_id = ids.ref_id
        and a.removed_at is null
    ) wanted
    cross join lateral (
      select period from ${scoredRows}
      where account_id = ${accountId} and member_ref_id = wanted.member_ref_id and period = first_seen_period
        and period <= ${book.period} offset 0
    ) first
    cross join lateral (
      select s.* from ${rollups} r
      cross join lateral (
        select last_present_period, last_present_amount from ${scoredRows}
        where account_id = ${accountId} and workspace_id = ${book.workspaceId} and carrier_id = ${book.carrierId}
          and period = r.period and member_ref_id = wanted.member_ref_id offset 0
      ) s
      where ${ofBook(sql, accountId, { table: 'r', book })} and r.period between first.period and ${book.period}
      order by r.period desc limit 1
    ) last`;
  return rows.map(({ wantedRefId, ...last }) => ({ key: keys.get(wantedRefId) ?? '', ...last }));
}

/**
 * Loads the last period of each policy number or second id, without amounts: totals of the year are no month's pay. Ids are compared here,
 * by the common rule for ids.
 */
async function loadOtherIds(
  sql: Sql,
  accountId: string,
  { book, absent }: AbsentIds,
): Promise<readonly EarlierPresence[]> {
  const wanted = new Set(absent.flatMap(({ otherIds }) => otherIds));
  const last = new Map<string, Period>();
  const ids = await sql<{ id: string; lastPeriod: Period }[]>`
    select each.id, max(r.period) as "lastPeriod"
    from ${rollups} r
    cross join lateral (
      select policy_number, alternate_member_id from ${statementLines}
      where account_id = ${accountId} and period = r.period and workspace_id = ${book.workspaceId}
        and carrier_id = ${book.carrierId} offset 0
    ) l
    cross join lateral (values (l.policy_number), (l.alternate_member_id)) each (id)
    where ${ofBook(sql, accountId, { table: 'r', book })} and r.period <= ${book.period} and each.id is not null
    group by each.id`;
  for (const { id, lastPeriod } of ids) {
    const key = normaliseId(id);
    const before = last.get(key);
    if (wanted.has(key) && (before === undefined || before < lastPeriod)) last.set(key, lastPeriod);
  }
  return [...last].map(([key, lastPeriod]) => ({ key, lastPeriod, lastAmount: null }));
}
