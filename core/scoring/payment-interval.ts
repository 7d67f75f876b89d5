import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { linesIn, type MemberProfile } from './member-month.ts';
import type { IsUnpaidMonth } from './unpaid-months.ts';
import type { ComparedMember, KnownMember } from './usual-pay.ts';

/**
 * Learns from a book in which months its carrier pays a member nothing, where no line says so (docs/reference/signals.md#cadence): pay once
 * in a while, by the quarter or year, or in a number of instalments at the beginning of each policy year.
 */

/** Returns whether a member who is absent is between two payments. */
export type IsBetweenPayments = (prior: KnownMember) => boolean;

/** Minimum number of members, and their share, who are absent after the only payment that they had. */
const MEMBERS_MIN = 5;
const SHARE_MIN = 0.5;
/** Minimum number of members who stopped after the last instalment of a policy year. */
const STOPPED_MIN = 2;
/** Maximum probability that nobody is paid for the months between two policy years' instalments, if members were paid in any month. */
const CHANCE_MAX = 0.05;
/** Maximum number of months between two payments. */
const BETWEEN_MAX = 12;
const YEAR = 12;
/** A month, in hundredths. */
const ONE_MONTH = 100;
/** Maximum number of months by which a payment comes before the first month of its policy. */
const EARLY_MAX = 2;
/** Premiums that are not due monthly or yearly are due every three or six months of the policy year. */
const QUARTER = 3;
const HALF_YEAR = 6;
/** Minimum number of members who are absent in the months between such premiums, and their shares of those paid and of those absent. */
const MODAL_MIN = 3;
const MODAL_SHARE = 0.25;
const MODAL_ABSENT_SHARE = 0.85;

interface IntervalContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly paymentLag: number;
  readonly isUnpaidMonth: IsUnpaidMonth;
}

/**
 * Learns the habit from the members of a period. A member who was carried for this reason stays carried; one who was carried in a month
 * that the carrier does not pay is due pay after it.
 */
export function paymentInterval(members: readonly ComparedMember[], context: IntervalContext): IsBetweenPayments {
  const { period, paymentLag, isUnpaidMonth } = context;
  let habits: Habits | null = null;
  return (prior) => {
    const { status, lastPresentPeriod, paidThrough, history } = prior;
    if (paidThrough !== null || history.paidMonths > 1 || history.clawedTotal > 0) return false;
    const gap = monthIndex(period) - monthIndex(lastPresentPeriod);
    if (gap >= BETWEEN_MAX) return false;
    // The members are looked at on first use, because nobody is absent from the first statement of a book.
    habits ??= learnHabits(members, context);
    const { firstMonthAfter, modal, isOnceInAWhile } = habits;
    const month = policyMonth(prior.profile, addMonths(lastPresentPeriod, -paymentLag));
    const next = month === null ? undefined : firstMonthAfter.get(month);
    if (month !== null && next !== undefined) return gap < ((next - month + YEAR - 1) % YEAR) + 1;
    if (modal !== null && month !== null && isPaidOnce(prior)) return gap < monthsBetween(month, modal);
    const isCarriedOn = status === 'carried' && !isUnpaidMonth(prior.profile, addMonths(period, -1));
    if (isPaidOnce(prior) && (isOnceInAWhile || isCarriedOn)) return true;
    return isCarriedOn && month !== null && policyMonth(prior.profile, addMonths(period, -paymentLag)) !== 1;
  };
}

/** The habits of a carrier that leave a member unpaid for months. */
interface Habits {
  /** The months of the policy year after which pay stops, each with the month in which it begins again. */
  readonly firstMonthAfter: ReadonlyMap<number, number>;
  /** A month of the policy year in which premiums of every mode are due; null if pay follows no such premiums. */
  readonly modal: number | null;
  readonly isOnceInAWhile: boolean;
}

function learnHabits(members: readonly ComparedMember[], context: IntervalContext): Habits {
  return {
    firstMonthAfter: monthsOfInstalments(members, context),
    modal: statesMonths(members) ? null : monthOfModes(members, context),
    isOnceInAWhile: paysOnceInAWhile(members, context.baselinePeriod),
  };
}

function isPaidOnce({ firstSeenPeriod, history }: KnownMember): boolean {
  return history.lastPaidPeriod !== null && history.lastPaidPeriod === firstSeenPeriod;
}

/** Returns whether the statement states the months of its payments. Then a member who is not paid ahead pays monthly. */
function statesMonths(members: readonly ComparedMember[]): boolean {
  return members.some(({ lines }) => linesIn(lines).some(({ monthsPaid }) => (monthsPaid ?? 0) > ONE_MONTH));
}

/**
 * Returns the months until the next premium at the latest, after one in a month of the policy year. `modal`: a month in which premiums of
 * every mode are due. A member who pays in another month pays monthly.
 */
function monthsBetween(month: number, modal: number): number {
  const since = month - modal + YEAR;
  return since % HALF_YEAR === 0 ? HALF_YEAR : since % QUARTER === 0 ? QUARTER : 1;
}

/**
 * Returns whether most of those who were first paid on the statement before are absent from this one. The first statement of a book proves
 * nothing, because all of its members are first paid then, and the second one may lack a part.
 */
