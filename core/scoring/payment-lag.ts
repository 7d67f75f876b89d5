import { monthIndex, type Period } from '../period.ts';
import { linesIn, type MemberLines } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';

/** Minimum number of members whose lines name a month. With fewer the lag is unknown. */
const MEMBERS_MIN = 5;
/** Minimum share of these members whose latest named month has the same distance from the period. */
const SHARE_MIN = 0.75;
/** Limits of the lag in months: carriers pay at most three months late, or two months early. */
const LAG_MAX = 3;
const LAG_MIN = -2;

/**
 * Returns the number of months by which a statement's payments follow their coverage months (docs/reference/signals.md#pay-in-arrears);
 * negative for pay in advance, 0 when unknown. Most members decide, because a single line for an earlier month may be late pay.
 */
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
