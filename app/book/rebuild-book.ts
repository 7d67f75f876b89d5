import { followDispute } from '../../core/dispute/dispute.ts';
import {
  blockOf,
  type ContinuedCount,
  continuedSentences,
  countContinued,
  findReturning,
  matchMembers,
  mayHaveNewIds,
  type ReturningCount,
} from '../../core/identity/match-returning.ts';
import { adjustmentOf, isChangedMonth, monthFigures } from '../../core/month/month-state.ts';
import { addMonths, type Period } from '../../core/period.ts';
import type { Claim } from '../../core/report/claim.ts';
import { cadenceOf, unpaidMonthsOf } from '../../core/scoring/cadence.ts';
import { type EstimatedRate, estimateRates } from '../../core/scoring/estimate-rates.ts';
import { type CarrierEvent, keepDecisions, needsAttention } from '../../core/scoring/events/carrier-event.ts';
import type { FindingTally } from '../../core/scoring/events/shared-findings.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import { type RecordOfAgent, recordsOfAgents } from '../../core/scoring/gone-parts.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import { type PeriodMembers, periodMembers } from '../../core/scoring/period-members.ts';
import { emptyRollup, type Rollup } from '../../core/scoring/period-sums.ts';
import { type PeriodInputs, scoreInSteps } from '../../core/scoring/score-period.ts';
import { toleranceOf } from '../../core/scoring/tolerance.ts';
import { continuesTotals, sinceTotals, totalsOneMonth } from '../../core/scoring/year-of-pay.ts';
import type { StatementWarning } from '../../core/statement/line.ts';
import { lineKindOf } from '../../core/statement/line-kind.ts';
import { unassignedTotals } from '../../core/statement/unassigned-line.ts';
import { monthName } from '../../core/wording.ts';
import { claimsOf } from '../reads/report-recoverable.ts';
import type {
  BookIdentities,
  ClosedMonth,
  CountReturning,
  DisputedBook,
  KnownLines,
  LockedBook,
  MonthChange,
  PeriodScoring,
  StoredPeriod,
} from './book-store.ts';

/**
 * Scores a period and every later one again from the lines of their active files (docs/reference/uploads-and-jobs.md#what-a-job-does).
 * Each period is a function of its lines and of the period before, so any order of jobs, repeats and crashes gives the same book.
 */

/** The result for one period. */
export interface RebuiltPeriod {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly rollup: Rollup;
  readonly events: readonly CarrierEvent[];
  /** Members who continue under ids that are new in this period; null without any. */
  readonly continued: ContinuedCount | null;
  /** True when the month was closed before and its figures have changed. */
  readonly changesClosed: boolean;
}

export type RebuildProgress = (done: number, total: number) => Promise<void>;

export interface RebuildOptions {
  readonly known?: KnownLines;
  /** Finds members who continue under new ids. Absent where no line can have changed since they were found. */
  readonly identities?: Identities;
  readonly onProgress?: RebuildProgress;
}

type Identities = Pick<BookIdentities, 'loadLinks' | 'continueMembers'>;

/**
 * Scores the periods from `from` on, oldest first, and saves them. Returns the periods that have data. The caller holds the lock of the
 * book.
 */
export async function rebuildBook(
  book: LockedBook,
  from: Period,
  options: RebuildOptions = {},
): Promise<readonly RebuiltPeriod[]> {
  const { known = new Map(), identities, onProgress } = options;
  const outline = await book.outline(from);
  const { periods } = outline;
  const recordOfAgent = recordsOfAgents(outline.agentTexts);
  let { events, tallies } = outline;
  const rebuilt: Omit<RebuiltPeriod, 'changesClosed'>[] = [];
  for (const [index, period] of periods.entries()) {
    const read = await readPeriod(book, period, { known, identities });
    const { estimatesRates } = outline;
    const context = { events, tallies, estimatesRates, recordOfAgent };
    const scoring = read === null ? null : prepareScoring(period, read, context);
    // The events and the tally of an earlier scoring of this period are replaced by those of this one.
    const before = events.filter((event) => event.period === period);
    tallies = tallies.filter((tally) => tally.period !== period);
    events = events.filter((event) => event.period !== period);
    if (read === null || scoring === null) {
      await book.save(period, null);
    } else {
      const outcome = await book.save(period, scoring);
      events = [...events, ...keepDecisions(before, outcome.events)];
      tallies = [...tallies, outcome.tally];
      rebuilt.push({ period, baselinePeriod: scoring.baselinePeriod, continued: read.continued, ...outcome });
    }
    await onProgress?.(index + 1, periods.length);
  }
  const changed = outline.closed.length === 0 ? NO_PERIODS : await recordChanges(book, outline.closed, rebuilt);
  return rebuilt.map((one) => ({ ...one, changesClosed: changed.has(one.period) }));
}

const NO_PERIODS: ReadonlySet<Period> = new Set();

