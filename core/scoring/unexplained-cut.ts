import { addMonths } from '../period.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, saysMoreThanAmount } from './member-month.ts';
import type { ComparedScores, PriorRow, RowDraft } from './scored-row.ts';
import type { PresentCase } from './signals/signal-case.ts';
import { toleratedDifference } from './tolerance.ts';

/** After a year the lower pay is the regular pay. */
const MONTHS_REMEMBERED = 12;

/** Returns the pay before a cut that still lasts in this month; null without a cut. */
export function lastingCut(signalCase: PresentCase): MemberHistory['cutFrom'] {
  const { context, prior, row, month } = signalCase;
  const cut = prior?.history.cutFrom ?? null;
  if (cut === null || prior === undefined || month.paid <= 0 || row.status === 'red') return null;
  if (context.period > addMonths(cut.period, MONTHS_REMEMBERED) || !isDescribed(signalCase.month)) return null;
  if (!isSamePolicy(prior, row) || row.plannedStep !== null || row.history.paidMonths !== prior.history.paidMonths)
    return null;
  return cut.amount - row.comparedAmount > toleratedDifference(context.tolerance, cut.amount) ? cut : null;
}

/** Another policy, plan or number of lives has other pay. */
function isSamePolicy({ profile: before }: PriorRow, { profile: now }: ComparedScores): boolean {
  return (
    !differ(now.policyRefId, before.policyRefId) &&
    !differ(now.planCode, before.planCode) &&
    !differ(now.lives, before.lives)
  );
}

/** Returns whether both are known and differ. */
function differ<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Returns whether lines say more than amounts. Plain amounts are compared with the month before only. */
function isDescribed({ records }: MemberMonth): boolean {
  return records.every(({ lines }) => lines.every(saysMoreThanAmount));
}

/** Stores the pay before a cut with the row, after its signals are known. A month without pay does not end the cut of its policy. */
export function rememberCut(row: RowDraft, signalCase: PresentCase): void {
  const { prior, month } = signalCase;
  const isCut =
    month.chargeback === 0 &&
    row.signals.some(({ code, severity }) => code === 'COMMISSION_REDUCED' && severity === 'warn');
  const samePolicy = prior !== undefined && isSamePolicy(prior, row) ? prior : null;
  const unpaid = samePolicy !== null && month.paid <= 0 ? samePolicy.history.cutFrom : null;
  const begun =
    isCut && samePolicy !== null ? { amount: row.prevCommissionAmount, period: samePolicy.lastPresentPeriod } : null;
  const cutFrom = lastingCut(signalCase) ?? unpaid ?? begun;
  if (cutFrom !== row.history.cutFrom) row.history = { ...row.history, cutFrom };
}
