import { foldText } from '../csv-text.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import type { PolicyRecord, ScorableLine } from './member-month.ts';
import { isSameCoverage } from './policy-coverages.ts';
import { ALWAYS_EXTRA } from './regular-pay.ts';

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
