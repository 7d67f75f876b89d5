import type { MemberLine, MemberLineReads } from '../../../app/reads/list-member-lines.ts';
import type { UnassignedFilter, UnassignedLineRow, UnassignedReads } from '../../../app/reads/list-statement-money.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { CensusReads } from '../../../app/reads/reconcile-census.ts';
import type { CarrierBook } from '../../../app/reads/report-medicare.ts';
import type { ClaimFacts, RecoverableReads } from '../../../app/reads/report-recoverable.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { PaidMember } from '../../../core/report/census.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { carriers, statementConfigs } from '../../../schema/carriers.ts';
import { disputeRows } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { memberAliases } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import { openRowExport, rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import {
  findBookOf,
  findBookPeriod,
  ofCarrierBook,
  refuseUnknownBook,
  scoredRowsOfBook,
  whenSet,
} from '../queries/book-scope.ts';
import { readFindings } from '../queries/claim-reads.ts';
import { linesInMonth } from '../queries/member-lines.ts';

export function createCensusReads(database: Database): CensusReads {
  return {
    paidMembers: (accountId, book) =>
      database.read(accountId, async (sql) => {
        const found = await findBookPeriod(sql, accountId, book);
        if (isRefused(found)) return found;
        const { period } = found;
        const members =
          period === null
            ? []
            : await sql<PaidMember[]>`
                select s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId",
                  s.member_name as "memberName", s.status, (s.commission_amount * 10000)::float8 as commission,
                  (s.chargeback_amount * 10000)::float8 as chargeback
                from ${scoredRowsOfBook(sql, accountId, { ...book, period })}`;
        const books = period === null ? [] : await listScoredBooks(sql, accountId, { ...book, period });
        const aliases = period === null ? [] : await listOtherIds(sql, accountId, { ...book, period });
        const finders = books.map(({ workspaceId }) => memberRefs({ accountId, ...book, workspaceId }));
        return {
          period,
          members,
          stripLeadingZeros: books.some(({ stripsZeros }) => stripsZeros),
          aliases,
          refsOf: (memberKey) => finders.map((refOf) => refOf(memberKey)),
        };
      }),
  };
}

/** Lists other ids of the members of the period, each with the id that the statement shows. */
function listOtherIds(sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) {
  return sql<{ externalId: string; memberExternalId: string }[]>`
    select alias.external_id as "externalId", s.member_external_id as "memberExternalId"
    from ${rollups} r
    join ${memberAliases} alias
      on alias.account_id = r.account_id and alias.workspace_id = r.workspace_id and alias.carrier_id = r.carrier_id
        and alias.removed_at is null
    join ${scoredRows} s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
      and s.period = r.period and s.member_ref_id = alias.member_ref_id
    where ${ofCarrierBook(sql, accountId, book)} and r.period = ${book.period}`;
}

/** Lists the workspaces with the period, each with the rule for leading zeros of the configuration that scored it. */
function listScoredBooks(sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) {
  return sql<{ workspaceId: string; stripsZeros: boolean }[]>`
    select r.workspace_id as "workspaceId",
      coalesce((c.config -> 'memberId' ->> 'stripLeadingZeros')::boolean, false) as "stripsZeros"
    from ${rollups} r join ${statementConfigs} c on c.config_id = r.config_id
    where ${ofCarrierBook(sql, accountId, book)} and r.period = ${book.period}`;
}

export function createRecoverableReads(database: Database): RecoverableReads {
  return {
    read: (accountId, filter, compose) =>
      database.read(accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, (sql) => withFacts(sql, { accountId, filter }, compose)),
  };
}

interface Books {
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Runs `compose`. Its first statement is sent together with the check of the filter. */
async function withFacts<R>(
  sql: Sql,
  { accountId, filter: { carrierId, workspaceId } }: Books,
  compose: (facts: ClaimFacts) => Promise<R>,
): Promise<R | Refused> {
  const filter = { carrierId, workspaceId };
  const [refused, made] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    compose({
      latest: () => latestMonth(sql, { accountId, filter }),
      disputesByClaim: () => askedClaims(sql, { accountId, filter }),
      findings: (since) => readFindings(sql, { accountId, ...filter, since }),
    }),
  ]);
  return refused ?? made;
}

