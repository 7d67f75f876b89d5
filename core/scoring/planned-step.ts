import { exactFromMoney, type Money } from '../money.ts';
import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { dollars, percent, sharePercent } from '../wording.ts';
import type { PaymentReach } from './cadence.ts';
import { type MemberBefore, paidYear } from './catch-up.ts';
import type { ExpectedRate, FindContractedStep } from './expected.ts';
import { type MemberMonth, principalRecord, saysMoreThanAmount } from './member-month.ts';
import { boundsText, isSameBounds, NO_BOUNDS } from './rate-bounds.ts';
import { paydaysBefore } from './regular-pay.ts';
import type { PriorRow } from './scored-row.ts';
import { shownRate } from './shown-rate.ts';
import { type Tolerance, toleratedDifference } from './tolerance.ts';
import type { UsualPay } from './usual-pay.ts';

/** The facts about the period and the carrier by which a step is recognized. */
interface StepContext {
  readonly period: Period;
  readonly productLine: string | null;
  readonly tolerance: Tolerance;
  readonly kindOf: LineKindOf;
  readonly contractedStep: FindContractedStep;
  readonly isPolicyTerm: boolean;
  readonly onScale: ReadonlySet<string>;
  readonly paydays: ReadonlySet<number>;
  readonly usual: UsualPay;
}

/** A month whose pay may have a planned step down: its lines, and the two amounts that are compared, in ten-thousandths of a dollar. */
export interface StepCase {
  readonly month: MemberMonth;
  readonly reach: PaymentReach;
  readonly prevComparable: Money;
  readonly comparedAmount: Money;
}

/** Bounds of a Medicare renewal as a share of the pay before. It is half of this year's initial amount, which rises a little every year. */
const RENEWAL_SHARE_MIN = 0.5;
const RENEWAL_SHARE_MAX = 0.6;
/** Maximum number of months after the anniversary in which a step may come. */
const ANNIVERSARY_MONTHS = 2;
const MONTHS_A_YEAR = 12;
/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;
/** Millionths of a dollar in a unit of money. */
const MILLIONTHS_OF_MONEY = 100;

/** Returns a sentence about the planned step that explains lower pay; null if no step was planned, or if less than planned is paid. */
export function plannedStep(context: StepContext, prior: PriorRow, step: StepCase): string | null {
  if (step.comparedAmount <= 0 || step.comparedAmount >= step.prevComparable) return null;
  return (
    fewerPaydays(context, step) ??
    afterYearsPay(context, prior, step) ??
    medicareRenewal(context, prior, step) ??
    rateOfYearsPremium(context, prior, step) ??
    contractedStep(context, prior, step) ??
    usualStep(context, prior, step)
  );
}

/** Explains lower pay by a month with one payday less. */
function fewerPaydays(context: StepContext, { month, prevComparable }: StepCase): string | null {
  const before = paydaysBefore(month, prevComparable, context);
  if (before === null) return null;
  return `Paid ${dollars(month.amount)} for ${month.lineCount} paydays, was ${dollars(prevComparable)} for ${before}.`;
}

/** Explains lower pay after a Medicare payment for a calendar year: a month's part of the renewal is due, or nothing until January. */
function afterYearsPay(
  context: StepContext,
  prior: MemberBefore,
  { month, reach, comparedAmount }: StepCase,
): string | null {
  const year = paidYear(prior, context.productLine);
  if (year === null) return null;
  const due = context.period <= year.december ? 0 : Math.floor((year.pay.renewal * reach.months) / year.pay.months);
  return comparedAmount >= due - toleratedDifference(context.tolerance, due)
    ? `Paid ${dollars(month.amount)}: the payment before was for the year.`
    : null;
}

/** Returns whether a renewal may be due: with the first pay of the year, from January to March, or at the policy's anniversary. */
function mayRenew(period: Period, effectiveDate: string, lastPaid: Period | null): boolean {
  if (lastPaid === null || periodYear(lastPaid) < periodYear(period)) return true;
  const sinceAnniversary = monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) - MONTHS_A_YEAR;
  return (
    periodMonth(period) <= 1 + ANNIVERSARY_MONTHS || (sinceAnniversary >= 0 && sinceAnniversary <= ANNIVERSARY_MONTHS)
  );
}

