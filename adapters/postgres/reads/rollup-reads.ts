import { getTableColumns, is } from 'drizzle-orm';
import { PgBoolean, PgInteger, PgNumeric } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import type { DetailedMonthFacts, MonthFilter } from '../../../app/months/manage-months.ts';
import type { MonthFacts } from '../../../app/reads/describe-month.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type {
  AgentRollup,
  CarrierRollup,
  RollupFacts,
  RollupReads,
  RollupTotals,
} from '../../../app/reads/report-rollup.ts';
import { MONTH_ADJUSTMENTS_MAX } from '../../../core/limits/saved-report-limits.ts';
import type { OffsetPosition } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { files, jobs } from '../../../schema/files.ts';
import { bookMonths, closedMonths, monthAdjustments } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { paidByAgent } from '../../../schema/views.ts';
import { countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { nameOfRecord, recordOf } from '../queries/agent-rows.ts';
import { unassignedByMonth, unassignedOfMonth } from '../queries/book-pay.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { estimatedOwed } from '../queries/month-columns.ts';

export function createRollupReads(database: Database): RollupReads {
  return { rollup: (accountId, filter) => database.read(accountId, (sql) => readRollup(sql, accountId, filter)) };
}

interface RollupRow extends RollupTotals {
  readonly period: Period | null;
  readonly isTotal: boolean;
  /** Null in the totals row, and without any data. */
  readonly carrierId: string | null;
  readonly carrierName: string | null;
  readonly attritionRate: number;
  readonly provisional: boolean;
}

/** Sums the books of each carrier and of all carriers in one pass. The cost grows with books, not with members. */
async function readRollup(
  sql: Sql,
  accountId: string,
  filter: Parameters<RollupReads['rollup']>[1],
): Promise<RollupFacts | Refused> {
  const ofBook = [
    sql`r.account_id = ${accountId}`,
    ...whenSet(filter.carrierId, (carrierId) => sql`and r.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and r.workspace_id = ${workspaceId}`),
  ];
  const [refused, rows] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<RollupRow[]>`
      select chosen.period, grouping(r.carrier_id) = 1 as "isTotal", r.carrier_id as "carrierId", c.name as "carrierName",
        ${totalColumns(sql)}, coalesce(bool_or(m.is_open), false) as provisional
      from (select coalesce(${filter.period ?? null}::text, (select max(r.period) from ${rollups} r where ${ofBook})) as period) chosen
      left join ${rollups} r on r.period = chosen.period and ${ofBook}
      left join ${unassignedByMonth(sql, accountId)} u on u.workspace_id = r.workspace_id and u.carrier_id = r.carrier_id
        and u.period = r.period
      left join ${bookMonths} m on m.account_id = ${accountId} and m.workspace_id = r.workspace_id and m.carrier_id = r.carrier_id
        and m.period = r.period
      left join ${visibleCarriers(sql, accountId)} c on c.carrier_id = r.carrier_id
      group by grouping sets ((chosen.period, r.carrier_id, c.name), (chosen.period))
      order by c.name, r.carrier_id`,
  ]);
  if (isRefused(refused)) return refused;
  const total = rows.find(({ isTotal }) => isTotal);
  if (total === undefined) throw new Error('Sums over nothing are a row too.');
  const { period } = total;
  const { carrierId, workspaceId } = filter;
  const special = { accountId, filter: { carrierId, workspaceId, period: period ?? undefined }, onlySpecial: true };
  const months = period === null ? [] : await listMonthRows(sql, { ...special, page: null });
  const report = { period, totals: total, byCarrier: rows.flatMap(carrierFrom), months };
  if (filter.groupBy !== 'agent') return report;
  const byAgent =
    period === null ? [] : await loadAgents(sql, { accountId, carrierId, workspaceId, from: period, to: period });
  return { ...report, byAgent };
}

/** Selects gross pay as on a form 1099, from a rollup (`r`) and its money without a member (`u`). */
const paidGross = (sql: Sql) => sql`(r.gross_amount + coalesce(u.gross, 0))`;
const takenBack = (sql: Sql) => sql`(r.chargeback_amount + coalesce(u.chargebacks, 0))`;

/** Sums the figures of the table of rollups: numbers of members, dollars rounded to cents, and flags that one book sets. */
const figureSums = Object.entries(getTableColumns(rollups)).flatMap(([figure, column]) => {
  if (figure === 'commissionOwedEstimated') return [];
  if (is(column, PgInteger)) return [`coalesce(sum(r.${column.name}), 0)::int as "${figure}"`];
  if (is(column, PgNumeric)) return [`coalesce(round(sum(r.${column.name}), 2), 0)::float8 as "${figure}"`];
  return is(column, PgBoolean) ? [`coalesce(bool_or(r.${column.name}), false) as "${figure}"`] : [];
});

