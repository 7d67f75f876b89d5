import { foldText } from '../folded-text.ts';
import type { Money } from '../money.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { dollars, percent, sharePercent } from '../wording.ts';
import { isSameCoverage, type MemberProfile, type PolicyRecord, type ScorableLine } from './member-month.ts';
import { ALWAYS_EXTRA } from './regular-pay.ts';
import { differByCents } from './tolerance.ts';

/** A line that shows its rate, in millionths. */
type RatedLine = ScorableLine & { readonly rate: number };

/**
 * Returns the rate that a statement shows for a policy, in millionths, whatever the order of its lines. The latest coverage month decides,
 * because caught-up months may have other rates, and so may the months that chargebacks take back. Pay that comes once does not count.
 * Returns null without a payment that shows a rate, and if the coverages of that month have different rates, because they would later be
 * compared with each other.
 */
export function shownRate({ lines }: Pick<PolicyRecord, 'lines'>, kindOf: LineKindOf): number | null {
  const [only] = lines;
  if (only === undefined || lines.length > 1) return rateOfSeveral(lines, kindOf);
  return isRatedPayment(only) && !ALWAYS_EXTRA.has(kindOf(only)) ? only.rate : null;
}

function rateOfSeveral(lines: readonly ScorableLine[], kindOf: LineKindOf): number | null {
  const rated = lines.filter(isRatedPayment).filter((line) => !ALWAYS_EXTRA.has(kindOf(line)));
  const [first, ...others] = ofLatestMonth(rated);
  if (first === undefined) return null;
  const principal = others.reduce((largest, line) => (isBefore(line, largest) ? line : largest), first);
  const isOther = (line: RatedLine) => line.rate !== principal.rate && !isSameCoverage(line, principal);
  return others.some(isOther) || isOther(first) ? null : principal.rate;
}

function isRatedPayment(line: ScorableLine): line is RatedLine {
  return line.rate !== null && line.amount >= 0;
}

/** Returns the lines of the latest coverage month; if no line has one, all lines. */
function ofLatestMonth(lines: readonly RatedLine[]): readonly RatedLine[] {
  let latest: string | null = null;
  for (const { coverageMonth } of lines) {
    if (coverageMonth !== null && (latest === null || coverageMonth > latest)) latest = coverageMonth;
  }
  return lines.filter(({ coverageMonth }) => coverageMonth === latest);
}

/** Returns whether a line represents the policy rather than the other: the larger amount; of equal ones the higher rate, then by text. */
function isBefore(line: RatedLine, other: RatedLine): boolean {
  if (line.amount !== other.amount) return line.amount > other.amount;
  if (line.rate !== other.rate) return line.rate > other.rate;
  return coverageText(line) < coverageText(other);
}

function coverageText({ productType, planCode, planName }: ScorableLine): string {
  return JSON.stringify([productType, planCode, planName].map((text) => (text === null ? null : foldText(text))));
}

/** A month's pay by each basis that a statement shows. `share` and `head` are null without a premium or a number of lives. */
export interface PayRates {
  readonly flat: Money;
  /** Pay as a fraction of the premium. */
  readonly share: number | null;
  /** Pay of one life, in ten-thousandths of a dollar. */
  readonly head: number | null;
  /** The printed rate in millionths; null without one. */
  readonly printed: number | null;
}

/** Bounds of rounding where rates are compared: a share, and the cents by which each of two amounts varies. */
const RATE_ROUNDING = 0.002;
const CENTS: Money = 200;

/** Returns a month's pay by each basis that the statement shows. `printed`: the rate that it prints. */
export function ratesOf(
  amount: Money,
  { premium, lives }: Pick<MemberProfile, 'premium' | 'lives'>,
  printed: number | null,
): PayRates {
  return {
    flat: amount,
    share: premium === null || premium <= 0 ? null : amount / premium,
    head: lives === null || lives <= 0 ? null : (amount * 100) / lives,
    printed,
  };
}

/** Returns whether two payments follow one rate: the same share of the premium, pay of a life, printed rate, or amount. */
export function areAlike(one: PayRates, other: PayRates): boolean {
  return areAlikeByRate(one, other) || differByCents(one.flat, other.flat);
}

/** Returns whether two payments follow one rate, apart from an equal amount. */
export function areAlikeByRate(one: PayRates, other: PayRates): boolean {
  if (isSameShare(one, other)) return true;
  if (one.head !== null && other.head !== null && isNear(one.head, other.head, one.flat, other.flat)) return true;
  return one.printed !== null && one.printed === other.printed;
}

/** Returns whether two payments are the same share of their premiums. */
export function isSameShare(one: PayRates, other: PayRates): boolean {
  return one.share !== null && other.share !== null && isNear(one.share, other.share, one.flat, other.flat);
}

/** Compares two rates. Amounts vary by some cents, which are a larger share of a smaller amount. */
function isNear(one: number, other: number, amount: Money, otherAmount: Money): boolean {
  const rounding = RATE_ROUNDING + CENTS / Math.max(amount, 1) + CENTS / Math.max(otherAmount, 1);
  return Math.abs(one - other) <= rounding * Math.max(one, other);
}

/** Returns the rate in words: the share of the premium, else the pay of a life, else the amount. */
export function rateWords({ flat, share, head, printed }: PayRates): string {
  if (share === null && printed !== null) return percent(printed);
  if (share !== null) return `${sharePercent(Math.round(share * 1_000_000))} of premium`;
  return head === null ? dollars(flat) : `${dollars(Math.round(head))} a life`;
}
