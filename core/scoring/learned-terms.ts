import type { ProductLine } from '../catalogue/shared-carrier.ts';
import type { Money } from '../money.ts';
import { addMonths, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import { type LineCadence, scaleToMonths } from './cadence.ts';
import { linesIn, type MemberMonth, memberMonthOf, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow } from './scored-row.ts';

/** Terms of policies that a book's payments show: terms of half a year, and sales that are paid once. */

/** The facts about a book that terms are learned with. */
interface TermContext {
  readonly period: Period;
  readonly cadence: LineCadence;
  readonly isPolicyTerm: boolean;
}

const YEAR = 12;
const HALF_YEAR = 6;
/** Minimum number of renewals after half a year from which a product's term is learned. */
const RENEWALS_MIN = 3;
/** Minimum share of such renewals among the policies that could have renewed. About one auto policy in eight is not renewed. */
const SHARE_MIN = 0.75;

/**
 * Returns context and members with terms of half a year where renewals show such terms; unchanged otherwise. Property and casualty
 * statements often print no end of a term, so a year is assumed. A term is learned for a policy, and for a product most of whose policies
 * renew after half a year.
 */
export function withLearnedTerms<Context extends TermContext>(
  context: Context,
  members: readonly PeriodMember[],
): { readonly context: Context; readonly members: readonly PeriodMember[] } {
  if (!context.isPolicyTerm) return { context, members };
  const renewed = new Set(members.filter((one) => renewsEarly(one, context)).map(({ memberRefId }) => memberRefId));
  const products = shortProducts(members, { context, renewed });
  if (renewed.size === 0 && products.size === 0) return { context, members };
  const isShort = (line: ProductOf & { readonly memberRefId: string }) =>
    renewed.has(line.memberRefId) || products.has(productOf(line));
  const cadence: LineCadence = (line) => {
    const months = context.cadence(line);
    return months === YEAR && isShort(line) ? HALF_YEAR : months;
  };
  return {
    context: { ...context, cadence },
    members: members.map((member) => {
      const { memberRefId, prior } = member;
      if (prior?.history.paidMonths !== YEAR || !isShort({ memberRefId, ...prior.profile })) return member;
      return { ...member, prior: withHalfTerm(prior) };
    }),
  };
}

/** Returns the earlier row with its year's term cut to half a year. */
function withHalfTerm(prior: PriorRow): PriorRow {
  const { paidThrough, history } = prior;
  return {
    ...prior,
    paidThrough: paidThrough === null ? null : lastDayOf(addMonths(periodOfDate(paidThrough), HALF_YEAR - YEAR)),
    history: { ...history, paidMonths: HALF_YEAR },
  };
}

/** Returns whether a line begins a term of assumed length half a year after the previous term began. */
function renewsEarly({ prior, lines }: PeriodMember, { cadence }: TermContext): boolean {
  const before = prior === undefined ? null : termStart(prior);
  if (before === null) return false;
  return linesIn(lines).some(
    (line) =>
      isAssumed(line, cadence) &&
      line.effectiveDate !== null &&
      monthIndex(periodOfDate(line.effectiveDate)) - monthIndex(before) === HALF_YEAR,
  );
}

/** Returns the first month of the paid term. The latest effective date may be that of an endorsement within the term. */
function termStart({ paidThrough, profile: { effectiveDate }, history: { paidMonths } }: PriorRow): Period | null {
  if (paidThrough !== null && paidMonths > 1) return addMonths(periodOfDate(paidThrough), 1 - paidMonths);
  return effectiveDate === null ? null : periodOfDate(effectiveDate);
}

/** Returns whether a positive line states no end of its term, so that a year is assumed. */
function isAssumed(line: ScorableLine, cadence: LineCadence): boolean {
  return line.amount > 0 && line.paidThrough === null && line.monthsPaid === null && cadence(line) === YEAR;
}

/** Returns the products most of whose policies renewed after half a year. */
function shortProducts(
  members: readonly PeriodMember[],
  { context, renewed }: { readonly context: TermContext; readonly renewed: ReadonlySet<string> },
): ReadonlySet<string> {
  const counts = new Map<string, { early: number; later: number }>();
  for (const { memberRefId, prior } of members) {
    if (prior === undefined || prior.status === 'red') continue;
    const isEarly = renewed.has(memberRefId) || hasRenewedEarly(prior);
    const product = productOf(prior.profile);
    if (product === '' || (!isEarly && !couldHaveRenewed(prior, context.period))) continue;
    const count = counts.get(product) ?? { early: 0, later: 0 };
    counts.set(product, count);
    if (isEarly) count.early += 1;
    else count.later += 1;
  }
  const short = [...counts].filter(
    ([, { early, later }]) => early >= RENEWALS_MIN && early >= SHARE_MIN * (early + later),
  );
  return new Set(short.map(([product]) => product));
}

/**
 * Returns whether the policy has renewed after half a year in an earlier period. Its first term in the book is no evidence, because the
 * length of that term may be assumed.
 */
function hasRenewedEarly(prior: PriorRow): boolean {
  const start = prior.history.paidMonths === HALF_YEAR ? termStart(prior) : null;
  return start !== null && monthIndex(start) - monthIndex(prior.firstSeenPeriod) >= HALF_YEAR - 1;
}

/** Returns whether the policy was paid for a year of which more than half has passed. */
function couldHaveRenewed({ history, paidThrough }: PriorRow, period: Period): boolean {
  if (history.paidMonths !== YEAR || paidThrough === null) return false;
  return monthIndex(periodOfDate(paidThrough)) - monthIndex(period) < HALF_YEAR;
}

type ProductOf = Pick<ScorableLine, 'productType' | 'planCode' | 'planName' | 'policyNumber'>;

/** Returns the product of a policy: its type or plan, else the letters that begin its policy number; empty without these. */
function productOf({ productType, planCode, planName, policyNumber }: ProductOf): string {
  const named = productType ?? planCode ?? planName;
  return (named ?? /^\s*([a-z]+)/i.exec(policyNumber ?? '')?.[1] ?? '').trim().toUpperCase();
}

interface SaleContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly productLine: ProductLine | null;
  readonly isPolicyTerm: boolean;
  readonly isBetweenPayments: (prior: PriorRow) => boolean;
}

