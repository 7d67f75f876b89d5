import type { Fragment } from 'postgres';
import type { ChargebackRow } from '../../../app/reads/member-records.ts';
import type { ChargebackFilter, ChargebackReads, Chargebacks } from '../../../app/reads/read-models.ts';
import { type OffsetPosition, offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, rowsOfQuery } from '../connection/stream-rows.ts';
import { agentNameOf } from '../queries/agent-rows.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { linesInMonth, paidLinesInMonth } from '../queries/member-lines.ts';

export function createChargebackReads(database: Database): ChargebackReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, (sql) => listChargebacks(sql, { accountId, filter, page })),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const [period, rows] = await Promise.all([
          findPeriod(sql, accountId, filter),
          rowsOfQuery(sql, refuseUnknownBook(sql, accountId, filter), {
            query: chargebacksOf(sql, { accountId, filter, page: null }),
            offset,
            show: chargebackFrom,
          }),
        ]);
        return isRefused(rows) ? rows : { ...rows, head: { period } };
      }),
  };
}

interface ChargebackList {
  readonly accountId: string;
  readonly filter: ChargebackFilter;
  /** Null means the whole list. */
  readonly page: OffsetPosition | null;
}

interface ChargebackRecord extends Omit<ChargebackRow, 'originalPayout'> {
  readonly payoutPeriod: Period | null;
  readonly payoutAmount: number;
  readonly payoutFileId: string;
  readonly payoutFileName: string;
}

async function listChargebacks(
  sql: Sql,
  { accountId, filter, page }: ChargebackList & { readonly page: OffsetPosition },
): Promise<Chargebacks | Refused> {
  const [refused, period, records] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    findPeriod(sql, accountId, filter),
    sql<ChargebackRecord[]>`${chargebacksOf(sql, { accountId, filter, page })}`,
  ]);
  if (isRefused(refused)) return refused;
  return { period, page: offsetPage(records.map(chargebackFrom), page) };
}

const ofBooks = (sql: Sql, accountId: string, { carrierId, workspaceId }: ChargebackFilter) => [
  sql`r.account_id = ${accountId}`,
  ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
  ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
];

async function findPeriod(sql: Sql, accountId: string, filter: ChargebackFilter): Promise<Period | null> {
  const [found] = await sql<{ period: Period | null }[]>`${chosenPeriod(sql, accountId, filter)}`;
  return found?.period ?? null;
}

const chosenPeriod = (sql: Sql, accountId: string, filter: ChargebackFilter) => sql`
  select coalesce(${filter.period ?? null}::text, (
    select max(r.period) from ${rollups} r where ${ofBooks(sql, accountId, filter)})) as period`;

const chargebacksOf = (sql: Sql, list: ChargebackList) => sql`
  with chosen as (${chosenPeriod(sql, list.accountId, list.filter)}),
  records as (${recordsOfPeriod(sql, list)})
  select c.member_ref_id as "memberRefId", c.policy_ref_id as "policyRefId", c.member_external_id as "memberExternalId",
    totals.policy_number as "policyNumber", coalesce(c.plan_name, totals.plan_name) as "planName",
    round(c.amount, 2)::float8 as "chargebackAmount", round(totals.paid, 2)::float8 as "paidOut",
    totals.paid > 0 and totals.clawed >= totals.paid as "fullyReversed", payout.period as "payoutPeriod",
    round(payout.amount, 2)::float8 as "payoutAmount", payout.file_id as "payoutFileId",
    payout.original_filename as "payoutFileName",
    c.member_name as "memberName", c.workspace_id as "workspaceId", c.carrier_id as "carrierId", c.carrier_name as "carrierName",
    c.agent_id as "agentId", ${agentNameOf(sql, list.accountId, {
      carrier: sql`c.carrier_id`,
      number: sql`c.agent_id`,
      name: sql`c.agent_name`,
      member: sql`c.member_ref_id`,
      month: sql`c.period`,
    })} as "agentName", c.effective_date as "effectiveDate", c.term_date as "termDate",
    c.period, coalesce(c.coverage, '{}') as "coverageMonths", c.paid_date as "paidDate"
  from records c
  left join lateral (${archivedTotals(sql, list)}) gone on true
  cross join lateral (${recordTotals(sql, list.accountId)}) totals
  left join lateral (${originalPayout(sql, list.accountId)}) payout on true
  order by c.member_ref_id, c.policy_ref_id nulls first`;

/**
 * Selects the page's policies with chargeback lines. They are found by the members that scoring has marked, then by the index of their
 * lines.
 */
function recordsOfPeriod(sql: Sql, { accountId, filter, page }: ChargebackList): Fragment {
  const ofBook = ofBooks(sql, accountId, filter);
  return sql`
    select l.member_ref_id, l.policy_ref_id, s.workspace_id, s.carrier_id, s.member_external_id, s.first_seen_period, chosen.period,
      -sum(l.paid) filter (where l.paid < 0) as amount, -min(l.paid) as largest,
      array_agg(distinct l.coverage_month::text) filter (where l.paid < 0 and l.coverage_month is not null) as coverage,
      (array_agg(l.plan_name order by l.position, l.sheet, l.row_number) filter (where l.plan_name is not null))[1] as plan_name,
      s.member_name, (${carrierName(sql, accountId, sql`s`)}) as carrier_name, ${lineOrMember(sql, sql`agent_id`)}, ${lineOrMember(sql, sql`agent_name`)},
      coalesce((array_agg(l.effective_date order by l.position, l.sheet, l.row_number) filter (where l.effective_date is not null))[1],
        s.effective_date) as effective_date,
      s.term_date, max(l.paid_date) filter (where l.paid < 0) as paid_date
    from chosen
    join ${rollups} r on r.period = chosen.period and ${ofBook}
    join ${scoredRows} s on s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id and s.period = r.period
      and s.account_id = ${accountId} and s.chargeback_amount > 0
    cross join lateral (${paidLinesInMonth(sql, accountId, { member: sql`s`, month: sql`r` })}) l
    group by l.member_ref_id, l.policy_ref_id, s.workspace_id, s.carrier_id, s.member_external_id, s.first_seen_period, chosen.period,
      s.member_name, s.agent_id, s.agent_name, s.effective_date, s.term_date
    having min(l.paid) < 0
    order by l.member_ref_id, l.policy_ref_id nulls first
    ${page === null ? sql`` : sql`limit ${page.limit + 1} offset ${page.offset}`}`;
}

