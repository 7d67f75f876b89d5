import { singleSpaced } from '../folded-text.ts';
import { HOME_AGENTS_MAX } from '../limits/saved-report-limits.ts';
import { type Exact, exactToDollars } from '../money.ts';
import { type Arrival, arrivalState, usualDay, usualWords } from '../month/statement-state.ts';
import type { Period } from '../period.ts';
import { addUp, byPeriod, type CarrierMonth, type CarrierSpan, paidOf } from './carrier-month.ts';
import { type BookPay, payBridge } from './pay-bridge.ts';

/** Adds up pay by agent over all carriers, for the home screen. */

/** Net pay of one agent by one carrier in a month. Id and name are null when the statement names no agent. */
export interface AgentPay {
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** The id and name of the agent's record; null where the agent has none. */
  readonly agentRecordId: string | null;
  readonly recordName: string | null;
  readonly paidNet: Exact;
}

interface AgentSum {
  agentId: string | null;
  agentName: string | null;
  agentRecordId: string | null;
  now: Exact;
  before: Exact;
}

/**
 * Adds up pay over carriers, the largest first. An agent with a record is one row. Each carrier numbers agents in its own way, so any other
 * agent is identified by name, ignoring case and white space. An agent without a name is identified by number.
 */
function homeAgents(now: readonly AgentPay[], before: readonly AgentPay[]) {
  const sums = new Map<string, AgentSum>();
  const sumOf = ({ agentId, agentRecordId, recordName, ...pay }: AgentPay) => {
    const agentName = recordName ?? pay.agentName;
    const name = agentName === null ? `number ${agentId ?? ''}` : `name ${foldName(agentName)}`;
    const key = agentRecordId === null ? name : `record ${agentRecordId}`;
    const sum = sums.get(key) ?? { agentId, agentName, agentRecordId, now: 0n, before: 0n };
    sums.set(key, sum);
    return sum;
  };
  for (const pay of now) sumOf(pay).now += pay.paidNet;
  for (const pay of before) sumOf(pay).before += pay.paidNet;
  const agents = [...sums.values()].toSorted((a, b) => Number(b.now - a.now) || compareNames(a, b));
  return {
    agents: agents.slice(0, HOME_AGENTS_MAX).map((agent) => ({
      agentId: agent.agentId,
      agentName: agent.agentName,
      agentRecordId: agent.agentRecordId,
      paidNet: exactToDollars(agent.now),
      before: exactToDollars(agent.before),
      difference: exactToDollars(agent.now - agent.before),
    })),
    agentCount: agents.length,
  };
}

const foldName = (name: string) => singleSpaced(name).toLowerCase();

function compareNames(a: AgentSum, b: AgentSum): number {
  const [one, other] = [a, b].map(({ agentName, agentId }) => agentName ?? agentId ?? '');
  if (one === other || one === undefined || other === undefined) return 0;
  return one < other ? -1 : 1;
}

/** Changes of one month of one carrier: numbers of members by kind, and the money of members who are gone, paid less or past a step. */
export interface CarrierChanges {
  readonly carrierId: string;
  readonly period: Period;
  readonly gone: number;
  readonly paidLess: number;
  readonly plannedStep: number;
  readonly new: number;
  readonly back: number;
  readonly paidMore: number;
  readonly takenBack: number;
  readonly same: number;
  readonly goneAmount: Exact;
  readonly paidLessAmount: Exact;
  readonly plannedStepAmount: Exact;
}

interface MonthFacts {
  readonly months: readonly CarrierMonth[];
  readonly changes: readonly CarrierChanges[];
  /** Rollups of the same carriers in the earlier month. */
  readonly before: readonly CarrierMonth[];
}

/** Adds up a month and compares it with the earlier one. Amounts are dollars, rounded to cents after summing. */
function comparedFigures({ months, changes, before }: MonthFacts) {
  const sum = addUp(months);
  const net = netOf(months);
  const earlier = before.length === 0 ? null : netOf(before);
  const count = (kind: CountedKind) => changes.reduce((total, month) => total + month[kind], 0);
  const amount = (kind: 'goneAmount' | 'paidLessAmount' | 'plannedStepAmount') =>
    exactToDollars(changes.reduce((total, month) => total + month[kind], 0n));
  return {
    ...paidOf(sum),
    before: earlier === null ? null : exactToDollars(earlier),
    difference: earlier === null ? null : exactToDollars(net - earlier),
    members: sum.memberCount,
    gone: count('gone'),
    goneAmount: amount('goneAmount'),
    paidLess: count('paidLess'),
    paidLessAmount: amount('paidLessAmount'),
    plannedStep: count('plannedStep'),
    plannedStepAmount: amount('plannedStepAmount'),
    paidMore: count('paidMore'),
    new: count('new'),
    back: count('back'),
    same: count('same'),
    takenBack: sum.chargebackCount,
    toAskFor: exactToDollars(sum.commissionOwed - sum.commissionOwedEstimated),
    toCheck: exactToDollars(sum.commissionOwedEstimated),
  };
}

