import { monthIndex, type Period } from '../period.ts';
import { linesIn, type MemberLines } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';

/**
 * Finds how many months after the covered month a carrier pays (docs/reference/signals.md#pay-in-arrears): many statements of August pay
 * July. A single line for July could as well be late pay, so the other members of the statement decide.
 */

/** Members whose lines name a month, from which the lag is known. */
const MEMBERS_MIN = 5;
/** Minimum share of them whose latest month is as far back. */
const SHARE_MIN = 0.75;
/** Pay is at most a quarter late as a rule, and at most two months early. */
const LAG_MAX = 3;
const LAG_MIN = -2;

/** Returns the months by which the statement's payments follow their coverage month; below 0 when they come before it, 0 when unknown. */
export function paymentLag(members: Iterable<PeriodMember>, period: Period): number {
  const counts = new Map<number, number>();
  let all = 0;
  for (const { lines } of members) {
    const latest = lines === undefined ? null : latestPaidMonth(lines);
    if (latest === null) continue;
    const lag = monthIndex(period) - monthIndex(latest);
    counts.set(lag, (counts.get(lag) ?? 0) + 1);
    all += 1;
  }
  if (all < MEMBERS_MIN) return 0;
  for (const [lag, count] of counts) {
    if (count >= SHARE_MIN * all) return lag >= LAG_MIN && lag <= LAG_MAX ? lag : 0;
  }
  return 0;
}

function latestPaidMonth(lines: MemberLines): Period | null {
  let latest: Period | null = null;
  for (const line of linesIn(lines)) {
    const month = line.amount > 0 ? line.coverageMonth : null;
    if (month !== null && (latest === null || month > latest)) latest = month;
  }
  return latest;
}
