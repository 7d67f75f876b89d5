import { type Exact, exactToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import { addUp, type CarrierMonth } from './carrier-month.ts';
import { type Paid, paidOf } from './paid.ts';

/** Changes of one month of one carrier: numbers of members by kind, and the money of members who are gone, paid less or past a step. */
export interface CarrierChanges {
  readonly carrierId: string;
  readonly period: Period;
  readonly gone: number;
  readonly paidLess: number;
  readonly plannedStep: number;
  readonly new: number;
  readonly back: number;
  readonly paidMore: number;
  readonly takenBack: number;
  readonly same: number;
  readonly goneAmount: Exact;
  readonly paidLessAmount: Exact;
  readonly plannedStepAmount: Exact;
}

/** Figures of a month, of all carriers or of one carrier. Amounts are dollars, rounded to cents after summing. */
export interface HomeFigures extends Paid {
  /** Net pay of the earlier month; null without an earlier month. */
  readonly before: number | null;
  /** `paidNet` minus `before`; null without an earlier month. */
  readonly difference: number | null;
  readonly members: number;
  readonly gone: number;
  readonly goneAmount: number;
  readonly paidLess: number;
  readonly paidLessAmount: number;
  readonly plannedStep: number;
  /** The dollars by which planned steps lowered the pay. */
  readonly plannedStepAmount: number;
  readonly paidMore: number;
  readonly new: number;
  readonly back: number;
  readonly same: number;
  /** Members with a chargeback in the month. `chargebacks` has the amount. */
  readonly takenBack: number;
  /** The amount owed for the month by contracts and by the statement's own rates. */
  readonly toAskFor: number;
  /** The amount owed by estimated rates, which nobody can claim. */
  readonly toCheck: number;
}

interface MonthFacts {
  readonly months: readonly CarrierMonth[];
  readonly changes: readonly CarrierChanges[];
  /** Rollups of the same carriers in the earlier month. */
  readonly before: readonly CarrierMonth[];
}

/** Adds up a month and compares it with the earlier one. */
export function comparedFigures({ months, changes, before }: MonthFacts): HomeFigures {
  const sum = addUp(months);
  const net = netOf(months);
  const earlier = before.length === 0 ? null : netOf(before);
  const count = (kind: CountedKind) => changes.reduce((total, month) => total + month[kind], 0);
  const amount = (kind: 'goneAmount' | 'paidLessAmount' | 'plannedStepAmount') =>
    exactToDollars(changes.reduce((total, month) => total + month[kind], 0n));
  return {
    ...paidOf(sum),
    before: earlier === null ? null : exactToDollars(earlier),
    difference: earlier === null ? null : exactToDollars(net - earlier),
    members: sum.memberCount,
    gone: count('gone'),
    goneAmount: amount('goneAmount'),
    paidLess: count('paidLess'),
    paidLessAmount: amount('paidLessAmount'),
    plannedStep: count('plannedStep'),
    plannedStepAmount: amount('plannedStepAmount'),
    paidMore: count('paidMore'),
    new: count('new'),
    back: count('back'),
    same: count('same'),
    takenBack: sum.chargebackCount,
    toAskFor: exactToDollars(sum.commissionOwed - sum.commissionOwedEstimated),
    toCheck: exactToDollars(sum.commissionOwedEstimated),
  };
}

type CountedKind = 'gone' | 'paidLess' | 'plannedStep' | 'paidMore' | 'new' | 'back' | 'same';

function netOf(months: readonly CarrierMonth[]): Exact {
  const { gross, unassignedGross, chargebackAmount, unassignedChargebacks } = addUp(months);
  return gross + unassignedGross - chargebackAmount - unassignedChargebacks;
}
