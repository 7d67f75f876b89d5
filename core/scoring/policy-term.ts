import type { Money } from '../money.ts';
import { addMonths, lastCoveredMonth, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { MemberMonth, ScorableLine } from './member-month.ts';

/** What takes money back within the term of a property or casualty policy: an endorsement changes it, a cancellation ends it. */

interface TermContext {
  readonly period: Period;
  readonly kindOf: LineKindOf;
  readonly isPolicyTerm: boolean;
}

/** The term's payment, as the row before remembers it. */
interface PaidTerm {
  readonly paidThrough: string | null;
  readonly lastPresentAmount: Money;
  readonly history: { readonly paidMonths: number };
}

/** A carrier's code stands alone ("CAN", "XLC"), a word may stand in a sentence. */
const CANCELLED = /cancel|\blapse|^\s*(?:can|cxl|xlc)\b|\bflat can/i;

/** Whether a line ends a policy before its term does. */
export function isCancelled({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some((line) => line.amount <= 0 && CANCELLED.test(line.transactionType ?? '')),
  );
}

/** Whether a line lowers the premium of a policy that goes on. */
export function isEndorsement(line: ScorableLine, { kindOf, isPolicyTerm }: Omit<TermContext, 'period'>): boolean {
  return isPolicyTerm && line.amount < 0 && kindOf(line) === 'adjustment';
}

/** What endorsements take back: it is no part of the pay for a term, and nobody has to give it back. */
export function endorsedBack({ chargeback, records }: MemberMonth, context: Omit<TermContext, 'period'>): Money {
  if (!context.isPolicyTerm || chargeback === 0) return 0;
  let total: Money = 0;
  for (const { lines } of records) for (const line of lines) if (isEndorsement(line, context)) total -= line.amount;
  return total;
}

/**
 * How far the member is still paid ahead; null when the advance is over. A chargeback takes back as many months, from the last one on, as
 * it takes back of what was paid for them. Within a policy's term an endorsement, or a chargeback of less than what is left of the term,
 * takes back premium and no months.
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

/** What is known of a policy whose term a chargeback has ended. */
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

/** A term that goes on, and what it was paid altogether. */
export interface ReinstatedTerm {
  readonly through: Period;
  readonly months: number;
  readonly amount: Money;
}

/**
 * A cancelled policy is reinstated: within its term it is paid again, at most what was taken back. Null for the payment of another term,
 * which is for later dates or for more.
 */
export function reinstatedTerm(prior: EndedTerm, month: MemberMonth, context: TermContext): ReinstatedTerm | null {
  const { paidMonths, clawedOpen, lastPaidPeriod, lastPaidAmount } = prior.history;
  if (!context.isPolicyTerm || paidMonths <= 1 || lastPaidPeriod === null || prior.paidThrough !== null) return null;
  if (clawedOpen <= 0 || prior.lastPresentAmount > 0 || month.chargeback > 0) return null;
  if (month.paid <= 0 || month.paid > clawedOpen) return null;
  const from = startOfTerm(prior.profile.effectiveDate, lastPaidPeriod);
  const through = addMonths(from, paidMonths - 1);
  if (context.period > through) return null;
  const isOfTerm = month.records.every(({ policyRefId, lines }) => {
    if (policyRefId !== prior.profile.policyRefId) return false;
    return lines.every(({ effectiveDate, paidThrough }) => {
      const isBegun = effectiveDate === null || periodOfDate(effectiveDate) <= lastPaidPeriod;
      return isBegun && (paidThrough === null || lastCoveredMonth(paidThrough) <= through);
    });
  });
  return isOfTerm ? { through, months: paidMonths, amount: lastPaidAmount - clawedOpen + month.amount } : null;
}

/** A term that is paid late began a few months before its payment; policies have the effective date of their first term too. */
function startOfTerm(effectiveDate: string | null, paid: Period): Period {
  if (effectiveDate === null) return paid;
  const start = periodOfDate(effectiveDate);
  return Math.abs(monthIndex(paid) - monthIndex(start)) <= TERM_PAID_LATE_MAX ? start : paid;
}

/** As for the payment itself. */
const TERM_PAID_LATE_MAX = 3;