/** Minimum number of absent sales, and of new sales, if no older policy is paid. Fewer sales may be absent by chance. */
const SALES_MIN = 5;
/** Minimum number of older policies that are paid, from which the rule is learned for a single sale. */
const OLDER_MIN = 3;
/** Minimum pay of a single sale, as a multiple of the usual monthly pay of an older policy. */
const TIMES_MIN = 12;

/**
 * Returns context and members with sales that are paid once (docs/reference/scoring.md#sales-that-are-paid-once), for example the cover of
 * a trip: nothing is due to them. Beside older policies they get a last pay of 0. Where no policy is older they may also be paid again
 * later, so they are between two payments and keep their pay, for a year.
 */
export function withSalesPaidOnce<Context extends SaleContext>(
  context: Context,
  members: readonly PeriodMember[],
): { readonly context: Context; readonly members: readonly PeriodMember[] } {
  const { period, baselinePeriod, productLine, isPolicyTerm } = context;
  const unchanged = { context, members };
  // The pay of Medicare plans and of policies with a term says by itself how far it reaches.
  if (productLine === 'medicare' || isPolicyTerm) return unchanged;
  const isFresh = ({ lastPresentPeriod }: PriorRow) => lastPresentPeriod === baselinePeriod;
  const sales = new Set(members.flatMap(({ prior }) => (prior !== undefined && isSale(prior) ? [prior] : [])));
  const away = members.flatMap(({ prior, lines }) => (lines === undefined && prior !== undefined ? [prior] : []));
  const absent = away.filter((prior) => sales.has(prior) && isFresh(prior));
  const ended = away.filter((prior) => isYearAfterOnlyPayment(prior, period));
  if (sales.size === 0 && ended.length === 0) return unchanged;
  const paid = absent.length + ended.length === 0 ? null : paidBesides(members, context);
  const isNobodyOlder = paid?.older.length === 0 && paid.sales >= SALES_MIN;
  const supposed = new Set(isNobodyOlder && absent.length >= SALES_MIN ? absent : []);
  const once = new Set(isNobodyOlder ? ended : salesPaidMore(absent, paid?.older ?? []));
  const isBetweenPayments = (prior: PriorRow) => supposed.has(prior) || context.isBetweenPayments(prior);
  return {
    context: supposed.size === 0 ? context : { ...context, isBetweenPayments },
    members: members.map((member) => {
      const { prior, lines } = member;
      if (prior === undefined) return member;
      // A sale that was absent without a drop is known to be paid once.
      const isKnown = sales.has(prior) && lines !== undefined && !isFresh(prior);
      return isKnown || once.has(prior) ? { ...member, prior: withoutRegularPay(prior) } : member;
    }),
  };
}