/** Returns the latest month with data, and makes the server plan later statements for their own values. */
async function latestMonth(sql: Sql, { accountId, filter }: Books): Promise<Period | null> {
  const [[latest]] = await Promise.all([
    sql<{ period: Period | null }[]>`
      select max(r.period) as period from ${rollups} r where ${[
        sql`r.account_id = ${accountId}`,
        ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
        ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
      ]}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  return latest?.period ?? null;
}

/** Returns the id of the open dispute that holds a claim, by claim id. */
async function askedClaims(sql: Sql, { accountId, filter }: Books): Promise<ReadonlyMap<string, string>> {
  const held = await sql<{ claimId: string; disputeId: string }[]>`
    select r.claim_id as "claimId", r.dispute_id as "disputeId" from ${disputeRows} r where ${[
      sql`r.account_id = ${accountId} and r.is_held`,
      ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
    ]}`;
  return new Map(held.map(({ claimId, disputeId }) => [claimId, disputeId]));
}

export function createMemberLineReads(database: Database): MemberLineReads {
  return {
    list: ({ accountId, memberRefId, period }, page) =>
      database.read(accountId, async (sql) => {
        if ((await findBookOf(sql, accountId, memberRefId)) === null) return null;
        const rows = await sql<MemberLine[]>`
          select l.file_id as "fileId", f.original_filename as "fileName", l.sheet + 1 as sheet, l.row_number as row,
            l.member_external_id as "memberExternalId", l.member_name as "memberName", round(l.amount, 2)::float8 as amount,
            l.policy_number as "policyNumber", l.plan_name as "planName", l.product_type as "productType",
            round(l.premium, 2)::float8 as "premiumAmount", l.rate::float8 as rate, l.effective_date as "effectiveDate",
            l.term_date as "termDate", l.term_reason as "termReason", l.coverage_month as "coverageMonth", l.paid_date as "paidDate",
            l.transaction_type as "transactionType", l.agent_name as "agentName", l.state, l.carrier_status as "carrierStatus",
            l.description
          from (select ${memberRefId}::uuid as member_ref_id) m
          cross join lateral (${linesInMonth(sql, accountId, { member: sql`m`, period: sql`${period}` })}) l
          join ${files} f on f.account_id = ${accountId} and f.file_id = l.file_id and f.status = 'active'
          order by f.position, l.sheet, l.row_number limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
  };
}

export function createUnassignedReads(database: Database): UnassignedReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<UnassignedLineRow[]>`${linesOf(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery(sql, refuseUnknownBook(sql, accountId, filter), {
          query: linesOf(sql, accountId, filter),
          offset,
          show: (row: UnassignedLineRow) => row,
        }),
      ),
  };
}

/** Selects lines of active files: newest month first, then in order of the files and their rows. */
const linesOf = (sql: Sql, accountId: string, { period, carrierId, workspaceId, fileId }: UnassignedFilter) => sql`
  select u.period, u.carrier_id as "carrierId", c.name as "carrierName", u.workspace_id as "workspaceId", u.file_id as "fileId",
    f.original_filename as "fileName", u.sheet + 1 as sheet, u.row_number as row, u.kind, u.description as text,
    round(u.amount, 2)::float8 as amount, u.is_counted as "isCounted", u.agent_id as "agentId", u.agent_name as "agentName",
    u.coverage_month as "coverageMonth"
  from ${unassignedLines} u
  join ${files} f on f.account_id = ${accountId} and f.file_id = u.file_id and f.status = 'active'
  join ${carriers} c on c.carrier_id = u.carrier_id and (c.account_id = ${accountId} or c.account_id is null)
  where ${[
    sql`u.account_id = ${accountId}`,
    ...whenSet(period, (month) => sql`and u.period = ${month}`),
    ...whenSet(carrierId, (id) => sql`and u.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and u.workspace_id = ${id}`),
    ...whenSet(fileId, (id) => sql`and u.file_id = ${id}`),
  ]}
  order by u.period desc, f.position, u.sheet, u.row_number`;
