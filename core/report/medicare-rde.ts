import { type Exact, exactFromMoney, exactToDollars, type Money } from '../money.ts';
import { addMonths, lastCoveredDay, lastDayOf, type Period, periodOfDate } from '../period.ts';
import { isRapidDisenrollment } from '../scoring/cms-maximum.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { compareNames, nameKey } from './census.ts';
import { AVERAGE_PLACES, ratio } from './cumulative.ts';

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
export function isTerminated(termDate: string | null, period: Period): boolean {
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
