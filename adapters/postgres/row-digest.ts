import { hash } from 'node:crypto';
import { moneyToDecimal } from '../../core/money.ts';
import type { ScoredRow } from '../../core/scoring/scored-row.ts';
import { DELTA_COLUMNS, type DigestedRow, SCORED_ROW_COLUMNS } from './score-columns.ts';

/**
 * What tells a row from another score of the same member: its digest, and the totals that findings of later months are made from.
 * All that is stored of it and of its deltas follows from these and from the columns they are stored in. The second half of the
 * digest is of what explains the row, the first of all else. Another rate leaves the first half as it is; other amounts of a month
 * leave the whole digest as it is in most rows from two months later on, and change their totals.
 */
export function digested(row: ScoredRow): DigestedRow {
  const signals = JSON.stringify(row.signals);
  const { paidTotal, planYearPaid } = row.history;
  return {
    row,
    signals,
    digest: half(standingOf(row)) + half(explanationOf(row, signals)),
    totals: `${moneyToDecimal(paidTotal)} ${moneyToDecimal(planYearPaid)}`,
  };
}

/** Whether a row's digest and a stored one differ in the second half at most. */
export function standsAs({ digest }: DigestedRow, stored: string): boolean {
  return stored.startsWith(digest.slice(0, HALF));
}

const HALF = 16;
const half = (text: string) => hash('sha256', text).slice(0, HALF);

const COLUMNS = half([...SCORED_ROW_COLUMNS, ...DELTA_COLUMNS].map(({ name }) => name).join());

/**
 * Field by field: the names of fifty fields would be most of the text, and a copy of the row most of the time. Without the member's id, by
 * which the stored row was found, and the policy's, which follows from that and the policy's number.
 */
function standingOf(row: ScoredRow): string {
  const { profile, history } = row;
  return JSON.stringify([
    COLUMNS,
    row.memberExternalId,
    row.status,
    row.counted,
    row.flags,
    row.commissionAmount,
    row.prevCommissionAmount,
    row.comparedAgainstPeriod,
    row.chargebackAmount,
    profile.memberName,
    profile.email,
    profile.policyNumber,
    profile.planName,
    profile.planCode,
    profile.productType,
    profile.premium,
    profile.lives,
    profile.agentId,
    profile.agentName,
    profile.effectiveDate,
    profile.termDate,
    profile.state,
    profile.carrierStatus,
    row.firstSeenPeriod,
    row.lastPresentPeriod,
    row.lastPresentAmount,
    row.paidThrough,
    history.paidMonths,
    history.rate,
    history.clawedTotal,
    history.clawedOpen,
    history.lastPaidPeriod,
    history.lastPaidAmount,
    history.extraMonths,
    history.extraAmount,
    history.unpaidSince,
    history.planYear,
    history.notNewYear,
    history.cutFrom,
    history.chargebacksSeen,
    history.coveragesPaid,
    history.rapidToldFor,
    row.fileId,
    row.deltas,
  ]);
}

/** No two read the same: JSON says itself where it ends, amounts have no commas, and the sentence comes last. */
function explanationOf(row: ScoredRow, signals: string): string {
  const { expectedAmount, commissionOwed, owedEstimated, reason } = row;
  return `${signals},${expectedAmount},${commissionOwed},${owedEstimated},${reason}`;
}
