import type {
  CarrierBook,
  MedicareReads,
  RdeReport,
  RenewalForecastReport,
} from '../../../app/reads/medicare-reads.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { firstExposedMonth, medicareRde, type RdeMember } from '../../../core/report/medicare-rde.ts';
import { type ForecastMember, renewalForecast } from '../../../core/report/medicare-renewal-forecast.ts';
import type { ExpectedRate } from '../../../core/scoring/expected.ts';
import { rowInMonth } from '../book/member-rows.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { type ExpectedRateRow, expectedRateColumns, expectedRateFrom } from '../rates/expected-rate-rows.ts';
import { findBookPeriod, scoredRowsOfBook } from './carrier-book.ts';

export function createMedicareReads(database: Database): MedicareReads {
  return {
    rapidDisenrollment: (accountId, book) => database.read(accountId, (sql) => readRde(sql, accountId, book)),
    renewalForecast: (accountId, book, horizonMonths) =>
      database.read(accountId, (sql) => readForecast(sql, accountId, { ...book, horizonMonths })),
  };
}

async function readRde(sql: Sql, accountId: string, book: CarrierBook): Promise<RdeReport | Refused> {
  const found = await findBookPeriod(sql, accountId, book);
  if (isRefused(found)) return found;
  const { period } = found;
  const { carrierId } = book;
  // Without data there is nobody, whatever the period.
  if (period === null) return { carrierId, period, ...medicareRde('2000-01', []) };
  return { carrierId, period, ...medicareRde(period, await listRdeMembers(sql, accountId, { ...book, period })) };
}

/** Everybody who may have left or be exposed; which of them did is decided in core. */
function listRdeMembers(sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) {
  const firstDay = `${firstExposedMonth(book.period)}-01`;
  return sql<RdeMember[]>`
    select s.status, s.effective_date as "effectiveDate", s.term_date as "termDate",
      (s.chargeback_amount * 10000)::float8 as chargeback, s.plan_name as "planName", s.plan_code as "planCode",
      s.agent_id as "agentId", s.agent_name as "agentName", (
        select coalesce(sum(e.commission_amount) * 10000, 0)
        from rollups p
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
  { horizonMonths, ...book }: CarrierBook & { readonly horizonMonths: number },
): Promise<RenewalForecastReport | Refused> {
  const found = await findBookPeriod(sql, accountId, book);
  if (isRefused(found)) return found;
  const { period } = found;
  const { carrierId } = book;
  const head = { carrierId, period, horizonMonths };
  if (period === null) return { ...head, ...renewalForecast({ asOf: '2000-01', horizonMonths: 0, rates: [] }, []) };
  const [rates, members] = await Promise.all([
    listContractedRates(sql, accountId, carrierId),
    sql<ForecastMember[]>`
      select s.status, s.effective_date as "effectiveDate", s.term_date as "termDate", s.plan_name as "planName",
        s.plan_code as "planCode", s.product_type as "productType", s.state,
        (s.premium_amount * 10000)::float8 as premium, (s.lives * 100)::float8 as lives
      from ${scoredRowsOfBook(sql, accountId, { ...book, period })} and s.status <> 'red'
      order by s.member_ref_id`,
  ]);
  return { ...head, ...renewalForecast({ asOf: period, horizonMonths, rates }, members) };
}

async function listContractedRates(sql: Sql, accountId: string, carrierId: string): Promise<readonly ExpectedRate[]> {
  const rows = await sql<ExpectedRateRow[]>`
    select ${expectedRateColumns(sql)} from expected_rates
    where account_id = ${accountId} and carrier_id = ${carrierId} and source = 'contracted'`;
  return rows.map(expectedRateFrom);
}