/** Records by how much the figures of closed months changed, and returns the changed months. A month without data counts with zeros. */
async function recordChanges(
  book: LockedBook,
  closed: readonly ClosedMonth[],
  rebuilt: readonly Pick<RebuiltPeriod, 'period' | 'rollup'>[],
): Promise<ReadonlySet<Period>> {
  const rollups = new Map(rebuilt.map(({ period, rollup }) => [period, rollup]));
  const unassigned = await book.unassignedTotals(closed.map(({ period }) => period));
  const changed = new Set<Period>();
  const changes: MonthChange[] = [];
  for (const { period, ...before } of closed) {
    const after = monthFigures(rollups.get(period) ?? emptyRollup(), unassigned.get(period) ?? unassignedTotals([]));
    const change = adjustmentOf(before, after);
    if (change !== null) changes.push({ period, ...change });
    if (isChangedMonth(before, after)) changed.add(period);
  }
  if (changes.length > 0) await book.saveAdjustments(changes);
  return changed;
}

/** Returns true when the baseline is not the month before this period, so that the comparison spans months without a statement. */
export function hasBaselineGap({ period, baselinePeriod }: Pick<RebuiltPeriod, 'period' | 'baselinePeriod'>): boolean {
  return baselinePeriod !== null && addMonths(baselinePeriod, 1) !== period;
}

/**
 * Warns about carrier events and a gap before the month. Members who left together are told only when all files of the month have come,
 * because a missing file may contain them.
 */
export function periodWarnings(
  own: RebuiltPeriod | undefined,
  monthFileWarnings: readonly StatementWarning[],
): StatementWarning[] {
  if (own === undefined) return [];
  const isOpen = monthFileWarnings.some(({ code }) => code === 'month_open');
  const events = own.events
    .filter(
      (event) =>
        needsAttention({ ...event, askedIn: event.shared?.askedIn ?? null }) &&
        !(isOpen && event.kind === 'members_left'),
    )
    .map(({ detail }) => ({ code: 'carrier_event', detail }) as const);
  if (own.baselinePeriod === null || !hasBaselineGap(own)) return events;
  const detail = `Compared with ${monthName(own.baselinePeriod)}: no statement of the months between has been loaded.`;
  return [{ code: 'baseline_gap', detail }, ...events];
}

/** The data that a period is scored from. */
interface ReadPeriod {
  readonly stored: StoredPeriod;
  readonly members: PeriodMembers;
  readonly continued: ContinuedCount | null;
}

/** Reads a period after its members with new ids are filed under their earlier ids. Returns null when the period has no lines. */
async function readPeriod(
  book: LockedBook,
  period: Period,
  { known, identities }: { readonly known: KnownLines; readonly identities: Identities | undefined },
): Promise<ReadPeriod | null> {
  const stored = await book.read(period, known);
  if (stored === null) return null;
  const members = await membersOf(book, period, stored);
  const { baselinePeriod } = stored;
  if (identities === undefined || baselinePeriod === null) return { stored, members, continued: null };
  const continued = await continueBlock(identities, { period, baselinePeriod, members });
  if (continued === null) return { stored, members, continued };
  const again = await readPeriod(book, period, { known: new Map(), identities: undefined });
  return again === null ? null : { ...again, continued };
}

interface RebuildContext {
  readonly events: readonly CarrierEvent[];
  readonly tallies: readonly FindingTally[];
  readonly estimatesRates: boolean;
  readonly recordOfAgent: RecordOfAgent;
}

/** Prepares the scoring of a period: `save` takes step after step, and each is scored when it is taken. */
function prepareScoring(
  period: Period,
  { stored, members }: ReadPeriod,
  { events, tallies, estimatesRates, recordOfAgent }: RebuildContext,
): PeriodScoring {
  const { baselinePeriod, config, newestFileId, productLine } = stored;
  const estimates = estimatesRates && baselinePeriod === null ? estimatesOf(period, stored, members) : null;
  const rates = estimates === null ? stored.rates : withEstimates(stored.rates, estimates);
  const inputs: PeriodInputs = {
    period,
    baselinePeriod,
    firstPeriod: stored.firstPeriod ?? period,
    rates,
    tolerance: toleranceOf(config.config),
    newestFileId,
    cadence: cadenceOf(config.config),
    kindOf: lineKindOf(config.config),
    isUnpaidMonth: unpaidMonthsOf(config.config),
    isPolicyTerm: config.config.policyTerm === true,
    productLine,
    earlierEvents: events.filter((event) => event.period < period),
    earlierTallies: tallies.filter((tally) => tally.period < period),
    recordOfAgent,
  };
  const steps = scoreInSteps(inputs, members);
  return { configId: config.configId, baselinePeriod, steps, countReturning, estimates };
}

