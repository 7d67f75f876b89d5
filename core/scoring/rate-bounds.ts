import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { PolicyRecord } from './member-month.ts';

/** Whom a contracted rate is for: the policy's age in months, and the size of the group. First and last are included; null is open. */
export interface RateBounds {
  /** 1 is the month of the effective date. */
  readonly fromPolicyMonth: number | null;
  readonly toPolicyMonth: number | null;
  readonly fromLives: number | null;
  readonly toLives: number | null;
}

export const NO_BOUNDS: RateBounds = { fromPolicyMonth: null, toPolicyMonth: null, fromLives: null, toLives: null };

/** From the first to the one before the end. */
interface Interval {
  readonly from: number;
  readonly end: number;
}

/** Lives are kept in hundredths. */
const LIVES_SCALE = 100;

/** Null where the rate is for policies of any age, also for those of unknown age. */
function monthsOf({ fromPolicyMonth, toPolicyMonth }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromPolicyMonth ?? null, toPolicyMonth ?? null);
}

/** Null where the rate is for groups of any size, also for those of unknown size. */
function livesOf({ fromLives, toLives }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromLives ?? null, toLives ?? null);
}

function intervalOf(first: number | null, last: number | null): Interval | null {
  if (first === null && last === null) return null;
  return { from: first ?? -Infinity, end: last === null ? Infinity : last + 1 };
}

/** The effective month is the first. A policy that is paid before its effective month is in its first; null without an effective date. */
export function policyMonth(effectiveDate: string | null, period: Period): number | null {
  if (effectiveDate === null) return null;
  return Math.max(1, monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) + 1);
}

/** A rate with bounds never holds for a record that doesn't say what they bound. Part of a life belongs to the whole one below. */
export function isWithinBounds(
  bounds: Partial<RateBounds>,
  { effectiveDate, lives }: Pick<PolicyRecord, 'effectiveDate' | 'lives'>,
  period: Period,
): boolean {
  return (
    isInside(monthsOf(bounds), policyMonth(effectiveDate, period)) &&
    isInside(livesOf(bounds), lives === null ? null : lives / LIVES_SCALE)
  );
}

function isInside(interval: Interval | null, value: number | null): boolean {
  return interval === null || (value !== null && value >= interval.from && value < interval.end);
}

/** Among rates that fit, one with bounds of the policy month goes before one without, and then one with bounds of lives. */
export function boundsRank(bounds: Partial<RateBounds>): number {
  return (monthsOf(bounds) === null ? 0 : 2) + (livesOf(bounds) === null ? 0 : 1);
}

/**
 * Whether two rates that differ in nothing but their bounds may both be the closest for one member. Rates of unlike rank are not:
 * `boundsRank` tells which of them goes first.
 */
export function isAmbiguous(one: RateBounds, other: RateBounds): boolean {
  return (
    boundsRank(one) === boundsRank(other) &&
    doOverlap(monthsOf(one), monthsOf(other)) &&
    doOverlap(livesOf(one), livesOf(other))
  );
}

function doOverlap(one: Interval | null, other: Interval | null): boolean {
  return one === null || other === null || (one.from < other.end && other.from < one.end);
}

/** What rates have in common that differ in their bounds alone. Plan codes that differ in case only are one plan's. */
export function rateKeyOf({
  planCode,
  tier,
  state,
  effectiveFrom,
}: {
  readonly planCode: string | null;
  readonly tier: string | null;
  readonly state: string | null;
  readonly effectiveFrom: string | null;
}): string {
  return JSON.stringify([planCode?.toUpperCase() ?? null, tier, state, effectiveFrom]);
}

/** Rates with equal bounds are one rate: the later one takes the place of the earlier. */
export function isSameBounds(one: RateBounds, other: RateBounds): boolean {
  return (
    one.fromPolicyMonth === other.fromPolicyMonth &&
    one.toPolicyMonth === other.toPolicyMonth &&
    one.fromLives === other.fromLives &&
    one.toLives === other.toLives
  );
}

/** As people say them: "policy months 1 to 12 and lives 51 and more". */
export function boundsText(bounds: RateBounds): string {
  const parts = [
    rangeText('policy months', bounds.fromPolicyMonth, bounds.toPolicyMonth),
    rangeText('lives', bounds.fromLives, bounds.toLives),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'no bounds' : parts.join(' and ');
}

function rangeText(name: string, first: number | null, last: number | null): string | null {
  if (last !== null) return `${name} ${first ?? 1} to ${last}`;
  return first === null ? null : `${name} ${first} and more`;
}
