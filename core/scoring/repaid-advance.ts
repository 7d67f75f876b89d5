import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import { scaleToMonths } from './cadence.ts';
import { isSale } from './learned-terms.ts';
import { type MemberMonth, memberMonthOf, saysMoreThanAmount } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow } from './scored-row.ts';

/** Advances that are repaid: by earned pay that a statement prints as 0, and by chargebacks. */

interface RowContext {
  readonly period: Period;
  readonly productLine: ProductLine | null;
}

const YEAR = 12;

/** Minimum number of rows of 0 from which the rule is learned. Fewer policies may be unpaid by chance. */
const ROWS_MIN = 3;

/** Minimum share of these rows among the policies on the statement that are in their first year. */
const SHARE_MIN = 0.25;

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
  return hasAdvance && found.size >= ROWS_MIN && found.size >= SHARE_MIN * firstYear ? found : NOBODY;
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
  const begin = laterOf(lastPaidPeriod, profile.effectiveDate);
  const unearned = monthIndex(addMonths(begin, paidMonths - 1)) - monthIndex(chargedBackIn);
  if (unearned < 1 || unearned > paidMonths) return false;
  const month = scaleToMonths(lastPaidAmount, 1, paidMonths);
  return clawedOpen >= (unearned - ROUNDING_OF_A_MONTH) * month;
}

/** Returns the later of the payment's month and the effective month: the first month of an advance. */
function laterOf(paid: Period, effectiveDate: string | null): Period {
  const effective = effectiveDate === null ? paid : periodOfDate(effectiveDate);
  return effective > paid ? effective : paid;
}
