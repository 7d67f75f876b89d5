import type { Fragment } from 'postgres';
import type {
  CallFilter,
  CallReads,
  ChangeAmounts,
  ChangeCounts,
  ChangeFilter,
  ChangeList,
  ChangeReads,
  ChangeRow,
  PersonToCall,
} from '../../../app/reads/list-changes.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import { type OffsetPosition, offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { ChangeKind, ChangeOrder } from '../../../core/scoring/period-sums.ts';
import { memberAliases, memberContacts } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { agentNameOf, isOfAgent } from '../queries/agent-rows.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { isProvisional, reasonOf } from '../queries/month-columns.ts';
import { matchesText, rowsByName } from './member-reads.ts';

/**
 * The list of changes. A page costs its own rows: an index has the changed members of a month by amount
 * (docs/adr/0050-list-of-changes.md).
 */
export function createChangeReads(database: Database): ChangeReads {
  return {
    list: (accountId, filter, page) => database.read(accountId, (sql) => listChanges(sql, { accountId, filter, page })),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const [period, rows] = await Promise.all([
          findPeriod(sql, accountId, filter),
          rowsOfQuery<ChangeRow, ChangeRow>(sql, refuseUnknownBook(sql, accountId, filter), {
            query: shownRows(sql, { accountId, filter, page: null }),
            offset,
            show: (row) => row,
          }),
        ]);
        return isRefused(rows) ? rows : { ...rows, head: { period } };
      }),
  };
}

interface ChangesWanted {
  readonly accountId: string;
  readonly filter: ChangeFilter;
  /** Null means the whole list. */
  readonly page: OffsetPosition | null;
}

async function listChanges(
  sql: Sql,
  { accountId, filter, page }: ChangesWanted & { readonly page: OffsetPosition },
): Promise<ChangeList | Refused> {
  const [, refused, period, changes, rows] = await Promise.all([
    sql`select ${plannedForValues(sql)}`,
    refuseUnknownBook(sql, accountId, filter),
    findPeriod(sql, accountId, filter),
    countChanges(sql, accountId, filter),
    sql<ChangeRow[]>`${shownRows(sql, { accountId, filter, page })}`,
  ]);
  return isRefused(refused) ? refused : { period, ...changes, page: offsetPage(rows, page) };
}

async function findPeriod(sql: Sql, accountId: string, filter: ChangeFilter): Promise<Period | null> {
  const [found] = await sql<{ period: Period | null }[]>`select ${periodOf(sql, accountId, filter)} as period`;
  return found?.period ?? null;
}

/** Selects the wanted period, or the latest one of the books of the filter. */
const periodOf = (sql: Sql, accountId: string, filter: ChangeFilter): Fragment =>
  filter.period === undefined
    ? sql`(select max(r.period) from ${rollups} r where r.account_id = ${accountId} ${ofBook(sql, sql`r`, filter)})`
    : sql`${filter.period}::text`;

const ofBook = (sql: Sql, table: Fragment, { carrierId, workspaceId }: BookFilter) => [
  sql``,
  ...whenSet(carrierId, (id) => sql`and ${table}.carrier_id = ${id}`),
  ...whenSet(workspaceId, (id) => sql`and ${table}.workspace_id = ${id}`),
];

/** Counts the changes of each kind and adds up their dollars: from rollups, or from rows when a filter selects members. */
async function countChanges(
  sql: Sql,
  accountId: string,
  filter: ChangeFilter,
): Promise<Pick<ChangeList, 'counts' | 'amounts'>> {
  const isOfRows = filter.agent !== undefined || filter.q !== undefined;
  const [found] = isOfRows
    ? await sql<CountsRow[]>`${countsOfRows(sql, countedMembers(sql, accountId, filter))}`
    : await sql<CountsRow[]>`
        select ${countColumns(sql)}, ${amountColumns(sql)} from ${rollups} r
        left join lateral ${countedRows(sql, accountId)} counted on ${lacksCounts(sql)}
        where r.account_id = ${accountId} and r.period = ${periodOf(sql, accountId, filter)} ${ofBook(sql, sql`r`, filter)}`;
  if (found === undefined) throw new Error('Sums over nothing are a row too.');
  const { goneAmount: gone, paidLessAmount, plannedStepAmount, ...counts } = found;
  return {
    counts: isOfRows && filter.kind !== 'same' ? { ...counts, same: null } : counts,
    amounts: { gone, paid_less: paidLessAmount, planned_step: plannedStepAmount },
  };
}

