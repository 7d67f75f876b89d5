import type { CensusReads } from '../../../app/reads/reconcile-census.ts';
import type { CarrierBook } from '../../../app/reads/report-medicare.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused } from '../../../core/problem.ts';
import type { PaidMember } from '../../../core/report/census.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { memberAliases } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { findBookPeriod, ofCarrierBook, scoredRowsOfBook } from '../queries/book-scope.ts';

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
