import { EXPECTED_AFTER_MONTHS } from '../limits/account-limits.ts';
import { monthIndex, type Period } from '../period.ts';
import { isLate, type UsualDay } from './usual-day.ts';

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
