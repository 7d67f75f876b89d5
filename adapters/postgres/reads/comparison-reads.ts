import type { Fragment } from 'postgres';
import type { ComparedBook, ComparisonReads, ComparisonView, Sides } from '../../../app/reads/compare-periods.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { MemberFacts, MemberSides, Span } from '../../../core/comparison/compare-member.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { NUMBER_FIELDS, type PriorRow } from '../../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../../core/scoring/tolerance.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { bookMonths } from '../../../schema/months.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { PRIOR_ROW } from '../book/book-records.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, streamRows } from '../connection/stream-rows.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { laterRows } from '../queries/claim-reads.ts';
import { money, text } from '../records/column-types.ts';
import { optional, readColumnar, required, storedRecord } from '../records/stored-record.ts';

/** Columns of a delta `d` as it is shown: numbers for fields that hold numbers, text for all others. */
export function deltaColumns(sql: Sql) {
  const isNumber = sql`d.field = any (${[...NUMBER_FIELDS]}::text[])`;
  return sql`
    d.member_ref_id as "memberRefId", d.field,
    case when ${isNumber} then to_jsonb(round(d.prev_value::numeric, 2)) else to_jsonb(d.prev_value) end as "prevValue",
    case when ${isNumber} then to_jsonb(round(d.curr_value::numeric, 2)) else to_jsonb(d.curr_value) end as "currValue",
    d.change_type as "changeType"`;
}

export function createComparisonReads(database: Database): ComparisonReads {
  return {
    atOneMoment: (accountId, work) => database.read(accountId, (sql) => work(viewOf(sql, accountId))),
    exportAtOneMoment: (accountId, open) => openRowExport(database, accountId, (sql) => open(viewOf(sql, accountId))),
  };
}

function viewOf(sql: Sql, accountId: string): ComparisonView {
  return {
    listBooks: (filter, sides) => listBooks(sql, { accountId, filter, sides }),
    streamMembers: (book, sides) => streamRows<MemberSides>(sql, memberSides(sql, book, sides)),
    loadFacts: (book, sides, memberRefIds) => loadFacts(sql, book, { sides, memberRefIds }),
  };
}

interface BookRow {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly config: unknown;
  readonly isOpen: boolean;
}

async function listBooks(
  sql: Sql,
  {
    accountId,
    filter,
    sides: { from, to },
  }: { readonly accountId: string; readonly filter: BookFilter; readonly sides: Sides },
): Promise<readonly ComparedBook[] | Refused> {
  const conditions = [
    sql`r.account_id = ${accountId}
      and (r.period between ${from.first} and ${from.last} or r.period between ${to.first} and ${to.last})`,
    ...whenSet(filter.carrierId, (carrierId) => sql`and r.carrier_id = ${carrierId}`),
    ...whenSet(filter.workspaceId, (workspaceId) => sql`and r.workspace_id = ${workspaceId}`),
  ];
  const [refused, books] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<BookRow[]>`
      select distinct on (r.carrier_id, r.workspace_id) r.carrier_id as "carrierId",
        (${carrierName(sql, accountId, sql`r`)}) as "carrierName", r.workspace_id as "workspaceId", c.config,
        exists (
          select from ${bookMonths} m
          where m.account_id = ${accountId} and m.workspace_id = r.workspace_id and m.carrier_id = r.carrier_id and m.is_open
            and m.period between ${to.first} and ${to.last}) as "isOpen"
      from ${rollups} r join ${statementConfigs} c on c.config_id = r.config_id
      where ${conditions}
      order by r.carrier_id, r.workspace_id, r.period desc`,
  ]);
  if (isRefused(refused)) return refused;
  return books.map(({ config, ...key }) => ({
    accountId,
    ...key,
    tolerance: toleranceOf(readStoredConfig(config).config),
  }));
}

/**
 * Selects both sides of each member. A month that was scored against the earlier one uses the amount it was scored against, which differs
 * for payments of several months. The server merges or hashes within its work_mem.
 */
function memberSides(sql: Sql, book: ComparedBook, { from, to }: Sides) {
  return sql`
    select member_ref_id as "memberRefId",
      (case when f.member_ref_id is not null and t.scored_against = ${from.last} then t.prev_amount
        else f.comparable_amount end * 10000)::float8 as "prevAmount",
      (t.amount * 10000)::float8 as amount,
      f.member_ref_id is not null or t.first_seen_period <= ${from.last} as "isKnown"
    from (${side(sql, book, from)}) f full join (${side(sql, book, to)}) t using (member_ref_id)
    where t.is_present is not false
      -- Where the book has no statement on the later side, nothing was carried into it.
      and not (t.member_ref_id is null and coalesce(f.paid_through >= ${`${to.last}-01`}::date + interval '1 month - 1 day', false))
    order by member_ref_id`;
}

