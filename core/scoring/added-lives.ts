import type { Money } from '../money.ts';
import { type MemberMonth, paidMonthOf, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import type { PriorRow } from './scored-row.ts';

/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;

/**
 * Returns the pay for earlier months of lives that joined a household or group, in ten-thousandths of a dollar. Lines without a month pay
 * it, for the added lives only, at this month's pay for a life. Returns 0 if a life was paid another amount before.
 */
export function addedLivesPay({ records, chargeback }: MemberMonth, prior: PriorRow): Money {
  const before = prior.profile.lives;
  const [record] = records;
  if (before === null || record === undefined || records.length > 1 || chargeback > 0) return 0;
  if (record.lines.length < 2) return 0;
  const lines = record.lines.filter(({ amount }) => amount > 0);
  if (lines.length < 2 || !lines.every((line) => saysMoreThanAmount(line) && paidMonthOf(line) === null)) return 0;
  const all = Math.max(...lines.map(({ lives }) => lives ?? 0));
  const added = all - before;
  const own = paidFor(lines, all);
  const arrears = paidFor(lines, added);
  if (added <= 0 || added === all || lines.some(({ lives }) => lives !== all && lives !== added)) return 0;
  const isLike = (amount: Money, lives: number) => Math.abs(amount * all - own * lives) <= CENT * lines.length * all;
  if (!isLike(prior.lastPresentAmount, before)) return 0;
  const months = Math.round((arrears * all) / (own * added));
  return months > 0 && isLike(arrears, added * months) ? arrears : 0;
}

/** Returns the sum of the lines that are for exactly this number of lives. */
function paidFor(lines: readonly ScorableLine[], lives: number): Money {
  return lines.reduce((sum, line) => (line.lives === lives ? sum + line.amount : sum), 0);
}
