import type { Fragment } from 'postgres';
import type { CallFilter, CallReads, PersonToCall } from '../../../app/reads/list-to-call.ts';
import { offsetPage } from '../../../core/page.ts';
import { isRefused } from '../../../core/problem.ts';
import { memberAliases, memberContacts } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { openRowExport, rowsOfQuery } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { agentNameOf, isOfAgent } from '../queries/agent-rows.ts';
import { refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { carrierName } from '../queries/carrier-scope.ts';
import { reasonOf } from '../queries/month-columns.ts';
import { rowsByName } from './member-reads.ts';

/** Lists the people to call with what people wrote down about how they are reached. */
export function createCallReads(database: Database): CallReads {
  return {
    listToCall: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          sql<PersonToCall[]>`
            ${peopleToCall(sql, accountId, filter)} limit ${page.limit + 1} offset ${page.offset}`,
        ]);
        return isRefused(refused) ? refused : offsetPage(rows, page);
      }),
    exportToCall: (accountId, filter, offset) =>
      openRowExport(database, accountId, (sql) =>
        rowsOfQuery<PersonToCall, PersonToCall>(sql, refuseUnknownBook(sql, accountId, filter), {
          query: peopleToCall(sql, accountId, filter),
          offset,
          show: (person) => person,
        }),
      ),
  };
}

function peopleToCall(sql: Sql, accountId: string, filter: CallFilter): Fragment {
  const { agent, since, ...book } = filter;
  const first = sql`coalesce(${since ?? null}::text, (
    select to_char(to_date(max(period), 'YYYY-MM') - interval '1 month', 'YYYY-MM') from ${rollups} where account_id = ${accountId}))`;
  const conditions = [
    sql`and s.period >= ${first}
      and (s.status = 'red' and s.counted or s.status <> 'red' and s.term_date >= to_date(${first}, 'YYYY-MM'))`,
    ...whenSet(agent, (named) => sql`and ${isOfAgent(sql, accountId, named)}`),
  ];
  return sql`
    select s.member_ref_id as "memberRefId", s.member_name as "memberName", s.member_external_id as "memberExternalId",
      s.carrier_id as "carrierId", (${carrierName(sql, accountId, sql`s`)}) as "carrierName", s.policy_number as "policyNumber",
      s.plan_name as "planName", ${agentNameOf(sql, accountId)} as "agentName", case when s.status = 'red' then 'gone' else 'going' end as kind,
      s.period, s.term_date as "termDate", s.last_paid_period as "lastPaidPeriod",
      round(s.last_paid_amount, 2)::float8 as "lastPaidAmount", c.phone, coalesce(c.email, s.email) as email,
      ${reasonOf(sql)} as reason
    from (${rowsByName(sql, { accountId, filter: book, page: null }, conditions)}) s
    left join lateral (
      select phone, email from ${memberContacts}
      where account_id = ${accountId} and member_ref_id in (
        select s.member_ref_id union all
        select alias_ref_id from ${memberAliases}
        where account_id = ${accountId} and member_ref_id = s.member_ref_id and removed_at is null)
      order by set_at desc limit 1
    ) c on true`;
}
