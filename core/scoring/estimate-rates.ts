import { foldText } from '../folded-text.ts';
import { type Exact, exactFromMoney } from '../money.ts';
import {
  type ExpectedRate,
  expectedOf,
  foldCode,
  isEstimateShort,
  planKey,
  type RateMoment,
  type RateTable,
  type RateTier,
  ratedParts,
  tierOf,
} from './expected.ts';
import { policyCoverages, type RatedPart } from './gone-parts.ts';
import type { MemberMonth } from './member-month.ts';

/** Minimum number of payments that can contradict an estimate. */
const PAYMENTS_MIN = 5;

/**
 * Marks estimates by which half or more of the period's payments are short, because the carrier has changed its pay since. Each period is
 * checked by itself, so that the order of statements has no effect. `months`: yields the months of all members with lines.
 */
export function markOutdatedEstimates(table: RateTable, months: () => Iterable<MemberMonth>): RateTable {
  if (table.estimateCount === 0) return table;
  const counts = new Map<ExpectedRate, { valued: number; short: number }>();
  for (const { records } of months()) {
    for (const record of records) {
      if (record.paid <= 0) continue;
      for (const { part, rate } of ratedParts(record, table)) {
        if (rate?.source !== 'estimated') continue;
        const expected = expectedOf(part, rate);
        if (expected === null) continue;
        const count = counts.get(rate) ?? { valued: 0, short: 0 };
        if (count.valued === 0) counts.set(rate, count);
        count.valued += 1;
        if (isEstimateShort(expected, exactFromMoney(part.paid), rate.rateType)) count.short += 1;
      }
    }
  }
  const outdated = [...counts].filter(([, { valued, short }]) => valued >= PAYMENTS_MIN && short * 2 >= valued);
  if (outdated.length === 0) return table;
  const rates = new Set(outdated.map(([rate]) => rate));
  return { ...table, rateCount: table.rateCount - rates.size, outdated: rates };
}

/**
 * Estimates rates from a book's earliest period, for carriers without a contracted rate: for each plan of a product type, for each product
 * type and for the carrier. The rules are in docs/reference/signals.md#estimated-rates.
 */

export interface EstimatedRate extends ExpectedRate {
  readonly source: 'estimated';
  /** Number of payments that the rate was made from. A payment is a paid policy, or one of its coverages. */
  readonly sampleSize: number;
}

/** Minimum number of payments from which a plan or a product type gets a rate of its own. */
const GROUP_MIN = 5;

/** A payment with the plan and product type by which it is grouped. */
interface Sample extends EstimateSample {
  /** Null when the statement names no plan. */
  readonly planKey: string | null;
  /** Folded; empty when the statement names no type. */
  readonly typeKey: string;
}

/** Estimates the rates of a period's payments, for plans, product types and the carrier. Returns none without enough payments. */
export function estimateRates(months: Iterable<MemberMonth>, moment: RateMoment): EstimatedRate[] {
  const samples = samplesOf(months, moment);
  const byPlan = groupsOf(
    samples.filter((sample) => sample.planKey !== null),
    (sample) => `${sample.typeKey}/${sample.planKey}`,
  );
  const byType = groupsOf(
    samples.filter(({ typeKey }) => typeKey !== ''),
    ({ typeKey }) => typeKey,
  );
  const ofCarrier = withoutContradicted(estimateGroup(samples), [...byPlan, ...byType]);
  const ofTypes = byType.filter(isLarge).flatMap((group) => {
    const plans = byPlan.filter(([sample]) => sample?.typeKey === group[0]?.typeKey);
    const rates = withoutContradicted(estimateGroup(group), plans).filter((rate) => !isAmong(ofCarrier, rate));
    return rates.map((rate) => ({ ...rateFrom(rate), productType: group[0]?.part.productType ?? null }));
  });
  const ofPlans = byPlan.filter(isLarge).flatMap((group) => ratesOfPlan(group, ofCarrier));
  return [...ofPlans, ...ofTypes, ...ofCarrier.map(rateFrom)];
}

/** Returns the rates of one plan's payments. Leaves out rates that equal a rate of the carrier if the plan has no code. */
function ratesOfPlan(group: readonly Sample[], ofCarrier: readonly GroupEstimate[]): readonly EstimatedRate[] {
  const [first] = group;
  if (first === undefined) return [];
  const { planCode, planName, productType } = first.part;
  const rates = estimateGroup(group);
  if (planCode === null) {
    const own = rates.filter((rate) => !isAmong(ofCarrier, rate));
    return own.map((rate) => ({ ...rateFrom(rate), planName, productType }));
  }
  return rates.map((rate) => ({ ...rateFrom(rate), planCode: foldCode(planCode), productType }));
}

