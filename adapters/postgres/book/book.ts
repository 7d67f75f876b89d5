import type { Fragment } from 'postgres';
import type { LockedBook, PeriodScoring, StoredPeriod } from '../../../app/book/book-ports.ts';
import { type Period, yearStart } from '../../../core/period.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { membersWithoutTotal, type RecordTotal } from '../../../core/scoring/year-to-date.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { loadCarrierEvents } from '../carrier-events/carrier-events.ts';
import { startNow } from '../connection/start-now.ts';
import { listClosed, saveAdjustments } from '../months/book-months.ts';
import { estimatesRates, saveEstimates } from '../rates/book-estimates.ts';
import { linesInMonth, printsTotals, withYearTotals } from '../reads/member-lines.ts';
import { loadUnassignedTotals } from '../reads/unassigned-totals.ts';
import { untilWritten } from '../records/bulk-writer.ts';
import { type BookScope, ofBook, ofPeriod, type WriterScope } from './book-scope.ts';
import { clearPeriod, loadFindingTallies, savePeriod } from './period-scores.ts';
import { loadBaseline, loadEarlierRows } from './prior-rows.ts';
import { loadStoredPeriod } from './stored-period.ts';

/** Opens a book whose lock the transaction holds. Run it inside `untilWritten`, which waits for the queries that the writer still sends. */
export function openBook(scope: WriterScope): LockedBook {
  return {
    ...periodsOf(scope),
    outline: async (from) => {
      const [periods, events, tallies, closed, estimates] = await Promise.all([
        listPeriods(scope, from),
        loadCarrierEvents(scope),
        loadFindingTallies(scope, from),
        listClosed(scope, from),
        estimatesRates(scope),
      ]);
      return { periods, events, tallies, closed, estimatesRates: estimates };
    },
    recordTotals: async (period, lines) => {
      // Totals are sums of stored lines, and the writer may still be sending lines.
      await scope.writer.done();
      return loadRecordTotals(scope, period, lines);
    },
    unassignedTotals: (periods) => loadUnassignedTotals(scope, periods),
    saveAdjustments: (changes) => saveAdjustments(scope, changes),
  };
}

/** Reads and saves the periods of a book, oldest first. */
function periodsOf(scope: WriterScope): Pick<LockedBook, 'read' | 'rows' | 'earlierRows' | 'save'> {
  /** The rows of the last baseline or saved period, which is the next baseline. Members are identified by them, then compared with them. */
  let kept: { readonly period: Period; readonly rows: Promise<readonly PriorRow[]> } | null = null;

  async function save(period: Period, scoring: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scoring: null): Promise<null>;
  async function save(period: Period, scoring: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scoring === null) {
      await clearPeriod(scope, period);
      return null;
    }
    if (scoring.estimates !== null) await saveEstimates(scope, period, scoring.estimates);
    const { outcome, rows } = await untilWritten(scope.writer, () => savePeriod(scope, period, scoring));
    kept = { period, rows: Promise.resolve(rows) };
    return outcome;
  }
  return {
    read: async (period, known) => {
      // Both are sent at once, because each may wait behind lines that are being written.
      const [stored, before] = await Promise.all([
        loadStoredPeriod(scope, period, known),
        loadPeriodsBefore(scope, period),
      ]);
      return stored === null ? null : { ...stored, ...before };
    },
    rows: (period) => {
      if (kept?.period !== period) kept = { period, rows: startNow(loadBaseline(scope, period)) };
      return kept.rows;
    },
    earlierRows: (period, memberRefIds) => loadEarlierRows(scope, period, memberRefIds),
    save,
  };
}

async function listPeriods(scope: BookScope, from: Period): Promise<readonly Period[]> {
  const { sql } = scope;
  const rows = await sql<{ period: Period }[]>`
    select period from ${files} where ${ofBook(scope)} and period >= ${from} and status = 'active'
    union
    select period from ${rollups} where ${ofBook(scope)} and period >= ${from}
    order by period`;
  return rows.map((row) => row.period);
}

async function loadPeriodsBefore(
  scope: BookScope,
  period: Period,
): Promise<Pick<StoredPeriod, 'baselinePeriod' | 'firstPeriod'>> {
  const [row] = await scope.sql<Pick<StoredPeriod, 'baselinePeriod' | 'firstPeriod'>[]>`
    select max(period) as "baselinePeriod", min(period) as "firstPeriod"
    from ${rollups} where ${ofBook(scope)} and period < ${period}`;
  return row ?? { baselinePeriod: null, firstPeriod: null };
}

/**
 * Loads the sums of the year of records, for statements that print totals of the year. Records of these lines that the period has no total
 * of are looked up in earlier months. Call it after the writer is done.
 */
async function loadRecordTotals(
  scope: BookScope,
  period: Period,
  lines: readonly ScorableLine[],
): Promise<readonly RecordTotal[]> {
  const totals = await loadPrintedTotals(scope, period);
  const others = membersWithoutTotal(lines, totals);
  return others.length === 0 ? totals : [...(await loadEarlierTotals(scope, period, others)), ...totals];
}

async function loadPrintedTotals(scope: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const { sql, key } = scope;
  return sql<RecordTotal[]>`
    with month as (
      select file_id, bool_and(${printsTotals(sql, sql`f`)}) over () as only_totals
      from ${files} f ${ofPeriod(scope, period)} and status = 'active'
    )
    select l.member_ref_id as "memberRefId", l.policy_ref_id as "policyRefId", (sum(l.amount) * 10000)::float8 as amount
    from month join ${statementLines} l on l.account_id = ${key.accountId} and l.file_id = month.file_id
    where month.only_totals
    group by l.member_ref_id, l.policy_ref_id`;
}

/** Looks up each member in each month of the year. Usually few members need it: those who are new or were left out for a while. */
async function loadEarlierTotals(
  { sql, key }: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<readonly RecordTotal[]> {
  const record = sql`member_ref_id, policy_ref_id`;
  const inBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId} and ${table}.carrier_id = ${key.carrierId}
    and ${table}.period between ${yearStart(period)} and ${period}`;
  const lines = sql`
    select l.member_ref_id, l.policy_ref_id, l.period, l.amount, true as is_earlier,
      l.file_id = any (array(select f.file_id from ${files} f where ${inBook(sql`f`)} and ${printsTotals(sql, sql`f`)})) as is_total
    from unnest(${memberRefIds}::uuid[]) as wanted (member_ref_id)
    join ${rollups} month on ${inBook(sql`month`)}
    cross join lateral (${linesInMonth(sql, key.accountId, { member: sql`wanted`, period: sql`month.period` })}) l`;
  return sql<RecordTotal[]>`
    select member_ref_id as "memberRefId", policy_ref_id as "policyRefId", (sum(amount) * 10000)::float8 as amount
    from (${withYearTotals(sql, { lines, record })}) lines
    where in_year_total group by ${record}`;
}
