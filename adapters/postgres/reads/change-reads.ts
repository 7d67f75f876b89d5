import type { Fragment } from 'postgres';
import type {
  ChangeAmounts,
  ChangeCounts,
  ChangeFilter,
  ChangeList,
  ChangeReads,
  ChangeRow,
} from '../../../app/reads/list-changes.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import { type OffsetPosition, offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { ChangeOrder } from '../../../core/scoring/period-sums.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import { openRowExport, rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { agentNameOf, isOfAgent } from '../queries/agent-rows.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { carrierName } from '../queries/carrier-scope.ts';
import { isProvisional, reasonOf } from '../queries/month-columns.ts';
import {
  amountColumns,
  atRisk,
  countColumns,
  countedColumns,
  countedRows,
  countsOfRows,
  isInIndexOfChanges,
  kindOf,
  lacksCounts,
  statusOf,
} from './change-columns.ts';
import { matchesText } from './member-reads.ts';

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
