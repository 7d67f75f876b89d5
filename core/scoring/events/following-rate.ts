import type { Money } from '../../money.ts';
import type { MemberMonth } from '../member-month.ts';
import type { ComparedScores } from '../scored-row.ts';
import type { EventScope, FollowingRate } from './carrier-event.ts';
import { payBasis, type RatioRange } from './pay-change.ts';
import { shortestRatio } from './shared-ratio.ts';

/** Half a cent, in ten-thousandths of a dollar. */
const ROUNDING: Money = 50;
/** A life for one month: the product of two numbers in hundredths. */
const ONE_UNIT = 10_000;

interface PaidMember {
  readonly month: MemberMonth;
  readonly row: Pick<ComparedScores, 'comparedAmount'>;
}

/**
 * Returns the single rate by which all members are now paid, or the reason why there is none. It is the printed rate, else an amount per
 * life and month, else a share of the premium. A rate that does not fit every member would claim money that is not owed.
 */
export function followingRate(
  scope: EventScope,
  members: readonly PaidMember[],
): FollowingRate | { readonly reason: string } {
  if (scope.field !== 'carrier' && scope.field !== 'plan_code' && scope.field !== 'plan_name') {
    return {
      reason: 'Rates hold for a carrier or for a plan, and the members have only their product type in common.',
    };
  }
  let percentage: number | null | undefined;
  let flat: Money | null | undefined;
  let share: RatioRange | null = { low: 0, high: Number.POSITIVE_INFINITY };
  for (const { month, row } of members) {
    const basis = payBasis(month);
    if (basis === null) return { reason: 'Some of the members have several policies.' };
    const { rate, premium, units } = basis;
    const isRate =
      rate !== null &&
      premium !== null &&
      Math.abs((premium * rate) / 1_000_000 - row.comparedAmount) <= ROUNDING * month.lineCount;
    percentage = commonValue(percentage, isRate ? rate : null);
    flat = commonValue(flat, flatAmount(row.comparedAmount, units));
    const own = rate === null ? paidShare(row.comparedAmount, premium, month.lineCount) : null;
    share = share === null || own === null ? null : overlap(share, own);
  }
  if (percentage !== undefined && percentage !== null) {
    return { rateType: 'percent_of_premium', rateMillionths: percentage };
  }
  if (flat !== undefined && flat !== null) return { rateType: 'flat_per_member', rateMillionths: flat * 100 };
  const derived = share === null || members.length === 0 ? null : shortestRatio(share);
  if (derived !== null) {
    return { rateType: 'percent_of_premium', rateMillionths: Math.round(derived * 1_000_000) };
  }
  return {
    reason:
      'The members are not all paid by one percentage of the premium that the statement shows, nor all the same amount.',
  };
}

/** Returns the range of premium shares that give the amount when each line is rounded to cents; null without a premium. */
function paidShare(amount: Money, premium: Money | null, lines: number): RatioRange | null {
  const rounding = ROUNDING * lines;
  if (premium === null || premium <= 0 || amount <= rounding) return null;
  return { low: (amount - rounding) / premium, high: (amount + rounding) / premium };
}

function overlap(one: RatioRange, other: RatioRange): RatioRange | null {
  const [low, high] = [Math.max(one.low, other.low), Math.min(one.high, other.high)];
  return low <= high ? { low, high } : null;
}

/** Returns the value that all members have so far; null once two differ. `known` is undefined before the first member. */
function commonValue(known: number | null | undefined, next: number | null): number | null {
  if (known === undefined) return next;
  return known === next ? known : null;
}

/** Returns the amount for one life and one month, in ten-thousandths of a dollar; null unless it is a whole number of ten-thousandths. */
function flatAmount(amount: Money, units: number): Money | null {
  const flat = (amount * ONE_UNIT) / units;
  return units > 0 && Number.isInteger(flat) ? flat : null;
}
