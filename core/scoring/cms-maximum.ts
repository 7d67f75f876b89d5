import type { Money } from '../money.ts';
import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';
import type { MemberProfile } from './member-month.ts';

/** The CMS amounts that a Medicare plan may pay at once for a calendar year or its remaining months, in ten-thousandths of a dollar. */
export interface YearsPay {
  readonly initial: Money;
  readonly renewal: Money;
  /** Number of months that the amounts pay for. The last one is December. */
  readonly months: number;
}

/** Minimum number of months of a payment for the rest of a year. Two months' renewal equals one month's initial pay. */
const MONTHS_MIN = 3;
/** A dollar, in ten-thousandths: plans round a year's pay to whole dollars. */
const ROUNDING = 10_000;

/** The fields of a plan, and the date from which it is paid in its first year. */
type DatedPlan = RatedPlan & Pick<MemberProfile, 'effectiveDate'>;

/** Returns the amounts that may pay the year, for every region if the state is unknown. Returns none if CMS does not limit the plan. */
export function yearsPayOf(year: number, profile: DatedPlan): readonly YearsPay[] {
  const { effectiveDate } = profile;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  const isWhole = months === 12 || months < MONTHS_MIN;
  return cmsMaxima(year, profile).flatMap((maximum) => {
    const whole = { ...maximum, months: 12 };
    return isWhole ? [whole] : [whole, partOf(maximum, months)];
  });
}

/** Returns the year's amounts whose renewal amount was paid; undefined if none matches, or if the pay also equals an initial amount. */
export function matchingAdvance(paid: Money, year: number, plan: DatedPlan): YearsPay | undefined {
  const lowest = lowestMaximum(year);
  // A month's pay is less than any part of a year's pay, so that its plan need not be classified.
  if (lowest === null || paid < shareOfYear(lowest.renewal, MONTHS_MIN) - ROUNDING) return undefined;
  const options = yearsPayOf(year, plan);
  if (options.some(({ initial }) => isSameAmount(paid, initial))) return undefined;
  return options.find(({ renewal }) => isSameAmount(paid, renewal));
}

/** Returns the amounts whose initial or renewal amount was paid; undefined if none matches. */
export function matchingYearsPay(paid: Money, options: readonly YearsPay[]): YearsPay | undefined {
  return options.find(({ initial, renewal }) => isSameAmount(paid, initial) || isSameAmount(paid, renewal));
}

/** Returns whether a positive payment equals an amount within a dollar. */
export function isSameAmount(paid: Money, amount: Money): boolean {
  return paid > 0 && Math.abs(paid - amount) <= ROUNDING;
}

/** Months of initial pay above which a single line pays for the year, whatever the carrier calls it. */
const LUMP_MONTHS = 5;
/** Minimum number of months of a first-year payment at the initial amount; the effective date excludes two months' renewal. */
const FIRST_YEAR_MONTHS_MIN = 2;

/**
 * Returns whether one payment is for the rest of a calendar year: the CMS amount of the year or of its remaining months, or more than five
 * months of initial pay. Returns false if no CMS maximum applies to the plan.
 */
export function paysForYear(amount: Money, year: number, plan: DatedPlan): boolean {
  const lowest = lowestMaximum(year);
  if (amount <= 0 || lowest === null) return false;
  const { effectiveDate } = plan;
  const isFirst = effectiveDate !== null && periodYear(effectiveDate) === year;
  const months = isFirst ? 13 - periodMonth(periodOfDate(effectiveDate)) : 12;
  // Most pay is for a month, and less than any plan's pay for a year, so that its plan need not be classified.
  if (!isLump(amount, lowest.initial) && amount < shareOfYear(lowest.renewal, months) - ROUNDING) return false;
  const maxima = cmsMaxima(year, plan);
  if (maxima.length === 0) return false;
  if (isLump(amount, Math.max(...maxima.map(({ initial }) => initial)))) return true;
  return maxima.some(
    (maximum) =>
      isSameAmount(amount, maximum.renewal) ||
      (isFirst && months >= FIRST_YEAR_MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).initial)) ||
      (isFirst && months >= MONTHS_MIN && isSameAmount(amount, partOf(maximum, months).renewal)),
  );
}

/** Returns whether an amount is more than a few months of initial pay. `initial`: the initial amount of the year. */
function isLump(amount: Money, initial: Money): boolean {
  return amount * 12 > initial * LUMP_MONTHS;
}

