import type { Money } from '../money.ts';
import { addMonths } from '../period.ts';
import { dollars, sharePercent } from '../wording.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, saysMoreThanAmount } from './member-month.ts';
import type { ComparedScores, PriorRow, RowDraft } from './scored-row.ts';
import type { PresentCase } from './signals/signal-case.ts';
import { differByCents, toleratedDifference } from './tolerance.ts';

/** Number of months after which the lower pay counts as the regular pay. */
const MONTHS_REMEMBERED = 12;

/**
 * Returns the pay before an unexplained cut, and its period, if the cut still lasts this month; null otherwise. The pay is that of as many
 * lives, or of as much premium, as this month's.
 */
export function lastingCut(signalCase: PresentCase): MemberHistory['cutFrom'] {
  const { context, prior, row, month } = signalCase;
  const before = prior?.history.cutFrom ?? null;
  if (before === null || prior === undefined || month.paid <= 0 || row.status === 'red') return null;
  if (context.period > addMonths(before.period, MONTHS_REMEMBERED) || !isDescribed(signalCase.month)) return null;
  if (!isSamePolicy(prior, row) || row.plannedStep !== null || row.history.paidMonths !== prior.history.paidMonths)
    return null;
  const cut = { ...before, amount: amountForNow(before.amount, prior, row) };
  if (differByCents(cut.amount, row.comparedAmount)) return null;
  return cut.amount - row.comparedAmount > toleratedDifference(context.tolerance, cut.amount) ? cut : null;
}

/** Returns whether policy and plan are unchanged or unknown. Otherwise other pay is no cut. */
function isSamePolicy({ profile: before }: PriorRow, { profile: now }: ComparedScores): boolean {
  return !differ(now.policyRefId, before.policyRefId) && !differ(now.planCode, before.planCode);
}

/** Scales earlier pay to this month's lives; where the lines print a rate, to this month's premium. */
function amountForNow(amount: Money, { profile: before, history }: PriorRow, { profile: now, ...row }: ComparedScores) {
  if (differ(now.lives, before.lives)) return scaled(amount, now.lives, before.lives);
  const isShare = history.rate !== null && row.history.rate !== null;
  return isShare ? scaled(amount, now.premium, before.premium) : amount;
}

function scaled(amount: Money, now: number | null, before: number | null): Money {
  if (now === null || before === null || now <= 0 || before <= 0) return amount;
  return Math.round((amount * now) / before);
}

/** Returns whether two values are known and differ. */
function differ<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other;
}

/**
 * Returns whether all lines describe their payments, which a head count does too. Lines that show only an amount are compared with the
 * previous month only.
 */
function isDescribed({ records }: MemberMonth): boolean {
  return records.every(({ lines }) => lines.every((line) => saysMoreThanAmount(line) || line.lives !== null));
}

/** A life. Numbers of lives are in hundredths. */
const ONE_LIFE = 100;

/** Formats pay before a cut beside the pay now: "$28.00 a head, now $24.00", "16 % of the premium, now 12 %", or "$16.00". */
export function cutWords(before: Money, { profile: { lives, premium }, history, comparedAmount: now }: ComparedScores) {
  if (lives !== null && lives > ONE_LIFE) {
    const perHead = (amount: Money) => dollars(Math.round((amount * ONE_LIFE) / lives));
    return `${perHead(before)} a head, now ${perHead(now)}`;
  }
  if (history.rate === null || premium === null || premium <= 0) return dollars(before);
  const share = (amount: Money) => sharePercent(Math.round((amount * 1_000_000) / premium));
  return `${share(before)} of the premium, now ${share(now)}`;
}

/** Returns whether the lines pay less of the same policy than before, for as many lives, and describe what they pay. */
export function isDescribedCut(row: ComparedScores, prior: PriorRow, month: MemberMonth): boolean {
  return month.paid > 0 && isDescribed(month) && payBeforeCut(row, prior, month) !== null;
}

/** Returns the pay before less pay of the same policy, for as many lives; null if less pay is no cut. */
function payBeforeCut(row: ComparedScores, prior: PriorRow, month: MemberMonth): Money | null {
  if (month.chargeback !== 0 || !isSamePolicy(prior, row)) return null;
  const amount = amountForNow(row.prevCommissionAmount, prior, row);
  return amount > row.comparedAmount ? amount : null;
}

/** Returns the pay before a cut that begins this month, and its period; null without an unexplained cut. */
function begunCut(row: ComparedScores, { prior, month }: PresentCase): MemberHistory['cutFrom'] {
  const isCut = row.signals.some(({ code, severity }) => code === 'COMMISSION_REDUCED' && severity === 'warn');
  const amount = isCut && prior !== undefined ? payBeforeCut(row, prior, month) : null;
  return amount === null || prior === undefined ? null : { amount, period: prior.lastPresentPeriod };
}

/** Stores the pay before an unexplained cut in the row's history. The row's signals must be known. A month without pay ends no cut. */
export function rememberCut(row: RowDraft, signalCase: PresentCase): void {
  const { prior, month } = signalCase;
  const isUnpaid = prior !== undefined && isSamePolicy(prior, row) && month.paid <= 0;
  const unpaid = isUnpaid ? prior.history.cutFrom : null;
  const cutFrom = lastingCut(signalCase) ?? unpaid ?? begunCut(row, signalCase);
  if (cutFrom !== row.history.cutFrom) row.history = { ...row.history, cutFrom };
}

/** Returns the rate now and before: "$24.00 a head, was $28.00", "12 % of the premium, was 16 %"; null if unknown or the same. */
export function rateBeside({ profile: before }: Pick<PriorRow, 'profile'>, row: ComparedScores): string | null {
  const { profile: now, prevCommissionAmount: prev, comparedAmount } = row;
  if (prev <= 0 || comparedAmount <= 0 || differ(now.policyRefId, before.policyRefId)) return null;
  const isGroup = (now.lives ?? 0) > ONE_LIFE || (before.lives ?? 0) > ONE_LIFE;
  const [over, overBefore] = isGroup ? [now.lives, before.lives] : [now.premium, before.premium];
  if (over === null || overBefore === null || over <= 0 || overBefore <= 0) return null;
  const words = (amount: Money, by: number) =>
    isGroup ? dollars(Math.round((amount * ONE_LIFE) / by)) : sharePercent(Math.round((amount * 10_000) / by) * 100);
  const [is, was] = [words(comparedAmount, over), words(prev, overBefore)];
  return is === was ? null : `${is} ${isGroup ? 'a head' : 'of the premium'}, was ${was}`;
}
