import type { Fragment } from 'postgres';
import type { CarrierEventRecord } from '../../../app/reads/carrier-event-record.ts';
import type { MonthFacts } from '../../../app/reads/describe-month.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { BookFacts, MonthRange, ReportReads } from '../../../app/reads/report-books.ts';
import type { Exact } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import type { CarrierMonth, CarrierSpan, Figures, RequestedRange } from '../../../core/report/carrier-month.ts';
import type { AgentPay, CarrierArrival, CarrierChanges } from '../../../core/report/home.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { carrierEvents, rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { agentPayRows, nameOfRecord, recordOf } from '../queries/agent-rows.ts';
import { loadBookPay, unassignedByMonth } from '../queries/book-pay.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { carrierEventOrder, carrierEventRecordColumns } from '../queries/carrier-events.ts';
import { readFindings } from '../queries/claim-reads.ts';
import { arrivedOn, estimatedOwed } from '../queries/month-columns.ts';
import { exactFrom } from '../records/column-types.ts';
import { countColumns, countedRows, lacksCounts, paidLessAmount, plannedStepAmount } from './change-reads.ts';
import { policyFacts } from './policy-reads.ts';
import { listMonthRows, loadAgents } from './rollup-reads.ts';

export function createReportReads(database: Database): ReportReads {
  return {
    /** Runs `compose`. The first statements of a report are sent together with the check of its filter. */
    read: (accountId, filter, compose) =>
      database.read(accountId, async (sql) => {
        const [refused, made] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          compose(factsOf({ sql, accountId, filter })),
        ]);
        return refused ?? made;
      }),
  };
}

function factsOf(books: Books): BookFacts {
  const { sql, accountId, filter } = books;
  return {
    months: (range) => loadMonths(books, range),
    changes: (range) => loadChanges(books, range),
    agentPay: (period) => loadAgentPay(sql, { accountId, filter, period }),
    bookPay: (periods) => loadBookPay(books, periods),
    spans: (to) => loadSpans(books, to),
    arrivals: (since) => loadArrivals(books, since),
    latest: () => loadLatest(books),
    specialMonths: (range) => loadSpecialMonths(books, range),
    carrierEvents: (period) => loadCarrierEvents(books, period),
    agents: ({ from, to }) => loadAgents(sql, { accountId, ...filter, from, to }),
    policies: policyFacts(sql, accountId),
    findings: (since) =>
      readFindings(sql, { accountId, carrierId: filter.carrierId, workspaceId: filter.workspaceId, since }),
    balances: (range) => loadBalances(books, range),
  };
}

interface Books {
  readonly sql: Sql;
  readonly accountId: string;
  readonly filter: BookFilter;
}

const ofBooks = ({ sql, accountId, filter }: Books) => [
  sql`r.account_id = ${accountId}`,
  ...whenSet(filter.carrierId, (carrierId) => sql`and r.carrier_id = ${carrierId}`),
  ...whenSet(filter.workspaceId, (workspaceId) => sql`and r.workspace_id = ${workspaceId}`),
];

/** Joins carriers to the sums and not to the summed rows, so that names are looked up once for each carrier and month. */
const carrierOf = ({ sql, accountId }: Books) =>
  sql`join ${visibleCarriers(sql, accountId)} c on c.carrier_id = sums."carrierId"`;

type AmountName = { [Name in keyof Figures]: Figures[Name] extends Exact ? Name : never }[keyof Figures];
/** Sums of numeric arrive as text with every decimal place. */
type MonthRow = Omit<CarrierMonth, AmountName> & Readonly<Record<AmountName, string>>;

/**
 * Loads a row for each carrier and month, summed over workspaces. The month that each book was compared with is looked up by the rollups'
 * key.
 */