/** Selects members who were present, or are paid ahead at the end, with their amount and the amount that later months are compared with. */
function side(sql: Sql, book: ComparedBook, { first, last }: Span) {
  const ofBook = sql`
    s.account_id = ${book.accountId} and s.workspace_id = ${book.workspaceId} and s.carrier_id = ${book.carrierId}`;
  if (first === last) {
    return sql`
      select s.member_ref_id, s.status <> 'carried' as is_present, s.commission_amount as amount,
        s.last_present_amount as comparable_amount, s.compared_against_period as scored_against,
        s.prev_commission_amount as prev_amount, s.first_seen_period, s.paid_through
      from ${scoredRows} s where ${ofBook} and s.period = ${first} and s.status <> 'red'`;
  }
  const isPresent = sql`s.status not in ('red', 'carried')`;
  // OFFSET 0 keeps the planner from fetching rows in the order of the members, which would be random access to a large table.
  return sql`
    select s.member_ref_id, bool_or(${isPresent}) as is_present, sum(s.commission_amount) as amount,
      sum(s.commission_amount) as comparable_amount, null as scored_against, null::numeric as prev_amount,
      min(s.first_seen_period) as first_seen_period, max(s.paid_through) as paid_through
    from (
      select member_ref_id, period, status, commission_amount, first_seen_period, paid_through
      from ${scoredRows} s where ${ofBook} and s.period between ${first} and ${last} offset 0) s
    group by s.member_ref_id
    having bool_or(${isPresent}) or max(s.period) filter (where s.status = 'carried') = max(s.period)`;
}

/** A member on the earlier side. */
interface Before {
  readonly prior: PriorRow;
  /** Sum over the months of the quarter or year that contains the last present month; null where a side is one month. */
  readonly sideAmount: number | null;
}

const BEFORE = storedRecord<Before>({
  prior: PRIOR_ROW,
  sideAmount: optional({ name: 'side_amount' }, money),
});

/** A member on the later side. */
interface Now {
  /** The row of the latest month in which the member is present, or else of the month of a chargeback after the drop. */
  readonly row: PriorRow;
  readonly scoredAgainst: Period | null;
  readonly prevAmount: number;
  readonly chargeback: number;
}

const NOW = storedRecord<Now>({
  row: PRIOR_ROW,
  scoredAgainst: optional(scoredRows.comparedAgainstPeriod, text),
  prevAmount: required(scoredRows.prevCommissionAmount, money),
  chargeback: required({ name: 'side_chargeback' }, money),
});

/** Loads facts member by member, on each side from its last month back to the first one that matters. */
async function loadFacts(
  sql: Sql,
  { accountId }: ComparedBook,
  { sides, memberRefIds }: { readonly sides: Sides; readonly memberRefIds: readonly string[] },
): Promise<ReadonlyMap<string, MemberFacts>> {
  const { from, to, granularity } = sides;
  const wanted = sql`m.account_id = ${accountId} and m.member_ref_id = any(${memberRefIds}::uuid[]) and m.period = m.first_seen_period`;
  const sideOf = (period: Fragment) => sql`date_trunc(${granularity}, (${period} || '-01')::date)`;
  const before = new Map<string, Before>();
  const now = new Map<string, Now>();
  const rowsBefore = sql`(
    select s.*, case when ${granularity !== 'month'} then (
      select sum(r.commission_amount) from ${laterRows(sql, accountId)}
        and ${sideOf(sql`p.period`)} = ${sideOf(sql`s.last_present_period`)}) end as side_amount
    from ${scoredRows} m
    cross join lateral (
      select r.* from ${laterRows(sql, accountId)} and p.period <= ${from.last} and r.status <> 'red'
      order by p.period desc limit 1) s
    where ${wanted}) s`;
  const rowsNow = sql`(
    select s.*, (
      select sum(r.chargeback_amount) from ${laterRows(sql, accountId)}
        and p.period between ${to.first} and ${to.last}) as side_chargeback
    from ${scoredRows} m
    cross join lateral (
      select r.* from ${laterRows(sql, accountId)}
        and p.period between ${to.first} and ${to.last} and (r.status not in ('red', 'carried') or r.chargeback_amount > 0)
      order by r.status = 'red', p.period desc limit 1) s
    where ${wanted}) s`;
  await Promise.all([
    readColumnar(sql, BEFORE, rowsBefore, (row) => before.set(row.prior.memberRefId, row)),
    readColumnar(sql, NOW, rowsNow, (current) => now.set(current.row.memberRefId, current)),
  ]);
  return new Map(
    memberRefIds.map((memberRefId) => {
      const current = now.get(memberRefId);
      return [
        memberRefId,
        {
          before: priorBefore(before.get(memberRefId), current),
          now: current === undefined || current.row.status === 'red' ? null : current.row,
          chargeback: current?.chargeback ?? 0,
        },
      ];
    }),
  );
}

/**
 * Returns the amount that a reinstated member was last paid: for the whole quarter or year, or for a month the amount that scoring
 * compared with.
 */
function priorBefore(before: Before | undefined, now: Now | undefined): PriorRow | null {
  if (before === undefined) return null;
  const { prior, sideAmount } = before;
  if (sideAmount !== null) return { ...prior, lastPresentAmount: sideAmount };
  const isScored = now?.row.status === 'reappeared' && now.scoredAgainst === prior.lastPresentPeriod;
  return isScored ? { ...prior, lastPresentAmount: now.prevAmount } : prior;
}