type CountedKind = 'gone' | 'paidLess' | 'plannedStep' | 'paidMore' | 'new' | 'back' | 'same';

function netOf(months: readonly CarrierMonth[]): Exact {
  const { gross, unassignedGross, chargebackAmount, unassignedChargebacks } = addUp(months);
  return gross + unassignedGross - chargebackAmount - unassignedChargebacks;
}

/** Composes the home screen of a month (docs/reference/reports.md#home). Amounts are dollars, rounded to cents after summing. */

export interface CarrierArrival extends Arrival {
  readonly carrierId: string;
}

export interface HomeFacts<Event> {
  readonly months: readonly CarrierMonth[];
  readonly changes: readonly CarrierChanges[];
  readonly spans: readonly CarrierSpan[];
  /** Carriers whose month waits for files. */
  readonly waiting: ReadonlySet<string>;
  /** The days on which each carrier's latest statements came. */
  readonly arrivals: readonly CarrierArrival[];
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly agents: readonly AgentPay[];
  readonly agentsBefore: readonly AgentPay[];
  /** The pay of both periods by book; empty without a previous period. */
  readonly bookPay: readonly BookPay[];
  readonly events: readonly Event[];
}

/** Returns the shown month, which is the requested or else the latest month with data, and the latest month with data before it. */
export function homePeriods(
  months: readonly CarrierMonth[],
  requested: Period | undefined,
): { readonly period: Period | null; readonly previousPeriod: Period | null } {
  const periods = byPeriod(months).map(([period]) => period);
  const period = requested ?? periods.at(-1) ?? null;
  return { period, previousPeriod: periods.findLast((earlier) => period !== null && earlier < period) ?? null };
}

/** Composes the home screen from the facts of up to twelve months, of which the shown month is the last. */
export function homeReport<Event>(requested: Period | undefined, facts: HomeFacts<Event>) {
  const { months, changes, spans } = facts;
  const { period, previousPeriod } = homePeriods(months, requested);
  const figures = (of: { period: Period | null; previousPeriod: Period | null }, carrierId?: string) => {
    const isOf = (wanted: Period | null) => (month: { readonly carrierId: string; readonly period: Period }) =>
      month.period === wanted && (carrierId === undefined || month.carrierId === carrierId);
    return comparedFigures({
      months: months.filter(isOf(of.period)),
      changes: changes.filter(isOf(of.period)),
      before: months.filter(isOf(of.previousPeriod)),
    });
  };
  const shownPeriods = byPeriod(months).map(([shown]) => shown);
  const paid = new Map(months.map((month) => [`${month.carrierId} ${month.period}`, exactToDollars(netOf([month]))]));
  const arrivals = Map.groupBy(facts.arrivals, ({ carrierId }) => carrierId);
  const carriers = spans.map(({ carrierId, carrierName, lastPeriod }) => ({
    carrierId,
    carrierName,
    ...arrivalOf(arrivals.get(carrierId) ?? [], {
      ...{ period, hasData: lastPeriod === period, today: facts.today },
      isWaiting: facts.waiting.has(carrierId),
    }),
    lastPeriod,
    paidByMonth: shownPeriods.map((shown) => paid.get(`${carrierId} ${shown}`) ?? null),
    ...figures({ period, previousPeriod }, carrierId),
  }));
  const { agents, agentCount } = homeAgents(facts.agents, facts.agentsBefore);
  return {
    period,
    previousPeriod,
    totals: {
      ...figures({ period, previousPeriod }),
      missingStatements: carriers.filter(({ state }) => state !== 'complete').length,
    },
    bridge: period === null || previousPeriod === null ? null : payBridge(facts.bookPay, { period, previousPeriod }),
    months: shownPeriods.map((shown, at) => ({
      period: shown,
      ...figures({ period: shown, previousPeriod: shownPeriods[at - 1] ?? null }),
    })),
    carriers,
    agents,
    agentCount,
    events: facts.events,
  };
}

/** Says whether a carrier's statement is here, and when it usually is. */
function arrivalOf(
  arrivals: readonly CarrierArrival[],
  {
    period,
    ...facts
  }: Omit<Parameters<typeof arrivalState>[0], 'usual' | 'period'> & { readonly period: Period | null },
) {
  const usual = usualDay(arrivals);
  return {
    state: period === null ? ('missing' as const) : arrivalState({ ...facts, period, usual }),
    usual: usual === null ? null : { ...usual, words: usualWords(usual) },
  };
}
