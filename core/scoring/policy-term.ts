import type { Money } from '../money.ts';
import { addMonths, lastCoveredMonth, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, type ScorableLine, totalPremium } from './member-month.ts';

/** Interprets chargebacks within the term of a property or casualty policy: an endorsement changes the term, a cancellation ends it. */

interface TermContext {
  readonly period: Period;
  readonly kindOf: LineKindOf;
  readonly isPolicyTerm: boolean;
}

/** The term's payment, from the previous row. */
interface PaidTerm {
  readonly paidThrough: string | null;
  readonly lastPresentAmount: Money;
  readonly history: { readonly paidMonths: number };
}

/** Matches a carrier's code that stands alone ("CAN", "XLC"), or a word within a sentence. */
const CANCELLED = /cancel|\blapse|^\s*(?:can|cxl|xlc)\b|\bflat can/i;

/** Matches a carrier's code that stands alone ("REI", "RNS"), or a word within a sentence. */
const REINSTATED = /re-?instat|^\s*(?:rei|rein|rns)\b/i;

/**
 * Returns the last month that is paid for by a "paid to" date. A policy's term that ends within a month is followed by the next term in
 * that month, so its last paid month is the one before.
 */
export function lastPaidMonth(paidThrough: string, isPolicyTerm: boolean): Period {
  const month = periodOfDate(paidThrough);
  return isPolicyTerm && paidThrough !== lastDayOf(month) ? addMonths(month, -1) : lastCoveredMonth(paidThrough);
}

/** Returns whether a line ends a policy before the end of its term. */
export function isCancelled({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some((line) => line.amount <= 0 && CANCELLED.test(line.transactionType ?? '')),
  );
}

/** Returns whether a line lowers the premium of a policy that continues. */
export function isEndorsement(line: ScorableLine, { kindOf, isPolicyTerm }: Omit<TermContext, 'period'>): boolean {
  return isPolicyTerm && line.amount < 0 && kindOf(line) === 'adjustment';
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
  const isEndorsed = month.records.every(({ lines }) => lines.every((line) => kindOf(line) === 'adjustment'));
  return isPolicyTerm && prior !== undefined && isEndorsed ? prior.profile.premium : totalPremium(month);
}

/**
 * Returns the sum taken back by endorsements, in ten-thousandths of a dollar and never negative. It is no part of the pay for a term, and
 * no repayment is expected.
 */
export function endorsedBack({ chargeback, records }: MemberMonth, context: Omit<TermContext, 'period'>): Money {
  if (!context.isPolicyTerm || chargeback === 0) return 0;
  let total: Money = 0;
  for (const { lines } of records) for (const line of lines) if (isEndorsement(line, context)) total -= line.amount;
  return total;
}

/**
 * Returns how far the member is still paid ahead; null when the advance is over. A chargeback shortens the advance from its end by the
 * months it takes back. Within a policy's term an endorsement, or a chargeback below the rest of the term, takes back premium and no
 * months.
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

/** The facts about a policy whose term a chargeback has ended. */
interface EndedTerm {
  readonly profile: { readonly policyRefId: string | null; readonly effectiveDate: string | null };
  readonly paidThrough: string | null;
  readonly lastPresentAmount: Money;
  readonly history: {
    readonly paidMonths: number;
    readonly clawedOpen: Money;
    readonly lastPaidPeriod: Period | null;
    readonly lastPaidAmount: Money;
  };
}

/** A term that continues, and its total pay. */
export interface ReinstatedTerm {
  readonly through: Period;
  readonly months: number;
  readonly amount: Money;
}

/**
 * Finds the reinstatement of a cancelled policy: within its term it is paid again, at most the amount taken back. Returns null for the
 * payment of another term, which has later dates or a larger amount. A line that says "reinstatement" may have the date of that day.
 */
export function reinstatedTerm(prior: EndedTerm, month: MemberMonth, context: TermContext): ReinstatedTerm | null {
  const { paidMonths, clawedOpen, lastPaidPeriod, lastPaidAmount } = prior.history;
  if (!context.isPolicyTerm || paidMonths <= 1 || lastPaidPeriod === null || prior.paidThrough !== null) return null;
  if (prior.lastPresentAmount > 0 || month.chargeback > 0) return null;
  if (month.paid <= 0 || month.paid > clawedOpen) return null;
  const from = startOfTerm(prior.profile.effectiveDate, lastPaidPeriod);
  const through = addMonths(from, paidMonths - 1);
  if (context.period > through) return null;
  const isOfTerm = month.records.every(({ policyRefId, lines }) => {
    if (policyRefId !== prior.profile.policyRefId) return false;
    return lines.every(({ effectiveDate, paidThrough, transactionType }) => {
      const lastStart = REINSTATED.test(transactionType ?? '') ? context.period : lastPaidPeriod;
      const isBegun = effectiveDate === null || periodOfDate(effectiveDate) <= lastStart;
      return isBegun && (paidThrough === null || lastPaidMonth(paidThrough, true) <= through);
    });
  });
  return isOfTerm ? { through, months: paidMonths, amount: lastPaidAmount - clawedOpen + month.amount } : null;
}

/**
 * Returns the start of a term. A term that is paid late began a few months before its payment; some policies show only their first
 * effective date.
 */
function startOfTerm(effectiveDate: string | null, paid: Period): Period {
  if (effectiveDate === null) return paid;
  const start = periodOfDate(effectiveDate);
  return Math.abs(monthIndex(paid) - monthIndex(start)) <= TERM_PAID_LATE_MAX ? start : paid;
}

/** The same limit as for the payment itself. */
const TERM_PAID_LATE_MAX = 3;