interface CountsRow extends ChangeCounts {
  readonly goneAmount: ChangeAmounts['gone'];
  readonly paidLessAmount: ChangeAmounts['paid_less'];
  readonly plannedStepAmount: ChangeAmounts['planned_step'];
}

/** Selects the kinds of the members that match a filter by agent or text. */
function countedMembers(sql: Sql, accountId: string, filter: ChangeFilter): Fragment {
  const rows =
    filter.kind === 'same'
      ? sql`s.status <> 'carried' and s.compared_against_period is not null`
      : isInIndexOfChanges(sql);
  return sql`(
    select ${countedColumns(sql)} from ${scoredRows} s
    where s.account_id = ${accountId} and s.period = ${periodOf(sql, accountId, filter)} and ${rows}
      ${ofBook(sql, sql`s`, filter)} ${matching(sql, accountId, filter)})`;
}

const matching = (sql: Sql, accountId: string, { agent, q }: ChangeFilter) => [
  sql``,
  ...whenSet(agent, (name) => sql`and ${isOfAgent(sql, accountId, name)}`),
  ...whenSet(q, (text) => matchesText(sql, accountId, text)),
];

/** Selects rows as they are shown. Names of carriers and reasons are looked up for the rows of the page only. */
function shownRows(sql: Sql, wanted: ChangesWanted): Fragment {
  const isSame = wanted.filter.kind === 'same';
  return sql`
    select s.member_ref_id as "memberRefId", s.member_name as "memberName", s.member_external_id as "memberExternalId",
      s.policy_number as "policyNumber", s.plan_name as "planName", s.carrier_id as "carrierId",
      (${carrierName(sql, wanted.accountId, sql`s`)}) as "carrierName", s.workspace_id as "workspaceId", s.agent_id as "agentId",
      ${agentNameOf(sql, wanted.accountId)} as "agentName", ${kindOf(sql)} as kind, round(s.prev_commission_amount, 2)::float8 as before,
      round(s.commission_amount, 2)::float8 as now,
      (round(s.commission_amount, 2) - round(s.prev_commission_amount, 2))::float8 as difference,
      round(${atRisk(sql)}, 2)::float8 as "atRisk", ${reasonOf(sql)} as reason, s.period,
      s.compared_against_period as "comparedAgainstPeriod", ${isProvisional(sql)} as provisional
    from (${isSame ? sameMembers(sql, wanted) : changedMembers(sql, wanted)}) s
    order by ${isSame ? sql`s.member_ref_id` : orderOf(sql, wanted)}`;
}

/** Selects the changed members of the month, along an index in the order by amount. */
function changedMembers(sql: Sql, wanted: ChangesWanted): Fragment {
  const { accountId, filter, page } = wanted;
  return sql`
    select s.* from ${scoredRows} s
    where s.account_id = ${accountId} and s.period = ${periodOf(sql, accountId, filter)} and ${isInIndexOfChanges(sql)}
      and ${kindOf(sql)} ${filter.kind === undefined ? sql`<> 'same'` : sql`= ${filter.kind} ${statusOf(sql, filter.kind)}`}
      ${ofBook(sql, sql`s`, filter)} ${matching(sql, accountId, filter)}
    ${page === null ? sql`` : sql`order by ${orderOf(sql, wanted)} limit ${page.limit + 1} offset ${page.offset}`}`;
}

