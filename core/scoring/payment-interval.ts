import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { foldText } from '../folded-text.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { IsUnpaidMonth } from './cadence.ts';
import { lastInterval, type MemberHistory, paidPeriods } from './member-history.ts';
import { linesIn, type MemberProfile } from './member-month.ts';
import type { ComparedMember, KnownMember } from './usual-pay.ts';

/**
 * Learns from the ledgers of a book in which months its carrier pays a member nothing, where no line says so
 * (docs/reference/signals.md#cadence): pay once in a while, by the quarter or year, as an advance, in a number of instalments at the
 * beginning of each policy year, or in all months but those of a season.
 */

/** Returns whether a member who is absent is between two payments. */
export type IsBetweenPayments = (prior: KnownMember) => boolean;

/** Minimum number of members, and their share, who are absent after the only payment that they had; or a number that is all of them. */
const MEMBERS_MIN = 5;
const SHARE_MIN = 0.5;
const ALL_MIN = 4;
/** Minimum share of the members of all other plans who are paid by the month, where a plan is not. */
const MONTHLY_SHARE_MIN = 0.75;
/**
 * Minimum share of the book that is paid by the month, until a plan is paid again. If more is absent, a file of the statement has probably
 * not come.
 */
const MONTHLY_BOOK_MIN = 0.5;
/** Minimum number of members who stopped after the last instalment of a policy year, and of members who are paid on the statement. */
const STOPPED_MIN = 2;
const PRESENT_MIN = 3;
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
/** Maximum share of those absent who were last paid for the same month of the policy year, where premiums have modes. */
const ONE_MONTH_MAX = 0.6;

interface IntervalContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly paymentLag: number;
  readonly isUnpaidMonth: IsUnpaidMonth;
  readonly productLine: ProductLine | null;
}

/**
 * Learns the habit from the members of a period. A member who was carried for this reason stays carried; one who was carried in a month
 * that the carrier does not pay is due pay after it.
 */
export function paymentInterval(members: readonly ComparedMember[], context: IntervalContext): IsBetweenPayments {
  const { period, paymentLag, isUnpaidMonth } = context;
  let habits: Habits | null = null;
  return (prior) => {
    const { status, lastPresentPeriod, paidThrough, history, profile } = prior;
    if (paidThrough !== null || history.paidMonths > 1 || history.clawedTotal > 0) return false;
    const gap = monthIndex(period) - monthIndex(lastPresentPeriod);
    if (gap >= BETWEEN_MAX) return false;
    // The members are looked at on first use, because nobody is absent from the first statement of a book.
    habits ??= learnHabits(members, context);
    const { stops, modal, isOnceInAWhile, intervals, untilPaid } = habits;
    const paidAgain = untilPaid.get(planOf(profile));
    if (paidAgain !== undefined) return gap < paidAgain;
    const own = intervals.of(history);
    if (gap < own && intervals.isRegular(history)) return true;
    const paidFor = addMonths(lastPresentPeriod, -paymentLag);
    const month = policyMonth(profile, paidFor);
    if (month !== null) {
      const until = (isFirstYear(profile, paidFor) ? stops.first.get(month) : undefined) ?? stops.any.get(month);
      if (until !== undefined) return gap < until;
      const mode = modal === null || !maySkip(prior, intervals) ? 1 : monthsBetween(month, modal);
      if (mode > 1) return gap < Math.max(mode, own);
    }
    const isCarriedOn = status === 'carried' && !isUnpaidMonth(profile, addMonths(period, -1));
    if (isPaidOnce(prior) && (isOnceInAWhile || isCarriedOn)) return true;
    return isCarriedOn && month !== null && policyMonth(profile, addMonths(period, -paymentLag)) !== 1;
  };
}

/** The intervals that the ledgers of a book prove. */
interface Intervals {
  /** Returns the months between a member's last two payments; 0 if it was paid once, or if the book has no statement of a month between. */
  of(history: MemberHistory): number;
  /** Returns whether a member is one of several whose last three payments are each a quarter, or each a half-year, apart. */
  isRegular(history: MemberHistory): boolean;
}