/** Collects the members of the lines and of the baseline, each with its latest earlier row. */
async function membersOf(book: LockedBook, period: Period, stored: StoredPeriod): Promise<PeriodMembers> {
  const { baselinePeriod } = stored;
  const lines = await paidLines(book, period, stored);
  if (baselinePeriod === null) return periodMembers([], lines);
  const members = periodMembers(await book.rows(baselinePeriod), lines);
  members.addEarlier(await book.earlierRows(baselinePeriod, members.newcomers));
  return members;
}

/** Returns the lines as amounts of this period. Totals of the year are first turned into the payments of the month. */
async function paidLines(book: LockedBook, period: Period, stored: StoredPeriod): Promise<readonly ScorableLine[]> {
  const { lines, totalsFileIds, baselinePeriod } = stored;
  if (totalsFileIds.size === 0) return lines;
  const printed = lines.filter(({ fileId }) => totalsFileIds.has(fileId));
  const payments = lines.filter(({ fileId }) => !totalsFileIds.has(fileId));
  const before = continuesTotals(period, baselinePeriod) ? await book.recordTotals(baselinePeriod, printed) : [];
  return [...sinceTotals(printed, before), ...payments];
}

/** Estimates rates in the first period of a book. They are estimated again whenever that period is scored. */
function estimatesOf(period: Period, stored: StoredPeriod, members: PeriodMembers): readonly EstimatedRate[] {
  const isRate = stored.totalsFileIds.size === 0 || totalsOneMonth(period);
  return isRate ? estimateRates(members.months(), { period, productLine: stored.productLine }) : [];
}

const withEstimates = (
  rates: readonly ExpectedRate[],
  estimates: readonly EstimatedRate[],
): readonly ExpectedRate[] => [...rates.filter((rate) => rate.source === 'contracted'), ...estimates];

/**
 * Counts the missing members of a scored month who seem to have returned under another id. Returns null where nobody left or nobody
 * is new.
 */
const countReturning: CountReturning = async (rollup, rows, listLinkedIds): Promise<ReturningCount | null> => {
  if (!mayHaveNewIds(rollup)) return null;
  const { missing, returning } = findReturning(rows, NO_LINKS);
  // The links are read only for a month that has a pair.
  if (returning.length === 0) return { missing, returning: 0 };
  return { missing, returning: findReturning(rows, await listLinkedIds()).returning.length };
};

const NO_LINKS: ReadonlySet<string> = new Set();

/**
 * Continues the members of a period whom the carrier gave new ids together. The result depends only on the lines of this and earlier
 * periods and on the links that people undid. A job takes the links of its and later months back before it scores them again.
 */

/** Files the lines of the block under its members. Returns null, and changes nothing, without a block. */
async function continueBlock(
  identities: Pick<BookIdentities, 'loadLinks' | 'continueMembers'>,
  {
    period,
    baselinePeriod,
    members,
  }: {
    readonly period: Period;
    readonly baselinePeriod: Period;
    readonly members: PeriodMembers;
  },
): Promise<ContinuedCount | null> {
  const possible = matchMembers(members.inOrder());
  if (possible.pairs.length === 0) return null;
  const { linkedIds, followsBlock } = await identities.loadLinks(period);
  // An undone link proves the block as the others do, so that undoing one of five leaves four.
  const joins = blockOf(possible, { followsBlock }).filter(({ aliasRefId }) => !linkedIds.has(aliasRefId));
  if (joins.length === 0) return null;
  await identities.continueMembers(period, joins);
  return countContinued(members.inOrder(), joins, baselinePeriod);
}

/** Tells how many members continue, in the job's own month and in later months, which a job scores too. */
export function continuedBlockWarnings(
  rebuilt: readonly { readonly period: Period; readonly continued: ContinuedCount | null }[],
  own: Period,
): readonly StatementWarning[] {
  return rebuilt.flatMap(({ period, continued }) => {
    if (continued === null) return [];
    const sentences = continuedSentences(continued).join(' ');
    const detail = period === own ? sentences : `${monthName(period)}: ${sentences}`;
    return [{ code: 'members_continued' as const, detail }];
  });
}

/** Updates the disputes of a book after a rescore: records the amounts that statements have paid, and closes or reopens disputes. */
export async function followDisputes({ disputes, workspaceId }: Omit<DisputedBook, 'book'>): Promise<void> {
  const followed = await disputes.listDisputes();
  if (followed.length === 0) return;
  const rows = followed.flatMap((dispute) => dispute.rows).filter((row) => row.workspaceId === workspaceId);
  const claims = new Map<string, Claim>();
  for await (const members of disputes.findingsOf([...new Set(rows.map(({ memberRefId }) => memberRefId))])) {
    for (const claim of members.flatMap(claimsOf)) claims.set(claim.claimId, claim);
  }
  const changes = followed.flatMap((dispute) => followDispute(dispute, { claims, workspaceId }) ?? []);
  if (changes.length > 0) await disputes.saveDisputes(changes);
}
