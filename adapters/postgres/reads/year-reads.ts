import type { Fragment } from 'postgres';
import type { YearFilter, YearReads } from '../../../app/reads/report-books.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { GroupKept, GroupPay, GroupRenewals, YearFacts, YearGroup } from '../../../core/report/year.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { agentPayRows, movedMember, nameOfRecord, recordOf } from '../queries/agent-rows.ts';
import { unassignedByMonth } from '../queries/book-pay.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { exactFrom } from '../records/column-types.ts';

/** Lives from which on a policy counts as that of an employer group. Families have fewer. */
const GROUP_LIVES_MIN = 5;
const MONTHS_A_YEAR = 12;

/**
 * Reads a year by group. Pay by carrier and agent comes from rollups; by line and employer group it is added up from members' rows, so its
 * cost grows with members and months. Members are counted in two months of each book.
 */
export function createYearReads(database: Database): YearReads {
  return { year: (accountId, filter) => database.read(accountId, (sql) => readYear(sql, accountId, filter)) };
}

async function readYear(
  sql: Sql,
  accountId: string,
  { groupBy, today, ...filter }: Parameters<YearReads['year']>[1],
): Promise<YearFacts | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<{ through: Period | null }[]>`
      select max(r.period) as through from ${rollups} r
      where ${ofBooks({ sql, accountId, filter }, sql`r`)}
        ${[sql``, ...whenSet(filter.year, (year) => sql`and r.period between ${`${year}-01`} and ${`${year}-12`}`)]}`,
  ]);
  if (isRefused(refused)) return refused;
  const through = latest?.through ?? null;
  const year = filter.year ?? Number((through ?? today).slice(0, 4));
  if (through === null) return { year, through, pay: [], kept: [], keptFrom: null, renewals: [] };
  const books = { sql, accountId, filter, groupBy, through, year };
  const [pay, kept, renewals] = await Promise.all([loadPay(books), loadKept(books), loadRenewals(books)]);
  return { year, through, pay, ...kept, renewals };
}

interface Books {
  readonly sql: Sql;
  readonly accountId: string;
  readonly filter: Pick<YearFilter, 'carrierId' | 'workspaceId'>;
}

interface Wanted extends Books {
  readonly groupBy: YearGroup;
  readonly through: Period;
  readonly year: number;
}

/** Makes the condition for rows of the filter's books. */
const ofBooks = ({ sql, accountId, filter }: Books, row: Fragment) => [
  sql`${row}.account_id = ${accountId}`,
  ...whenSet(filter.carrierId, (carrierId) => sql`and ${row}.carrier_id = ${carrierId}`),
  ...whenSet(filter.workspaceId, (workspaceId) => sql`and ${row}.workspace_id = ${workspaceId}`),
];

/** Loads the pay of each group in each month of both years. */
async function loadPay(wanted: Wanted): Promise<readonly GroupPay[]> {
  const { sql, year } = wanted;
  const inYears = sql`t.period between ${`${year - 1}-01`} and ${`${year}-12`}`;
  const rows = await sql<(Omit<GroupPay, 'net'> & { readonly net: string })[]>`
    select g.key, ${nameOfGroup(sql)} as name, g.period, sum(g.net)::text as net
    from (select ${groupColumns(wanted)}, p.period, p.net from (
      select carrier_id, a, b, member, period, sum(net) as net from (${payRows(wanted, inYears)}) p
      group by carrier_id, a, b, member, period
    ) p) g
    group by g.key, g.period`;
  return rows.map((row) => ({ ...row, net: exactFrom(row.net) }));
}

