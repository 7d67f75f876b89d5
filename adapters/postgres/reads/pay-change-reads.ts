import type { Fragment } from 'postgres';
import type {
  PayChangeFilter,
  PayChangeGroup,
  PayChangePart,
  PayChangeReads,
  PayChangesWanted,
  StoredPayChange,
  StoredPayChanges,
} from '../../../app/reads/list-pay-changes.ts';
import { HOME_MONTHS } from '../../../core/limits/saved-report-limits.ts';
import { fromNearerEnd, type OffsetPosition, offsetPage, type RowsFromEnd } from '../../../core/page.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { isRefused } from '../../../core/problem.ts';
import type { BridgePart } from '../../../core/report/pay-bridge.ts';
import { MEMBER_PARTS } from '../../../core/scoring/period-sums.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { carrierEvents, payDifferences, rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { agentNameOf, isOfAgent, movedMember } from '../queries/agent-rows.ts';
import { loadBookPay } from '../queries/book-pay.ts';
import { carrierName, refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { eventKeyColumn } from '../queries/carrier-events.ts';
import { matchesText } from './member-reads.ts';

/**
 * The members behind the bridge between two months. Those of carriers with both months are stored with their part, by amount in an index,
 * so that a page costs its own rows. The others are read from the one month that their carrier has.
 */
export function createPayChangeReads(database: Database): PayChangeReads {
  return {
    list: (accountId, { filter, shownParts }, page) =>
      database.read(accountId, async (sql) => {
        const [, refused, months] = await Promise.all([
          sql`select ${plannedForValues(sql)}`,
          refuseUnknownBook(sql, accountId, filter),
          findMonths(sql, accountId, filter),
        ]);
        return isRefused(refused) ? refused : listMonth({ sql, accountId, filter, shownParts, ...months }, page);
      }),
    exportAll: (accountId, { filter, shownParts }, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const list = { sql, accountId, filter, shownParts, ...(await findMonths(sql, accountId, filter)) };
        const parts = await sumParts(list);
        return rowsOfQuery<StoredPayChange, StoredPayChange>(sql, refuseUnknownBook(sql, accountId, filter), {
          query: shownRows(list, shownParts(parts), null),
          offset,
          show: (row) => row,
        });
      }),
  };
}

/**
 * Makes PostgreSQL find the groups of rows in hash tables, and sort the rows in memory. It expects a fraction of the rows of a month, and
 * would sort all of them on disk for each look-up.
 */
const plannedForGroups = (sql: Sql) =>
  sql`set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)`;

/** The shown month and the one before it; null without data. */
interface Months {
  readonly period: Period | null;
  readonly previousPeriod: Period | null;
}

interface Wanted extends Months, PayChangesWanted {
  readonly sql: Sql;
  readonly accountId: string;
}

async function listMonth(list: Wanted, page: OffsetPosition): Promise<StoredPayChanges> {
  const { sql, filter, period, previousPeriod } = list;
  const parts = await sumParts(list);
  const shown = list.shownParts(parts);
  const isOfBooks = filter.agent === undefined && filter.q === undefined && filter.eventId === undefined;
  const total = parts.reduce((sum, { part, count }) => sum + (shown.includes(part) ? count : 0), 0);
  const [, rows, groups, bookPay] = await Promise.all([
    filter.groupBy === undefined ? null : sql`select ${plannedForGroups(sql)}`,
    sql<StoredPayChange[]>`${shownRows(list, shown, fromNearerEnd(page, total))}`,
    filter.groupBy === undefined ? [] : sumGroups(list, shown, filter.groupBy),
    isOfBooks && period !== null && previousPeriod !== null
      ? loadBookPay({ sql, accountId: list.accountId, filter }, [previousPeriod, period])
      : null,
  ]);
  return { period, previousPeriod, parts, groups, bookPay, page: offsetPage(rows, page) };
}

