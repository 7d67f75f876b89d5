import { type Exact, exactFromMoney } from '../../money.ts';
import { addMonths, lastCoveredMonth, periodYear } from '../../period.ts';
import { dollars, exactDollars, monthName } from '../../wording.ts';
import { cmsMaximum, lowestMaximum } from '../cms-maximum.ts';
import { ESTIMATE_ROUNDING, type Owed } from '../expected.ts';
import { type MemberProfile, principalRecord } from '../member-month.ts';
import { cutWords, lastingCut } from '../open-matters.ts';
import type { PresentCase, ScoringContext } from '../scored-row.ts';
import { amountSignal, type OwedCertainty, type Signal, signal } from '../signal.ts';
import { differByCents } from '../tolerance.ts';

/** A cent, in ten-billionths of a dollar. A smaller difference is rounding. */
const CENT = 100_000_000n;
/** Units of an exact amount (ten-billionths) in a unit of money (ten-thousandths). */
const EXACT_PER_MONEY = 1_000_000n;

/** Adds signals that compare pay with the rates and with the pay before a cut. An estimated rate gives neither warning nor overpayment. */
export function owedSignals(signalCase: PresentCase, found: Signal[]): void {
  rateSignals(signalCase, found);
  const cut = lastingCut(signalCase);
  if (cut === null || isContracted(signalCase.owed) || found.some(judgesPay)) return;
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
    const claim = certainty === 'estimated' ? 'likely' : isOpen ? 'to_check' : 'certain';
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
const ROUNDING = 10_000;
/** Maximum number of months by which pay for a calendar year may come late, in the first statements of the next year. */
const MONTHS_LATE_MAX = 2;

/** Adds a signal when one payee's pay for a member's calendar year passes the maximum that CMS allows. */
export function cmsSignal({ context, prior, row, month }: PresentCase, found: Signal[]): void {
  const { planYear, planYearPaid } = row.history;
  if (context.productLine !== 'medicare' || planYear === null || month.paid <= 0) return;
  const lowest = lowestMaximum(planYear);
  // Most members are paid less than any plan allows, so that their plan need not be classified.
  if (lowest === null || planYearPaid - lowest.renewal <= ROUNDING) return;
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
  if (excess <= ROUNDING + late) return;
  // The signal comes once, with the payment that passes the maximum.
  const before = prior?.history.planYear === planYear ? prior.history.planYearPaid : 0;
  if (before - limit > ROUNDING + late) return;
  const tier = isRenewal ? 'renewal' : 'initial';
  const detail = `${dollars(planYearPaid)} paid for ${planYear} passes the CMS ${tier} maximum of ${dollars(limit)}.`;
  found.push(amountSignal('ABOVE_CMS_MAX', 'warn', { amount: excess, detail }));
}
