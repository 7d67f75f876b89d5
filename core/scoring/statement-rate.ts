import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { foldText } from '../folded-text.ts';
import { type Exact, exactFromMoney, type Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate, yearStart } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { planKey } from './expected.ts';
import { isForOneMonth, type MemberMonth, memberMonthOf, paidMonthOf, type ScorableLine } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import { regularLines } from './regular-pay.ts';
import { shownRate } from './shown-rate.ts';

/** The facts about a period that the scale is recognized with. */
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

/** The amount that a line should pay by its printed rate, or for one life. `rounding` is the largest error of the printed figures. */
interface StatementDue {
  readonly expected: Exact;
  readonly rounding: Exact;
}

/** The whole, in millionths. */
const WHOLE = 1_000_000;
/** A cent, in ten-billionths of a dollar. */
const CENT: Exact = 100_000_000n;
/** A life. Numbers of lives are in hundredths. */
const ONE_LIFE = 100;
/** The factor from an amount to eight decimals of a dollar, and a cent in these. */
const EIGHT_DECIMALS = 10_000n;
const CENT_OF_EIGHT = 1_000_000n;

/** Divisor for the lines that may not pay their printed rate: one line, or a fifth of the lines with a rate and a premium. */
const OTHERS_ONE_IN = 5;

/** Returns whether a line pays its printed rate as a share of its premium. */
export function paysItsRate(line: ScorableLine, kindOf: LineKindOf): boolean {
  const due = statementDue(line, kindOf);
  return due !== null && isPaid(due, line);
}

function isPaid({ expected, rounding }: StatementDue, { amount }: ScorableLine): boolean {
  const difference = expected - exactFromMoney(amount);
  return difference <= rounding && difference >= -rounding;
}

/** The result of checking whether a period's lines are paid by their printed rates. */
export interface StatementRates {
  /** True when lines pay their rate as a share of their premium. */
  readonly isShareKept: boolean;
  /** Set when lines pay their rate per life; null otherwise. */
  readonly flatDue: FlatDueOf | null;
}

/**
 * Checks whether a period's lines pay their printed rates (docs/reference/signals.md#what-is-owed). If they do not, the column holds
 * another kind of rate.
 */
export function statementRates(lines: readonly ScorableLine[], kindOf: LineKindOf): StatementRates {
  let known = 0;
  let others = 0;
  let isForSeveral = false;
  for (const line of lines) {
    if (line.rate === null) continue;
    isForSeveral ||= line.lives !== null && line.lives > ONE_LIFE;
    const due = statementDue(line, kindOf);
    if (due === null) continue;
    known += 1;
    if (!isPaid(due, line)) others += 1;
  }
  const isShareKept = known > 0 && others <= Math.max(1, known / OTHERS_ONE_IN);
  // Lines for one life prove nothing about the head count.
  const flatDue = isForSeveral ? flatDueOf(lines, { kindOf, paysShare: (line) => paysItsRate(line, kindOf) }) : null;
  return { isShareKept, flatDue };
}

/** Returns expected and owed by the printed rates, in ten-billionths of a dollar; null unless every payment has a believed rate. */
export function dueByStatement(
  month: MemberMonth,
  { isShareKept, flatDue }: StatementRates,
  { period, kindOf }: { readonly period: Period; readonly kindOf: LineKindOf },
): { expected: Exact; owed: Exact } | null {
  let expected: Exact = 0n;
  let owed: Exact = 0n;
  for (const { lines } of month.records) {
    for (const line of lines) {
      if (line.amount < 0) continue;
      const due = flatDue?.(line, period) ?? (isShareKept ? shareDue(line, kindOf) : null);
      if (due === null) return null;
      const shortfall = due.expected - exactFromMoney(line.amount);
      expected += due.expected;
      if (shortfall > due.rounding) owed += shortfall;
    }
  }
  return expected === 0n ? null : { expected, owed };
}

/** Returns the amount that a line should pay; null if it pays half or less, which is probably due to a quarter's or a year's premium. */
function shareDue(line: ScorableLine, kindOf: LineKindOf): StatementDue | null {
  const due = statementDue(line, kindOf);
  return due === null || exactFromMoney(line.amount) * 2n <= due.expected ? null : due;
}