async function findMonths(sql: Sql, accountId: string, filter: PayChangeFilter): Promise<Months> {
  const before = (latest: Fragment) => sql`r.account_id = ${accountId} ${ofBook(sql, sql`r`, filter)} ${latest}`;
  const period =
    filter.period ??
    (await sql<{ period: Period | null }[]>`select max(r.period) as period from ${rollups} r where ${before(sql``)}`)[0]
      ?.period ??
    null;
  if (period === null) return { period, previousPeriod: null };
  const first = addMonths(period, 1 - HOME_MONTHS);
  const [found] = await sql<{ period: Period | null }[]>`
    select max(r.period) as period from ${rollups} r
    where ${before(sql`and r.period < ${period} and r.period >= ${first}`)}`;
  return { period, previousPeriod: found?.period ?? null };
}

const ofBook = (sql: Sql, table: Fragment, { carrierId, workspaceId }: PayChangeFilter) => [
  sql``,
  ...whenSet(carrierId, (id) => sql`and ${table}.carrier_id = ${id}`),
  ...whenSet(workspaceId, (id) => sql`and ${table}.workspace_id = ${id}`),
];

/** Selects the books that have a month with or without another one. */
const booksWith = (
  { sql, accountId, filter }: Wanted,
  month: Period | null,
  other: Period | null,
  hasOther: boolean,
) => {
  const also = sql`exists (
    select from ${rollups} o where o.account_id = r.account_id and o.workspace_id = r.workspace_id
      and o.carrier_id = r.carrier_id and o.period = ${other})`;
  return sql`
    select r.workspace_id, r.carrier_id from ${rollups} r
    where r.account_id = ${accountId} and r.period = ${month} ${ofBook(sql, sql`r`, filter)}
      and ${hasOther ? also : sql`not ${also}`}`;
};

/** Selects the rows of one part or more as a table `s`. */
function rowsOf(list: Wanted, parts: readonly BridgePart[]): Fragment {
  const { sql } = list;
  const tables: Fragment[] = [];
  const ofMembers = parts.filter((part) => !ELSEWHERE.has(part));
  if (ofMembers.length > 0) tables.push(comparedMembers(list, ofMembers));
  for (const part of parts) {
    if (part === 'no_member') tables.push(withoutMember(list, 'no_member', both(list)));
    if (part === 'carriers_added' || part === 'carriers_missing') {
      tables.push(membersOfOneMonth(list, part), withoutMember(list, part, apart(list, part)));
    }
  }
  const [first = sql`select ${NO_ROW(sql)} where false`, ...others] = tables;
  return others.length === 0 ? first : sql`${first} ${others.map((table) => sql`union all ${table}`)}`;
}

const ELSEWHERE: ReadonlySet<BridgePart> = new Set(['no_member', 'not_split', 'carriers_added', 'carriers_missing']);

const NO_ROW = (sql: Sql) => sql`
  null::uuid as account_id, null::uuid as workspace_id, null::uuid as carrier_id, null::text as period, null::uuid as member_ref_id,
  null as member_external_id, null as member_name, null as policy_number, null as plan_name, null as agent_id,
  null as agent_name, null as part, 0::numeric as before_amount, 0::numeric as now_amount, null as code, null as event_key`;

const both = (list: Wanted) => booksWith(list, list.period, list.previousPeriod, true);

const apart = (list: Wanted, part: 'carriers_added' | 'carriers_missing') =>
  part === 'carriers_added'
    ? booksWith(list, list.period, list.previousPeriod, false)
    : booksWith(list, list.previousPeriod, list.period, false);

