import { Fraction } from './book-model-fraction.ts';
import {
  amountOf,
  fieldOf,
  isChargeback,
  type MemberMonth,
  type ModelLine,
  type ModelRecord,
  numberOf,
} from './book-model-record.ts';

/** Implements docs/reference/scoring.md#owed for the book model: contracted rates, estimates, expected and owed of a member. */

export interface ModelRate {
  /** When absent, the rate applies to the whole carrier. */
  readonly planCode?: string;
  readonly state?: string;
  readonly tier?: 'initial' | 'renewal';
  readonly rateType: 'flat_per_member' | 'percent_of_premium';
  readonly rateValue: string;
  /** The first and the last day, both inclusive. */
  readonly effectiveFrom?: string;
  readonly effectiveTo?: string;
  /** Only for flat rates. */
  readonly maxLives?: number;
  /** The first and the last policy month, both inclusive. The effective month is the first. */
  readonly fromPolicyMonth?: number;
  readonly toPolicyMonth?: number;
  /** The smallest and the largest size, both inclusive, in whole lives. */
  readonly fromLives?: number;
  readonly toLives?: number;
}

export type Tier = 'initial' | 'renewal';

export interface ModelEstimate {
  /** Texts are trimmed and folded; null means all. */
  readonly planCode: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  readonly tier: Tier | null;
  readonly maxLives: number | null;
  /** True when a book-wide change has ended it. */
  readonly isOutdated?: boolean;
  readonly rateType: ModelRate['rateType'];
  readonly rateValue: string;
  readonly basisPeriod: string;
  readonly sampleSize: number;
}

export interface MemberOwed {
  /** Null when the member was not evaluated. */
  readonly expected: Fraction | null;
  readonly owed: Fraction | null;
  readonly attempted: boolean;
  /** True when an estimated rate is part of `expected`. */
  readonly estimated: boolean;
}

interface FoundRate {
  readonly rateType: ModelRate['rateType'];
  readonly rateValue: Fraction;
  readonly maxLives: number | null;
  readonly estimated: boolean;
  /** The rate itself, because two rates may have the same value. */
  readonly from: ModelRate | ModelEstimate;
}

const OWED_THRESHOLD = Fraction.of('0.01');
const HUNDREDTH = Fraction.of('0.01');

/** Returns expected and owed of a present member. */
export function memberOwed(
  month: MemberMonth,
  rates: readonly ModelRate[],
  estimates: readonly ModelEstimate[],
): MemberOwed {
  const payingRecords = month.records.filter((record) => record.lines.some((line) => !isChargeback(line)));
  if (payingRecords.length === 0) return { expected: null, owed: null, attempted: false, estimated: false };

  const shares = payingRecords.map((record) => sharesOf(record, month.period, rates, estimates));
  const all = shares.flat();
  const evaluated = all.map(({ expected }) => expected).filter((expected) => expected !== null);
  if (evaluated.length < all.length) return { expected: null, owed: null, attempted: true, estimated: false };

  const ofWholePolicies = shares.filter((own) => own.length === 1).flat();
  const ofCoverages = shares.filter((own) => own.length > 1).flat();
  return {
    expected: Fraction.sum(evaluated),
    owed: Fraction.sum([shortfallOf(ofWholePolicies), ...ofCoverages.map((share) => shortfallOf([share]))]),
    attempted: true,
    estimated: all.some(({ isEstimated }) => isEstimated),
  };
}

/** A policy, or a coverage of it, with its expected and its paid amount. */
interface Share {
  readonly expected: Fraction | null;
  readonly paid: Fraction;
  readonly isEstimated: boolean;
  /** True for an estimated share of the premium, which has four decimals. */
  readonly isRounded: boolean;
  readonly estimate: ModelEstimate | null;
}

