import type { Money } from '../../money.ts';
import { addMonths, type MonthSpan, monthsWithin, type Period, periodOfDate, periodYear } from '../../period.ts';
import { counted, dollars, monthName, monthRange, nearMonth } from '../../wording.ts';
import { type MissedMonths, ownMonth } from '../cadence.ts';
import { caughtUp, missedMonths, monthlyPay } from '../catch-up.ts';
import { premiumMode } from '../due-months.ts';
import { trueUpByType } from '../member-history.ts';
import { latestNamed } from '../member-month.ts';
import { caughtUpLater } from '../open-matters.ts';
import type { PresentCase, PriorRow, ScoringContext, SignalCase } from '../scored-row.ts';
import { amountSignal, type Signal, signal } from '../signal.ts';

/** Adds a signal for months that are paid ahead: with the payment for several months, and in each later month that the member is absent. */
export function paidAheadSignal({ context, prior, month, row }: SignalCase, found: Signal[]): void {
  if (row.paidThrough === null) return;
  if (row.history.paidMonths === 1 && row.status !== 'carried') return;
  const through = periodOfDate(row.paidThrough);
  const isReported = row.status !== 'carried' && row.paidThrough === prior?.paidThrough;
  if (isReported || through < ownMonth(context)) return;
  const isPrinted = month?.records.some(({ lines }) => lines.some((line) => line.paidThrough !== null)) ?? true;
  const assumed = context.isPolicyTerm && !isPrinted ? '; the statement does not print its end' : '';
  const detail = `${context.isPolicyTerm ? 'Policy term to' : 'Paid ahead through'} ${monthName(through)}${assumed}.`;
  found.push(signal('PAID_AHEAD', 'info', detail));
}

/** Adds signals for a member who is paid again after unpaid months: months that this statement pays, and months that are still unpaid. */
export function missedMonthsSignals({ context, prior, month, row }: PresentCase, found: Signal[]): void {
  if (prior === undefined || month.paid <= 0) return;
  const missed = missedMonths(prior, context, month);
  if (missed === null) {
    if (!paidLateSignal(context, prior, month, found)) caughtUpLaterSignal({ context, prior, month }, found);
    return;
  }
  // All of the pay is a true-up, which follows an advance for the year and is no month's pay.
  if (context.productLine === 'medicare' && trueUpByType(month, context.kindOf) === month.paid) return;
  // Pay by the quarter, half-year or year covers the months between two payments.
  if (premiumMode(month, prior, context) !== null) return;
  const all = missed.due;
  const paidNow = caughtUp(month, prior, { ...context, missed });
  if (paidNow.months > 0) {
    const detail = `Pays for ${monthsOf(paidNow.months, all)} (${monthRange(missed)}) as well.`;
    found.push(amountSignal('CATCH_UP_PAYMENT', 'info', { amount: paidNow.amount, detail }));
  }
  const left = all - paidNow.months;
  if (left === 0) return;
  // A cancelled policy is due nothing until it is reinstated.
  if (context.isPolicyTerm && prior.history.clawedOpen > 0) return;
  // The latest months are the unpaid ones, because carriers catch up the earliest first.
  const worth = worthOf({ ...missed, from: addMonths(missed.to, 1 - left) }, { context, prior, row });
  const value = worth > 0 ? dollars(worth) : null;
  const detail =
    paidNow.months > 0
      ? `Still not paid for ${monthsOf(left, all)} (${monthRange(missed)})${value === null ? '' : `, about ${value}`}: ask the carrier.`
      : `${unpaidMonths(missed, context.period)}${value === null ? '' : ` (${value})`} ${left === 1 ? 'was' : 'were'} not paid: ask the carrier.`;
  if (left <= monthsBeside(prior, month, context))
    found.push(perhapsPaid(missed, { context, prior, row, left, worth }));
  else if (worth === 0) found.push(signal('MISSED_MONTHS', 'warn', detail));
  else found.push(amountSignal('MISSED_MONTHS', 'warn', { amount: worth, detail, claim: 'likely' }));
}

/** Pay that follows a premium is a little less than twice as much for two months. */
const ALMOST = 1.1;

/**
 * Returns how many months the last payment may have paid besides its own: those that it caught up, or by how many times it is more than
 * this one. Statements that come a little late or early pay no month, and then two.
 */
function monthsBeside({ history }: PriorRow, { paid }: PresentCase['month'], { productLine }: ScoringContext): number {
  if (history.clawedOpen > 0) return 0;
  const times = productLine === 'medicare' ? 1 : Math.floor((history.lastPaidAmount * ALMOST) / paid);
  return Math.max(history.extraMonths, times - 1);
}

