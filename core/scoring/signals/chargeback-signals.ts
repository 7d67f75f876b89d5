import type { Money } from '../../money.ts';
import {
  addMonths,
  lastCoveredDay,
  lastCoveredMonth,
  monthIndex,
  type Period,
  periodOfDate,
  periodYear,
} from '../../period.ts';
import { counted, dayName, dollars, nearMonth } from '../../wording.ts';
import { scaleToMonths } from '../cadence.ts';
import { monthlyPay } from '../catch-up.ts';
import { RAPID_MONTHS_MAX } from '../cms-maximum.ts';
import { firstMonthOf, isAdvanceTakenBack } from '../learned-terms.ts';
import { chargebackKey, monthOfKey, NO_HISTORY, withoutMonth } from '../member-history.ts';
import { type MemberMonth, type PolicyRecord, paidMonthOf, type ScorableLine } from '../member-month.ts';
import { endorsedBack, isEndorsement } from '../policy-term.ts';
import { withoutReversals } from '../regular-pay.ts';
import type { PresentCase, PriorRow, ScoringContext } from '../scored-row.ts';
import { amountSignal, type Signal } from '../signal.ts';
import { toleratedDifference } from '../tolerance.ts';

/** A life. Numbers of lives are in hundredths. */
const ONE_LIFE = 100;
/** A cent, in ten-thousandths of a dollar. Each line may be rounded by so much. */
const ROUNDING_OF_A_LINE = 100;

type CoverageFields = Pick<ScorableLine, 'productType' | 'planCode' | 'planName'>;

/** Adds the signals about chargebacks that do not fit the payments, and about payments made twice. */
export function chargebackSignals(signalCase: PresentCase, found: Signal[]): void {
  duplicatePaymentSignal(signalCase, found);
  if (signalCase.month.chargeback > endorsedBack(signalCase.month, signalCase.context)) {
    const repeats = repeatedChargebacks(signalCase);
    unpaidChargebackSignal(signalCase, repeats, found);
    duplicateChargebackSignal(repeats, found);
    if (repeats.repeated === 0) earnedTakenBackSignal(signalCase, found);
    chargebackOnActiveSignal(signalCase, found);
  }
  reinstatedNotRepaidSignal(signalCase, found);
}

/** The words for a chargeback of pay from before the book, or of pay that may be. The statements prove nothing about it. */
const CANNOT_BE_TOLD = 'takes back months that no loaded statement covers: whether it is right cannot be told';
const MAY_BE_BEFORE = 'may take back pay from before the first statement: whether it is right cannot be told';

/**
 * Adds a signal for chargebacks without a payment, or above all payments. Pay from before the first statement is unknown, so a chargeback
 * of it gives only an info, and so does each later excess of such a member.
 */
function unpaidChargebackSignal(
  { context, prior, row, month }: PresentCase,
  { repeated }: RepeatedChargebacks,
  found: Signal[],
): void {
  const { paidTotal, clawedTotal } = row.history;
  const amount = paidTotal === 0 ? month.chargeback : clawedTotal - paidTotal;
  if (amount <= 0) return;
  const code = paidTotal === 0 ? 'CHARGEBACK_UNMATCHED' : 'CHARGEBACK_EXCEEDS_PAID';
  const { paidTotal: paidBefore, clawedTotal: clawedBefore } = (prior ?? NOBODY).history;
  const lines = month.records.flatMap((record) => record.lines.filter((line) => line.amount < 0));
  const known = { context, prior, row };
  const isWhole = isWhollyLoaded(lines, known);
  const isTold =
    lines.every((line) => isOfLoadedMonth(line, known)) &&
    (isWhole || (paidTotal === 0 ? effectiveDateOf(lines, known) === null : clawedBefore <= paidBefore));
  if (!isTold) {
    // All of it is the same money as before, which is the one finding about it.
    if (repeated >= month.chargeback) return;
    const isNamed = lines.some((line) => takenBackMonth(line) !== null && !isOfLoadedMonth(line, known));
    const detail = `The chargeback of ${dollars(month.chargeback)} ${isNamed ? CANNOT_BE_TOLD : MAY_BE_BEFORE}.`;
    found.push(amountSignal(code, 'info', { amount, detail, claim: 'to_check' }));
  } else if (paidTotal === 0) {
    const detail = `Charged back ${dollars(amount)}, but no statement loaded shows a payment for this member.`;
    found.push(amountSignal(code, 'warn', { amount, detail, claim: 'likely' }));
  } else {
    const detail = `Charged back ${dollars(clawedTotal)} in all, which is ${dollars(amount)} more than the ${dollars(paidTotal)} paid.`;
    found.push(amountSignal(code, 'critical', { amount, detail, claim: 'certain' }));
  }
}