/** Selects the stored differences of books whose baseline is the earlier month. */
function comparedMembers(list: Wanted, parts: readonly BridgePart[]): Fragment {
  const { sql, accountId, filter, period, previousPeriod } = list;
  return sql`
    select s.account_id, s.workspace_id, s.carrier_id, s.period, s.member_ref_id, s.member_external_id, s.member_name,
      s.policy_number, s.plan_name, s.agent_id, s.agent_name, s.part, s.before_amount, s.now_amount, s.code, s.event_key
    from ${payDifferences} s
    where s.account_id = ${accountId} and s.period = ${period} ${ofBook(sql, sql`s`, filter)} ${matching(list)} ${ofEvent(list)}
      ${parts.length === 1 ? sql`and s.part = ${parts[0] ?? ''}` : sql``}
      and (s.workspace_id, s.carrier_id) in (
        select r.workspace_id, r.carrier_id from ${rollups} r
        where r.account_id = ${accountId} and r.period = ${period} and r.baseline_period = ${previousPeriod})`;
}

/** Selects the paid members of the books that have one of the two months only. The books are found first; most lists have none. */
function membersOfOneMonth(list: Wanted, part: 'carriers_added' | 'carriers_missing'): Fragment {
  const { sql, accountId } = list;
  const amount = sql`s.commission_amount`;
  return sql`
    select m.* from (${apart(list, part)} offset 0) book cross join lateral (
      select s.account_id, s.workspace_id, s.carrier_id, s.period, s.member_ref_id, s.member_external_id, s.member_name,
        s.policy_number, s.plan_name, s.agent_id, s.agent_name, ${part} as part,
        ${part === 'carriers_added' ? sql`0::numeric` : amount} as before_amount,
        ${part === 'carriers_added' ? amount : sql`0::numeric`} as now_amount, null as code, null as event_key
      from ${scoredRows} s
      where s.account_id = ${accountId} and s.workspace_id = book.workspace_id and s.carrier_id = book.carrier_id
        and s.period = ${part === 'carriers_added' ? list.period : list.previousPeriod} and s.commission_amount <> 0
        ${matching(list)} ${list.filter.eventId === undefined ? sql`` : sql`and false`}
      offset 0
    ) m`;
}

/** Selects money without a member of some books, by what the statements call it, with its sums in both months. */
function withoutMember(list: Wanted, part: BridgePart, books: Fragment): Fragment {
  const { sql, accountId, filter, period, previousPeriod } = list;
  const text = sql`(s.member_name is not null)`;
  const amountOf = (month: Period | null) => sql`coalesce(sum(u.amount) filter (where u.period = ${month}), 0)`;
  return sql`
    select s.* from (
      select u.account_id, u.workspace_id, u.carrier_id, ${period}::text as period, null::uuid as member_ref_id,
        null as member_external_id, nullif(btrim(u.description), '') as member_name, null as policy_number, null as plan_name,
        u.agent_id, u.agent_name, ${part} as part, ${amountOf(previousPeriod)} as before_amount,
        ${amountOf(period)} as now_amount, null as code, null as event_key
      from ${unassignedLines} u
      join ${files} f on f.account_id = ${accountId} and f.file_id = u.file_id and f.status = 'active'
      where u.account_id = ${accountId} and u.period in (${period}, ${previousPeriod}) and u.is_counted
        and (u.workspace_id, u.carrier_id) in (${books})
      group by u.account_id, u.workspace_id, u.carrier_id, nullif(btrim(u.description), ''), u.agent_id, u.agent_name
    ) s
    where s.before_amount <> s.now_amount ${[
      sql``,
      ...whenSet(filter.agent, (agent) => sql`and ${isOfAgent(sql, accountId, agent)}`),
      ...whenSet(filter.q, (q) => sql`and ${text} and strpos(lower(s.member_name), lower(${q})) > 0`),
      ...whenSet(filter.eventId, () => sql`and false`),
    ]}`;
}

const matching = ({ sql, accountId, filter: { agent, q } }: Wanted) => [
  sql``,
  ...whenSet(agent, (name) => sql`and ${isOfAgent(sql, accountId, name)}`),
  ...whenSet(q, (text) => matchesText(sql, accountId, text)),
];

