import { addMoney, type Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, memberMonthOf, type PolicyRecord, type ScorableLine } from './member-month.ts';

/**
 * Recognises lines that take an advance back while it is earned: "Earned 27.50" beside "Advance Recovery -27.50". They repay a loan, so the
 * policy goes on and nothing is charged back (docs/reference/signals.md#an-advance-that-is-earned).
 */

/** A cent, in ten-thousandths. A recovered share may be rounded up. */
const CENT = 100;

/** Returns whether a line takes back an advance; only with earned pay beside it is that a recovery. */
function takesBackAdvance(line: ScorableLine, kindOf: LineKindOf): boolean {
  return line.amount < 0 && kindOf(line) === 'advance';
}

/** Returns the lines of a policy that recover an advance: together at most what the policy earned on the same statement. */
function recoveries({ lines }: PolicyRecord, kindOf: LineKindOf): readonly ScorableLine[] {
  const taken = lines.filter((line) => takesBackAdvance(line, kindOf));
  const earned = lines.filter((line) => line.amount > 0 && kindOf(line) !== 'advance');
  return sumOf(taken) + sumOf(earned) >= -CENT ? taken : [];
}

/** Returns the month without recoveries of advances; the same object if there are none. */
export function withoutRecoveries(month: MemberMonth, kindOf: LineKindOf): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const recovered = new Set(month.records.flatMap((record) => recoveries(record, kindOf)));
  if (recovered.size === 0) return month;
  return memberMonthOf(month.records.flatMap(({ lines }) => lines.filter((line) => !recovered.has(line))));
}

function sumOf(lines: readonly ScorableLine[]): Money {
  return lines.reduce((sum, { amount }) => addMoney(sum, amount), 0);
}