const NOBODY = { history: NO_HISTORY };

/** The facts that tell whether the book's statements cover what a line takes back. */
type Known = Pick<PresentCase, 'context' | 'prior' | 'row'>;

/** Returns the first month that the book's first statement pays for. */
function firstCovered({ firstPeriod, paymentLag }: ScoringContext): Period {
  return addMonths(firstPeriod, -Math.max(paymentLag, 0));
}

/**
 * Returns whether a chargeback takes back a month that a loaded statement covers: the month that it names, or the first one after its term
 * date. A line that names none is for a loaded month if all of the member's pay is loaded.
 */
function isOfLoadedMonth(line: ScorableLine, known: Known): boolean {
  const month = takenBackMonth(line);
  return month === null ? isWhollyLoaded([line], known) : month >= firstCovered(known.context);
}

function takenBackMonth(line: ScorableLine): Period | null {
  const named = paidMonthOf(line);
  if (named !== null || line.termDate === null) return named;
  return addMonths(lastCoveredMonth(line.termDate), 1);
}

/** Returns whether all pay of the member is loaded: the coverage began with the book or later, or else the member joined it later. */
function isWhollyLoaded(lines: readonly ScorableLine[], { context, prior, row }: Known): boolean {
  const effectiveDate = effectiveDateOf(lines, { prior, row });
  if (effectiveDate !== null) return periodOfDate(effectiveDate) >= firstCovered(context);
  return prior !== undefined && prior.history.paidTotal > 0 && prior.firstSeenPeriod > context.firstPeriod;
}

/** Returns the effective date that the lines print, or else the member's known one. */
function effectiveDateOf(lines: readonly ScorableLine[], { prior, row }: Pick<Known, 'prior' | 'row'>): string | null {
  const printed = lines.map(({ effectiveDate }) => effectiveDate).find((date) => date !== null);
  return printed ?? row.profile.effectiveDate ?? prior?.profile.effectiveDate ?? null;
}

function duplicatePaymentSignal({ row }: PresentCase, found: Signal[]): void {
  if (row.repeatedAmount === 0) return;
  const detail = `${dollars(row.repeatedAmount)} is paid by lines that repeat another line of this statement.`;
  found.push(amountSignal('DUPLICATE_PAYMENT', 'warn', { amount: row.repeatedAmount, detail }));
}

/**
 * Adds up the chargebacks that take back the same money twice, on this statement or on an earlier one. Two chargebacks are equal if policy,
 * month and amount are (docs/reference/signals.md#chargeback_duplicate).
 */
function repeatedChargebacks({ context, prior, row, month }: PresentCase): RepeatedChargebacks {
  const excess = row.history.clawedTotal - row.history.paidTotal;
  const earlier = new Set((prior?.history ?? NO_HISTORY).chargebacksSeen);
  const seen = new Set(earlier);
  const isOverAdvance = prior !== undefined && !context.isPolicyTerm && isAdvanceTakenBack(prior, chargedBackIn(prior));
  const isPaidTerm = context.isPolicyTerm && prior !== undefined && prior.history.clawedOpen > 0;
  const cancelled = new Set(isPaidTerm ? [...earlier].map(withoutMonth) : []);
  // Less than a month's pay, or a part of an advance, may be an instalment.
  const isWholeMonth = prior?.history.paidMonths === 1 && month.chargeback >= prior.history.lastPaidAmount;
  let repeated: Money = 0;
  let alike: Money = 0;
  let isProven = true;
  // A year's one payment and its true-up for the same month are taken back by two equal lines.
  if (
    earlier.size === 0 &&
    prior !== undefined &&
    prior.history.paidIn === 1 &&
    row.history.clawedTotal === row.history.paidTotal
  )
    return { repeated, isProven, alike };
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (line.amount >= 0) continue;
      const key = chargebackKey(line);
      if (!seen.has(key)) {
        seen.add(key);
        // A cancellation names its own month, and a term is cancelled once.
        if (!isPaidTerm || context.kindOf(line) === 'adjustment' || !cancelled.has(withoutMonth(key))) continue;
        repeated -= line.amount;
        isProven = false;
      } else if (line.coverageMonth !== null) {
        repeated -= line.amount;
        isProven &&= earlier.has(key);
      } else if (earlier.has(key) && (isOverAdvance || namesRepaidDate(line, context.isPolicyTerm)))
        repeated -= line.amount;
      else if (excess > 0 && isSameMoney(line, { context, prior, row })) repeated -= line.amount;
      else if (excess > 0 || (excess < 0 && isWholeMonth && earlier.has(key))) alike -= line.amount;
    }
  }
  return { repeated, isProven, alike };
}