/** Only stored differences are part of events. */
const ofEvent = ({ sql, accountId, filter }: Wanted) => [
  sql``,
  ...whenSet(
    filter.seesEvents ? filter.eventId : undefined,
    (id) => sql`and exists (
      select from ${carrierEvents} e
      where e.account_id = ${accountId} and e.event_id = ${id} and e.workspace_id = s.workspace_id
        and e.carrier_id = s.carrier_id and e.period = s.period and ${eventKeyColumn(sql)} = s.event_key)`,
  ),
];

/** Parts whose sums are read together. */
const SUMMED: readonly (readonly BridgePart[])[] = [
  MEMBER_PARTS,
  ['no_member'],
  ['carriers_added'],
  ['carriers_missing'],
];

/** Adds up the rows of each part, in dollars. */
async function sumParts(list: Wanted): Promise<readonly PayChangePart[]> {
  const { sql } = list;
  const sums = await Promise.all(
    SUMMED.map(
      (parts) => sql<PayChangePart[]>`
        select s.part, ${sumColumns(sql)} from (${rowsOf(list, parts)}) s group by s.part`,
    ),
  );
  return sums.flat();
}

const sumColumns = (sql: Sql) => sql`
  count(*)::int as count, round(sum(s.before_amount), 2)::float8 as before, round(sum(s.now_amount), 2)::float8 as now,
  (round(sum(s.now_amount), 2) - round(sum(s.before_amount), 2))::float8 as difference`;

/** Adds up the rows of each group. Groups by reason are apart by code and part, which the use case puts into words. */
function sumGroups(list: Wanted, parts: readonly BridgePart[], by: PayChangeGroup) {
  const { sql } = list;
  const key = by === 'reason' ? sql`null::text` : sql`s."group"`;
  const reason = by === 'reason' ? sql`s.code, s.part` : sql`null::text as code, null::text as part`;
  // Only the sums of the groups that are shown are rounded: a list by policy may have a group for each member.
  return sql<StoredPayChanges['groups'][number][]>`
    select g."group", g.code, g.part, g.count, round(g.before, 2)::float8 as before, round(g.now, 2)::float8 as now,
      (round(g.now, 2) - round(g.before, 2))::float8 as difference
    from (
      select ${key} as "group", ${reason}, count(*)::int as count, sum(s.before_amount) as before, sum(s.now_amount) as now
      from (${groupedRows(list, parts)}) s group by ${by === 'reason' ? sql`s.code, s.part` : sql`1`}
    ) g
    order by abs(g.now - g.before) desc limit ${GROUPS_MAX}`;
}

/** The most groups with sums. A list by policy may have one for each member. */
const GROUPS_MAX = 200;

/** Selects rows as a table with the words of their `group`. Names are joined, because looking one up for each row takes seconds. */
function groupedRows(list: Wanted, parts: readonly BridgePart[]): Fragment {
  const { sql, filter } = list;
  const rows = sql`(${rowsOf(list, parts)}) s`;
  switch (filter.groupBy) {
    case undefined:
      return sql`select s.*, null::text as "group" from ${rows}`;
    case 'event':
      return filter.seesEvents ? byEvent(list, rows) : sql`select s.*, null::text as "group" from ${rows}`;
    case 'carrier':
      return sql`
        select s.*, c.name as "group" from ${rows} left join ${visibleCarriers(sql, list.accountId)} c on c.carrier_id = s.carrier_id`;
    case 'agent':
      return byAgent(list, rows);
    case 'plan':
      return sql`select s.*, s.plan_name as "group" from ${rows}`;
    case 'policy':
      return sql`select s.*, s.policy_number as "group" from ${rows}`;
    case 'reason':
      return sql`select s.*, coalesce(s.code, s.part) as "group" from ${rows}`;
  }
}

const byEvent = ({ sql, accountId }: Wanted, rows: Fragment): Fragment => sql`
  select s.*, e.detail as "group" from ${rows} left join ${carrierEvents} e
    on e.account_id = ${accountId} and e.workspace_id = s.workspace_id and e.carrier_id = s.carrier_id
      and e.period = s.period and ${eventKeyColumn(sql)} = s.event_key`;