const totalColumns = (sql: Sql) => sql`
  ${sql.unsafe(figureSums.join(', '))},
  coalesce(round(sum(r.commission_dropped + r.commission_reduced), 2), 0)::float8 as "commissionAtRisk",
  coalesce(sum(r.yellow), 0)::int as "reducedCount",
  coalesce(round(sum(${estimatedOwed(sql)}), 2), 0)::float8 as "commissionOwedEstimated",
  coalesce(sum(u.count), 0)::int as "unassignedCount",
  coalesce(round(sum(u.gross - u.chargebacks), 2), 0)::float8 as "unassignedAmount",
  coalesce(round(sum(${paidGross(sql)} - ${takenBack(sql)}), 2), 0)::float8 as "paidNet",
  coalesce(round(sum(${paidGross(sql)}), 2), 0)::float8 as "paidGross",
  coalesce(round(sum(${takenBack(sql)}), 2), 0)::float8 as chargebacks,
  coalesce(round(sum(r.red)::numeric / nullif(sum(r.member_count + r.red), 0), 6), 0)::float8 as "attritionRate"`;

function carrierFrom({ carrierId, carrierName, isTotal, ...figures }: RollupRow): readonly CarrierRollup[] {
  return isTotal || carrierId === null || carrierName === null ? [] : [{ carrierId, carrierName, ...figures }];
}

interface AgentsWanted extends BookFilter {
  readonly accountId: string;
  /** The first and the last month, both included. Undefined means unbounded. */
  readonly from: Period | undefined;
  readonly to: Period | undefined;
}

/** Loads what each agent was paid, by carrier, the largest amount first. Amounts are summed over months and workspaces. */
export function loadAgents(
  sql: Sql,
  { accountId, carrierId, workspaceId, from, to }: AgentsWanted,
): Promise<readonly AgentRollup[]> {
  const record = recordOf(sql, accountId, {
    carrier: sql`p.carrier_id`,
    number: sql`p.agent_id`,
    name: sql`p.agent_name`,
    member: sql`p.moved_member_id`,
    month: sql`p.period`,
  });
  return sql<AgentRollup[]>`
    select p.carrier_id as "carrierId", c.name as "carrierName",
      (array_agg(p.agent_id order by p.agent_id is null, p.period desc, p.agent_id))[1] as "agentId",
      coalesce(${nameOfRecord(sql, accountId, sql`p.record`)},
        (array_agg(p.agent_name order by p.period desc, p.agent_name desc nulls last))[1]) as "agentName", p.record as "agentRecordId",
      round(sum(p.gross - p.chargebacks), 2)::float8 as "paidNet", round(sum(p.gross), 2)::float8 as "paidGross",
      round(sum(p.chargebacks), 2)::float8 as chargebacks
    from (
      select p.*, ${record} as record from ${paidByAgent} p
      where ${[
        sql`p.account_id = ${accountId}`,
        ...whenSet(from, (first) => sql`and p.period >= ${first}`),
        ...whenSet(to, (last) => sql`and p.period <= ${last}`),
        ...whenSet(carrierId, (id) => sql`and p.carrier_id = ${id}`),
        ...whenSet(workspaceId, (id) => sql`and p.workspace_id = ${id}`),
      ]}
    ) p
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = p.carrier_id
    group by p.carrier_id, c.name, p.record, case when p.record is null then p.agent_id end,
      case when p.record is null and p.agent_id is null then p.agent_name end
    order by sum(p.gross - p.chargebacks) desc, c.name, p.carrier_id, "agentId", "agentName"`;
}

interface MonthQuery {
  readonly accountId: string;
  readonly filter: MonthFilter;
  /** Restricts the list to months that wait for files or were closed. */
  readonly onlySpecial?: boolean;
  /** The months of the list, both ends included. Undefined is unbounded. */
  readonly range?: { readonly from?: Period | undefined; readonly to?: Period | undefined };
}

export async function listMonthRows(
  sql: Sql,
  query: MonthQuery & { readonly page: OffsetPosition | null },
): Promise<readonly MonthFacts[]> {
  const { page } = query;
  return sql<MonthFacts[]>`
    select ${monthColumns(sql, query.accountId)} from ${monthsOf(sql, query)}
    ${page === null ? sql`` : sql`limit ${page.limit + 1} offset ${page.offset}`}`;
}

/** Counts the months of the list. */
export function countMonths(sql: Sql, query: MonthQuery): Promise<number> {
  return countOfQuery(sql, sql`select from ${monthsOf(sql, query)}`);
}

