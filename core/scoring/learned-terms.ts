import { addMonths, lastDayOf, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineCadence } from './cadence.ts';
import { linesIn, type ScorableLine } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow } from './scored-row.ts';

/**
 * Learns the terms of policies. Statements of property and casualty carriers often print no end of a term, and a year is assumed. Renewals
 * after six months show a term of half a year, for the policy, and for its product if most of its policies renew so.
 */

interface TermContext {
  readonly period: Period;
  readonly cadence: LineCadence;
  readonly isPolicyTerm: boolean;
}

const YEAR = 12;
const HALF_YEAR = 6;
/** Renewals after half a year from which a product's term is learned. */
const RENEWALS_MIN = 3;
/** Minimum share of such renewals among the policies that could have had one. About one auto policy in eight is not renewed. */
const SHARE_MIN = 0.75;

/** Returns context and members with the learned terms, or unchanged if nothing is learned. */
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

/** For a learned product, a policy in its first term of the book is no evidence. */
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

/** Returns the key that policies of one kind share: the product or plan, else the letters before the number. Empty if nothing is known. */
function productOf({ productType, planCode, planName, policyNumber }: ProductOf): string {
  const named = productType ?? planCode ?? planName;
  return (named ?? /^\s*([a-z]+)/i.exec(policyNumber ?? '')?.[1] ?? '').trim().toUpperCase();
}
