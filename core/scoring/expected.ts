import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { foldText } from '../folded-text.ts';
import { addMoney, type Exact, exactFromMoney } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import type { MemberBefore } from './catch-up.ts';
import { isLimitedByCms } from './cms-maximum.ts';
import { policyCoverages, type RatedPart } from './gone-parts.ts';
import type { MemberMonth, PolicyRecord } from './member-month.ts';
import { boundsRank, isWithinBounds, type RateBounds } from './rate-bounds.ts';
import { dueForYear, isRounding, type YearOfPay } from './year-of-pay.ts';

/**
 * Computes what a member should have been paid, and how much of it is owed (docs/reference/scoring.md#owed). Results are exact: the
 * product of an amount and a rate has ten decimal places, and is rounded only when shown.
 */

/** The unit of a rate: dollars per life and month, or a share of the premium. */
export type RateType = 'flat_per_member' | 'percent_of_premium';
/** The tier of a rate: for a member's first year with a plan, or for later years. */
export type RateTier = 'initial' | 'renewal';

/** A rate by which a carrier should pay: from a contract, or estimated from the book's own payments. */
export interface ExpectedRate extends Partial<RateBounds> {
  readonly source: 'contracted' | 'estimated';
  /**
   * The plan's code. Null means every plan, unless `planName` or `productType` names one. For a contract it may also be the name or product
   * type, if the statement shows no code.
   */
  readonly planCode: string | null;
  /** The plan, if the statement gives no code. Only for estimates and rates confirmed from them. */
  readonly planName?: string | null;
  /** Absent or null for every product type. Only for estimates and rates confirmed from them. */
  readonly productType?: string | null;
  /** Maximum number of paid lives of a household; absent or null without a limit. */
  readonly maxLives?: number | null;
  readonly rateType: RateType;
  /** In millionths of a dollar per life and month, or of the premium. */
  readonly rateMillionths: number;
  readonly tier: RateTier | null;
  readonly state: string | null;
  /** First and last day, both included; null is unbounded. */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  /** The period whose payments an estimate was made from. */
  readonly basisPeriod?: Period | null;
}

/** The period for which rates are looked up. The carrier's product line determines the tier. */
export interface RateMoment {
  readonly period: Period;
  readonly productLine: ProductLine | null;
}

/** The fields of a record that determine its rate. */
export type RatedRecord = Pick<
  PolicyRecord,
  'planCode' | 'planName' | 'productType' | 'state' | 'effectiveDate' | 'lives'
>;

/** The rates of one period, arranged for look-up. */
export interface RateTable {
  /** Number of rates that hold in the period and are not outdated. At 0 no amount owed is computed. */
  readonly rateCount: number;
  /** Number of estimated rates that hold in the period. */
  readonly estimateCount: number;
  /** The period that the estimates were made from; null without estimates, and while that period is scored. */
  readonly estimatedFrom: Period | null;
  /** In order of precedence: contracted before estimated, a plan's own rate before the carrier's. */
  readonly levels: readonly {
    readonly find: (record: RatedRecord) => ExpectedRate | undefined;
  }[];
  /** Estimates that the period's own payments contradict. A record with such a rate has no rate. */
  readonly outdated: ReadonlySet<ExpectedRate>;
}

/** The amounts expected and owed for one member and month, in ten-billionths of a dollar. */
export interface Owed {
  /** Null when one of the member's records could not be evaluated. */
  readonly expected: Exact | null;
  readonly owed: Exact | null;
  readonly estimated: boolean;
  /** True when the statement's own rate decided, because no rate is contracted. */
  readonly isByStatement?: boolean;
}

const UNKNOWN: Owed = { expected: null, owed: null, estimated: false };
/** A cent, in ten-billionths of a dollar. A shortfall of a cent or less is rounding and not owed. */
const OWED_THRESHOLD: Exact = 100_000_000n;
/**
 * Divisor for the rounding of estimated rates. A shortfall below a hundredth of the expected amount is not owed for a share of the premium,
 * and never reported.
 */
export const ESTIMATE_ROUNDING = 100n;
/** Number of months with a plan that are paid at the initial rate. Medicare plans that CMS limits renew every January instead. */
const INITIAL_MONTHS = 12;

