import { foldText } from '../../folded-text.ts';
import { counted, dollars, percent } from '../../wording.ts';
import { carrierStatusClause } from '../amount-comparison.ts';
import { isPaidAhead, paidYear } from '../catch-up.ts';
import { goneCoverageClause } from '../gone-parts.ts';
import type { MemberHistory } from '../member-history.ts';
import type { MemberMonth } from '../member-month.ts';
import { isDescribedCut, rateBeside } from '../open-matters.ts';
import { usualClause } from '../planned-step.ts';
import { endorsedBack } from '../policy-term.ts';
import { withoutReversals } from '../reversed-lines.ts';
import type { ComparedScores, PresentCase, PriorRow, ScoringContext } from '../scored-row.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';
import { paysItsRate } from '../statement-rate.ts';
import { differByCents, toleratedDifference } from '../tolerance.ts';

/** Adds signals about a changed amount, and about pay of zero or below. A change counts by the status table, including the tolerance. */
export function commissionSignals({ context, row, month, prior }: PresentCase, found: Signal[]): void {
  if (
    prior !== undefined &&
    (row.flags.includes('COMMISSION_CHANGED') || row.flags.includes('REAPPEARED_WITH_DELTA'))
  ) {
    const tolerated = toleratedDifference(context.tolerance, row.prevCommissionAmount);
    if (row.plannedStep !== null) {
      // The row's sentence tells a planned step, which is no finding.
    } else if (row.prevCommissionAmount - row.comparedAmount > tolerated)
      reductionSignal({ context, prior, row, month }, found);
    else increaseSignal(row, found);
  }
  if (row.status !== 'red') noPaySignal({ context, month, prior }, found);
}

/** Adds a signal for a net of zero or below, unless nothing was due. */
function noPaySignal(
  { context, month, prior }: Pick<PresentCase, 'context' | 'month' | 'prior'>,
  found: Signal[],
): void {
  if (month.amount > 0) return;
  const endorsed = endorsedBack(month, context);
  const isEndorsed = endorsed > 0 && month.amount + endorsed >= 0;
  if (month.amount < 0) {
    const detail = isEndorsed
      ? `An endorsement took back ${dollars(endorsed)} of the pay for the policy term.`
      : month.paid === 0
        ? `${dollars(month.chargeback)} taken back, nothing paid on this statement.`
        : `Chargebacks of ${dollars(month.chargeback)} exceed the ${dollars(month.paid)} paid on this statement.`;
    found.push(amountSignal('NEGATIVE_NET', isEndorsed ? 'info' : 'warn', { amount: month.amount, detail }));
  } else {
    const isTakenBack = withoutReversals(month, prior, context).chargeback > 0;
    if (!isTakenBack && (context.recovering.has(month.memberRefId) || isNothingDue(context, prior))) return;
    const detail = isTakenBack
      ? `A chargeback takes back all of the ${dollars(month.paid)} on this statement.`
      : `On the statement, but paid nothing${carrierStatusClause(month)}.`;
    found.push(signal('ZERO_COMMISSION', isEndorsed ? 'info' : 'warn', detail));
  }
}

function increaseSignal(row: ComparedScores, found: Signal[]): void {
  const change = row.commissionAmount - row.prevCommissionAmount;
  if (change <= 0) return;
  const { recoveredAmount: kept } = row;
  const amounts = `${dollars(row.prevCommissionAmount + kept)} → ${dollars(row.commissionAmount + kept)}`;
  const event = row.payEvent?.amount ?? null;
  const detail = `Paid ${dollars(change)} more (${amounts})${event === null ? '' : `: ${event}`}.`;
  found.push(amountSignal('COMMISSION_INCREASED', 'info', { amount: change, detail }));
}

/** A member whose pay may have been reduced. */
export interface ReducedCase {
  readonly context: ScoringContext;
  readonly prior: PriorRow;
  readonly row: ComparedScores;
  readonly month: MemberMonth;
}

function reductionSignal({ context, prior, row, month }: ReducedCase, found: Signal[]): void {
  const change = row.prevCommissionAmount - row.comparedAmount;
  const extra = expectedReduction({ context, prior, row, month });
  const { recoveredAmount: kept } = row;
  const amounts = `${dollars(row.prevCommissionAmount + kept)} → ${dollars(row.comparedAmount + kept)}`;
  const cause =
    extra ??
    goneCoverageClause(prior.history, row.history, month) ??
    (month.chargeback > 0 ? null : rateBeside(prior, row));
  const detail = `Paid ${dollars(change)} less (${amounts})${cause === null ? '' : `: ${cause}`}.`;
  const reduced = amountSignal('COMMISSION_REDUCED', extra === null ? 'warn' : 'info', { amount: change, detail });
  const isAsked = extra === null && row.status === 'yellow' && isDescribedCut(row, prior, month);
  found.push(isAsked ? { ...reduced, claim: 'to_check' } : reduced);
}

