import { Fraction } from './book-model-fraction.ts';
import {
  activePeriods,
  amountOf,
  fieldOf,
  isChargeback,
  linesOf,
  type MemberMonth,
  type ModelFile,
  type ModelLine,
  type ModelRecord,
  memberMonth,
  normalised,
  numberOf,
} from './book-model-record.ts';

/** "Owed" of contract 6 for the book model: contracted rates, auto-seeded estimates, expected and owed of a member. */

export interface ModelRate {
  /** Absent: the rate holds for the whole carrier. */
  readonly planCode?: string;
  readonly state?: string;
  readonly tier?: 'initial' | 'renewal';
  readonly rateType: 'flat_per_member' | 'percent_of_premium';
  readonly rateValue: string;
  /** Dates, both inclusive. */
  readonly effectiveFrom?: string;
  readonly effectiveTo?: string;
}

export interface ModelEstimate {
  /** Trimmed and folded; null is the carrier's estimate. */
  readonly planCode: string | null;
  readonly rateType: ModelRate['rateType'];
  readonly rateValue: string;
  readonly basisPeriod: string;
  readonly sampleSize: number;
}

export interface MemberOwed {
  /** Null: not evaluated (or not attempted at all). */
  readonly expected: Fraction | null;
  readonly owed: Fraction | null;
  readonly attempted: boolean;
  /** Whether an estimated rate had a part in `expected`. */
  readonly estimated: boolean;
}

interface FoundRate {
  readonly rateType: ModelRate['rateType'];
  readonly rateValue: Fraction;
  readonly estimated: boolean;
  /** The rate itself: two rates may have one value. */
  readonly from: ModelRate | ModelEstimate;
}

interface Sample {
  readonly amount: Fraction;
  readonly premium: Fraction | null;
  /** The amount for one life and one month. */
  readonly unitAmount: Fraction;
  readonly planCode: string | null;
}

const OWED_THRESHOLD = Fraction.of('0.01');
const PLAN_SAMPLE_MIN = 5;

/** Expected and owed of a present member. */
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

/** A policy, or a coverage of it: what it should bring and what it brought. */
interface Share {
  readonly expected: Fraction | null;
  readonly paid: Fraction;
  readonly isEstimated: boolean;
}

function shortfallOf(shares: readonly Share[]): Fraction {
  const expected = Fraction.sum(shares.map((share) => share.expected ?? Fraction.zero));
  const shortfall = expected.minus(Fraction.sum(shares.map(({ paid }) => paid)));
  return shortfall.isAbove(OWED_THRESHOLD) ? shortfall : Fraction.zero;
}

/** Each coverage of a policy stands for itself, but a flat rate is paid once however many coverages it is found for. */
function sharesOf(
  record: ModelRecord,
  period: string,
  rates: readonly ModelRate[],
  estimates: readonly ModelEstimate[],
): Share[] {
  const rated = coveragesOf(record).map((coverage) => ({
    coverage,
    rate: rateFor(coverage, period, rates, estimates),
  }));
  const once = rated.filter(({ rate }, index) => {
    const first = rated.findIndex((other) => isOneFlatRate(rate, other.rate));
    return first === -1 || first === index;
  });
  if (once.length === 1) {
    const rate = once[0]?.rate ?? null;
    return [{ expected: expectedOf(record, rate), paid: positiveSum(record), isEstimated: rate?.estimated === true }];
  }
  return once.map(({ coverage, rate }) => ({
    expected: expectedOf(coverage, rate),
    paid: Fraction.sum(
      rated
        .filter((other) => other.coverage === coverage || isOneFlatRate(rate, other.rate))
        .map((other) => positiveSum(other.coverage)),
    ),
    isEstimated: rate?.estimated === true,
  }));
}

function isOneFlatRate(a: FoundRate | null, b: FoundRate | null): boolean {
  return a !== null && b !== null && a.rateType === 'flat_per_member' && a.from === b.from;
}

