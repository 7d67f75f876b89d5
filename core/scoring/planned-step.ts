import { exactFromMoney, type Money } from '../money.ts';
import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { PaymentReach } from './cadence.ts';
import { type MemberBefore, paidYear } from './catch-up.ts';
import type { FindContractedStep } from './contracted-step.ts';
import type { ExpectedRate } from './expected.ts';
import { type MemberMonth, principalRecord, saysMoreThanAmount } from './member-month.ts';
import { boundsText, isSameBounds, NO_BOUNDS } from './rate-bounds.ts';
import { shownRate } from './shown-rate.ts';
import { paysItsRate } from './statement-rate.ts';
import { type Tolerance, toleratedDifference } from './tolerance.ts';
import { dollars, percent, quantity, sharePercent } from './wording.ts';

/** The facts about the period and the carrier by which a step is recognised. */
interface StepContext {
  readonly period: Period;
  readonly productLine: string | null;
  readonly tolerance: Tolerance;
  readonly kindOf: LineKindOf;
  readonly contractedStep: FindContractedStep;
  readonly supposesSteps: boolean;
  readonly isPolicyTerm: boolean;
  readonly onScale: ReadonlySet<string>;
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
/** Maximum rate after the first year, as a share of the first year's rate, where no date shows the anniversary. */
const RATE_AFTER_FIRST_YEAR_MAX = 0.5;
/** Tolerance between an amount and the result of its rate, as a share, because premiums are rounded. */
const RATE_ROUNDING = 0.02;
/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;
/** Millionths of a dollar in a unit of money. */
const MILLIONTHS_OF_MONEY = 100;
const MILLION = 1_000_000;

/** Returns a sentence about the planned step that explains lower pay; null if no step was planned, or if less than planned is paid. */
export function plannedStep(context: StepContext, prior: MemberBefore, step: StepCase): string | null {
  if (step.comparedAmount <= 0 || step.comparedAmount >= step.prevComparable) return null;
  return (
    afterYearsPay(context, prior, step) ??
    medicareRenewal(context, prior, step) ??
    rateOfPolicyYear(context, prior, step) ??
    rateOfRenewal(context, prior, step) ??
    shareOfPolicyYear(context, prior, step) ??
    rateOfGroupSize(context, prior, step) ??
    rateOfYearsPremium(context, prior, step) ??
    contractedStep(context, prior, step)
  );
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
  { month, prevComparable, comparedAmount }: StepCase,
): string | null {
  const effectiveDate = principalRecord(month).effectiveDate ?? prior.profile.effectiveDate;
  if (context.productLine !== 'medicare' || effectiveDate === null) return null;
  if (periodYear(context.period) !== periodYear(effectiveDate) + 1) return null;
  if (!mayRenew(context.period, effectiveDate, prior.history.lastPaidPeriod)) return null;
  // Overrides do not change with the commission, and the first payment may have had none.
  const beside = paidBeside(month, context.kindOf);
  const now = comparedAmount - beside;
  const least = Math.floor((prevComparable - beside) * RENEWAL_SHARE_MIN);
  if (now < least - toleratedDifference(context.tolerance, least)) return null;
  if (now > prevComparable * RENEWAL_SHARE_MAX) return null;
  return `Paid ${dollars(month.amount)}: a renewal is paid about half of what the first year is.`;
}

/** Returns the sum of a month's overrides. */
function paidBeside({ records }: MemberMonth, kindOf: LineKindOf): Money {
  let total: Money = 0;
  for (const { lines } of records) for (const line of lines) if (kindOf(line) === 'override') total += line.amount;
  return total;
}

/** Returns the premium now as a share of the premium before, at most 1; also 1 when a premium is unknown. */
function premiumShare(now: Money | null, before: Money | null): number {
  return now === null || before === null || now <= 0 || now >= before ? 1 : now / before;
}

/**
 * Explains a lower rate on the statement from an anniversary of the policy on, if the amount follows from this rate. If no date shows the
 * anniversary, only a rate of half or less counts as the end of the first year.
 */
function rateOfPolicyYear(context: StepContext, prior: MemberBefore, step: StepCase): string | null {
  const record = principalRecord(step.month);
  const before = prior.history.rate;
  const rate = shownRate(record, context.kindOf);
  if (before === null || rate === null || rate >= before || record.policyRefId !== prior.profile.policyRefId)
    return null;
  const effectiveDate = record.effectiveDate ?? prior.profile.effectiveDate;
  const months = effectiveDate === null ? null : monthIndex(context.period) - monthIndex(periodOfDate(effectiveDate));
  const isAnniversary =
    months === null
      ? rate <= before * RATE_AFTER_FIRST_YEAR_MAX
      : months >= MONTHS_A_YEAR && months % MONTHS_A_YEAR <= ANNIVERSARY_MONTHS;
  if (!isAnniversary) return null;
  const due = (step.prevComparable * rate * premiumShare(record.premium, prior.profile.premium)) / before;
  if (step.comparedAmount < due * (1 - RATE_ROUNDING)) return null;
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return months === null || months < 2 * MONTHS_A_YEAR
    ? `First-year commission (${percent(before)}) has ended; renewal at ${percent(rate)} of premium: ${amounts}.`
    : `Policy year ${Math.floor(months / MONTHS_A_YEAR) + 1} is paid at ${percent(rate)} of premium, after ${percent(before)}: ${amounts}.`;
}

/** Matches a transaction type for the renewal of a policy: "REN", "Renewal". */
const RENEWAL = /renew|\b(?:ren|rnw|rnl|rwl)\b/i;

/** Explains the lower printed rate of a term's renewal, after pay that was marked as new business. */
function rateOfRenewal(context: StepContext, { history, profile }: MemberBefore, step: StepCase): string | null {
  const record = principalRecord(step.month);
  const rate = shownRate(record, context.kindOf);
  if (!context.isPolicyTerm || history.rate === null || rate === null || rate >= history.rate) return null;
  if (history.soldIn === null || history.soldIn !== history.lastPaidPeriod) return null;
  if (record.policyRefId !== profile.policyRefId || step.month.records.length > 1) return null;
  if (!record.lines.every((line) => RENEWAL.test(line.transactionType ?? '') && paysItsRate(line, context.kindOf)))
    return null;
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return `Renewal at ${percent(rate)} of premium, after ${percent(history.rate)} as new business: ${amounts}.`;
}

/** Explains a lower share of the premium near an anniversary of the policy, if no line shows a rate and the share has halved at least. */
function shareOfPolicyYear(context: StepContext, prior: MemberBefore, step: StepCase): string | null {
  const record = principalRecord(step.month);
  const { profile, history } = prior;
  const effectiveDate = record.effectiveDate ?? profile.effectiveDate;
  if (effectiveDate === null || history.rate !== null || step.month.records.length > 1) return null;
  if (record.policyRefId !== profile.policyRefId || !context.supposesSteps) return null;
  if (!record.lines.every((line) => line.rate === null && saysMoreThanAmount(line))) return null;
  const months = monthIndex(context.period) - monthIndex(periodOfDate(effectiveDate));
  if (months < MONTHS_A_YEAR || months % MONTHS_A_YEAR > ANNIVERSARY_MONTHS) return null;
  if (record.premium === null || profile.premium === null || record.premium <= 0 || profile.premium <= 0) return null;
  const share = step.comparedAmount / record.premium;
  const before = prior.lastPresentAmount / profile.premium;
  if (share > before * RATE_AFTER_FIRST_YEAR_MAX) return null;
  const [now, was] = [share, before].map((one) => sharePercent(Math.round(one * MILLION)));
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return months < 2 * MONTHS_A_YEAR
    ? `First-year commission has ended; renewal at ${now} of premium: ${amounts}.`
    : `Policy year ${Math.floor(months / MONTHS_A_YEAR) + 1} is paid at ${now} of premium, after ${was}: ${amounts}.`;
}

/**
 * Explains a lower rate for a larger group, if every line pays the lower rate that it shows: larger groups get a smaller share of a larger
 * premium.
 */
function rateOfGroupSize(context: StepContext, { history, profile }: MemberBefore, step: StepCase): string | null {
  const record = principalRecord(step.month);
  const rate = shownRate(record, context.kindOf);
  if (history.rate === null || rate === null || rate >= history.rate || step.month.chargeback > 0) return null;
  if (record.policyRefId !== profile.policyRefId || step.month.records.length > 1) return null;
  if (record.lives === null || profile.lives === null || record.lives <= profile.lives) return null;
  if (!record.lines.every((line) => paysItsRate(line, context.kindOf))) return null;
  const amounts = `${dollars(step.month.amount)}, was ${dollars(step.prevComparable)}`;
  return `A group of ${quantity(record.lives)} lives is paid at ${percent(rate)} of premium, one of ${quantity(profile.lives)} at ${percent(history.rate)}: ${amounts}.`;
}

/** Explains the lower rate of a group that is on the carrier's scale of the year's premium. */
function rateOfYearsPremium(context: StepContext, { history }: MemberBefore, { month, prevComparable }: StepCase) {
  const rate = shownRate(principalRecord(month), context.kindOf);
  if (history.rate === null || rate === null || !context.onScale.has(month.memberRefId)) return null;
  const amounts = `${dollars(month.amount)}, was ${dollars(prevComparable)}`;
  return `The rate falls with the premium of the year, from ${percent(history.rate)} to ${percent(rate)}: ${amounts}.`;
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
export function contractedStepClause(
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