/**
 * Selects the members whose pay is the same, by member. Each book's rows are one range of the key, walked for as many rows as the page
 * needs.
 */
function sameMembers(sql: Sql, { accountId, filter, page }: ChangesWanted): Fragment {
  const rows = sql`
    select m.* from ${rollups} r
    cross join lateral (
      select s.* from ${scoredRows} s
      where s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
        and s.period = r.period and ${kindOf(sql)} = 'same' ${statusOf(sql, 'same')} ${matching(sql, accountId, filter)}
      order by s.member_ref_id ${page === null ? sql`` : sql`limit ${page.offset + page.limit + 1}`}
    ) m
    where r.account_id = ${accountId} and r.period = ${periodOf(sql, accountId, filter)} ${ofBook(sql, sql`r`, filter)}`;
  return page === null ? rows : sql`${rows} order by m.member_ref_id limit ${page.limit + 1} offset ${page.offset}`;
}

/** Each order ends with the member, so that pages do not overlap. */
function orderOf(sql: Sql, { accountId, filter }: ChangesWanted): Fragment {
  const byMoney = sql`abs(s.commission_amount - s.prev_commission_amount) desc, s.member_ref_id`;
  const orders: Readonly<Record<ChangeOrder, Fragment>> = {
    money: byMoney,
    name: sql`lower(s.member_name), s.member_ref_id`,
    carrier: sql`(${carrierName(sql, accountId, sql`s`)}), s.carrier_id, ${byMoney}`,
    agent: sql`lower(${agentNameOf(sql, accountId)}), ${byMoney}`,
  };
  return orders[filter.sort];
}

/**
 * Selects counts by kind of change from rollups `r`, added up. The first month of a book has no changes. A month that was scored by a
 * release without these counts is counted in `counted`, see `countedRows`.
 */
export const countColumns = (sql: Sql) => sql`
  coalesce(sum(r.red) filter (where ${isCompared(sql)}), 0)::int as gone,
  coalesce(sum(coalesce(counted.paid_less, r.paid_less)), 0)::int as paid_less,
  coalesce(sum(coalesce(counted.planned_step, r.planned_step)), 0)::int as planned_step,
  coalesce(sum(r.new) filter (where ${isCompared(sql)}), 0)::int as new,
  coalesce(sum(r.reappeared) filter (where ${isCompared(sql)}), 0)::int as back,
  coalesce(sum(coalesce(counted.paid_more, r.paid_more)), 0)::int as paid_more,
  coalesce(sum(coalesce(counted.taken_back, r.taken_back)), 0)::int as taken_back,
  coalesce(sum(coalesce(counted.same, r.same)), 0)::int as same`;

/** Selects the dollars of `amountsOfRows` from rollups `r`. */
const amountColumns = (sql: Sql) => sql`
  round(coalesce(sum(r.commission_dropped), 0), 2)::float8 as "goneAmount",
  round(coalesce(sum(${paidLessAmount(sql)}), 0), 2)::float8 as "paidLessAmount",
  round(coalesce(sum(${plannedStepAmount(sql)}), 0), 2)::float8 as "plannedStepAmount"`;

/** Selects the dollars that the members who are paid less lost, of a rollup `r` or of its rows in `counted`. */
export const paidLessAmount = (sql: Sql) => sql`coalesce(counted.paid_less_amount, r.paid_less_amount)`;

/** Selects the dollars of planned steps of a rollup `r`, or of its rows in `counted`. */
export const plannedStepAmount = (sql: Sql) => sql`coalesce(counted.planned_step_amount, r.planned_step_amount)`;

const isCompared = (sql: Sql) => sql`r.baseline_period is not null`;

/** True for a rollup `r` that an earlier release wrote. */
export const lacksCounts = (sql: Sql) => sql`r.paid_less is null`;

