import type { Period } from '../period.ts';
import { byPeriod, type Carrier, type CarrierMonth, type CarrierSpan } from './carrier-month.ts';
import { type AgentPay, type HomeAgent, homeAgents } from './home-agents.ts';
import { type CarrierChanges, comparedFigures, type HomeFigures } from './home-figures.ts';

/** Composes the home screen of a month (docs/reference/reports.md#home). Amounts are dollars, rounded to cents after summing. */

/** State of a carrier's month. `missing` means data in an earlier month only; `waiting` means that more files are expected. */
export const STATEMENT_STATES = ['complete', 'waiting', 'missing'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

export interface HomeCarrier extends Carrier, HomeFigures {
  readonly state: StatementState;
  /** Latest month with data, up to the shown month. */
  readonly lastPeriod: Period;
}

export interface HomeMonth extends HomeFigures {
  readonly period: Period;
}

export interface Home<Event> {
  /** Null when there is no data. */
  readonly period: Period | null;
  /** Latest earlier month with data among the shown months; null without one. */
  readonly previousPeriod: Period | null;
  readonly totals: HomeFigures & { readonly missingStatements: number };
  /** Up to twelve calendar months, oldest first; months without data are left out. */
  readonly months: readonly HomeMonth[];
  /** Sorted by name. */
  readonly carriers: readonly HomeCarrier[];
  /** The largest pay first, at most HOME_AGENTS_MAX. */
  readonly agents: readonly HomeAgent[];
  /** The number of all agents. */
  readonly agentCount: number;
  /** Undecided carrier events of the month. */
  readonly events: readonly Event[];
}

export interface HomeFacts<Event> {
  readonly months: readonly CarrierMonth[];
  readonly changes: readonly CarrierChanges[];
  readonly spans: readonly CarrierSpan[];
  /** Carriers whose month waits for files. */
  readonly waiting: ReadonlySet<string>;
  readonly agents: readonly AgentPay[];
  readonly agentsBefore: readonly AgentPay[];
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
export function homeReport<Event>(requested: Period | undefined, facts: HomeFacts<Event>): Home<Event> {
  const { months, changes, spans, waiting } = facts;
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
  const carriers = spans.map(({ carrierId, carrierName, lastPeriod }) => ({
    carrierId,
    carrierName,
    state: stateOf(lastPeriod === period, waiting.has(carrierId)),
    lastPeriod,
    ...figures({ period, previousPeriod }, carrierId),
  }));
  const shownPeriods = byPeriod(months).map(([shown]) => shown);
  const { agents, agentCount } = homeAgents(facts.agents, facts.agentsBefore);
  return {
    period,
    previousPeriod,
    totals: {
      ...figures({ period, previousPeriod }),
      missingStatements: carriers.filter(({ state }) => state !== 'complete').length,
    },
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

function stateOf(hasData: boolean, isWaiting: boolean): StatementState {
  if (!hasData) return 'missing';
  return isWaiting ? 'waiting' : 'complete';
}