/** Chargebacks of the same money, and equal ones that may be for different months from before the book. */
interface RepeatedChargebacks {
  readonly repeated: Money;
  /** False where equal lines for one month are on one statement: the persons of a household may be charged back alike. */
  readonly isProven: boolean;
  readonly alike: Money;
}

function duplicateChargebackSignal({ repeated, isProven, alike }: RepeatedChargebacks, found: Signal[]): void {
  if (repeated > 0) {
    const claim = isProven ? 'certain' : 'likely';
    const detail = `${dollars(repeated)} is charged back that was charged back before.`;
    found.push(amountSignal('CHARGEBACK_DUPLICATE', 'critical', { amount: repeated, detail, claim }));
  } else if (alike > 0) {
    const detail = `${dollars(alike)} is charged back as before; it names no month, so whether it is the same money cannot be told.`;
    found.push(amountSignal('CHARGEBACK_DUPLICATE', 'info', { amount: alike, detail, claim: 'to_check' }));
  }
}

/**
 * Returns whether a second equal chargeback without a month takes back the same money. It does if all of the member's pay is loaded, if
 * both end the coverage on the same day, or if each is for several whole months of the monthly pay.
 */
function isSameMoney(line: ScorableLine, known: Known): boolean {
  const { prior } = known;
  if (isWhollyLoaded([line], known)) return true;
  if (prior === undefined) return false;
  if (line.termDate !== null && line.termDate === prior.profile.termDate) return true;
  const { paidMonths, lastPaidAmount } = prior.history;
  return paidMonths === 1 && lastPaidAmount > 0 && line.amount < -lastPaidAmount && line.amount % lastPaidAmount === 0;
}

/** Returns whether a chargeback names the payment that it takes back: by a "paid to" date, or by the effective date of a policy's term. */
function namesRepaidDate({ paidThrough, effectiveDate }: ScorableLine, isPolicyTerm: boolean): boolean {
  return paidThrough !== null || (isPolicyTerm && effectiveDate !== null);
}

/**
 * Adds a signal for a policy that is charged back and paid on one statement although its coverage goes on. A month that is taken back and
 * paid again is a correction and gives no signal.
 */
function chargebackOnActiveSignal({ context, row, month: whole, prior }: PresentCase, found: Signal[]): void {
  const month = withoutReversals(whole, prior, context);
  if (month.paid <= 0) return;
  const { termDate } = row.profile;
  if (termDate !== null && lastCoveredMonth(termDate) <= context.period) return;
  const paidMonths = new Set<string>();
  const forMonth = (line: ScorableLine) => `${line.policyRefId ?? ''}/${line.coverageMonth}`;
  for (const { lines } of month.records) for (const line of lines) if (line.amount > 0) paidMonths.add(forMonth(line));
  let amount: Money = 0;
  let unknown: Money = 0;
  for (const record of month.records) {
    if (record.paid === 0) continue;
    for (const line of record.lines) {
      if (line.amount >= 0 || isEndorsement(line, context)) continue;
      const isPaidAgain = line.coverageMonth !== null && paidMonths.has(forMonth(line));
      if (isPaidAgain || isCorrection(line, record, { context, prior, row })) continue;
      const taken = takenBackMonth(line);
      if (taken !== null && taken < firstCovered(context)) unknown -= line.amount;
      else amount -= line.amount;
    }
  }
  if (amount > 0) {
    const detail = `Charged back ${dollars(amount)} while the member is still being paid (${dollars(month.paid)}).`;
    found.push(amountSignal('CHARGEBACK_ON_ACTIVE', 'warn', { amount, detail, claim: 'likely' }));
  } else if (unknown > 0) {
    const detail = `Charged back ${dollars(unknown)} while the member is still being paid; it ${CANNOT_BE_TOLD}.`;
    found.push(amountSignal('CHARGEBACK_ON_ACTIVE', 'info', { amount: unknown, detail, claim: 'to_check' }));
  }
}

/**
 * Adds a signal for an advance, or a term's pay, of which more is taken back than the months after the end of the coverage. What was earned
 * until then is the agent's. A Medicare plan takes all of it back where a member leaves within three months.
 */