/** Explains the renewal of a Medicare plan, which pays about half of the initial amount from the second calendar year on. */
function medicareRenewal(
  context: StepContext,
  prior: MemberBefore,
  { month, reach, prevComparable, comparedAmount }: StepCase,
): string | null {
  const effectiveDate = principalRecord(month).effectiveDate ?? prior.profile.effectiveDate;
  if (context.productLine !== 'medicare' || effectiveDate === null) return null;
  if (periodYear(context.period) !== periodYear(effectiveDate) + 1) return null;
  if (!mayRenew(context.period, effectiveDate, prior.history.lastPaidPeriod)) return null;
  // Overrides do not change with the commission, and the first payment may have had none.
  const beside = paidBeside(month, context.kindOf);
  const now = comparedAmount - beside;
  const least = Math.floor((prevComparable - beside) * RENEWAL_SHARE_MIN);
  // A month's pay is rounded to a cent before it is compared with a year's.
  const rounding = Math.floor(reach.months * CENT * RENEWAL_SHARE_MIN);
  if (now < least - toleratedDifference(context.tolerance, least) - rounding) return null;
  if (now > prevComparable * RENEWAL_SHARE_MAX) return null;
  return `Paid ${dollars(month.amount)}: a renewal is paid about half of what the first year is.`;
}

/** Returns the sum of a month's overrides. */
function paidBeside({ records }: MemberMonth, kindOf: LineKindOf): Money {
  let total: Money = 0;
  for (const { lines } of records) for (const line of lines) if (kindOf(line) === 'override') total += line.amount;
  return total;
}

/** Explains the lower rate of a group that is on the carrier's scale of the year's premium. */
function rateOfYearsPremium(context: StepContext, { history }: MemberBefore, { month, prevComparable }: StepCase) {
  const rate = shownRate(principalRecord(month), context.kindOf);
  if (history.rate === null || rate === null || !context.onScale.has(month.memberRefId)) return null;
  const amounts = `${dollars(month.amount)}, was ${dollars(prevComparable)}`;
  return `The rate falls with the premium of the year, from ${percent(history.rate)} to ${percent(rate)}: ${amounts}.`;
}

/** Explains less pay as usual for comparable members. A step that only the date hints at is no planned one. */
function usualStep(context: StepContext, prior: PriorRow, step: StepCase): string | null {
  const found = context.usual.stepOf({ prior, month: step.month, ...monthlyOf(step) });
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return found?.isProved === true ? `Paid ${amounts}: ${found.clause}.` : null;
}

/** Returns a clause about a policy year that begins without comparable members, or about pay that varies; null otherwise. */
export function usualClause(context: StepContext, prior: PriorRow, step: StepCase): string | null {
  const less = { prior, month: step.month, ...monthlyOf(step) };
  return context.usual.stepOf(less)?.clause ?? context.usual.variationOf(less);
}

function monthlyOf({ reach: { months }, prevComparable, comparedAmount }: StepCase) {
  return { before: Math.round(prevComparable / months), now: Math.round(comparedAmount / months) };
}

/** Explains a step between contracted rates. Lines that show only an amount are not explained: the status table holds for them. */
function contractedStep(context: StepContext, prior: MemberBefore, step: StepCase): string | null {
  if (!step.month.records.every(({ lines }) => lines.every(saysMoreThanAmount))) return null;
  const clause = contractedStepClause(context, prior, step);
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return clause === null ? null : `The ${clause}: ${amounts}.`;
}

/**
 * Returns a clause about a step between contracted rates, without "the" before it. Returns null without such a step, and if the pay is more
 * than a cent below the amount by the new rate.
 */
function contractedStepClause(
  { contractedStep: find }: Pick<StepContext, 'contractedStep'>,
  prior: MemberBefore,
  { month, comparedAmount }: Pick<StepCase, 'month' | 'comparedAmount'>,
): string | null {
  const found = find(prior, month);
  if (found === null || exactFromMoney(comparedAmount + CENT) < found.due) return null;
  const { before, now } = found;
  return `contracted rate for ${boundsOf(now)} is ${rateText(now)}, after ${rateText(before)}`;
}

function boundsOf(rate: ExpectedRate): string {
  const bounds = { ...NO_BOUNDS, ...rate };
  if (!isSameBounds(bounds, NO_BOUNDS)) return boundsText(bounds);
  return rate.tier === 'renewal' ? 'renewals' : rate.tier === 'initial' ? 'the first year' : 'this policy';
}

function rateText({ rateType, rateMillionths }: ExpectedRate): string {
  return rateType === 'flat_per_member'
    ? dollars(Math.round(rateMillionths / MILLIONTHS_OF_MONEY))
    : `${sharePercent(rateMillionths)} of premium`;
}
