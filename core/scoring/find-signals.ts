import type { Money } from '../money.ts';
import { addMonths, type Period, periodOfDate, periodYear } from '../period.ts';
import { isSameAmount, matchingAdvance, type YearsPay, yearsPayOf } from './cms-year.ts';
import { compensationOf, type MemberHistory, trueUpByType } from './member-history.ts';
import type { MemberProfile } from './member-month.ts';
import { amountSignal, type Signal } from './signal.ts';
import { chargebackSignals } from './signals/chargeback-signals.ts';
import { commissionSignals } from './signals/commission-signals.ts';
import { cmsSignal, owedSignals } from './signals/owed-signals.ts';
import { missedMonthsSignals, paidAheadSignal } from './signals/paid-month-signals.ts';
import { policySignals } from './signals/policy-signals.ts';
import { isPresentCase, type SignalCase } from './signals/signal-case.ts';
import { terminationSignals } from './signals/termination-signals.ts';
import { dollars } from './wording.ts';
import { TRUE_UP_MONTHS } from './year-of-pay.ts';

/** The empty list, shared by nearly all members. */
const NO_SIGNALS: readonly Signal[] = [];

/**
 * Finds all signals of one member in one period, by the rules of docs/reference/signals.md. The same input gives the same signals in the
 * same order. The order matters, because some signals depend on signals found before them.
 */
export function findSignals(signalCase: SignalCase): readonly Signal[] {
  const found: Signal[] = [];
  if (!isPresentCase(signalCase)) {
    paidAheadSignal(signalCase, found);
    trueUpSignals(signalCase, found);
    terminationSignals(signalCase, found);
    return found.length === 0 ? NO_SIGNALS : found;
  }
  commissionSignals(signalCase, found);
  if (signalCase.row.status !== 'red') policySignals(signalCase, found);
  paidAheadSignal(signalCase, found);
  missedMonthsSignals(signalCase, found);
  trueUpSignals(signalCase, found);
  owedSignals(signalCase, found);
  cmsSignal(signalCase, found);
  terminationSignals(signalCase, found);
  chargebackSignals(signalCase, found);
  return found.length === 0 ? NO_SIGNALS : found;
}

/**
 * Adds signals for true-ups that are received or overdue. Medicare plans often pay a new member the renewal amount at once. The difference
 * to the initial amount, the true-up, follows once CMS confirms the first year. CMS maxima identify the amounts.
 */
function trueUpSignals({ context, prior, month, row }: SignalCase, found: Signal[]): void {
  if (context.productLine !== 'medicare' || row.status === 'red') return;
  const typed = month === undefined ? 0 : trueUpByType(month, context.kindOf);
  if (typed > 0) {
    const isFull = firstYearPay(row).some(({ initial }) => isSameAmount(row.history.planYearPaid, initial));
    found.push(
      amountSignal('TRUE_UP', 'info', {
        amount: typed,
        detail: receivedDetail(typed, isFull ? row.history.planYearPaid : null),
      }),
    );
    return;
  }
  const { planYear, planYearPaid } = row.history;
  if (planYear !== null && month !== undefined && month.paid > 0 && prior?.history.planYear === planYear) {
    const advance = matchingAdvance(prior.history.planYearPaid, firstYearPay(row));
    if (advance !== undefined && isSameAmount(planYearPaid, advance.initial)) {
      const paidNow = compensationOf(month, planYear, context.kindOf);
      found.push(amountSignal('TRUE_UP', 'info', { amount: paidNow, detail: receivedDetail(paidNow, planYearPaid) }));
      return;
    }
  }
  const advance = overdueAdvance(row, context.period);
  if (advance === undefined) return;
  // An overdue true-up is reported once, so the same test on the previous row must have been negative.
  const reportedAt = prior?.status === 'red' ? prior.lastPresentPeriod : context.baselinePeriod;
  if (prior !== undefined && reportedAt !== null && overdueAdvance(prior, reportedAt) !== undefined) return;
  const detail = `Paid ${dollars(planYearPaid)}, the renewal amount; if this is the member's first enrollment, a true-up is due.`;
  found.push(
    amountSignal('TRUE_UP_MISSING', 'info', { amount: advance.initial - planYearPaid, detail, claim: 'to_check' }),
  );
}

/** Returns the sentence about a received true-up. `full`: the year's pay with it; null unless this is the whole initial amount. */
function receivedDetail(amount: Money, full: Money | null): string {
  const paid = full === null ? '' : `: first year now paid in full (${dollars(full)})`;
  return `True-up of ${dollars(amount)} received${paid}.`;
}

/** The facts about a member that show its first year with a plan. */
interface FirstYear {
  readonly profile: MemberProfile;
  readonly history: MemberHistory;
}

/** Returns the amounts that may pay the plan year, if it is the member's first year; otherwise none. */
function firstYearPay({ profile, history: { planYear } }: FirstYear): readonly YearsPay[] {
  const { effectiveDate } = profile;
  if (effectiveDate === null || planYear === null || periodYear(effectiveDate) !== planYear) return [];
  return yearsPayOf(planYear, profile);
}

/** Returns the year's amounts if the renewal amount is its only payment so far, and a true-up should have come by this period. */
function overdueAdvance(member: FirstYear, period: Period): YearsPay | undefined {
  const { planYear, planYearPaid, lastPaidAmount, notNewYear } = member.history;
  const { effectiveDate } = member.profile;
  if (notNewYear === planYear) return undefined;
  if (effectiveDate === null || lastPaidAmount !== planYearPaid || periodYear(period) !== planYear) return undefined;
  if (period < addMonths(periodOfDate(effectiveDate), TRUE_UP_MONTHS)) return undefined;
  return matchingAdvance(planYearPaid, firstYearPay(member));
}
