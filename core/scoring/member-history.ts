import { addMoney, type Money } from '../money.ts';
import { type Period, periodOfDate, periodYear } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { paidCoverages } from './gone-coverages.ts';
import { type MemberMonth, paidMonthOf, type ScorableLine } from './member-month.ts';
import { endorsedBack } from './policy-term.ts';

/**
 * What a member's row remembers of the months before, so that findings about them need no history (docs/reference/signals.md).
 * Each row's is made from the one before and the month's own lines.
 */
export interface MemberHistory {
  /** Months the last present amount is for: more than 1 only for payments that reach ahead. */
  readonly paidMonths: number;
  /** Millionths: the rate the statement shows for the principal record. */
  readonly rate: number | null;
  /** All lines not below zero, and the magnitudes of all others, since the member was first seen. */
  readonly paidTotal: Money;
  readonly clawedTotal: Money;
  /** Charged back since the last payment, without what endorsements took back. */
  readonly clawedOpen: Money;
  /** The latest period with regular pay, and what it came to, without what its lines say was paid once. */
  readonly lastPaidPeriod: Period | null;
  readonly lastPaidAmount: Money;
  /** Missed months it caught up. */
  readonly extraMonths: number;
  /** What of `lastPaidAmount` was for these or paid twice, where only the amount says so. */
  readonly extraAmount: Money;
  /** The first period since then that was not paid; null while paid. */
  readonly unpaidSince: Period | null;
  /** Medicare only: compensation of one payee in one calendar year, net of chargebacks, which the CMS maximum limits. */
  readonly planYear: number | null;
  readonly planYearPaid: Money;
  /** Medicare only: the calendar year whose pay the carrier says is for a member who is not new to CMS. */
  readonly notNewYear: number | null;
  /** What was last paid before a cut that nothing explains, until as much is paid again. */
  readonly cutFrom: { readonly amount: Money; readonly period: Period } | null;
  /** Missed months that no statement has caught up: the first of them, and how many. */
  readonly missedOpen: { readonly since: Period; readonly months: number } | null;
  /** Chargebacks seen, newest last, as `chargebackKey` writes them. */
  readonly chargebacksSeen: readonly string[];
  /** Of the latest period with regular pay, where that was for several coverages: each, as `paidCoverages` writes it. */
  readonly coveragesPaid: readonly string[];
  /** The effective date of the enrollment whose rapid disenrollment has been told. */
  readonly rapidToldFor: string | null;
}

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
  coveragesPaid: [],
  rapidToldFor: null,
};

/** A year of monthly chargebacks. */
const CHARGEBACKS_SEEN_MAX = 12;

/** The history after a month with lines; the months covered and the rate are told by the coverage and the policy. */
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
    rate,
  }: Pick<MemberHistory, 'paidMonths' | 'rate' | 'extraMonths'> & {
    /** What was paid, without what its lines say was paid once. */
    readonly regularPay: Money;
    readonly supposedExtra: Money;
    readonly isDue: boolean;
    readonly context: {
      readonly period: Period;
      readonly productLine: string | null;
      readonly kindOf: LineKindOf;
      readonly isPolicyTerm: boolean;
    };
  },
): MemberHistory {
  const { period, productLine, kindOf } = context;
  const isPaid = regularPay > 0;
  const endorsed = endorsedBack(month, context);
  // A first statement with nothing but a bonus or an endorsement misses no month that anybody knows of.
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
    unpaidSince: isPaid || isFirstExtra ? null : (before.unpaidSince ?? (isDue ? period : null)),
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
    chargebacksSeen: nextChargebacksSeen(before.chargebacksSeen, month),
    coveragesPaid: isPaid ? paidCoverages(month, kindOf) : before.coveragesPaid,
    rapidToldFor: before.rapidToldFor,
  };
}

/** As carriers write that an enrollment is not the member's first: "Initial - NOT New to CMS", "Plan Change" of the like kind. */
const NOT_NEW = /\b(?:not|non)[\s-]+new\b|(?<!\bun-?like[\s-]+)\bplan[\s-]+change\b/i;

function saysNotNew({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some(
      ({ transactionType, description }) => NOT_NEW.test(transactionType ?? '') || NOT_NEW.test(description ?? ''),
    ),
  );
}

/** What lines of that kind bring a Medicare member's first year up to the initial amount with. */
export function typedTrueUp({ records }: MemberMonth, kindOf: LineKindOf): Money {
  let total: Money = 0;
  for (const { lines } of records) {
    for (const line of lines) if (line.amount > 0 && kindOf(line) === 'true_up') total += line.amount;
  }
  return total;
}

/** The calendar year a payment is for: that of the statement, or of an effective date still to come. */
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
 * The largest sum one payee got for the member and the year: the agency's share and overrides come on top of the agent's,
 * and a month of an earlier year is that year's.
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

/** Overrides, bonuses and fees are paid on top, to others or for other work: the CMS maximum does not limit them. */
function isCompensation(line: ScorableLine, firstMonth: Period, kindOf: LineKindOf): boolean {
  if (line.amount <= 0 || (line.coverageMonth !== null && line.coverageMonth < firstMonth)) return false;
  const kind = kindOf(line);
  return kind !== 'override' && kind !== 'bonus' && kind !== 'fee';
}

/**
 * Chargebacks with equal keys take back the same money. The key holds the month that the line pays for, else the effective date, else
 * neither.
 */
export function chargebackKey(line: ScorableLine): string {
  const { effectiveDate } = line;
  const when = paidMonthOf(line) ?? (effectiveDate === null ? '' : `${DATE_MARK}${effectiveDate}`);
  return `${line.policyRefId ?? ''}/${when}/${line.amount}`;
}

/** Whether the latest chargeback says the month or the effective date of the payment that it takes back. */
export function isLastChargebackDated({ chargebacksSeen }: MemberHistory): boolean {
  const [, when = ''] = (chargebacksSeen.at(-1) ?? '').split('/');
  return when !== '';
}

/** Tells an effective date from a month in a key. */
const DATE_MARK = '@';

/** The policy and month of a key. Effective dates are left out, because a payment need not repeat the date of the chargeback. */
function policyMonthOf(key: string): string {
  const [policy = '', when = ''] = key.split('/');
  return `${policy}/${when.startsWith(DATE_MARK) ? '' : when}`;
}

/** A coverage month that is paid again may rightly be charged back again. */
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
