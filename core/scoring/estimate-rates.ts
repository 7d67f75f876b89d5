import { foldText } from '../folded-text.ts';
import { type EstimateSample, estimateGroup, type GroupEstimate, isSameRate, isShortOf } from './estimate-group.ts';
import { type ExpectedRate, foldCode, planKey, type RateMoment, tierOf } from './expected.ts';
import type { MemberMonth } from './member-month.ts';
import { policyCoverages } from './policy-coverages.ts';

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
