import { monthIndex, periodOfDate } from '../period.ts';
import type { PaymentContext } from './cadence.ts';
import type { MemberBefore } from './catch-up.ts';
import { isLimitedByCms } from './cms-maximum.ts';
import { type MemberMonth, type ScorableLine, saysMoreThanAmount } from './member-month.ts';

/** Months of the modes in which premiums, and so their commissions, are paid besides monthly. */
const MODES: ReadonlySet<number> = new Set([3, 6, 12]);
/** How far a later payment in the same mode may be from the one before, as a share: the premium has changed. */
const SAME_MODE_MIN = 0.75;
const SAME_MODE_MAX = 1.35;

interface Payer extends MemberBefore {
  readonly firstSeenPeriod: string;
}

/**
 * The months that a payment is for by its rhythm, where no line says so: the first amount again after 3, 6 or 12 months without any pay
 * between, and later payments at the same distance. Null where the member was paid month by month, or the lines are amounts only.
 * Medicare plans that CMS limits are not read so, because they pay no premium's share.
 */
export function premiumMode(month: MemberMonth, prior: Payer, context: PaymentContext): number | null {
  const { history, profile, paidThrough } = prior;
  if (history.lastPaidPeriod === null || history.lastPaidAmount <= 0 || month.paid <= 0 || month.chargeback > 0)
    return null;
  const months = monthIndex(context.period) - monthIndex(history.lastPaidPeriod);
  if (!MODES.has(months) || context.isPolicyTerm) return null;
  if (context.productLine === 'medicare' && isLimitedByCms(profile)) return null;
  const saysNothing = (line: ScorableLine) => mayBeOfMode(line, context);
  if (!month.records.every(({ lines }) => lines.every(saysNothing))) return null;
  if (history.paidMonths === 1) {
    const isSecond = prior.firstSeenPeriod === history.lastPaidPeriod && month.paid === history.lastPaidAmount;
    return isSecond ? months : null;
  }
  if (history.paidMonths !== months || paidThrough === null || periodOfDate(paidThrough) >= context.period) return null;
  const share = month.paid / prior.lastPresentAmount;
  return share >= SAME_MODE_MIN && share <= SAME_MODE_MAX ? months : null;
}

/** The line says more than an amount, but not for how many months, or for which, beyond the statement's own. */
function mayBeOfMode(line: ScorableLine, context: PaymentContext): boolean {
  return (
    saysMoreThanAmount(line) &&
    line.paidThrough === null &&
    (line.monthsPaid ?? 0) === 0 &&
    (line.coverageMonth === null || line.coverageMonth === context.period) &&
    context.cadence(line) === 'monthly'
  );
}