async function loadMonths(books: Books, range: MonthRange): Promise<readonly CarrierMonth[]> {
  const { sql, accountId } = books;
  const rows = await sql<MonthRow[]>`
    with sums as materialized (
      select r.carrier_id as "carrierId", r.period,
        sum(r.member_count)::int as "memberCount", sum(r.red)::int as red, sum(r.new)::int as new,
        sum(r.reappeared)::int as reappeared, sum(r.commission_dropped + r.commission_reduced) as "commissionAtRisk",
        sum(r.commission_owed) as "commissionOwed", sum(${estimatedOwed(sql)}) as "commissionOwedEstimated",
        sum(r.owed_evaluated)::int as "owedEvaluated",
        sum(r.owed_total)::int as "owedTotal", bool_or(r.owed_estimated) as "owedEstimated",
        sum(r.chargeback_count)::int as "chargebackCount", sum(r.chargeback_amount) as "chargebackAmount",
        sum(r.gross_amount) as gross, coalesce(sum(u.gross), 0) as "unassignedGross",
        coalesce(sum(u.chargebacks), 0) as "unassignedChargebacks", coalesce(sum(b.member_count + b.carried), 0)::int as "priorPresent",
        coalesce(sum(r.missing_members), 0)::int as "missingMembers", coalesce(sum(r.returning_members), 0)::int as "returningMembers"
      from ${rollups} r
      left join ${rollups} b on b.account_id = ${accountId} and b.workspace_id = r.workspace_id and b.carrier_id = r.carrier_id
        and b.period = r.baseline_period
      left join ${unassignedByMonth(sql, accountId)} u on u.workspace_id = r.workspace_id and u.carrier_id = r.carrier_id
        and u.period = r.period
      where ${inRange(books, range)}
      group by r.carrier_id, r.period
    )
    select sums.*, c.name as "carrierName" from sums ${carrierOf(books)}`;
  return rows.map((row) => ({
    ...row,
    commissionAtRisk: exactFrom(row.commissionAtRisk),
    commissionOwed: exactFrom(row.commissionOwed),
    commissionOwedEstimated: exactFrom(row.commissionOwedEstimated),
    chargebackAmount: exactFrom(row.chargebackAmount),
    gross: exactFrom(row.gross),
    unassignedGross: exactFrom(row.unassignedGross),
    unassignedChargebacks: exactFrom(row.unassignedChargebacks),
  }));
}

const inRange = (books: Books, { from, to, latest }: MonthRange) => {
  const { sql } = books;
  return [
    ...ofBooks(books),
    ...whenSet(from, (first) => sql`and r.period >= ${first}`),
    ...whenSet(to, (last) => sql`and r.period <= ${last}`),
    ...whenSet(latest, (months) => sql`and r.period > ${beforeLatest(books, months)}`),
  ];
};

const loadChanges = (books: Books, range: MonthRange) =>
  loadChangeSums(books.sql, books.accountId, inRange(books, range));

/** Selects the month so many months before the latest one with data. */
const beforeLatest = (books: Books, months: number) => books.sql`(
  select to_char(to_date(max(r.period), 'YYYY-MM') - make_interval(months => ${months}), 'YYYY-MM')
  from ${rollups} r where ${ofBooks(books)})`;

async function loadSpans(books: Books, to: Period | undefined): Promise<readonly CarrierSpan[]> {
  const { sql } = books;
  return sql<CarrierSpan[]>`
    with sums as materialized (
      select r.carrier_id as "carrierId", min(r.period) as "firstPeriod", max(r.period) as "lastPeriod"
      from ${rollups} r
      where ${[...ofBooks(books), ...whenSet(to, (last) => sql`and r.period <= ${last}`)]}
      group by r.carrier_id
    )
    select sums.*, c.name as "carrierName" from sums ${carrierOf(books)}
    order by c.name, c.carrier_id`;
}

/** Loads the day of the first file that counts, or was replaced, of each month that has a file that counts. */
const loadArrivals = ({ sql, accountId, filter }: Books, since: Period) => sql<CarrierArrival[]>`
  select carrier_id as "carrierId", period, ${arrivedOn(sql)} as date
  from ${files}
  where ${[
    sql`account_id = ${accountId} and period >= ${since}`,
    ...whenSet(filter.carrierId, (carrierId) => sql`and carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and workspace_id = ${workspaceId}`),
  ]}
  group by carrier_id, period having bool_or(status = 'active')`;

/** Loads events of this period, else of the latest month with data. */
const loadCarrierEvents = ({ sql, accountId, filter }: Books, period: Period | undefined) => sql<CarrierEventRecord[]>`
  select ${carrierEventRecordColumns(sql)} from ${carrierEvents} e
  where ${[
    sql`e.account_id = ${accountId}`,
    ...whenSet(filter.carrierId, (carrierId) => sql`and e.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and e.workspace_id = ${workspaceId}`),
    period === undefined
      ? sql`and e.period = (select max(r.period) from ${rollups} r where ${ofBooks({ sql, accountId, filter })})`
      : sql`and e.period = ${period}`,
  ]}
  order by ${carrierEventOrder(sql)}`;

function loadSpecialMonths(
  { sql, accountId, filter: { carrierId, workspaceId } }: Books,
  range: RequestedRange,
): Promise<readonly MonthFacts[]> {
  return listMonthRows(sql, { accountId, filter: { carrierId, workspaceId }, range, onlySpecial: true, page: null });
}

