import type { Fragment } from 'postgres';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type {
  UnderpaidMembers,
  WorksheetFacts,
  WorksheetRange,
  WorksheetReads,
} from '../../../app/reads/report-worksheet.ts';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/request-limits.ts';
import { WORKSHEET_LINES_AT_ONCE } from '../../../core/limits/saved-report-limits.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import type {
  BookRate,
  CarrierOwed,
  EvidenceLine,
  SheetNameOf,
  UnderpaidMember,
} from '../../../core/report/owed-worksheet.ts';
import { readSheetName } from '../../../core/statement/choose-sheets.ts';
import { statementConfigSchema } from '../../../core/statement/config.ts';
import { statementLines } from '../../../schema/book.ts';
import { expectedRates, statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { LINE_PLACE, SCORABLE_LINE_FIELDS } from '../book/book-records.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { openRowExport, streamRows } from '../connection/stream-rows.ts';
import { refuseUnknownBook, visibleCarriers, whenSet } from '../queries/book-scope.ts';
import { type ExpectedRateRow, expectedRateColumns, expectedRateFrom } from '../queries/expected-rate-rows.ts';
import { ingestsFile, linesInMonth } from '../queries/member-lines.ts';
import { exactFrom, text } from '../records/column-types.ts';
import { readColumnar, required, storedRecord } from '../records/stored-record.ts';

export function createWorksheetReads(database: Database): WorksheetReads {
  return {
    read: (accountId, filter, compose) =>
      database.read(accountId, (sql) => withFacts({ sql, accountId, filter }, compose)),
    exportRows: (accountId, filter, compose) =>
      openRowExport(database, accountId, (sql) => withFacts({ sql, accountId, filter }, compose)),
  };
}

interface Books {
  readonly sql: Sql;
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Runs `compose`. Its first statements are sent together with the check of the filter. */
async function withFacts<R>(
  { sql, accountId, filter: { carrierId, workspaceId } }: Books,
  compose: (facts: WorksheetFacts) => Promise<R>,
): Promise<R | Refused> {
  const books = { sql, accountId, filter: { carrierId, workspaceId } };
  const [refused, made] = await Promise.all([
    refuseUnknownBook(sql, accountId, books.filter),
    compose({
      latest: () => latestMonth(books),
      rates: () => listRates(sql, accountId),
      owedByCarrier: (range) => listCarriers(sql, underpaidRows(books, range)),
      underpaid: (range, page) => readUnderpaid(books, range, page),
    }),
  ]);
  return refused ?? made;
}

/** Returns the latest month with data, and makes the server plan later statements for their own values. */
async function latestMonth(books: Books): Promise<Period | null> {
  const { sql } = books;
  const [[latest]] = await Promise.all([
    sql<{ period: Period | null }[]>`select max(r.period) as period from ${rollups} r where ${ofBooks(books)}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  return latest?.period ?? null;
}

async function* readUnderpaid(
  books: Books,
  range: WorksheetRange,
  { limit, offset }: Parameters<WorksheetFacts['underpaid']>[1],
): AsyncGenerator<UnderpaidMembers> {
  const { sql, accountId } = books;
  const query = sql`${membersOf(sql, underpaidRows(books, range))} offset ${offset}`;
  const batches =
    limit === null
      ? streamRows<UnderpaidRow>(sql, query, EXPORT_BATCH_ROWS)
      : inBatches(await sql<UnderpaidRow[]>`${query} limit ${limit}`);
  const evidence = { sql, accountId, sheetNames: new Map() };
  for await (const rows of batches) yield* withEvidence(evidence, rows.map(withExact));
}

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += EXPORT_BATCH_ROWS)
    yield rows.slice(start, start + EXPORT_BATCH_ROWS);
}

function ofBooks({ sql, accountId, filter: { carrierId, workspaceId } }: Books) {
  return [
    sql`r.account_id = ${accountId}`,
    ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
  ];
}

/** Selects underpaid rows. Only months whose rollup has an owed amount are looked at. */
const underpaidRows = ({ sql, accountId, filter }: Books, { from, to }: WorksheetRange) => sql`
  ${rollups} r
  join ${scoredRows} s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
    and s.period = r.period and s.commission_owed > 0
  join ${visibleCarriers(sql, accountId)} c on c.carrier_id = r.carrier_id
  where ${ofBooks({ sql, accountId, filter })} and r.period between ${from} and ${to} and r.commission_owed > 0`;

async function listCarriers(sql: Sql, underpaid: Fragment): Promise<readonly CarrierOwed[]> {
  const rows = await sql<(Omit<CarrierOwed, 'expected' | 'owed' | 'estimated'> & ExactTexts & { estimated: string })[]>`
    select s.carrier_id as "carrierId", c.name as "carrierName", count(distinct s.member_ref_id)::int as members,
      count(*)::int as "memberMonths", sum(s.expected_amount) as expected, sum(s.commission_owed) as owed,
      coalesce(sum(s.commission_owed) filter (where s.owed_estimated), 0) as estimated
    from ${underpaid}
    group by s.carrier_id, c.name order by sum(s.commission_owed) desc, c.name, s.carrier_id`;
  return rows.map(({ estimated, ...row }) => ({ ...withExact(row), estimated: exactFrom(estimated) }));
}

type UnderpaidRow = Omit<UnderpaidMember, 'expected' | 'owed'> & ExactTexts;

/** Selects a value of the row's finding UNDERPAID. */
const ofFinding = (sql: Sql, value: Fragment) => sql`
  (select ${value} from jsonb_array_elements(s.signals) as found (signal)
    where found.signal->>'code' = 'UNDERPAID' limit 1)`;

/** Selects how sure the finding is. What many members share may be how the carrier pays, unless a contract says otherwise. */
const claimOfFinding = (sql: Sql) => sql`
  case when found.signal ? 'event' and found.signal->>'certainty' <> 'contracted' then 'to_check'
    else found.signal->>'claim' end`;

const membersOf = (sql: Sql, underpaid: Fragment) => sql`
  select s.carrier_id as "carrierId", c.name as "carrierName", s.workspace_id as "workspaceId",
    c.product_line as "productLine", s.period,
    s.member_ref_id as "memberRefId", s.member_external_id as "memberExternalId", s.member_name as "memberName",
    s.policy_number as "policyNumber", s.plan_name as "planName", s.expected_amount as expected, s.commission_owed as owed,
    s.owed_estimated as "isEstimated", ${ofFinding(sql, sql`found.signal->>'certainty'`)} as basis,
    ${ofFinding(sql, claimOfFinding(sql))} as claim
  from ${underpaid}
  order by s.commission_owed desc, s.period, c.name, s.member_external_id, s.member_ref_id`;

/** Lists all rates of the account, a few dozen, whatever the book filter. */
async function listRates(sql: Sql, accountId: string): Promise<readonly BookRate[]> {
  const rows = await sql<(ExpectedRateRow & { carrier_id: string; workspace_id: string | null })[]>`
    select ${expectedRateColumns(sql)}, carrier_id, workspace_id from ${expectedRates} where account_id = ${accountId}`;
  return rows.map((row) => ({
    ...expectedRateFrom(row),
    carrierId: row.carrier_id,
    workspaceId: row.workspace_id,
  }));
}

const EVIDENCE_LINE = storedRecord<EvidenceLine>({
  ...SCORABLE_LINE_FIELDS,
  ...LINE_PLACE,
  fileId: required(statementLines.fileId, text),
  period: required(statementLines.period, text),
  fileName: required({ name: 'file_name' }, text),
});

interface EvidenceReader {
  readonly sql: Sql;
  readonly accountId: string;
  /** Sheet names by file, filled as files occur. */
  readonly sheetNames: Map<string, (sheet: number) => string | null>;
}

/**
 * Yields members with their lines. Reads members in halves if their lines are too many to be in memory together, but one member's lines in
 * any case.
 */
async function* withEvidence(
  reader: EvidenceReader,
  members: readonly UnderpaidMember[],
): AsyncGenerator<UnderpaidMembers> {
  const lines = await listLines(reader, members);
  if (lines.length <= WORKSHEET_LINES_AT_ONCE || members.length === 1) {
    await readSheetNames(reader, lines);
    const sheetNameOf: SheetNameOf = (fileId, sheet) => reader.sheetNames.get(fileId)?.(sheet) ?? null;
    yield { members, lines, sheetNameOf };
    return;
  }
  const half = Math.ceil(members.length / 2);
  yield* withEvidence(reader, members.slice(0, half));
  yield* withEvidence(reader, members.slice(half));
}

/**
 * Lists lines with one index look-up for each member and month, and one for each line's file. Without statistics the planner would scan
 * the lines once for each file of the account. One line above the limit shows that several members have too many lines.
 */
async function listLines(
  { sql, accountId }: EvidenceReader,
  members: readonly UnderpaidMember[],
): Promise<readonly EvidenceLine[]> {
  const lines: EvidenceLine[] = [];
  const limit = members.length === 1 ? null : WORKSHEET_LINES_AT_ONCE + 1;
  const ofMembers = sql`(
    select l.*, f.original_filename as file_name
    from unnest(${members.map(({ memberRefId }) => memberRefId)}::uuid[], ${members.map(({ period }) => period)}::text[])
      as wanted (member_ref_id, period)
    cross join lateral (${linesInMonth(sql, accountId, { member: sql`wanted`, period: sql`wanted.period` })}) l
    cross join lateral (
      select position, original_filename from ${files}
      where account_id = ${accountId} and file_id = l.file_id and status = 'active' offset 0
    ) f
    order by f.position, l.sheet, l.row_number limit ${limit}) l`;
  await readColumnar(sql, EVIDENCE_LINE, ofMembers, (line) => lines.push(line));
  return lines;
}

/** Reads sheet names from the visible sheets that the job of each file recorded, by the configuration the file was read with. */
async function readSheetNames(
  { sql, accountId, sheetNames }: EvidenceReader,
  lines: readonly EvidenceLine[],
): Promise<void> {
  const fileIds = [...new Set(lines.map(({ fileId }) => fileId))].filter((fileId) => !sheetNames.has(fileId));
  if (fileIds.length === 0) return;
  const readBy = await sql<{ fileId: string; visible: string[] | null; sheets: unknown }[]>`
    select j.file_id as "fileId", j.sheet_names as visible, c.config -> 'sheets' as sheets
    from ${jobs} j join ${statementConfigs} c on c.config_id = j.config_id
    where j.account_id = ${accountId} and j.file_id = any(${fileIds}::uuid[]) and ${ingestsFile(sql, sql`j`)}`;
  for (const { fileId, visible, sheets } of readBy) {
    const read = statementConfigSchema.shape.sheets.parse(sheets ?? undefined);
    sheetNames.set(fileId, (sheet) => readSheetName({ sheets: read, visible: visible ?? [] }, sheet));
  }
}

/** Sums as the server writes them: numeric with ten decimal places, which a double can't hold. */
interface ExactTexts {
  readonly expected: string;
  readonly owed: string;
}

function withExact<Row extends ExactTexts>(row: Row) {
  return { ...row, expected: exactFrom(row.expected), owed: exactFrom(row.owed) };
}
