import type { ProductLine } from '../catalogue/shared-carrier.ts';
import type { Money } from '../money.ts';
import { addMonths, lastCoveredDay, lastDayOf, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { counted, dayName, dollars, monthName, nearDay } from '../wording.ts';
import { paidYear } from './catch-up.ts';
import {
  isLimitedByCms,
  isRapidDisenrollment,
  isSameAmount,
  matchingAdvance,
  monthsEnrolled,
  type YearsPay,
  yearsPayOf,
} from './cms-maximum.ts';
import { compensationOf, type MemberHistory, trueUpByType, trueUpIn } from './member-history.ts';
import { linesIn, type MemberProfile } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import { isPresentCase, type PriorRow, type SignalCase } from './scored-row.ts';
import { amountSignal, type Signal, type SignalCode, signal } from './signal.ts';
import { chargebackSignals } from './signals/chargeback-signals.ts';
import { cmsSignal, commissionSignals, owedSignals } from './signals/commission-signals.ts';
import { missedMonthsSignals, paidAheadSignal } from './signals/paid-month-signals.ts';
import { policySignals } from './signals/policy-signals.ts';
import { type Before, type FindUsualTrueUp, TRUE_UP_MONTHS } from './year-of-pay.ts';

/** The empty list, shared by nearly all members. */
const NO_SIGNALS: readonly Signal[] = [];

/**
 * Finds all signals of one member in one period, by the rules of docs/reference/signals.md. The same input gives the same signals in the
 * same order. The order matters, because some signals depend on signals found before them.
 */
export function findSignals(signalCase: SignalCase): readonly Signal[] {
  const found: Signal[] = [];
  if (!isPresentCase(signalCase)) {
    paidAheadSignal(signalCase, found);
    trueUpSignals(signalCase, found);
    terminationSignals(signalCase, found);
    return found.length === 0 ? NO_SIGNALS : found;
  }
  commissionSignals(signalCase, found);
  if (signalCase.row.status !== 'red') policySignals(signalCase, found);
  paidAheadSignal(signalCase, found);
  missedMonthsSignals(signalCase, found);
  trueUpSignals(signalCase, found);
  owedSignals(signalCase, found);
  cmsSignal(signalCase, found);
  terminationSignals(signalCase, found);
  chargebackSignals(signalCase, found);
  return found.length === 0 ? NO_SIGNALS : asFarAsKnown(found);
}

/** The signals that only repeat a chargeback of a member who was never paid. */
const ABOUT_CHARGEBACK: ReadonlySet<SignalCode> = new Set<SignalCode>(['NEGATIVE_NET', 'RETRO_TERMINATION']);

/** Returns the signals, as infos where they are about a chargeback of pay from before the book, of which nothing can be told. */
function asFarAsKnown(found: readonly Signal[]): readonly Signal[] {
  const isUnknown = found.some(({ code, severity }) => code === 'CHARGEBACK_UNMATCHED' && severity === 'info');
  if (!isUnknown) return found;
  return found.map((one) => (ABOUT_CHARGEBACK.has(one.code) ? { ...one, severity: 'info' } : one));
}

/**
 * Adds signals for true-ups that are received or overdue. Medicare plans often pay a new member the renewal amount at once. The difference
 * to the initial amount, the true-up, follows once CMS confirms the first year. CMS maxima identify the amounts.
 */
function trueUpSignals({ context, prior, month, row }: SignalCase, found: Signal[]): void {
  if (context.productLine !== 'medicare' || row.status === 'red') return;
  const typed = month === undefined ? 0 : trueUpByType(month, context.kindOf);
  if (typed > 0) {
    const year = firstYearOf(row);
    const pay = year === null ? [] : yearsPayOf(year, row.profile);
    const isFull = pay.some(({ initial }) => isSameAmount(row.history.planYearPaid, initial));
    found.push(
      amountSignal('TRUE_UP', 'info', {
        amount: typed,
        detail: receivedDetail(typed, isFull ? row.history.planYearPaid : null),
      }),
    );
    return;
  }
  const usual = prior === undefined || month === undefined ? undefined : context.usualTrueUp(prior);
  if (usual !== undefined) {
    const detail = `${usual.members} of ${usual.of} members who began on the same day got a true-up of ${dollars(usual.amount)}; this one did not.`;
    found.push(amountSignal('TRUE_UP_MISSING', 'info', { amount: usual.amount, detail, claim: 'likely' }));
    return;
  }
  const { planYear, planYearPaid } = row.history;
  if (planYear !== null && month !== undefined && month.paid > 0 && prior?.history.planYear === planYear) {
    const advance = firstYearAdvance(prior.history.planYearPaid, row);
    if (advance !== undefined && isSameAmount(planYearPaid, advance.initial)) {
      const paidNow = compensationOf(month, planYear, context.kindOf);
      found.push(amountSignal('TRUE_UP', 'info', { amount: paidNow, detail: receivedDetail(paidNow, planYearPaid) }));
      return;
    }
  }
  const advance = overdueAdvance(row, context.period);
  if (advance === undefined) return;
  // An overdue true-up is reported once, so the same test on the previous row must have been negative.
  const reportedAt = prior?.status === 'red' ? prior.lastPresentPeriod : context.baselinePeriod;
  if (prior !== undefined && reportedAt !== null && overdueAdvance(prior, reportedAt) !== undefined) return;
  const detail = `Paid ${dollars(planYearPaid)}, the renewal amount; if this is the member's first enrollment, a true-up is due.`;
  found.push(
    amountSignal('TRUE_UP_MISSING', 'info', { amount: advance.initial - planYearPaid, detail, claim: 'to_check' }),
  );
}

/** Minimum number of comparable members with an equal true-up, and their share, from which others are due one. */
const TRUED_UP_MIN = 3;
const TRUED_UP_SHARE = 0.75;

interface TrueUpContext {
  readonly productLine: ProductLine | null;
  readonly kindOf: LineKindOf;
}

/** Learns the true-ups of a statement. A carrier that pays new members like renewals pays the difference to all of them in one month. */
export function usualTrueUps(
  members: readonly PeriodMember[],
  { productLine, kindOf }: TrueUpContext,
): FindUsualTrueUp {
  if (productLine !== 'medicare') return () => undefined;
  const groups = new Map<string, { of: number; readonly amounts: Map<Money, number> }>();
  for (const { prior, lines } of members) {
    if (prior === undefined || lines === undefined || !mayGetTrueUp(prior)) continue;
    const key = beganAlike(prior);
    const group = groups.get(key) ?? { of: 0, amounts: new Map<Money, number>() };
    groups.set(key, group);
    group.of += 1;
    const amount = trueUpIn(linesIn(lines), kindOf);
    if (amount > 0) group.amounts.set(amount, (group.amounts.get(amount) ?? 0) + 1);
  }
  return (prior) => {
    const group = groups.get(beganAlike(prior));
    if (group === undefined || !mayGetTrueUp(prior)) return undefined;
    const { of, amounts } = group;
    const found = [...amounts].find(([, count]) => count >= TRUED_UP_MIN && count >= TRUED_UP_SHARE * of);
    return found === undefined ? undefined : { amount: found[0], members: found[1], of };
  };
}

const beganAlike = ({ profile, history }: Before): string => `${profile.effectiveDate} ${history.lastPaidAmount}`;

/** Returns whether the plan year was paid by the month so far. A payment for one more month may have come ahead. */
function mayGetTrueUp({
  profile: { effectiveDate },
  history: { planYearPaid, lastPaidAmount, lastPaidPeriod },
}: Before): boolean {
  if (effectiveDate === null || lastPaidPeriod === null || lastPaidAmount <= 0) return false;
  const months = monthIndex(lastPaidPeriod) - monthIndex(periodOfDate(effectiveDate)) + 1;
  return planYearPaid <= (months + 1) * lastPaidAmount;
}

/** Returns the sentence about a received true-up. `full`: the year's pay with it; null unless this is the whole initial amount. */
function receivedDetail(amount: Money, full: Money | null): string {
  const paid = full === null ? '' : `: first year now paid in full (${dollars(full)})`;
  return `True-up of ${dollars(amount)} received${paid}.`;
}

/** The facts about a member that show its first year with a plan. */
interface FirstYear {
  readonly profile: MemberProfile;
  readonly history: MemberHistory;
}

/** Returns the plan year if it is the member's first year; null otherwise. */
function firstYearOf(member: FirstYear): number | null {
  const { planYear } = member.history;
  const begin = beginOf(member);
  return begin !== null && planYear !== null && periodYear(begin) === planYear ? planYear : null;
}

/** Returns the first month of an enrollment: by its effective date, else the statement that marks its pay as new business. */
function beginOf({ profile: { effectiveDate }, history: { soldIn } }: FirstYear): Period | null {
  return effectiveDate === null ? soldIn : periodOfDate(effectiveDate);
}

/** Returns the amounts of the member's first year whose renewal amount is `paid`; undefined if none matches. */
function firstYearAdvance(paid: Money, member: FirstYear): YearsPay | undefined {
  const year = firstYearOf(member);
  return year === null ? undefined : matchingAdvance(paid, year, member.profile);
}

/** Returns the year's amounts if the renewal amount is its only payment so far, and a true-up should have come by this period. */
function overdueAdvance(member: FirstYear, period: Period): YearsPay | undefined {
  const { planYear, planYearPaid, lastPaidAmount, notNewYear } = member.history;
  const begin = beginOf(member);
  if (notNewYear === planYear) return undefined;
  if (begin === null || lastPaidAmount !== planYearPaid || periodYear(period) !== planYear) return undefined;
  if (period < addMonths(begin, TRUE_UP_MONTHS)) return undefined;
  return firstYearAdvance(planYearPaid, member);
}

/** Adds signals for the end of coverage: when a statement first shows it, and when the member drops because of it. */
function terminationSignals(signalCase: SignalCase, found: Signal[]): void {
  const { context, prior, month, row } = signalCase;
  if (row.status === 'carried') return;
  const profile = row.profile;
  const last = profile.termDate === null ? null : lastCoveredDay(profile.termDate);
  const isOver = last !== null && periodOfDate(last) <= context.period;
  if (isOver) {
    const isFirstReport = prior === undefined || month === undefined || prior.profile.termDate !== profile.termDate;
    if (isFirstReport) found.push(signal('TERMINATED', 'info', `Terminated, covered until ${dayName(last)}.`));
    // An end is retroactive when the statement of the month after it had already passed and the member was still paid.
    if (
      isFirstReport &&
      month !== undefined &&
      addMonths(periodOfDate(last), 1) < context.period &&
      wasPaidAfter(signalCase, last)
    ) {
      const back = month.chargeback > 0 ? `; ${dollars(month.chargeback)} was charged back` : '';
      const detail = `Terminated back to ${dayName(last)}, told in ${monthName(context.period)}${back}.`;
      const finding = { amount: month.chargeback, detail };
      // An advance that is taken back was not earned yet, so its late end costs no month that was.
      const severity = prior !== undefined && prior.history.paidMonths > 1 ? 'info' : 'warn';
      found.push(
        month.chargeback > 0
          ? amountSignal('RETRO_TERMINATION', severity, finding)
          : signal('RETRO_TERMINATION', severity, detail),
      );
    }
  }
  rapidSignal(signalCase, isOver ? last : null, found);
}

/** Returns whether a statement later than one month after the last covered day paid the member, or this statement has a chargeback. */
function wasPaidAfter({ prior, month }: SignalCase, last: string): boolean {
  if (month !== undefined && month.chargeback > 0) return true;
  const paid = prior?.history.lastPaidPeriod ?? null;
  return paid !== null && paid > addMonths(periodOfDate(last), 1);
}

/**
 * Adds a signal for rapid disenrollment, once for each enrollment, in Medicare Advantage and drug plans only. `termDay`: last covered day,
 * if coverage is over. A dropped member without this day was covered to the last month that was paid.
 */
function rapidSignal({ context, prior, month, row }: SignalCase, termDay: string | null, found: Signal[]): void {
  const { effectiveDate } = row.profile;
  if (context.productLine !== 'medicare' || effectiveDate === null || row.status === 'carried') return;
  const isDrop = row.status === 'red' && row.counted;
  const isFirstReport = termDay !== null && (prior === undefined || prior.profile.termDate !== row.profile.termDate);
  if (!isDrop && !isFirstReport && (month === undefined || month.chargeback === 0)) return;
  if (!isLimitedByCms(row.profile)) return;
  const last = termDay ?? (isDrop && prior !== undefined ? lastPaidDay(prior) : null);
  // The drop, the term date and each chargeback would otherwise all report the same enrollment.
  if (prior?.history.rapidToldFor === effectiveDate) return;
  if (last === null || !isRapidDisenrollment(effectiveDate, last)) return;
  const months = Math.max(monthsEnrolled(effectiveDate, periodOfDate(last)), 0);
  const { paidTotal, clawedTotal } = row.history;
  if (paidTotal === 0 && clawedTotal === 0) return;
  const takenBack =
    clawedTotal === 0
      ? `the ${dollars(paidTotal)} paid may be taken back`
      : paidTotal === 0
        ? `${dollars(clawedTotal)} was taken back`
        : clawedTotal >= paidTotal
          ? `the whole first-year pay of ${dollars(paidTotal)} was taken back`
          : `${dollars(clawedTotal)} of the ${dollars(paidTotal)} paid was taken back`;
  const detail = `Left ${nearDay(last, context.period)} after ${counted(months, 'month')}: ${takenBack}.`;
  const atStake = month !== undefined && month.chargeback > 0 ? month.chargeback : paidTotal - clawedTotal;
  // Without a date or a chargeback the member may only be paid late, and the drop is a finding already.
  const severity = termDay === null && clawedTotal === 0 ? 'info' : 'warn';
  found.push(
    atStake > 0
      ? amountSignal('RAPID_DISENROLLMENT', severity, { amount: atStake, detail })
      : signal('RAPID_DISENROLLMENT', severity, detail),
  );
}

/** Returns the last day of the last present month, or a later day that was paid for. A year's payment that was taken back pays no day. */
function lastPaidDay(prior: PriorRow): string {
  const days = [lastDayOf(prior.lastPresentPeriod), prior.paidThrough ?? ''];
  const year = paidYear(prior, 'medicare');
  const isTakenBack = prior.history.clawedTotal >= prior.history.paidTotal;
  if (year !== null && !isTakenBack) days.push(lastDayOf(year.december));
  return days.sort().at(-1) ?? '';
}