/** Returns rate × premium × split; null without rate or premium, for dollars per life, several months, and pay other than commission. */
function statementDue(line: ScorableLine, kindOf: LineKindOf): StatementDue | null {
  const { amount, premium } = line;
  if (line.rate === null || premium === null || amount <= 0 || premium <= 0) return null;
  if (!isForOneMonth(line) || kindOf(line) !== 'commission') return null;
  const split = splitOf(line);
  if (isPaidFlat(line, line.rate)) return null;
  const rate = nearestRate(possibleRates(line.rate), { amount, premium, split });
  if (rate === undefined) return null;
  const roundedSplit = split === WHOLE ? 0n : shareOfPremium(premium, rate, halfStep(split));
  return {
    expected: shareOfPremium(premium, rate, split),
    rounding: shareOfPremium(premium, halfStep(rate), split) + roundedSplit + CENT,
  };
}

/** Returns premium × share × split. */
function shareOfPremium(premium: Money, share: number, split: number): Exact {
  if (split === WHOLE) return BigInt(premium) * BigInt(share);
  return (exactFromMoney(premium) * BigInt(share) * BigInt(split)) / BigInt(WHOLE * WHOLE);
}

/**
 * Returns the rate whose amount is nearest to the payment. A printed 1.05 may mean 105 %, a life carrier's first-year rate, or 1.05 %. The
 * payment is near only one of the two.
 */
function nearestRate(
  rates: readonly number[],
  { amount, premium, split }: { readonly amount: Money; readonly premium: Money; readonly split: number },
): number | undefined {
  if (rates.length < 2) return rates[0];
  const paid = exactFromMoney(amount);
  const [rate] = rates
    .map((share) => ({ share, missing: magnitude(paid - shareOfPremium(premium, share, split)) }))
    .sort((a, b) => (a.missing < b.missing ? -1 : 1));
  return rate?.share;
}

/** Maximum share of the premium that a carrier pays, as a multiple of the premium: first-year rates of life carriers. */
const RATE_MAX = 3;

/** Returns the shares that a printed rate can mean, in millionths: 0.08 and 8 mean eight per cent, 105 means 105 per cent. */
export function possibleRates(millionths: number): readonly number[] {
  if (millionths <= 0) return [];
  if (millionths <= WHOLE) return [millionths];
  const percentage = Math.round(millionths / 100);
  const fractions = millionths <= WHOLE * RATE_MAX ? [millionths] : [];
  return percentage <= WHOLE * RATE_MAX ? [...fractions, percentage] : fractions;
}

function magnitude(amount: Exact): Exact {
  return amount < 0n ? -amount : amount;
}

/**
 * Returns the rounding error of a printed share, in millionths: 8.25 % stands for 8.245 % to 8.255 %. At least one decimal of a percentage
 * is assumed, so that 5 % is not treated as very coarse.
 */
function halfStep(share: number): number {
  const step = [1_000, 100, 10].find((size) => share % size === 0) ?? 1;
  return Math.ceil(step / 2);
}

/** Returns whether a line pays its rate as dollars per life. */
function isPaidFlat({ amount, lives }: ScorableLine, rate: number): boolean {
  // Lives are in hundredths, so that the product has eight of the ten decimals of an exact amount.
  const difference = BigInt(amount) * EIGHT_DECIMALS - BigInt(rate) * BigInt(lives ?? 100);
  return difference <= CENT_OF_EIGHT && difference >= -CENT_OF_EIGHT;
}

/** Returns the amount that a line should pay; null for a line whose pay does not follow from the flat rate. */
type FlatDueOf = (line: ScorableLine, period: Period) => StatementDue | null;

const HALF_CENT = CENT / 2n;
/** Minimum number of lines with several lives that pay the flat rate. With fewer the flat rate is not believed. */
const KEPT_MIN = 2;

/**
 * Learns whether a period's lines pay rate × lives × split, and the maximum number of lives that a household is paid for
 * (docs/reference/signals.md#a-flat-rate-on-the-statement). Returns null if they do not, or if every line is for one life.
 */
