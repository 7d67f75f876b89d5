import type { Granularity } from '../comparison/compare-member.ts';
import { type Exact, exactToDollars } from '../money.ts';
import { type Period, periodMonth, periodYear } from '../period.ts';

/**
 * Rollups of a carrier's books, added up over workspaces. Reports over months are computed from them and from the sums of money without a
 * member.
 */

export interface Carrier {
  readonly carrierId: string;
  readonly carrierName: string;
}

/** Additive figures over months, carriers and workspaces. Amounts are exact; each report rounds its own sums once. */
export interface Figures {
  /** Present members. A sum over months counts a member once a month. */
  readonly memberCount: number;
  /** Dropped members. */
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionAtRisk: Exact;
  readonly commissionOwed: Exact;
  /** Part of commissionOwed that rests on an estimated rate. */
  readonly commissionOwedEstimated: Exact;
  /** Members whose owed amount could be evaluated, out of `owedTotal` members. */
  readonly owedEvaluated: number;
  readonly owedTotal: number;
  /** True when part of commissionOwed rests on an estimated rate. */
  readonly owedEstimated: boolean;
  /** Members with a chargeback. */
  readonly chargebackCount: number;
  /** Chargebacks of members, as a positive amount. */
  readonly chargebackAmount: Exact;
  /** Sum of the lines that are not negative. */
  readonly gross: Exact;
  /** Payments without a member. No other figure contains them. */
  readonly unassignedGross: Exact;
  /** Chargebacks without a member, as a positive amount. No other figure contains them. */
  readonly unassignedChargebacks: Exact;
  /** Members present or paid ahead in the compared months; 0 for a first statement. */
  readonly priorPresent: number;
  /** Members of the previous month who are missing. */
  readonly missingMembers: number;
  /** Missing members who seem to return under another id. */
  readonly returningMembers: number;
}

/** A month in which the carrier has data. */
export interface CarrierMonth extends Carrier, Figures {
  readonly period: Period;
}

/** First and last month with data of a carrier. Months between may have none. */
export interface CarrierSpan extends Carrier {
  readonly firstPeriod: Period;
  readonly lastPeriod: Period;
}

const NO_FIGURES: Figures = {
  memberCount: 0,
  red: 0,
  new: 0,
  reappeared: 0,
  commissionAtRisk: 0n,
  commissionOwed: 0n,
  commissionOwedEstimated: 0n,
  owedEvaluated: 0,
  owedTotal: 0,
  owedEstimated: false,
  chargebackCount: 0,
  chargebackAmount: 0n,
  gross: 0n,
  unassignedGross: 0n,
  unassignedChargebacks: 0n,
  priorPresent: 0,
  missingMembers: 0,
  returningMembers: 0,
};

/** Adds up figures exactly; zeros for an empty list. */
export function addUp(figures: Iterable<Figures>): Figures {
  let sum = NO_FIGURES;
  for (const next of figures) sum = add(sum, next);
  return sum;
}

function add(a: Figures, b: Figures): Figures {
  return {
    memberCount: a.memberCount + b.memberCount,
    red: a.red + b.red,
    new: a.new + b.new,
    reappeared: a.reappeared + b.reappeared,
    commissionAtRisk: a.commissionAtRisk + b.commissionAtRisk,
    commissionOwed: a.commissionOwed + b.commissionOwed,
    commissionOwedEstimated: a.commissionOwedEstimated + b.commissionOwedEstimated,
    owedEvaluated: a.owedEvaluated + b.owedEvaluated,
    owedTotal: a.owedTotal + b.owedTotal,
    owedEstimated: a.owedEstimated || b.owedEstimated,
    chargebackCount: a.chargebackCount + b.chargebackCount,
    chargebackAmount: a.chargebackAmount + b.chargebackAmount,
    gross: a.gross + b.gross,
    unassignedGross: a.unassignedGross + b.unassignedGross,
    unassignedChargebacks: a.unassignedChargebacks + b.unassignedChargebacks,
    priorPresent: a.priorPresent + b.priorPresent,
    missingMembers: a.missingMembers + b.missingMembers,
    returningMembers: a.returningMembers + b.returningMembers,
  };
}

/** A carrier with its months, oldest first. */
export interface CarrierMonths extends Carrier {
  readonly months: readonly CarrierMonth[];
}

/** Groups months by carrier, sorted by name and id, the default order of reports. */
export function byCarrier(months: readonly CarrierMonth[]): readonly CarrierMonths[] {
  return [...Map.groupBy(months, ({ carrierId }) => carrierId)]
    .map(([carrierId, own]) => ({
      carrierId,
      carrierName: own[0]?.carrierName ?? '',
      months: own.toSorted((a, b) => compareText(a.period, b.period)),
    }))
    .toSorted(compareCarriers);
}

/** Groups months by period, oldest first. */
export function byPeriod(months: readonly CarrierMonth[]): readonly (readonly [Period, readonly CarrierMonth[]])[] {
  return [...Map.groupBy(months, ({ period }) => period)].toSorted(([a], [b]) => compareText(a, b));
}

/** Orders carriers by name, then id. */
export function compareCarriers(a: Carrier, b: Carrier): number {
  return compareText(a.carrierName, b.carrierName) || compareText(a.carrierId, b.carrierId);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Payments and chargebacks of carriers, in dollars. */
export interface Paid {
  /** paidGross − chargebacks. */
  readonly paidNet: number;
  /** Sum of the positive lines. */
  readonly paidGross: number;
  /** Sum of the negative lines, as a positive amount. */
  readonly chargebacks: number;
}

/**
 * Returns all that a carrier paid, rounded to cents. Money without a member is included, because carriers report it
 * too.
 */
export function paidOf({ gross, chargebackAmount, unassignedGross, unassignedChargebacks }: Figures): Paid {
  const paidGross = gross + unassignedGross;
  const chargebacks = chargebackAmount + unassignedChargebacks;
  return {
    paidNet: exactToDollars(paidGross - chargebacks),
    paidGross: exactToDollars(paidGross),
    chargebacks: exactToDollars(chargebacks),
  };
}

/**
 * Attrition (docs/reference/scoring.md#rollups): red / (memberCount + red). The denominator approximates the members
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

/** Totals over a range of months (docs/reference/scoring.md#rollups). */

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