/** A month without a statement proves nothing, and a month with one shows in the ledger of a member who was paid in it. */
function intervalsOf(members: readonly ComparedMember[], period: Period): Intervals {
  const ageOf = ({ lastPaidPeriod }: MemberHistory) =>
    lastPaidPeriod === null ? YEAR : monthIndex(period) - monthIndex(lastPaidPeriod);
  const histories = members.flatMap(({ prior }) => prior?.history ?? []);
  // Bit n stands for the month n months before this one.
  let stated = 0;
  for (const history of histories) if (ageOf(history) <= YEAR) stated |= history.paidIn << ageOf(history);
  const isStated = (history: MemberHistory, interval: number) => {
    const [age, between] = [ageOf(history), (1 << Math.max(interval - 1, 0)) - 1];
    return age <= YEAR && ((stated >> (age + 1)) & between) === between;
  };
  const repeats = (history: MemberHistory) => {
    const interval = lastInterval(history);
    if (interval !== QUARTER && interval !== HALF_YEAR) return false;
    const isTwice = history.paidIn % (1 << (2 * interval + 1)) === 1 + (1 << interval) + (1 << (2 * interval));
    return isTwice && isStated(history, 2 * interval);
  };
  // Two payments prove an interval where several members have no others.
  const isFirst = (history: MemberHistory) => {
    const interval = lastInterval(history);
    return (
      (interval === QUARTER || interval === HALF_YEAR) &&
      history.paidIn === 1 + (1 << interval) &&
      isStated(history, interval)
    );
  };
  const regular = histories.filter(repeats).length;
  const first = Map.groupBy(histories.filter(isFirst), lastInterval);
  return {
    of: (history) => {
      const interval = lastInterval(history);
      return isStated(history, interval) ? interval : 0;
    },
    isRegular: (history) =>
      (regular >= MODAL_MIN && repeats(history)) ||
      (isFirst(history) && (first.get(lastInterval(history))?.length ?? 0) >= MEMBERS_MIN),
  };
}

/** The months of the policy year after which pay stops, each with the number of months until it begins again. */
type Stops = ReadonlyMap<number, number>;

/** The habits of a carrier that leave a member unpaid for months. */
interface Habits {
  /** Advances are paid at the beginning of a first policy year, and instalments at the beginning of any. */
  readonly stops: { readonly first: Stops; readonly any: Stops };
  /** A month of the policy year in which premiums of every mode are due; null if pay follows no such premiums. */
  readonly modal: number | null;
  readonly isOnceInAWhile: boolean;
  readonly intervals: Intervals;
  /** The months between two payments of plans that pay nobody by the month. */
  readonly untilPaid: ReadonlyMap<string, number>;
}

function learnHabits(members: readonly ComparedMember[], context: IntervalContext): Habits {
  const [first, any] = [monthsOfPay(), monthsOfPay()];
  const counts = { first, any, present: 0 };
  for (const member of members) countPay(member, context, counts);
  const intervals = intervalsOf(members, context.period);
  const isModal = !isOneMonth(any.stopped) && !statesMonths(members);
  const modal = isModal ? monthOfModes(members, context, intervals) : null;
  return {
    stops: { first: stopsOf(first, counts.present), any: modal === null ? stopsOf(any, counts.present) : new Map() },
    modal,
    isOnceInAWhile: paysOnceInAWhile(members, context.baselinePeriod),
    intervals,
    untilPaid: plansNotPaidMonthly(members, context),
  };
}

/**
 * Returns the plans of several members of whom nobody was ever paid on two statements in a row, each with the months after which several
 * were paid again; before that is known, with a year. After one statement nothing tells a plan by the month from any other, so that the
 * first absence of all its members is no loss but a question.
 */
function plansNotPaidMonthly(
  members: readonly ComparedMember[],
  { period, baselinePeriod, productLine }: IntervalContext,
): ReadonlyMap<string, number> {
  const until = new Map<string, number>();
  if (baselinePeriod !== addMonths(period, -1) || productLine === 'medicare') return until;
  const paid = members.flatMap(({ prior, lines }) => {
    if (prior === undefined || prior.history.lastPaidPeriod === null) return [];
    const { profile, history } = prior;
    const isPaid = linesIn(lines).some(({ amount }) => amount > 0);
    const since = monthIndex(period) - monthIndex(prior.history.lastPaidPeriod);
    return { plan: planOf(profile), interval: isPaid ? since : lastInterval(history), isInARow: isInARow(history) };
  });
  const isMonthly = ({ interval, isInARow }: (typeof paid)[number]) => interval === 1 || isInARow;
  const isNever = (payments: typeof paid) => payments.length >= MEMBERS_MIN && !payments.some(isMonthly);
  const plans = [...Map.groupBy(paid, (one) => one.plan)];
  const others = plans.flatMap(([, payments]) => (isNever(payments) ? [] : payments));
  const monthly = others.filter(isMonthly).length;
  if (monthly < MEMBERS_MIN || monthly < MONTHLY_SHARE_MIN * others.length) return until;
  for (const [plan, payments] of plans) {
    if (!isNever(payments)) continue;
    const again = [...Map.groupBy(payments, ({ interval }) => interval)].flatMap(([interval, { length }]) =>
      interval > 0 && length >= MEMBERS_MIN ? interval : [],
    );
    if (again.length > 0 || monthly >= MONTHLY_BOOK_MIN * paid.length) until.set(plan, Math.min(...again, BETWEEN_MAX));
  }
  return until;
}

