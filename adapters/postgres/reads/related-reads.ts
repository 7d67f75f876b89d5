import type { Fragment } from 'postgres';
import type {
  MemberLine,
  MemberLineReads,
  RelatedFacts,
  RelatedMember,
  RelatedReads,
} from '../../../app/reads/find-related.ts';
import { HOUSEHOLD_MAX } from '../../../core/limits/saved-report-limits.ts';
import { offsetPage } from '../../../core/page.ts';
import { nameForms } from '../../../core/roster/read-roster.ts';
import { files } from '../../../schema/files.ts';
import { memberAliases, searchWords } from '../../../schema/members.ts';
import { firstRows } from '../../../schema/views.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierName, findBookOf } from '../queries/book-scope.ts';
import { laterRows } from '../queries/claim-reads.ts';
import { linesInMonth } from '../queries/member-lines.ts';
import { shownStatus } from './member-reads.ts';

/** Members of the same name at other carriers that are shown. */
const NAMESAKES_MAX = 20;
/** People of a policy who are counted. Above it the number is not exact, and nobody reads it. */
const COUNTED_MAX = 1_000;

/** Finds related members by the words of the search, whose key has the members of a policy number or of a name together. */
export function createRelatedReads(database: Database): RelatedReads {
  return {
    findRelated: (accountId, memberRefId) =>
      database.read(accountId, async (sql) => {
        const book = await findBookOf(sql, accountId, memberRefId);
        if (book === null) return null;
        const { carrierId } = book;
        const own = { sql, accountId, memberRefId, carrierId };
        const [[self], household] = await Promise.all([
          rowsOf(sql, accountId, sql`select ${memberRefId}::uuid as ref, 'household' as relation`),
          loadHousehold(own),
        ]);
        const names = self?.memberName === null || self === undefined ? [] : nameForms(self.memberName);
        const related = await rowsOf(
          sql,
          accountId,
          sql`
            select ref, 'household' as relation from unnest(${household.slice(0, HOUSEHOLD_MAX + 1)}::uuid[]) as ref
            union all ${namesakes(own, names)}`,
        );
        return {
          related,
          householdCount: household.length === 0 ? 0 : household.length + 1,
          ownPaidTotal: self?.paidTotal ?? 0,
        } satisfies RelatedFacts;
      }),
  };
}

interface Own {
  readonly sql: Sql;
  readonly accountId: string;
  readonly memberRefId: string;
  readonly carrierId: string;
}

/** Loads the other members of the carrier who have a policy number that the member ever had. */
async function loadHousehold({ sql, accountId, memberRefId, carrierId }: Own): Promise<readonly string[]> {
  const ids = sql`
    select ${memberRefId}::uuid union all
    select alias_ref_id from ${memberAliases}
    where account_id = ${accountId} and member_ref_id = ${memberRefId} and removed_at is null`;
  const rows = await sql<{ ref: string }[]>`
    select distinct coalesce(a.member_ref_id, w.member_ref_id) as ref
    from (
      select distinct word, label from ${searchWords}
      where account_id = ${accountId} and kind = 'policy' and member_ref_id in (${ids})
    ) p
    join ${searchWords} w on w.account_id = ${accountId} and w.kind = 'policy' and w.word = p.word and w.label = p.label
      and w.carrier_id = ${carrierId}
    left join ${memberAliases} a on a.account_id = ${accountId} and a.alias_ref_id = w.member_ref_id and a.removed_at is null
    where w.member_ref_id not in (${ids}) and coalesce(a.member_ref_id, w.member_ref_id) <> ${memberRefId}
    order by ref limit ${COUNTED_MAX}`;
  return rows.map(({ ref }) => ref);
}

/** Selects members of other carriers who have one of the names now or had it. */
const namesakes = ({ sql, accountId, carrierId }: Own, names: readonly string[]): Fragment => sql`
  (select distinct coalesce(a.member_ref_id, w.member_ref_id) as ref, 'same_name' as relation
  from ${searchWords} w
  left join ${memberAliases} a on a.account_id = ${accountId} and a.alias_ref_id = w.member_ref_id and a.removed_at is null
  where w.account_id = ${accountId} and w.kind = 'name' and w.carrier_id <> ${carrierId}
    and w.word in (select left(search_fold(name), 200) collate "C" from unnest(${[...names]}::text[]) as name)
  order by ref limit ${NAMESAKES_MAX})`;

/** Loads the latest row of members, the household first, then by name. */
const rowsOf = (sql: Sql, accountId: string, refs: Fragment) => sql<RelatedMember[]>`
  select h.relation, s.member_ref_id as "memberRefId", s.member_name as "memberName",
    s.member_external_id as "memberExternalId", s.carrier_id as "carrierId",
    (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.policy_number as "policyNumber", ${shownStatus(sql)},
    s.last_paid_period as "lastPaidPeriod", round(s.last_paid_amount, 2)::float8 as "lastPaidAmount",
    round(s.paid_total - s.clawed_total, 2)::float8 as "paidTotal"
  from (${refs}) h
  join lateral (
    select * from ${firstRows} where account_id = ${accountId} and member_ref_id = h.ref limit 1
  ) m on true
  cross join lateral (
    select r.* from ${laterRows(sql, accountId)} and r.status <> 'carried' order by p.period desc limit 1
  ) s
  order by h.relation, s.member_name, s.carrier_id, s.member_ref_id`;

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
