import { Fraction } from './book-model-fraction.ts';
import {
  coveragesOf,
  expectedOf,
  folded,
  isShortfall,
  livesTimesMonths,
  type ModelEstimate,
  positiveSum,
  type Tier,
  tierOf,
} from './book-model-owed.ts';
import {
  activePeriods,
  fieldOf,
  linesOf,
  type ModelFile,
  type ModelRecord,
  memberMonth,
  normalised,
  numberOf,
} from './book-model-record.ts';

/** Implements the estimates of docs/reference/signals.md again for the book model, from that page alone. */

interface Sample {
  readonly record: ModelRecord;
  readonly paid: Fraction;
  readonly premium: Fraction | null;
  readonly tier: Tier | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly type: string | null;
}

type Found = Pick<ModelEstimate, 'rateType' | 'rateValue' | 'maxLives' | 'tier' | 'sampleSize'>;

const FIVE = 5;

export function estimatedRates(files: readonly ModelFile[]): ModelEstimate[] {
  const basisPeriod = activePeriods(files)[0];
  if (basisPeriod === undefined) return [];
  const samples = samplesOf(files, basisPeriod);
  const planOf = ({ code, name }: Sample) => (code === null ? (name === null ? null : `name:${name}`) : `code:${code}`);
  const plans = grouped(samples, (one) => (planOf(one) === null ? null : `${one.type} ${planOf(one)}`));
  const types = grouped(samples, ({ type }) => type);

  const carrier = unlessRefuted(found(samples), [...plans, ...types]);
  const isNew = (rate: Found) => !carrier.some((known) => alike(known, rate));
  const estimates: ModelEstimate[] = carrier.map((rate) => ({ ...FOR_ALL, ...rate, basisPeriod }));
  for (const group of types.filter(({ length }) => length >= FIVE)) {
    const type = group[0]?.type ?? null;
    const own = plans.filter((plan) => plan[0]?.type === type);
    for (const rate of unlessRefuted(found(group), own).filter(isNew)) {
      estimates.push({ ...FOR_ALL, productType: type, ...rate, basisPeriod });
    }
  }
  for (const group of plans.filter(({ length }) => length >= FIVE)) {
    const { code = null, name = null, type = null } = group[0] ?? {};
    const rates = found(group).filter((rate) => code !== null || isNew(rate));
    for (const rate of rates) {
      estimates.push({
        planCode: code,
        planName: code === null ? name : null,
        productType: type,
        ...rate,
        basisPeriod,
      });
    }
  }
  return estimates;
}

const FOR_ALL = { planCode: null, planName: null, productType: null };

function samplesOf(files: readonly ModelFile[], period: string): Sample[] {
  const members = [...new Set(linesOf(files, period).map((line) => normalised(line.member)))].sort();
  return members
    .flatMap((member) => memberMonth(files, period, member)?.records ?? [])
    .flatMap(coveragesOf)
    .filter((record) => positiveSum(record).isAbove(Fraction.zero))
    .map((record) => ({
      record,
      paid: positiveSum(record),
      premium: numberOf(record, 'premium'),
      tier: tierOf(record, period),
      code: folded(fieldOf(record, 'planCode')),
      name: folded(fieldOf(record, 'planName')),
      type: folded(fieldOf(record, 'productType')),
    }));
}

function grouped(samples: readonly Sample[], keyOf: (sample: Sample) => string | null): Sample[][] {
  const keys = [...new Set(samples.map(keyOf))].filter((key) => key !== null);
  return keys.map((key) => samples.filter((sample) => keyOf(sample) === key));
}

/** Returns a rate for each tier if both are paid and differ. Otherwise returns one for all, or for the only tier. */
function found(samples: readonly Sample[]): Found[] {
  if (samples.length === 0) return [];
  const tiers = [...new Set(samples.map(({ tier }) => tier))];
  const [first = null] = tiers;
  const whole = oneRate(samples, tiers.length === 1 ? first : null);
  if (tiers.length === 1) return whole === null ? [] : [whole];
  const [initial, renewal] = (['initial', 'renewal'] as const).map((tier) => {
    const own = samples.filter((sample) => sample.tier === tier);
    return own.length >= FIVE ? oneRate(own, tier) : null;
  });
  const bothDiffer = initial && renewal && !alike({ ...initial, tier: null }, { ...renewal, tier: null });
  if (whole !== null && !bothDiffer) return [whole];
  return [initial, renewal].filter((rate) => rate !== null && rate !== undefined);
}

function oneRate(samples: readonly Sample[], tier: Tier | null): Found | null {
  const premiums = samples.filter(({ premium }) => premium?.isAbove(Fraction.zero) === true);
  const knowsPremiums = premiums.length > 0 && premiums.length * 2 >= samples.length;
  const ofPremium = knowsPremiums ? share(samples, premiums) : null;
  if (ofPremium !== null && isBorneOut(samples, ofPremium)) return { ...ofPremium, tier };
  const ofLives = flat(samples);
  if (ofLives === null || !isBorneOut(samples, ofLives)) return null;
  const exact = samples.filter((sample) => isPaidExactly(sample, ofLives)).length;
  return knowsPremiums && exact < samples.length * 0.95 ? null : { ...ofLives, tier };
}

