import { adjustmentOf, isChangedMonth, monthFigures } from '../../core/month/month-figures.ts';
import type { Period } from '../../core/period.ts';
import { addMonths } from '../../core/period.ts';
import { cadenceOf } from '../../core/scoring/cadence.ts';
import { estimateRates } from '../../core/scoring/estimate-rates.ts';
import type { CarrierEvent } from '../../core/scoring/events/carrier-event.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import { type PeriodMembers, periodMembers } from '../../core/scoring/period-members.ts';
import { emptyRollup, type Rollup } from '../../core/scoring/rollup.ts';
import { scoreInSteps } from '../../core/scoring/score-period.ts';
import { toleranceOf } from '../../core/scoring/tolerance.ts';
import {
  continuesTotals,
  membersWithoutTotal,
  type RecordTotal,
  sinceTotals,
  totalsOneMonth,
} from '../../core/scoring/year-to-date.ts';
import { lineKindOf } from '../../core/statement/line-kind.ts';
import type { ClosedMonth, KnownLines, LockedBook, MonthChange, ScoredPeriod, StoredPeriod } from './book-ports.ts';

/**
 * Scores a period and every later one again from the lines of their active files
 * (docs/reference/uploads-and-jobs.md#what-a-job-does). Each period is a function of its lines and of the period
 * before, so that any order of jobs, repeats and crashes ends in the same book.
 */

/** What came out for one period. */
export interface RebuiltPeriod {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly rollup: Rollup;
  readonly events: readonly CarrierEvent[];
  /** The month was closed before, and its figures are others now. */
  readonly changesClosed: boolean;
}

export type RebuildProgress = (done: number, total: number) => Promise<void>;

/**
 * Oldest first; while a period is scored it and those before it are written, and the next is read. Returns those that have data,
 * all of them written; the caller holds the book's lock.
 */
export async function rebuildBook(
  book: LockedBook,
  from: Period,
  options: { readonly known?: KnownLines; readonly onProgress?: RebuildProgress } = {},
): Promise<readonly RebuiltPeriod[]> {
  const known = options.known ?? new Map();
  const periods = await book.listPeriods(from);
  let events = await book.loadCarrierEvents();
  const closed = await book.listClosed(from);
  let done = 0;
  const onDone = async () => {
    done += 1;
    await options.onProgress?.(done, periods.length);
  };
  const rebuilt: RebuiltPeriod[] = [];
  const closedMonths = new Map(closed.map((month) => [month.period, month]));
  for (const [index, period] of periods.entries()) {
    const next = periods[index + 1] ?? null;
    const scored = await scorePeriod(book, period, { known, events, next });
    events = events.filter((event) => event.period !== period);
    if (scored === null) {
      await book.clearPeriod(period);
    } else {
      const { baselinePeriod } = scored;
      const outcome = await book.savePeriod(period, scored);
      events = [...events, ...outcome.events];
      const before = closedMonths.get(period);
      const changesClosed = before !== undefined && isChangedMonth(before, outcome.rollup);
      rebuilt.push({ period, baselinePeriod, ...outcome, changesClosed });
    }
    await onDone();
  }
  const changes = changesOf(closed, rebuilt);
  if (changes.length > 0) await book.saveAdjustments(changes);
  await book.written();
  return rebuilt;
}

/** By how much the figures of closed months are others now. A month without data any more has zeros. */
function changesOf(closed: readonly ClosedMonth[], rebuilt: readonly RebuiltPeriod[]): readonly MonthChange[] {
  const rollups = new Map(rebuilt.map(({ period, rollup }) => [period, rollup]));
  return closed.flatMap(({ period, ...before }) => {
    const change = adjustmentOf(before, monthFigures(rollups.get(period) ?? emptyRollup()));
    return change === null ? [] : [{ period, ...change }];
  });
}

/** A month between the baseline and this period has no statement: the comparison spans it. */
export function hasBaselineGap({ period, baselinePeriod }: Pick<RebuiltPeriod, 'period' | 'baselinePeriod'>): boolean {
  return baselinePeriod !== null && addMonths(baselinePeriod, 1) !== period;
}

/** Nothing is scored before the steps are asked for. Null when the period has no lines any more; then it has no scores either. */
async function scorePeriod(
  book: LockedBook,
  period: Period,
  {
    known,
    events,
    next,
  }: { readonly known: KnownLines; readonly events: readonly CarrierEvent[]; readonly next: Period | null },
): Promise<ScoredPeriod | null> {
  const stored = await book.loadPeriod(period, known);
  if (stored === null) return null;
  const { baselinePeriod, config, newestFileId, productLine } = stored;
  const members = await membersOf(book, period, stored);
  const rates = await ratesOf(book, period, { stored, members });
  const tolerance = toleranceOf(config.config);
  const cadence = cadenceOf(config.config);
  const kindOf = lineKindOf(config.config);
  const isPolicyTerm = config.config.policyTerm === true;
  const scored = { period, baselinePeriod, rates, tolerance, newestFileId, cadence, kindOf, isPolicyTerm, productLine };
  const inputs = { ...scored, earlierEvents: events.filter((event) => event.period < period) };
  const steps = scoreInSteps(inputs, members);
  if (next !== null) book.readAhead(next, known);
  return { configId: config.configId, baselinePeriod, steps };
}

/** Those of the lines and of the baseline, with the latest row of each. */
async function membersOf(book: LockedBook, period: Period, stored: StoredPeriod): Promise<PeriodMembers> {
  const { baselinePeriod } = stored;
  const lines = await paidLines(book, period, stored);
  if (baselinePeriod === null) return periodMembers([], lines);
  const members = periodMembers(await book.loadBaseline(baselinePeriod), lines);
  members.addEarlier(await book.loadEarlierRows(baselinePeriod, members.newcomers));
  return members;
}

/** The lines as amounts of this period: totals of the year have to be taken apart first. */
async function paidLines(book: LockedBook, period: Period, stored: StoredPeriod): Promise<readonly ScorableLine[]> {
  const { lines, totalsFileIds, baselinePeriod } = stored;
  if (totalsFileIds.size === 0) return lines;
  const printed = lines.filter(({ fileId }) => totalsFileIds.has(fileId));
  const payments = lines.filter(({ fileId }) => !totalsFileIds.has(fileId));
  const before = continuesTotals(period, baselinePeriod) ? await totalsBefore(book, baselinePeriod, printed) : [];
  return [...sinceTotals(printed, before), ...payments];
}

async function totalsBefore(
  book: LockedBook,
  baselinePeriod: Period,
  printed: readonly ScorableLine[],
): Promise<readonly RecordTotal[]> {
  const totals = await book.loadRecordTotals(baselinePeriod);
  const others = membersWithoutTotal(printed, totals);
  const earlier = others.length === 0 ? [] : await book.loadEarlierTotals(baselinePeriod, others);
  return [...earlier, ...totals];
}

/** The book's first period is what rates are estimated from, so they are made again whenever it is. */
async function ratesOf(
  book: LockedBook,
  period: Period,
  { stored, members }: { readonly stored: StoredPeriod; readonly members: PeriodMembers },
): Promise<readonly ExpectedRate[]> {
  if (stored.baselinePeriod !== null || !(await book.estimatesRates())) return stored.rates;
  const isRate = stored.totalsFileIds.size === 0 || totalsOneMonth(period);
  const estimates = isRate ? estimateRates(members.months(), { period, productLine: stored.productLine }) : [];
  await book.saveEstimates(period, estimates);
  return [...stored.rates.filter((rate) => rate.source === 'contracted'), ...estimates];
}
