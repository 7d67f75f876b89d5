import { addMonths } from '../period.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, saysMoreThanAmount } from './member-month.ts';
import type { ComparedScores, PriorRow, RowDraft } from './scored-row.ts';
import type { PresentCase } from './signals/signal-case.ts';
import { toleratedDifference } from './tolerance.ts';

/** Number of months after which the lower pay counts as the regular pay. */
const MONTHS_REMEMBERED = 12;

/** Returns the pay before an unexplained cut, and its period, if the cut still lasts this month; null otherwise. */
export function lastingCut(signalCase: PresentCase): MemberHistory['cutFrom'] {
  const { context, prior, row, month } = signalCase;
  const cut = prior?.history.cutFrom ?? null;
  if (cut === null || prior === undefined || month.paid <= 0 || row.status === 'red') return null;
  if (context.period > addMonths(cut.period, MONTHS_REMEMBERED) || !isDescribed(signalCase.month)) return null;
  if (!isSamePolicy(prior, row) || row.plannedStep !== null || row.history.paidMonths !== prior.history.paidMonths)
    return null;
  return cut.amount - row.comparedAmount > toleratedDifference(context.tolerance, cut.amount) ? cut : null;
}

/** Returns whether policy, plan and number of lives are unchanged or unknown. Otherwise other pay is no cut. */
function isSamePolicy({ profile: before }: PriorRow, { profile: now }: ComparedScores): boolean {
  return (
    !differ(now.policyRefId, before.policyRefId) &&
    !differ(now.planCode, before.planCode) &&
    !differ(now.lives, before.lives)
  );
}

/** Returns whether two values are known and differ. */
function differ<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Returns whether all lines describe their payments. Lines that show only an amount are compared with the previous month only. */
function isDescribed({ records }: MemberMonth): boolean {
  return records.every(({ lines }) => lines.every(saysMoreThanAmount));
}

/** Stores the pay before an unexplained cut in the row's history. The row's signals must be known. A month without pay ends no cut. */
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
