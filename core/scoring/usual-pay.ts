import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { foldText } from '../folded-text.ts';
import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { quantity, quoted, sharePercent } from '../wording.ts';
import type { MemberBefore } from './catch-up.ts';
import { policyCoverages } from './gone-parts.ts';
import { marksRenewal } from './member-history.ts';
import {
  type MemberLines,
  type MemberMonth,
  type MemberProfile,
  memberMonthOf,
  type PolicyRecord,
  saysMoreThanAmount,
} from './member-month.ts';
import { areAlike, areAlikeByRate, isSameShare, type PayRates, ratesOf, rateWords } from './shown-rate.ts';
import { differByCents } from './tolerance.ts';

/**
 * Usual pay of a book is the pay of members who are paid by the same rate on two statements in a row. Other pay is compared with it, so
 * that a change is no finding where comparable members are paid so (docs/reference/scoring.md#usual-pay).
 */

interface SteadyMember extends PayRates {
  /** The policy year, counted from 1; null without an effective date. */
  readonly year: number | null;
  readonly lives: number | null;
  /** The number of lines. */
  readonly lines: number;
}

/** Returns the steady members with whom a member is compared: those of the same plan and product. */
type Comparable = (profile: MemberProfile) => readonly SteadyMember[];

/** Facts about the statement on which the comparison depends. */
interface UsualContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly paymentLag: number;
  readonly productLine: ProductLine | null;
  readonly isPolicyTerm: boolean;
  /** True when a rate is contracted. A date alone then hints at no step, because the contract would say so. For Medicare, CMS says so. */
  readonly isContracted: boolean;
}

/** Less pay that follows from what changed about the member. */
export interface Step {
  /** The change and its proof, as a clause without a full stop. */
  readonly clause: string;
  /** True where comparable members are paid so; false where only the date tells that a step may have come. */
  readonly isProved: boolean;
}

/** A member's previous row, as far as the comparison needs it. */
export interface KnownMember extends MemberBefore {
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
}

/** A member of the period: the previous row, and the lines of this statement. */
export interface ComparedMember {
  readonly prior: KnownMember | undefined;
  readonly lines: MemberLines | undefined;
}

/** Less pay whose reason is looked for. Amounts are for one month, in ten-thousandths of a dollar. */
export interface LessPay {
  readonly prior: MemberBefore;
  readonly month: MemberMonth;
  readonly before: Money;
  readonly now: Money;
}

/** A payment for several months, which no line states: the last month that it pays for, and the number of months. */
export interface SupposedMonths {
  readonly through: Period;
  readonly months: number;
}

export interface UsualPay {
  /** Explains less pay by a new policy year, plan or group size, if comparable members are paid so. */
  stepOf(less: LessPay): Step | null;
  /** Explains a little less pay where the pay of others varies as much, and no premium says why. */
  variationOf(less: LessPay): string | null;
  /** Returns the months for which an absent member was paid by its only payment, as a multiple of the usual pay; null for one month. */
  monthsPaidBy(prior: KnownMember): SupposedMonths | null;
}

/** A book of which nothing is known. */
export const NOTHING_USUAL: UsualPay = { stepOf: () => null, variationOf: () => null, monthsPaidBy: () => null };

/** Minimum number of comparable members that prove a rate, and their share among those with the same traits. */
const PROOF_MIN = 2;
const PROOF_SHARE = 0.5;
/** Minimum number of members of the plan who prove a printed rate, if no date shows the policy year. */
const UNDATED_PROOF_MIN = 3;
/** Maximum number of members of whom it is asked whether they are paid alike. */
const SAMPLE = 20;
/** The members nearest in size with which a group is compared. */
const NEAREST = 5;
/** Tolerance between an amount and its printed rate, as a share, because rates are printed with few digits. */
const PRINTED_ROUNDING = 0.02;
/** Maximum rate after the first year, as a share of the first year's rate, where no date shows the policy year. */
const AFTER_FIRST_YEAR_MAX = 0.5;
const YEAR = 12;
/** Maximum number of months after an anniversary in which comparable members prove a step, or in which the date alone hints at one. */
const PROVED_LATE_MAX = 2;
const HINTED_LATE_MAX = 1;
/** The longest advance that a multiple of the usual pay shows. */
const MONTHS_MAX = 12;
/** Maximum number of months between the beginning of a policy and the month of its first payment. */
const NEW_MONTHS = 1;