/** Selects carrier_id, the texts a and b that name the group, a member with own moves, period and net, from the tables `t`. */
function payRows(wanted: Wanted, inYears: Fragment): Fragment {
  const { sql, accountId, groupBy } = wanted;
  const condition = [...ofBooks(wanted, sql`t`), sql`and ${inYears}`];
  switch (groupBy) {
    case 'carrier':
      return sql`
        select t.carrier_id, null::text as a, null::text as b, null::uuid as member, t.period,
          t.gross_amount - t.chargeback_amount + coalesce(u.gross - u.chargebacks, 0) as net
        from ${rollups} t left join ${unassignedByMonth(sql, accountId)} u
          on u.workspace_id = t.workspace_id and u.carrier_id = t.carrier_id and u.period = t.period
        where ${condition}`;
    case 'agent':
      return sql`
        select p.carrier_id, p.id as a, p.name as b, p.member_ref_id as member, p.period, p.net from (${agentPayRows(sql, accountId, condition)}) p`;
    case 'line':
    case 'employer_group':
      return sql`
        select t.carrier_id, ${textsOf(wanted, sql`t`)}, null::uuid as member, t.period, t.commission_amount as net
        from ${scoredRows} t where ${condition}
        union all
        select t.carrier_id, null, null, null, t.period, t.amount from ${unassignedLines} t
        join ${files} f on f.account_id = t.account_id and f.file_id = t.file_id and f.status = 'active'
        where ${condition} and t.is_counted`;
  }
}

/** Selects the texts of a scored row that name its group. */
function textsOf(wanted: Wanted, row: Fragment): Fragment {
  const { sql, groupBy } = wanted;
  switch (groupBy) {
    case 'carrier':
      return sql`null::text as a, null::text as b`;
    case 'agent':
      return sql`${row}.agent_id as a, ${row}.agent_name as b`;
    case 'line':
      return sql`nullif(btrim(${row}.product_type), '') as a, null::text as b`;
    case 'employer_group':
      return sql`
        case when (${row}.carrier_id, ${row}.policy_number) in (${employerGroups(wanted)}) then ${row}.policy_number end as a,
        ${row}.member_name as b`;
  }
}

/** Selects the policies that belong to employer groups: those with many lives, and all of a carrier of group business. */
const employerGroups = (wanted: Wanted): Fragment => {
  const { sql, accountId } = wanted;
  return sql`
    select s.carrier_id, s.policy_number
    from (
      select p.workspace_id, p.carrier_id, unnest(array[p.first, nullif(p.last, p.first)]) as month from (${spans(wanted)}) p
    ) p
    join ${scoredRows} s on ${rowsAt(wanted, sql`p.month`)}
    join ${visibleCarriers(sql, accountId)} c on c.carrier_id = s.carrier_id
    where s.policy_number is not null
    group by s.carrier_id, s.policy_number, s.period, c.product_line
    having sum(greatest(coalesce(s.lives, 1), 1)) >= ${GROUP_LIVES_MIN} or c.product_line = 'group'`;
};

/** Selects the name of a group: of an employer that is a member itself its own. */
const nameOfGroup = (sql: Sql) => sql`coalesce(case when min(g.own) = max(g.own) then max(g.own) end, max(g.name))`;

/** Selects key and names of the group that a row `p` (carrier_id, a, b, member, period) is of. */
function groupColumns({ sql, accountId, groupBy }: Wanted): Fragment {
  const ofCarrier = (column: Fragment) => sql`
    (select ${column} from ${visibleCarriers(sql, accountId)} c where c.carrier_id = p.carrier_id)`;
  switch (groupBy) {
    case 'carrier':
      return sql`p.carrier_id::text as key, ${ofCarrier(sql`c.name`)} as name, null::text as own`;
    case 'agent': {
      const record = recordOf(sql, accountId, {
        ...{
          carrier: sql`p.carrier_id`,
          number: sql`p.a`,
          name: sql`p.b`,
          member: sql`p.member`,
          month: sql`p.period`,
        },
      });
      return sql`
        coalesce('record ' || ${record}, 'name ' || lower(regexp_replace(btrim(p.b), '\\s+', ' ', 'g')), 'number ' || p.a) as key,
        coalesce(${nameOfRecord(sql, accountId, record)}, p.b, p.a) as name, null::text as own`;
    }
    case 'line':
      return sql`
        coalesce('type ' || lower(p.a), ${ofCarrier(sql`'line ' || c.product_line`)}) as key,
        coalesce(p.a, ${ofCarrier(sql`c.product_line`)}) as name, null::text as own`;
    case 'employer_group':
      return sql`p.carrier_id || ' ' || p.a as key, p.a || ' · ' || ${ofCarrier(sql`c.name`)} as name, p.b || ' · ' || p.a as own`;
  }
}

