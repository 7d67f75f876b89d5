import { addMoney, type Exact, type Money } from '../money.ts';
import { changeKind } from './change-kind.ts';
import type { ComparedScores } from './scored-row.ts';

/** The sums of one period of one book, which reports read (docs/reference/scoring.md#rollups). */
export interface Rollup {
  memberCount: number;
  green: number;
  yellow: number;
  red: number;
  new: number;
  reappeared: number;
  /** Number of absent members to whom nothing is due in the period. `memberCount` leaves them out. */
  carried: number;
  /** Members by kind of change, where a status does not already count them (core/scoring/change-kind.ts). */
  paidMore: number;
  takenBack: number;
  same: number;
  plannedStep: number;
  /** Sum by which planned steps lowered the pay of members. */
  plannedStepAmount: Money;
  /** Sum of the last pay of dropped members, where it was above zero. */
  commissionDropped: Money;
  /** Sum of the lost part of reduced members' regular pay; amounts below zero count as zero. */
  commissionReduced: Money;
  commissionOwed: Exact;
  /** The part of `commissionOwed` that is based on estimated rates and must not be claimed from a carrier. */
  commissionOwedEstimated: Exact;
  owedEvaluated: number;
  owedTotal: number;
  owedEstimated: boolean;
  chargebackCount: number;
  chargebackAmount: Money;
  /** Sum of all lines that are not below zero. */
  gross: Money;
  lineCount: number;
}

/** Returns a rollup with all counts and amounts at zero. */
export function emptyRollup(): Rollup {
  return {
    memberCount: 0,
    green: 0,
    yellow: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    carried: 0,
    paidMore: 0,
    takenBack: 0,
    same: 0,
    plannedStep: 0,
    plannedStepAmount: 0,
    commissionDropped: 0,
    commissionReduced: 0,
    commissionOwed: 0n,
    commissionOwedEstimated: 0n,
    owedEvaluated: 0,
    owedTotal: 0,
    owedEstimated: false,
    chargebackCount: 0,
    chargebackAmount: 0,
    gross: 0,
    lineCount: 0,
  };
}

/** Adds a scored row to a rollup. `attempted`: true if owed was computed for the row, even without a result. */
export function countRow(rollup: Rollup, row: ComparedScores, attempted: boolean): void {
  if (row.chargebackAmount > 0) {
    rollup.chargebackCount += 1;
    rollup.chargebackAmount = addMoney(rollup.chargebackAmount, row.chargebackAmount);
  }
  if (row.status === 'carried') rollup.carried += 1;
  countKind(rollup, row);
  if (!row.counted || row.status === 'carried') return;
  rollup[row.status] += 1;
  if (row.status === 'red') {
    rollup.commissionDropped = addMoney(rollup.commissionDropped, Math.max(row.prevCommissionAmount, 0));
  } else {
    rollup.memberCount += 1;
  }
  if (row.status === 'yellow') {
    const reduced = Math.max(row.prevCommissionAmount, 0) - Math.max(row.comparedAmount, 0);
    rollup.commissionReduced = addMoney(rollup.commissionReduced, reduced);
  }
  if (!attempted) return;
  rollup.owedTotal += 1;
  if (row.commissionOwed === null) return;
  rollup.owedEvaluated += 1;
  rollup.commissionOwed += row.commissionOwed;
  if (!row.owedEstimated) return;
  rollup.owedEstimated = true;
  rollup.commissionOwedEstimated += row.commissionOwed;
}

function countKind(rollup: Rollup, row: ComparedScores): void {
  const kind = changeKind(row);
  if (kind === 'paid_more') rollup.paidMore += 1;
  else if (kind === 'taken_back') rollup.takenBack += 1;
  else if (kind === 'same') rollup.same += 1;
  else if (kind === 'planned_step') {
    rollup.plannedStep += 1;
    rollup.plannedStepAmount = addMoney(rollup.plannedStepAmount, row.prevCommissionAmount - row.commissionAmount);
  }
}
