import { exactFromMoney } from '../../money.ts';
import { periodYear } from '../../period.ts';
import { cmsMaximum } from '../cms-maximum.ts';
import type { Owed } from '../expected.ts';
import { principalRecord } from '../member-month.ts';
import { amountSignal, type OwedCertainty, type Signal, signal } from '../signal.ts';
import { lastingCut } from '../unexplained-cut.ts';
import { dollars, exactDollars, monthName } from '../wording.ts';
import type { PresentCase } from './signal-case.ts';

/** A cent: less is rounding. In ten-billionths. */
const CENT = 100_000_000n;
const EXACT_PER_MONEY = 1_000_000n;
/** An estimated rate has four decimals, which may explain a shortfall of less than this share. */
const ESTIMATE_ROUNDING = 100n;

/** Reports what the rates show. An estimated rate is only a hint, so it causes no warning and no overpayment. */
export function owedSignals(signalCase: PresentCase, found: Signal[]): void {
  rateSignals(signalCase, found);
  const cut = lastingCut(signalCase);
  if (cut === null || isContracted(signalCase.owed) || found.some(judgesPay)) return;
  const detail = `Less than this carrier paid in ${monthName(cut.period)} (${dollars(cut.amount)}); no contract rate on file.`;
  const amount = cut.amount - signalCase.row.comparedAmount;
  found.push({ ...amountSignal('UNDERPAID', 'info', { amount, detail }), certainty: 'estimated' });
}

/** Returns whether a contracted rate values the member. The statement's own rate may be the one that was cut. */
function isContracted(owed: Owed | null): boolean {
  return owed !== null && owed.expected !== null && !owed.estimated && owed.isByStatement !== true;
}

/** Returns whether another signal says the same or more. */
function judgesPay({ code, severity }: Signal): boolean {
  return code === 'UNDERPAID' || code === 'OVERPAID' || (code === 'COMMISSION_REDUCED' && severity === 'warn');
}

function rateSignals({ row, month, owed, year, rates }: PresentCase, found: Signal[]): void {
  if (owed === null || (rates.rateCount === 0 && owed.isByStatement !== true)) return;
  if (owed.expected === null || owed.owed === null) {
    found.push(signal('RATE_MISSING', 'info', 'No expected rate fits this member, so what is owed could not be told.'));
    return;
  }
  const shortOfAll = owed.expected - exactFromMoney(month.paid);
  // One coverage may be underpaid while another is overpaid: the sums would then contradict the amount owed.
  const paidAndExpected =
    owed.owed > 0n && shortOfAll < owed.owed - CENT
      ? 'one coverage is short, and another makes up for it in the sum'
      : `paid ${dollars(month.paid)}, expected ${exactDollars(owed.expected)}`;
  if (owed.owed > 0n) {
    if (owed.estimated && owed.owed * ESTIMATE_ROUNDING < owed.expected) return;
    const certainty = certaintyOf(owed);
    const detail =
      certainty === 'estimated'
        ? `Less than this carrier ${paysWhen(rates)} (${exactDollars(owed.expected)}); no contract rate on file.`
        : `Underpaid by ${exactDollars(owed.owed)} ${BY[certainty]}: ${paidAndExpected}.`;
    const severity = owed.estimated || year?.mayBeTruedUp === true ? 'info' : 'warn';
    const underpaid = amountSignal('UNDERPAID', severity, { amount: Number(owed.owed / EXACT_PER_MONEY), detail });
    found.push({ ...underpaid, certainty });
    return;
  }
  const excess = exactFromMoney(month.paid) - owed.expected;
  if (
    owed.estimated ||
    owed.isByStatement === true ||
    // A number of lives below zero makes an expected amount that no payment can be compared with.
    owed.expected < 0n ||
    excess <= CENT ||
    year !== null ||
    row.history.paidMonths > 1 ||
    found.some(({ code }) => EXPLAINS_MORE.has(code))
  )
    return;
  const detail = `Paid ${exactDollars(excess)} more than the contracted rate gives: ${paidAndExpected}.`;
  found.push(amountSignal('OVERPAID', 'info', { amount: Number(excess / EXACT_PER_MONEY), detail }));
}

/** Writes when the carrier paid as an estimate says. */
function paysWhen({ estimatedFrom }: PresentCase['rates']): string {
  return estimatedFrom === null ? 'pays elsewhere' : `paid in ${monthName(estimatedFrom)}`;
}

const BY: Readonly<Record<Exclude<OwedCertainty, 'estimated'>, string>> = {
  contracted: 'by the contracted rate',
  statement_rate: "by the statement's own rate",
};

/** Returns how certain an owed amount is. */
function certaintyOf({ estimated, isByStatement }: Owed): OwedCertainty {
  if (isByStatement === true) return 'statement_rate';
  return estimated ? 'estimated' : 'contracted';
}

/** Signals after which more than one month's pay is correct. */
const EXPLAINS_MORE: ReadonlySet<Signal['code']> = new Set(['CATCH_UP_PAYMENT', 'TRUE_UP', 'PAID_AHEAD']);
/** A year's maximum is paid in up to twelve rounded parts. In ten-thousandths. */
const ROUNDING = 10_000;
const MONTHS_LATE_MAX = 2;

/** Reports pay above the CMS maximum of the enrollment in one calendar year. */
export function cmsSignal({ context, prior, row, month }: PresentCase, found: Signal[]): void {
  const { planYear, planYearPaid } = row.history;
  if (context.productLine !== 'medicare' || planYear === null || month.paid <= 0) return;
  const record = principalRecord(month);
  const maximum = month.records.length === 1 ? cmsMaximum(planYear, record) : null;
  if (maximum === null) return;
  const firstYear = record.effectiveDate === null ? planYear : periodYear(record.effectiveDate);
  const isRenewal = firstYear < planYear;
  const limit = isRenewal ? maximum.renewal : maximum.initial;
  // Pay that comes a month or two late: the last months of the first year are in statements of the next year.
  const late =
    firstYear === planYear - 1 ? Math.round(((maximum.initial - maximum.renewal) * MONTHS_LATE_MAX) / 12) : 0;
  const excess = planYearPaid - limit;
  if (excess <= ROUNDING + late) return;
  // Reported once, with the payment that exceeds the maximum.
  const before = prior?.history.planYear === planYear ? prior.history.planYearPaid : 0;
  if (before - limit > ROUNDING + late) return;
  const tier = isRenewal ? 'renewal' : 'initial';
  const detail = `${dollars(planYearPaid)} paid for ${planYear} passes the CMS ${tier} maximum of ${dollars(limit)}.`;
  found.push(amountSignal('ABOVE_CMS_MAX', 'warn', { amount: excess, detail }));
}
