import { addMoney } from '../money.ts';
import { changeKind } from './change-kind.ts';
import type { ComparedScores } from './scored-row.ts';

/**
 * Returns a rollup with all figures at zero: the sums of one period of one book, which reports read (docs/reference/scoring.md#rollups). A
 * figure is a column of the table of that name (schema/scores.ts): a Money, an Exact, a count, or a flag.
 */
export function emptyRollup() {
  return {
    memberCount: 0,
    green: 0,
    yellow: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    /** Number of absent members to whom nothing is due in the period. `memberCount` leaves them out. */
    carried: 0,
    /** Members by kind of change, where a status does not already count them (core/scoring/change-kind.ts). */
    paidMore: 0,
    takenBack: 0,
    same: 0,
    plannedStep: 0,
    /** Sum by which planned steps lowered the pay of members. */
    plannedStepAmount: 0,
    /** Sum of the last pay of dropped members, where it was above zero. */
    commissionDropped: 0,
    /** Sum of the lost part of reduced members' regular pay; amounts below zero count as zero. */
    commissionReduced: 0,
    commissionOwed: 0n,
    /** The part of `commissionOwed` that is based on estimated rates and must not be claimed from a carrier. */
    commissionOwedEstimated: 0n,
    owedEvaluated: 0,
    owedTotal: 0,
    owedEstimated: false,
    chargebackCount: 0,
    chargebackAmount: 0,
    /** Sum of all lines that are not below zero; the column is gross_amount. */
    gross: 0,
    lineCount: 0,
  };
}

export type Rollup = ReturnType<typeof emptyRollup>;

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
