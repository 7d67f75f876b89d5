import type { Fragment } from 'postgres';
import type { DetailedMonthFacts, MonthFilter } from '../../../app/months/manage-months.ts';
import type { MonthFacts } from '../../../app/reads/describe-month.ts';
import { MONTH_ADJUSTMENTS_MAX } from '../../../core/limits/saved-report-limits.ts';
import type { OffsetPosition } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { files, jobs } from '../../../schema/files.ts';
import { bookMonths, closedMonths, monthAdjustments } from '../../../schema/months.ts';
import { rollups } from '../../../schema/scores.ts';
import { countOfQuery } from '../connection/counted-page.ts';
import type { Sql } from '../connection/sql.ts';
import { unassignedOfMonth } from '../queries/book-pay.ts';
import { visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { estimatedOwed } from '../queries/month-columns.ts';

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
