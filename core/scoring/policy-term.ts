import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
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

function isCancelled({ records }: MemberMonth): boolean {
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
