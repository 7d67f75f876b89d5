import { foldText } from '../../folded-text.ts';
import { type Exact, exactFromMoney } from '../../money.ts';
import { addMonths, lastCoveredMonth, periodYear } from '../../period.ts';
import { counted, dollars, exactDollars, monthName, percent } from '../../wording.ts';
import { carrierStatusClause } from '../amount-comparison.ts';
import { isPaidAhead, paidYear } from '../catch-up.ts';
import { cmsMaximum, lowestMaximum } from '../cms-maximum.ts';
import { ESTIMATE_ROUNDING, type Owed } from '../expected.ts';
import { goneCoverageClause, hasCoverages, lessCoverageClause } from '../gone-parts.ts';
import type { MemberHistory } from '../member-history.ts';
import {
  isNotCommissionable,
  isWithoutPremium,
  type MemberMonth,
  type MemberProfile,
  principalRecord,
} from '../member-month.ts';
import { cutWords, isCut, lastingCut, rateBeside } from '../open-matters.ts';
import { usualClause } from '../planned-step.ts';
import { endorsedBack } from '../policy-term.ts';
import { withoutReversals } from '../regular-pay.ts';
import type { ComparedScores, PresentCase, PriorRow, ScoringContext } from '../scored-row.ts';
import { amountSignal, type OwedCertainty, type Signal, signal } from '../signal.ts';
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
  const own = withoutReversals(month, prior, context);
  if (month.amount > 0 || own.amount > 0) return;
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
    const isTakenBack = own.chargeback > 0;
    if (!isTakenBack && (context.recovering.has(month.memberRefId) || isNothingDue(context, prior))) return;
    const detail = isTakenBack
      ? `A chargeback takes back all of the ${dollars(month.paid)} on this statement.`
      : `On the statement, but paid nothing${carrierStatusClause(month)}.`;
    const isNothingEarned = !isTakenBack && (isWithoutPremium(month) || isNotCommissionable(month));
    found.push(signal('ZERO_COMMISSION', isEndorsed || isNothingEarned ? 'info' : 'warn', detail));
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
  const cause = extra ?? goneCoverageClause(prior.history, row.history, month) ?? rateOrCoverage(prior, row, month);
  const detail = `Paid ${dollars(change)} less (${amounts})${cause === null ? '' : `: ${cause}`}.`;
  const reduced = amountSignal('COMMISSION_REDUCED', extra === null ? 'warn' : 'info', { amount: change, detail });
  const isAsked = extra === null && row.status === 'yellow' && isCut(row, prior, month);
  found.push(isAsked ? { ...reduced, claim: 'to_check' } : reduced);
}

/** Returns the changed rate or, of several coverages, the one that is paid less; null where a chargeback makes the difference. */
function rateOrCoverage(prior: PriorRow, row: ComparedScores, { chargeback }: MemberMonth): string | null {
  if (chargeback > 0) return null;
  return hasCoverages(row.history) ? lessCoverageClause(prior.history, row.history) : rateBeside(prior, row);
}

