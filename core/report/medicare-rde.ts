import { type Exact, exactFromMoney, exactToDollars, type Money } from '../money.ts';
import { addMonths, lastCoveredDay, lastDayOf, type Period, periodOfDate } from '../period.ts';
import { isRapidDisenrollment } from '../scoring/medicare-enrollment.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { compareNames, nameKey } from './name-key.ts';
import { AVERAGE_PLACES, ratio } from './ratio.ts';

/**
 * Rapid disenrollment (docs/reference/reports.md#rapid-disenrollment): a Medicare member who leaves within three months
 * takes the commission back with them. What was taken back this period is realized; what may still be is exposure.
 */

/** A member's scored row of the period. */
export interface RdeMember {
  readonly status: MemberStatus | 'carried';
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  /** Sum of the magnitudes of the period's chargeback lines. */
  readonly chargeback: Money;
  /** Paid less charged back, from the statement of the effective month to this one's; read for exposed members only. */
  readonly netSinceEffective: Money;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
}

/** Disenrollments of one plan or agent. */
interface RdeGroup {
  readonly total: number;
  readonly rapid: number;
  /** Dollars taken back for the rapid ones. */
  readonly clawedBackAmount: number;
}

export interface RdeFigures {
  readonly realized: { readonly count: number; readonly clawedBackAmount: number };
  readonly exposure: { readonly count: number; readonly atRiskAmount: number };
  readonly disenrollments: { readonly total: number; readonly rapid: number; readonly rapidRatePct: number };
  readonly byPlan: readonly ({ readonly planName: string | null; readonly planCode: string | null } & RdeGroup)[];
  readonly byAgent: readonly ({ readonly agentId: string | null; readonly agentName: string | null } & RdeGroup)[];
  /** Disenrollments whose effective and term date are known, so that they could be classified. */
  readonly evaluated: number;
  readonly total: number;
}

/** Effective months still inside the three in which leaving is rapid: the period's own and the two before. */
const EXPOSED_MONTHS_BEFORE = 2;

interface Disenrollment {
  readonly member: RdeMember;
  readonly rapid: boolean;
}

/** Members in any order; dollars are rounded after summing. */
export function medicareRde(period: Period, members: Iterable<RdeMember>): RdeFigures {
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

/** Present or paid ahead: a member of an advance is on no statement, and the advance can be taken back all the same. */
function isExposed({ status, effectiveDate, termDate }: RdeMember, period: Period): boolean {
  if (status === 'red' || effectiveDate === null || isTerminated(termDate, period)) return false;
  const effective = periodOfDate(effectiveDate);
  return effective >= firstExposedMonth(period) && effective <= period;
}

/** The oldest effective month that is still exposed; statements from it on say what is at risk. */
export function firstExposedMonth(period: Period): Period {
  return addMonths(period, -EXPOSED_MONTHS_BEFORE);
}

/** Whether coverage was over by the period's end. */
export function isTerminated(termDate: string | null, period: Period): boolean {
  return termDate !== null && lastCoveredDay(termDate) <= lastDayOf(period);
}

function clawedBack(disenrollments: readonly Disenrollment[]): number {
  let sum: Exact = 0n;
  for (const { member } of disenrollments) sum += exactFromMoney(member.chargeback);
  return exactToDollars(sum);
}

type Names = readonly [name: string | null, code: string | null];

/** Most dollars first, then most members, then by name. */
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