const planOf = ({ planName, planCode, productType }: Pick<MemberProfile, 'planName' | 'planCode' | 'productType'>) =>
  foldText(planName ?? planCode ?? productType ?? '');

const isInARow = ({ paidIn }: MemberHistory) => (paidIn & (paidIn >> 1)) !== 0;

/** Returns whether most of those who are absent were paid last for the same month of their policy year, as after the last instalment. */
function isOneMonth(stopped: readonly number[]): boolean {
  return Math.max(...stopped) > ONE_MONTH_MAX * stopped.reduce((sum, count) => sum + count, 0);
}

/** How often members were paid for each month of the policy year, and after which month those who are absent were paid last. */
interface MonthsOfPay {
  readonly paid: number[];
  readonly stopped: number[];
}

function monthsOfPay(): MonthsOfPay {
  return { paid: Array<number>(YEAR + 1).fill(0), stopped: Array<number>(YEAR + 1).fill(0) };
}

/** Counts a member's payments in the ledger and on this statement. */
function countPay(
  { prior, lines }: ComparedMember,
  { period, paymentLag }: IntervalContext,
  counts: { readonly first: MonthsOfPay; readonly any: MonthsOfPay; present: number },
): void {
  const payment = linesIn(lines).find(({ amount }) => amount > 0);
  if ((lines !== undefined && payment === undefined) || (prior?.history.clawedTotal ?? 0) > 0) return;
  const profile = prior?.profile ?? payment;
  if (profile === undefined || (prior?.status === 'red' && payment === undefined)) return;
  const add = (statement: Period, list: 'paid' | 'stopped') => {
    const covered = addMonths(statement, -paymentLag);
    const month = policyMonth(profile, covered);
    if (month === null) return;
    // A new policy is paid for its first month by every carrier.
    if (statement === period && !(prior === undefined && isNewIn(profile, covered))) counts.present += 1;
    counts.any[list][month] = (counts.any[list][month] ?? 0) + 1;
    if (isFirstYear(profile, covered)) counts.first[list][month] = (counts.first[list][month] ?? 0) + 1;
  };
  if (payment !== undefined) add(period, 'paid');
  if (prior === undefined) return;
  for (const statement of paidPeriods(prior.history)) add(statement, 'paid');
  if (payment === undefined) add(prior.lastPresentPeriod, 'stopped');
}

/** Returns after which months several members are absent, although nobody in the book was ever paid for the months that follow. */
function stopsOf({ paid, stopped }: MonthsOfPay, present: number): Stops {
  const stops = new Map<number, number>();
  if (present < PRESENT_MIN) return stops;
  stopped.forEach((count, month) => {
    let unpaid = 0;
    while (unpaid < YEAR && (paid[1 + ((month + unpaid) % YEAR)] ?? 0) === 0) unpaid += 1;
    const isChance = (1 - unpaid / YEAR) ** present > CHANCE_MAX;
    if (count >= STOPPED_MIN && unpaid > 0 && !isChance) stops.set(month, unpaid + 1);
  });
  return stops;
}

function isPaidOnce({ firstSeenPeriod, history }: KnownMember): boolean {
  return history.lastPaidPeriod !== null && history.lastPaidPeriod === firstSeenPeriod;
}

