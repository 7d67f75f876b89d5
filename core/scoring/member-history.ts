import { foldText } from '../folded-text.ts';
import { addMoney, type Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { paidAgents, paidCoverages } from './gone-parts.ts';
import { latestNamed, type MemberMonth, paidMonthOf, type ScorableLine } from './member-month.ts';
import { endorsedBack } from './policy-term.ts';
import { withoutRecoveries } from './regular-pay.ts';

/**
 * Facts about earlier months that a scored row stores, so that scoring never reads older rows. They are made from the previous row's facts
 * and this month's lines. Amounts are in ten-thousandths of a dollar.
 */
export interface MemberHistory {
  /** Number of months that the last present amount pays for; above 1 only for a payment that reaches ahead. */
  readonly paidMonths: number;
  /** The rate that the statement prints for the principal record, in millionths; null without one. */
  readonly rate: number | null;
  /** Lifetime paid: the sum of all lines that are not below zero since the member was first seen. */
  readonly paidTotal: Money;
  /** Sum of the magnitudes of all chargeback lines since the member was first seen. */
  readonly clawedTotal: Money;
  /** Sum of the chargebacks since the last payment, without endorsements. */
  readonly clawedOpen: Money;
  /** The latest period with regular pay; null before the first. */
  readonly lastPaidPeriod: Period | null;
  /** The pay of `lastPaidPeriod`, without pay that the lines mark as one-off. */
  readonly lastPaidAmount: Money;
  /** Number of missed months that the pay of `lastPaidPeriod` caught up. */
  readonly extraMonths: number;
  /** The part of `lastPaidAmount` that caught up months or was paid twice, where only the amounts and no line texts show it. */
  readonly extraAmount: Money;
  /** The first unpaid period; null while the member is paid. A member who is paid one statement late stays behind by a period. */
  readonly unpaidSince: Period | null;
  /** Medicare only: the calendar year that `planYearPaid` is for. */
  readonly planYear: number | null;
  /** Medicare only: the pay of one payee in that year, net of chargebacks, which CMS limits. */
  readonly planYearPaid: Money;
  /** Medicare only: the calendar year in which the carrier says that the member is not new to CMS. */
  readonly notNewYear: number | null;
  /** The pay before an unexplained cut, and its period; null once as much is paid again. */
  readonly cutFrom: { readonly amount: Money; readonly period: Period } | null;
  /** Missed months that no statement has caught up yet: the first such month, and their number. */
  readonly missedOpen: { readonly since: Period; readonly months: number } | null;
  /** Earlier chargebacks, newest last, in the form of `chargebackKey`. */
  readonly chargebacksSeen: readonly string[];
  /** The pay of each coverage and of each agent in `lastPaidPeriod`, as encoded texts; empty for a single coverage and a single agent. */
  readonly partsPaid: readonly string[];
  /** The effective date of the enrollment whose rapid disenrollment has been reported. */
  readonly rapidToldFor: string | null;
  /** The latest period in which a line marks regular pay as new business; null without one. */
  readonly soldIn: Period | null;
  /** The ledger: bit 0 stands for `lastPaidPeriod`, bit n for n periods before it; a bit is set where there was regular pay. */
  readonly paidIn: number;
}

/** The history of a member who was never seen. */
export const NO_HISTORY: MemberHistory = {
  paidMonths: 1,
  rate: null,
  paidTotal: 0,
  clawedTotal: 0,
  clawedOpen: 0,
  lastPaidPeriod: null,
  lastPaidAmount: 0,
  extraMonths: 0,
  extraAmount: 0,
  unpaidSince: null,
  planYear: null,
  planYearPaid: 0,
  notNewYear: null,
  cutFrom: null,
  missedOpen: null,
  chargebacksSeen: [],
  partsPaid: [],
  rapidToldFor: null,
  soldIn: null,
  paidIn: 0,
};

/** Maximum number of stored chargebacks: a year of monthly ones. */
const CHARGEBACKS_SEEN_MAX = 12;

/** Makes the history after a month with lines. The caller gives the facts that depend on the comparison with earlier pay. */
export function nextHistory(
  before: MemberHistory,
  month: MemberMonth,
  {
    context,
    paidMonths,
    regularPay,
    supposedExtra,
    extraMonths,
    isDue,
    through,
    rate,
  }: Pick<MemberHistory, 'paidMonths' | 'rate' | 'extraMonths'> & {
    /** The pay without payments that the lines mark as one-off. */
    readonly regularPay: Money;
    /** The part of the regular pay that comes once, where only the amounts show it. */
    readonly supposedExtra: Money;
    /** False in months for which nothing is due, so that they are not stored as unpaid. */
    readonly isDue: boolean;
    /** The last month that the payment reaches ahead; null without one. */
    readonly through: Period | null;
    readonly context: {
      readonly period: Period;
      readonly productLine: string | null;
      readonly kindOf: LineKindOf;
      readonly isPolicyTerm: boolean;
      readonly paymentLag: number;
    };
  },
): MemberHistory {
  const { period, productLine, kindOf } = context;
  const isPaid = regularPay > 0;
  const endorsed = endorsedBack(month, context);
  // A first statement with only one-off pay or an endorsement does not make the month unpaid.
  const isFirstExtra = (month.paid > 0 || endorsed > 0) && before.lastPaidPeriod === null;
  const planYear = productLine === 'medicare' ? planYearOf(month, period) : null;
  return {
    paidMonths,
    rate,
    paidTotal: addMoney(before.paidTotal, month.paid),
    clawedTotal: month.chargeback === 0 ? before.clawedTotal : addMoney(before.clawedTotal, month.chargeback),
    clawedOpen: month.paid > 0 ? 0 : addMoney(before.clawedOpen, month.chargeback - endorsed),
    lastPaidPeriod: isPaid ? period : before.lastPaidPeriod,
    lastPaidAmount: isPaid ? regularPay : before.lastPaidAmount,
    extraMonths: isPaid ? extraMonths : before.extraMonths,
    extraAmount: isPaid ? Math.min(supposedExtra, regularPay) : before.extraAmount,
    unpaidSince: isPaid
      ? unpaidAfter(before.unpaidSince, through ?? latestNamed(month), context)
      : isFirstExtra
        ? null
        : (before.unpaidSince ?? (isDue ? period : null)),
    planYear,
    planYearPaid:
      planYear === null
        ? 0
        : addMoney(
            before.planYear === planYear ? before.planYearPaid : 0,
            compensationOf(month, planYear, kindOf) - month.chargeback,
          ),
    notNewYear: planYear !== null && saysNotNew(month) ? planYear : before.notNewYear,
    cutFrom: before.cutFrom,
    missedOpen: before.missedOpen,
    chargebacksSeen: nextChargebacksSeen(before.chargebacksSeen, withoutRecoveries(month, kindOf)),
    partsPaid: isPaid ? partsOf(month, kindOf) : before.partsPaid,
    rapidToldFor: before.rapidToldFor,
    soldIn: isPaid && saysNewBusiness(month) ? period : before.soldIn,
    paidIn: isPaid ? nextPaidIn(before, period) : before.paidIn,
  };
}

/** The periods of the ledger: this one and fourteen before. */
const LEDGER_BITS = 15;

function nextPaidIn({ paidIn, lastPaidPeriod }: MemberHistory, period: Period): number {
  const passed = lastPaidPeriod === null ? LEDGER_BITS : monthIndex(period) - monthIndex(lastPaidPeriod);
  return passed >= LEDGER_BITS ? 1 : ((paidIn << passed) & (2 ** LEDGER_BITS - 1)) | 1;
}

/** Returns the periods of the ledger in which the member was paid, the latest first. */
export function paidPeriods({ paidIn, lastPaidPeriod }: MemberHistory): readonly Period[] {
  if (lastPaidPeriod === null) return [];
  const periods = [lastPaidPeriod];
  for (let bit = 1; bit < LEDGER_BITS; bit += 1)
    if ((paidIn & (1 << bit)) !== 0) periods.push(addMonths(lastPaidPeriod, -bit));
  return periods;
}

/** Returns the number of months between the last two payments; 0 for a member who was paid once. */
export function lastInterval({ paidIn }: MemberHistory): number {
  for (let bit = 1; bit < LEDGER_BITS; bit += 1) if ((paidIn & (1 << bit)) !== 0) return bit;
  return 0;
}

/** Returns the first unpaid period after a payment: the one after the latest paid month, if a member who was not paid is still behind. */
function unpaidAfter(
  since: Period | null,
  latest: Period | null,
  { period, paymentLag }: { readonly period: Period; readonly paymentLag: number },
): Period | null {
  if (since === null || latest === null) return null;
  const paid = addMonths(latest, paymentLag);
  return paid >= since && paid < period ? addMonths(paid, 1) : null;
}

/** Encodes the pay of each coverage and of each agent for `partsPaid`. */
function partsOf(month: MemberMonth, kindOf: LineKindOf): readonly string[] {
  const [coverages, agents] = [paidCoverages(month, kindOf), paidAgents(month, kindOf)];
  return agents.length === 0 ? coverages : [...coverages, ...agents];
}

/** Matches a type for the first term or year of a policy: "NEW", "New Business", "NB", "First Year", "Initial". */
const NEW_BUSINESS = /\b(?:new|nb|first[\s-]?y(?:ea)?r|initial)\b/i;

function saysNewBusiness({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some(({ transactionType: type }) => type !== null && NEW_BUSINESS.test(type) && !NOT_NEW.test(type)),
  );
}

/** Matches a type for the renewal of a policy: "REN", "Renewal". */
const RENEWAL = /renew|\b(?:ren|rnw|rnl|rwl)\b/i;

/** Returns whether the type of a line marks its pay as that of a renewal. */
export function marksRenewal({ transactionType }: Pick<ScorableLine, 'transactionType'>): boolean {
  return RENEWAL.test(transactionType ?? '');
}

/** Matches words for an enrollment that is not the member's first: "Initial - NOT New to CMS", "Plan Change" of the like kind. */
const NOT_NEW = /\b(?:not|non)[\s-]+new\b|(?<!\bun-?like[\s-]+)\bplan[\s-]+change\b/i;

function saysNotNew({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some(
      ({ transactionType, description }) => NOT_NEW.test(transactionType ?? '') || NOT_NEW.test(description ?? ''),
    ),
  );
}

/** Returns the sum of a month's true-ups, by the kind of their lines, in ten-thousandths of a dollar. */
export function trueUpByType({ records }: MemberMonth, kindOf: LineKindOf): Money {
  let total: Money = 0;
  for (const { lines } of records) total += trueUpIn(lines, kindOf);
  return total;
}

/** Returns the sum of the true-ups among lines, by their kind, in ten-thousandths of a dollar. */
export function trueUpIn(lines: Iterable<ScorableLine>, kindOf: LineKindOf): Money {
  let total: Money = 0;
  for (const line of lines) if (line.amount > 0 && kindOf(line) === 'true_up') total += line.amount;
  return total;
}

/** Returns the calendar year that a payment is for: the statement's year, or the next one if coverage begins then. */
function planYearOf(month: MemberMonth, period: Period): number {
  for (const { effectiveDate } of month.records) {
    if (
      effectiveDate !== null &&
      periodOfDate(effectiveDate) > period &&
      periodYear(effectiveDate) === periodYear(period) + 1
    ) {
      return periodYear(effectiveDate);
    }
  }
  return periodYear(period);
}

/**
 * Returns the largest sum, in ten-thousandths of a dollar, that one payee got for the member in the plan year. Payees are counted apart,
 * because an agency is paid in addition to the agent. Lines for months of an earlier year do not count.
 */
export function compensationOf(month: MemberMonth, planYear: number, kindOf: LineKindOf): Money {
  const first = `${planYear}-01`;
  const only = month.records[0]?.lines[0];
  if (month.lineCount === 1 && only !== undefined) return isCompensation(only, first, kindOf) ? only.amount : 0;
  const byPayee = new Map<string, Money>();
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (!isCompensation(line, first, kindOf)) continue;
      const payee = line.agentId ?? line.agentName ?? '';
      byPayee.set(payee, addMoney(byPayee.get(payee) ?? 0, line.amount));
    }
  }
  return Math.max(0, ...byPayee.values());
}

