import { addMoney, type Money } from '../money.ts';
import { type Period, periodOfDate } from '../period.ts';
import {
  type MemberMonth,
  monthOf,
  type PolicyRecord,
  paidMonthOf,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import { isSameCoverage } from './policy-coverages.ts';

/**
 * Nets the cancellation and the reinstatement of a policy on one statement: the net of the two lines counts
 * (docs/reference/signals.md#taken-back-and-repaid-on-one-statement).
 */

interface Before {
  readonly paidThrough: string | null;
  readonly history: { readonly paidMonths: number };
}

/** Matches a word for a reinstatement, or a carrier's code. */
const REINSTATED = /reinstat|^\s*(?:rein|rei|rns)\b/i;
/** A cent, in ten-thousandths. */
const CENT = 100;

/** Returns the month without chargebacks that lines of the same policy repay; the same object if there are none. */
export function withoutReversals(month: MemberMonth, prior: Before | undefined, period: Period): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const isNothingDue =
    prior !== undefined &&
    prior.history.paidMonths > 1 &&
    prior.paidThrough !== null &&
    periodOfDate(prior.paidThrough) >= period;
  let isReversed = false;
  const kept = month.records.map((record) => {
    const lines = remainingLines(record, isNothingDue);
    isReversed ||= lines !== record.lines;
    return { record, lines };
  });
  if (!isReversed) return month;
  const lines = kept.flatMap((one) => one.lines);
  if (lines.length > 0) return monthOf(lines);
  const nothing = { amount: 0, paid: 0, hasPayment: false, lines: [] };
  const records = month.records.map((record) => ({ ...record, ...nothing }));
  return { ...month, amount: 0, paid: 0, hasPayment: false, chargeback: 0, lineCount: 0, records };
}

/**
 * Returns the lines that remain. A repaying line needs the word, unless the coverage is also paid or nothing is due, because otherwise the
 * month's own pay could count as repayment.
 */
function remainingLines({ lines }: PolicyRecord, isNothingDue: boolean): readonly ScorableLine[] {
  const takenBack = lines.filter((line) => line.amount < 0 && saysMoreThanAmount(line));
  if (takenBack.length === 0) return lines;
  const reversed = new Set<ScorableLine>();
  const rests: ScorableLine[] = [];
  for (const line of takenBack) {
    const candidates = lines.filter(
      (other) => other.amount > 0 && !reversed.has(other) && saysMoreThanAmount(other) && isSameCoverage(line, other),
    );
    const repaid =
      candidates.find((other) => isReinstatement(other) && isForSame(line, other)) ??
      (isNothingDue || candidates.length > 1 ? candidates.find((other) => repays(other, line)) : undefined);
    if (repaid === undefined) continue;
    reversed.add(line).add(repaid);
    const rest: Money = addMoney(line.amount, repaid.amount);
    if (Math.abs(rest) > CENT)
      rests.push({ ...(rest < 0 ? line : repaid), amount: rest, transactionType: repaid.transactionType });
  }
  return reversed.size === 0 ? lines : [...lines.filter((line) => !reversed.has(line)), ...rests];
}

function isReinstatement({ transactionType, description }: ScorableLine): boolean {
  return REINSTATED.test(transactionType ?? '') || REINSTATED.test(description ?? '');
}

/** Returns whether a line repays the same amount. A line for another month, or with a later date, is separate pay. */
function repays(line: ScorableLine, takenBack: ScorableLine): boolean {
  const isSameAmount = Math.abs(line.amount + takenBack.amount) <= CENT;
  const [from, end] = [line.effectiveDate, takenBack.effectiveDate];
  return isSameAmount && isForSame(takenBack, line) && (from === null || end === null || from <= end);
}

function isForSame(one: ScorableLine, other: ScorableLine): boolean {
  const [first, second] = [paidMonthOf(one), paidMonthOf(other)];
  return first === null || second === null || first === second;
}
