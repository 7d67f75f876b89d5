import type { Fragment } from 'postgres';
import type { WorksheetFilter, WorksheetReads } from '../../../app/worksheet-reads.ts';
import { WORKSHEET_LINES_MAX, WORKSHEET_ROWS_MAX } from '../../../core/limits.ts';
import { type Exact, scaleDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused, refuseField } from '../../../core/problem.ts';
import {
  type BookRate,
  type CarrierOwed,
  type EvidenceLine,
  type OwedWorksheet,
  owedWorksheet,
  type UnderpaidMember,
  worksheetRange,
} from '../../../core/report/owed-worksheet.ts';
import { readByColumn, type Selection } from '../by-column.ts';
import type { Database } from '../database.ts';
import { type ExpectedRateRow, expectedRateColumns, expectedRateFrom } from '../expected-rate-rows.ts';
import { SCORABLE_LINE, type ScorableLineRow, scorableLineReader } from '../line-columns.ts';
import { linesInMonth } from '../member-lines.ts';
import { plannedForValues } from '../planned-for-values.ts';
import { ROWS_PER_STATEMENT } from '../row-set.ts';
import type { Sql } from '../sql.ts';
import { given, refuseUnknownBook } from './book-filter.ts';

export function createWorksheetReads(database: Database): WorksheetReads {
  return { owed: (accountId, filter) => database.read(accountId, (sql) => readWorksheet(sql, accountId, filter)) };
}

type Range = { readonly from: Period; readonly to: Period };

async function readWorksheet(sql: Sql, accountId: string, filter: WorksheetFilter): Promise<OwedWorksheet | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<{ period: Period | null }[]>`
      select max(r.period) as period from rollups r where ${ofBooks(sql, accountId, filter)}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  if (isRefused(refused)) return refused;
  const range = worksheetRange(filter, latest?.period ?? null);
  if (isRefused(range)) return range;
  if (range === null) return owedWorksheet({ range, members: [], lines: [], rates: [], carriers: [] });
  const underpaid = underpaidRows(sql, accountId, { ...filter, ...range });
  const [carriers, members, rates] = await Promise.all([
    listCarriers(sql, underpaid),
    listMembers(sql, underpaid),
    listRates(sql, accountId),
  ]);
  const lines = await listLines(sql, accountId, members);
  if (lines.length > WORKSHEET_LINES_MAX) {
    return refuseField(
      'from',
      `is too far back: more than ${WORKSHEET_LINES_MAX} statement rows; ask for fewer months or one carrier`,
    );
  }
  return owedWorksheet({ range, members, lines, rates, carriers });
}

function ofBooks(sql: Sql, accountId: string, { carrierId, workspaceId }: WorksheetFilter) {
  return [
    sql`r.account_id = ${accountId}`,
    ...given(carrierId, (id) => sql`and r.carrier_id = ${id}`),
    ...given(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
  ];
}

/** Found by the months whose rollup says that something is owed: all others are never looked at. */
const underpaidRows = (sql: Sql, accountId: string, filter: WorksheetFilter & Range) => sql`
  rollups r
  join scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
    and s.period = r.period and s.commission_owed > 0
  join carriers c on c.carrier_id = r.carrier_id and (c.account_id = ${accountId} or c.account_id is null)
  where ${ofBooks(sql, accountId, filter)} and r.period between ${filter.from} and ${filter.to} and r.commission_owed > 0`;

async function listCarriers(sql: Sql, underpaid: Fragment): Promise<readonly CarrierOwed[]> {
  const rows = await sql<(Omit<CarrierOwed, 'expected' | 'owed'> & ExactTexts)[]>`
    select s.carrier_id as "carrierId", c.name as "carrierName", count(distinct s.member_ref_id)::int as members,
      count(*)::int as "memberMonths", sum(s.expected_amount) as expected, sum(s.commission_owed) as owed
    from ${underpaid}
    group by s.carrier_id, c.name order by sum(s.commission_owed) desc, c.name, s.carrier_id`;
  return rows.map(withExact);
}

async function listMembers(sql: Sql, underpaid: Fragment): Promise<readonly UnderpaidMember[]> {
  const rows = await sql<(Omit<UnderpaidMember, 'expected' | 'owed'> & ExactTexts)[]>`
    select s.carrier_id as "carrierId", c.name as "carrierName", s.workspace_id as "workspaceId", s.period,
      s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
      s.policy_number as "policyNumber", s.plan_name as "planName", s.expected_amount as expected, s.commission_owed as owed
    from ${underpaid}
    order by s.commission_owed desc, s.period, c.name, s.member_external_id, s.member_ref_id
    limit ${WORKSHEET_ROWS_MAX}`;
  return rows.map(withExact);
}

/** All of the account's: a few dozen, whichever books are asked for. */
async function listRates(sql: Sql, accountId: string): Promise<readonly BookRate[]> {
  const rows = await sql<(ExpectedRateRow & { carrier_id: string; workspace_id: string | null })[]>`
    select ${expectedRateColumns(sql)}, carrier_id, workspace_id from expected_rates where account_id = ${accountId}`;
  return rows.map((row) => ({
    ...expectedRateFrom(row),
    carrierId: row.carrier_id,
    workspaceId: row.workspace_id,
  }));
}

interface EvidenceRow extends ScorableLineRow {
  file_id: string;
  period: Period;
  file_name: string;
}

const EVIDENCE_LINE: Selection<EvidenceRow> = {
  ...SCORABLE_LINE,
  file_id: 'l.file_id',
  period: 'l.period',
  file_name: 'l.file_name',
};

/**
 * One index look-up for each member and month, and one for each line's file: a planner that knows nothing of the tables would look
 * for the lines once for each file of the account. One line too many tells that there are too many.
 */
async function listLines(
  sql: Sql,
  accountId: string,
  members: readonly UnderpaidMember[],
): Promise<readonly EvidenceLine[]> {
  const lineOf = scorableLineReader();
  const lines: EvidenceLine[] = [];
  for (let start = 0; start < members.length && lines.length <= WORKSHEET_LINES_MAX; start += ROWS_PER_STATEMENT) {
    const some = members.slice(start, start + ROWS_PER_STATEMENT);
    const ofSome = sql`(
      select l.*, f.original_filename as file_name
      from unnest(${some.map(({ memberRefId }) => memberRefId)}::uuid[], ${some.map(({ period }) => period)}::text[])
        as wanted (member_ref_id, period)
      cross join lateral (${linesInMonth(sql, accountId, { member: sql`wanted`, period: sql`wanted.period` })}) l
      cross join lateral (
        select position, original_filename from files
        where account_id = ${accountId} and file_id = l.file_id and status = 'active' offset 0
      ) f
      order by f.position, l.sheet, l.row_number limit ${WORKSHEET_LINES_MAX + 1 - lines.length}) l`;
    await readByColumn(sql, EVIDENCE_LINE, ofSome, (read) => {
      lines.push({
        ...lineOf(read('file_id'), read),
        period: read('period'),
        fileName: read('file_name'),
        sheet: read('sheet'),
        row: read('row_number'),
      });
    });
  }
  return lines;
}

/** Sums as the server writes them: numeric with ten places, which no double could hold. */
interface ExactTexts {
  readonly expected: string;
  readonly owed: string;
}

function withExact<Row extends ExactTexts>(row: Row) {
  return { ...row, expected: exactFrom(row.expected), owed: exactFrom(row.owed) };
}

function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new RangeError(`Not an amount: ${text}`);
  return exact;
}