export async function listDetailedMonths(sql: Sql, query: MonthQuery): Promise<readonly DetailedMonthFacts[]> {
  return sql<DetailedMonthFacts[]>`
    select ${monthColumns(sql, query.accountId)}, coalesce((
      select jsonb_agg(a.shown order by a.position desc) from (
        select a.position, jsonb_build_object('recordedAt', to_char(a.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'cause', coalesce(j.mode, 'rates'), 'jobId', j.job_id, 'fileId', j.file_id, 'jobPeriod', j.period,
          'commissionAtRisk', round(a.commission_at_risk, 2))
          || ${figures(sql, { table: sql`a`, estimated: sql`a.commission_owed_estimated` })} as shown
        from ${monthAdjustments} a left join ${jobs} j on j.account_id = a.account_id and j.job_id = a.job_id
        where a.account_id = ${query.accountId} and a.workspace_id = k.workspace_id and a.carrier_id = k.carrier_id
          and a.period = k.period
        order by a.position desc limit ${MONTH_ADJUSTMENTS_MAX}) a), '[]') as adjustments
    from ${monthsOf(sql, query)}`;
}

/** Selects months with scores, and closed months that have none any more. */
function monthsOf(sql: Sql, { accountId, filter, onlySpecial = false, range = {} }: MonthQuery): Fragment {
  const { period, carrierId, workspaceId, state } = filter;
  const conditions = [
    sql`account_id = ${accountId}`,
    ...whenSet(period, (month) => sql`and period = ${month}`),
    ...whenSet(range.from, (first) => sql`and period >= ${first}`),
    ...whenSet(range.to, (last) => sql`and period <= ${last}`),
    ...whenSet(carrierId, (id) => sql`and carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and workspace_id = ${id}`),
  ];
  const isOpen = sql`coalesce(m.is_open, false)`;
  const states = { open: isOpen, closed: sql`x.period is not null`, complete: sql`not ${isOpen} and x.period is null` };
  return sql`(
      select account_id, workspace_id, carrier_id, period from ${rollups} where ${conditions}
      union select account_id, workspace_id, carrier_id, period from ${closedMonths} where ${conditions}
    ) k
    left join ${rollups} r using (account_id, workspace_id, carrier_id, period)
    left join ${bookMonths} m using (account_id, workspace_id, carrier_id, period)
    left join ${closedMonths} x using (account_id, workspace_id, carrier_id, period)
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = k.carrier_id
    where true ${[
      sql``,
      ...whenSet(state, (wanted) => sql`and ${states[wanted]}`),
      ...(onlySpecial ? [sql`and (${states.open} or ${states.closed})`] : []),
    ]}
    order by k.period desc, c.name, k.carrier_id, k.workspace_id`;
}

const monthColumns = (sql: Sql, accountId: string): Fragment => sql`
  k.period, k.carrier_id as "carrierId", c.name as "carrierName", k.workspace_id as "workspaceId",
  coalesce(m.files_received, (
    select count(*)::int from ${files} f
    where f.account_id = ${accountId} and f.workspace_id = k.workspace_id and f.carrier_id = k.carrier_id and f.period = k.period
      and f.status = 'active')) as received,
  m.files_expected as expected, m.known, coalesce(m.is_open, false) as "isOpen",
  x.closed_at as "closedAt", x.closed_by as "closedBy", x.signed_by as "signedBy", x.left_open as "leftOpen",
  case when x.period is null then 0 else (
    select count(*)::int from ${monthAdjustments} a
    where a.account_id = ${accountId} and a.workspace_id = k.workspace_id and a.carrier_id = k.carrier_id and a.period = k.period
  ) end as "adjustmentCount",
  (select ${figures(sql, { table: sql`r`, estimated: sql`coalesce(${estimatedOwed(sql)}, 0)`, unassigned: sql`u` })}
    from ${unassignedOfMonth(sql, sql`k`)} u) as current,
  ${figures(sql, { table: sql`x`, estimated: sql`x.commission_owed_estimated` })} as closed`;

interface FiguresOf {
  readonly table: Fragment;
  readonly estimated: Fragment;
  /** Money without a member, where the table does not include it. */
  readonly unassigned?: Fragment;
}

/** Selects figures, rounded to cents after summing as in every report. */
const figures = (sql: Sql, { table, estimated, unassigned }: FiguresOf): Fragment => {
  const sum = (own: Fragment, added: Fragment) =>
    unassigned === undefined ? sql`coalesce(${own}, 0)` : sql`(coalesce(${own}, 0) + ${added})`;
  const gross = sum(sql`${table}.gross_amount`, sql`${unassigned ?? sql``}.gross`);
  const chargebacks = sum(sql`${table}.chargeback_amount`, sql`${unassigned ?? sql``}.chargebacks`);
  return sql`jsonb_build_object(
  'memberCount', coalesce(${table}.member_count, 0), 'red', coalesce(${table}.red, 0),
  'paidNet', round(${gross} - ${chargebacks}, 2), 'paidGross', round(${gross}, 2), 'chargebacks', round(${chargebacks}, 2),
  'commissionOwed', coalesce(round(${table}.commission_owed, 2), 0),
  'commissionOwedEstimated', round(${estimated}, 2))`;
};
