import type { Refused } from '../../core/problem.ts';
import { unknownRate } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import {
  boundsRank,
  boundsText,
  isAmbiguous,
  isSameBounds,
  keyWithoutBounds,
  NO_BOUNDS,
} from '../../core/scoring/rate-bounds.ts';
import { firstPeriodReached } from '../../core/scoring/rate-reach.ts';
import { rebuildBook } from '../book/rebuild-book.ts';
import type { NewRate, RateRecord, RateRules, RateToConfirm, Rescore } from './rate-ports.ts';

/** Decisions about contracted rates (docs/reference/scoring.md#changes-of-rates). The store calls them under its locks. */

/** Rescores books, one after the other. Returns the number of periods. */
const rescoreBooks: Rescore = async (from, books) => {
  let periods = 0;
  for (const book of books) periods += (await rebuildBook(book, from)).length;
  return periods;
};

export const RATE_RULES: RateRules = {
  rescore: rescoreBooks,
  firstPeriodReached,
  decideReplaced(rate, alike) {
    const replaced = alike.find((other) => isSameBounds(rate, other)) ?? null;
    const ambiguous = alike.find((other) => other !== replaced && isAmbiguous(rate, other));
    return ambiguous === undefined ? { replaced } : refuseAmbiguous(rate, ambiguous);
  },
  refuseOverlaps(rates, stored) {
    const alike = Map.groupBy(stored, keyWithoutBounds);
    for (const rate of rates.filter((one) => boundsRank(one) > 0)) {
      const other = alike
        .get(keyWithoutBounds(rate))
        ?.find((one) => !isSameBounds(rate, one) && isAmbiguous(rate, one));
      if (other !== undefined) return refuseAmbiguous(rate, other);
    }
    return null;
  },
  decideConfirmed(found, fromPeriod) {
    if (found === null) return unknownRate();
    if (found.source === 'contracted') return refuse('conflict', 'The rate is contracted already.');
    const month = fromPeriod ?? found.basisPeriod;
    if (month === null) throw new Error('An estimate has the period it was made from.');
    return { rate: rateOf(found, `${month}-01`) };
  },
  decideContracted(rate, contracted) {
    const same = contracted.find((other) => isSameRate(other, rate)) ?? null;
    if (same !== null || contracted.length === 0) return { same };
    return refuse(
      'conflict',
      `A contracted rate holds for the same members in ${rate.effectiveFrom?.slice(0, 7)} or later: change or delete it first.`,
    );
  },
  refuseRemoval({ source }) {
    if (source === 'contracted') return null;
    return refuse('conflict', 'The rate is estimated from a statement; a contracted rate takes its place.');
  },
};

function refuseAmbiguous(rate: NewRate, other: RateRecord): Refused {
  const [own, others] = [boundsText(rate), boundsText(other)];
  return refuse(
    'conflict',
    `The bounds of the rate (${own}) overlap those of the rate ${other.id} (${others}), which has the same plan, tier, state and first day.`,
  );
}

/** Makes a contracted rate with the estimate's values, from the given day on. */
function rateOf({ decimalValue, ...found }: RateToConfirm, firstDay: string): NewRate {
  const { carrierId, planCode, planName, productType, maxLives, rateType, tier, state } = found;
  const limits = { planCode, planName, productType, maxLives, tier, state };
  return {
    carrierId,
    ...limits,
    ...NO_BOUNDS,
    rateType,
    rateValue: decimalValue,
    effectiveFrom: firstDay,
    effectiveTo: null,
  };
}

function isSameRate(contracted: RateRecord, rate: NewRate): boolean {
  const { rateType, rateValue, tier, maxLives, effectiveFrom, effectiveTo } = contracted;
  return (
    rateType === rate.rateType &&
    rateValue === Number(rate.rateValue) &&
    tier === rate.tier &&
    maxLives === rate.maxLives &&
    effectiveFrom === rate.effectiveFrom &&
    effectiveTo === null
  );
}