/** Returns whether a line is limited by the CMS maximum. Overrides, bonuses and fees are paid to others or for other work and are not. */
function isCompensation(line: ScorableLine, firstMonth: Period, kindOf: LineKindOf): boolean {
  if (line.amount <= 0 || (line.coverageMonth !== null && line.coverageMonth < firstMonth)) return false;
  const kind = kindOf(line);
  return kind !== 'override' && kind !== 'bonus' && kind !== 'fee';
}

/**
 * Returns the key of a chargeback; equal keys take back the same money. The key has the month that the line pays for, else the effective
 * date, else neither.
 */
export function chargebackKey(line: ScorableLine): string {
  const { effectiveDate, memberName } = line;
  const when = paidMonthOf(line) ?? (effectiveDate === null ? '' : `${DATE_MARK}${effectiveDate}`);
  // The persons of a household may be charged back alike, on lines of their own.
  return `${line.policyRefId ?? ''}/${when}/${line.amount}/${memberName === null ? '' : foldText(memberName)}`;
}

/** Returns whether the latest chargeback names the month or the effective date of the payment that it takes back. */
export function isLastChargebackDated({ chargebacksSeen }: MemberHistory): boolean {
  const [, when = ''] = (chargebacksSeen.at(-1) ?? '').split('/');
  return when !== '';
}

