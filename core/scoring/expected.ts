import { addMoney, type Exact, exactFromMoney } from '../money.ts';
import { monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import { isLimitedByCms } from './cms-maximum.ts';
import type { MemberMonth, PolicyRecord } from './member-month.ts';
import { policyCoverages, type RatedPart } from './policy-coverages.ts';
import { dueForYear, isRounding, type YearOfPay } from './year-of-pay.ts';

/**
 * What a member should have been paid, and how much of it is owed (contract 6, Owed). Exact throughout: an amount and a
 * rate multiply to ten places and are rounded only when shown.
 */

export type RateType = 'flat_per_member' | 'percent_of_premium';
export type RateTier = 'initial' | 'renewal';

export interface ExpectedRate {
  readonly source: 'contracted' | 'estimated';
  /** Null: for every plan of the carrier. */
  readonly planCode: string | null;
  readonly rateType: RateType;
  /** Millionths: of a dollar per life and month, or of the premium. */
  readonly rateMillionths: number;
  readonly tier: RateTier | null;
  readonly state: string | null;
  /** First and last day, both included; null is open. */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** What decides which rate holds for a record. */
export type RatedRecord = Pick<PolicyRecord, 'planCode' | 'planName' | 'productType' | 'state' | 'effectiveDate'>;

/** The rates of one period, arranged for look-up. */
export interface RateTable {
  /** Rates that hold in the period; with none, nothing can be said of anybody. */
  readonly rateCount: number;
  /** Contracted before estimated, a plan's own before the carrier's: the order of precedence. */
  readonly levels: readonly {
    readonly find: (record: RatedRecord) => ExpectedRate | undefined;
  }[];
}

export interface Owed {
  /** Null when one of the member's records could not be evaluated. */
  readonly expected: Exact | null;
  readonly owed: Exact | null;
  readonly estimated: boolean;
}

const UNKNOWN: Owed = { expected: null, owed: null, estimated: false };
/** A hundredth of a dollar: a smaller shortfall is rounding, not money owed. */
const OWED_THRESHOLD: Exact = 100_000_000n;
/** A member's first twelve months with a plan are paid at the initial rate. */
const INITIAL_MONTHS = 12;

/** Keeps the rates that hold on the first day of the period and sorts them into the four levels of precedence. */
export function rateTable(
  rates: readonly ExpectedRate[],
  { period, productLine }: { readonly period: Period; readonly productLine: ProductLine | null },
): RateTable {
  const day = `${period}-01`;
  const valid = rates.filter(
    (rate) =>
      (rate.effectiveFrom === null || rate.effectiveFrom <= day) &&
      (rate.effectiveTo === null || rate.effectiveTo >= day),
  );
  const recordTier = (record: RatedRecord) => tierOf(record, { period, productLine });
  const level = (source: ExpectedRate['source'], ofPlan: boolean) => {
    const byPlan = new Map<string, ExpectedRate[]>();
    for (const rate of valid) {
      if (rate.source !== source || (rate.planCode !== null) !== ofPlan) continue;
      const key = foldCode(rate.planCode);
      byPlan.set(key, [...(byPlan.get(key) ?? []), rate]);
    }
    const find = (record: RatedRecord) =>
      ofPlan && record.planCode === null
        ? undefined
        : bestRate(byPlan.get(ofPlan ? foldCode(record.planCode) : '') ?? [], record, recordTier);
    return { find };
  };
  return {
    rateCount: valid.length,
    levels: [
      level('contracted', true),
      level('contracted', false),
      level('estimated', true),
      level('estimated', false),
    ],
  };
}

/**
 * Expected and owed of a present member; null for a month of chargeback lines only. Policies with one coverage are added up; each coverage
 * of a policy with several is compared by itself, so that one paid well can't hide one paid short. An overpaid member owes nothing back.
 */
export function evaluateOwed(month: MemberMonth, rates: RateTable, year: YearOfPay | null): Owed | null {
  if (!month.hasPayment) return null;
  if (rates.rateCount === 0) return UNKNOWN;
  const [only] = month.records;
  if (year !== null && only !== undefined) return owedOfYear(only, rates, year);
  const whole: { expected: Exact; paid: Exact } = { expected: 0n, paid: 0n };
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
      if (parts.length === 1) {
        whole.expected += expected;
        whole.paid += paid;
      } else {
        ofCoverages += expected;
        shortfalls += shortfallOf(expected, paid);
      }
    }
  }
  const owed = shortfallOf(whole.expected, whole.paid) + shortfalls;
  return { expected: whole.expected + ofCoverages, owed, estimated };
}

