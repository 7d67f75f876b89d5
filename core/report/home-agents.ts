import { singleSpaced } from '../folded-text.ts';
import { HOME_AGENTS_MAX } from '../limits/report-limits.ts';
import type { Exact } from '../money.ts';
import { exactToDollars } from '../money.ts';

/** Adds up pay by agent over all carriers, for the home screen. */

/** Net pay of one agent by one carrier in a month. Id and name are null when the statement names no agent. */
export interface AgentPay {
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly paidNet: Exact;
}

/** Pay of one agent in dollars. */
export interface HomeAgent {
  /** Null for pay without an agent; `agentName` is then null too. */
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly paidNet: number;
  /** Net pay of the earlier month; zero without it. */
  readonly before: number;
  readonly difference: number;
}

interface AgentSum {
  agentId: string | null;
  agentName: string | null;
  now: Exact;
  before: Exact;
}

/**
 * Adds up pay over carriers, the largest first. Each carrier numbers agents in its own way, so an agent is identified by name, ignoring
 * case and white space. An agent without a name is identified by number.
 */
export function homeAgents(
  now: readonly AgentPay[],
  before: readonly AgentPay[],
): { readonly agents: readonly HomeAgent[]; readonly agentCount: number } {
  const sums = new Map<string, AgentSum>();
  const sumOf = ({ agentId, agentName }: AgentPay) => {
    const key = agentName === null ? `number ${agentId ?? ''}` : `name ${foldName(agentName)}`;
    const sum = sums.get(key) ?? { agentId, agentName, now: 0n, before: 0n };
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
