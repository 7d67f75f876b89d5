import type { Money } from '../money.ts';
import { addMonths, lastCoveredMonth, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, type ScorableLine, totalPremium } from './member-month.ts';

interface TermContext {
  readonly period: Period;
  readonly kindOf: LineKindOf;
  readonly isPolicyTerm: boolean;
}

/** The payment for a policy's term, from the previous row. */
interface PaidTerm {
  readonly paidThrough: string | null;
  readonly lastPresentAmount: Money;
  readonly history: { readonly paidMonths: number };
}

/** Matches a transaction type for a cancellation: a code at its beginning ("CAN", "XLC"), or a word in it. */
const CANCELLED = /cancel|\blapse|^\s*(?:can|cxl|xlc)\b|\bflat can/i;

/**
 * Returns the last month that a "paid to" date pays for. A policy's term that ends within a month, or on the day of the month on which it
 * began, pays to the month before, because the next term begins in the same month.
 */
export function lastPaidMonth(paidThrough: string, isPolicyTerm: boolean, effectiveDate: string | null): Period {
  const month = periodOfDate(paidThrough);
  const isWithin = paidThrough !== lastDayOf(month) || endsOnFirstDay(paidThrough, effectiveDate);
  return isPolicyTerm && isWithin ? addMonths(month, -1) : lastCoveredMonth(paidThrough);
}

/** Returns whether a term ends on the day on which it began. February has no later day than the last, which then stands for it. */
function endsOnFirstDay(paidThrough: string, effectiveDate: string | null): boolean {
  if (effectiveDate === null || effectiveDate.endsWith('-01')) return false;
  const isLastDay = effectiveDate === lastDayOf(periodOfDate(effectiveDate));
  return isLastDay || effectiveDate.slice(8) === paidThrough.slice(8);
}

/** Returns whether a line of the month cancels a policy within its term. */
export function isCancelled({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some((line) => line.amount <= 0 && CANCELLED.test(line.transactionType ?? '')),
  );
}

/** Words of lines that change the premium of a continuing policy, whether or not its term is known. */
const ENDORSED = /\baudit\b|\bendorse/i;

/** Returns whether a line is an endorsement or an audit that lowers the premium of a continuing policy. */
export function isEndorsement(line: ScorableLine, { kindOf, isPolicyTerm }: Omit<TermContext, 'period'>): boolean {
  if (line.amount >= 0 || kindOf(line) !== 'adjustment') return false;
  return isPolicyTerm || ENDORSED.test(line.transactionType ?? '');
}

/** Returns whether a line changes the premium of a term that was paid before, and says no end of its own. */
export function isWithinTerm(line: ScorableLine, { kindOf, isPolicyTerm }: Omit<TermContext, 'period'>): boolean {
  return isPolicyTerm && line.paidThrough === null && line.monthsPaid === null && kindOf(line) === 'adjustment';
}

/**
 * Returns the premium of a member's month, in ten-thousandths of a dollar. An endorsement prints only its change of the premium, so the
 * premium of the term is kept.
 */
export function premiumOfMonth(
  month: MemberMonth,
  prior: { readonly profile: { readonly premium: Money | null } } | undefined,
  { kindOf, isPolicyTerm }: Omit<TermContext, 'period'>,
): Money | null {
  if (!isPolicyTerm || prior === undefined) return totalPremium(month);
  const isEndorsed = month.records.every(({ lines }) => lines.every((line) => kindOf(line) === 'adjustment'));
  return isEndorsed ? prior.profile.premium : totalPremium(month);
}

/**
 * Returns the sum taken back by endorsements, in ten-thousandths of a dollar and never negative. Carriers do not repay this sum, and
 * it is no part of the pay for a term.
 */
export function endorsedBack({ chargeback, records }: MemberMonth, context: Omit<TermContext, 'period'>): Money {
  if (chargeback === 0) return 0;
  let total: Money = 0;
  for (const { lines } of records) for (const line of lines) if (isEndorsement(line, context)) total -= line.amount;
  return total;
}

/**
 * Returns the last month that is still paid ahead after this month's chargebacks; null when none is. A chargeback shortens an advance from
 * its end. A cancellation ends a policy's term at once. Within a term, an endorsement or a chargeback of less than the rest of the term
 * takes back no months.
 */
export function throughAfterChargeback(
  { paidThrough, lastPresentAmount, history: { paidMonths } }: PaidTerm,
  month: MemberMonth,
  context: TermContext,
): Period | null {
  if (paidThrough === null) return null;
  const { period, isPolicyTerm } = context;
  const through = periodOfDate(paidThrough);
  if (isPolicyTerm && isCancelled(month)) return null;
  const takenBack = month.chargeback - endorsedBack(month, context);
  if (takenBack === 0 || lastPresentAmount <= 0) return through;
  const months = Math.round((takenBack * paidMonths) / lastPresentAmount);
  if (months > paidMonths) return null;
  if (isPolicyTerm && months < monthIndex(through) - monthIndex(period)) return through;
  const left = addMonths(through, -months);
  return left >= period ? left : null;
}

/** Maximum number of months between a term's start and its payment. An older effective date is that of an earlier term. */
export const TERM_PAID_LATE_MAX = 3;
