import { z } from 'zod';
import { returningSentence } from '../identity/match-returning.ts';
import type { Period } from '../period.ts';
import { type AskingEvent, type EventState, needsAttention } from '../scoring/events/carrier-event.ts';
import { addUp, byCarrier, type CarrierMonth, type CarrierSpan, type Figures } from './carrier-month.ts';
import { AVERAGE_PLACES, RATE_PLACES, ratio } from './cumulative.ts';

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