/** Looks at the members of a period on first use, because most statements need no comparison. */
export function usualPay(context: UsualContext, members: () => readonly ComparedMember[]): UsualPay {
  let steady: ReadonlyMap<string, readonly SteadyMember[]> | null = null;
  let variation: number | null = null;
  const byPlan = () => {
    steady ??= steadyByPlan(context, members());
    return steady;
  };
  const comparable: Comparable = (profile) => byPlan().get(planKey(profile)) ?? [];
  return {
    stepOf: (less) => findStep(less, context, comparable),
    variationOf: ({ month, before, now }) => {
      const [record, ...others] = month.records;
      if (record === undefined || others.length > 0 || record.premium !== null || month.chargeback > 0) return null;
      variation ??= variationOf(members());
      const isUsual = now >= before * (1 - variation);
      return isUsual
        ? `the pay of others varies by up to ${sharePercent(Math.round(variation * 10_000) * 100)} too`
        : null;
    },
    monthsPaidBy: (prior) => {
      const supposed = supposeMonths(prior, context, comparable(prior.profile));
      if (supposed === null) return null;
      // A month's pay of a first year may be as much: then others are paid so month after month, also in other plans.
      const whole = ratesOf(prior.lastPresentAmount, prior.profile, null);
      const isMonthly = [...byPlan().values()].flat().some((one) => areAlike(one, whole));
      return isMonthly ? null : supposed;
    },
  };
}

function steadyByPlan(
  context: UsualContext,
  members: readonly ComparedMember[],
): ReadonlyMap<string, readonly SteadyMember[]> {
  const byPlan = new Map<string, SteadyMember[]>();
  for (const { prior, lines } of members) {
    if (prior === undefined || lines === undefined || prior.lastPresentPeriod !== context.baselinePeriod) continue;
    const now = singlePayment(lines);
    if (now === null || prior.status === 'red' || prior.history.paidMonths !== 1 || prior.lastPresentAmount <= 0)
      continue;
    const rates = ratesOf(now.amount, now.profile, now.printed);
    if (!areAlike(rates, ratesOf(prior.lastPresentAmount, prior.profile, prior.history.rate))) continue;
    const key = planKey(now.profile);
    const list = byPlan.get(key) ?? [];
    if (list.length === 0) byPlan.set(key, list);
    const { lives, effectiveDate } = now.profile;
    list.push({
      ...rates,
      lives,
      lines: Array.isArray(lines) ? lines.length : 1,
      year: policyYear(effectiveDate, context),
    });
  }
  return byPlan;
}

/** A variation of pay is at most this share, and at least so many members, and so large a share of all, are paid that little more. */
const VARIATION_MAX = 0.07;
const VARIED_MIN = 3;
const VARIED_SHARE = 0.02;

/**
 * Returns the largest share by which pay without a printed premium rises for enough members, 0 otherwise. Pay that follows a premium goes
 * up and down a little, and a cut only goes down.
 */
function variationOf(members: readonly ComparedMember[]): number {
  let [all, most, raised] = [0, 0, 0];
  for (const { prior, lines } of members) {
    if (prior === undefined || lines === undefined) continue;
    const now = singlePayment(lines);
    const before = prior.lastPresentAmount;
    if (now === null || now.profile.premium !== null || before <= 0) continue;
    all += 1;
    const more = now.amount / before - 1;
    if (more <= 0 || more > VARIATION_MAX || differByCents(now.amount, before)) continue;
    raised += 1;
    most = Math.max(most, more);
  }
  return raised >= VARIED_MIN && raised >= VARIED_SHARE * all ? most : 0;
}

