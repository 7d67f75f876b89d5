import { type Exact, exactFromMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type FlatDueOf, flatDueOf } from './flat-statement-rate.ts';
import { isForOneMonth, type MemberMonth, type ScorableLine } from './member-month.ts';

/** The amount that a line should pay by its printed rate. `rounding` is the largest error of the printed figures. */
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
export function statementRates(lines: () => Iterable<ScorableLine>, kindOf: LineKindOf): StatementRates {
  let known = 0;
  let others = 0;
  let isForSeveral = false;
  for (const line of lines()) {
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
  const split = line.split === null ? WHOLE : shareOf(line.split);
  if (split === null || isPaidFlat(line, line.rate)) return null;
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
function possibleRates(millionths: number): readonly number[] {
  if (millionths <= 0) return [];
  if (millionths <= WHOLE) return [millionths];
  const percentage = Math.round(millionths / 100);
  const fractions = millionths <= WHOLE * RATE_MAX ? [millionths] : [];
  return percentage <= WHOLE * RATE_MAX ? [...fractions, percentage] : fractions;
}

function magnitude(amount: Exact): Exact {
  return amount < 0n ? -amount : amount;
}

/** Returns a split in millionths: 0.5 and 50 both mean one half. Null for a number that can't be a share. */
function shareOf(millionths: number): number | null {
  if (millionths <= 0 || millionths > WHOLE * 100) return null;
  return millionths <= WHOLE ? millionths : Math.round(millionths / 100);
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
