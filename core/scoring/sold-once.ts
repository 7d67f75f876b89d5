import type { Money } from '../money.ts';
import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import { memberMonthOf, saysMoreThanAmount } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow } from './scored-row.ts';

interface SaleContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly productLine: ProductLine | null;
  readonly isPolicyTerm: boolean;
}

/** Minimum number of absent sales, and of new sales, if no older policy is paid. Fewer sales may be absent by chance. */
const SALES_MIN = 5;
/** Minimum number of older policies that are paid, from which the rule is learned for a single sale. */
const OLDER_MIN = 3;
/** Minimum pay of a single sale, as a multiple of the usual monthly pay of an older policy. */
const TIMES_MIN = 12;
const YEAR = 12;

/**
 * Returns the members with the earlier rows of sales that are paid once (docs/reference/scoring.md#sales-that-are-paid-once) changed to
 * rows without regular pay. Such a sale, for example the cover of a trip, is due nothing later and does not drop.
 */
export function withSalesPaidOnce(context: SaleContext, members: readonly PeriodMember[]): readonly PeriodMember[] {
  const { baselinePeriod, productLine, isPolicyTerm } = context;
  // The pay of Medicare plans and of policies with a term says by itself how far it reaches.
  if (productLine === 'medicare' || isPolicyTerm) return members;
  const isFresh = ({ lastPresentPeriod }: PriorRow) => lastPresentPeriod === baselinePeriod;
  const sales = new Set(members.flatMap(({ prior }) => (prior !== undefined && isSale(prior) ? [prior] : [])));
  if (sales.size === 0) return members;
  const absent = members.flatMap(({ prior, lines }) =>
    lines === undefined && prior !== undefined && sales.has(prior) && isFresh(prior) ? [prior] : [],
  );
  const once = new Set(absent.length === 0 ? [] : salesPaidOnce(absent, paidBesides(members, context)));
  return members.map((member) => {
    const { prior, lines } = member;
    if (prior === undefined || !sales.has(prior)) return member;
    // A sale that was absent without a drop is known to be paid once.
    const isKnown = lines !== undefined && !isFresh(prior);
    return isKnown || once.has(prior) ? { ...member, prior: withoutRegularPay(prior) } : member;
  });
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

/** Returns the absent sales that are paid once, judged by the pay of present members. */
function salesPaidOnce(absent: readonly PriorRow[], paid: Paid | null): readonly PriorRow[] {
  if (paid === null) return [];
  const { older, sales } = paid;
  if (older.length === 0) return Math.min(absent.length, sales) >= SALES_MIN ? absent : [];
  if (older.length < OLDER_MIN) return [];
  const median = older.toSorted((a, b) => a - b)[older.length >> 1] ?? 0;
  return absent.filter(({ lastPresentAmount }) => lastPresentAmount >= TIMES_MIN * median);
}

function withoutRegularPay(prior: PriorRow): PriorRow {
  return { ...prior, lastPresentAmount: 0, history: { ...prior.history, lastPaidPeriod: null, lastPaidAmount: 0 } };
}
