import { addMonths, FIRST_PERIOD, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { PolicyRecord } from './member-month.ts';

/** Returns the first period whose scores a change of rates can affect. A rate holds for a period if it holds on its first day. */
export function firstPeriodReached({
  effectiveFrom,
  changesEstimates,
}: {
  /** First day of the changed rate, as an ISO date; null if the rate has no first day. */
  readonly effectiveFrom: string | null;
  /** True when the change makes the carrier's estimates appear or disappear. Estimates hold for all periods. */
  readonly changesEstimates: boolean;
}): Period {
  if (changesEstimates || effectiveFrom === null) return FIRST_PERIOD;
  const month = periodOfDate(effectiveFrom);
  return effectiveFrom === `${month}-01` ? month : addMonths(month, 1);
}

/** The policy ages and group sizes for which a contracted rate holds. Both ends are included; null is unbounded. */
export interface RateBounds {
  /** The policy's age in months; 1 is the month of the effective date. */
  readonly fromPolicyMonth: number | null;
  readonly toPolicyMonth: number | null;
  /** The group's size in whole lives. */
  readonly fromLives: number | null;
  readonly toLives: number | null;
}

export const NO_BOUNDS: RateBounds = { fromPolicyMonth: null, toPolicyMonth: null, fromLives: null, toLives: null };

/** A half-open interval: `from` is included, `end` is not. */
interface Interval {
  readonly from: number;
  readonly end: number;
}

/** Lives are stored in hundredths. */
const LIVES_SCALE = 100;

/** Returns the policy months of a rate; null if the rate is for policies of any age, including an unknown age. */
function monthInterval({ fromPolicyMonth, toPolicyMonth }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromPolicyMonth ?? null, toPolicyMonth ?? null);
}

/** Returns the group sizes of a rate; null if the rate is for groups of any size, including an unknown size. */
function livesInterval({ fromLives, toLives }: Partial<RateBounds>): Interval | null {
  return intervalOf(fromLives ?? null, toLives ?? null);
}

function intervalOf(first: number | null, last: number | null): Interval | null {
  if (first === null && last === null) return null;
  return { from: first ?? -Infinity, end: last === null ? Infinity : last + 1 };
}

/** Returns the policy's age in months, from 1 for the effective month. Earlier pay counts as month 1; null without an effective date. */
export function policyMonth(effectiveDate: string | null, period: Period): number | null {
  if (effectiveDate === null) return null;
  return Math.max(1, monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) + 1);
}

/** Returns whether a record is within the bounds. An unknown age or size is outside of any bound. Lives are rounded down to whole lives. */
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

/** Returns the precedence of a matching rate, from 0 to 3. Bounds of the policy month count 2, bounds of lives 1. */
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

/** Returns the key of a rate without its bounds. Two rates with equal keys differ only in their bounds. Plan codes ignore case. */
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

/** Returns whether two rates have equal bounds. A later rate then replaces an earlier rate. */
export function isSameBounds(one: RateBounds, other: RateBounds): boolean {
  return (
    one.fromPolicyMonth === other.fromPolicyMonth &&
    one.toPolicyMonth === other.toPolicyMonth &&
    one.fromLives === other.fromLives &&
    one.toLives === other.toLives
  );
}

/** Returns the bounds as text: "policy months 1 to 12 and lives 51 and more", or "no bounds". */
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