/** Looks up each agent once for a carrier and month, and members who moved alone. */
function byAgent({ sql, accountId }: Wanted, rows: Fragment): Fragment {
  const keys = sql`s.carrier_id, s.period, coalesce(s.agent_id, ''), coalesce(s.agent_name, ''), coalesce(${movedMember(sql)}::text, '')`;
  return sql`
    select s.*, g.words as "group" from ${rows} left join (
      with named as materialized (
        select s.carrier, s.month, s.number, s.name, s.member, coalesce(${agentNameOf(sql, accountId)}, s.agent_id) as words
        from (
          select k.*, carrier as carrier_id, month as period, nullif(number, '') as agent_id, nullif(name, '') as agent_name,
            nullif(member, '')::uuid as member_ref_id
          from (select distinct ${keys} from ${rows}) k (carrier, month, number, name, member)
        ) s
      )
      select * from named
    ) g on (${keys}) = (g.carrier, g.month, g.number, g.name, g.member)`;
}

/** Selects rows as they are shown. Names of carriers, events and reasons are looked up for the rows of the page only. */
function shownRows(list: Wanted, parts: readonly BridgePart[], page: RowsFromEnd | null): Fragment {
  const { sql, accountId, filter } = list;
  const order = orderOf(list, false);
  const limit =
    page === null ? sql`` : sql`order by ${orderOf(list, page.isFromEnd)} limit ${page.limit} offset ${page.offset}`;
  return sql`
    select s.member_ref_id as "memberRefId", s.member_name as "memberName", s.member_external_id as "memberExternalId",
      s.policy_number as "policyNumber", s.plan_name as "planName", s.carrier_id as "carrierId",
      (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.workspace_id as "workspaceId", s.agent_id as "agentId",
      ${agentNameOf(sql, accountId)} as "agentName", s.part, round(s.before_amount, 2)::float8 as before, round(s.now_amount, 2)::float8 as now,
      (round(s.now_amount, 2) - round(s.before_amount, 2))::float8 as difference, (
        select row.reason from ${scoredRows} row
        where row.account_id = ${accountId} and row.workspace_id = s.workspace_id and row.carrier_id = s.carrier_id
          and row.period = ${list.period} and row.member_ref_id = s.member_ref_id) as reason,
      ${eventOf(list)} as "eventId",
      ${filter.groupBy === 'reason' ? sql`null` : sql`s."group"`} as "group", s.period, s.code
    from (select s.* from (${groupedRows(list, parts)}) s ${limit}) s
    order by ${order}`;
}

/** Selects the event that a row is part of; none for an agent. */
const eventOf = ({ sql, accountId, filter }: Wanted): Fragment =>
  !filter.seesEvents
    ? sql`null`
    : sql`(
      select e.event_id from ${carrierEvents} e
      where e.account_id = ${accountId} and e.workspace_id = s.workspace_id and e.carrier_id = s.carrier_id
        and e.period = s.period and ${eventKeyColumn(sql)} = s.event_key)`;

/** Returns the order of the list, or its reverse. It leaves no two rows equal, so that pages do not overlap. */
function orderOf({ sql, filter }: Wanted, isReverse: boolean): Fragment {
  const [down, up] = isReverse ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const member = sql`s.member_ref_id ${up}, s.member_name ${up}, s.workspace_id ${up}, s.carrier_id ${up}, s.agent_id ${up},
    s.agent_name ${up}`;
  const byMoney = sql`abs(s.now_amount - s.before_amount) ${down}, ${member}`;
  const inGroup = filter.sort === 'name' ? sql`lower(s.member_name) ${up}, ${member}` : byMoney;
  return filter.groupBy === undefined ? inGroup : sql`s."group" ${up}, ${inGroup}`;
}
