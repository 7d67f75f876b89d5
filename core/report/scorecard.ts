import { z } from 'zod';
import { returningSentence } from '../identity/match-returning.ts';
import { type Exact, exactFromMoney, exactToDollars } from '../money.ts';
import { monthIndex, type Period } from '../period.ts';
import { type AskingEvent, type EventState, needsAttention } from '../scoring/events/carrier-event.ts';
import {
  AVERAGE_PLACES,
  addUp,
  byCarrier,
  type Carrier,
  type CarrierMonth,
  type CarrierSpan,
  compareCarriers,
  type Figures,
  RATE_PLACES,
  type RequestedRange,
  ratio,
} from './carrier-month.ts';

/**
 * Judges whether a month's statements are complete (docs/reference/reports.md#data-quality). Unusual numbers of lost
 * and new members mostly mean an incomplete file, or a file of another month or book.
 */

/** Levels of quality, from good to bad. */
export const QUALITY_LEVELS = ['ok', 'watch', 'alert'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];

/** Minimum number of dropped members that is judged. One of two members would already be half. */
const RED_MIN = 2;

const rate = (description: string) => z.number().describe(`${description}, 6 decimals; 0 for nobody.`);

export const qualityLevel = z.enum(QUALITY_LEVELS);

/** How good a carrier's month is, with the figures that say so. */
export const qualityFields = z.object({
  level: qualityLevel,
  reason: z
    .string()
    .describe(
      'The level in words, with the figures; then how the statement compares with the book of business, where there is one.',
    ),
  droppedRate: rate('red / priorPresent'),
  newRate: rate('newMembers / present'),
  churnOverlap: rate('The smaller of both'),
  red: z.int(),
  newMembers: z.int(),
  reappeared: z.int(),
  present: z.int(),
  priorPresent: z.int().describe('Members of the statement this one was compared with; 0 for a first one.'),
  checks: z
    .array(
      z.object({
        name: z.enum(['droppedRate', 'churnOverlap']),
        value: z.number(),
        watchAt: z.number(),
        alertAt: z.number(),
        outcome: z
          .enum([...QUALITY_LEVELS, 'skipped'])
          .describe(
            'Skipped: there is nothing to compare with, fewer than two members were lost, or the month still waits for files.',
          ),
      }),
    )
    .readonly(),
});
type Quality = Readonly<z.output<typeof qualityFields>>;
export type QualityCheck = Quality['checks'][number];

/** A carrier event, as far as the report judges it. */
export interface QualityEvent extends AskingEvent {
  readonly carrierId: string;
  readonly state: EventState;
  readonly detail: string;
}

/** A month that still waits for files. */
export interface WaitingMonth {
  readonly carrierId: string;
  readonly period: Period;
  readonly received: number;
  readonly expected: number;
}

/** Judges every carrier of a period and lists carriers without a statement. */
export function dataQualityReport<Event extends QualityEvent>(
  period: Period | null,
  { months, spans, policySummaries = new Map(), events, waiting = [] }: PeriodFacts<Event>,
) {
  const carriers = byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
    const carrierEvents = events.filter((event) => event.carrierId === carrierId);
    const openMonths = waiting.filter((month) => month.carrierId === carrierId);
    const figures = addUp(own);
    const judged = openMonths.length === 0 ? judgeQuality(figures) : waitForFiles(figures, openMonths);
    const quality = withEvents(judged, carrierEvents);
    const summary = policySummaries.get(carrierId);
    const reason = summary === undefined ? quality.reason : `${quality.reason} ${summary}`;
    return { carrierId, carrierName, ...quality, reason, carrierEvents };
  });
  const missing = spans
    .filter(({ lastPeriod }) => period !== null && lastPeriod < period)
    .map(({ carrierId, carrierName, lastPeriod }) => ({ carrierId, carrierName, lastPeriod }));
  const levels = [...carriers.map(({ level }) => level), ...missing.map(() => 'watch' as const)];
  return { period, overall: worstOf(levels), carriers, missing };
}

interface PeriodFacts<Event> {
  /** Rollups of the period. */
  readonly months: readonly CarrierMonth[];
  /** Spans of all carriers with data up to the period. */
  readonly spans: readonly CarrierSpan[];
  /**
   * Differences between a carrier's book of business and its statement, one sentence per carrier. They change no level.
   */
  readonly policySummaries?: ReadonlyMap<string, string>;
  /** Events of the period, in display order. */
  readonly events: readonly Event[];
  /** Months of the period with outstanding files, in any workspace. */
  readonly waiting?: readonly WaitingMonth[];
}

/** Largest number of events that the reason quotes. All events are listed beside it. */
const EVENTS_QUOTED_MAX = 3;