function flatDueOf(
  lines: readonly ScorableLine[],
  { kindOf, paysShare }: { readonly kindOf: LineKindOf; readonly paysShare: (line: ScorableLine) => boolean },
): FlatDueOf | null {
  const livesMax = new Map<string, number>();
  let shares = 0;
  let isForSeveral = false;
  let isPerLife = false;
  for (const line of lines) {
    // A further line for one life tells nothing new.
    if (isPerLife && shares > 0 && (line.lives ?? ONE_LIFE) <= ONE_LIFE) continue;
    const perLife = perLifeOf(line, kindOf);
    if (perLife === null || line.lives === null) continue;
    isForSeveral ||= line.lives > ONE_LIFE;
    const paid = paidLives(line, perLife);
    if (paid === null || paid * ONE_LIFE > line.lives) {
      if (paysShare(line)) shares += 1;
      continue;
    }
    isPerLife = true;
    // Lines of a single life, which are most, need no key.
    if (paid === 1) continue;
    const key = householdKey(line);
    livesMax.set(key, Math.max(livesMax.get(key) ?? 0, paid * ONE_LIFE));
  }
  if (!isForSeveral || !isPerLife) return null;
  const dueOf = (line: ScorableLine): StatementDue | null => {
    const perLife = perLifeOf(line, kindOf);
    // If other lines are paid a share of the premium, a rate means dollars only without a premium.
    if (perLife === null || line.lives === null || (shares > 0 && line.premium !== null)) return null;
    const most = line.lives <= ONE_LIFE ? ONE_LIFE : (livesMax.get(householdKey(line)) ?? ONE_LIFE);
    const lives = BigInt(Math.min(line.lives, most));
    return {
      expected: (perLife.expected * lives) / BigInt(ONE_LIFE),
      rounding: (perLife.rounding * lives) / BigInt(ONE_LIFE) + CENT,
    };
  };
  if (!isKept(lines, dueOf)) return null;
  return (line, period) => {
    const due = dueOf(line);
    return due === null || isPartOfMonth(line, period) || mayBePartOfMonth(line, due) ? null : due;
  };
}

/** Returns the amount for one life; null without a rate or head count, for several months, and for other pay than commission. */
function perLifeOf(line: ScorableLine, kindOf: LineKindOf): StatementDue | null {
  if (line.rate === null || line.rate <= 0 || line.lives === null || line.lives <= 0 || line.amount <= 0) return null;
  if (!isForOneMonth(line) || kindOf(line) !== 'commission') return null;
  const split = splitOf(line);
  const rate = BigInt(line.rate) * 10_000n;
  const shareOf = (whole: Exact) => (whole * BigInt(split)) / BigInt(WHOLE);
  return { expected: shareOf(rate), rounding: shareOf(HALF_CENT) };
}

/** Returns a line's split in millionths: 0.5 and 50 both mean one half. A missing or impossible split is the whole. */
function splitOf({ split }: ScorableLine): number {
  if (split === null || split <= 0 || split > WHOLE * 100) return WHOLE;
  return split <= WHOLE ? split : Math.round(split / 100);
}

/** Returns how many whole lives a line pays for; null if it pays for none, or for a part of one. */
function paidLives(line: ScorableLine, { expected: amount, rounding }: StatementDue): number | null {
  const paid = exactFromMoney(line.amount);
  const lives = (paid + amount / 2n) / amount;
  const difference = paid - lives * amount;
  const tolerated = lives * rounding + CENT;
  return lives > 0n && difference <= tolerated && difference >= -tolerated ? Number(lives) : null;
}

/** Returns the key of lines with one maximum number of lives, which carriers set by plan, product type and state. */
function householdKey(line: ScorableLine): string {
  return JSON.stringify([planKey(line), foldText(line.productType ?? ''), foldText(line.state ?? '')]);
}

/** Returns whether enough lines with several lives pay the flat rate. Lines for one life prove nothing about the head count. */
function isKept(lines: readonly ScorableLine[], dueOf: (line: ScorableLine) => StatementDue | null): boolean {
  let kept = 0;
  let others = 0;
  for (const line of lines) {
    if (line.lives === null || line.lives <= ONE_LIFE) continue;
    const due = dueOf(line);
    if (due === null) continue;
    const difference = due.expected - exactFromMoney(line.amount);
    if (difference <= due.rounding && difference >= -due.rounding) kept += 1;
    else others += 1;
  }
  return kept >= KEPT_MIN && others <= Math.max(1, (kept + others) / OTHERS_ONE_IN);
}

/** Returns whether a line probably pays for some days of a month: half of the due amount or less, and not the pay of whole lives. */
function mayBePartOfMonth(line: ScorableLine, { expected }: StatementDue): boolean {
  if (exactFromMoney(line.amount) * 2n > expected) return false;
  const perLife = perLifeOf(line, () => 'commission');
  return perLife === null || paidLives(line, perLife) === null;
}

/** Returns whether coverage begins or ends within the paid month, so that the line may pay for a part of it. */
function isPartOfMonth(line: ScorableLine, period: Period): boolean {
  const month = paidMonthOf(line) ?? period;
  const { effectiveDate, termDate } = line;
  const isFirst = effectiveDate !== null && periodOfDate(effectiveDate) === month && !effectiveDate.endsWith('-01');
  return isFirst || (termDate !== null && periodOfDate(termDate) === month);
}