function shortfallOf(shares: readonly Share[]): Fraction {
  const expected = Fraction.sum(shares.map((share) => share.expected ?? Fraction.zero));
  const shortfall = expected.minus(Fraction.sum(shares.map(({ paid }) => paid)));
  const rounded = shares.filter(({ isRounded }) => isRounded).map((share) => share.expected ?? Fraction.zero);
  const isOwed = shortfall.isAbove(OWED_THRESHOLD) && !shortfall.isBelow(Fraction.sum(rounded).times(HUNDREDTH));
  return isOwed ? shortfall : Fraction.zero;
}

/** Returns whether more than a cent is missing, and by an estimated share also at least a hundredth of the expected amount. */
export function isShortfall(expected: Fraction, paid: Fraction, isRounded: boolean): boolean {
  return shortfallOf([{ expected, paid, isEstimated: true, isRounded, estimate: null }]).isAbove(Fraction.zero);
}

/** Returns the shares of a policy. Each coverage is separate, but a flat rate that fits several coverages is paid once. */
function sharesOf(
  record: ModelRecord,
  period: string,
  rates: readonly ModelRate[],
  estimates: readonly ModelEstimate[],
): Share[] {
  const rated = coveragesOf(record).map((coverage) => ({
    coverage,
    rate: rateFor(coverage, fieldOf(coverage, 'lives') ?? fieldOf(record, 'lives'), { period, rates, estimates }),
  }));
  const once = rated.filter(({ rate }, index) => {
    const first = rated.findIndex((other) => isOneFlatRate(rate, other.rate));
    return first === -1 || first === index;
  });
  if (once.length === 1) {
    const rate = once[0]?.rate ?? null;
    return [{ expected: expectedOf(record, rate), paid: positiveSum(record), ...basisOf(rate) }];
  }
  return once.map(({ coverage, rate }) => ({
    expected: expectedOf(coverage, rate),
    paid: Fraction.sum(
      rated
        .filter((other) => other.coverage === coverage || isOneFlatRate(rate, other.rate))
        .map((other) => positiveSum(other.coverage)),
    ),
    ...basisOf(rate),
  }));
}

function basisOf(rate: FoundRate | null): Pick<Share, 'isEstimated' | 'isRounded' | 'estimate'> {
  const estimate = rate !== null && 'sampleSize' in rate.from ? rate.from : null;
  return { isEstimated: estimate !== null, isRounded: estimate?.rateType === 'percent_of_premium', estimate };
}

function isOneFlatRate(a: FoundRate | null, b: FoundRate | null): boolean {
  return a !== null && b !== null && a.rateType === 'flat_per_member' && a.from === b.from;
}

/** Splits a record into coverages, by different plans (by their codes, else by their names) or product types of payment lines. */
export function coveragesOf(record: ModelRecord): ModelRecord[] {
  const groups: ModelLine[][] = [];
  for (const line of record.lines.filter((one) => !isChargeback(one))) {
    const fits = groups.find((group) => {
      const known = { ...record, lines: group };
      const [code, own] = [folded(fieldOf(known, 'planCode')), folded(line.planCode ?? null)];
      const samePlan =
        code !== null && own !== null
          ? code === own
          : mayBeSame(folded(fieldOf(known, 'planName')), folded(line.planName ?? null));
      return samePlan && mayBeSame(folded(fieldOf(known, 'productType')), folded(line.productType ?? null));
    });
    if (fits === undefined) groups.push([line]);
    else fits.push(line);
  }
  if (groups.length < 2) return [record];
  const ofPolicy = { state: fieldOf(record, 'state'), effectiveDate: fieldOf(record, 'effectiveDate') };
  return groups.map((group) => {
    const own = { ...record, lines: group };
    const known = {
      state: fieldOf(own, 'state') ?? ofPolicy.state,
      effectiveDate: fieldOf(own, 'effectiveDate') ?? ofPolicy.effectiveDate,
    };
    return { ...own, lines: group.map((line) => ({ ...line, ...known })) };
  });
}