/** Returns whether the member has been between two payments for a year after the only one. */
function isYearAfterOnlyPayment(
  { status, firstSeenPeriod, lastPresentPeriod, paidThrough, history }: PriorRow,
  period: Period,
): boolean {
  const isOnly =
    paidThrough === null && firstSeenPeriod === lastPresentPeriod && history.lastPaidPeriod === lastPresentPeriod;
  return status === 'carried' && isOnly && monthIndex(period) - monthIndex(lastPresentPeriod) >= YEAR;
}

/** Returns whether the member's only payment came within a month of the effective month, and reaches no later month. */
export function isSale({
  status,
  firstSeenPeriod,
  lastPresentPeriod,
  paidThrough,
  profile,
  history,
}: PriorRow): boolean {
  if (status === 'red' || status === 'carried' || firstSeenPeriod !== lastPresentPeriod) return false;
  if (paidThrough !== null || history.lastPaidPeriod !== lastPresentPeriod || profile.effectiveDate === null)
    return false;
  return Math.abs(monthIndex(lastPresentPeriod) - monthIndex(periodOfDate(profile.effectiveDate))) <= 1;
}

/** The pay of a statement to members who are present. */
interface Paid {
  /** The pay of each policy that is at least a year old, in ten-thousandths of a dollar. */
  readonly older: readonly Money[];
  /** Number of new members whose policies began in the period, the month before it, or later. */
  readonly sales: number;
}

/**
 * Returns the pay of present members. Returns null if the rule can't be learned: a policy is paid again in its first year, or a paid line
 * has no date or shows only an amount.
 */
function paidBesides(members: readonly PeriodMember[], { period }: SaleContext): Paid | null {
  const older: Money[] = [];
  let sales = 0;
  for (const { prior, lines } of members) {
    if (lines === undefined) continue;
    const { paid, records } = memberMonthOf(lines);
    if (paid <= 0) continue;
    const began = records[0]?.effectiveDate ?? prior?.profile.effectiveDate ?? null;
    if (began === null || !records.every((record) => record.lines.every(saysMoreThanAmount))) return null;
    const age = monthIndex(period) - monthIndex(periodOfDate(began));
    if (age >= YEAR) older.push(paid);
    else if (prior !== undefined || age > 1) return null;
    else sales += 1;
  }
  return { older, sales };
}

/** Returns the absent sales that are paid so much more than older policies that they are paid once. */
function salesPaidMore(absent: readonly PriorRow[], older: readonly Money[]): readonly PriorRow[] {
  if (older.length < OLDER_MIN) return [];
  const median = older.toSorted((a, b) => a - b)[older.length >> 1] ?? 0;
  return absent.filter(({ lastPresentAmount }) => lastPresentAmount >= TIMES_MIN * median);
}

function withoutRegularPay(prior: PriorRow): PriorRow {
  return { ...prior, lastPresentAmount: 0, history: { ...prior.history, lastPaidPeriod: null, lastPaidAmount: 0 } };
}

/** Advances that are repaid: by earned pay that a statement prints as 0, and by chargebacks. */

interface RowContext {
  readonly period: Period;
  readonly productLine: ProductLine | null;
}

/** Minimum number of rows of 0 from which the rule is learned. Fewer policies may be unpaid by chance. */
const ROWS_MIN = 3;

/** Minimum share of these rows among the policies on the statement that are in their first year. */
const RECOVERING_SHARE_MIN = 0.25;

