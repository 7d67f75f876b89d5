import type { Granularity } from '../comparison/compare-member.ts';
import { exactToDollars } from '../money.ts';
import { type Period, periodMonth, periodYear } from '../period.ts';
import { addUp, byCarrier, byPeriod, type CarrierMonth, type Figures, paidOf } from './carrier-month.ts';

/**
 * Attrition (docs/reference/reports.md#attrition): red / (memberCount + red). The denominator approximates the members
 * of the month before.
 */

/**
 * Reports the members of each carrier's last month in the window and the dropped members of all its months. The total
 * adds up carriers, so that a late statement is not taken for lost members.
 */
export function attritionReport(period: Period, granularity: Granularity, months: readonly CarrierMonth[]) {
  const carriers = byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
    const members = own.at(-1)?.memberCount ?? 0;
    return { carrierId, carrierName, ...attrition(addUp(own).red, members) };
  });
  const red = carriers.reduce((sum, carrier) => sum + carrier.red, 0);
  const memberCount = carriers.reduce((sum, carrier) => sum + carrier.memberCount, 0);
  return { period, granularity, ...attrition(red, memberCount), byCarrier: carriers };
}

/** Returns one point per month with data, oldest first. */
export function attritionSeries(months: readonly CarrierMonth[]) {
  return byPeriod(months).map(([period, own]) => {
    const { red, memberCount, commissionAtRisk } = addUp(own);
    return {
      period,
      year: periodYear(period),
      month: periodMonth(period),
      ...attrition(red, memberCount),
      commissionAtRisk: exactToDollars(commissionAtRisk),
    };
  });
}

/** Returns the rate as a fraction with six decimals, and its terms. */
function attrition(red: number, memberCount: number) {
  return { attritionRate: ratio(red, memberCount + red, RATE_PLACES), red, memberCount };
}

/**
 * Divides two non-negative integers and rounds half away from zero to `places` decimals; zero when `whole` is zero.
 * Integer arithmetic rounds ties as written, which doubles do not (docs/reference/requests.md#values).
 */
export function ratio(part: number | bigint, whole: number | bigint, places: number): number {
  const divisor = BigInt(whole);
  if (divisor === 0n) return 0;
  const scale = 10n ** BigInt(places);
  const rounded = (2n * BigInt(part) * scale + divisor) / (2n * divisor);
  return Number(rounded) / Number(scale);
}

/** Decimals of rates (docs/reference/requests.md#values). */
export const RATE_PLACES = 6;
/** Decimals of fields ending in `Pct`, of scores and of averages (docs/reference/requests.md#values). */
export const AVERAGE_PLACES = 2;

/** Totals over a range of months (docs/reference/reports.md#cumulative). */

/** Requested months, both ends included. An undefined end is open. */
export interface RequestedRange {
  readonly from?: Period | undefined;
  readonly to?: Period | undefined;
}

/** Reports totals over `months`, the months inside the range, in dollars. */
export function cumulativeReport(requested: RequestedRange, months: readonly CarrierMonth[]) {
  const periods = byPeriod(months).map(([period, own]) => periodOf(period, addUp(own)));
  const total = addUp(months);
  return {
    range: {
      from: periods[0]?.period ?? null,
      to: periods.at(-1)?.period ?? null,
      requestedFrom: requested.from ?? null,
      requestedTo: requested.to ?? null,
      periodsCovered: periods.length,
    },
    totals: {
      ...figuresOf(total),
      chargebackCount: total.chargebackCount,
      memberMonths: total.memberCount,
      avgMembers: ratio(total.memberCount, periods.length, AVERAGE_PLACES),
      peakMembers: Math.max(0, ...periods.map(({ memberCount }) => memberCount)),
      red: total.red,
      new: total.new,
      reappeared: total.reappeared,
      owedEstimated: total.owedEstimated,
    },
    byPeriod: periods,
    byCarrier: byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
      const sum = addUp(own);
      return {
        carrierId,
        carrierName,
        ...figuresOf(sum),
        memberMonths: sum.memberCount,
        periodsCovered: own.length,
      };
    }),
  };
}

function periodOf(period: Period, sum: Figures) {
  const { memberCount, chargebackCount, red, reappeared } = sum;
  return {
    period,
    year: periodYear(period),
    month: periodMonth(period),
    memberCount,
    ...figuresOf(sum),
    chargebackCount,
    red,
    new: sum.new,
    reappeared,
  };
}

function figuresOf(sum: Figures) {
  return {
    ...paidOf(sum),
    commissionOwed: exactToDollars(sum.commissionOwed),
    commissionOwedEstimated: exactToDollars(sum.commissionOwedEstimated),
    commissionAtRisk: exactToDollars(sum.commissionAtRisk),
    chargebackAmount: exactToDollars(sum.chargebackAmount),
    unassignedAmount: exactToDollars(sum.unassignedGross - sum.unassignedChargebacks),
    owedEvaluated: sum.owedEvaluated,
    owedTotal: sum.owedTotal,
    owedCoverage: ratio(sum.owedEvaluated, sum.owedTotal, RATE_PLACES),
  };
}