/** Selects the agent of the policy's first line that names one, by id or name. When no line does, the member's agent is taken. */
const lineOrMember = (sql: Sql, column: Fragment): Fragment => sql`
  case when bool_or(l.agent_id is not null or l.agent_name is not null)
    then (array_agg(l.${column} order by l.position, l.sheet, l.row_number)
      filter (where l.agent_id is not null or l.agent_name is not null))[1]
    else s.${column} end as ${column}`;

/** Selects the policy's lines from the member's first month to the month of the chargeback, with one index look-up for each month. */
const linesUntilThen = (sql: Sql, accountId: string) => sql`
  ${rollups} p
  cross join lateral (
    ${paidLinesInMonth(sql, accountId, { member: sql`c`, policy: sql`c.policy_ref_id`, month: sql`p` })}
  ) l
  where p.account_id = ${accountId} and p.workspace_id = c.workspace_id and p.carrier_id = c.carrier_id
    and p.period between c.first_seen_period and c.period`;

/** Sums everything paid and charged back on the policy up to the period. The first spelling of the policy number is shown. */
const recordTotals = (sql: Sql, accountId: string) => sql`
  select coalesce(sum(l.paid) filter (where l.paid > 0), 0) + coalesce(gone.paid, 0) as paid,
    coalesce(-sum(l.paid) filter (where l.paid < 0), 0) + coalesce(gone.clawed, 0) as clawed,
    (array_agg(l.policy_number order by l.period, l.position, l.sheet, l.row_number) filter (where l.policy_number is not null))[1] as policy_number,
    (array_agg(l.plan_name order by l.period desc, l.position, l.sheet, l.row_number) filter (where l.plan_name is not null))[1] as plan_name
  from ${linesUntilThen(sql, accountId)}`;

/**
 * Selects what the policy's archived lines paid and took back: the lifetime sums of the member up to the held month, less the lines that
 * stayed. Lines leave of members with one policy only (adapters/postgres/operations/archive-store.ts).
 */
const archivedTotals = (
  sql: Sql,
  { accountId, filter: { archived = [] } }: Pick<ChargebackList, 'accountId' | 'filter'>,
) => sql`
  select b.archived_through, held.paid_total - stayed.paid as paid, held.clawed_total - stayed.clawed as clawed
  from unnest(${archived.map(({ workspaceId }) => workspaceId)}::uuid[], ${archived.map(({ carrierId }) => carrierId)}::uuid[],
    ${archived.map(({ archivedThrough }) => archivedThrough)}::text[], ${archived.map(({ heldThrough }) => heldThrough)}::text[])
    as b (workspace_id, carrier_id, archived_through, held_through)
  join ${scoredRows} held on held.account_id = ${accountId} and held.workspace_id = b.workspace_id and held.carrier_id = b.carrier_id
    and held.period = b.held_through and held.member_ref_id = c.member_ref_id and held.policy_ref_id is not distinct from c.policy_ref_id
  cross join lateral (
    select coalesce(sum(l.amount) filter (where l.amount > 0), 0) as paid, coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as clawed
    from ${rollups} p cross join lateral (${linesInMonth(sql, accountId, { member: sql`c`, period: sql`p.period` })}) l
    where p.account_id = ${accountId} and p.workspace_id = b.workspace_id and p.carrier_id = b.carrier_id
      and p.period between c.first_seen_period and b.held_through
  ) stayed
  where b.workspace_id = c.workspace_id and b.carrier_id = c.carrier_id
    and b.held_through < c.period`;

/**
 * Selects the original payment: the latest payment for a coverage month that is charged back, else the latest earlier payment that covers
 * the largest chargeback line. A payment without a coverage month counts for the month of its statement. None where the payment may be in
 * the archive.
 */
const originalPayout = (sql: Sql, accountId: string) => sql`
  select l.period, l.file_id, l.original_filename, sum(l.paid) as amount
  from ${linesUntilThen(sql, accountId)} and l.paid > 0
    and (coalesce(gone.paid, 0) = 0 or c.coverage is null or gone.archived_through < all (c.coverage))
  group by l.period, l.file_id, l.original_filename, l.position
  order by coalesce(bool_or(coalesce(l.coverage_month, l.period)::text = any (c.coverage)), false) desc,
    l.period < c.period desc, sum(l.paid) >= c.largest desc, l.period desc, l.position desc
  limit 1`;

function chargebackFrom(record: ChargebackRecord): ChargebackRow {
  const { payoutPeriod, payoutAmount, payoutFileId, payoutFileName, fullyReversed, ...row } = record;
  const originalPayout =
    payoutPeriod === null
      ? null
      : { period: payoutPeriod, amount: payoutAmount, fileId: payoutFileId, fileName: payoutFileName };
  return { ...row, originalPayout, fullyReversed };
}