function earnedTakenBackSignal({ context, prior, row, month }: PresentCase, found: Signal[]): void {
  const { termDate } = row.profile;
  if (prior === undefined || termDate === null || month.paid > 0) return;
  const { paidMonths, lastPaidAmount, lastPaidPeriod } = prior.history;
  if (paidMonths <= 1 || lastPaidAmount <= 0 || lastPaidPeriod === null) return;
  const begin = firstPaidMonth(prior, lastPaidPeriod);
  const earned = Math.min(monthIndex(lastCoveredMonth(termDate)) - monthIndex(begin) + 1, paidMonths);
  if (earned <= 0) return;
  if (context.productLine === 'medicare' && earned <= RAPID_MONTHS_MAX) return;
  const kept = scaleToMonths(lastPaidAmount, earned, paidMonths);
  const { clawedOpen } = row.history;
  const wrong = clawedOpen - (lastPaidAmount - kept);
  // Carriers count days, or the month in which the coverage ended as one without cover.
  if (clawedOpen > lastPaidAmount || wrong * 2 <= scaleToMonths(lastPaidAmount, 3, paidMonths)) return;
  const detail = `Charged back ${dollars(clawedOpen)} of ${dollars(lastPaidAmount)} that was paid for ${counted(paidMonths, 'month')}, of which ${dollars(kept)} was earned: covered until ${dayName(lastCoveredDay(termDate))}.`;
  found.push(amountSignal('CHARGEBACK_ON_ACTIVE', 'warn', { amount: wrong, detail, claim: 'likely' }));
}

/** Returns the first month that the last payment for several months pays for. */
function firstPaidMonth({ paidThrough, profile, history: { paidMonths } }: PriorRow, lastPaidPeriod: Period): Period {
  if (paidThrough !== null) return addMonths(periodOfDate(paidThrough), 1 - paidMonths);
  return firstMonthOf(lastPaidPeriod, profile.effectiveDate);
}

/** Returns whether a chargeback of a continuing policy corrects too many lives, too much premium, or a coverage that has ended. */
function isCorrection(
  line: ScorableLine,
  record: PolicyRecord,
  { context, prior, row }: Pick<PresentCase, 'context' | 'prior' | 'row'>,
): boolean {
  if (isForFewerLives(line, record, prior) || isForLessPremium(line, record, context)) return true;
  // The pay is lower from this month on, and the chargeback takes the same difference back for an earlier month.
  const less = row.prevCommissionAmount - record.paid;
  if (line.coverageMonth !== null && less > 0 && Math.abs(line.amount + less) <= ROUNDING_OF_A_LINE) return true;
  const coverage = coverageName(line);
  if (coverage === '') return false;
  return !record.lines.some((one) => one.amount > 0 && coverageName(one) === coverage);
}

function coverageName({ productType, planCode, planName }: CoverageFields): string {
  return [productType, planCode ?? planName].filter((text) => text !== null).join('/');
}

/** Returns whether an adjustment takes the share back that is paid on this statement, of a part of the premium. */
function isForLessPremium(line: ScorableLine, { lines }: PolicyRecord, { kindOf }: ScoringContext): boolean {
  const returned = Math.abs(line.premium ?? 0);
  if (returned === 0 || kindOf(line) !== 'adjustment') return false;
  return lines.some(({ amount, premium }) => {
    if (amount <= 0 || premium === null || returned >= premium) return false;
    return Math.abs(line.amount + (amount * returned) / premium) <= ROUNDING_OF_A_LINE;
  });
}

/** Returns whether a chargeback takes back the pay of some lives of a group after a corrected head count. The group stays active. */
function isForFewerLives(line: ScorableLine, { lines }: PolicyRecord, prior: PriorRow | undefined): boolean {
  const groups = lines.filter(({ amount, lives }) => amount > 0 && lives !== null && lives >= ONE_LIFE);
  const coverage = coverageName(line);
  const own = groups.filter((group) => coverageName(group) === coverage);
  return (own.length > 0 ? own : groups.slice(0, 1)).some((paid) => isPayOfSomeLives(line, paid, prior));
}

/** Returns whether a chargeback is a whole number of lives' pay, by this month's or the previous month's pay for a life. */
function isPayOfSomeLives(line: ScorableLine, paid: ScorableLine, prior: PriorRow | undefined): boolean {
  if (paid.lives === null) return false;
  const livesBefore = prior?.profile.lives ?? null;
  const isCorrected =
    (livesBefore !== null && livesBefore > paid.lives) || (line.lives !== null && Math.abs(line.lives) < paid.lives);
  if (!isCorrected) return false;
  const livesMax = Math.max(paid.lives, livesBefore ?? 0);
  const perLife = [(paid.amount * ONE_LIFE) / paid.lives];
  if (prior !== undefined && livesBefore !== null && livesBefore > 0)
    perLife.push((prior.lastPresentAmount * ONE_LIFE) / livesBefore);
  return perLife.some((pay) => {
    const lives = Math.round(-line.amount / pay);
    const isWhole = Math.abs(-line.amount - lives * pay) <= ROUNDING_OF_A_LINE;
    return isWhole && lives >= 1 && lives * ONE_LIFE < livesMax;
  });
}

