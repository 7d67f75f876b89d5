import { addMonths, type Period } from '../period.ts';
import type { MemberHistory } from './member-history.ts';
import type { MemberProfile } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import type { IsUnpaidMonth } from './unpaid-months.ts';

interface GapContext {
  readonly period: Period;
  readonly isUnpaidMonth: IsUnpaidMonth;
}

/** Minimum number of absent members from which a gap is learned. Fewer may be absent in the same month twice by chance. */
const MEMBERS_MIN = 5;
/** Minimum share of absent members among the members who were not paid for the same month of the year before. */
const SHARE_MIN = 0.75;
const YEAR = 12;

/**
 * Returns the context with this period as a month without pay for members who were absent in it last year too
 * (docs/reference/signals.md#months-without-pay), such as a school's employees in July. Returns it unchanged if too few are absent.
 */
export function withYearlyGap<Context extends GapContext>(context: Context, members: readonly PeriodMember[]): Context {
  const { period } = context;
  const absent = new Set<Pick<MemberProfile, 'productType' | 'effectiveDate'>>();
  let present = 0;
  for (const { prior, lines } of members) {
    if (prior === undefined || prior.status === 'red' || !hadGap(prior.history, period)) continue;
    if (lines === undefined) absent.add(prior.profile);
    else present += 1;
  }
  if (absent.size < MEMBERS_MIN || absent.size < SHARE_MIN * (absent.size + present)) return context;
  const isUnpaidMonth: IsUnpaidMonth = (member, month) =>
    context.isUnpaidMonth(member, month) || (month === period && absent.has(member));
  return { ...context, isUnpaidMonth };
}

/** Returns whether the member has missed months, never caught up, that contain this period or the same month of the year before. */
function hadGap({ missedOpen }: MemberHistory, period: Period): boolean {
  if (missedOpen === null) return false;
  const isWithin = (month: Period) =>
    missedOpen.since <= month && month < addMonths(missedOpen.since, missedOpen.months);
  return isWithin(addMonths(period, -YEAR)) || isWithin(period);
}

/** Returns the history of a member in a month without pay. Missed months of the year before are moved to this year. */
export function historyInGap(history: MemberHistory, period: Period): MemberHistory {
  const { missedOpen } = history;
  if (missedOpen === null || addMonths(missedOpen.since, YEAR) !== period) return history;
  return { ...history, missedOpen: { ...missedOpen, since: period } };
}