function samplesOf(months: Iterable<MemberMonth>, moment: RateMoment): Sample[] {
  const samples: Sample[] = [];
  for (const { records } of months) {
    for (const record of records) {
      for (const part of policyCoverages(record)) {
        if (part.paid <= 0) continue;
        samples.push({
          part,
          tier: tierOf(part, moment),
          planKey: planKey(part),
          typeKey: foldText(part.productType ?? ''),
        });
      }
    }
  }
  return samples;
}

/** Groups samples in the order of their keys, so that the order of members has no effect. */
function groupsOf(samples: readonly Sample[], keyOf: (sample: Sample) => string): (readonly Sample[])[] {
  return [...Map.groupBy(samples, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function isLarge(group: readonly Sample[]): boolean {
  return group.length >= GROUP_MIN;
}

/** Leaves out a rate if at least half of the payments of one plan or product type, in the tier of the rate, are short by it. */
function withoutContradicted(
  rates: readonly GroupEstimate[],
  groups: readonly (readonly Sample[])[],
): readonly GroupEstimate[] {
  return rates.filter((rate) =>
    groups.every((group) => {
      const reached = group.filter(({ tier }) => rate.tier === null || rate.tier === tier);
      const short = reached.filter((sample) => isShortOf(sample, rate));
      return short.length === 0 || short.length * 2 < reached.length;
    }),
  );
}

/** Returns whether an equal rate of the same tier is in the list. */
function isAmong(rates: readonly GroupEstimate[], rate: GroupEstimate): boolean {
  return rates.some((known) => known.tier === rate.tier && isSameRate(known, rate));
}

function rateFrom(estimate: GroupEstimate): EstimatedRate {
  return {
    source: 'estimated',
    planCode: null,
    planName: null,
    productType: null,
    state: null,
    effectiveFrom: null,
    effectiveTo: null,
    ...estimate,
  };
}

/** A payment above zero that a rate may be estimated from. */
export interface EstimateSample {
  readonly part: RatedPart;
  readonly tier: RateTier | null;
}

/** A rate that was estimated from a group of payments. */
type GroupEstimate = Pick<ExpectedRate, 'rateType' | 'rateMillionths' | 'tier'> & {
  readonly sampleSize: number;
};

/** Minimum number of payments from which a tier gets a rate of its own. */
const TIER_MIN = 5;
/** Minimum share of payments with a premium for ratios to be used. */
const PREMIUM_SHARE = 0.8;
/** Ratios agree when their interquartile range is at most a tenth of their median. */
const SPREAD_MAX = 0.1 + 1e-9;
/** Divisor for the payments that may contradict a rate: an estimate is dropped if more than one in twenty of its payments does. */
const SHORT_ONE_IN = 20;
/** Rates are estimated to four decimals. */
const RATE_STEP_MILLIONTHS = 100;

/**
 * Estimates the rate of a group of payments, or one rate for each tier if the tiers are paid differently. If all payments are of one tier,
 * the rate applies to that tier only.
 */
export function estimateGroup(samples: readonly EstimateSample[]): readonly GroupEstimate[] {
  const byTier = Map.groupBy(samples, ({ tier }) => tier);
  const [onlyTier = null] = byTier.size === 1 ? byTier.keys() : [];
  const whole = estimateOne(samples, onlyTier);
  const ofTiers = byTier.size === 1 ? [] : (['initial', 'renewal'] as const).flatMap((tier) => tierRates(byTier, tier));
  const [initial, renewal] = ofTiers;
  const differ = initial !== undefined && renewal !== undefined && !isSameRate(initial, renewal);
  if (whole !== null && !differ) return [whole];
  return ofTiers;
}

/** Returns the rate of one tier's payments as a list, which is empty without enough payments. */
function tierRates(
  byTier: ReadonlyMap<RateTier | null, readonly EstimateSample[]>,
  tier: RateTier,
): readonly GroupEstimate[] {
  const own = byTier.get(tier) ?? [];
  const rate = own.length < TIER_MIN ? null : estimateOne(own, tier);
  return rate === null ? [] : [rate];
}

/** Returns whether two rates differ only in their tier. */
function isSameRate(a: GroupEstimate, b: GroupEstimate): boolean {
  return a.rateType === b.rateType && a.rateMillionths === b.rateMillionths;
}

function estimateOne(samples: readonly EstimateSample[], tier: RateTier | null): GroupEstimate | null {
  const withPremium = samples.filter(({ part }) => part.premium !== null && part.premium > 0);
  const knowsPremiums = withPremium.length > 0 && withPremium.length * 2 >= samples.length;
  const share = knowsPremiums ? estimatePercent(samples, withPremium) : null;
  if (share !== null && isBorneOut(samples, share)) return { ...share, tier };
  const flat = estimateFlat(samples);
  if (flat === null || !isBorneOut(samples, flat)) return null;
  return knowsPremiums && !isProven(samples, flat) ? null : { ...flat, tier };
}

/** Returns whether a rate describes its own payments: at most one in twenty is short by it. */
function isBorneOut(samples: readonly EstimateSample[], rate: TierlessEstimate): boolean {
  const short = samples.filter((sample) => isShortOf(sample, rate)).length;
  return short * SHORT_ONE_IN <= rate.sampleSize;
}

/** Returns whether nearly every payment is exactly the flat rate. Only then is it believed although the premiums are known. */
function isProven(samples: readonly EstimateSample[], rate: TierlessEstimate): boolean {
  const others = samples.filter(({ part }) => !isPaidFor(part, rate)).length;
  return others * SHORT_ONE_IN <= samples.length;
}

/** Returns whether a payment is less than the rate gives, by more than rounding. */
function isShortOf({ part }: EstimateSample, rate: TierlessEstimate): boolean {
  const expected = expectedOf(part, rate);
  return expected !== null && isEstimateShort(expected, exactFromMoney(part.paid), rate.rateType);
}

type TierlessEstimate = Omit<GroupEstimate, 'tier'>;

/** Estimates a share of the premium: the median of the payments' shares; null without enough premiums, or if the shares differ too much. */
function estimatePercent(
  samples: readonly EstimateSample[],
  withPremium: readonly EstimateSample[],
): TierlessEstimate | null {
  if (withPremium.length < samples.length * PREMIUM_SHARE) return null;
  const ratios = withPremium.map(({ part: { paid, premium } }) => paid / (premium ?? 1)).sort(ascending);
  const median = quantile(ratios, 2);
  if (quantile(ratios, 3) - quantile(ratios, 1) > SPREAD_MAX * median) return null;
  return { rateType: 'percent_of_premium', rateMillionths: toRate(median), sampleSize: samples.length };
}

const ascending = (a: number, b: number) => a - b;

/**
 * Estimates a flat rate for one life and one month: the most frequent amount if half of the payments have it, else the lower quartile.
 * Returns null without a payment for a positive number of lives and months.
 */
function estimateFlat(samples: readonly EstimateSample[]): TierlessEstimate | null {
  const amounts = samples
    .flatMap(({ part: { paid, lives, monthsPaid } }) => {
      const shares = (lives ?? 100) * (monthsPaid ?? 100);
      // Amounts are in ten-thousandths of a dollar, and lives times months are in ten-thousandths, too.
      return shares > 0 ? [paid / shares] : [];
    })
    .sort(ascending);
  if (amounts.length === 0) return null;
  // The amounts are in ascending order, so the lowest of equally frequent amounts is chosen.
  const [first = [], ...others] = [...Map.groupBy(amounts, toRate).values()];
  const mostFrequent = others.reduce((best, next) => (next.length > best.length ? next : best), first);
  const isUsual = mostFrequent.length * 2 >= amounts.length;
  const rateMillionths = toRate(isUsual ? (mostFrequent[0] ?? 0) : quantile(amounts, 1));
  return { rateType: 'flat_per_member', rateMillionths, sampleSize: amounts.length };
}

const CENT: Exact = 100_000_000n;

/** Returns whether a payment equals the amount that the rate gives, to the cent. */
function isPaidFor(part: RatedPart, rate: Parameters<typeof expectedOf>[1]): boolean {
  const difference = (expectedOf(part, rate) ?? 0n) - exactFromMoney(part.paid);
  return difference <= CENT && difference >= -CENT;
}

/** Returns a quartile (1 to 3) of a sorted list, interpolated linearly like PostgreSQL's percentile_cont. */
function quantile(sorted: readonly number[], quarter: number): number {
  const steps = (sorted.length - 1) * quarter;
  const low = sorted[Math.floor(steps / 4)] ?? 0;
  const high = sorted[Math.floor(steps / 4) + 1] ?? low;
  return low + ((high - low) * (steps % 4)) / 4;
}

/** Converts a ratio to a rate in millionths, rounded half up to four decimals. Six more decimals hide the error of a double. */
function toRate(ratio: number): number {
  return Math.round(Number((ratio * 10_000).toFixed(6))) * RATE_STEP_MILLIONTHS;
}
