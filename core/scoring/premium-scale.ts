import { addMonths, monthIndex, type Period, periodOfDate, yearStart } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { memberMonthOf } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import { regularLines } from './regular-pay.ts';
import { shownRate } from './shown-rate.ts';
import { paysItsRate } from './statement-rate.ts';

/**
 * Recognises a carrier's scale by premium (docs/reference/scoring.md#rates-by-the-premium-of-the-year): "5 % of the first 60,000 of a year,
 * 3 % of the rest". A group's rate then falls during the year, and sooner the more premium it has.
 */

interface ScaleContext {
  readonly period: Period;
  readonly productLine: ProductLine | null;
  readonly kindOf: LineKindOf;
  readonly paymentLag: number;
}

/** The premium of a group's year before and after this month, if every month had this month's premium. */
interface YearsPremium {
  readonly memberRefId: string;
  readonly rate: number;
  readonly rateBefore: number | null;
  readonly before: number;
  readonly after: number;
}

/** Groups on the scale by which it is learned. A single one may be cut. */
const GROUPS_MIN = 2;
/** Groups with less premium and a higher rate. */
const SMALLER_MIN = 3;
/** Maximum share of the groups that may contradict the scale, because their premium or their rate changed for other reasons. */
const OTHERS_MAX = 0.1;
/** Bounds the comparison of every group with every other one. No agency has so many groups at one carrier. */
const GROUPS_MAX = 4_000;
const NOBODY: ReadonlySet<string> = new Set();

/** Returns the context with the groups whose rate falls as that of the others with as much premium. */
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

/** Returns null for a group whose regular pay is not one line that pays the rate that it shows. */
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

/** Returns January, or the month in which coverage began if that is later in the year. */
function yearsFirstMonth(covered: Period, effectiveDate: string | null): Period {
  const january = yearStart(covered);
  const began = effectiveDate === null ? january : periodOfDate(effectiveDate);
  return began > january && began <= covered ? began : january;
}

/**
 * Returns whether groups with less premium have a higher rate, and groups with more have none. In the month that passes a limit the rate is
 * a mixture, so only groups whose premium lies apart contradict the scale.
 */
function isOnScale(group: YearsPremium, groups: readonly YearsPremium[]): boolean {
  let [smaller, others] = [0, 0];
  for (const { before, after, rate } of groups) {
    if (before < group.before && rate > group.rate) smaller += 1;
    else if ((before >= group.after && rate > group.rate) || (after <= group.before && rate < group.rate)) others += 1;
  }
  return smaller >= SMALLER_MIN && others <= OTHERS_MAX * groups.length;
}
