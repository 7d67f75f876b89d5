import { type Exact, exactFromMoney } from '../money.ts';
import { type Period, periodOfDate } from '../period.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { planKey } from './expected.ts';
import { paidMonthOf, type ScorableLine } from './member-month.ts';
import { foldText } from './policy-coverages.ts';

/**
 * A statement that prints dollars for each life and a head count: rate × lives × split is what its line should pay.
 * Carriers pay a household for a maximum number of lives, which the largest number paid tells
 * (docs/reference/signals.md#a-flat-rate-on-the-statement).
 */

/** What a line should pay; `rounding` is how far the printed rate may be off. */
export interface FlatDue {
  readonly expected: Exact;
  readonly rounding: Exact;
}

/** Null for a line whose pay the flat rate does not tell. */
export type FlatDueOf = (line: ScorableLine, period: Period) => FlatDue | null;

interface PerLife {
  readonly amount: Exact;
  readonly rounding: Exact;
}

/** Millionths. */
const WHOLE = 1_000_000;
const CENT: Exact = 100_000_000n;
const HALF_CENT = CENT / 2n;
/** Hundredths, like every number of lives and months. */
const ONE = 100;
/** Lines with several lives that are paid for all of them, before the head count is believed. */
const KEPT_MIN = 2;
/** Of such lines one may pay something else, or a fifth. */
const OTHERS_ONE_IN = 5;

/**
 * Learns from a period's lines whether they pay their printed rate for each life, and for how many lives at most. Null where they do
 * not, or where every line is for one life. `paysShare` tells the lines that pay their rate as a share of the premium.
 */
export function flatDueOf(
  lines: () => Iterable<ScorableLine>,
  { kindOf, paysShare }: { readonly kindOf: LineKindOf; readonly paysShare: (line: ScorableLine) => boolean },
): FlatDueOf | null {
  const livesMax = new Map<string, number>();
  let shares = 0;
  let isForSeveral = false;
  for (const line of lines()) {
    const perLife = perLifeOf(line, kindOf);
    if (perLife === null || line.lives === null) continue;
    isForSeveral ||= line.lives > ONE;
    const paid = paidLives(line, perLife);
    if (paid === null || paid * ONE > line.lives) {
      if (paysShare(line)) shares += 1;
      continue;
    }
    const key = householdKey(line);
    livesMax.set(key, Math.max(livesMax.get(key) ?? 0, paid * ONE));
  }
  if (!isForSeveral || livesMax.size === 0) return null;
  const dueOf = (line: ScorableLine): FlatDue | null => {
    const perLife = perLifeOf(line, kindOf);
    // Beside lines that are paid a share of the premium, a rate is dollars only where there is no premium.
    if (perLife === null || line.lives === null || (shares > 0 && line.premium !== null)) return null;
    const lives = BigInt(Math.min(line.lives, livesMax.get(householdKey(line)) ?? ONE));
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

/** Null for another kind of pay than commission, for several months, and where no head count is printed. */
function perLifeOf(line: ScorableLine, kindOf: LineKindOf): PerLife | null {
  if (line.rate === null || line.rate <= 0 || line.lives === null || line.lives <= 0 || line.amount <= 0) return null;
  if ((line.monthsPaid ?? ONE) !== ONE || kindOf(line) !== 'commission') return null;
  const split = BigInt(splitOf(line));
  return {
    amount: (BigInt(line.rate) * 10_000n * split) / BigInt(WHOLE),
    rounding: (HALF_CENT * split) / BigInt(WHOLE),
  };
}

/** In millionths: 0.5 and 50 are one half. */
function splitOf({ split }: ScorableLine): number {
  if (split === null || split <= 0 || split > WHOLE * 100) return WHOLE;
  return split <= WHOLE ? split : Math.round(split / 100);
}

/** How many whole lives a line pays for; null where it pays for none, or for a part of one. */
function paidLives(line: ScorableLine, { amount, rounding }: PerLife): number | null {
  const paid = exactFromMoney(line.amount);
  const lives = (paid + amount / 2n) / amount;
  const difference = paid - lives * amount;
  const tolerated = lives * rounding + CENT;
  return lives > 0n && difference <= tolerated && difference >= -tolerated ? Number(lives) : null;
}

/** Carriers limit the lives of a household by plan and state. */
function householdKey(line: ScorableLine): string {
  return JSON.stringify([planKey(line), foldText(line.productType ?? ''), foldText(line.state ?? '')]);
}

/** Lines for one life pay the rate whatever the head count means, so only the others tell. */
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

/** Half of it or less, which is not the pay of whole lives, is more likely the pay of some days. */
function mayBePartOfMonth(line: ScorableLine, { expected }: FlatDue): boolean {
  if (exactFromMoney(line.amount) * 2n > expected) return false;
  const perLife = perLifeOf(line, () => 'commission');
  return perLife === null || paidLives(line, perLife) === null;
}

/** A coverage that begins or ends within the month may be paid for a part of it. */
function isPartOfMonth(line: ScorableLine, period: Period): boolean {
  const month = paidMonthOf(line) ?? period;
  const { effectiveDate, termDate } = line;
  const isFirst = effectiveDate !== null && periodOfDate(effectiveDate) === month && !effectiveDate.endsWith('-01');
  return isFirst || (termDate !== null && periodOfDate(termDate) === month);
}