/** Keeps the rates that hold on the first day of the period `validIn`, and sorts them into the levels of precedence. */
export function rateTable(
  rates: readonly ExpectedRate[],
  moment: RateMoment,
  validIn: Period = moment.period,
): RateTable {
  const day = `${validIn}-01`;
  const valid = rates.filter(
    (rate) =>
      (rate.effectiveFrom === null || rate.effectiveFrom <= day) &&
      (rate.effectiveTo === null || rate.effectiveTo >= day),
  );
  const level = (source: ExpectedRate['source']) => {
    const byKey = Map.groupBy(
      valid.filter((rate) => rate.source === source),
      rateKey,
    );
    const find = (record: RatedRecord) => {
      if (byKey.size === 0) return undefined;
      for (const key of keysOf(record, source)) {
        const rate = bestRate(byKey.get(key) ?? NONE, record, moment);
        if (rate !== undefined) return rate;
      }
      return undefined;
    };
    return { find };
  };
  return {
    rateCount: valid.length,
    estimateCount: valid.filter(({ source }) => source === 'estimated').length,
    estimatedFrom: valid.find(({ source }) => source === 'estimated')?.basisPeriod ?? null,
    levels: [level('contracted'), level('estimated')],
    outdated: NO_RATES,
  };
}

const NONE: readonly never[] = [];
const NO_RATES: ReadonlySet<ExpectedRate> = new Set();
const OF_CARRIER = keyOf('', null);

function keyOf(productType: string, plan: string | null): string {
  return `${productType}\n${plan ?? ''}`;
}

function rateKey(rate: ExpectedRate): string {
  return keyOf(foldText(rate.productType ?? ''), planKey({ planCode: rate.planCode, planName: rate.planName ?? null }));
}

/** Returns the key of a plan: its code, else its name. Null when the statement gives neither. */
export function planKey({ planCode, planName }: Pick<RatedRecord, 'planCode' | 'planName'>): string | null {
  if (planCode !== null) return `code ${foldCode(planCode)}`;
  return planName === null ? null : `name ${foldText(planName)}`;
}

const ONLY_CARRIER: readonly string[] = [OF_CARRIER];

/** Returns the keys to look up, in order of precedence: plan and product type, plan, product type, carrier. */
function keysOf(record: RatedRecord, source: ExpectedRate['source']): readonly string[] {
  const plan = planKey(record);
  const type = foldText(record.productType ?? '');
  if (type === '' && plan === null) return ONLY_CARRIER;
  const ofPlan = plan === null ? NONE : type === '' ? [keyOf('', plan)] : [keyOf(type, plan), keyOf('', plan)];
  const ofType = type === '' ? NONE : [keyOf(type, null)];
  const typed = source === 'contracted' ? typedPlanKeys(record) : NONE;
  return plan === null ? [...ofType, ...typed, OF_CARRIER] : [...ofPlan, ...typed, ...ofType, OF_CARRIER];
}

/** Returns the key of contracted rates for a plan that the statement shows by its name or product type only. */
function typedPlanKeys({ planCode, planName, productType }: RatedRecord): readonly string[] {
  return planCode === null ? [keyOf('', `code ${foldCode(planName ?? productType)}`)] : NONE;
}

/**
 * Computes what a present member should have been paid and what is owed; null for a month of chargebacks only. Policies with one coverage
 * are summed. Several coverages of a policy are compared one by one, so that overpaid coverage does not hide underpaid coverage.
 */
export function evaluateOwed(month: MemberMonth, rates: RateTable, year: YearOfPay | null): Owed | null {
  if (!month.hasPayment) return null;
  if (rates.rateCount === 0) return UNKNOWN;
  const [only] = month.records;
  if (year !== null && only !== undefined) return owedOfYear(only, rates, year);
  const whole = { expected: 0n, paid: 0n, rounding: 0n };
  let ofCoverages: Exact = 0n;
  let shortfalls: Exact = 0n;
  let estimated = false;
  for (const record of month.records) {
    if (!record.hasPayment) continue;
    const parts = ratedParts(record, rates);
    for (const { part, rate } of parts) {
      const expected = rate === undefined ? null : expectedOf(part, rate);
      if (rate === undefined || expected === null) return UNKNOWN;
      estimated ||= rate.source === 'estimated';
      const paid = exactFromMoney(part.paid);
      const rounding = roundingOf(expected, rate);
      if (parts.length === 1) {
        whole.expected += expected;
        whole.paid += paid;
        whole.rounding += rounding;
      } else {
        ofCoverages += expected;
        shortfalls += shortfallOf(expected, paid, rounding);
      }
    }
  }
  const owed = shortfallOf(whole.expected, whole.paid, whole.rounding) + shortfalls;
  return { expected: whole.expected + ofCoverages, owed, estimated };
}