/** Selects the first and last month with data of each book, within the latest month and the twelve before it. */
const spans = (wanted: Wanted): Fragment => {
  const { sql, through } = wanted;
  return sql`
    select r.workspace_id, r.carrier_id, min(r.period) as first, max(r.period) as last from ${rollups} r
    where ${ofBooks(wanted, sql`r`)} and r.period between ${addMonths(through, -MONTHS_A_YEAR)} and ${through}
    group by r.workspace_id, r.carrier_id`;
};

/** Makes the condition for the scored rows `s` of the book `p` in a month. Their whole key is named. */
const rowsAt = ({ sql, accountId }: Books, period: Fragment): Fragment => sql`
  (s.account_id = ${accountId} and s.workspace_id = p.workspace_id and s.carrier_id = p.carrier_id and s.period = ${period})`;

/** Counts the members of each book's first month, and those of them who are still members in its last. */
async function loadKept(wanted: Wanted): Promise<Pick<YearFacts, 'kept' | 'keptFrom'>> {
  const { sql, accountId } = wanted;
  const rows = await sql<(GroupKept & { readonly since: Period })[]>`
    select g.key, ${nameOfGroup(sql)} as name, min(g.since) as since, sum(g.members)::int as members, sum(g.kept)::int as kept
    from (select ${groupColumns(wanted)}, p.since, p.members, p.kept from (
      select carrier_id, a, b, member, period, min(period) as since, count(*) as members, count(*) filter (where is_kept) as kept
      from (
        select s.carrier_id, ${textsOf(wanted, sql`s`)}, ${movedMember(sql)} as member, p.first as period, exists (
          select from ${scoredRows} e
          where e.account_id = ${accountId} and e.workspace_id = p.workspace_id and e.carrier_id = p.carrier_id
            and e.period = p.last and e.member_ref_id = s.member_ref_id and e.status <> 'red') as is_kept
        from (${spans(wanted)}) p
        join ${scoredRows} s on ${rowsAt(wanted, sql`p.first`)} and s.status <> 'red'
        where p.first < p.last
      ) m
      group by carrier_id, a, b, member, period
    ) p) g
    group by g.key`;
  const months = rows.map(({ since }) => since).toSorted();
  return { kept: rows.map(({ since: _, ...kept }) => kept), keptFrom: months[0] ?? null };
}

/**
 * Counts the active members of each book's last month by the months until they renew: the next anniversary of the month in which they
 * began. Members without a date of beginning, or with one to come, are counted without a month.
 */
async function loadRenewals(wanted: Wanted): Promise<readonly GroupRenewals[]> {
  const { sql, through } = wanted;
  const [year, month] = [Number(through.slice(0, 4)), Number(through.slice(5))];
  const monthsSince = sql`(${year * MONTHS_A_YEAR + month} - extract(year from s.effective_date) * 12 - extract(month from s.effective_date))::int`;
  const rows = await sql<(Omit<GroupRenewals, 'pay'> & { readonly pay: string })[]>`
    select g.key, ${nameOfGroup(sql)} as name, g.ahead, sum(g.members)::int as members, sum(g.pay)::text as pay
    from (select ${groupColumns(wanted)}, p.ahead, p.members, p.pay from (
      select carrier_id, a, b, member, period, ahead, count(*) as members, sum(amount) as pay
      from (
        select s.carrier_id, ${textsOf(wanted, sql`s`)}, ${movedMember(sql)} as member, p.last as period,
          s.commission_amount as amount,
          case when ${monthsSince} >= 0 then 12 - ${monthsSince} % 12 end as ahead
        from (${spans(wanted)}) p
        join ${scoredRows} s on ${rowsAt(wanted, sql`p.last`)} and s.status <> 'red'
        where s.term_date is null or s.term_date > to_date(p.last, 'YYYY-MM') + interval '1 month'
      ) m
      group by carrier_id, a, b, member, period, ahead
    ) p) g
    group by g.key, g.ahead`;
  return rows.map((row) => ({ ...row, pay: exactFrom(row.pay) }));
}