/** Of a month in a year that is paid at once. An estimate is made from payments of any kind, so it is taken as it is. */
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

function shortfallOf(expected: Exact, paid: Exact): Exact {
  const shortfall = expected - paid;
  return shortfall > OWED_THRESHOLD ? shortfall : 0n;
}

/**
 * What a paid policy is evaluated by: its coverages, each with its rate. Coverages for which one flat rate was found are one part,
 * because such a rate is for the member and not for a coverage. A single part is the policy itself.
 */
export function ratedParts(
  record: PolicyRecord,
  rates: RateTable,
): readonly { readonly part: RatedPart; readonly rate: ExpectedRate | undefined }[] {
  const coverages = policyCoverages(record);
  if (coverages.length < 2) return [{ part: record, rate: rateFor(rates, record) }];
  const parts: { part: RatedPart; rate: ExpectedRate | undefined }[] = [];
  for (const coverage of coverages) {
    const rate = rateFor(rates, coverage);
    const same = rate?.rateType === 'flat_per_member' ? parts.find((known) => known.rate === rate) : undefined;
    if (same === undefined) parts.push({ part: coverage, rate });
    else same.part = { ...same.part, paid: addMoney(same.part.paid, coverage.paid) };
  }
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? [{ part: record, rate: first.rate }] : parts;
}

/** The rate that holds for a record: of the first level of precedence that has one. */
export function rateFor(rates: RateTable, record: RatedRecord): ExpectedRate | undefined {
  for (const level of rates.levels) {
    const rate = level.find(record);
    if (rate !== undefined) return rate;
  }
  return undefined;
}

/**
 * Initial or renewal by the effective date; null when the statement doesn't give one. Medicare plans that CMS limits renew every January,
 * all others after twelve months.
 */
function tierOf(
  record: RatedRecord,
  { period, productLine }: { readonly period: Period; readonly productLine: ProductLine | null },
): RateTier | null {
  const { effectiveDate } = record;
  if (effectiveDate === null) return null;
  const isInitial =
    productLine === 'medicare' && isLimitedByCms(record)
      ? periodYear(period) <= periodYear(effectiveDate)
      : monthIndex(period) - monthIndex(periodOfDate(effectiveDate)) < INITIAL_MONTHS;
  return isInitial ? 'initial' : 'renewal';
}

/** Among rates of one level: a rate for the record's state before one for all, then its tier, then the newest. */
function bestRate(
  rates: readonly ExpectedRate[],
  record: RatedRecord,
  recordTier: (record: RatedRecord) => RateTier | null,
): ExpectedRate | undefined {
  if (rates.length === 0) return undefined;
  const state = foldCode(record.state);
  const tier = recordTier(record);
  let best: ExpectedRate | undefined;
  for (const rate of rates) {
    const fits = (rate.state === null || foldCode(rate.state) === state) && (rate.tier === null || rate.tier === tier);
    if (fits && (best === undefined || isCloser(rate, best))) best = rate;
  }
  return best;
}

function isCloser(rate: ExpectedRate, best: ExpectedRate): boolean {
  if ((rate.state !== null) !== (best.state !== null)) return rate.state !== null;
  if ((rate.tier !== null) !== (best.tier !== null)) return rate.tier !== null;
  return (rate.effectiveFrom ?? '') > (best.effectiveFrom ?? '');
}

/** flat: rate × lives × months paid, each 1 when not given. percent: rate × premium; null without a premium. */
function expectedOf(record: RatedPart, rate: ExpectedRate): Exact | null {
  const millionths = BigInt(rate.rateMillionths);
  if (rate.rateType === 'flat_per_member') {
    // 6 + 2 + 2 places make the ten of Exact, as 6 + 4 do below.
    return millionths * BigInt(record.lives ?? 100) * BigInt(record.monthsPaid ?? 100);
  }
  return record.premium === null ? null : millionths * BigInt(record.premium);
}

function foldCode(code: string | null): string {
  return (code ?? '').trim().toUpperCase();
}
