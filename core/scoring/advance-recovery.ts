import { addMoney, type Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type MemberMonth, memberMonthOf, type PolicyRecord, type ScorableLine } from './member-month.ts';

/** A cent, in ten-thousandths of a dollar. A recovered share may be rounded up by so much. */
const CENT = 100;

/**
 * Returns the month without lines that recover an advance while it is earned, such as "Earned 27.50" beside "Advance Recovery -27.50"
 * (docs/reference/signals.md#an-advance-that-is-earned). Such lines repay a loan and are no chargebacks. A month without such lines is
 * returned as the same object.
 */
export function withoutRecoveries(month: MemberMonth, kindOf: LineKindOf): MemberMonth {
  if (month.chargeback === 0 || month.paid === 0) return month;
  const recovered = new Set(month.records.flatMap((record) => recoveries(record, kindOf)));
  if (recovered.size === 0) return month;
  return memberMonthOf(month.records.flatMap(({ lines }) => lines.filter((line) => !recovered.has(line))));
}

/** Returns the lines of a policy that recover an advance; none if they take back more than the policy earned on the statement. */
function recoveries({ lines }: PolicyRecord, kindOf: LineKindOf): readonly ScorableLine[] {
  const taken = lines.filter((line) => takesBackAdvance(line, kindOf));
  const earned = lines.filter((line) => line.amount > 0 && kindOf(line) !== 'advance');
  return sumOf(taken) + sumOf(earned) >= -CENT ? taken : [];
}

/** Returns whether a line takes an advance back. It is a recovery only beside earned pay. */
function takesBackAdvance(line: ScorableLine, kindOf: LineKindOf): boolean {
  return line.amount < 0 && kindOf(line) === 'advance';
}

function sumOf(lines: readonly ScorableLine[]): Money {
  return lines.reduce((sum, { amount }) => addMoney(sum, amount), 0);
}
