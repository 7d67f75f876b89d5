import { addMonths, monthIndex, type Period, periodOfDate, yearStart } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { memberMonthOf } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import { regularLines } from './regular-pay.ts';
import { shownRate } from './shown-rate.ts';
import { paysItsRate } from './statement-rate.ts';

/** The facts about a period that the scale is recognised with. */
interface ScaleContext {
  readonly period: Period;
  readonly productLine: ProductLine | null;
  readonly kindOf: LineKindOf;
  readonly paymentLag: number;
}

/** The rate of a group, in millionths, and its premium of the year before and after this month, at this month's premium. */
interface YearsPremium {
  readonly memberRefId: string;
  readonly rate: number;
  readonly rateBefore: number | null;
  readonly before: number;
  readonly after: number;
}

/** Minimum number of groups on the scale. The rate of a single group may have been cut. */
const GROUPS_MIN = 2;
/** Minimum number of groups that have less premium and a higher rate than a group on the scale. */
const SMALLER_MIN = 3;
/** Maximum share of the groups that may contradict the scale, because their premium or their rate changed for other reasons. */
const OTHERS_MAX = 0.1;
/** Maximum number of groups that are compared pairwise. No agency has so many groups at one carrier. */
const GROUPS_MAX = 4_000;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the context with the groups whose rate falls by a scale (docs/reference/scoring.md#rates-by-the-premium-of-the-year), such as
 * "5 % of the first 60,000 of a year, 3 % of the rest". Other groups with more and with less premium show the scale.
 */
export function withPremiumScale<Context extends ScaleContext>(
  context: Context,
  members: readonly PeriodMember[],
): Context & { readonly onScale: ReadonlySet<string> } {
  return { ...context, onScale: context.productLine === 'group' ? groupsOnScale(context, members) : NOBODY };
}

function groupsOnScale(context: ScaleContext, members: readonly PeriodMember[]): ReadonlySet<string> {
  const groups = members.flatMap((member) => yearsPremium(context, member) ?? []);
  const isFallen = ({ rate, rateBefore }: YearsPremium) => rateBefore !== null && rate < rateBefore;
  if (groups.length > GROUPS_MAX || !groups.some(isFallen)) return NOBODY;
  const onScale = groups.filter((group) => isOnScale(group, groups));
  return onScale.length < GROUPS_MIN ? NOBODY : new Set(onScale.filter(isFallen).map(({ memberRefId }) => memberRefId));
}

/** Returns a group's rate and premium of the year; null unless its regular pay is one line that pays its printed rate. */
function yearsPremium(context: ScaleContext, { memberRefId, prior, lines }: PeriodMember): YearsPremium | null {
  const month = lines === undefined ? null : memberMonthOf(lines);
  const [record] = month?.records ?? [];
  if (month === null || record === undefined || month.records.length > 1 || month.chargeback > 0) return null;
  const [line, ...others] = regularLines(month, context.kindOf);
  if (line === undefined || others.length > 0 || line.premium === null || !paysItsRate(line, context.kindOf))
    return null;
  const rate = shownRate(record, context.kindOf);
  if (rate === null) return null;
  const isSame = prior !== undefined && prior.profile.policyRefId === record.policyRefId;
  const rateBefore = isSame && (prior.profile.premium ?? 0) <= line.premium ? prior.history.rate : null;
  const covered = line.coverageMonth ?? addMonths(context.period, -context.paymentLag);
  const months = monthIndex(covered) - monthIndex(yearsFirstMonth(covered, record.effectiveDate));
  return { memberRefId, rate, rateBefore, before: months * line.premium, after: (months + 1) * line.premium };
}

/** Returns the first covered month of the year: January, or the effective month if coverage began later in the year. */
function yearsFirstMonth(covered: Period, effectiveDate: string | null): Period {
  const january = yearStart(covered);
  const began = effectiveDate === null ? january : periodOfDate(effectiveDate);
  return began > january && began <= covered ? began : january;
}

/**
 * Returns whether enough groups with less premium have a higher rate, and hardly any group contradicts this order. A group contradicts it
 * only if its premium lies fully apart, because the rate is mixed in the month that passes a limit.
 */
function isOnScale(group: YearsPremium, groups: readonly YearsPremium[]): boolean {
  let [smaller, others] = [0, 0];
  for (const { before, after, rate } of groups) {
    if (before < group.before && rate > group.rate) smaller += 1;
    else if ((before >= group.after && rate > group.rate) || (after <= group.before && rate < group.rate)) others += 1;
  }
  return smaller >= SMALLER_MIN && others <= OTHERS_MAX * groups.length;
}
