import type { Money } from '../money.ts';
import { addMonths, type Period, periodOfDate } from '../period.ts';
import { dollars, sharePercent } from '../wording.ts';
import { type CaughtUp, missedMonths, monthlyPay, NOTHING_CAUGHT_UP } from './catch-up.ts';
import type { MemberHistory } from './member-history.ts';
import {
  isSameCoverage,
  type MemberMonth,
  paidMonthOf,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import type { ComparedScores, PresentCase, PriorRow, RowDraft, ScoringContext } from './scored-row.ts';
import { differByCents, toleratedDifference } from './tolerance.ts';

/** Matters that a row keeps open for later statements: missed months, and the pay before a cut. */

/** Missed months that no statement has paid yet: the first such month, and their number. */
export type MissedOpen = NonNullable<MemberHistory['missedOpen']>;

/** Number of months after which missed months are given up, and lower pay counts as the regular pay. */
const MONTHS_REMEMBERED = 12;
/** Bounds of a missed month's pay as a share of a month's usual pay. A month's initial pay is twice its renewal. */
const OTHER_RATE_MIN = 0.5;
const OTHER_RATE_MAX = 2;
/** A month, in hundredths. */
const ONE_MONTH = 100;

type Moment = Pick<ScoringContext, 'period' | 'productLine' | 'tolerance' | 'paymentLag'>;

/**
 * Finds missed months that this statement pays after the member was paid again (docs/reference/signals.md#months-caught-up-later). Lines
 * name these months, or the pay is several whole months' pay. Finds none if more months are paid than were missed.
 */
export function caughtUpLater(month: MemberMonth, prior: PriorRow, at: Moment): CaughtUp {
  const open = stillOpen(prior.history.missedOpen, prior.profile.effectiveDate, at.period);
  if (open === null || month.chargeback > 0 || prior.history.paidMonths > 1) return NOTHING_CAUGHT_UP;
  const payments = month.records.flatMap(({ lines }) => lines.filter(({ amount }) => amount > 0));
  if (!payments.every(isForAnyMonth)) return caughtUpByName(payments, open);
  const perMonth = monthlyPay(prior, at.productLine);
  const tolerated = toleratedDifference(at.tolerance, perMonth);
  const times = perMonth <= 0 ? 0 : Math.round(month.paid / perMonth);
  const isWhole = Math.abs(month.paid - times * perMonth) <= tolerated || differByCents(month.paid, times * perMonth);
  const months = (isWhole ? times : monthsAtOtherRates(payments, perMonth, tolerated)) - 1;
  if (months < 1 || months > open.months) return NOTHING_CAUGHT_UP;
  return { months, amount: month.paid - perMonth, repaid: 0, isStated: true };
}

/** Finds lines that name a month from the first missed month on, beside a line for a later month. */
function caughtUpByName(payments: readonly ScorableLine[], open: MissedOpen): CaughtUp {
  const named = payments.map((line) => ({ amount: line.amount, month: paidMonthOf(line) }));
  const latest = named.reduce<Period>((last, { month }) => (month !== null && month > last ? month : last), open.since);
  const months = new Set<Period>();
  let amount: Money = 0;
  for (const one of named) {
    if (one.month === null || one.month < open.since || one.month >= latest) continue;
    months.add(one.month);
    amount += one.amount;
  }
  if (months.size === 0 || months.size > open.months) return NOTHING_CAUGHT_UP;
  return { months: months.size, amount, repaid: 0, isStated: true };
}

/**
 * Returns the number of lines if all are for one coverage, each is about a month's usual pay, and at least one line equals it; otherwise 0.
 */
function monthsAtOtherRates(payments: readonly ScorableLine[], perMonth: Money, tolerated: Money): number {
  const [first] = payments;
  const isMonths = payments.every(
    (line) =>
      first !== undefined &&
      isSameCoverage(line, first) &&
      line.amount >= perMonth * OTHER_RATE_MIN &&
      line.amount <= perMonth * OTHER_RATE_MAX,
  );
  return isMonths && payments.some(({ amount }) => Math.abs(amount - perMonth) <= tolerated) ? payments.length : 0;
}

/** Returns whether a line describes a payment for one month that it does not name. */
function isForAnyMonth(line: ScorableLine): boolean {
  return saysMoreThanAmount(line) && paidMonthOf(line) === null && (line.monthsPaid ?? ONE_MONTH) === ONE_MONTH;
}

/** Returns the missed months if they may still be paid; null after a year, and after a new enrollment, before which nothing is due. */
function stillOpen(open: MissedOpen | null, effectiveDate: string | null, period: Period): MissedOpen | null {
  if (open === null || period > addMonths(open.since, MONTHS_REMEMBERED)) return null;
  return effectiveDate !== null && periodOfDate(effectiveDate) > open.since ? null : open;
}

/** Stores the months that are still missed in the row's history. The row's signals must be known. */
export function rememberMissed(row: RowDraft, signalCase: PresentCase): void {
  const missedOpen = nextOpen(row, signalCase);
  if (missedOpen !== row.history.missedOpen) row.history = { ...row.history, missedOpen };
}

/** Returns the months that are still missed after this month; null without any. */
function nextOpen(row: RowDraft, { context, prior, month }: PresentCase): MissedOpen | null {
  // A chargeback may take the missed month back, and then no later payment is due.
  if (prior === undefined || month.chargeback > 0) return null;
  if (month.paid <= 0) return prior.history.missedOpen;
  const before = stillOpen(prior.history.missedOpen, row.profile.effectiveDate, context.period);
  const missed = missedMonths(prior, context, month);
  if (missed === null) return before === null ? null : withoutMonths(before, row.history.extraMonths);
  if (!row.signals.some(({ code }) => code === 'MISSED_MONTHS')) return before;
  return { since: before?.since ?? missed.from, months: (before?.months ?? 0) + missed.due - row.history.extraMonths };
}

function withoutMonths(open: MissedOpen, months: number): MissedOpen | null {
  return months < open.months ? { ...open, months: open.months - months } : null;
}

/**
 * Returns the pay before an unexplained cut, and its period, if the cut still lasts this month; null otherwise. The pay is that of as many
 * lives, or of as much premium, as this month's.
 */
export function lastingCut(signalCase: PresentCase): MemberHistory['cutFrom'] {
  const { context, prior, row, month } = signalCase;
  const before = prior?.history.cutFrom ?? null;
  if (before === null || prior === undefined || month.paid <= 0 || row.status === 'red') return null;
  if (context.period > addMonths(before.period, MONTHS_REMEMBERED)) return null;
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

/** Returns whether the lines pay less of the same policy than before, for as many lives. */
export function isCut(row: ComparedScores, prior: PriorRow, month: MemberMonth): boolean {
  return month.paid > 0 && payBeforeCut(row, prior, month) !== null;
}

/** Returns the pay before less pay of the same policy, for as many lives; null if less pay is no cut. */
function payBeforeCut(row: ComparedScores, prior: PriorRow, month: MemberMonth): Money | null {
  if (month.chargeback !== 0 || !isSamePolicy(prior, row)) return null;
  const amount = amountForNow(row.prevCommissionAmount, prior, row);
  return amount > row.comparedAmount ? amount : null;
}

/** Returns the pay before a cut that begins this month, or that of a raise that left the member out, and its period; null without one. */
function begunCut(row: ComparedScores, { context, prior, month }: PresentCase): MemberHistory['cutFrom'] {
  if (row.raiseOfOthers !== null) return { amount: row.raiseOfOthers.amount, period: context.period };
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