function paysOnceInAWhile(members: readonly ComparedMember[], baselinePeriod: Period | null): boolean {
  let [all, absent, known] = [0, 0, 0];
  for (const { prior, lines } of members) {
    if (prior === undefined) continue;
    if (prior.firstSeenPeriod !== baselinePeriod) known += 1;
    else if (prior.history.lastPaidPeriod === baselinePeriod && prior.history.paidMonths === 1) {
      all += 1;
      if (lines === undefined) absent += 1;
    }
  }
  return known > 0 && absent >= MEMBERS_MIN && absent >= SHARE_MIN * all;
}

/**
 * Returns a month of the policy year in which premiums of every mode are due, if some members pay by the quarter or half-year; null
 * otherwise. Of those with a single payment, many are absent after a month of their mode, and nearly nobody after another month.
 */
function monthOfModes(
  members: readonly ComparedMember[],
  { baselinePeriod, paymentLag }: IntervalContext,
): number | null {
  const [absent, paid] = [Array<number>(YEAR + 1).fill(0), Array<number>(YEAR + 1).fill(0)];
  const carried: number[] = [];
  let known = 0;
  for (const { prior, lines } of members) {
    if (prior === undefined || prior.status === 'red') continue;
    const { history, lastPresentPeriod, status } = prior;
    if (history.paidMonths === QUARTER || history.paidMonths === HALF_YEAR) known += 1;
    if (!isPaidOnce(prior) || history.paidMonths !== 1 || history.clawedTotal > 0) continue;
    if (lastPresentPeriod !== baselinePeriod && status !== 'carried') continue;
    const month = policyMonth(prior.profile, addMonths(lastPresentPeriod, -paymentLag));
    if (month === null) continue;
    if (status === 'carried') carried.push(month);
    const counts = lines === undefined ? absent : paid;
    counts[month] = (counts[month] ?? 0) + 1;
  }
  const sum = (counts: readonly number[], holds: (month: number) => boolean) =>
    counts.reduce((total, count, month) => (holds(month) ? total + count : total), 0);
  const all = sum(absent, () => true);
  for (const modal of [1, 2, YEAR]) {
    const isDue = (month: number) => monthsBetween(month, modal) > 1;
    const own = sum(absent, isDue);
    if (own === 0 || own < MODAL_ABSENT_SHARE * all) continue;
    // Pay by the year is due in one month only.
    const isYearly = sum(absent, (month) => month !== modal) === 0;
    const between = carried.filter((month) => month !== modal && isDue(month)).length;
    if (known + between >= MODAL_MIN) return modal;
    const isMany = own >= MODAL_MIN && own >= MODAL_SHARE * (own + sum(paid, isDue));
    if (isMany && !isYearly && sum(paid, (month) => !isDue(month)) >= MODAL_MIN) return modal;
  }
  return null;
}

/**
 * Returns the months of the policy year after which pay stops, each with the month in which it begins again: several members are absent
 * after such a month, and nobody is or was last paid for the month that follows.
 */
function monthsOfInstalments(
  members: readonly ComparedMember[],
  { period, paymentLag }: IntervalContext,
): ReadonlyMap<number, number> {
  const [paid, stopped] = [new Set<number>(), new Map<number, number>()];
  const now = addMonths(period, -paymentLag);
  let present = 0;
  for (const { prior, lines } of members) {
    const payment = linesIn(lines).find(({ amount }) => amount > 0);
    if ((lines !== undefined && payment === undefined) || (prior?.history.clawedTotal ?? 0) > 0) continue;
    const paidIn = prior === undefined || payment !== undefined ? now : addMonths(prior.lastPresentPeriod, -paymentLag);
    const profile = prior?.profile ?? payment;
    const month = profile === undefined ? null : policyMonth(profile, paidIn);
    // A new policy is paid for its first month by every carrier.
    if (month === null || (prior === undefined && isNewIn(profile, paidIn))) continue;
    paid.add(month);
    if (payment !== undefined) present += 1;
    else stopped.set(month, (stopped.get(month) ?? 0) + 1);
  }
  const after = new Map<number, number>();
  for (const [month, count] of stopped) {
    let unpaid = 0;
    while (!paid.has(1 + ((month + unpaid) % YEAR))) unpaid += 1;
    const isChance = (1 - unpaid / YEAR) ** present > CHANCE_MAX;
    if (count >= STOPPED_MIN && unpaid > 0 && !isChance) after.set(month, 1 + ((month + unpaid) % YEAR));
  }
  return after;
}

type Dated = Pick<MemberProfile, 'effectiveDate'>;

function isNewIn(member: Dated | undefined, covered: Period): boolean {
  return (member?.effectiveDate ?? covered) >= addMonths(covered, -EARLY_MAX);
}

/** Returns the month of the policy year, from 1 to 12, of a covered month; null without an effective date, or long before it. */
function policyMonth({ effectiveDate }: Dated, covered: Period): number | null {
  if (effectiveDate === null) return null;
  const months = monthIndex(covered) - monthIndex(periodOfDate(effectiveDate));
  return months < -EARLY_MAX ? null : 1 + ((months + YEAR) % YEAR);
}
