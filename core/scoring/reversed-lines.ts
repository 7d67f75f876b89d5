import { addMoney, type Money } from '../money.ts';
import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import { saysReinstated } from '../statement/taken-back-words.ts';
import { isSameCoverage } from './gone-coverages.ts';
import {
  type MemberMonth,
  memberMonthOf,
  type PolicyRecord,
  paidMonthOf,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { PriorRow, ScoringContext } from './scored-row.ts';
import { isSale } from './sold-once.ts';

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

/** The fields of the earlier row that show whether pay is due. */
interface Before {
  readonly paidThrough: string | null;
  readonly history: { readonly paidMonths: number };
}

/** Bounds of a month's pay as a share of the repayment beside it. A renewal is half of the first year's pay. */
const LIKE_PAY_MIN = 0.5;
const LIKE_PAY_MAX = 2;
/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;

/**
 * Returns the month with each chargeback that the statement itself repays replaced by the net of both lines
 * (docs/reference/signals.md#taken-back-and-repaid-on-one-statement). Without such lines it is the same object.
 */
export function withoutReversals(
  month: MemberMonth,
  prior: Before | undefined,
  { period, kindOf }: Pick<ScoringContext, 'period' | 'kindOf'>,
): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const isNothingDue =
    prior !== undefined &&
    prior.history.paidMonths > 1 &&
    prior.paidThrough !== null &&
    periodOfDate(prior.paidThrough) >= period;
  let isReversed = false;
  const kept = month.records.map((record) => {
    const lines = remainingLines(record, { kindOf, isNothingDue });
    isReversed ||= lines !== record.lines;
    return { record, lines };
  });
  if (!isReversed) return month;
  const lines = kept.flatMap((one) => one.lines);
  if (lines.length > 0) return memberMonthOf(lines);
  const nothing = { amount: 0, paid: 0, hasPayment: false, lines: [] };
  const records = month.records.map((record) => ({ ...record, ...nothing }));
  return { ...month, amount: 0, paid: 0, hasPayment: false, chargeback: 0, lineCount: 0, records };
}

/**
 * Returns a record's lines after netting. A line repays a chargeback if it says so, or if its amount is equal and it can't be the month's
 * own pay: the coverage has another payment, or nothing is due.
 */
function remainingLines(
  { lines }: PolicyRecord,
  { kindOf, isNothingDue }: Pick<ScoringContext, 'kindOf'> & { readonly isNothingDue: boolean },
): readonly ScorableLine[] {
  const takenBack = lines.filter((line) => line.amount < 0 && saysMoreThanAmount(line));
  if (takenBack.length === 0) return lines;
  const reversed = new Set<ScorableLine>();
  const rests: ScorableLine[] = [];
  for (const line of takenBack) {
    const candidates = lines.filter(
      (other) => other.amount > 0 && !reversed.has(other) && saysMoreThanAmount(other) && isSameCoverage(line, other),
    );
    const repaid =
      candidates.find((other) => isReinstatement(other) && isForSameMonth(line, other)) ??
      candidates.find(
        (other) =>
          repays(other, line) &&
          (isNothingDue || candidates.some((own) => own !== other && isLikePay(own, other, kindOf))),
      );
    if (repaid === undefined) continue;
    reversed.add(line).add(repaid);
    const rest: Money = addMoney(line.amount, repaid.amount);
    if (Math.abs(rest) > CENT)
      rests.push({ ...(rest < 0 ? line : repaid), amount: rest, transactionType: repaid.transactionType });
  }
  return reversed.size === 0 ? lines : [...lines.filter((line) => !reversed.has(line)), ...rests];
}

/** Returns whether `own` may be the month's pay if `other` is a repayment: both are overrides or neither is, and their size is alike. */
function isLikePay(own: ScorableLine, other: ScorableLine, kindOf: ScoringContext['kindOf']): boolean {
  const isOverride = (line: ScorableLine) => kindOf(line) === 'override';
  const share = own.amount / other.amount;
  return isOverride(own) === isOverride(other) && share >= LIKE_PAY_MIN && share <= LIKE_PAY_MAX;
}

function isReinstatement({ transactionType, description }: ScorableLine): boolean {
  return saysReinstated(transactionType) || saysReinstated(description);
}

/** Returns whether a line repays a chargeback by its amount. A line for another month, or with a later effective date, is separate pay. */
function repays(line: ScorableLine, takenBack: ScorableLine): boolean {
  const isSameAmount = Math.abs(line.amount + takenBack.amount) <= CENT;
  const [from, end] = [line.effectiveDate, takenBack.effectiveDate];
  return isSameAmount && isForSameMonth(takenBack, line) && (from === null || end === null || from <= end);
}

/** Returns whether two lines may be for one month: the months are equal, or one is unknown. */
function isForSameMonth(one: ScorableLine, other: ScorableLine): boolean {
  const [first, second] = [paidMonthOf(one), paidMonthOf(other)];
  return first === null || second === null || first === second;
}