/** Computes owed for a Medicare year that is paid at once. An estimate is used as a rate for the whole payment, as it was made. */
function owedOfYear(record: PolicyRecord, rates: RateTable, year: YearOfPay): Owed {
  const rate = rateFor(rates, record);
  if (rate === undefined) return UNKNOWN;
  const estimated = rate.source === 'estimated';
  const paid = exactFromMoney(record.paid);
  if (year.kind === 'settled') return { expected: paid, owed: 0n, estimated };
  const expected =
    estimated || rate.rateType === 'percent_of_premium'
      ? expectedOf(record, rate)
      : dueForYear(rate.rateMillionths, record, year);
  if (expected === null) return UNKNOWN;
  return { expected, owed: isRounding(expected - paid) ? 0n : shortfallOf(expected, paid), estimated };
}

/** Returns the missing amount, or 0 when it is a cent or less than the rate's own rounding. */
function shortfallOf(expected: Exact, paid: Exact, rounding: Exact = 0n): Exact {
  const shortfall = expected - paid;
  return shortfall > OWED_THRESHOLD && shortfall >= rounding ? shortfall : 0n;
}

/** Returns the error of an expected amount by its rate's rounding: a hundredth for an estimated share of the premium, else 0. */
function roundingOf(expected: Exact, { source, rateType }: Pick<ExpectedRate, 'source' | 'rateType'>): Exact {
  return source === 'estimated' && rateType === 'percent_of_premium' ? expected / ESTIMATE_ROUNDING : 0n;
}

/** Returns whether a payment is less than an estimated rate gives, by more than rounding. */
export function isEstimateShort(expected: Exact, paid: Exact, rateType: RateType): boolean {
  return shortfallOf(expected, paid, roundingOf(expected, { source: 'estimated', rateType })) > 0n;
}

/**
 * Splits a paid policy into the parts that are compared with rates: its coverages, each with its rate. Coverages with the same flat rate
 * form one part, because a flat rate is for the member. A single part is the whole policy.
 */
export function ratedParts(
  record: PolicyRecord,
  rates: RateTable,
): readonly { readonly part: RatedPart; readonly rate: ExpectedRate | undefined }[] {
  const coverages = policyCoverages(record);
  if (coverages.length < 2) return [{ part: record, rate: rateFor(rates, record) }];
  const parts: { part: RatedPart; rate: ExpectedRate | undefined }[] = [];
  for (const coverage of coverages) {
    // The policy's group size is used if the coverage's own lines do not state it.
    const rate = rateFor(rates, coverage.lives === null ? { ...coverage, lives: record.lives } : coverage);
    const same = rate?.rateType === 'flat_per_member' ? parts.find((known) => known.rate === rate) : undefined;
    if (same === undefined) parts.push({ part: coverage, rate });
    else same.part = { ...same.part, paid: addMoney(same.part.paid, coverage.paid) };
  }
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? [{ part: record, rate: first.rate }] : parts;
}

/** Returns the rate for a record, from the first level that has a rate; undefined without a rate, and if that rate is outdated. */
export function rateFor(rates: RateTable, record: RatedRecord): ExpectedRate | undefined {
  for (const level of rates.levels) {
    const rate = level.find(record);
    if (rate !== undefined) return rates.outdated.has(rate) ? undefined : rate;
  }
  return undefined;
}

/**
 * Returns initial or renewal by the effective date; null without one. Medicare plans that CMS limits renew every January, all others after
 * twelve months.
 */
export function tierOf(record: RatedRecord, { period, productLine }: RateMoment): RateTier | null {
  const { effectiveDate } = record;
  if (effectiveDate === null) return null;
  const isInitial =
    productLine === 'medicare' && isLimitedByCms(record)
      ? periodYear(period) <= periodYear(effectiveDate)
      : monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) < INITIAL_MONTHS;
  return isInitial ? 'initial' : 'renewal';
}

/** Chooses among rates of one level: a rate for the record's state first, then one with bounds, then one for its tier, then the newest. */
function bestRate(rates: readonly ExpectedRate[], record: RatedRecord, moment: RateMoment): ExpectedRate | undefined {
  if (rates.length === 0) return undefined;
  const state = foldCode(record.state);
  const tier = tierOf(record, moment);
  let best: ExpectedRate | undefined;
  for (const rate of rates) {
    const fits =
      (rate.state === null || foldCode(rate.state) === state) &&
      (rate.tier === null || rate.tier === tier) &&
      isWithinBounds(rate, record, moment.period);
    if (fits && (best === undefined || isCloser(rate, best))) best = rate;
  }
  return best;
}

