import { addMoney, type Money } from '../money.ts';
import { periodOfDate } from '../period.ts';
import { isSameCoverage } from './gone-parts.ts';
import {
  type MemberMonth,
  memberMonthOf,
  type PolicyRecord,
  paidMonthOf,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import type { ScoringContext } from './scored-row.ts';

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
    const repaid = candidates.find(
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