/** Selects the counts that a rollup `r` of an earlier release lacks, as a subquery for a lateral join. */
export const countedRows = (sql: Sql, accountId: string): Fragment => sql`(
  select count(*) filter (where k.kind = 'paid_more') as paid_more, count(*) filter (where k.kind = 'taken_back') as taken_back,
    count(*) filter (where k.kind = 'same') as same, count(*) filter (where k.kind = 'planned_step') as planned_step,
    sum(k.less) filter (where k.kind = 'planned_step') as planned_step_amount,
    count(*) filter (where k.kind = 'paid_less') as paid_less, sum(k.lost) filter (where k.kind = 'paid_less') as paid_less_amount
  from (
    select ${countedColumns(sql)} from ${scoredRows} s
    where ${lacksCounts(sql)} and s.account_id = ${accountId} and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.status <> 'carried'
  ) k
)`;

/** Selects the lost dollars of members who are gone or paid less, and the dollars by which planned steps lowered pay. */
const amountsOfRows = (sql: Sql): Fragment => sql`
  round(coalesce(sum(k.lost) filter (where k.kind = 'gone'), 0), 2)::float8 as "goneAmount",
  round(coalesce(sum(k.lost) filter (where k.kind = 'paid_less'), 0), 2)::float8 as "paidLessAmount",
  round(coalesce(sum(k.less) filter (where k.kind = 'planned_step'), 0), 2)::float8 as "plannedStepAmount"`;

/** Selects the kind and the dollars of a row `s`, from which counts and amounts are added up. */
const countedColumns = (sql: Sql): Fragment => sql`
  ${kindOf(sql)} as kind, ${atRisk(sql)} as lost, s.prev_commission_amount - s.commission_amount as less`;

/** Selects counts by kind of change from rows with the columns of `countedColumns`, and their amounts. */
const countsOfRows = (sql: Sql, rows: Fragment): Fragment => sql`
  select count(*) filter (where k.kind = 'gone')::int as gone, count(*) filter (where k.kind = 'paid_less')::int as paid_less,
    count(*) filter (where k.kind = 'planned_step')::int as planned_step,
    count(*) filter (where k.kind = 'new')::int as new, count(*) filter (where k.kind = 'back')::int as back,
    count(*) filter (where k.kind = 'paid_more')::int as paid_more,
    count(*) filter (where k.kind = 'taken_back')::int as taken_back, count(*) filter (where k.kind = 'same')::int as same,
    ${amountsOfRows(sql)}
  from ${rows} k`;

/** Kinds of changes in SQL, for the scored row `s`. They follow core/scoring/period-sums.ts; a test compares the two. */

/** True for a month whose lines only take money back. */
const isOnlyChargeback = (sql: Sql) => sql`s.chargeback_amount > 0 and s.commission_amount = -s.chargeback_amount`;

/** Selects the kind of a row that is not paid ahead. */
const kindOf = (sql: Sql) => sql`
  case s.status
    when 'red' then case when s.counted then 'gone' else 'taken_back' end
    when 'yellow' then case when ${isOnlyChargeback(sql)} then 'taken_back' else 'paid_less' end when 'new' then 'new' when 'reappeared' then 'back'
    else case
      when s.commission_amount < 0 then 'taken_back'
      when not 'COMMISSION_CHANGED' = any (s.flags) or s.commission_amount = s.prev_commission_amount then 'same'
      when s.commission_amount > s.prev_commission_amount then 'paid_more'
      when s.chargeback_amount > 0 then 'taken_back' else 'planned_step' end
  end`;

/**
 * Makes the condition of the indexes scored_rows_changes and scored_rows_changes_by_status. A green row with an unchanged net
 * is of the kind `same`.
 */
const isInIndexOfChanges = (sql: Sql) => sql`
  s.compared_against_period is not null
  and (s.status in ('yellow', 'red', 'new', 'reappeared') or (s.status = 'green' and 'COMMISSION_CHANGED' = any (s.flags))
    or (s.status = 'green' and s.commission_amount < 0))`;

