import type { Period } from '../core/period.ts';
import { addMonths } from '../core/period.ts';
import { cadenceOf } from '../core/scoring/cadence.ts';
import { estimateRates } from '../core/scoring/estimate-rates.ts';
import type { ExpectedRate } from '../core/scoring/expected.ts';
import { type MemberMonths, memberMonths, type ScorableLine } from '../core/scoring/member-month.ts';
import type { Rollup } from '../core/scoring/rollup.ts';
import { type PeriodScores, scoreInTurns } from '../core/scoring/score-period.ts';
import { toleranceOf } from '../core/scoring/tolerance.ts';
import { continuesTotals, sinceTotals } from '../core/scoring/year-to-date.ts';
import type { BookLine, LockedBook, StoredPeriod } from './ports.ts';

/**
 * Scores a period and every later one again from the lines of their active files (contract 4). Each period is a function
 * of its lines and of the period before, so that any order of jobs, repeats and crashes ends in the same book.
 */

/** What came out for one period. */
export interface RebuiltPeriod {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly rollup: Rollup;
}

/** Lines of files just read, by file id: they need not be read back. */
export type KnownLines = ReadonlyMap<string, readonly BookLine[]>;

export type RebuildProgress = (done: number, total: number) => Promise<void>;

/**
 * Oldest first; periods are written while later ones are read and scored. Returns those that have data, all of them written; the
 * caller holds the book's lock.
 */
export async function rebuildBook(
  book: LockedBook,
  from: Period,
  options: { readonly known?: KnownLines; readonly onProgress?: RebuildProgress } = {},
): Promise<readonly RebuiltPeriod[]> {
  const periods = await book.listPeriods(from);
  const rebuilt: RebuiltPeriod[] = [];
  const writes: Promise<void>[] = [];
  try {
    for (const [index, period] of periods.entries()) {
      const scored = await scoreStored(book, period, options.known ?? new Map());
      // Two at a time keep both the server and this process busy; more would only be more memory.
      await writes.at(-2);
      if (scored !== null) {
        rebuilt.push(summaryOf(scored));
        writes.push(begun(book.savePeriod(period, scored)));
      }
      await options.onProgress?.(index + 1, periods.length);
    }
  } finally {
    // Also when something failed: nothing may go on in a transaction that is over.
    await Promise.allSettled(writes);
  }
  await Promise.all(writes);
  return rebuilt;
}

/** Its error is heard of where it is waited for. */
function begun(work: Promise<void>): Promise<void> {
  work.catch(() => {});
  return work;
}

/** A month between the baseline and this period has no statement: the comparison spans it. */
export function hasBaselineGap({ period, baselinePeriod }: RebuiltPeriod): boolean {
  return baselinePeriod !== null && addMonths(baselinePeriod, 1) !== period;
}

interface ScoredPeriod {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly configId: string;
  readonly scores: PeriodScores;
}

/** Null when the period has no lines any more; then it has no scores either. */
async function scoreStored(book: LockedBook, period: Period, known: KnownLines): Promise<ScoredPeriod | null> {
  const stored = await book.loadPeriod(period, known);
  if (stored === null) {
    await book.clearPeriod(period);
    return null;
  }
  const { baselinePeriod, config, newestFileId, productLine } = stored;
  const months = memberMonths(await paidLines(book, period, stored));
  const rates = await ratesOf(book, period, { stored, months });
  const priorRows = await book.loadPriorRows(baselinePeriod, months.keys());
  const tolerance = toleranceOf(config.config);
  const cadence = cadenceOf(config.config);
  const inputs = { period, baselinePeriod, priorRows, rates, tolerance, newestFileId, cadence, productLine };
  const scores = await inTurns(scoreInTurns(inputs, months));
  return { period, baselinePeriod, configId: config.configId, scores };
}

/** Lets everything else that waits have its turn between two steps. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function summaryOf({ period, baselinePeriod, scores }: ScoredPeriod): RebuiltPeriod {
  return { period, baselinePeriod, rollup: scores.rollup };
}

/** The lines as amounts of this period: statements that print totals of the year have to be taken apart first. */
async function paidLines(book: LockedBook, period: Period, stored: StoredPeriod): Promise<readonly ScorableLine[]> {
  const { lines, baselinePeriod, config } = stored;
  if (config.config.statementMode !== 'ytd' || !continuesTotals(period, baselinePeriod)) return lines;
  return sinceTotals(lines, await book.loadRecordTotals(baselinePeriod));
}

/** The book's first period is what rates are estimated from, so they are made again whenever it is. */
async function ratesOf(
  book: LockedBook,
  period: Period,
  { stored, months }: { readonly stored: StoredPeriod; readonly months: MemberMonths },
): Promise<readonly ExpectedRate[]> {
  if (stored.baselinePeriod !== null || !(await book.estimatesRates())) return stored.rates;
  const estimates = estimateRates(months.values());
  await book.saveEstimates(period, estimates);
  return [...stored.rates.filter((rate) => rate.source === 'contracted'), ...estimates];
}