function mayBeSame(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

export function folded(text: string | null): string | null {
  return text === null ? null : text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Returns rate × lives (1) × months paid (1) for a flat rate. For a percentage returns rate × premium, or null without a premium. */
export function expectedOf(
  record: ModelRecord,
  rate: Pick<FoundRate, 'rateType' | 'rateValue' | 'maxLives'> | null,
): Fraction | null {
  if (rate === null) return null;
  if (rate.rateType === 'flat_per_member') return rate.rateValue.times(livesTimesMonths(record, rate.maxLives));
  const premium = numberOf(record, 'premium');
  return premium === null ? null : rate.rateValue.times(premium);
}

export function livesTimesMonths(record: ModelRecord, maxLives: number | null = null): Fraction {
  const lives = numberOf(record, 'lives') ?? Fraction.one;
  const most = maxLives === null ? lives : new Fraction(BigInt(maxLives), 1n);
  return (lives.isAbove(most) ? most : lives).times(numberOf(record, 'monthsPaid') ?? Fraction.one);
}

/** Finds the rate of a record: contracted for its plan, contracted for the carrier, then an estimate. */
function rateFor(
  record: ModelRecord,
  groupSize: string | null,
  {
    period,
    rates,
    estimates,
  }: { readonly period: string; readonly rates: readonly ModelRate[]; readonly estimates: readonly ModelEstimate[] },
): FoundRate | null {
  const plan = foldedPlan(
    fieldOf(record, 'planCode') ?? fieldOf(record, 'planName') ?? fieldOf(record, 'productType') ?? null,
  );
  const levels = plan === null ? [null] : [plan, null];
  for (const level of levels) {
    const rate = contractedRate(
      rates.filter((candidate) => foldedPlan(candidate.planCode ?? null) === level),
      record,
      { period, groupSize },
    );
    if (rate !== null)
      return {
        rateType: rate.rateType,
        rateValue: Fraction.of(rate.rateValue),
        estimated: false,
        maxLives: rate.maxLives ?? null,
        from: rate,
      };
  }
  const estimate = estimateFor(record, period, estimates);
  if (estimate === undefined || estimate.isOutdated === true) return null;
  const { rateType, maxLives } = estimate;
  return { rateType, rateValue: Fraction.of(estimate.rateValue), maxLives, estimated: true, from: estimate };
}

/** Chooses an estimate: of the plan and type, the plan, the type, then the carrier. In each, the record's tier comes before all tiers. */
function estimateFor(
  record: ModelRecord,
  period: string,
  estimates: readonly ModelEstimate[],
): ModelEstimate | undefined {
  const [code, name, type] = (['planCode', 'planName', 'productType'] as const).map((field) =>
    folded(fieldOf(record, field)),
  );
  const tier = tierOf(record, period);
  const ofPlan = (one: ModelEstimate) =>
    code === null ? name !== null && one.planCode === null && one.planName === name : one.planCode === code;
  const ofNoPlan = (one: ModelEstimate) => one.planCode === null && one.planName === null;
  const levels = [
    (one: ModelEstimate) => ofPlan(one) && one.productType === type,
    (one: ModelEstimate) => ofPlan(one) && one.productType === null,
    (one: ModelEstimate) => ofNoPlan(one) && type !== null && one.productType === type,
    (one: ModelEstimate) => ofNoPlan(one) && one.productType === null,
  ];
  for (const fits of levels) {
    const own = estimates.filter((one) => fits(one) && (one.tier === null || one.tier === tier));
    const estimate = own.find((one) => one.tier !== null) ?? own[0];
    if (estimate !== undefined) return estimate;
  }
  return undefined;
}

/** Returns the estimates that value a policy, if estimates value it. */
export function estimatedUses(
  record: ModelRecord,
  period: string,
  rates: readonly ModelRate[],
  estimates: readonly ModelEstimate[],
): { readonly estimate: ModelEstimate; readonly expected: Fraction; readonly paid: Fraction }[] {
  return sharesOf(record, period, rates, estimates).flatMap(({ expected, paid, estimate }) =>
    estimate === null || expected === null ? [] : [{ estimate, expected, paid }],
  );
}

function foldedPlan(planCode: string | null): string | null {
  return planCode === null ? null : planCode.trim().toUpperCase();
}

/**
 * Finds the rate of one level that applies to a record. A rate for its state comes before one for any state, then one for its policy
 * month, one for its group size, one for its tier before one for any tier, and the latest to take effect. The last listed of equal rates
 * applies.
 */
function contractedRate(
  rates: readonly ModelRate[],
  record: ModelRecord,
  { period, groupSize }: { readonly period: string; readonly groupSize: string | null },
): ModelRate | null {
  const firstDay = `${period}-01`;
  const state = fieldOf(record, 'state')?.trim().toUpperCase() ?? null;
  const tier = tierOf(record, period);
  const fitting = rates
    .filter((rate) => (rate.effectiveFrom ?? '') <= firstDay)
    .filter((rate) => rate.effectiveTo === undefined || rate.effectiveTo >= firstDay)
    .filter((rate) => rate.state === undefined || rate.state.trim().toUpperCase() === state)
    .filter((rate) => rate.tier === undefined || rate.tier === tier)
    .filter((rate) => fitsAge(rate, fieldOf(record, 'effectiveDate'), period))
    .filter((rate) => fitsSize(rate, groupSize));
  const rank = (rate: ModelRate): string =>
    [
      rate.state === undefined ? 0 : 1,
      Number(hasAge(rate)),
      Number(hasSize(rate)),
      rate.tier === undefined ? 0 : 1,
      rate.effectiveFrom ?? '',
    ].join(' ');
  let best: ModelRate | null = null;
  for (const rate of fitting) {
    if (best === null || rank(rate) >= rank(best)) best = rate;
  }
  return best;
}

const hasAge = (rate: ModelRate) => rate.fromPolicyMonth !== undefined || rate.toPolicyMonth !== undefined;
const hasSize = (rate: ModelRate) => rate.fromLives !== undefined || rate.toLives !== undefined;

/** Counts the months from the effective one on, one by one; earlier months count as the first. */
function fitsAge(rate: ModelRate, effectiveDate: string | null, period: string): boolean {
  if (!hasAge(rate)) return true;
  if (effectiveDate === null) return false;
  let age = 1;
  for (let month = monthNumber(effectiveDate); month < monthNumber(period); month += 1) age += 1;
  return (
    !(rate.fromPolicyMonth !== undefined && age < rate.fromPolicyMonth) &&
    !(rate.toPolicyMonth !== undefined && age > rate.toPolicyMonth)
  );
}

/** Returns whether the rate fits the size. A part of a life does not count as a whole one. */
function fitsSize(rate: ModelRate, groupSize: string | null): boolean {
  if (!hasSize(rate)) return true;
  if (groupSize === null) return false;
  const lives = Number(groupSize.split('.')[0]);
  return (
    !(rate.fromLives !== undefined && lives < rate.fromLives) && !(rate.toLives !== undefined && lives > rate.toLives)
  );
}

/** Returns initial for the first twelve months from the effective month, renewal for later ones, and null without an effective date. */
export function tierOf(record: ModelRecord, period: string): 'initial' | 'renewal' | null {
  const effectiveDate = fieldOf(record, 'effectiveDate');
  if (effectiveDate === null) return null;
  return monthNumber(period) - monthNumber(effectiveDate) < 12 ? 'initial' : 'renewal';
}

/** Returns the months since year 0 of a period or a date. */
export function monthNumber(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

export function positiveSum(record: ModelRecord): Fraction {
  return Fraction.sum(record.lines.map((line) => amountOf(line).orZero()));
}