function partOf({ initial, renewal }: CmsMaximum, months: number): YearsPay {
  return { initial: shareOfYear(initial, months), renewal: shareOfYear(renewal, months), months };
}

function shareOfYear(amount: Money, months: number): Money {
  return Math.round((amount * months) / 12);
}

/**
 * Maximum number of months of a rapid disenrollment (docs/reference/reports.md#rapid-disenrollment), after which the plan takes the whole
 * commission back.
 */
export const RAPID_MONTHS_MAX = 3;

/** Returns the months from the effective to the last covered month, both included; below 1 when coverage never began. */
export function monthsEnrolled(effectiveDate: string, lastCovered: Period): number {
  return monthIndex(lastCovered) - monthIndex(periodOfDate(effectiveDate)) + 1;
}

/**
 * Returns whether a disenrollment is rapid: at most three months long. A member who enrolled for the last months of a year and left on
 * December 31 used the yearly election, which is not rapid. Both days are ISO dates.
 */
export function isRapidDisenrollment(effectiveDate: string, lastCoveredDay: string): boolean {
  if (monthsEnrolled(effectiveDate, periodOfDate(lastCoveredDay)) > RAPID_MONTHS_MAX) return false;
  const first = periodOfDate(effectiveDate);
  return !(periodMonth(first) >= 10 && lastCoveredDay === `${periodYear(first)}-12-31`);
}

/**
 * The maximum that a broker may be paid for a Medicare enrollment in a year, in ten-thousandths of a dollar. CMS publishes it each summer
 * for the next year ("Agent and Broker Compensation: Maximum Compensation Rates"). `initial` is for the first year, `renewal` for each
 * later year.
 */
export interface CmsMaximum {
  readonly initial: Money;
  readonly renewal: Money;
}

type Region = 'national' | 'ctPaDc' | 'caNj' | 'territories' | 'pdp';
type CmsYear = Readonly<Record<Region, CmsMaximum>>;

type Dollars = readonly [initial: number, renewal: number];

/** Makes the maxima of a year from dollars, as CMS publishes them. */
function maxima(...[national, ctPaDc, caNj, territories, pdp]: readonly [Dollars, Dollars, Dollars, Dollars, Dollars]) {
  const of = ([initial, renewal]: Dollars) => ({ initial: initial * 10_000, renewal: renewal * 10_000 });
  const year: CmsYear = {
    national: of(national),
    ctPaDc: of(ctPaDc),
    caNj: of(caNj),
    territories: of(territories),
    pdp: of(pdp),
  };
  return year;
}

const CMS_MAXIMUM: Readonly<Record<number, CmsYear>> = {
  2022: maxima([573, 287], [646, 323], [715, 358], [394, 197], [87, 44]),
  2023: maxima([601, 301], [678, 339], [750, 375], [411, 206], [92, 46]),
  2024: maxima([611, 306], [689, 345], [762, 381], [418, 209], [100, 50]),
  2025: maxima([626, 313], [705, 353], [780, 390], [428, 214], [109, 55]),
  2026: maxima([694, 347], [781, 391], [864, 432], [474, 237], [114, 57]),
  2027: maxima([725, 363], [816, 408], [902, 451], [495, 248], [130, 65]),
};

const LAST_YEAR = Math.max(...Object.keys(CMS_MAXIMUM).map(Number));

/** Codes and names, without punctuation, of states with their own rate; all others have the national rate. */
const STATES: readonly (readonly [Region, readonly string[]])[] = [
  ['ctPaDc', ['CT', 'CONNECTICUT', 'PA', 'PENNSYLVANIA', 'DC', 'DISTRICTOFCOLUMBIA']],
  ['caNj', ['CA', 'CALIFORNIA', 'NJ', 'NEWJERSEY']],
  ['territories', ['PR', 'PUERTORICO', 'VI', 'VIRGINISLANDS', 'USVIRGINISLANDS']],
];
const REGION_OF_STATE = new Map(STATES.flatMap(([region, states]) => states.map((state) => [state, region] as const)));