function perhapsPaid(
  missed: MissedMonths,
  {
    context,
    prior,
    row,
    left,
    worth,
  }: Pick<PresentCase, 'context' | 'row'> & WithPrior & { readonly left: number; readonly worth: Money },
): Signal {
  const { lastPaidPeriod, lastPaidAmount } = prior.history;
  const [was, it] = left === 1 ? ['was', 'it'] : ['were', 'them'];
  const last = lastPaidPeriod === null ? '' : ` of ${nearMonth(lastPaidPeriod, context.period)}`;
  const detail = `${unpaidMonths(missed, context.period)} ${was} not paid, unless the ${dollars(lastPaidAmount)}${last} paid for ${it} too.`;
  const amount = Math.min(worth, left * monthlyPay(row, context.productLine));
  return amountSignal('MISSED_MONTHS', 'info', { amount, detail, claim: 'to_check' });
}

/** Adds a signal for a statement that pays only the first missed month, so that the member stays behind. Returns whether it does. */
function paidLateSignal(
  { period, paymentLag }: ScoringContext,
  prior: PriorRow,
  month: PresentCase['month'],
  found: Signal[],
): boolean {
  const named = latestNamed(month);
  const { unpaidSince } = prior.history;
  if (named === null || unpaidSince === null || prior.status !== 'red') return false;
  const paid = addMonths(named, paymentLag);
  if (paid < unpaidSince || paid >= period) return false;
  const detail = `Pays ${monthName(named)}, which was not paid when it was due.`;
  found.push(amountSignal('CATCH_UP_PAYMENT', 'info', { amount: month.paid, detail }));
  return true;
}

/**
 * Returns the value of missed months in ten-thousandths of a dollar, by the monthly pay before them. Medicare plans change their pay in
 * January, so missed months of this year are valued by this statement's pay if the last pay before was in an earlier year.
 */
function worthOf(missed: MonthSpan, { context, prior, row }: Pick<PresentCase, 'context' | 'row'> & WithPrior): Money {
  const before = monthlyPay(prior, context.productLine);
  const all = monthsWithin(missed, missed);
  const january: Period = `${periodYear(context.period)}-01`;
  const { lastPaidPeriod } = prior.history;
  const isOfYearBefore = lastPaidPeriod !== null && lastPaidPeriod < january;
  const now = monthlyPay(row, context.productLine);
  if (
    context.productLine !== 'medicare' ||
    !isOfYearBefore ||
    now <= 0 ||
    row.history.lastPaidPeriod !== context.period
  )
    return all * before;
  const ofThisYear = monthsWithin(missed, { from: january, to: context.period });
  return (all - ofThisYear) * before + ofThisYear * now;
}

interface WithPrior {
  readonly prior: PriorRow;
}

/** Adds a signal for missed months that this statement pays although the member was already paid again by an earlier statement. */
function caughtUpLaterSignal(
  { context, prior, month }: Pick<PresentCase, 'context' | 'month'> & WithPrior,
  found: Signal[],
): void {
  const { missedOpen } = prior.history;
  if (missedOpen === null || context.isPolicyTerm) return;
  const { months, amount } = caughtUpLater(month, prior, context);
  if (months === 0) return;
  const { since, months: open } = missedOpen;
  const which =
    open === 1
      ? `${monthsOf(months, open)} (${monthName(since)})`
      : `${months === open ? '' : `${months} of `}${counted(open, 'month')} missed since ${monthName(since)}`;
  found.push(amountSignal('CATCH_UP_PAYMENT', 'info', { amount, detail: `Pays for ${which} as well.` }));
}

/** Returns "2 missed months" or "1 of 2 missed months". The caller's text then names the range of all missed months. */
function monthsOf(some: number, all: number): string {
  return some === all ? counted(some, 'missed month') : `${some} of ${counted(all, 'missed month')}`;
}

/** Returns "July", "June and July", "May to July", or "2 months from May to July" where a month between was not due. */
function unpaidMonths(missed: MissedMonths, now: Period): string {
  const { from, to, due } = missed;
  if (from === to) return nearMonth(from, now);
  if (due < monthsWithin(missed, missed))
    return `${counted(due, 'month')} from ${nearMonth(from, now)} to ${nearMonth(to, now)}`;
  return `${nearMonth(from, now)} ${addMonths(from, 1) === to ? 'and' : 'to'} ${nearMonth(to, now)}`;
}
