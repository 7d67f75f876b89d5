import {
  ARRIVALS_LEARNED_FROM,
  ARRIVALS_MIN,
  ARRIVALS_SPREAD_DAYS,
  EXPECTED_AFTER_MONTHS,
  LATE_AFTER_DAYS,
} from '../limits/account-limits.ts';
import { addMonths, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import { ordinalDay } from '../wording.ts';

/** The state of a carrier's statement of a month, on the screen of statements and on the home screen. */
export const STATEMENT_STATES = [
  ...(['complete', 'waiting', 'missing', 'late'] as const),
  ...(['reading', 'failed', 'closed', 'nothing'] as const),
] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** States of a month of a carrier that has earlier statements. */
export const ARRIVAL_STATES = ['complete', 'waiting', 'missing', 'late'] as const;
export type ArrivalState = (typeof ARRIVAL_STATES)[number];

interface ArrivalFacts {
  readonly period: Period;
  readonly hasData: boolean;
  /** True when more files of the month are expected. */
  readonly isWaiting: boolean;
  readonly usual: UsualDay | null;
  readonly today: string;
}

/** Says whether a statement is here. It is late only where the carrier has a usual day. */
export function arrivalState({ period, hasData, isWaiting, usual, today }: ArrivalFacts): ArrivalState {
  if (hasData) return isWaiting ? 'waiting' : 'complete';
  return isLate(usual, period, today) ? 'late' : 'missing';
}

interface StatementFacts extends ArrivalFacts {
  readonly isClosed: boolean;
  readonly openJobs: number;
  /** True when the newest file of the month could not be read. */
  readonly hasFailed: boolean;
  readonly isExpected: boolean;
}

/** Says what a person has to know of a month first. A file that is being read or failed comes before the files that are here. */
export function statementState(facts: StatementFacts): StatementState {
  if (facts.isClosed) return 'closed';
  if (facts.openJobs > 0) return 'reading';
  if (facts.hasFailed) return 'failed';
  return facts.hasData || facts.isExpected ? arrivalState(facts) : 'nothing';
}

interface ExpectationFacts {
  readonly period: Period;
  /** The months of the carrier that have data. */
  readonly withData: ReadonlySet<Period>;
  readonly firstPeriod: Period;
  readonly lastPeriod: Period;
  /** The latest month with data of any carrier. */
  readonly latestOfAll: Period;
  readonly usual: UsualDay | null;
  readonly before: Period;
  readonly after: Period;
}

/**
 * Decides whether a statement of a month without data is expected: in a gap of a carrier that sends every month, and for some months after
 * the last statement, as long as the carrier has a usual day or another carrier's statement of the month is here.
 */
export function isExpected(facts: ExpectationFacts): boolean {
  const { period, withData, firstPeriod, lastPeriod, latestOfAll, usual, before, after } = facts;
  if (period < firstPeriod) return false;
  if (period < lastPeriod) return withData.has(before) && withData.has(after);
  if (monthIndex(period) - monthIndex(lastPeriod) > EXPECTED_AFTER_MONTHS) return false;
  return usual !== null || period <= latestOfAll;
}

/**
 * Learns from earlier months on which day a carrier's statement is usually here
 * (docs/reference/uploads-and-jobs.md#when-a-statement-is-late).
 */

/** The day on which the first file of a month came, as YYYY-MM-DD. */
export interface Arrival {
  readonly period: Period;
  readonly date: string;
}

/** A day of the month, so many months after the month of the statement. */
export interface UsualDay {
  readonly day: number;
  readonly monthsAfter: number;
}

/** Days that a month may have. Days of different months are compared as if each month had as many. */
const MONTH_DAYS = 31;
/** The share of the months whose statement had come by the usual day. One in five may come later. */
const SHARE = 0.8;

/**
 * Returns the day by which four of five of the latest statements had come. Null when there are fewer than three, when
 * the latest three are not of months in a row, or when their days differ by more than two weeks: then no day is usual,
 * as after a history that was loaded at once.
 */
export function usualDay(arrivals: readonly Arrival[]): UsualDay | null {
  const latest = arrivals.toSorted((a, b) => (a.period < b.period ? 1 : -1)).slice(0, ARRIVALS_LEARNED_FROM);
  const [newest, , third] = latest;
  if (newest === undefined || third === undefined || latest.length < ARRIVALS_MIN) return null;
  if (monthIndex(newest.period) - monthIndex(third.period) !== 2) return null;
  const places = latest.map(placeOf).toSorted((a, b) => a - b);
  const [earliest = 0] = places;
  const place = places[Math.ceil(places.length * SHARE) - 1] ?? earliest;
  // The very latest may be the exception that the share allows.
  if (place - earliest > ARRIVALS_SPREAD_DAYS || earliest < 0) return null;
  return { day: (place % MONTH_DAYS) + 1, monthsAfter: Math.floor(place / MONTH_DAYS) };
}

function placeOf({ period, date }: Arrival): number {
  return (monthIndex(periodOfDate(date)) - monthIndex(period)) * MONTH_DAYS + Number(date.slice(8)) - 1;
}

/** Returns the day by which the statement of a month is usually here, as YYYY-MM-DD. A short month ends earlier. */
export function usualDate({ day, monthsAfter }: UsualDay, period: Period): string {
  const month = addMonths(period, monthsAfter);
  const last = lastDayOf(month);
  const wanted = `${month}-${String(day).padStart(2, '0')}`;
  return wanted < last ? wanted : last;
}

/** True when the usual day of a month has passed by a few days. */
export function isLate(usual: UsualDay | null, period: Period, today: string): boolean {
  if (usual === null) return false;
  const due = Date.parse(`${usualDate(usual, period)}T00:00:00Z`);
  return Date.parse(`${today}T00:00:00Z`) - due > LATE_AFTER_DAYS * 86_400_000;
}

/** Says when a statement is usually here: "usually here by the 12th". */
export function usualWords({ day, monthsAfter }: UsualDay): string {
  const month = monthsAfter === 0 ? ' of its own month' : monthsAfter === 1 ? '' : ` ${monthsAfter} months later`;
  return `usually here by the ${ordinalDay(day)}${month}`;
}