/** Minimum number of premiums that an advance pays. */
const ADVANCE_PREMIUMS = 2;

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the context with members whose rows of 0 recover an advance (docs/reference/scoring.md#rows-of-0-while-an-advance-is-recovered),
 * and these members with a last pay of 0. Such a row may print "Earned 31.50, Recovered -31.50, Net 0.00", and only the net is read.
 */
export function withRecoveredRows<Context extends RowContext>(
  context: Context,
  members: readonly PeriodMember[],
): {
  readonly context: Context & { readonly recovering: ReadonlySet<string> };
  readonly members: readonly PeriodMember[];
} {
  // Life business has no product line, or that of ancillary plans.
  const mayAdvance = context.productLine === null || context.productLine === 'ancillary';
  const recovering = mayAdvance ? recoveringMembers(context, members) : NOBODY;
  return {
    context: { ...context, recovering },
    members: recovering.size === 0 ? members : members.map((member) => withoutAdvance(member, recovering)),
  };
}

function recoveringMembers({ period }: RowContext, members: readonly PeriodMember[]): ReadonlySet<string> {
  const found = new Set<string>();
  let firstYear = 0;
  let hasAdvance = false;
  for (const { memberRefId, prior, lines } of members) {
    if (lines === undefined) continue;
    const month = memberMonthOf(lines);
    const premium = month.records[0]?.premium ?? null;
    hasAdvance ||= isAdvance(month.paid, premium) || isAdvance(prior?.history.lastPaidAmount ?? 0, premium);
    const began = month.records[0]?.effectiveDate ?? null;
    const age = began === null ? 0 : monthIndex(period) - monthIndex(periodOfDate(began));
    if (age < 1 || age >= YEAR) continue;
    firstYear += 1;
    if (isPremiumWithoutPay(month) && (prior === undefined || mayRecover(prior, premium))) found.add(memberRefId);
  }
  return hasAdvance && found.size >= ROWS_MIN && found.size >= RECOVERING_SHARE_MIN * firstYear ? found : NOBODY;
}

/** Returns whether a payment is large enough for an advance. */
function isAdvance(paid: Money, premium: Money | null): boolean {
  return premium !== null && premium > 0 && paid >= ADVANCE_PREMIUMS * premium;
}

/** Returns whether each line has a premium and an amount of 0. Lines that show only an amount do not count. */
function isPremiumWithoutPay({ records }: MemberMonth): boolean {
  return records.every(({ lines }) =>
    lines.every((line) => line.amount === 0 && line.premium !== null && line.premium > 0 && saysMoreThanAmount(line)),
  );
}

/** Returns whether the member was paid nothing but an advance at the sale. A member who was paid monthly before has a cut instead. */
function mayRecover(prior: PriorRow, premium: Money | null): boolean {
  if (isSale(prior)) return isAdvance(prior.lastPresentAmount, premium);
  return prior.status !== 'red' && prior.lastPresentAmount === 0;
}

/** Returns a recovering member with a last pay of 0, because an advance is no month's pay. Other members are returned as they are. */
function withoutAdvance(member: PeriodMember, recovering: ReadonlySet<string>): PeriodMember {
  const { memberRefId, prior } = member;
  if (prior === undefined || !recovering.has(memberRefId)) return member;
  return { ...member, prior: { ...prior, lastPresentAmount: 0 } };
}

/** Share of a month by which a chargeback may be short, because carriers count days or round a month's share. */
const ROUNDING_OF_A_MONTH = 0.5;

/**
 * Returns whether chargebacks took back all of an advance that was unearned at the first chargeback (`chargedBackIn`). A further equal
 * chargeback then takes back the same money twice. Returns false for monthly pay.
 */
export function isAdvanceTakenBack(
  { history, profile }: Pick<PriorRow, 'history' | 'profile'>,
  chargedBackIn: Period,
): boolean {
  const { paidMonths, lastPaidPeriod, lastPaidAmount, clawedOpen } = history;
  if (paidMonths <= 1 || lastPaidPeriod === null || lastPaidAmount <= 0 || clawedOpen <= 0) return false;
  const begin = firstMonthOf(lastPaidPeriod, profile.effectiveDate);
  const unearned = monthIndex(addMonths(begin, paidMonths - 1)) - monthIndex(chargedBackIn);
  if (unearned < 1 || unearned > paidMonths) return false;
  const month = scaleToMonths(lastPaidAmount, 1, paidMonths);
  return clawedOpen >= (unearned - ROUNDING_OF_A_MONTH) * month;
}

/** Returns the later of the payment's month and the effective month: the first month of an advance. */
export function firstMonthOf(paid: Period, effectiveDate: string | null): Period {
  const effective = effectiveDate === null ? paid : periodOfDate(effectiveDate);
  return effective > paid ? effective : paid;
}
