import type { ExpectedRate } from './expected.ts';
import type { MemberMonth } from './member-month.ts';
import { policyCoverages, type RatedPart } from './policy-coverages.ts';

/**
 * Rates estimated from a book's earliest period (contract 6, Owed), for carriers nobody has given a contracted rate
 * for: per plan with five records or more, and for the carrier. A share of the premium where the ratios agree, else an
 * amount per life and month. Estimated once, from paid amounts; a month that was already short makes a low estimate, and
 * that is why every figure made from one is marked as estimated.
 */

export interface EstimatedRate extends ExpectedRate {
  readonly source: 'estimated';
  /** Paid policies, or coverages of them, that the rate was made from, with or without a premium. */
  readonly sampleSize: number;
}

const PLAN_RECORDS_MIN = 5;
/** Of the records, how many must show a premium before ratios mean anything: 80 %. */
const PREMIUM_SHARE = { numerator: 4, denominator: 5 } as const;
/** Ratios agree when their interquartile range is at most a tenth of their median. */
const SPREAD = { numerator: 1n, denominator: 10n } as const;
/** Rates are estimated to four decimals. */
const RATE_STEP_MILLIONTHS = 100n;

/** A fraction of two integers; the denominator is above zero. */
interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function estimateRates(months: Iterable<MemberMonth>): EstimatedRate[] {
  const all: RatedPart[] = [];
  const byPlan = new Map<string, RatedPart[]>();
  for (const month of months) {
    for (const record of month.records.flatMap(policyCoverages)) {
      if (record.paid <= 0) continue;
      all.push(record);
      if (record.planCode === null) continue;
      const key = record.planCode.trim().toUpperCase();
      const records = byPlan.get(key);
      if (records === undefined) byPlan.set(key, [record]);
      else records.push(record);
    }
  }
  const rates = [...byPlan]
    .filter(([, records]) => records.length >= PLAN_RECORDS_MIN)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([planCode, records]) => estimateOne(planCode, records));
  return [...rates, ...estimateOne(null, all)];
}

function estimateOne(planCode: string | null, records: readonly RatedPart[]): EstimatedRate[] {
  const found = estimatePercent(records) ?? estimateFlat(records);
  if (found === null) return [];
  return [{ source: 'estimated', planCode, tier: null, state: null, effectiveFrom: null, effectiveTo: null, ...found }];
}

type Estimate = Pick<EstimatedRate, 'rateType' | 'rateMillionths' | 'sampleSize'>;

function estimatePercent(records: readonly RatedPart[]): Estimate | null {
  const ratios: Ratio[] = [];
  for (const { paid, premium } of records) {
    if (premium !== null && premium > 0) ratios.push({ numerator: BigInt(paid), denominator: BigInt(premium) });
  }
  const enough = ratios.length * PREMIUM_SHARE.denominator >= records.length * PREMIUM_SHARE.numerator;
  if (ratios.length === 0 || !enough) return null;
  ratios.sort(compareRatios);
  const median = quantile(ratios, 2n);
  const range = subtract(quantile(ratios, 3n), quantile(ratios, 1n));
  // range / median <= 1 / 10, multiplied out so that nothing is rounded.
  const left = range.numerator * median.denominator * SPREAD.denominator;
  const right = median.numerator * range.denominator * SPREAD.numerator;
  if (left > right) return null;
  return { rateType: 'percent_of_premium', rateMillionths: toRate(median, 1n), sampleSize: records.length };
}

/** Per life and month, because that is what the rate is multiplied by again: a group of three is not paid three times. */
function estimateFlat(records: readonly RatedPart[]): Estimate | null {
  const amounts: Ratio[] = [];
  for (const record of records) {
    const shares = BigInt(record.lives ?? 100) * BigInt(record.monthsPaid ?? 100);
    if (shares > 0n) amounts.push({ numerator: BigInt(record.paid) * 10_000n, denominator: shares });
  }
  if (amounts.length === 0) return null;
  amounts.sort(compareRatios);
  const counts = new Map<number, number>();
  for (const amount of amounts) {
    const rate = toRate(amount, MONEY_UNITS);
    counts.set(rate, (counts.get(rate) ?? 0) + 1);
  }
  // In ascending order, so that of equally frequent amounts the lower one wins.
  const [mostFrequent, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  const rateMillionths = count * 2 >= amounts.length ? mostFrequent : toRate(quantile(amounts, 1n), MONEY_UNITS);
  return { rateType: 'flat_per_member', rateMillionths, sampleSize: amounts.length };
}

/** Money counts ten-thousandths, of which a dollar has this many. */
const MONEY_UNITS = 10_000n;

/** Quarter q of a sorted list, by linear interpolation between neighbours (as percentile_cont does). */
function quantile(sorted: readonly Ratio[], quarter: bigint): Ratio {
  const steps = BigInt(sorted.length - 1) * quarter;
  const low = sorted[Number(steps / 4n)];
  if (low === undefined) throw new Error('A quantile needs at least one value.');
  const high = sorted[Number(steps / 4n) + 1] ?? low;
  const part = steps % 4n;
  return {
    numerator: low.numerator * high.denominator * (4n - part) + high.numerator * low.denominator * part,
    denominator: low.denominator * high.denominator * 4n,
  };
}

function subtract(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

function compareRatios(a: Ratio, b: Ratio): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A ratio of so many units to the whole as a rate in millionths, rounded half up to four decimals; ratios are positive. */
function toRate(ratio: Ratio, units: bigint): number {
  const denominator = ratio.denominator * units;
  const steps = (ratio.numerator * 20_000n + denominator) / (denominator * 2n);
  return Number(steps * RATE_STEP_MILLIONTHS);
}