/** Payment lines with different plans (by their codes, else by their names) or product types are different coverages. */
function coveragesOf(record: ModelRecord): ModelRecord[] {
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

function folded(text: string | null): string | null {
  return text === null ? null : text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** "flat_per_member: rate × lives (1) × months_paid (1); percent_of_premium: rate × premium (no premium: not evaluated)." */
function expectedOf(record: ModelRecord, rate: FoundRate | null): Fraction | null {
  if (rate === null) return null;
  if (rate.rateType === 'flat_per_member') return rate.rateValue.times(livesTimesMonths(record));
  const premium = numberOf(record, 'premium');
  return premium === null ? null : rate.rateValue.times(premium);
}

function livesTimesMonths(record: ModelRecord): Fraction {
  return (numberOf(record, 'lives') ?? Fraction.one).times(numberOf(record, 'monthsPaid') ?? Fraction.one);
}

/** "Precedence: contracted plan, contracted carrier, estimated plan, estimated carrier." */
function rateFor(
  record: ModelRecord,
  period: string,
  rates: readonly ModelRate[],
  estimates: readonly ModelEstimate[],
): FoundRate | null {
  const plan = foldedPlan(fieldOf(record, 'planCode'));
  const levels = plan === null ? [null] : [plan, null];
  for (const level of levels) {
    const rate = contractedRate(
      rates.filter((candidate) => foldedPlan(candidate.planCode ?? null) === level),
      record,
      period,
    );
    if (rate !== null)
      return { rateType: rate.rateType, rateValue: Fraction.of(rate.rateValue), estimated: false, from: rate };
  }
  for (const level of levels) {
    const estimate = estimates.find((candidate) => candidate.planCode === level);
    if (estimate !== undefined) {
      return {
        rateType: estimate.rateType,
        rateValue: Fraction.of(estimate.rateValue),
        estimated: true,
        from: estimate,
      };
    }
  }
  return null;
}

function foldedPlan(planCode: string | null): string | null {
  return planCode === null ? null : planCode.trim().toUpperCase();
}

/**
 * Of the rates of one level that fit the record: one for its state before one for any state, then one for its tier before
 * one for any tier, then the latest to take effect. Among rates alike in all of that the last one given stands.
 */
function contractedRate(rates: readonly ModelRate[], record: ModelRecord, period: string): ModelRate | null {
  const firstDay = `${period}-01`;
  const state = fieldOf(record, 'state')?.trim().toUpperCase() ?? null;
  const tier = tierOf(record, period);
  const fitting = rates
    .filter((rate) => (rate.effectiveFrom ?? '') <= firstDay)
    .filter((rate) => rate.effectiveTo === undefined || rate.effectiveTo >= firstDay)
    .filter((rate) => rate.state === undefined || rate.state.trim().toUpperCase() === state)
    .filter((rate) => rate.tier === undefined || rate.tier === tier);
  const rank = (rate: ModelRate): string =>
    [rate.state === undefined ? 0 : 1, rate.tier === undefined ? 0 : 1, rate.effectiveFrom ?? ''].join(' ');
  let best: ModelRate | null = null;
  for (const rate of fitting) {
    if (best === null || rank(rate) >= rank(best)) best = rate;
  }
  return best;
}

/** Initial in the first twelve months from the effective month, renewal after them, unknown without an effective date. */
function tierOf(record: ModelRecord, period: string): 'initial' | 'renewal' | null {
  const effectiveDate = fieldOf(record, 'effectiveDate');
  if (effectiveDate === null) return null;
  return monthNumber(period) - monthNumber(effectiveDate) < 12 ? 'initial' : 'renewal';
}

/** Months since year 0 of a period or a date. */
export function monthNumber(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

/** "From its earliest period, positive lines only; per plan (5 records or more) and for the carrier." */
export function estimatedRates(files: readonly ModelFile[]): ModelEstimate[] {
  const basisPeriod = activePeriods(files)[0];
  if (basisPeriod === undefined) return [];
  const samples = samplesOf(files, basisPeriod);
  const plans = [...new Set(samples.map((sample) => sample.planCode).filter((plan) => plan !== null))].sort();
  const groups = plans
    .map((plan) => ({ planCode: plan, members: samples.filter((sample) => sample.planCode === plan) }))
    .filter((group) => group.members.length >= PLAN_SAMPLE_MIN);
  const all = samples.length === 0 ? [] : [{ planCode: null, members: samples }];
  return [...all, ...groups].map(({ planCode, members }) => ({
    planCode,
    ...estimateFrom(members),
    basisPeriod,
    sampleSize: members.length,
  }));
}

/** The records that were paid; one whose lives × months is not above zero has no amount per life and month, and is left out. */
function samplesOf(files: readonly ModelFile[], period: string): Sample[] {
  const members = [...new Set(linesOf(files, period).map((line) => normalised(line.member)))].sort();
  return members
    .flatMap((member) => memberMonth(files, period, member)?.records ?? [])
    .flatMap(coveragesOf)
    .filter((record) => positiveSum(record).isAbove(Fraction.zero))
    .filter((record) => livesTimesMonths(record).isAbove(Fraction.zero))
    .map((record) => ({
      amount: positiveSum(record),
      premium: numberOf(record, 'premium'),
      unitAmount: positiveSum(record).over(livesTimesMonths(record)),
      planCode: foldedPlan(fieldOf(record, 'planCode')),
    }));
}

function positiveSum(record: ModelRecord): Fraction {
  return Fraction.sum(record.lines.map((line) => amountOf(line).orZero()));
}

/** One estimate from at least one sample. */
function estimateFrom(samples: readonly Sample[]): Pick<ModelEstimate, 'rateType' | 'rateValue'> {
  const ratios = samples.flatMap(({ amount, premium }) =>
    premium?.isAbove(Fraction.zero) ? [amount.over(premium)] : [],
  );
  const mostHavePremium = ratios.length * 100 >= samples.length * 80;
  if (mostHavePremium) {
    const median = quantile(ratios, '0.5');
    const spread = quantile(ratios, '0.75').minus(quantile(ratios, '0.25')).over(median);
    if (!spread.isAbove(Fraction.of('0.10'))) {
      return { rateType: 'percent_of_premium', rateValue: median.rounded(4).toDecimal() };
    }
  }
  const amounts = samples.map((sample) => sample.unitAmount);
  const usual = mostFrequent(amounts.map((amount) => amount.rounded(4)));
  const rate = usual.count * 2 >= samples.length ? usual.amount : quantile(amounts, '0.25').rounded(4);
  return { rateType: 'flat_per_member', rateValue: rate.toDecimal() };
}

/** The quantile of at least one value, by linear interpolation between the two nearest (SQL's percentile_cont). */
function quantile(values: readonly Fraction[], share: string): Fraction {
  const sorted = [...values].sort((a, b) => a.compare(b));
  const position = Fraction.of(share).times(new Fraction(BigInt(sorted.length - 1), 1n));
  const below = position.numerator / position.denominator;
  const rest = position.minus(new Fraction(below, 1n));
  const low = sorted[Number(below)];
  if (low === undefined) throw new RangeError('A quantile needs at least one value.');
  const high = sorted[Number(below) + 1] ?? low;
  return low.plus(high.minus(low).times(rest));
}

/** The most frequent of at least one amount; of several equally frequent the lowest. */
function mostFrequent(amounts: readonly Fraction[]): { amount: Fraction; count: number } {
  let best = { amount: Fraction.zero, count: 0 };
  for (const amount of [...amounts].sort((a, b) => a.compare(b))) {
    const count = amounts.filter((other) => other.equals(amount)).length;
    if (count > best.count) best = { amount, count };
  }
  return best;
}