/** Returns whether the member may pay by the quarter or half-year: the ledger shows no two months in a row that were paid. */
function maySkip(prior: KnownMember, intervals: Intervals): boolean {
  const { paidIn } = prior.history;
  return isPaidOnce(prior) || (intervals.of(prior.history) > 1 && (paidIn & (paidIn >> 1)) === 0);
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
 * Returns whether most of those who joined on the statement before, or at any time since the first statement of the book, are absent since
 * their only payment. Those of the first statement prove nothing, because all members of a book are first paid on it.
 */
function paysOnceInAWhile(members: readonly ComparedMember[], baselinePeriod: Period | null): boolean {
  let first: Period | null = null;
  for (const { prior } of members) if (prior !== undefined) first = earlierOf(prior.firstSeenPeriod, first);
  const [latest, all] = [
    { count: 0, absent: 0 },
    { count: 0, absent: 0 },
  ];
  for (const { prior, lines } of members) {
    if (prior === undefined || prior.firstSeenPeriod === first) continue;
    if (prior.history.lastPaidPeriod === null || prior.history.paidMonths !== 1) continue;
    for (const joined of prior.firstSeenPeriod === baselinePeriod ? [latest, all] : [all]) {
      joined.count += 1;
      if (lines === undefined && isPaidOnce(prior)) joined.absent += 1;
    }
  }
  return [latest, all].some(({ count, absent }) =>
    absent === count ? absent >= ALL_MIN : absent >= MEMBERS_MIN && absent >= SHARE_MIN * count,
  );
}

function earlierOf(one: Period, other: Period | null): Period {
  return other === null || one < other ? one : other;
}

/**
 * Returns a month of the policy year in which premiums of every mode are due, if some members pay by the quarter or half-year; null
 * otherwise. Of those with a single payment, many are absent after a month of their mode, and nearly nobody after another month.
 */
function monthOfModes(
  members: readonly ComparedMember[],
  { baselinePeriod, paymentLag }: IntervalContext,
  intervals: Intervals,
): number | null {
  const [absent, paid] = [Array<number>(YEAR + 1).fill(0), Array<number>(YEAR + 1).fill(0)];
  const carried: number[] = [];
  let known = 0;
  for (const { prior, lines } of members) {
    if (prior === undefined || prior.status === 'red' || !maySkip(prior, intervals) || prior.history.clawedTotal > 0)
      continue;
    const { history, lastPresentPeriod, status } = prior;
    if ([QUARTER, HALF_YEAR].includes(intervals.of(history))) known += 1;
    const month = policyMonth(prior.profile, addMonths(lastPresentPeriod, -paymentLag));
    if (month === null || (lastPresentPeriod !== baselinePeriod && status !== 'carried')) continue;
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
    const between = carried.filter((month) => month !== modal && isDue(month)).length;
    if (known + between >= MODAL_MIN) return modal;
    const isMany = own >= MODAL_MIN && own >= MODAL_SHARE * (own + sum(paid, isDue));
    if (isMany && sum(paid, (month) => !isDue(month)) >= MODAL_MIN) return modal;
  }
  return null;
}

type Dated = Pick<MemberProfile, 'effectiveDate'>;

function isNewIn({ effectiveDate }: Dated, covered: Period): boolean {
  return (effectiveDate ?? covered) >= addMonths(covered, -EARLY_MAX);
}

function isFirstYear({ effectiveDate }: Dated, covered: Period): boolean {
  return effectiveDate !== null && monthIndex(covered) - monthIndex(periodOfDate(effectiveDate)) < YEAR;
}

/** Returns the month of the policy year, from 1 to 12, of a covered month; null without an effective date, or long before it. */
function policyMonth({ effectiveDate }: Dated, covered: Period): number | null {
  if (effectiveDate === null) return null;
  const months = monthIndex(covered) - monthIndex(periodOfDate(effectiveDate));
  return months < -EARLY_MAX ? null : 1 + ((months + YEAR) % YEAR);
}

/** Minimum number of members without pay in the same month of two years. Fewer may have left by chance. */
const SEASON_MEMBERS_MIN = 5;
/** Minimum share of those who were not paid in that month a year ago. */
const SEASON_SHARE_MIN = 0.8;

/**
 * Learns a season without pay, such as the summer of a school's payroll: most of those who were not paid in this month a year ago, and were
 * paid again since, are absent again. Nothing is due to them.
 */
export function seasonWithoutPay(members: readonly ComparedMember[], period: Period): IsBetweenPayments {
  let isSeason: boolean | null = null;
  return (prior) => {
    if (!wasUnpaidAYearAgo(prior, period)) return false;
    isSeason ??= comesBack(members, period);
    return isSeason;
  };
}

function comesBack(members: readonly ComparedMember[], period: Period): boolean {
  const unpaid = members.filter(({ prior }) => prior !== undefined && wasUnpaidAYearAgo(prior, period));
  const absent = unpaid.filter(({ lines }) => lines === undefined).length;
  return absent >= SEASON_MEMBERS_MIN && absent >= SEASON_SHARE_MIN * unpaid.length;
}

/** Returns whether the member was paid before the month a year ago and after it, and not in it. */
function wasUnpaidAYearAgo({ status, history: { paidIn, lastPaidPeriod } }: KnownMember, period: Period): boolean {
  if (status === 'red' || lastPaidPeriod === null) return false;
  const ago = YEAR - monthIndex(period) + monthIndex(lastPaidPeriod);
  return ago > 0 && ((paidIn >> ago) & 1) === 0 && paidIn >> ago > 1;
}