/** Adds a signal for a member who is paid again without repayment of a chargeback. A new enrollment, with a later date, gives no signal. */
function reinstatedNotRepaidSignal({ context, prior, row, month }: PresentCase, found: Signal[]): void {
  if (prior === undefined || prior.history.clawedOpen === 0 || month.paid <= 0) return;
  const { clawedOpen, lastPaidAmount, extraAmount, paidMonths } = prior.history;
  const { effectiveDate } = row.profile;
  const since = prior.history.lastPaidPeriod;
  if (effectiveDate !== null && since !== null && periodOfDate(effectiveDate) > since) return;
  const own = paymentOfNewYear(month, { context, since });
  // Pay as earned may repay an advance month by month.
  const isAsEarned = paidMonths > 1 && !context.isPolicyTerm && month.paid <= monthlyPay(prior, context.productLine);
  const regular = own ?? (paidMonths > 1 ? 0 : lastPaidAmount - extraAmount);
  const byMonth = repaidByMonth(prior, month);
  const repaid = namesMonths(prior, month) ? byMonth : Math.max(month.paid - regular, byMonth, 0);
  const missing = clawedOpen - repaid;
  if (missing <= toleratedDifference(context.tolerance, clawedOpen)) return;
  const when = nearMonth(chargedBackIn(prior), context.period);
  const takenBack = `the ${dollars(clawedOpen)} taken back in ${when}`;
  const part =
    missing < clawedOpen
      ? `${dollars(missing)} of ${takenBack}`
      : `${takenBack.slice(0, 1).toUpperCase()}${takenBack.slice(1)}`;
  const detail = `${part} is still missing.`;
  const claim = isUnproven(prior, { context, prior, row }) || isAsEarned ? 'to_check' : 'certain';
  const severity = claim === 'to_check' ? 'info' : 'warn';
  found.push(amountSignal('REINSTATED_NOT_REPAID', severity, { amount: missing, detail, claim }));
}

/**
 * Returns whether all payments of monthly pay, and all earlier chargebacks, say which month they are for. Pay for other months then repays
 * nothing.
 */
function namesMonths({ history }: PriorRow, { records }: MemberMonth): boolean {
  if (history.paidMonths > 1 || history.chargebacksSeen.some((key) => monthOfKey(key) === null)) return false;
  return records.every(({ lines }) =>
    lines.every(({ amount, coverageMonth }) => amount <= 0 || coverageMonth !== null),
  );
}

/** Returns the pay of lines for the months that earlier chargebacks name. */
function repaidByMonth({ history }: PriorRow, { records }: MemberMonth): Money {
  const months = new Set(history.chargebacksSeen.map(monthOfKey));
  const lines = records.flatMap((record) => record.lines);
  return lines
    .filter((line) => line.amount > 0 && line.coverageMonth !== null && months.has(paidMonthOf(line)))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns whether the open chargebacks may take back pay from before the book: more than was paid, or a month before it. */
function isUnproven({ history }: PriorRow, known: Known): boolean {
  const { chargebacksSeen, clawedTotal, paidTotal } = history;
  const months = chargebacksSeen.map(monthOfKey).filter((month) => month !== null);
  if (months.some((month) => month < firstCovered(known.context))) return true;
  return clawedTotal > paidTotal && !isWhollyLoaded([], known);
}

/**
 * Returns the statement's payment if it has only one, in a later calendar year than the last pay (`since`); null otherwise, and outside
 * Medicare. Medicare plans change their pay with the year, so this payment is the month's pay and repays nothing.
 */
function paymentOfNewYear(
  { records }: MemberMonth,
  { context, since }: { readonly context: ScoringContext; readonly since: Period | null },
): Money | null {
  if (context.productLine !== 'medicare' || since === null || periodYear(since) === periodYear(context.period))
    return null;
  const [payment, ...others] = records.flatMap(({ lines }) => lines.filter(({ amount }) => amount > 0));
  return others.length === 0 ? (payment?.amount ?? null) : null;
}

/**
 * Returns the period of the first chargeback since the last payment. A chargeback within the months of an advance may come before the first
 * unpaid period.
 */
export function chargedBackIn({ history: { unpaidSince }, lastPresentAmount, lastPresentPeriod }: PriorRow): Period {
  if (unpaidSince === null) return lastPresentPeriod;
  return lastPresentAmount < 0 && lastPresentPeriod < unpaidSince ? lastPresentPeriod : unpaidSince;
}