/** Returns the reason why a reduction was to be expected, as a clause after a colon; null when the reduction has no known reason. */
export function expectedReduction({ context, prior, row, month }: ReducedCase): string | null {
  return (
    negligible(row) ??
    extraReduction(context, prior, row) ??
    row.payEvent?.amount ??
    premiumAtSameRate({ context, prior, row, month }) ??
    lowerPremium(prior, row) ??
    usualClause(context, prior, {
      month,
      reach: { through: null, months: row.history.paidMonths },
      prevComparable: row.prevCommissionAmount,
      comparedAmount: row.comparedAmount,
    })
  );
}

function negligible({ prevCommissionAmount: prev, comparedAmount }: ComparedScores): string | null {
  return differByCents(prev, comparedAmount) ? 'a difference of cents' : null;
}

/** Explains less pay for a policy's term by its premium, where the only line pays the same printed rate as before. */
function premiumAtSameRate({ context, prior, row, month }: ReducedCase): string | null {
  if (prior.profile.policyRefId !== row.profile.policyRefId || month.chargeback > 0) return null;
  const [line, ...others] = month.records.flatMap((record) => record.lines);
  if (!context.isPolicyTerm || line === undefined || others.length > 0 || line.premium === null) return null;
  if (line.rate === null || line.rate !== prior.history.rate || !paysItsRate(line, context.kindOf)) return null;
  return `${percent(line.rate)} of a premium of ${dollars(line.premium)}, the same rate as before`;
}

/** A cent, in ten-thousandths of a dollar: the pay of both statements is rounded. */
const ROUNDING = 100;

/** Explains less pay by a lower premium of the same policy, if the commission is at least the same share of it. */
function lowerPremium(
  { profile }: PriorRow,
  { profile: now, prevCommissionAmount: prev, comparedAmount }: ComparedScores,
) {
  if (profile.premium === null || now.premium === null || now.premium >= profile.premium || now.premium <= 0)
    return null;
  if (prev <= 0 || isOtherPlan(profile, now)) return null;
  const due = (prev * now.premium) / profile.premium;
  return comparedAmount >= due - ROUNDING || differByCents(comparedAmount, due)
    ? `premium ${dollars(profile.premium)} → ${dollars(now.premium)}`
    : null;
}

/** Returns whether both plans are known and differ. Another plan may have another rate. */
function isOtherPlan(before: PriorRow['profile'], now: PriorRow['profile']): boolean {
  const [one, other] = [before.planCode ?? before.planName, now.planCode ?? now.planName];
  return one !== null && other !== null && foldText(one) !== foldText(other);
}

/** Explains less pay by one-off pay in the payment before, if this month's pay is as much as the regular part of that payment. */
function extraReduction(context: ScoringContext, prior: PriorRow, row: ComparedScores): string | null {
  const prev = row.prevCommissionAmount;
  const { extraAmount, lastPaidPeriod } = prior.history;
  const isWhole = lastPaidPeriod === prior.lastPresentPeriod && prev === prior.lastPresentAmount;
  const regular = isWhole ? prev - extraAmount : prev;
  const isAsMuch =
    row.comparedAmount >= regular - toleratedDifference(context.tolerance, regular) ||
    differByCents(row.comparedAmount, regular);
  return regular < prev && isAsMuch ? extraBefore(prior.history) : null;
}

function extraBefore({ extraMonths, paidMonths }: MemberHistory): string {
  return extraMonths === 0
    ? 'a part of the payment before was paid twice'
    : `the payment before was for ${counted(paidMonths + extraMonths, 'month')}`;
}

/** Returns whether a net of zero is correct, because an advance or a year's payment covers the month, or the carrier does not pay it. */
function isNothingDue(context: ScoringContext, prior: PriorRow | undefined): boolean {
  const { period, productLine, isUnpaidMonth } = context;
  if (prior === undefined) return false;
  if (isUnpaidMonth(prior.profile, period)) return true;
  if (prior.history.paidMonths > 1 && isPaidAhead(prior, context)) return true;
  const year = paidYear(prior, productLine);
  return year !== null && period <= year.december;
}
