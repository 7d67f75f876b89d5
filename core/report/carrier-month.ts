import type { Exact } from '../money.ts';
import type { Period } from '../period.ts';

/** What reports are made from: the rollups of a carrier's books, added up over workspaces. */

export interface Carrier {
  readonly carrierId: string;
  readonly carrierName: string;
}

/** All that adds up over months, carriers and workspaces. Amounts are exact; a report rounds its own sums once. */
export interface Figures {
  /** Members present; over several months a volume, not distinct members. */
  readonly memberCount: number;
  readonly red: number;
  readonly new: number;
  readonly reappeared: number;
  readonly commissionAtRisk: Exact;
  readonly commissionOwed: Exact;
  /** The part of it that rests on an estimated rate. */
  readonly commissionOwedEstimated: Exact;
  readonly owedEvaluated: number;
  readonly owedTotal: number;
  /** What is owed rests, partly, on an estimated rate. */
  readonly owedEstimated: boolean;
  readonly chargebackCount: number;
  readonly chargebackAmount: Exact;
  /** Sum of the lines that are not below zero. */
  readonly gross: Exact;
  /** Money without a member: paid, and taken back as a positive amount. In no other figure. */
  readonly unassignedGross: Exact;
  readonly unassignedChargebacks: Exact;
  /** Members of the months these were compared with, present or paid ahead then: 0 for a first statement. */
  readonly priorPresent: number;
  /** Where somebody looked: members who are missing, and those who seem to be there under another id. */
  readonly missingMembers: number;
  readonly returningMembers: number;
}

/** A month in which the carrier has data. */
export interface CarrierMonth extends Carrier, Figures {
  readonly period: Period;
}

/** The first and the last month a carrier has data in, with or without gaps. */
export interface CarrierSpan extends Carrier {
  readonly firstPeriod: Period;
  readonly lastPeriod: Period;
}

const NOTHING: Figures = {
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

export function addUp(figures: Iterable<Figures>): Figures {
  let sum = NOTHING;
  for (const one of figures) sum = add(sum, one);
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

/** One carrier with its months, oldest first. */
export interface CarrierMonths extends Carrier {
  readonly months: readonly CarrierMonth[];
}

/** By name, then id: the order of every report that says no other. */
export function byCarrier(months: readonly CarrierMonth[]): readonly CarrierMonths[] {
  return [...Map.groupBy(months, ({ carrierId }) => carrierId)]
    .map(([carrierId, own]) => ({
      carrierId,
      carrierName: own[0]?.carrierName ?? '',
      months: own.toSorted((a, b) => compareText(a.period, b.period)),
    }))
    .toSorted(compareCarriers);
}

/** Oldest first. */
export function byPeriod(months: readonly CarrierMonth[]): readonly (readonly [Period, readonly CarrierMonth[]])[] {
  return [...Map.groupBy(months, ({ period }) => period)].toSorted(([a], [b]) => compareText(a, b));
}

export function compareCarriers(a: Carrier, b: Carrier): number {
  return compareText(a.carrierName, b.carrierName) || compareText(a.carrierId, b.carrierId);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