/** Adds events to a carrier's quality. An undecided event raises the level to `watch`, unless the carrier pays more. */
function withEvents(quality: Quality, events: readonly QualityEvent[]): Quality {
  if (events.length === 0) return quality;
  const isOpen = events.some((event) => event.state === 'open' && needsAttention(event));
  const quoted = events.slice(0, EVENTS_QUOTED_MAX).map(({ detail }) => detail);
  const others = events.length - quoted.length;
  const more = others === 0 ? [] : [`${others} more carrier ${others === 1 ? 'event' : 'events'}.`];
  return {
    ...quality,
    level: isOpen ? worstOf([quality.level, 'watch']) : quality.level,
    reason: [quality.reason, ...quoted, ...more].join(' '),
  };
}

/** Judges one month of one carrier. */
export function judgeQuality(figures: Figures): Quality {
  const { red, new: newMembers, reappeared, memberCount, priorPresent } = figures;
  const droppedRate = ratio(red, priorPresent, RATE_PLACES);
  const newRate = ratio(newMembers, memberCount, RATE_PLACES);
  const churnOverlap = Math.min(droppedRate, newRate);
  const skipped = red < RED_MIN || priorPresent === 0;
  const checks = [
    check({ name: 'droppedRate', value: droppedRate, watchAt: 0.2, alertAt: 0.5 }, skipped),
    check({ name: 'churnOverlap', value: churnOverlap, watchAt: 0.15, alertAt: 0.35 }, skipped),
  ];
  const level = worstOf(checks.flatMap(({ outcome }) => (outcome === 'skipped' ? [] : [outcome])));
  return {
    level,
    reason: withReturning(reasonOf({ red, newMembers, present: memberCount, priorPresent, checks }), figures),
    droppedRate,
    newRate,
    churnOverlap,
    red,
    newMembers,
    reappeared,
    present: memberCount,
    priorPresent,
    checks,
  };
}

/** Judges a month with outstanding files: always `watch`, because a missing member may be in a file to come. */
function waitForFiles(figures: Figures, openMonths: readonly WaitingMonth[]): Quality {
  const quality = judgeQuality(figures);
  const received = openMonths.reduce((sum, month) => sum + month.received, 0);
  const expected = openMonths.reduce((sum, month) => sum + month.expected, 0);
  const missing = `${members(figures.red)} ${figures.red === 1 ? 'is' : 'are'} missing so far`;
  return {
    ...quality,
    level: 'watch',
    reason: `The month has ${received} of ${expected} files: ${missing}, provisionally, and the month is judged when it is complete.`,
    checks: quality.checks.map((judged) => ({ ...judged, outcome: 'skipped' })),
  };
}

function check(limits: Omit<QualityCheck, 'outcome'>, skipped: boolean): QualityCheck {
  const { value, watchAt, alertAt } = limits;
  if (skipped) return { ...limits, outcome: 'skipped' };
  if (value >= alertAt) return { ...limits, outcome: 'alert' };
  return { ...limits, outcome: value >= watchAt ? 'watch' : 'ok' };
}

function worstOf(levels: readonly QualityLevel[]): QualityLevel {
  return QUALITY_LEVELS.findLast((level) => levels.includes(level)) ?? 'ok';
}

type Findings = Pick<Quality, 'red' | 'newMembers' | 'present' | 'priorPresent' | 'checks'>;

function reasonOf({ red, newMembers, present, priorPresent, checks }: Findings): string {
  if (priorPresent === 0)
    return `There are no members of an earlier statement to compare the ${present} of this one with.`;
  if (red === 0) return `Nobody is missing, against ${priorPresent} in the statement before.`;
  const lost = `${members(red)} ${red === 1 ? 'is' : 'are'} missing, against ${priorPresent} in the statement before`;
  if (red < RED_MIN) return `${lost}: too few to tell anything by.`;
  const dropped = `${lost} (${percent(red, priorPresent)})`;
  const came = `${newMembers} of its ${members(present)} are new (${percent(newMembers, present)})`;
  const raised = checks.filter(({ outcome }) => outcome !== 'ok').map(({ name }) => name);
  if (raised.includes('churnOverlap')) {
    return `${dropped}, while ${came}: the file may be of another month, or of another book.`;
  }
  if (raised.includes('droppedRate')) return `${dropped}: the file may be incomplete.`;
  return `${dropped}, and ${came}: an ordinary month.`;
}

/** Adds the members who return under another id, at every level. They explain both lost and new members. */
function withReturning(reason: string, { missingMembers, returningMembers }: Figures): string {
  if (returningMembers === 0) return reason;
  return `${reason} ${returningSentence({ missing: missingMembers, returning: returningMembers })}`;
}

function members(count: number): string {
  return `${count} ${count === 1 ? 'member' : 'members'}`;
}

function percent(part: number, whole: number): string {
  return `${ratio(100 * part, whole, AVERAGE_PLACES)} %`;
}

/**
 * Grades the reliability of carriers (docs/reference/reports.md#carrier-scorecards). Three fifths of the score are for
 * a statement every month, two fifths for clean statements.
 */

export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
type Grade = (typeof GRADES)[number];