/** Returns a member's only policy if it is paid for one month without a chargeback; null otherwise. */
function singlePayment(
  lines: MemberLines,
): { readonly profile: MemberProfile; readonly amount: Money; readonly printed: number | null } | null {
  if (!Array.isArray(lines)) {
    const isMonth = lines.amount > 0 && (lines.monthsPaid ?? 100) === 100;
    return isMonth ? { profile: lines, amount: lines.amount, printed: lines.rate } : null;
  }
  const { records, chargeback } = memberMonthOf(lines);
  const [record, ...others] = records;
  if (record === undefined || others.length > 0 || chargeback > 0 || (record.monthsPaid ?? 100) !== 100) return null;
  return record.amount > 0 ? { profile: record, amount: record.amount, printed: printedRate(record) } : null;
}

function planKey({ planCode, planName, productType }: MemberProfile): string {
  const plan = planCode ?? planName;
  return `${plan === null ? '' : foldText(plan)}|${productType === null ? '' : foldText(productType)}`;
}

function policyYear(effectiveDate: string | null, { period, paymentLag }: UsualContext): number | null {
  const months = monthsInForce(effectiveDate, addMonths(period, -paymentLag));
  return months === null ? null : 1 + Math.floor(months / YEAR);
}

/** Returns the months in force with the paid month. A statement that names no month may pay the next one in advance. */
function monthsCovered(
  record: PolicyRecord,
  effectiveDate: string | null,
  { period, paymentLag }: UsualContext,
): number | null {
  const months = monthsInForce(record.effectiveDate ?? effectiveDate, addMonths(period, -paymentLag));
  const isNamed = record.lines.some(({ coverageMonth }) => coverageMonth !== null);
  return months !== null && !isNamed && (months + 1) % YEAR === 0 ? months + 1 : months;
}

function monthsInForce(effectiveDate: string | null, covered: Period): number | null {
  const months = effectiveDate === null ? -1 : monthIndex(covered) - monthIndex(periodOfDate(effectiveDate));
  return months < 0 ? null : months;
}

/** Finds what changed about the member, and whether comparable members are paid as the member is now. */
function findStep({ prior, month, before, now }: LessPay, context: UsualContext, comparable: Comparable): Step | null {
  const [record, ...others] = month.records;
  if (record === undefined || others.length > 0 || month.chargeback > 0 || now <= 0 || now >= before) return null;
  const isByRate = !isBelowPrintedRate(prior, record, { before, now });
  const rates = ratesOf(now, record, isByRate ? printedRate(record) : null);
  const old = ratesOf(before, prior.profile, prior.history.rate);
  const isAsNow = (one: SteadyMember) => areAlike(one, rates);
  const isPlanChanged = planKey(record) !== planKey(prior.profile);
  const months = monthsCovered(record, prior.profile.effectiveDate, context);
  const year = months === null ? null : 1 + Math.floor(months / YEAR);
  const late = months === null || months < YEAR ? null : months % YEAR;
  const isGrown = record.lives !== null && prior.profile.lives !== null && record.lives !== prior.profile.lives;
  const as = (others: readonly SteadyMember[], what: string): Step => ({
    clause: `${what}, paid ${rateWords(rates)} as ${others.length} others are`,
    isProved: true,
  });
  if ((isPlanChanged || isGrown) && !record.lines.every(saysMoreThanAmount)) return null;
  if (isPlanChanged) {
    const proof = proofOf(ofYear(comparable(record), year), isAsNow);
    const plan = record.planName ?? record.planCode;
    return proof === null ? null : as(proof, plan === null ? 'another plan' : `now in plan ${quoted(plan)}`);
  }
  if (isGrown) {
    const proof = proofOf(nearestInSize(comparable(record), record.lives), isAsNow);
    if (proof !== null) return as(proof, `a group of ${quantity(record.lives)} lives`);
  }
  // A coverage or an agent's share that is gone is a matter of its own.
  if (prior.history.partsPaid.length > record.lines.length) return null;
  if (year === null && isFirstYearOver(prior, record)) {
    const proof = comparable(record).filter(isAsNow);
    return proof.length >= UNDATED_PROOF_MIN ? as(proof, 'the first year is over') : null;
  }
  // Without the date of an earlier policy nobody knows that a policy year has ended.
  const isOngoing = record.policyRefId === prior.profile.policyRefId || prior.profile.effectiveDate !== null;
  const isDue = isOngoing && late !== null && late <= PROVED_LATE_MAX;
  const peers = isDue ? ofYear(comparable(record), year) : [];
  const proof = proofOf(peers, isAsNow);
  if (proof !== null) return as(proof, `policy year ${year}`);
  if (isByRate && record.policyRefId === prior.profile.policyRefId) {
    // The rate of later years is no usual pay in the middle of a first year that was paid alike before.
    const yearMax = prior.status === 'green' && months !== null && months < YEAR - 1 ? 1 : Number.POSITIVE_INFINITY;
    const steady = comparable(record).filter((one) => (one.year ?? 1) <= yearMax);
    const usual = usualNow(prior, record, { rates, old, steady });
    if (usual !== null) return usual;
  }
  if (context.isContracted || context.productLine === 'medicare') return null;
  if (record.policyRefId !== prior.profile.policyRefId || !isByRate) return null;
  const mayRenew = !context.isPolicyTerm && (months === null || months >= YEAR - 1);
  if (mayRenew && saysRenewal(prior, record)) return { clause: 'paid as a renewal from now on', isProved: false };
  // A step comes once: after less pay in the first month of the year, even less in the second is none.
  const isFirst = late === 0 || prior.status !== 'yellow';
  const isHinted = late !== null && late <= HINTED_LATE_MAX && !arePaidAlike(peers) && isFirst;
  return isHinted ? { clause: `policy year ${year} begins`, isProved: false } : null;
}

