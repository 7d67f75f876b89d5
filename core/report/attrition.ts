import type { Granularity } from '../comparison/span.ts';
import { exactToDollars } from '../money.ts';
import { type Period, periodMonth, periodYear } from '../period.ts';
import { addUp, byCarrier, byPeriod, type Carrier, type CarrierMonth } from './carrier-month.ts';
import { RATE_PLACES, ratio } from './ratio.ts';

/**
 * Attrition (docs/reference/reports.md#attrition): red / (memberCount + red). The denominator approximates the members
 * of the month before.
 */

interface Attrition {
  /** Fraction from 0 to 1, with six decimals. */
  readonly attritionRate: number;
  /** Number of dropped members. */
  readonly red: number;
  /** Number of present members. */
  readonly memberCount: number;
}

export interface AttritionReport extends Attrition {
  /** The requested period. */
  readonly period: Period;
  readonly granularity: Granularity;
  readonly byCarrier: readonly (Carrier & Attrition)[];
}

/**
 * Reports the members of each carrier's last month in the window and the dropped members of all its months. The total
 * adds up carriers, so that a late statement is not taken for lost members.
 */
export function attritionReport(
  period: Period,
  granularity: Granularity,
  months: readonly CarrierMonth[],
): AttritionReport {
  const carriers = byCarrier(months).map(({ carrierId, carrierName, months: own }) => {
    const members = own.at(-1)?.memberCount ?? 0;
    return { carrierId, carrierName, ...attrition(addUp(own).red, members) };
  });
  const red = carriers.reduce((sum, carrier) => sum + carrier.red, 0);
  const memberCount = carriers.reduce((sum, carrier) => sum + carrier.memberCount, 0);
  return { period, granularity, ...attrition(red, memberCount), byCarrier: carriers };
}

/** A month of the series (docs/reference/reports.md#attrition). */
export interface AttritionPoint extends Attrition {
  readonly period: Period;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Dollars. */
  readonly commissionAtRisk: number;
}

/** Returns one point per month with data, oldest first. */
export function attritionSeries(months: readonly CarrierMonth[]): readonly AttritionPoint[] {
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

function attrition(red: number, memberCount: number): Attrition {
  return { attritionRate: ratio(red, memberCount + red, RATE_PLACES), red, memberCount };
}