/** Words for a plan that covers drugs only. */
const DRUG_PLAN = /\bpdp\b|\bpart d\b|prescription|\brx\b|\bdrugs?\b/i;
/** Words for a Medicare Advantage plan. */
const HEALTH_PLAN = /\bma\b|ma-?pd|advantage|\bhmo\b|\bppo\b|snp\b/i;
/** Products of the same carriers that CMS does not limit. */
const NOT_LIMITED = /(\b|med)supp?(l|lement\w*)?\b|medigap|dental|vision|hospital|indemnity|ancillary|\blife\b|cancer/i;
/** Matches the kind of plan in brackets at the end of a plan's name, where CMS requires it. */
const KIND_IN_BRACKETS = /\(([^()]*(?:\bpdp\b|\bhmo\b|\bppo\b|snp\b|\bpffs\b)[^()]*)\)\s*$/i;
/** Matches a contract whose plans only cover drugs. CMS begins the numbers of such contracts with S: "S5810", "S5810-014". */
const DRUG_CONTRACT = /^S\d{4}(?:-\d{1,3}){0,2}$/i;

/** The fields that determine a plan's rate. */
export interface RatedPlan {
  readonly productType: string | null;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly state: string | null;
}

/**
 * Returns the year's maximum for an enrollment, in ten-thousandths of a dollar. An unknown state gets the largest maximum: a finding
 * must not depend on a guess. Returns null if no maximum is known for the year, or CMS does not limit the product.
 */
export function cmsMaximum(planYear: number, plan: RatedPlan): CmsMaximum | null {
  return cmsMaxima(planYear, plan).toSorted((one, other) => other.initial - one.initial)[0] ?? null;
}

/**
 * Returns every possible maximum, in ten-thousandths of a dollar: one for a known state or a drug plan, else one for each region. Returns
 * an empty list if no maximum applies.
 */
export function cmsMaxima(planYear: number, plan: RatedPlan): readonly CmsMaximum[] {
  const year = CMS_MAXIMUM[planYear];
  const kind = year === undefined ? 'not-limited' : productKindOf(plan);
  if (year === undefined || kind === 'not-limited') return NO_MAXIMA;
  if (kind === 'drug') return [year.pdp];
  const region = regionOf(plan.state);
  return region === null ? REGIONS.map((one) => year[one]) : [year[region]];
}

/** Returns the lowest maximum of a year, that of drug plans; null for a year without published amounts. */
export function lowestMaximum(planYear: number): CmsMaximum | null {
  return CMS_MAXIMUM[planYear]?.pdp ?? null;
}

const NO_MAXIMA: readonly CmsMaximum[] = [];
/** The regions, the national one first, which a forecast uses for an unknown state. */
const REGIONS: readonly Region[] = ['national', 'ctPaDc', 'caNj', 'territories'];

/**
 * Forecasts a year's renewal in ten-thousandths of a dollar (docs/reference/reports.md#renewal-forecast). Years after the table use its
 * last year, and an unknown state the national rate. Returns null for years before the table and for products that CMS does not limit.
 */
export function cmsRenewal(planYear: number, plan: RatedPlan): Money | null {
  return cmsMaxima(Math.min(planYear, LAST_YEAR), plan)[0]?.renewal ?? null;
}

/** Returns whether CMS limits the pay of the plan: Medicare Advantage and drug plans, but no supplements. */
export function isLimitedByCms(plan: Omit<RatedPlan, 'state'>): boolean {
  return productKindOf(plan) !== 'not-limited';
}

type ProductKind = 'not-limited' | 'drug' | 'health';

/** Returns the kind of a plan. Words in brackets go before its name, which may say "Life" for any plan. */
function productKindOf({ productType, planName, planCode }: Omit<RatedPlan, 'state'>): ProductKind {
  const words = [productType, KIND_IN_BRACKETS.exec(planName ?? '')?.[1], planName];
  for (const text of words) {
    const kind = productKindIn(text ?? '');
    if (kind !== null) return kind;
  }
  return DRUG_CONTRACT.test((planCode ?? '').trim()) ? 'drug' : 'health';
}

/** Returns the kind by the words of a text; null without a known word. */
function productKindIn(words: string): ProductKind | null {
  if (words === '') return null;
  const product = words.includes('_') ? words.replaceAll('_', ' ') : words;
  if (NOT_LIMITED.test(product)) return 'not-limited';
  if (HEALTH_PLAN.test(product)) return 'health';
  return DRUG_PLAN.test(product) ? 'drug' : null;
}

const STATE_CODE = /^[A-Z]{2}$/;
const NOT_LETTERS = /[^A-Z]/g;

/** Returns the region of a state by its code or name; null for an unreadable one. Any other two-letter code is national. */
function regionOf(state: string | null): Region | null {
  if (state === null) return null;
  const name = STATE_CODE.test(state) ? state : state.toUpperCase().replace(NOT_LETTERS, '');
  return REGION_OF_STATE.get(name) ?? (STATE_CODE.test(name) ? 'national' : null);
}
