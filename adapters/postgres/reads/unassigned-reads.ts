import type { MemberLine, MemberLineReads } from '../../../app/reads/list-member-lines.ts';
import type { UnassignedFilter, UnassignedLineRow, UnassignedReads } from '../../../app/reads/list-statement-money.ts';
import { offsetPage } from '../../../core/page.ts';
import { isRefused } from '../../../core/problem.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { carriers } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';
import { openRowExport, rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { findBookOf, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { linesInMonth } from '../queries/member-lines.ts';

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
