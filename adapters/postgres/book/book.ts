import type { LockedBook, PeriodScoring, StoredPeriod } from '../../../app/book/book-ports.ts';
import type { Period } from '../../../core/period.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { loadCarrierEvents } from '../carrier-events/carrier-events.ts';
import { startNow } from '../connection/start-now.ts';
import { listClosed, saveAdjustments } from '../months/book-months.ts';
import { estimatesRates, saveEstimates } from '../rates/book-estimates.ts';
import { loadUnassignedTotals } from '../reads/unassigned-totals.ts';
import { untilWritten } from '../records/bulk-writer.ts';
import { type BookScope, ofBook, type WriterScope } from './book-scope.ts';
import { clearPeriod, loadFindingTallies, savePeriod } from './period-scores.ts';
import { loadBaseline, loadEarlierRows } from './prior-rows.ts';
import { loadRecordTotals } from './record-totals.ts';
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
