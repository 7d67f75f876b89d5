import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import { type Agents, type DivideOrder, divideLines } from './divide-lines.ts';
import { monthCovered } from './pay-line.ts';
import { draftEntries, type PaidParts, partyId, type RunEntry, type RunLine } from './pay-run.ts';
import { type PaySetup, termsOf } from './pay-setup.ts';
import { type Balance, NO_BALANCE, type Settlement, settleAgent } from './settle-agent.ts';

export const ADJUSTMENT_KINDS = ['fee', 'bonus', 'draw', 'correction', 'advance', 'release'] as const;
/**
 * An adjustment by hand. An advance is lent and paid at once; a release pays money that was held back; the others add to what is earned,
 * or take from it.
 */
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

export interface PayAdjustment {
  readonly agentId: string;
  readonly kind: AdjustmentKind;
  readonly amount: Money;
}

/** A run that was approved, as far as later runs need it. */
export interface PastRun {
  readonly runId: string;
  /** The agents with the plans and records by which the run divided lines. */
  readonly agents: Agents;
  /** From this month covered on, the run divided lines by its own rules that earlier runs had paid. */
  readonly reapplyFrom: Period | null;
  readonly months: readonly Period[];
}

export interface RunOrder {
  /** The lines since the first month, and earlier ones, which count for tiers and can be taken back. */
  readonly lines: readonly RunLine[];
  readonly months: readonly Period[];
  readonly reapplyFrom: Period | null;
  readonly setup: PaySetup;
  readonly agents: Agents;
  /** Approved runs, oldest first. */
  readonly past: readonly PastRun[];
  readonly paidBefore: PaidParts;
  readonly balances: ReadonlyMap<string, Balance>;
  readonly adjustments: readonly PayAdjustment[];
  readonly carrierNames: ReadonlyMap<string, string>;
}

/** An agent's part of a run. */
export interface AgentSettlement extends Settlement {
  readonly agentId: string;
  readonly before: Balance;
  /** Positive entries, and negative ones. */
  readonly earned: Money;
  readonly takenBack: Money;
  readonly adjustments: Money;
  readonly advance: Money;
}

export interface WholeRun {
  readonly entries: readonly RunEntry[];
  readonly agents: readonly AgentSettlement[];
  /** received = people + house + held. */
  readonly received: Money;
  readonly people: Money;
  readonly house: Money;
  readonly held: Money;
}

/** Computes a run from the lines of the book, the agreed rules, and what earlier runs gave. */
export function composeRun(order: RunOrder): WholeRun {
  const { lines, setup, past, paidBefore, carrierNames } = order;
  const { moves, cases } = setup;
  const divisions = divideLines({ lines, agentsFor: agentsChooser(order), moves, cases });
  const months = new Set([...order.months, ...past.flatMap((run) => run.months)]);
  const entries = draftEntries({
    lines: lines.filter(({ period }) => period >= setup.firstMonth),
    divisions,
    paidBefore,
    months,
    carrierNames,
  });
  const sumOf = (isOf: (entry: RunEntry) => boolean) =>
    entries.reduce((sum, entry) => (isOf(entry) ? sum + entry.amount : sum), 0);
  return {
    entries,
    agents: settleAgents(order, entries),
    received: sumOf(() => true),
    people: sumOf(({ party }) => typeof party !== 'string'),
    house: sumOf(({ party }) => party === 'house'),
    held: sumOf(({ party }) => party === 'held'),
  };
}

/**
 * A line keeps the rules of the first run that paid it, until a later run applied its own rules again. A writer without a plan by these
 * rules goes by those of the first later run that has one. A line from before the first month was paid elsewhere, and keeps the rules of
 * the first run that took it back. A line that no run has paid, or that was only held, goes by the rules of today.
 */
function agentsChooser({ agents, past, paidBefore, reapplyFrom, setup }: RunOrder): DivideOrder['agentsFor'] {
  const numberOf = new Map(past.map(({ runId }, number) => [runId, number]));
  const today = [agents];
  const from = past.map((_run, number) => [...past.slice(number).map((run) => run.agents), agents]);
  return (line, takers) => {
    const month = monthCovered(line);
    const keys = line.period < setup.firstMonth ? takers : [line.key];
    const paid = keys.flatMap((key) => paidBefore.get(key) ?? []).filter(({ party }) => party !== 'held');
    if (paid.length === 0 || (reapplyFrom !== null && reapplyFrom <= month)) return today;
    const first = Math.min(...paid.map(({ firstRunId }) => numberOf.get(firstRunId) ?? 0));
    const again = past.findLastIndex((run) => run.reapplyFrom !== null && run.reapplyFrom <= month);
    return from[Math.max(first, again)] ?? today;
  };
}

function settleAgents(order: RunOrder, entries: readonly RunEntry[]): readonly AgentSettlement[] {
  const { setup, balances, adjustments } = order;
  const opening = new Map(setup.agents.map((one) => [one.agentId, one.opening]));
  const ofAgents = entries.filter(({ party }) => typeof party !== 'string');
  const byAgent = Map.groupBy(ofAgents, ({ party }) => partyId(party));
  const agentIds = new Set([
    ...byAgent.keys(),
    ...adjustments.map(({ agentId }) => agentId),
    ...balances.keys(),
    ...opening.keys(),
  ]);
  return [...agentIds].sort().flatMap((agentId) => {
    const amounts = (byAgent.get(agentId) ?? []).map(({ amount }) => amount);
    const earned = sum(amounts.filter((amount) => amount > 0));
    const takenBack = sum(amounts.filter((amount) => amount < 0));
    const own = adjustments.filter((one) => one.agentId === agentId);
    const ofKind = (isOf: (kind: AdjustmentKind) => boolean) =>
      sum(own.filter(({ kind }) => isOf(kind)).map(({ amount }) => amount));
    const advance = ofKind((kind) => kind === 'advance');
    const adjusted = ofKind((kind) => kind !== 'advance' && kind !== 'release');
    const released = ofKind((kind) => kind === 'release');
    const before = balances.get(agentId) ?? opening.get(agentId) ?? NO_BALANCE;
    const isIdle =
      amounts.length === 0 && own.length === 0 && before.waiting === 0 && before.holdback === 0 && before.debt === 0;
    if (isIdle) return [];
    const sums = { credited: earned + takenBack, adjustments: adjusted, advance, released };
    const settled = settleAgent(before, sums, termsOf(setup, agentId));
    return [{ agentId, before, earned, takenBack, adjustments: adjusted, advance, ...settled }];
  });
}

function sum(amounts: readonly Money[]): Money {
  return amounts.reduce((total, amount) => total + amount, 0);
}