interface ScorecardInputs {
  readonly range: RequestedRange;
  /** Latest month with data of any carrier. */
  readonly latest: Period | null;
  /** Rollups inside the range. */
  readonly months: readonly CarrierMonth[];
  /** Spans of all carriers with data up to the end of the range. */
  readonly spans: readonly CarrierSpan[];
  /** Months of the range with outstanding files, in any workspace. */
  readonly waiting?: readonly WaitingMonth[];
  /** Open claims of the range by carrier, without estimates. */
  readonly recoverable: ReadonlyMap<string, Exact>;
}

/**
 * Returns the scorecards of a range, worst first: by score, then by owed amount without estimates, then by name. A carrier known before the
 * range is graded even without a statement in it.
 */
export function scorecardReport(inputs: ScorecardInputs) {
  const { range, latest, months, spans, waiting = [], recoverable } = inputs;
  const to = range.to ?? latest;
  const monthsOf = new Map(byCarrier(months).map(({ carrierId, months: own }) => [carrierId, own]));
  const cards = spans.flatMap((span) => {
    const expected = expectedMonths(span, range.from, to);
    // A range after the last month with data expects no statement.
    if (expected < 1) return [];
    const own = monthsOf.get(span.carrierId) ?? [];
    const { commissionOwed, commissionOwedEstimated } = addUp(own);
    const open = new Set(waiting.filter(({ carrierId }) => carrierId === span.carrierId).map(({ period }) => period));
    const levels = own.map((month) => (open.has(month.period) ? 'watch' : judgeQuality(month).level));
    const card = scorecardOf(span, own, { levels, expected, recoverable: recoverable.get(span.carrierId) ?? 0n });
    return [{ card, owed: commissionOwed - commissionOwedEstimated }];
  });
  const ordered = cards.toSorted(
    (a, b) => a.card.score - b.card.score || Number(b.owed - a.owed) || compareCarriers(a.card, b.card),
  );
  const firsts = spans.map(({ firstPeriod }) => firstPeriod).toSorted();
  return { from: range.from ?? firsts[0] ?? null, to, data: ordered.map(({ card }) => card) };
}

/** Counts the expected months of a carrier, from its first statement on. */
function expectedMonths({ firstPeriod }: CarrierSpan, from: Period = firstPeriod, to: Period | null = null): number {
  const start = from > firstPeriod ? from : firstPeriod;
  return to === null ? 0 : monthIndex(to) - monthIndex(start) + 1;
}

const ONE_DOLLAR = exactFromMoney(10_000);

/** Weight of a month by its quality, in halves, so that sums stay integers. */
const HALVES: Readonly<Record<QualityLevel, number>> = { ok: 2, watch: 1, alert: 0 };

interface Grading {
  /** The level of each month. A month with outstanding files is `watch`: its figures are not judged before it is complete. */
  readonly levels: readonly QualityLevel[];
  /** Number of months in which a statement is expected. */
  readonly expected: number;
  readonly recoverable: Exact;
}

function scorecardOf(
  { carrierId, carrierName }: Carrier,
  months: readonly CarrierMonth[],
  { levels, expected, recoverable }: Grading,
) {
  const sum = addUp(months);
  const reported = months.length;
  const memberDollars = ONE_DOLLAR * BigInt(sum.memberCount);
  const halves = levels.reduce((total, level) => total + HALVES[level], 0);
  // 100 × (0.6 × reported / expected + 0.4 × halves / 2 / reported), over one denominator.
  const score = ratio(60 * reported * reported + 20 * halves * expected, reported * expected, AVERAGE_PLACES);
  return {
    carrierId,
    carrierName,
    grade: gradeOf(score),
    score,
    commissionOwed: exactToDollars(sum.commissionOwed),
    commissionOwedEstimated: exactToDollars(sum.commissionOwedEstimated),
    owedPerMemberMonth: ratio(sum.commissionOwed, memberDollars, AVERAGE_PLACES),
    owedPerMemberMonthEstimated: ratio(sum.commissionOwedEstimated, memberDollars, AVERAGE_PLACES),
    chargebackAmount: exactToDollars(sum.chargebackAmount),
    dropRatePct: ratio(100 * sum.red, sum.memberCount + sum.red, AVERAGE_PLACES),
    consistencyPct: ratio(100 * reported, expected, AVERAGE_PLACES),
    periodsReported: reported,
    periodsExpected: expected,
    qualityFlags: levels.filter((level) => level !== 'ok').length,
    avgMembers: ratio(sum.memberCount, reported, AVERAGE_PLACES),
    recoverableAmount: exactToDollars(recoverable),
  };
}

/** Grades the rounded score, so that grade and shown score agree. */
function gradeOf(score: number): Grade {
  if (score >= 90) return 'A';
  if (score >= 80) return 'B';
  if (score >= 70) return 'C';
  return score >= 60 ? 'D' : 'F';
}