/** Returns a chargeback's key without its month: the policy, the amount and the person. */
export function withoutMonth(key: string): string {
  return key.split('/').toSpliced(1, 1).join('/');
}

/** Marks an effective date, as opposed to a month, in a key. */
const DATE_MARK = '@';

/** Returns the month of a chargeback's key; null for a key without one. */
export function monthOfKey(key: string): Period | null {
  const [, when = ''] = key.split('/');
  return when === '' || when.startsWith(DATE_MARK) ? null : when;
}

/** Returns the policy and month of a key, without effective dates, because a payment need not repeat the date of the chargeback. */
function policyMonthOf(key: string): string {
  const [policy = '', when = ''] = key.split('/');
  return `${policy}/${when.startsWith(DATE_MARK) ? '' : when}`;
}

/** Adds this month's chargebacks to the stored keys. Keys of months that are paid again are dropped: they may be charged back again. */
function nextChargebacksSeen(before: readonly string[], month: MemberMonth): readonly string[] {
  if (before.length === 0 && month.chargeback === 0) return before;
  const added: string[] = [];
  const paidAgain = new Set<string>();
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (line.amount < 0) added.push(chargebackKey(line));
      else if (line.amount > 0) paidAgain.add(policyMonthOf(chargebackKey(line)));
    }
  }
  const kept = before.filter((key) => !paidAgain.has(policyMonthOf(key)));
  return [...new Set([...kept, ...added.sort()])].slice(-CHARGEBACKS_SEEN_MAX);
}
