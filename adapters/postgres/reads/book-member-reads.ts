import type { CarrierBook, CensusReads, MedicareReads } from '../../../app/reads/report-book-members.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused } from '../../../core/problem.ts';
import type { PaidMember } from '../../../core/report/census.ts';
import type { ForecastMember, RdeMember } from '../../../core/report/medicare.ts';
import type { ExpectedRate } from '../../../core/scoring/expected.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { expectedRates, statementConfigs } from '../../../schema/carriers.ts';
import { memberAliases } from '../../../schema/members.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { agentNameOf, recordOf, scoredColumns } from '../queries/agent-rows.ts';
import { findBookPeriod, ofBooks, scoredRowsOfBook } from '../queries/book-scope.ts';
import { rowInMonth } from '../queries/claim-reads.ts';
import { type ExpectedRateRow, expectedRateColumns, expectedRateFrom } from '../queries/expected-rate-rows.ts';

export function createMedicareReads(database: Database): MedicareReads {
  return {
    rdeMembers: (accountId, book, exposedFrom) =>
      database.read(accountId, async (sql) => {
        const found = await findBookPeriod(sql, accountId, book);
        if (isRefused(found)) return found;
        const { period } = found;
        if (period === null) return { period, members: [] };
        const firstDay = `${exposedFrom(period)}-01`;
        return { period, members: await listRdeMembers(sql, accountId, { ...book, period, firstDay }) };
      }),
    forecastMembers: (accountId, book) => database.read(accountId, (sql) => readForecast(sql, accountId, book)),
  };
}

/** Lists members who may have left or be exposed. core decides which of them did. */
function listRdeMembers(
  sql: Sql,
  accountId: string,
  { firstDay, ...book }: CarrierBook & { readonly period: Period; readonly firstDay: string },
) {
  // The rows of a record have one number, so that they are one group.
  const record = recordOf(sql, accountId, scoredColumns(sql));
  return sql<RdeMember[]>`
    select s.status, s.effective_date as "effectiveDate", s.term_date as "termDate",
      (s.chargeback_amount * 10000)::float8 as chargeback, s.plan_name as "planName", s.plan_code as "planCode",
      case when ${record} is null then s.agent_id else max(s.agent_id) over (partition by ${record}) end as "agentId",
      ${agentNameOf(sql, accountId)} as "agentName", (
        select coalesce(sum(e.commission_amount) * 10000, 0)
        from ${rollups} p
        cross join lateral (${rowInMonth(sql, sql`s`)}) e
        where s.status <> 'red' and s.effective_date >= ${firstDay}::date
          and p.account_id = ${accountId} and p.workspace_id = s.workspace_id and p.carrier_id = s.carrier_id
          and p.period between to_char(s.effective_date, 'YYYY-MM') and ${book.period}
      )::float8 as "netSinceEffective"
    from ${scoredRowsOfBook(sql, accountId, book)}
      and (s.status = 'red' or s.chargeback_amount > 0 or s.term_date is not null or s.effective_date >= ${firstDay}::date)
    order by s.member_ref_id`;
}

async function readForecast(
  sql: Sql,
  accountId: string,
  book: CarrierBook,
): ReturnType<MedicareReads['forecastMembers']> {
  const found = await findBookPeriod(sql, accountId, book);
  if (isRefused(found)) return found;
  const { period } = found;
  if (period === null) return { period, rates: [], members: [] };
  const [rates, members] = await Promise.all([
    listContractedRates(sql, accountId, book.carrierId),
    sql<ForecastMember[]>`
      select s.status, s.effective_date as "effectiveDate", s.term_date as "termDate", s.plan_name as "planName",
        s.plan_code as "planCode", s.product_type as "productType", s.state,
        (s.premium_amount * 10000)::float8 as premium, (s.lives * 100)::float8 as lives
      from ${scoredRowsOfBook(sql, accountId, { ...book, period })} and s.status <> 'red'
      order by s.member_ref_id`,
  ]);
  return { period, rates, members };
}

async function listContractedRates(sql: Sql, accountId: string, carrierId: string): Promise<readonly ExpectedRate[]> {
  const rows = await sql<ExpectedRateRow[]>`
    select ${expectedRateColumns(sql)} from ${expectedRates}
    where account_id = ${accountId} and carrier_id = ${carrierId} and source = 'contracted'`;
  return rows.map(expectedRateFrom);
}

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
    where ${ofBooks(sql, accountId, book)} and r.period = ${book.period}`;
}

/** Lists the workspaces with the period, each with the rule for leading zeros of the configuration that scored it. */
function listScoredBooks(sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) {
  return sql<{ workspaceId: string; stripsZeros: boolean }[]>`
    select r.workspace_id as "workspaceId",
      coalesce((c.config -> 'memberId' ->> 'stripLeadingZeros')::boolean, false) as "stripsZeros"
    from ${rollups} r join ${statementConfigs} c on c.config_id = r.config_id
    where ${ofBooks(sql, accountId, book)} and r.period = ${book.period}`;
}
