import type { Money } from '../money.ts';
import { addMonths, type Period, periodOfDate } from '../period.ts';
import { type CaughtUp, missedMonths, monthlyPay, NOTHING_CAUGHT_UP } from './catch-up.ts';
import { isSameCoverage } from './gone-coverages.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, paidMonthOf, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import type { PriorRow, RowDraft, ScoringContext } from './scored-row.ts';
import type { PresentCase } from './signals/signal-case.ts';
import { differByCents, toleratedDifference } from './tolerance.ts';

/** Missed months that no statement has paid yet: the first such month, and their number. */
export type MissedOpen = NonNullable<MemberHistory['missedOpen']>;

/** Number of months after which missed months are given up. */
const MONTHS_REMEMBERED = 12;
/** Bounds of a missed month's pay as a share of a month's usual pay. A month's initial pay is twice its renewal. */
const OTHER_RATE_MIN = 0.5;
const OTHER_RATE_MAX = 2;
/** A month, in hundredths. */
const ONE_MONTH = 100;

type Moment = Pick<ScoringContext, 'period' | 'productLine' | 'tolerance' | 'paymentLag'>;

/**
 * Finds missed months that this statement pays after the member was paid again (docs/reference/signals.md#months-caught-up-later). Lines
 * name these months, or the pay is several whole months' pay. Finds none if more months are paid than were missed.
 */
export function caughtUpLater(month: MemberMonth, prior: PriorRow, at: Moment): CaughtUp {
  const open = stillOpen(prior.history.missedOpen, prior.profile.effectiveDate, at.period);
  if (open === null || month.chargeback > 0 || prior.history.paidMonths > 1) return NOTHING_CAUGHT_UP;
  const payments = month.records.flatMap(({ lines }) => lines.filter(({ amount }) => amount > 0));
  if (!payments.every(isForAnyMonth)) return caughtUpByName(payments, open);
  const perMonth = monthlyPay(prior, at.productLine);
  const tolerated = toleratedDifference(at.tolerance, perMonth);
  const times = perMonth <= 0 ? 0 : Math.round(month.paid / perMonth);
  const isWhole = Math.abs(month.paid - times * perMonth) <= tolerated || differByCents(month.paid, times * perMonth);
  const months = (isWhole ? times : monthsAtOtherRates(payments, perMonth, tolerated)) - 1;
  if (months < 1 || months > open.months) return NOTHING_CAUGHT_UP;
  return { months, amount: month.paid - perMonth, repaid: 0, isStated: true };
}

/** Finds lines that name a month from the first missed month on, beside a line for a later month. */
function caughtUpByName(payments: readonly ScorableLine[], open: MissedOpen): CaughtUp {
  const named = payments.map((line) => ({ amount: line.amount, month: paidMonthOf(line) }));
  const latest = named.reduce<Period>((last, { month }) => (month !== null && month > last ? month : last), open.since);
  const months = new Set<Period>();
  let amount: Money = 0;
  for (const one of named) {
    if (one.month === null || one.month < open.since || one.month >= latest) continue;
    months.add(one.month);
    amount += one.amount;
  }
  if (months.size === 0 || months.size > open.months) return NOTHING_CAUGHT_UP;
  return { months: months.size, amount, repaid: 0, isStated: true };
}

/**
 * Returns the number of lines if all are for one coverage, each is about a month's usual pay, and at least one line equals it; otherwise 0.
 */
function monthsAtOtherRates(payments: readonly ScorableLine[], perMonth: Money, tolerated: Money): number {
  const [first] = payments;
  const isMonths = payments.every(
    (line) =>
      first !== undefined &&
      isSameCoverage(line, first) &&
      line.amount >= perMonth * OTHER_RATE_MIN &&
      line.amount <= perMonth * OTHER_RATE_MAX,
  );
  return isMonths && payments.some(({ amount }) => Math.abs(amount - perMonth) <= tolerated) ? payments.length : 0;
}

/** Returns whether a line describes a payment for one month that it does not name. */
function isForAnyMonth(line: ScorableLine): boolean {
  return saysMoreThanAmount(line) && paidMonthOf(line) === null && (line.monthsPaid ?? ONE_MONTH) === ONE_MONTH;
}

/** Returns the missed months if they may still be paid; null after a year, and after a new enrollment, before which nothing is due. */
function stillOpen(open: MissedOpen | null, effectiveDate: string | null, period: Period): MissedOpen | null {
  if (open === null || period > addMonths(open.since, MONTHS_REMEMBERED)) return null;
  return effectiveDate !== null && periodOfDate(effectiveDate) > open.since ? null : open;
}

/** Stores the months that are still missed in the row's history. The row's signals must be known. */
export function rememberMissed(row: RowDraft, signalCase: PresentCase): void {
  const missedOpen = nextOpen(row, signalCase);
  if (missedOpen !== row.history.missedOpen) row.history = { ...row.history, missedOpen };
}

/** Returns the months that are still missed after this month; null without any. */
function nextOpen(row: RowDraft, { context, prior, month }: PresentCase): MissedOpen | null {
  // A chargeback may take the missed month back, and then no later payment is due.
  if (prior === undefined || month.chargeback > 0) return null;
  if (month.paid <= 0) return prior.history.missedOpen;
  const before = stillOpen(prior.history.missedOpen, row.profile.effectiveDate, context.period);
  const missed = missedMonths(prior, context, month);
  if (missed === null) return before === null ? null : withoutMonths(before, row.history.extraMonths);
  if (!row.signals.some(({ code }) => code === 'MISSED_MONTHS')) return before;
  return { since: before?.since ?? missed.from, months: (before?.months ?? 0) + missed.due - row.history.extraMonths };
}

function withoutMonths(open: MissedOpen, months: number): MissedOpen | null {
  return months < open.months ? { ...open, months: open.months - months } : null;
}
