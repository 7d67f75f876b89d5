import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { PolicyRecord } from './member-month.ts';

/**
 * The members that a contracted rate is for: by the policy's age in months and the group's size. Both ends are included; null is
 * unbounded.
 */
export interface RateBounds {
  /** 1 is the month of the effective date. */
  readonly fromPolicyMonth: number | null;
  readonly toPolicyMonth: number | null;
  readonly fromLives: number | null;
  readonly toLives: number | null;
}

export const NO_BOUNDS: RateBounds = { fromPolicyMonth: null, toPolicyMonth: null, fromLives: null, toLives: null };

/** From the first value up to, but not including, the end. */
interface Interval {
  readonly from: number;
  readonly end: number;
}

/** Lives are stored in hundredths. */
const LIVES_SCALE = 100;

/** Returns null if the rate is for policies of any age, including an unknown age. */
function monthInterval({ fromPolicyMonth, toPolicyMonth }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromPolicyMonth ?? null, toPolicyMonth ?? null);
}

/** Returns null if the rate is for groups of any size, including an unknown size. */
function livesInterval({ fromLives, toLives }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromLives ?? null, toLives ?? null);
}

function intervalOf(first: number | null, last: number | null): Interval | null {
  if (first === null && last === null) return null;
  return { from: first ?? -Infinity, end: last === null ? Infinity : last + 1 };
}

/**
 * Returns the policy month; the effective month is the first. A policy that is paid earlier is in its first month. Null without an
 * effective date.
 */
export function policyMonth(effectiveDate: string | null, period: Period): number | null {
  if (effectiveDate === null) return null;
  return Math.max(1, monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) + 1);
}

/** Returns whether a record is within the bounds. A bounded value that is unknown matches no bound. A part of a life is rounded down. */
export function isWithinBounds(
  bounds: Partial<RateBounds>,
  { effectiveDate, lives }: Pick<PolicyRecord, 'effectiveDate' | 'lives'>,
  period: Period,
): boolean {
  return (
    isInside(monthInterval(bounds), policyMonth(effectiveDate, period)) &&
    isInside(livesInterval(bounds), lives === null ? null : lives / LIVES_SCALE)
  );
}

function isInside(interval: Interval | null, value: number | null): boolean {
  return interval === null || (value !== null && value >= interval.from && value < interval.end);
}

/** Ranks rates that match: with bounds of the policy month first, then with bounds of lives, then without bounds. */
export function boundsRank(bounds: Partial<RateBounds>): number {
  return (monthInterval(bounds) === null ? 0 : 2) + (livesInterval(bounds) === null ? 0 : 1);
}

/**
 * Returns whether two rates that differ only in their bounds may both be the best for one member. Rates of different rank may not:
 * `boundsRank` orders them.
 */
export function isAmbiguous(one: RateBounds, other: RateBounds): boolean {
  return (
    boundsRank(one) === boundsRank(other) &&
    doOverlap(monthInterval(one), monthInterval(other)) &&
    doOverlap(livesInterval(one), livesInterval(other))
  );
}

function doOverlap(one: Interval | null, other: Interval | null): boolean {
  return one === null || other === null || (one.from < other.end && other.from < one.end);
}

/** Returns the fields that two rates share if they differ only in their bounds. Plan codes are compared ignoring case. */
export function keyWithoutBounds({
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

/** Returns whether the bounds are equal: a later rate with equal bounds replaces the earlier one. */
export function isSameBounds(one: RateBounds, other: RateBounds): boolean {
  return (
    one.fromPolicyMonth === other.fromPolicyMonth &&
    one.toPolicyMonth === other.toPolicyMonth &&
    one.fromLives === other.fromLives &&
    one.toLives === other.toLives
  );
}

/** Writes the bounds: "policy months 1 to 12 and lives 51 and more". */
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