/** Returns the reason why a reduction was to be expected, as a clause after a colon; null when the reduction has no known reason. */
export function expectedReduction({ context, prior, row, month }: ReducedCase): string | null {
  return (
    negligible(row, month) ??
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

/** The difference that is the rounding of one line for one month, in ten-thousandths of a dollar. */
const LINE_ROUNDING = 500;

function negligible(
  { prevCommissionAmount: prev, comparedAmount, history: { paidMonths } }: ComparedScores,
  { lineCount }: MemberMonth,
): string | null {
  const isRounding = prev - comparedAmount <= LINE_ROUNDING * lineCount * paidMonths;
  return isRounding || differByCents(prev, comparedAmount) ? 'a difference of cents' : null;
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

/**
 * Explains less pay by a lower premium, if the commission is at least the same share of it. Of another plan only at the same printed rate.
 */
function lowerPremium(
  { profile, history: { rate: rateBefore } }: PriorRow,
  { profile: now, history: { rate }, prevCommissionAmount: prev, comparedAmount }: ComparedScores,
) {
  if (profile.premium === null || now.premium === null || now.premium >= profile.premium || now.premium < 0)
    return null;
  if (now.premium === 0 && comparedAmount > 0) return null;
  if (prev <= 0 || (isOtherPlan(profile, now) && (rate === null || rate !== rateBefore))) return null;
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
    ? 'a part of the payment before came only once'
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

/** A cent, in ten-billionths of a dollar. A smaller difference is rounding. */
const CENT = 100_000_000n;
/** Units of an exact amount (ten-billionths) in a unit of money (ten-thousandths). */
const EXACT_PER_MONEY = 1_000_000n;

/** Adds signals that compare pay with the rates and with the pay before a cut. An estimated rate gives neither warning nor overpayment. */
export function owedSignals(signalCase: PresentCase, found: Signal[]): void {
  rateSignals(signalCase, found);
  if (isContracted(signalCase.owed) || found.some(judgesPay)) return;
  const { raiseOfOthers, comparedAmount } = signalCase.row;
  if (raiseOfOthers !== null) {
    const amount = raiseOfOthers.amount - comparedAmount;
    const detail = `Paid as before, while ${raiseOfOthers.clause}: ${dollars(amount)} less than they are.`;
    found.push({ ...amountSignal('UNDERPAID', 'warn', { amount, detail, claim: 'to_check' }), certainty: 'estimated' });
    return;
  }
  const cut = lastingCut(signalCase);
  if (cut === null) return;
  const detail = `Less than this carrier paid in ${monthName(cut.period)} (${cutWords(cut.amount, signalCase.row)}); no contract rate on file.`;
  const amount = cut.amount - signalCase.row.comparedAmount;
  found.push({ ...amountSignal('UNDERPAID', 'info', { amount, detail, claim: 'to_check' }), certainty: 'estimated' });
}

/** Returns whether the expected amount comes from a contracted rate. A rate printed on the statement may itself have been cut. */
function isContracted(owed: Owed | null): boolean {
  return owed !== null && owed.expected !== null && !owed.estimated && owed.isByStatement !== true;
}

/** Returns whether the signal already says that the member is paid too little or too much. */
function judgesPay({ code, severity }: Signal): boolean {
  return code === 'UNDERPAID' || code === 'OVERPAID' || (code === 'COMMISSION_REDUCED' && severity === 'warn');
}

function rateSignals({ context, row, month, owed, year, rates }: PresentCase, found: Signal[]): void {
  if (owed === null || (rates.rateCount === 0 && owed.isByStatement !== true)) return;
  if (owed.expected === null || owed.owed === null) {
    found.push(signal('RATE_MISSING', 'info', 'No expected rate fits this member, so what is owed could not be told.'));
    return;
  }
  const shortOfAll = owed.expected - exactFromMoney(month.paid);
  // The sums contradict the amount owed if one coverage is underpaid and another is overpaid, so the sentence then names no sums.
  const paidAndExpected =
    owed.owed > 0n && shortOfAll < owed.owed - CENT
      ? 'one coverage is short, and another makes up for it in the sum'
      : `paid ${dollars(month.paid)}, expected ${exactDollars(owed.expected)}`;
  if (owed.owed > 0n) {
    if (isTooSmall(owed.expected, owed)) return;
    const certainty = certaintyOf(owed);
    const detail =
      certainty === 'estimated'
        ? `Less than this carrier ${paysWhen(rates)} (${exactDollars(owed.expected)}); no contract rate on file.`
        : `Underpaid by ${exactDollars(owed.owed)} ${BY[certainty]}: ${paidAndExpected}.`;
    const isOpen = year?.mayBeTruedUp === true || isOver(row.profile, context);
    // The pay of others alone is a hint: a policy year, a plan or a group size may be paid less.
    const isReduced = found.some(({ code, severity }) => code === 'COMMISSION_REDUCED' && severity === 'warn');
    const byEstimate = isReduced ? 'likely' : 'to_check';
    const claim = isOpen ? 'to_check' : certainty === 'estimated' ? byEstimate : 'certain';
    const severity = owed.estimated || isOpen ? 'info' : 'warn';
    const amount = Number(owed.owed / EXACT_PER_MONEY);
    found.push({ ...amountSignal('UNDERPAID', severity, { amount, detail, claim }), certainty });
    return;
  }
  const excess = exactFromMoney(month.paid) - owed.expected;
  // A negative number of lives makes a negative expected amount, with which no payment can be compared.
  if (!isContracted(owed) || owed.expected < 0n || excess <= CENT) return;
  const isForSeveralMonths = year !== null || row.history.paidMonths > 1;
  if (isForSeveralMonths || found.some(({ code }) => EXPLAINS_MORE.has(code))) return;
  const detail = `Paid ${exactDollars(excess)} more than the contracted rate gives: ${paidAndExpected}.`;
  found.push(amountSignal('OVERPAID', 'info', { amount: Number(excess / EXACT_PER_MONEY), detail }));
}

/** Returns whether so little is owed that it may come of rounding. A contract is kept to the cent. */
function isTooSmall(expected: Exact, { owed, estimated, isByStatement }: Owed): boolean {
  if (owed === null) return false;
  if (isByStatement !== true) return estimated && owed * ESTIMATE_ROUNDING < expected;
  return differByCents(Number(expected / EXACT_PER_MONEY), Number((expected - owed) / EXACT_PER_MONEY));
}

/** Returns whether the coverage ended before the month that the carrier's statement pays for. */
function isOver({ termDate }: MemberProfile, { period, paymentLag }: ScoringContext): boolean {
  return termDate !== null && lastCoveredMonth(termDate) < addMonths(period, -paymentLag);
}

/**
 * Returns the words for the month that the estimates were made from: "paid in Jan 2026", or "pays elsewhere" when that month itself is
 * scored.
 */
function paysWhen({ estimatedFrom }: PresentCase['rates']): string {
  return estimatedFrom === null ? 'pays elsewhere' : `paid in ${monthName(estimatedFrom)}`;
}

/** The words for the basis of an amount owed. */
const BY: Readonly<Record<Exclude<OwedCertainty, 'estimated'>, string>> = {
  contracted: 'by the contracted rate',
  statement_rate: "by the statement's own rate",
};

/** Returns how certain an owed amount is. */
function certaintyOf({ estimated, isByStatement }: Owed): OwedCertainty {
  if (isByStatement === true) return 'statement_rate';
  return estimated ? 'estimated' : 'contracted';
}

/** Signals that explain more pay than one month's. */
const EXPLAINS_MORE: ReadonlySet<Signal['code']> = new Set(['CATCH_UP_PAYMENT', 'TRUE_UP', 'PAID_AHEAD']);
/** A dollar, in ten-thousandths: a year's maximum is paid in up to twelve rounded parts. */
const YEAR_ROUNDING = 10_000;
/** Maximum number of months by which pay for a calendar year may come late, in the first statements of the next year. */
const MONTHS_LATE_MAX = 2;

/** Adds a signal when one payee's pay for a member's calendar year passes the maximum that CMS allows. */
export function cmsSignal({ context, prior, row, month }: PresentCase, found: Signal[]): void {
  const { planYear, planYearPaid } = row.history;
  if (context.productLine !== 'medicare' || planYear === null || month.paid <= 0) return;
  const lowest = lowestMaximum(planYear);
  // Most members are paid less than any plan allows, so that their plan need not be classified.
  if (lowest === null || planYearPaid - lowest.renewal <= YEAR_ROUNDING) return;
  const record = principalRecord(month);
  const maximum = month.records.length === 1 ? cmsMaximum(planYear, record) : null;
  if (maximum === null) return;
  const firstYear = record.effectiveDate === null ? planYear : periodYear(record.effectiveDate);
  const isRenewal = firstYear < planYear;
  const limit = isRenewal ? maximum.renewal : maximum.initial;
  // The last months of the first year may be paid, at the initial rate, by statements of the second year.
  const late =
    firstYear === planYear - 1 ? Math.round(((maximum.initial - maximum.renewal) * MONTHS_LATE_MAX) / 12) : 0;
  const excess = planYearPaid - limit;
  if (excess <= YEAR_ROUNDING + late) return;
  // The signal comes once, with the payment that passes the maximum.
  const before = prior?.history.planYear === planYear ? prior.history.planYearPaid : 0;
  if (before - limit > YEAR_ROUNDING + late) return;
  const tier = isRenewal ? 'renewal' : 'initial';
  const detail = `${dollars(planYearPaid)} paid for ${planYear} passes the CMS ${tier} maximum of ${dollars(limit)}.`;
  found.push(amountSignal('ABOVE_CMS_MAX', 'warn', { amount: excess, detail }));
}
