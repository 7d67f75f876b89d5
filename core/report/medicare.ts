import { type Exact, exactFromMoney, exactToDollars, type Money } from '../money.ts';
import { addMonths, lastCoveredDay, lastDayOf, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import { cmsRenewal, isRapidDisenrollment } from '../scoring/cms-maximum.ts';
import { type ExpectedRate, type RateTable, rateFor, rateTable } from '../scoring/expected.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { AVERAGE_PLACES, ratio } from './carrier-month.ts';
import { compareNames, nameKey } from './census.ts';

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

/**
 * Reports rapid disenrollment (docs/reference/reports.md#rapid-disenrollment). A carrier takes back the commission of a
 * Medicare member who leaves within three months. Realized amounts were taken back in this period; exposed amounts may
 * still be taken back.
 */

/** A member's scored row of the period. */
export interface RdeMember {
  readonly status: MemberStatus | 'carried';
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  /** Magnitude of the period's chargebacks. */
  readonly chargeback: Money;
  /** Payments less chargebacks from the effective month to this period. Read for exposed members only. */
  readonly netSinceEffective: Money;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** Numbers of disenrollments of one plan or agent, and the money taken back. */
interface RdeGroup {
  readonly total: number;
  readonly rapid: number;
  /** Dollars taken back for rapid disenrollments. */
  readonly clawedBackAmount: number;
}

/** Number of months before the period whose new members can still leave rapidly. */
const EXPOSED_MONTHS_BEFORE = 2;

interface Disenrollment {
  readonly member: RdeMember;
  readonly rapid: boolean;
}

/** Reports rapid disenrollments for members in any order. Dollars are rounded after summing. */
export function medicareRde(period: Period, members: Iterable<RdeMember>) {
  const disenrollments: Disenrollment[] = [];
  let evaluated = 0;
  let exposed = 0;
  let atRisk: Exact = 0n;
  for (const member of members) {
    if (isDisenrolled(member, period)) {
      const { effectiveDate, termDate } = member;
      const isKnown = effectiveDate !== null && termDate !== null;
      if (isKnown) evaluated += 1;
      disenrollments.push({ member, rapid: isKnown && isRapidDisenrollment(effectiveDate, lastCoveredDay(termDate)) });
    }
    if (isExposed(member, period)) {
      exposed += 1;
      atRisk += exactFromMoney(member.netSinceEffective);
    }
  }
  const rapid = disenrollments.filter((one) => one.rapid);
  const realized = rapid.filter(({ member }) => member.chargeback > 0);
  return {
    realized: { count: realized.length, clawedBackAmount: clawedBack(realized) },
    exposure: { count: exposed, atRiskAmount: exactToDollars(atRisk) },
    disenrollments: {
      total: disenrollments.length,
      rapid: rapid.length,
      rapidRatePct: ratio(rapid.length * 100, evaluated, AVERAGE_PLACES),
    },
    byPlan: grouped(disenrollments, ({ planName, planCode }) => [planName, planCode]).map(
      ([[planName, planCode], group]) => ({ planName, planCode, ...group }),
    ),
    byAgent: grouped(disenrollments, ({ agentId, agentName }) => [agentName, agentId]).map(
      ([[agentName, agentId], group]) => ({ agentId, agentName, ...group }),
    ),
    evaluated,
    total: disenrollments.length,
  };
}

function isDisenrolled(member: RdeMember, period: Period): boolean {
  return member.status === 'red' || member.chargeback > 0 || isTerminated(member.termDate, period);
}

/**
 * Tells whether a member's commission can still be taken back. Paid-ahead members count, because an advance can be
 * taken back too.
 */
function isExposed({ status, effectiveDate, termDate }: RdeMember, period: Period): boolean {
  if (status === 'red' || effectiveDate === null || isTerminated(termDate, period)) return false;
  const effective = periodOfDate(effectiveDate);
  return effective >= firstExposedMonth(period) && effective <= period;
}

/** Returns the oldest effective month that is still exposed. */
export function firstExposedMonth(period: Period): Period {
  return addMonths(period, -EXPOSED_MONTHS_BEFORE);
}

/** Tells whether coverage ended by the last day of the period. */
function isTerminated(termDate: string | null, period: Period): boolean {
  return termDate !== null && lastCoveredDay(termDate) <= lastDayOf(period);
}

function clawedBack(disenrollments: readonly Disenrollment[]): number {
  let sum: Exact = 0n;
  for (const { member } of disenrollments) sum += exactFromMoney(member.chargeback);
  return exactToDollars(sum);
}

type Names = readonly [name: string | null, code: string | null];

/** Groups disenrollments, sorted by dollars, members and name. */
function grouped(
  disenrollments: readonly Disenrollment[],
  namesOf: (member: RdeMember) => Names,
): readonly (readonly [Names, RdeGroup])[] {
  const groups = Map.groupBy(disenrollments, ({ member }) => nameKey(...namesOf(member)));
  const rows = [...groups.values()].flatMap((group): (readonly [Names, RdeGroup])[] => {
    const [first] = group;
    if (first === undefined) return [];
    const rapid = group.filter((one) => one.rapid);
    const figures = { total: group.length, rapid: rapid.length, clawedBackAmount: clawedBack(rapid) };
    return [[namesOf(first.member), figures]];
  });
  return rows.toSorted(
    ([a, x], [b, y]) =>
      y.clawedBackAmount - x.clawedBackAmount ||
      y.total - x.total ||
      compareNames(a[0], b[0]) ||
      compareNames(a[1], b[1]),
  );
}