function isCloser(rate: ExpectedRate, best: ExpectedRate): boolean {
  if ((rate.state !== null) !== (best.state !== null)) return rate.state !== null;
  const [rank, bestRank] = [boundsRank(rate), boundsRank(best)];
  if (rank !== bestRank) return rank > bestRank;
  if ((rate.tier !== null) !== (best.tier !== null)) return rate.tier !== null;
  return (rate.effectiveFrom ?? '') > (best.effectiveFrom ?? '');
}

/** Returns the expected amount in ten-billionths of a dollar: rate × lives × months (each 1 when unknown), or rate × premium. */
export function expectedOf(
  record: RatedPart,
  rate: Pick<ExpectedRate, 'rateType' | 'rateMillionths' | 'maxLives'>,
): Exact | null {
  const millionths = BigInt(rate.rateMillionths);
  if (rate.rateType === 'flat_per_member') {
    const lives = Math.min(record.lives ?? 100, (rate.maxLives ?? Infinity) * 100);
    // The six decimals of a rate and twice two of lives and months make the ten of an exact amount.
    return millionths * BigInt(lives) * BigInt(record.monthsPaid ?? 100);
  }
  return record.premium === null ? null : millionths * BigInt(record.premium);
}

/** Folds a code for comparison: trimmed, in upper case, and empty for null. */
export function foldCode(code: string | null): string {
  return (code ?? '').trim().toUpperCase();
}

/** A contracted rate that is lower than before because of the policy's age or the group's size. */
export interface ContractedStep {
  readonly before: ExpectedRate;
  readonly now: ExpectedRate;
  /** The amount that the contracted rates give for this month, in ten-billionths of a dollar. */
  readonly due: Exact;
}

/** Finds the step that a member's contracted rate takes this month; null when the rate is not lower than before. */
export type FindContractedStep = (prior: MemberBefore, month: MemberMonth) => ContractedStep | null;

/** Maximum number of statements by which a carrier applies a step late. */
const LATE_MONTHS_MAX = 2;

/**
 * Makes the function that finds steps between the contracted rates of a period. A group that has become smaller takes no step, because its
 * smaller size already explains the lower pay.
 */
export function contractedSteps(rates: readonly ExpectedRate[], moment: RateMoment): FindContractedStep {
  const contracted = rates.filter(({ source }) => source === 'contracted');
  if (contracted.length < 2) return () => null;
  const now = rateTable(contracted, moment);
  if (now.rateCount < 2) return () => null;
  const tables = new Map<Period, RateTable>([[moment.period, now]]);
  const tableOf = (period: Period): RateTable => {
    const known = tables.get(period);
    if (known !== undefined) return known;
    // Uses the rates that hold in this period, with the policy's age and tier in an earlier period.
    const table = rateTable(contracted, { ...moment, period }, moment.period);
    tables.set(period, table);
    return table;
  };
  return (prior, month) => {
    const { lastPaidPeriod } = prior.history;
    if (lastPaidPeriod === null || lastPaidPeriod >= moment.period) return null;
    for (let late = 0; late <= LATE_MONTHS_MAX; late += 1) {
      const step = stepSince(tableOf(addMonths(lastPaidPeriod, -late)), { now, prior, month });
      if (step !== null) return step;
    }
    return null;
  };
}

/** Returns the step from an earlier policy month; null unless every paid policy has a contracted rate, and one policy's rate was higher. */
function stepSince(
  earlier: RateTable,
  { now, prior, month }: { readonly now: RateTable; readonly prior: MemberBefore; readonly month: MemberMonth },
): ContractedStep | null {
  let due: Exact = 0n;
  let step: Pick<ContractedStep, 'before' | 'now'> | null = null;
  for (const record of month.records) {
    if (!record.hasPayment) continue;
    const livesBefore = livesInPrior(record, prior);
    if (livesBefore !== null && (record.lives === null || record.lives < livesBefore)) return null;
    for (const { part, rate } of ratedParts(record, now)) {
      const expected = rate === undefined ? null : expectedOf(part, rate);
      if (rate === undefined || expected === null) return null;
      due += expected;
      const before = rateFor(earlier, { ...record, ...part, lives: livesBefore ?? record.lives });
      if (before === undefined) continue;
      const earned = expectedOf(part, before);
      if (earned !== null && earned > expected) step ??= { before, now: rate };
    }
  }
  return step === null ? null : { ...step, due };
}

/** Returns the earlier lives of a policy, in hundredths; for a policy that the previous row does not store, its lives now. */
function livesInPrior({ policyRefId, lives }: PolicyRecord, { profile }: MemberBefore): number | null {
  return policyRefId === profile.policyRefId ? profile.lives : lives;
}