/** Minimum share of the comparable members who are paid as the member is now. */
const USUAL_SHARE = 0.25;
/** Minimum number of members who are paid as the member is now, where others are paid as the member was: both rates are the carrier's. */
const TABLE_MIN = 5;

/** Explains less pay that is as much as comparable members are paid month after month. */
function usualNow(
  prior: MemberBefore,
  record: PolicyRecord,
  pay: { readonly rates: PayRates; readonly old: PayRates; readonly steady: readonly SteadyMember[] },
): Step | null {
  const { rates, old, steady } = pay;
  // Several coverages have a rate each, and their sum none.
  if (policyCoverages(record).length > 1) return null;
  // An equal amount is the same pay only where no lives are printed and nobody has further lines, such as those of a household.
  const isSamePremium = record.premium !== null && record.premium === prior.profile.premium;
  const isOne = record.lives === null && (isSamePremium || steady.every(({ lines }) => lines === 1));
  const paidAs = (pay: PayRates) =>
    steady.filter((one) => areAlikeByRate(one, pay) || (isOne && differByCents(one.flat, pay.flat)));
  // The pay of a member who is moved from one usual rate to a lower one may have been cut, unless many are paid by both.
  const least = paidAs(old).length < UNDATED_PROOF_MIN ? UNDATED_PROOF_MIN : TABLE_MIN;
  const alike = paidAs(rates);
  if (alike.length < least || alike.length < USUAL_SHARE * steady.length) return null;
  return { clause: `paid ${rateWords(rates)}, as ${alike.length} others are`, isProved: false };
}

/** Returns whether the lines mark the pay as a renewal, after pay that was marked as that of the first year. */
function saysRenewal({ history }: MemberBefore, { lines }: PolicyRecord): boolean {
  if (history.soldIn === null || history.soldIn !== history.lastPaidPeriod) return false;
  return lines.every(marksRenewal);
}

function printedRate({ lines }: Pick<PolicyRecord, 'lines'>): number | null {
  return lines.find(({ amount }) => amount > 0)?.rate ?? null;
}

/** Returns whether the printed rate falls to half or less, as after a first year, for a member who was paid on the statement before. */
function isFirstYearOver({ status, history, profile }: MemberBefore, { lines, policyRefId }: PolicyRecord): boolean {
  const rate = printedRate({ lines });
  if (rate === null || history.rate === null || policyRefId !== profile.policyRefId || status === 'red') return false;
  return rate <= history.rate * AFTER_FIRST_YEAR_MAX;
}

