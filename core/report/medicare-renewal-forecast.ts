import { type Exact, exactFromMoney, exactToDollars, type Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import { cmsRenewal } from '../scoring/cms-maximum.ts';
import { type ExpectedRate, type RateTable, rateFor, rateTable } from '../scoring/expected.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { compareNames, nameKey } from './census.ts';
import { isTerminated } from './medicare-rde.ts';

/**
 * Forecasts the renewals of a Medicare book (docs/reference/reports.md#renewal-forecast). Every active member is
 * assumed to stay and to renew once a year in the month of enrollment. Forecast amounts are neither owed nor at risk.
 */

/** A member's scored row of the as-of period. */
export interface ForecastMember {
  readonly status: MemberStatus | 'carried';
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly productType: string | null;
  readonly state: string | null;
  /** Monthly premium over all policies of the member. */
  readonly premium: Money | null;
  /** Number of lives in hundredths. */
  readonly lives: number | null;
}

export interface ForecastRequest {
  /** Period of the book. Renewals come after it. */
  readonly asOf: Period;
  /** Number of months of the forecast. */
  readonly horizonMonths: number;
  /** Rates of the carrier. Estimated rates are left out, because they describe payments rather than agreements. */
  readonly rates: readonly ExpectedRate[];
}

const MONTHS_A_YEAR = 12;
const MONTHS_A_YEAR_EXACT = 12n;

interface Sum {
  members: number;
  amount: Exact;
}
interface PlanSum extends Sum {
  readonly planName: string | null;
  readonly planCode: string | null;
}

/** Forecasts renewals for members in any order. Dollars are rounded after summing. */
export function renewalForecast(request: ForecastRequest, members: Iterable<ForecastMember>) {
  const { asOf, horizonMonths } = request;
  const renewalOf = renewalValues(request.rates);
  const months = new Map<Period, Sum>();
  for (let ahead = 1; ahead <= horizonMonths; ahead++) months.set(addMonths(asOf, ahead), { members: 0, amount: 0n });
  const plans = new Map<string, PlanSum>();
  let [activeMembers, evaluated, annual, ratesInferred] = [0, 0, 0n, false];
  for (const member of members) {
    if (member.status === 'red' || isTerminated(member.termDate, asOf)) continue;
    activeMembers += 1;
    if (member.effectiveDate === null) continue;
    const first = firstRenewal(member.effectiveDate, asOf);
    const value = renewalOf(member, first);
    let isValued = value !== null;
    if (value !== null && first <= addMonths(asOf, MONTHS_A_YEAR)) {
      annual += value.amount;
      ratesInferred ||= value.inferred;
      addTo(planOf(plans, member), value.amount);
    }
    for (let renewal = first; months.has(renewal); renewal = addMonths(renewal, MONTHS_A_YEAR)) {
      const found = renewal === first ? value : renewalOf(member, renewal);
      const month = months.get(renewal);
      if (found === null || month === undefined) continue;
      isValued = true;
      addTo(month, found.amount);
      ratesInferred ||= found.inferred;
    }
    if (isValued) evaluated += 1;
  }
  return {
    annualRenewalValue: exactToDollars(annual),
    activeMembers,
    evaluated,
    byMonth: [...months].map(([period, sum]) => ({
      period,
      members: sum.members,
      amount: exactToDollars(sum.amount),
    })),
    byPlan: plansInOrder(plans.values()),
    ratesInferred,
  };
}

/** Returns the first anniversary of the effective month after the as-of period, at least a year after enrollment. */
function firstRenewal(effectiveDate: string, asOf: Period): Period {
  const effective = periodOfDate(effectiveDate);
  const monthsPast = monthIndex(asOf) - monthIndex(effective);
  const years = Math.max(Math.floor(monthsPast / MONTHS_A_YEAR) + 1, 1);
  return addMonths(effective, years * MONTHS_A_YEAR);
}

interface RenewalValue {
  readonly amount: Exact;
  readonly inferred: boolean;
}

/**
 * Returns a function that values a year's renewal by the contracted rate, or without one by the CMS maximum of year, state and product. Its
 * value is null when a contracted percentage has no premium, or no maximum is known.
 */
function renewalValues(
  rates: readonly ExpectedRate[],
): (member: ForecastMember, renewal: Period) => RenewalValue | null {
  const contracted = rates.filter(({ source }) => source === 'contracted');
  const tables = new Map<Period, RateTable>();
  return (member, renewal) => {
    const table = tables.get(renewal) ?? rateTable(contracted, { period: renewal, productLine: 'medicare' });
    tables.set(renewal, table);
    const rate = rateFor(table, member);
    if (rate !== undefined) {
      const amount = contractedYear(rate, member.premium);
      return amount === null ? null : { amount, inferred: false };
    }
    const maximum = cmsRenewal(periodYear(renewal), member);
    return maximum === null ? null : { amount: exactFromMoney(maximum), inferred: true };
  };
}

/**
 * Returns twelve months at a monthly rate (docs/reference/reports.md#renewal-forecast). A flat rate is in dollars, a
 * percentage applies to the month's premium.
 */
function contractedYear({ rateType, rateMillionths }: ExpectedRate, premium: Money | null): Exact | null {
  const rate = BigInt(rateMillionths);
  // Six places of the rate and four of the amount give the ten of Exact.
  if (rateType === 'flat_per_member') return rate * 10_000n * MONTHS_A_YEAR_EXACT;
  return premium === null ? null : rate * BigInt(premium) * MONTHS_A_YEAR_EXACT;
}

function addTo(sum: Sum, amount: Exact): void {
  sum.members += 1;
  sum.amount += amount;
}

function planOf(plans: Map<string, PlanSum>, { planName, planCode }: ForecastMember): PlanSum {
  const key = nameKey(planName, planCode);
  const plan = plans.get(key) ?? { planName, planCode, members: 0, amount: 0n };
  plans.set(key, plan);
  return plan;
}

/** Sorts by dollars, largest first, then by name. */
function plansInOrder(plans: Iterable<PlanSum>) {
  return [...plans]
    .toSorted(
      (a, b) =>
        Number(b.amount > a.amount) - Number(b.amount < a.amount) ||
        compareNames(a.planName, b.planName) ||
        compareNames(a.planCode, b.planCode),
    )
    .map(({ planName, planCode, members, amount }) => ({
      planName,
      planCode,
      members,
      annualRenewalValue: exactToDollars(amount),
    }));
}