/**
 * Narrows a kind to the status of its rows, along the index scored_rows_changes_by_status. Row-level security keeps `kindOf` from being
 * looked up in an index. Rows of the kind `taken_back` have three statuses, so that kind is found along the index of all changes.
 */
function statusOf(sql: Sql, kind: ChangeKind): Fragment {
  const statuses: Readonly<Record<ChangeKind, Fragment>> = {
    gone: sql`and s.status = 'red' and s.counted`,
    paid_less: sql`and s.status = 'yellow'`,
    planned_step: sql`and s.status = 'green'`,
    new: sql`and s.status = 'new'`,
    back: sql`and s.status = 'reappeared'`,
    paid_more: sql`and s.status = 'green'`,
    taken_back: sql``,
    same: sql`and s.status = 'green'`,
  };
  return statuses[kind];
}

/**
 * Selects the lost dollars of a row. A reduction is the fall of the regular pay, which the signal COMMISSION_REDUCED states, and amounts
 * below zero count as zero (docs/reference/scoring.md#status-table).
 */
const atRisk = (sql: Sql) => sql`
  case
    when s.status = 'red' and s.counted then greatest(s.prev_commission_amount, 0)
    when s.status = 'yellow' then greatest(s.prev_commission_amount, 0) - greatest(s.prev_commission_amount - coalesce((
      select (signal.value ->> 'amount')::numeric from jsonb_array_elements(s.signals) signal
      where signal.value ->> 'code' = 'COMMISSION_REDUCED' limit 1), s.prev_commission_amount - s.commission_amount), 0)
    else 0
  end`;

/** Lists the people to call with what people wrote down about how they are reached. */
export function createCallReads(database: Database): CallReads {
  return {
    listToCall: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<PersonToCall[]>`
            ${peopleToCall(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportToCall: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery<PersonToCall, PersonToCall>(sql, refuseUnknownBook(sql, accountId, filter), {
          query: peopleToCall(sql, accountId, filter),
          offset,
          show: (person) => person,
        }),
      ),
  };
}

function peopleToCall(sql: Sql, accountId: string, filter: CallFilter): Fragment {
  const { agent, since, ...book } = filter;
  const first = sql`coalesce(${since ?? null}::text, (
    select to_char(to_date(max(period), 'YYYY-MM') - interval '1 month', 'YYYY-MM') from ${rollups} where account_id = ${accountId}))`;
  const conditions = [
    sql`and s.period >= ${first}
      and (s.status = 'red' and s.counted or s.status <> 'red' and s.term_date >= to_date(${first}, 'YYYY-MM'))`,
    ...whenSet(agent, (named) => sql`and ${isOfAgent(sql, accountId, named)}`),
  ];
  return sql`
    select s.member_ref_id as "memberRefId", s.member_name as "memberName", s.member_external_id as "memberExternalId",
      s.carrier_id as "carrierId", (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.policy_number as "policyNumber",
      s.plan_name as "planName", ${agentNameOf(sql, accountId)} as "agentName", case when s.status = 'red' then 'gone' else 'going' end as kind,
      s.period, s.term_date as "termDate", s.last_paid_period as "lastPaidPeriod",
      round(s.last_paid_amount, 2)::float8 as "lastPaidAmount", c.phone, coalesce(c.email, s.email) as email,
      ${reasonOf(sql)} as reason
    from (${rowsByName(sql, { accountId, filter: book, page: null }, conditions)}) s
    left join lateral (
      select phone, email from ${memberContacts}
      where account_id = ${accountId} and member_ref_id in (
        select s.member_ref_id union all
        select alias_ref_id from ${memberAliases}
        where account_id = ${accountId} and member_ref_id = s.member_ref_id and removed_at is null)
      order by set_at desc limit 1
    ) c on true`;
}