function isBorneOut(samples: readonly Sample[], rate: Untiered): boolean {
  return samples.filter((sample) => isShort(sample, rate)).length <= rate.sampleSize * 0.05;
}

function isPaidExactly({ record, paid }: Sample, rate: Untiered): boolean {
  const due = expectedOf(record, { ...rate, rateValue: Fraction.of(rate.rateValue) });
  const off = due === null ? Fraction.one : due.minus(paid);
  return !off.isAbove(Fraction.of('0.01')) && !off.isBelow(Fraction.of('-0.01'));
}

type Untiered = Omit<Found, 'tier'>;

function share(samples: readonly Sample[], premiums: readonly Sample[]): Untiered | null {
  if (premiums.length * 100 < samples.length * 80) return null;
  const ratios = premiums.map(({ paid, premium }) => paid.over(premium ?? Fraction.one));
  const median = quantile(ratios, '0.5');
  const spread = quantile(ratios, '0.75').minus(quantile(ratios, '0.25')).over(median);
  if (spread.isAbove(Fraction.of('0.10'))) return null;
  const rateValue = median.rounded(4).toDecimal();
  return { rateType: 'percent_of_premium', rateValue, maxLives: null, sampleSize: samples.length };
}

/** Returns the flat rate, or null. Leaves out payments with lives × months of zero or less, which have no amount per life and month. */
function flat(all: readonly Sample[]): Untiered | null {
  const samples = all.filter(({ record }) => livesTimesMonths(record).isAbove(Fraction.zero));
  if (samples.length === 0) return null;
  const amounts = samples.map(({ paid, record }) => paid.over(livesTimesMonths(record)));
  const usual = mostFrequent(amounts.map((amount) => amount.rounded(4)));
  const isUsual = usual.count * 2 >= samples.length;
  const rateValue = (isUsual ? usual.amount : quantile(amounts, '0.25').rounded(4)).toDecimal();
  return { rateType: 'flat_per_member', rateValue, maxLives: null, sampleSize: samples.length };
}

function isShort({ record, paid }: Sample, rate: Untiered): boolean {
  const expected = expectedOf(record, { ...rate, rateValue: Fraction.of(rate.rateValue) });
  return expected !== null && isShortfall(expected, paid, rate.rateType === 'percent_of_premium');
}

/** Rejects a rate for several groups if half of the payments of a group are short of it. */
function unlessRefuted(rates: readonly Found[], groups: readonly Sample[][]): Found[] {
  return rates.filter((rate) =>
    groups.every((group) => {
      const reached = group.filter(({ tier }) => rate.tier === null || tier === rate.tier);
      const short = reached.filter((sample) => isShort(sample, rate)).length;
      return short === 0 || short < reached.length / 2;
    }),
  );
}

function alike(a: Found, b: Found): boolean {
  return a.rateType === b.rateType && a.rateValue === b.rateValue && a.tier === b.tier && a.maxLives === b.maxLives;
}

/** Marks an estimate as outdated in a month if at least half of five or more payments of the month are short of it. */
export function currentEstimates(
  files: readonly ModelFile[],
  period: string,
  estimates: readonly ModelEstimate[],
  usedBy: (
    record: ModelRecord,
  ) => readonly { readonly estimate: ModelEstimate; readonly expected: Fraction; readonly paid: Fraction }[],
): ModelEstimate[] {
  const members = [...new Set(linesOf(files, period).map((line) => normalised(line.member)))];
  const used = members
    .flatMap((member) => memberMonth(files, period, member)?.records ?? [])
    .filter((record) => positiveSum(record).isAbove(Fraction.zero))
    .flatMap(usedBy);
  return estimates.map((estimate) => {
    const own = used.filter((use) => use.estimate === estimate);
    const short = own.filter(({ expected, paid }) =>
      isShortfall(expected, paid, estimate.rateType === 'percent_of_premium'),
    ).length;
    return own.length >= FIVE && short * 2 >= own.length ? { ...estimate, isOutdated: true } : estimate;
  });
}

/** Returns the quantile of at least one value, by linear interpolation between the two nearest (SQL's percentile_cont). */
function quantile(values: readonly Fraction[], part: string): Fraction {
  const sorted = [...values].sort((a, b) => a.compare(b));
  const position = Fraction.of(part).times(new Fraction(BigInt(sorted.length - 1), 1n));
  const below = position.numerator / position.denominator;
  const rest = position.minus(new Fraction(below, 1n));
  const low = sorted[Number(below)];
  if (low === undefined) throw new RangeError('A quantile needs at least one value.');
  const high = sorted[Number(below) + 1] ?? low;
  return low.plus(high.minus(low).times(rest));
}

/** Returns the most frequent of at least one amount, and the lowest of equally frequent amounts. */
function mostFrequent(amounts: readonly Fraction[]): { amount: Fraction; count: number } {
  let best = { amount: Fraction.zero, count: 0 };
  for (const amount of [...amounts].sort((a, b) => a.compare(b))) {
    const count = amounts.filter((other) => other.equals(amount)).length;
    if (count > best.count) best = { amount, count };
  }
  return best;
}