/** Returns whether the statement prints a rate from which more would follow. Then the pay was cut, with or without a step. */
function isBelowPrintedRate(
  { history, profile }: MemberBefore,
  { lines, premium }: PolicyRecord,
  { before, now }: Pick<LessPay, 'before' | 'now'>,
): boolean {
  const rate = printedRate({ lines });
  if (rate === null || history.rate === null || history.rate <= 0) return false;
  const drift = premium === null || profile.premium === null || profile.premium <= 0 ? 1 : premium / profile.premium;
  return now < (before * rate * drift * (1 - PRINTED_ROUNDING)) / history.rate;
}

/**
 * Returns whether half of the members are paid alike, by a sample of them. Members whose pay follows a premium that is not printed say
 * nothing about another's rate.
 */
function arePaidAlike(members: readonly SteadyMember[]): boolean {
  const sample = members.slice(0, SAMPLE);
  return sample.some((one) => proofOf(sample, (other) => areAlike(one, other)) !== null);
}

/** Returns the members of a policy year; if there are too few, those of later years, which are paid alike from some year on. */
function ofYear(members: readonly SteadyMember[], year: number | null): readonly SteadyMember[] {
  if (year === null) return members;
  const same = members.filter((one) => one.year === year);
  if (same.length >= PROOF_MIN) return same;
  return members.filter((one) => one.year !== null && one.year >= year);
}

function nearestInSize(members: readonly SteadyMember[], lives: number | null): readonly SteadyMember[] {
  const sized = members.flatMap((one) =>
    one.lives === null || lives === null ? [] : [{ one, distance: Math.abs(one.lives - lives) }],
  );
  return sized
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NEAREST)
    .map(({ one }) => one);
}

/** Returns the members who are paid alike, if they are enough of those with the same traits; null otherwise. */
function proofOf(
  members: readonly SteadyMember[],
  isAlike: (one: SteadyMember) => boolean,
): readonly SteadyMember[] | null {
  const alike = members.filter(isAlike);
  return alike.length >= PROOF_MIN && alike.length >= PROOF_SHARE * members.length ? alike : null;
}

/** Supposes that the only payment of a new policy, absent afterwards, was for several months, if it is a multiple of the usual pay. */
function supposeMonths(
  { profile, history, lastPresentAmount, firstSeenPeriod }: KnownMember,
  context: UsualContext,
  steady: readonly SteadyMember[],
): SupposedMonths | null {
  const { period, paymentLag } = context;
  const paidIn = history.lastPaidPeriod;
  if (paidIn === null || paidIn !== firstSeenPeriod || history.paidMonths !== 1 || history.clawedTotal > 0) return null;
  const paidFor = addMonths(paidIn, -paymentLag);
  const began = profile.effectiveDate === null ? null : periodOfDate(profile.effectiveDate);
  if (began === null || Math.abs(monthIndex(began) - monthIndex(paidFor)) > NEW_MONTHS) return null;
  const ownYear = policyYear(profile.effectiveDate, { ...context, period: paidIn });
  // A family may be paid a multiple of the pay of one person, but its premium is a multiple too. A Medicare member is one person.
  const isOnePerson = context.productLine === 'medicare';
  const peers = ofYear(steady, ownYear).length >= PROOF_MIN ? ofYear(steady, ownYear) : steady;
  const [earliest = began] = [began, paidFor].toSorted();
  for (let months = 2; months <= MONTHS_MAX; months += 1) {
    const each = ratesOf(Math.round(lastPresentAmount / months), profile, null);
    const isAlike = (one: SteadyMember) => (isOnePerson ? areAlike(one, each) : isSameShare(one, each));
    if (proofOf(peers, isAlike) === null) continue;
    const through = addMonths(earliest, months - 1);
    return addMonths(through, paymentLag) >= period ? { through: addMonths(through, paymentLag), months } : null;
  }
  return null;
}
