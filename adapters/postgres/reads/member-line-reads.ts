import type { MemberLine, MemberLineReads } from '../../../app/reads/list-member-lines.ts';
import { offsetPage } from '../../../core/page.ts';
import { files } from '../../../schema/files.ts';
import type { Database } from '../connection/database.ts';
import { findBookOf } from '../queries/book-scope.ts';
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
