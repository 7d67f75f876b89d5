import { addMoney, type Exact, type Money } from '../money.ts';
import type { ComparedScores } from './scored-row.ts';

/** The totals of one period of one book: what reports read (docs/reference/scoring.md#rollups). */
export interface Rollup {
  memberCount: number;
  green: number;
  yellow: number;
  red: number;
  new: number;
  reappeared: number;
  /** Paid ahead and on no statement of the period: in no other count. */
  carried: number;
  /** Sum over members who dropped of what they were last paid, where that was above zero. */
  commissionDropped: Money;
  /** Sum over reduced members of the part of their regular pay that went away; amounts below zero count as zero. */
  commissionReduced: Money;
  commissionOwed: Exact;
  /** The part of it that rests on an estimated rate; never money to ask a carrier for. */
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

export function emptyRollup(): Rollup {
  return {
    memberCount: 0,
    green: 0,
    yellow: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    carried: 0,
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

/** Counts one scored row in; `attempted` says whether owed was tried on it. */
export function countRow(rollup: Rollup, row: ComparedScores, attempted: boolean): void {
  if (row.chargebackAmount > 0) {
    rollup.chargebackCount += 1;
    rollup.chargebackAmount = addMoney(rollup.chargebackAmount, row.chargebackAmount);
  }
  if (row.status === 'carried') rollup.carried += 1;
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