/** Loads balances by carrier that were brought forward from an earlier loaded statement, and so are also in that month's sums. */
async function loadBalances(
  books: Books,
  { from, to }: { readonly from: Period; readonly to: Period },
): Promise<ReadonlyMap<string, Exact>> {
  const { sql, accountId } = books;
  const rows = await sql<{ carrierId: string; amount: string }[]>`
    select r.carrier_id as "carrierId", sum(u.amount)::text as amount
    from ${rollups} r
    join ${unassignedLines} u on u.account_id = ${accountId} and u.workspace_id = r.workspace_id and u.carrier_id = r.carrier_id
      and u.period = r.period and u.kind = 'balance_forward' and u.is_counted
    join ${files} f on f.account_id = ${accountId} and f.file_id = u.file_id and f.status = 'active'
    where ${ofBooks(books)} and r.period between ${from} and ${to} and r.baseline_period is not null
    group by r.carrier_id`;
  return new Map(rows.map(({ carrierId, amount }) => [carrierId, exactFrom(amount)]));
}

/** Returns the latest month with data of any carrier. Each carrier's statements are expected up to this month. */
async function loadLatest({ sql, accountId, filter }: Books): Promise<Period | null> {
  const books = { sql, accountId, filter: { workspaceId: filter.workspaceId } };
  const [row] = await sql<
    { latest: Period | null }[]
  >`select max(r.period) as latest from ${rollups} r where ${ofBooks(books)}`;
  return row?.latest ?? null;
}

interface ChangesRow {
  readonly carrierId: string;
  readonly period: string;
  readonly gone: number;
  readonly paid_less: number;
  readonly planned_step: number;
  readonly new: number;
  readonly back: number;
  readonly paid_more: number;
  readonly taken_back: number;
  readonly same: number;
  readonly goneAmount: string;
  readonly paidLessAmount: string;
  readonly plannedStepAmount: string;
}

/** Loads the numbers and dollars of changed members from the rollups `r` that fulfil the condition, by carrier and month. */
async function loadChangeSums(
  sql: Sql,
  accountId: string,
  condition: Fragment | readonly Fragment[],
): Promise<readonly CarrierChanges[]> {
  const rows = await sql<ChangesRow[]>`
    select r.carrier_id as "carrierId", r.period, ${countColumns(sql)}, sum(r.commission_dropped)::text as "goneAmount",
      coalesce(sum(${paidLessAmount(sql)}), 0)::text as "paidLessAmount", coalesce(sum(${plannedStepAmount(sql)}), 0)::text as "plannedStepAmount"
    from ${rollups} r
    left join lateral ${countedRows(sql, accountId)} counted on ${lacksCounts(sql)}
    where ${condition}
    group by r.carrier_id, r.period`;
  return rows.map(
    ({ paid_less: paidLess, planned_step: plannedStep, paid_more: paidMore, taken_back: takenBack, ...row }) => ({
      ...row,
      paidLess,
      plannedStep,
      paidMore,
      takenBack,
      goneAmount: exactFrom(row.goneAmount),
      paidLessAmount: exactFrom(row.paidLessAmount),
      plannedStepAmount: exactFrom(row.plannedStepAmount),
    }),
  );
}

interface AgentPayWanted {
  readonly accountId: string;
  readonly filter: BookFilter;
  readonly period: Period;
}

/**
 * Loads the net pay of agents in a period from the rollups, and from money without a member. The members of a month that an earlier
 * release scored are added up.
 */
async function loadAgentPay(
  sql: Sql,
  { accountId, filter: { carrierId, workspaceId }, period }: AgentPayWanted,
): Promise<readonly AgentPay[]> {
  const ofBooks = [
    sql`t.account_id = ${accountId} and t.period = ${period}`,
    ...whenSet(carrierId, (id) => sql`and t.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and t.workspace_id = ${id}`),
  ];
  const record = recordOf(sql, accountId, {
    ...{ carrier: sql`p.carrier_id`, number: sql`p.id`, name: sql`p.name` },
    ...{ member: sql`p.member_ref_id`, month: sql`${period}::text` },
  });
  const rows = await sql<(Omit<AgentPay, 'paidNet'> & { paidNet: string })[]>`
    select p.id as "agentId", p.name as "agentName", p.record as "agentRecordId", ${nameOfRecord(sql, accountId, sql`p.record`)} as "recordName",
      sum(p.net)::text as "paidNet"
    from (
      select p.id, p.name, p.net, ${record} as record from (
        select carrier_id, id, name, member_ref_id, sum(net) as net from (${agentPayRows(sql, accountId, ofBooks)}) p
        group by carrier_id, id, name, member_ref_id
      ) p
    ) p
    group by p.id, p.name, p.record`;
  return rows.map((row) => ({ ...row, paidNet: exactFrom(row.paidNet) }));
}
