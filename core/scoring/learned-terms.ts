import { addMonths, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineCadence } from './cadence.ts';
import { linesIn, type ScorableLine } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow } from './scored-row.ts';

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
