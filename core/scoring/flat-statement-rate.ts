import { foldText } from '../folded-text.ts';
import { type Exact, exactFromMoney } from '../money.ts';
import { type Period, periodOfDate } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { planKey } from './expected.ts';
import { isForOneMonth, paidMonthOf, type ScorableLine } from './member-month.ts';

/** The amount that a line should pay by a printed rate in dollars per life. `rounding` is the largest error of the printed figures. */
export interface FlatDue {
  readonly expected: Exact;
  readonly rounding: Exact;
}

/** Returns the amount that a line should pay; null for a line whose pay does not follow from the flat rate. */
export type FlatDueOf = (line: ScorableLine, period: Period) => FlatDue | null;

/** The amount that a line should pay for one life, and the rounding error of its rate. */
interface PerLife {
  readonly amount: Exact;
  readonly rounding: Exact;
}

/** The whole, in millionths. */
const WHOLE = 1_000_000;
const CENT: Exact = 100_000_000n;
const HALF_CENT = CENT / 2n;
/** A life. Numbers of lives are in hundredths. */
const ONE = 100;
/** Minimum number of lines with several lives that pay the flat rate. With fewer the flat rate is not believed. */
const KEPT_MIN = 2;
/** Divisor for the lines that may pay something else: one line, or a fifth of the lines with several lives. */
const OTHERS_ONE_IN = 5;

/**
 * Learns whether a period's lines pay rate × lives × split, and the maximum number of lives that a household is paid for
 * (docs/reference/signals.md#a-flat-rate-on-the-statement). Returns null if they do not, or if every line is for one life.
 */
export function flatDueOf(
  lines: () => Iterable<ScorableLine>,
  { kindOf, paysShare }: { readonly kindOf: LineKindOf; readonly paysShare: (line: ScorableLine) => boolean },
): FlatDueOf | null {
  const livesMax = new Map<string, number>();
  let shares = 0;
  let isForSeveral = false;
  let isPerLife = false;
  for (const line of lines()) {
    // A further line for one life tells nothing new.
    if (isPerLife && shares > 0 && (line.lives ?? ONE) <= ONE) continue;
    const perLife = perLifeOf(line, kindOf);
    if (perLife === null || line.lives === null) continue;
    isForSeveral ||= line.lives > ONE;
    const paid = paidLives(line, perLife);
    if (paid === null || paid * ONE > line.lives) {
      if (paysShare(line)) shares += 1;
      continue;
    }
    isPerLife = true;
    // Lines of a single life, which are most, need no key.
    if (paid === 1) continue;
    const key = householdKey(line);
    livesMax.set(key, Math.max(livesMax.get(key) ?? 0, paid * ONE));
  }
  if (!isForSeveral || !isPerLife) return null;
  const dueOf = (line: ScorableLine): FlatDue | null => {
    const perLife = perLifeOf(line, kindOf);
    // If other lines are paid a share of the premium, a rate means dollars only without a premium.
    if (perLife === null || line.lives === null || (shares > 0 && line.premium !== null)) return null;
    const most = line.lives <= ONE ? ONE : (livesMax.get(householdKey(line)) ?? ONE);
    const lives = BigInt(Math.min(line.lives, most));
    return {
      expected: (perLife.amount * lives) / BigInt(ONE),
      rounding: (perLife.rounding * lives) / BigInt(ONE) + CENT,
    };
  };
  if (!isKept(lines(), dueOf)) return null;
  return (line, period) => {
    const due = dueOf(line);
    return due === null || isPartOfMonth(line, period) || mayBePartOfMonth(line, due) ? null : due;
  };
}

/** Returns the amount for one life; null without a rate or head count, for several months, and for other pay than commission. */
function perLifeOf(line: ScorableLine, kindOf: LineKindOf): PerLife | null {
  if (line.rate === null || line.rate <= 0 || line.lives === null || line.lives <= 0 || line.amount <= 0) return null;
  if (!isForOneMonth(line) || kindOf(line) !== 'commission') return null;
  const split = splitOf(line);
  const rate = BigInt(line.rate) * 10_000n;
  if (split === WHOLE) return { amount: rate, rounding: HALF_CENT };
  return { amount: (rate * BigInt(split)) / BigInt(WHOLE), rounding: (HALF_CENT * BigInt(split)) / BigInt(WHOLE) };
}

/** Returns a line's split in millionths: 0.5 and 50 both mean one half. A missing or impossible split is the whole. */
function splitOf({ split }: ScorableLine): number {
  if (split === null || split <= 0 || split > WHOLE * 100) return WHOLE;
  return split <= WHOLE ? split : Math.round(split / 100);
}

/** Returns how many whole lives a line pays for; null if it pays for none, or for a part of one. */
function paidLives(line: ScorableLine, { amount, rounding }: PerLife): number | null {
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
function isKept(lines: Iterable<ScorableLine>, dueOf: (line: ScorableLine) => FlatDue | null): boolean {
  let kept = 0;
  let others = 0;
  for (const line of lines) {
    if (line.lives === null || line.lives <= ONE) continue;
    const due = dueOf(line);
    if (due === null) continue;
    const difference = due.expected - exactFromMoney(line.amount);
    if (difference <= due.rounding && difference >= -due.rounding) kept += 1;
    else others += 1;
  }
  return kept >= KEPT_MIN && others <= Math.max(1, (kept + others) / OTHERS_ONE_IN);
}

/** Returns whether a line probably pays for some days of a month: half of the due amount or less, and not the pay of whole lives. */
function mayBePartOfMonth(line: ScorableLine, { expected }: FlatDue): boolean {
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
